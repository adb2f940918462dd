"""Reads a simulator's call from the flat arguments of its tool."""

from collections.abc import Mapping
from typing import cast

from pydantic import JsonValue

from simulrag.server.tools.checked_tool import from_json_text
from simulrag.simulators.arguments import nearest_names, shown
from simulrag.simulators.errors import BadValue, MissingCondition, UnknownName
from simulrag.simulators.interface import Call, Function, Parameter, Simulator

#: Names of the tool's own arguments, which no parameter may have.
OWN_ARGUMENTS = ("function", "seed")
#: Largest seed.
LARGEST_SEED = 2**31 - 1


def parameters(simulator: Simulator) -> dict[str, dict[str, Parameter]]:
    """Return by parameter name the functions that have it, with what they say of it."""
    found: dict[str, dict[str, Parameter]] = {}
    for function in simulator.functions:
        for parameter in function.parameters:
            found.setdefault(parameter.name, {})[function.name] = parameter
    return found


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
        listed = known[name][function.name].kind in ("choices", "points", "objects")
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
    functions = {function.name: function for function in simulator.functions}
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
