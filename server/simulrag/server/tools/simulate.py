"""Makes one typed tool of a registered simulator, from its functions' parameters.

All functions share the tool: their parameters are laid out flat, those of equal name together.
A number that is not given is absent; no sentinel stands for it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from pydantic import JsonValue

from simulrag.server.jobs import Jobs
from simulrag.server.replies import Reply, RunData, brief_run
from simulrag.server.schemas import JsonObject, object_schema
from simulrag.server.tools.batch import SETTINGS, SETTINGS_SCHEMA, run_batch
from simulrag.server.tools.call_arguments import OWN_ARGUMENTS, parameters, read_call
from simulrag.server.tools.checked_tool import CheckedTool, checked_tool
from simulrag.server.tools.eliciting import completed
from simulrag.server.wording import run_text
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
