"""Another valid value of a condition, one that no run at hand has."""

import random
from collections.abc import Sequence

from pydantic import JsonValue

from simulrag.simulators.interface import Call, Parameter

#: Cities on four continents, far from each other.
PLACES = ("Nairobi", "Lima", "Oslo", "Brisbane", "Osaka", "Winnipeg", "Casablanca", "Novosibirsk")
_YEARS_APART = 7


def another(
    parameter: Parameter, value: JsonValue, calls: Sequence[Call], chance: random.Random
) -> str:
    """Return a value other than `value` and those of all calls, as text would name it."""
    held = {str(value).casefold()}
    for call in calls:
        given = call.arguments.get(parameter.name)
        held |= {str(v).casefold() for v in (given if isinstance(given, list) else [given])}
    options = [text for text in _options(parameter, value) if text.casefold() not in held]
    return chance.choice(options)


def _options(parameter: Parameter, value: JsonValue) -> list[str]:
    if parameter.kind == "place":
        return list(PLACES)
    if parameter.kind == "year":
        year = int(str(value))
        steps = (_YEARS_APART, -_YEARS_APART, 2 * _YEARS_APART, -2 * _YEARS_APART)
        return [str(year + step) for step in steps]
    return list(parameter.choices)
