"""Several settings in one call of a simulator's tool, each with its run id or its refusal.

What all share stands in the call itself, what differs in `settings`: the year in each, say. A
setting that cannot be run is named with its reason and loses none of the others.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import cast

from pydantic import JsonValue

from simulrag.server.replies import Refused, Reply, RunData, brief_run, conditions
from simulrag.server.schemas import JsonObject
from simulrag.server.tools.call_arguments import read_call
from simulrag.server.tools.checked_tool import from_json_text
from simulrag.server.wording import (
    LONGEST_QUOTE,
    check_text,
    named_text,
    resolved_text,
    results_text,
    shortened,
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
    common, warnings = _common(list(runs.values())), _warned(list(runs.values()))
    failed = {one.setting: one for one in refused}
    lost = f", {len(refused)} refused" if refused else ""
    told = [f"{len(runs)} of {len(settings)} settings run{lost}:"]
    for number, setting in enumerate(settings, 1):
        if number in failed:
            said = f"{failed[number].reason}: {failed[number].message}"
        else:
            said = _line(runs[number], {*common, *setting}, warnings, registry)
        told.append(f"{number}. {_said(setting)}: {said}")
    told += _checks(runs)
    told += [f"Warning for all: {warning}" for warning in warnings]
    if common:
        told.append(f"Resolved for all: {resolved_text(common)}")
    told.append('More: get_run(run id, detail="full"); compute subtracts.')
    listed = [
        {"setting": number, **_without(brief_run(run), common, warnings)}
        for number, run in runs.items()
    ]
    data = RunData(runs=listed, refused=list(refused), warnings=warnings, resolved=common)
    return Reply("\n".join(told), data)


def _said(setting: JsonObject) -> str:
    """Return a setting on one line, shortened, so that it cannot pass for a reply."""
    return shortened(" ".join(named_text(setting).split()), LONGEST_QUOTE)


def _line(run: Run, known: Collection[str], warnings: Sequence[str], registry: Registry) -> str:
    """Return a run on one line, with the conditions that are not known from elsewhere."""
    own = {name: value for name, value in conditions(run).items() if name not in known}
    where = f" ({resolved_text(own)})" if own else ""
    warned = "".join(f" Warning: {one}" for one in run.warnings if one not in warnings)
    return f"run {run.id}: {results_text(run, registry)}{where}{warned}"


def _checks(runs: Mapping[int, Run]) -> list[str]:
    """Return the check of the first run where all passed, else each that did not pass."""
    failed = {number: run for number, run in runs.items() if run.check.verdict != "passed"}
    if failed:
        return [f"Setting {number}: {check_text(run)}" for number, run in failed.items()]
    first = check_text(next(iter(runs.values())))
    return [first if len(runs) == 1 else f"{first}; so in all {len(runs)} runs"]


def _common(runs: Sequence[Run]) -> JsonObject:
    """Return what several runs resolved alike."""
    first, *others = [conditions(run) for run in runs]
    return {
        name: value
        for name, value in first.items()
        if others and all(name in other and other[name] == value for other in others)
    }


def _warned(runs: Sequence[Run]) -> list[str]:
    """Return the warnings that several runs share."""
    first, *others = runs
    return [one for one in first.warnings if others and all(one in run.warnings for run in others)]


def _without(brief: JsonObject, common: JsonObject, warnings: Sequence[str]) -> JsonObject:
    """Return a run in brief without what stands once for all of them."""
    resolved = cast("JsonObject", brief["resolved"])
    told = cast("list[str]", brief.pop("warnings", []))
    own: JsonObject = {name: value for name, value in resolved.items() if name not in common}
    left = [one for one in told if one not in warnings]
    return {**brief, "resolved": own, **({"warnings": list(left)} if left else {})}
