"""Makes one typed tool of a registered simulator, from its functions' parameters.

All functions share the tool: their parameters are laid out flat, those of equal name together. A
number that is not given is absent; no sentinel stands for it. A batch is several settings in one
call: what all share stands in the call itself, what differs in `settings`, the year in each, say.
A setting that cannot be run is named with its reason and loses none of the others.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import cast

from pydantic import JsonValue

from simulrag.server.jobs import Jobs
from simulrag.server.replies import Refused, Reply, RunData, brief_run, conditions
from simulrag.server.schemas import JsonObject, object_schema
from simulrag.server.tools.call_arguments import OWN_ARGUMENTS, parameters, read_call
from simulrag.server.tools.checked_tool import CheckedTool, checked_tool, from_json_text
from simulrag.server.tools.eliciting import completed
from simulrag.server.wording import (
    LONGEST_QUOTE,
    check_text,
    named_text,
    resolved_text,
    results_text,
    run_text,
    shortened,
)
from simulrag.simulators import progress
from simulrag.simulators.arguments import shown
from simulrag.simulators.errors import BadValue, SimulRAGError
from simulrag.simulators.handbook import allowed
from simulrag.simulators.interface import Function, Output, Parameter, Run, Simulator
from simulrag.simulators.registry import Registry
from simulrag.verifier.evidence import EvidenceStore

#: Choices listed in the schema; of more, the description shows the ends.
LISTED_CHOICES = 20
#: Longest description of a parameter in the schema, characters.
LONGEST_CLAUSE = 42

_JSON_TYPES = {
    "number": "number",
    "share": "number",
    "change": "number",
    "integer": "integer",
    "year": "integer",
}


def simulate_tool(
    simulator: Simulator, registry: Registry, store: EvidenceStore, jobs: Jobs
) -> CheckedTool:
    """Return the tool `simulate_<name>`. Raises ValueError for a parameter called as our own."""
    if taken := [name for name in parameters(simulator) if name in (*OWN_ARGUMENTS, SETTINGS)]:
        raise ValueError(f"{simulator.name}: a parameter must not be called {taken[0]!r}")

    def body(arguments: Mapping[str, JsonValue]) -> Reply[RunData]:
        shared = {name: value for name, value in arguments.items() if name != SETTINGS}
        settings = arguments.get(SETTINGS)
        if settings not in (None, "", []):
            return run_batch(simulator, shared, settings, registry, store)
        return run_reply(store.run(read_call(simulator, shared), registry), registry)

    return checked_tool(
        f"simulate_{simulator.name}",
        _description(simulator),
        schema(simulator),
        RunData,
        body,
        jobs,
        computes=True,
        ask=partial(completed, simulator),
    )


def run_reply(run: Run, registry: Registry) -> Reply[RunData]:
    """Return a run as a reply in brief, with the names of its series."""
    series = f"; series: {', '.join(run.series)}" if run.series else ""
    text = f'{run_text(run, registry)}\nMore: get_run("{run.id}", detail="full"){series}'
    return Reply(text, RunData(run=brief_run(run), series=list(run.series)))


def _description(simulator: Simulator) -> str:
    outputs = "; ".join(map(_function, simulator.functions))
    return f"{simulator.description} Outputs by function: {outputs}"


def _function(function: Function) -> str:
    """Return a function with its outputs; the name alone says one output that is called alike."""
    outputs = list(_outputs(function.outputs))
    return function.name if outputs == [function.name] else f"{function.name}: {', '.join(outputs)}"


def _outputs(outputs: Sequence[Output]) -> Iterator[str]:
    """Yield the names of outputs; one and its change together ("travel_time[_change]")."""
    names = {one.name for one in outputs}
    for one in outputs:
        if not one.changes_of or one.name != f"{one.changes_of}_change":
            yield f"{one.name}[_change]" if f"{one.name}_change" in names else one.name


def schema(simulator: Simulator) -> JsonObject:
    """Return the input schema: functions, all their parameters, seed, settings of a batch."""
    names: list[JsonValue] = [function.name for function in simulator.functions]
    count = len(names)
    properties: dict[str, JsonObject] = {}
    required: list[str] = []
    if count > 1:  # the one of a single one goes without saying
        properties["function"] = {"type": "string", "enum": names}
        required.append("function")
    for name, by_function in parameters(simulator).items():
        properties[name] = _property(by_function, count)
        if len(by_function) == count and all(p.required for p in by_function.values()):
            required.append(name)
    properties["seed"] = {"type": "integer"}
    properties[SETTINGS] = dict(SETTINGS_SCHEMA)
    return object_schema(properties, required)


def _property(by_function: Mapping[str, Parameter], functions: int) -> JsonObject:
    variants = list(by_function.values())
    made = _type(variants)
    said = [_described(by_function), *_only(by_function, functions)]
    if any(said):
        made["description"] = "; ".join(filter(None, said))
    return made


def _choices(variants: Sequence[Parameter]) -> list[JsonValue]:
    return list(dict.fromkeys(choice for p in variants for choice in p.choices))


def _type(variants: Sequence[Parameter]) -> JsonObject:
    kind, choices = variants[0].kind, _choices(variants)
    if kind == "points":
        return {"type": "array", "items": {"type": "array", "items": {"type": "number"}}}
    if kind == "objects":
        fields = variants[0].selection.fields
        return {"type": "array", "items": object_schema({f.name: _type([f]) for f in fields}, [])}
    text: JsonObject = {"type": "string"}
    if choices and len(choices) <= LISTED_CHOICES:
        text["enum"] = choices
    return (
        {"type": "array", "items": text}
        if kind == "choices"
        else (text if kind not in _JSON_TYPES else {"type": _JSON_TYPES[kind]})
    )


def _described(by_function: Mapping[str, Parameter]) -> str:
    """Return what the functions say, once where they agree; what most say needs no names."""
    said: dict[tuple[str, str], list[str]] = {}
    for function, parameter in by_function.items():
        said.setdefault(_words(parameter), []).append(function)
    ordered = sorted(said.items(), key=lambda one: -len(one[1]))
    (most, holders), others = ordered[0], ordered[1:]
    alike = others and len(others[0][1]) == len(holders)
    told = [f"{'/'.join(holders)}: {_joined(*most)}" if alike else _joined(*most)]
    for words, functions in others:
        brief = words[1] if words[0] == most[0] else ""  # the same with another range
        told.append(f"{'/'.join(functions)}: {brief or _joined(*words)}")
    return "; ".join(filter(None, told))


def _joined(said: str, valid: str) -> str:
    return f"{said} ({valid})" if said and valid else said or valid


def _words(parameter: Parameter) -> tuple[str, str]:
    """Return what a parameter is and its range, each empty where it is no news."""
    said = _first_clause(parameter.description)
    if parameter.choices and len(parameter.choices) <= LISTED_CHOICES:
        needless = said in parameter.choices or parameter.name in said.split()[-1:]
        return "" if needless else said, ""
    if parameter.kind in ("place", "points", "objects"):
        return said, ""
    valid = "YYYY-MM-DD" if parameter.kind == "date" else allowed(parameter)
    if valid == "any number":
        return said, ""
    if parameter.name in said.casefold().split():  # the name says it already
        return "", f"change, {valid}" if parameter.kind == "change" else valid
    return said, valid


def _first_clause(text: str) -> str:
    """Return the beginning of a description; the handbook has the rest."""
    clause = re.split(r"(?:[,:;.] | \()(?![^\[]*\])", text, maxsplit=1)[0].rstrip(".")
    if len(clause) <= LONGEST_CLAUSE:
        return clause
    return clause[:LONGEST_CLAUSE].rpartition(" ")[0] + "..."


def _only(by_function: Mapping[str, Parameter], functions: int) -> list[str]:
    """Name the one function of several that takes a parameter; errors name them otherwise."""
    return [f"for {', '.join(by_function)}"] if len(by_function) == 1 < functions else []


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
    settings = _listed_settings(given)
    runs: dict[int, Run] = {}
    refused: list[Refused] = []
    for number, setting in enumerate(settings, 1):
        with progress.part(number - 1, len(settings)):
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


def _listed_settings(given: JsonValue) -> list[JsonObject]:
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
