"""Reads what a foreign simulator replied, and believes nothing that was not declared.

A reply is one JSON object: {"outputs": {NAME: VALUE, ...}}, and if it likes "series", "warnings",
"check" and "error". A VALUE is a number, a text (a category or an ISO date), a list of members, or
an object with "value" and "unit", "low", "high", "level", "members".
"""

import json
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from typing import cast

from pydantic import Field, JsonValue, ValidationError

from simulrag.simulators.arguments import shown
from simulrag.simulators.errors import RunFailed
from simulrag.simulators.external.ensemble_members import Members, members_of, summary
from simulrag.simulators.interface import (
    Check,
    Day,
    Frozen,
    Function,
    Label,
    Output,
    Quantity,
    Series,
    Value,
    listed,
)
from simulrag.simulators.safe_text import escaped

#: Keys of a reply.
KEYS = ("outputs", "series", "warnings", "check", "error", "id")
#: Most warnings of a run, and characters of each and of an error.
MOST_WARNINGS, LONGEST_TEXT = 10, 300
_NUMBER_KEYS = frozenset({"value", "unit", "low", "high", "level", "members"})


class Results(Frozen):
    """What a reply holds, read."""

    outputs: Mapping[str, Value]
    series: Mapping[str, Series]
    warnings: tuple[str, ...]
    check: Check | None
    #: The equally likely values behind numbers and dates that came with them.
    members: Mapping[str, Members] = Field(default_factory=dict)


def parsed(text: bytes, subject: str) -> Mapping[str, JsonValue]:
    """Return the one JSON object of a reply. Raises RunFailed."""
    try:
        reply = json.loads(
            text.decode("utf-8"), parse_constant=_no_number, object_pairs_hook=_object
        )
    except (ValueError, RecursionError) as error:
        why = "nothing" if not text.strip() else f"{text[:80]!r}, which is no JSON ({error})"
        raise RunFailed(f"{subject} answered {why}; it must answer one JSON object") from error
    if not isinstance(reply, dict):
        raise RunFailed(f"{subject} answered {shown(reply)}; it must answer one JSON object")
    return cast(Mapping[str, JsonValue], printable(cast(JsonValue, reply)))


def refused(reply: Mapping[str, JsonValue], subject: str) -> None:
    """Raise RunFailed where a reply tells of an error."""
    if reply.get("error"):
        raise RunFailed(f"{subject} failed: {str(reply['error'])[:LONGEST_TEXT]}")


def printable(value: JsonValue) -> JsonValue:
    """Return a value whose texts can neither steer a terminal nor forge a line of a reply."""
    match value:
        case str():
            return escaped(value)
        case list():
            return [printable(one) for one in value]
        case dict():
            return {escaped(name): printable(one) for name, one in value.items()}
        case _:
            return value


def _object(pairs: Sequence[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
    """Return an object of a reply. Raises ValueError for two values under one key."""
    made = dict(pairs)
    if len(made) < len(pairs):
        ((twice, _),) = Counter(name for name, _ in pairs).most_common(1)
        raise ValueError(f"the key {twice[:40]!r} stands twice")
    return made


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is no finite number")


def results(reply: Mapping[str, JsonValue], function: Function, subject: str) -> Results:
    """Return the results of a reply. Raises RunFailed where it is not what was declared."""
    if strange := [key for key in reply if key not in KEYS]:
        raise RunFailed(f"{subject} answered with {shown(strange[0])}; known are {', '.join(KEYS)}")
    given = reply.get("outputs")
    if not isinstance(given, dict):
        raise RunFailed(f"{subject} answered without 'outputs'; it holds {', '.join(reply)[:200]}")
    members = members_of(given, function, subject)
    return Results(
        outputs=outputs(given, function, subject, members),
        members=members,
        series=_series(reply.get("series"), function, subject),
        warnings=_warnings(reply.get("warnings"), subject),
        check=_check(reply.get("check"), subject),
    )


def outputs(
    given: Mapping[str, JsonValue],
    function: Function,
    subject: str,
    members: Mapping[str, Members],
) -> Mapping[str, Value]:
    """Return all declared outputs of a function. Raises RunFailed for any that is not so."""
    known = {output.name: output for output in function.outputs}
    if strange := [name for name in given if name not in known]:
        raise RunFailed(
            f"{subject} answered an output {shown(strange[0])}; declared are {', '.join(known)}"
        )
    if lacking := [name for name in known if given.get(name) is None]:
        raise RunFailed(
            f"{subject} answered no output {lacking[0]!r}; there are {', '.join(given) or 'none'}"
        )
    return {
        name: _value(output, given[name], members.get(name), subject)
        for name, output in known.items()
    }


def _value(output: Output, given: JsonValue, members: Members | None, subject: str) -> Value:
    match output.kind:
        case "number":
            return _quantity(output, given, members, subject)
        case "category":
            return _label(output, given, subject)
        case "date" if members is not None and not _stated(given):
            return summary(output, members, subject)
        case "date":
            return _day(output, given, subject)


def _stated(given: JsonValue) -> bool:
    """Tell whether a value stands beside its members."""
    return isinstance(given, dict) and given.get("value") is not None


def _quantity(output: Output, given: JsonValue, members: Members | None, subject: str) -> Value:
    at = f"{subject}: output {output.name!r}"
    if isinstance(given, dict):
        parts = cast(Mapping[str, JsonValue], given)
    else:
        parts = {"members" if isinstance(given, list) else "value": given}
    if strange := sorted(set(parts) - _NUMBER_KEYS):
        raise RunFailed(f"{at} holds {strange[0]!r}; known are {', '.join(sorted(_NUMBER_KEYS))}")
    unit = parts.get("unit", output.unit)
    if unit != output.unit:
        raise RunFailed(f"{at} came in {shown(unit)}; declared is {output.unit or 'no unit'!r}")
    if members is not None and not _stated(given):
        return summary(output, members, subject)
    value = number(parts.get("value"), at)
    ends = [None if (end := parts.get(key)) is None else number(end, at) for key in ("low", "high")]
    low, high = ends
    if (low is None) != (high is None):
        raise RunFailed(f"{at} has one end of an interval; give low, high and level, or none")
    if low is None or high is None:
        return Quantity(value=value, unit=output.unit)
    level = number(parts.get("level"), f"{at}: level of its interval")
    if not low <= value <= high or not 0 < level <= 1:
        raise RunFailed(
            f"{at} is {value:g} with the {level:g} interval {low:g} to {high:g}; the value must "
            "lie in it and the level between 0 and 1"
        )
    return Quantity(value=value, unit=output.unit, low=low, high=high, level=level)


def number(given: JsonValue, at: str) -> float:
    """Return a finite number. Raises RunFailed."""
    if isinstance(given, bool) or not isinstance(given, int | float):
        raise RunFailed(f"{at} must be a number, but {shown(given)} came")
    try:
        value = float(given)
    except OverflowError:
        value = math.inf
    if not math.isfinite(value):
        raise RunFailed(f"{at} is no finite number")
    return value


def _text(output: Output, given: JsonValue, subject: str) -> str:
    value = given.get("value") if isinstance(given, dict) else given
    if not isinstance(value, str) or not value.strip():
        raise RunFailed(
            f"{subject}: output {output.name!r} must be a {output.kind}, but {shown(given)} came"
        )
    return value


def _label(output: Output, given: JsonValue, subject: str) -> Label:
    value = _text(output, given, subject)
    if value not in output.choices and output.choices:
        raise RunFailed(
            f"{subject}: output {output.name!r} is {shown(value)}; declared are "
            f"{listed(tuple(output.choices))}"
        )
    return Label(value=value[:LONGEST_TEXT])


def _day(output: Output, given: JsonValue, subject: str) -> Day:
    value = _text(output, given, subject)
    try:
        return Day(value=date.fromisoformat(value).isoformat())
    except ValueError as error:
        raise RunFailed(
            f"{subject}: output {output.name!r} is {shown(value)}; it must be an ISO date such as "
            "2026-03-01"
        ) from error


def _series(given: JsonValue, function: Function, subject: str) -> Mapping[str, Series]:
    if given is None:
        return {}
    units = {output.name: output.unit for output in function.outputs}
    if not isinstance(given, dict) or not set(given) <= set(units):
        raise RunFailed(f"{subject}: series must be an object by output: {', '.join(units)}")
    return {name: _course(name, units[name], part, subject) for name, part in given.items()}


def _course(name: str, unit: str, given: JsonValue, subject: str) -> Series:
    at = f"{subject}: series {name!r}"
    if not isinstance(given, dict):
        raise RunFailed(f"{at} must be an object with 'times' and 'values'")
    try:
        made = Series.model_validate({"unit": unit, **given})
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise RunFailed(f"{at}.{'.'.join(map(str, first['loc']))}: {first['msg']}") from error
    lengths = {len(part) for part in (made.times, made.values, made.low, made.high) if part}
    if made.unit != unit or len(lengths) != 1 or len(made.times) != len(made.values):
        raise RunFailed(f"{at} must be in {unit!r}, with as many values as times")
    if not all(map(math.isfinite, (*made.values, *made.low, *made.high))):
        raise RunFailed(f"{at} holds a value that is no finite number")
    return made


def _warnings(given: JsonValue, subject: str) -> tuple[str, ...]:
    items: Sequence[JsonValue] = given if isinstance(given, list) else []
    if given not in (None, items) or not all(isinstance(item, str) for item in items):
        raise RunFailed(f"{subject}: warnings must be a list of texts, but {shown(given)} came")
    return tuple(str(item)[:LONGEST_TEXT] for item in items[:MOST_WARNINGS])


def _check(given: JsonValue, subject: str) -> Check | None:
    if given is None:
        return None
    try:
        return Check.model_validate(given)
    except ValidationError as error:
        raise RunFailed(
            f"{subject}: check must hold 'tested' and 'verdict' (passed, failed, not_evaluated), "
            f"but {shown(given)} came"
        ) from error


def contract_results(
    reply: Mapping[str, JsonValue], function: Function, paths: Mapping[str, str], subject: str
) -> Results:
    """Return the outputs of a reply in the official SimulRAG contract.

    That is {"tool", "arguments"} in, any JSON object out. Where in that object an output lies is
    said by its path, dotted, its name if there is none; lists are entered by number. Units are
    those declared, since the contract has none. Numbers may be texts, as they are in published
    evidence; a list of numbers is the members of an ensemble.

    paths: by function and output ("level.height"). Raises RunFailed where one is not there.
    """
    found = {
        one.name: _at_path(reply, one, paths.get(f"{function.name}.{one.name}", one.name), subject)
        for one in function.outputs
    }
    members = members_of(found, function, subject)
    return Results(
        outputs=outputs(found, function, subject, members),
        members=members,
        series={},
        warnings=(),
        check=None,
    )


def _at_path(reply: Mapping[str, JsonValue], output: Output, path: str, subject: str) -> JsonValue:
    value: JsonValue = cast(JsonValue, reply)
    for part in path.split("."):
        if isinstance(value, dict) and part in value:
            value = value[part]
        elif isinstance(value, list) and part.isdigit() and int(part) < len(value):
            value = value[int(part)]
        else:
            raise RunFailed(
                f"{subject} answered without {path!r}, where output {output.name!r} should be; "
                f"it holds {', '.join(reply)[:200]}"
            )
    if output.kind == "number" and isinstance(value, str):
        return _number_of_text(value)
    return value


def _number_of_text(text: str) -> JsonValue:
    """Return a text as the number that it is, else as it stands, to be refused."""
    try:
        return float(text)
    except ValueError:
        return text
