"""Several settings in one call of a simulator's tool, each with its run id or its refusal.

What all share stands in the call itself, what differs in `settings`: the year in each, say. A
setting that cannot be run is named with its reason and loses none of the others.
"""

from collections.abc import Mapping, Sequence
from typing import cast

from pydantic import JsonValue

from simulrag.server.briefly import brief_run, conditions
from simulrag.server.call_arguments import read_call
from simulrag.server.checked_tool import from_json_text
from simulrag.server.replies import Refused, Reply, RunData
from simulrag.server.schemas import JsonObject
from simulrag.server.wording import (
    LONGEST_QUOTE,
    check_text,
    named_text,
    resolved_text,
    results_text,
)
from simulrag.simulators import work
from simulrag.simulators.arguments import shown
from simulrag.simulators.errors import BadValue, SimulRAGError
from simulrag.simulators.interface import Run, Simulator
from simulrag.simulators.registry import Registry
from simulrag.verifier.evidence import EvidenceStore

#: The tool's argument that holds a batch, and its schema.
SETTINGS = "settings"
SETTINGS_SCHEMA: JsonObject = {
    "type": "array",
    "items": {"type": "object"},
    "description": "batch: what differs",
}
#: Most settings of one call.
MOST_SETTINGS = 100


class NothingRan(SimulRAGError):
    """A batch of which no setting could be run; the reason is that of the first."""

    def __init__(self, reason: str, message: str) -> None:
        self.reason = reason
        super().__init__(message)


def run_batch(
    simulator: Simulator,
    shared: Mapping[str, JsonValue],
    given: JsonValue,
    registry: Registry,
    store: EvidenceStore,
) -> Reply[RunData]:
    """Run each of the settings given on top of the arguments that all share.

    Raises BadValue for settings that are no list of objects, NothingRan where all are refused.
    """
    settings = _settings(given)
    runs: dict[int, Run] = {}
    refused: list[Refused] = []
    for number, setting in enumerate(settings, 1):
        with work.part(number - 1, len(settings)):
            try:
                call = read_call(simulator, {**shared, **setting})
                runs[number] = store.run(call, registry)
            except SimulRAGError as error:
                refused.append(Refused(setting=number, reason=error.reason, message=str(error)))
    if not runs:
        told = "; ".join(f"setting {one.setting}: {one.message}" for one in refused)
        raise NothingRan(
            refused[0].reason, f"none of {len(settings)} settings could be run: {told}"
        )
    return _reply(settings, runs, refused, registry)


def _settings(given: JsonValue) -> list[JsonObject]:
    """Return the settings of a batch, given as a list or as its JSON text."""
    listed = from_json_text(given)
    if not isinstance(listed, list) or not listed:
        raise BadValue(
            f'{SETTINGS} must be a list of objects, as [{{"year": 2030}}, {{"year": 2050}}], '
            f"but {shown(given)} was given",
            parameter=SETTINGS,
        )
    if len(listed) > MOST_SETTINGS:
        raise BadValue(
            f"{SETTINGS} has {len(listed)} entries; allowed are {MOST_SETTINGS} in one call",
            parameter=SETTINGS,
        )
    for number, one in enumerate(listed, 1):
        if not isinstance(one, dict):
            raise BadValue(
                f"{SETTINGS} entry {number} must be an object of arguments, but {shown(one)} was "
                "given",
                parameter=SETTINGS,
            )
    return cast("list[JsonObject]", listed)


def _reply(
    settings: Sequence[JsonObject],
    runs: Mapping[int, Run],
    refused: Sequence[Refused],
    registry: Registry,
) -> Reply[RunData]:
    common = _common(list(runs.values()))
    failed = {one.setting: one for one in refused}
    lost = f", {len(refused)} refused" if refused else ""
    told = [f"{len(runs)} of {len(settings)} settings run{lost}:"]
    for number, setting in enumerate(settings, 1):
        given = _said(setting)
        if number in failed:
            one = failed[number]
            told.append(f"{number}. {given}: {one.reason}: {one.message}")
        else:
            told.append(f"{number}. {given}: {_line(runs[number], common, registry)}")
    if common:
        told.append(f"Resolved for all: {resolved_text(common)}")
    told += _checks(runs)
    told.append('More: get_run(run id, detail="full"); compare_runs subtracts two.')
    data = RunData(
        runs=[
            {"setting": number, **_without(brief_run(run), common)} for number, run in runs.items()
        ],
        refused=list(refused),
    )
    return Reply("\n".join(told), data)


def _said(setting: JsonObject) -> str:
    """Return a setting on one line, shortened, so that it cannot pass for a reply."""
    text = " ".join(named_text(setting).split())
    return text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE]}..."


def _line(run: Run, common: JsonObject, registry: Registry) -> str:
    own = {name: value for name, value in conditions(run).items() if name not in common}
    warned = "".join(f" Warning: {warning}" for warning in run.warnings)
    where = f" ({resolved_text(own)})" if own else ""
    return f"run {run.id}: {results_text(run, registry)}{where}{warned}"


def _checks(runs: Mapping[int, Run]) -> list[str]:
    """Return the checks of all runs, a line for each that there is."""
    said: dict[str, list[str]] = {}
    for number, run in runs.items():
        said.setdefault(check_text(run), []).append(str(number))
    if len(said) == 1:
        return list(said)
    return [f"{text} - settings {', '.join(numbers)}" for text, numbers in said.items()]


def _common(runs: Sequence[Run]) -> JsonObject:
    """Return what all runs resolved alike."""
    first, *others = [conditions(run) for run in runs]
    return {
        name: value
        for name, value in first.items()
        if others and all(name in other and other[name] == value for other in others)
    }


def _without(brief: JsonObject, common: JsonObject) -> JsonObject:
    """Return a run in brief without what stands once for all of them in the text."""
    resolved = cast("JsonObject", brief["resolved"])
    own: JsonObject = {name: value for name, value in resolved.items() if name not in common}
    return {**brief, "resolved": own}
