"""Ensembles of foreign simulators: the members that a reply gives, and what they come to together.

Members are equally likely values of one output, in the same order in every reply: the n-th has the
same random draws, whatever the arguments. None is not defined.
"""

import math
from collections.abc import Mapping, Sequence
from datetime import date
from typing import cast

from pydantic import JsonValue

from simulrag.simulators.arguments import shown
from simulrag.simulators.errors import RunFailed
from simulrag.simulators.interface import Day, Function, Output, Quantity
from simulrag.simulators.output_operations import centre, ninety_percent

#: Members of one output: numbers, and days as proleptic Gregorian ordinals.
Members = tuple[float | None, ...]
#: With how many seeds a function that takes one is called, unless it says.
SEEDS = 20
FEWEST_MEMBERS, MOST_MEMBERS = 5, 1_000
LEVEL = 0.9


def members_of(
    given: Mapping[str, JsonValue], function: Function, subject: str
) -> Mapping[str, Members]:
    """Return the members that came with numbers and dates. Raises RunFailed."""
    found: dict[str, Members] = {}
    for output in function.outputs:
        value = given.get(output.name)
        listed = value.get("members") if isinstance(value, dict) else value
        if output.kind != "category" and (isinstance(listed, list) or _has_members(value)):
            found[output.name] = _members(output, listed, f"{subject}: output {output.name!r}")
    if len({len(one) for one in found.values()}) > 1:
        counts = ", ".join(f"{len(one)} of {name}" for name, one in found.items())
        raise RunFailed(f"{subject} answered {counts}; all outputs have as many members")
    return found


def _has_members(value: JsonValue) -> bool:
    return isinstance(value, dict) and value.get("members") is not None


def _members(output: Output, given: JsonValue, at: str) -> Members:
    items = cast(Sequence[JsonValue], given) if isinstance(given, list) else ()
    if not FEWEST_MEMBERS <= len(items) <= MOST_MEMBERS:
        raise RunFailed(
            f"{at} must be a {output.kind}, but {shown(given)} came; members are a list of "
            f"{FEWEST_MEMBERS} to {MOST_MEMBERS:,} values"
        )
    return tuple(None if item is None else _member(output, item, at) for item in items)


def _member(output: Output, given: JsonValue, at: str) -> float:
    """Return a number, or a day as its ordinal. Raises RunFailed."""
    is_number = isinstance(given, int | float) and not isinstance(given, bool)
    try:
        if output.kind == "date" and isinstance(given, str):
            return float(date.fromisoformat(given).toordinal())
        value = float(str(given)) if output.kind == "number" and is_number else math.nan
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        wanted = "an ISO date" if output.kind == "date" else "a finite number"
        raise RunFailed(f"{at} has the member {shown(given)}; each is {wanted}, or null")
    return value


def as_floats(members: Members) -> list[float]:
    """Return members as numbers, NaN where one is not defined."""
    return [math.nan if one is None else one for one in members]


def summary(output: Output, members: Members, subject: str) -> Quantity | Day:
    """Return the value of an output and its 90 % interval from its members.

    Raises RunFailed where less than half of them are defined.
    """
    values = as_floats(members)
    middle, ends = centre(values, output.statistic), ninety_percent(values)
    if middle is None or ends is None:
        raise RunFailed(
            f"{subject}: output {output.name!r} has no value: less than half of its "
            f"{len(values)} members are defined"
        )
    low, high = min(ends[0], middle), max(ends[1], middle)
    if output.kind == "date":
        return Day(value=_day(middle), low=_day(low), high=_day(high))
    return Quantity(value=middle, unit=output.unit, low=low, high=high, level=LEVEL)


def _day(ordinal: float) -> str:
    return date.fromordinal(math.floor(ordinal + 0.5)).isoformat()
