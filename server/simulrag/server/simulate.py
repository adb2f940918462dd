"""Makes one typed tool of a registered simulator, from its functions' parameters.

All functions share the tool: their parameters are laid out flat, those of equal name together.
A number that is not given is absent; no sentinel stands for it.
"""

import re
from collections.abc import Mapping, Sequence
from typing import cast

from pydantic import JsonValue

from simulrag.server.checked_tool import CheckedTool, checked_tool, from_json_text
from simulrag.server.jobs import Jobs
from simulrag.server.replies import Reply, RunData, without_series
from simulrag.server.schemas import EMPTY, JsonObject, object_schema
from simulrag.server.wording import run_text
from simulrag.simulators.arguments import nearest_names, shown
from simulrag.simulators.errors import BadValue, MissingCondition, UnknownName
from simulrag.simulators.handbook import allowed
from simulrag.simulators.interface import Call, Function, Parameter, Run, Simulator
from simulrag.simulators.registry import Registry
from simulrag.verifier.evidence import EvidenceStore

#: Names of the tool's own arguments, which no parameter may have.
OWN_ARGUMENTS = ("function", "seed")
#: Choices listed in the schema; of more, the description shows the ends.
LISTED_CHOICES = 20
#: Longest description of a parameter in the schema, characters.
LONGEST_CLAUSE = 42
#: Largest seed.
LARGEST_SEED = 2**31 - 1

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
    if taken := [name for name in parameters(simulator) if name in OWN_ARGUMENTS]:
        raise ValueError(f"{simulator.name}: a parameter must not be called {taken[0]!r}")

    def body(arguments: Mapping[str, JsonValue]) -> Reply[RunData]:
        return run_reply(store.run(read_call(simulator, arguments), registry), registry)

    return checked_tool(
        f"simulate_{simulator.name}",
        _description(simulator),
        schema(simulator),
        RunData,
        body,
        jobs,
        computes=True,
    )


def run_reply(run: Run, registry: Registry) -> Reply[RunData]:
    """Return a run as a reply, without its series but with their names."""
    text = run_text(run, registry)
    if run.series:
        text += f'\nSeries ({", ".join(run.series)}): get_run("{run.id}", detail="full")'
    return Reply(text, RunData(run=without_series([run])[0], series=list(run.series)))


def offered(simulator: Simulator) -> tuple[Function, ...]:
    """Return the functions that the tool has."""
    return tuple(function for function in simulator.functions if function.offered)


def parameters(simulator: Simulator) -> dict[str, dict[str, Parameter]]:
    """Return by parameter name the functions that have it, with what they say of it."""
    found: dict[str, dict[str, Parameter]] = {}
    for function in offered(simulator):
        for parameter in function.parameters:
            found.setdefault(parameter.name, {})[function.name] = parameter
    return found


def _description(simulator: Simulator) -> str:
    return f"{simulator.description} Arguments: plan_runs."


def schema(simulator: Simulator) -> JsonObject:
    """Return the input schema: functions, all their parameters, seed."""
    names: list[JsonValue] = [function.name for function in offered(simulator)]
    count = len(names)
    properties: dict[str, JsonObject] = {"function": {"type": "string", "enum": names}}
    required = [] if count == 1 else ["function"]
    for name, by_function in parameters(simulator).items():
        properties[name] = _property(by_function, count)
        if len(by_function) == count and all(p.required for p in by_function.values()):
            required.append(name)
    properties["seed"] = {"type": "integer"}
    return object_schema(properties, required, closed=True)


def _property(by_function: Mapping[str, Parameter], functions: int) -> JsonObject:
    variants = list(by_function.values())
    first = variants[0]
    made = _type(first.kind, _choices(variants))
    said = [*_descriptions(by_function), *_only(by_function, functions)]
    if any(said):
        made["description"] = "; ".join(filter(None, said))
    default = _default(variants)
    if default is not None:
        made["default"] = default
    return made


def _default(variants: Sequence[Parameter]) -> JsonValue:
    """Return the default that all functions share, unless it is empty; else None."""
    first = variants[0]
    if any(p.required or p.default != first.default for p in variants):
        return None
    return None if first.default in EMPTY else first.default


def _choices(variants: Sequence[Parameter]) -> list[JsonValue]:
    return list(dict.fromkeys(choice for p in variants for choice in p.choices))


def _type(kind: str, choices: list[JsonValue]) -> JsonObject:
    if kind == "points":
        return {"type": "array", "items": {"type": "array", "items": {"type": "number"}}}
    text: JsonObject = {"type": "string"}
    if kind == "texts":
        return {"type": "array", "items": text}
    if choices and len(choices) <= LISTED_CHOICES:
        text["enum"] = choices
    return (
        {"type": "array", "items": text}
        if kind == "choices"
        else (text if kind not in _JSON_TYPES else {"type": _JSON_TYPES[kind]})
    )


def _descriptions(by_function: Mapping[str, Parameter]) -> list[str]:
    """Return what the functions say, once where they agree."""
    said: dict[str, list[str]] = {}
    for function, parameter in by_function.items():
        said.setdefault(_words(parameter), []).append(function)
    if len(said) == 1:
        return list(said)
    return [f"{'/'.join(functions)}: {words}" for words, functions in said.items()]


def _words(parameter: Parameter) -> str:
    said = _first_clause(parameter.description)
    if parameter.choices and len(parameter.choices) <= LISTED_CHOICES:
        return "" if said in parameter.choices or parameter.name in said.split()[-1:] else said
    if parameter.kind in ("place", "points", "texts"):
        return said
    valid = "YYYY-MM-DD" if parameter.kind == "date" else allowed(parameter)
    if parameter.name in said.casefold().split()[-1:]:
        return valid  # the name says it already
    return f"{said} ({valid})"


def _first_clause(text: str) -> str:
    """Return the beginning of a description; the handbook has the rest."""
    clause = re.split(r"(?:[,:;.] | \()(?![^\[]*\])", text, maxsplit=1)[0].rstrip(".")
    if len(clause) <= LONGEST_CLAUSE:
        return clause
    return clause[:LONGEST_CLAUSE].rpartition(" ")[0] + "..."


def _only(by_function: Mapping[str, Parameter], functions: int) -> list[str]:
    """Name the one function of several that takes a parameter; errors name them otherwise."""
    return [f"for {', '.join(by_function)}"] if len(by_function) == 1 < functions else []


def read_call(simulator: Simulator, arguments: Mapping[str, JsonValue]) -> Call:
    """Return the call that the tool's arguments ask for; its values are checked when it is run.

    A value equal to a declared default says nothing, as some hosts fill all of them in. Raises
    UnknownName for an argument that the function does not have, MissingCondition without a
    function, BadValue for a seed that is not a whole number.
    """
    known = parameters(simulator)
    for name in arguments:
        if name not in known and name not in OWN_ARGUMENTS:
            names = [*OWN_ARGUMENTS, *known]
            raise UnknownName(
                f"argument {shown(name)} is unknown; allowed are {', '.join(names)}",
                parameter=name,
                given=arguments[name],
                candidates=nearest_names(name, names),
            )
    function = _function(simulator, arguments.get("function"))
    kept: dict[str, JsonValue] = {}
    for name, value in arguments.items():
        if name in OWN_ARGUMENTS or _says_nothing(value, known[name]):
            continue
        if function.name not in known[name]:
            raise UnknownName(
                f"{name} is no parameter of {function.name}; it belongs to "
                f"{', '.join(known[name])}. {function.name} takes "
                f"{', '.join(p.name for p in function.parameters)}",
                parameter=name,
                given=value,
            )
        listed = known[name][function.name].kind in ("choices", "points", "texts")
        kept[name] = from_json_text(value) if listed else value
    seed = _seed(arguments.get("seed", 0))
    return Call(simulator=simulator.name, function=function.name, arguments=kept, seed=seed)


def _says_nothing(value: JsonValue, by_function: Mapping[str, Parameter]) -> bool:
    if value is None or value == "" or value == []:
        return True
    return all(not p.required and value == p.default for p in by_function.values()) and not (
        isinstance(value, bool)
    )


def _function(simulator: Simulator, given: JsonValue) -> Function:
    functions = {function.name: function for function in offered(simulator)}
    if given in (None, "") and len(functions) == 1:
        return next(iter(functions.values()))
    if given in (None, ""):
        raise MissingCondition(
            f"function is missing; give one of {', '.join(functions)}", parameter="function"
        )
    if not isinstance(given, str) or given not in functions:
        raise UnknownName(
            f"function {shown(given)} is unknown; choose one of {', '.join(functions)}",
            parameter="function",
            given=given,
            candidates=nearest_names(str(given), functions),
        )
    return functions[given]


def _seed(given: JsonValue) -> int:
    if isinstance(given, str) and given.strip().isdecimal():
        given = int(given) if len(given) < 12 else given
    if isinstance(given, float) and given.is_integer():
        given = int(given)
    whole = isinstance(given, int) and not isinstance(given, bool)
    if not whole or not 0 <= cast("int", given) <= LARGEST_SEED:
        raise BadValue(
            f"seed must be a whole number from 0 to {LARGEST_SEED}, but {shown(given)} was given",
            parameter="seed",
            given=given,
        )
    return cast("int", given)
