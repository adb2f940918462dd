"""The arguments of a call: checked against a function's parameters, and objects put in words.

Nothing is clamped.
"""

import difflib
import math
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime

from pydantic import JsonValue

from simulrag.simulators.errors import (
    BadValue,
    MissingCondition,
    OutOfRange,
    UnknownName,
)
from simulrag.simulators.immutable_data import once_for_each
from simulrag.simulators.interface import Function, Parameter

#: Longest text accepted as a name, characters.
LONGEST_NAME = 200
#: Most items of a list of objects.
MOST_OBJECTS = 20


def nearest_names(given: str, names: Iterable[str], count: int = 5) -> tuple[str, ...]:
    """Return the names most like `given`, best first."""
    by_key = {name.casefold(): name for name in names}
    keys = difflib.get_close_matches(given[:LONGEST_NAME].casefold(), by_key, count, cutoff=0.6)
    return tuple(by_key[key] for key in keys)


def validate(function: Function, arguments: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """Return complete, normalised arguments in the order of the function's parameters.

    Defaults are filled in; dates become ISO text, numbers floats, years and integers ints.
    Raises UnknownName, MissingCondition, BadValue or OutOfRange.
    """
    known = [p.name for p in function.parameters]
    _refuse_unknown(function.name, "parameter", arguments, known)
    return {p.name: _value(p, arguments.get(p.name)) for p in function.parameters}


def _refuse_unknown(
    owner: str, what: str, given: Mapping[str, JsonValue], known: Sequence[str]
) -> None:
    for name in given:
        if name not in known:
            near = nearest_names(name, known)
            hint = f"; did you mean {near[0]}?" if near and what == "field" else ";"
            raise UnknownName(
                f"{owner} has no {what} {name!r}{hint} it has {', '.join(known)}",
                parameter=name,
                given=given[name],
                candidates=near,
            )


def _value(parameter: Parameter, given: JsonValue) -> JsonValue:
    if given is None or given == "" or given == []:
        if parameter.required:
            raise missing(parameter)
        return parameter.default
    return check_value(parameter, given)


def missing(parameter: Parameter) -> MissingCondition:
    """Return that an input has no value, with what may be given."""
    said = f"{parameter.name} is missing ({parameter.description}); give {parameter.allowed()}"
    return MissingCondition(said, parameter=parameter.name)


def check_value(parameter: Parameter, given: JsonValue) -> JsonValue:
    """Return one value, normalised. Raises UnknownName, BadValue or OutOfRange."""
    match parameter.kind:
        case "number" | "share" | "change":
            return _in_range(parameter, _number(parameter, given))
        case "integer" | "year":
            return int(_in_range(parameter, _whole(parameter, given)))
        case "date":
            return _date(parameter, given)
        case "choice":
            return _choice(parameter, given)
        case "choices":
            return _choices(parameter, given)
        case "place":
            return _text(parameter, given)
        case "points":
            return _points(parameter, given)
        case "objects":
            return _objects(parameter, given)


def _bad(parameter: Parameter, given: JsonValue, wanted: str) -> BadValue:
    return BadValue(
        f"{parameter.name} must be {wanted}, but {shown(given)} was given",
        parameter=parameter.name,
        given=given,
    )


def shown(given: object) -> str:
    """Return a short representation of what was given, for a message."""
    text = repr(given)
    return text if len(text) <= 80 else text[:77] + "..."


def _number(parameter: Parameter, given: JsonValue) -> float:
    if isinstance(given, bool) or not isinstance(given, int | float | str):
        raise _bad(parameter, given, "a number")
    try:
        number = float(given)
    except (ValueError, OverflowError):
        raise _bad(parameter, given, "a number") from None
    if not math.isfinite(number):
        raise _bad(parameter, given, "a finite number")
    return number


def _whole(parameter: Parameter, given: JsonValue) -> float:
    number = _number(parameter, given)
    if number != int(number):
        raise _bad(parameter, given, "a whole number")
    return number


def _in_range(parameter: Parameter, number: float) -> float:
    low, high = parameter.low, parameter.high
    if (low is not None and number < low) or (high is not None and number > high):
        nearest = low if low is not None and number < low else high
        raise OutOfRange(
            f"{parameter.name} {number:g} is out of range; allowed is {parameter.allowed()}, "
            f"nearest valid value {nearest:g}",
            parameter=parameter.name,
            given=number,
            nearest=nearest,
        )
    return number


def _date(parameter: Parameter, given: JsonValue) -> str:
    if not isinstance(given, str) or len(given) > LONGEST_NAME:
        raise _bad(parameter, given, "a date such as 2022-10-04")
    try:
        day = date.fromisoformat(given).isoformat()
    except ValueError:
        pass
    else:
        if "W" in given.upper():  # of which calendar is not said, nor which of its days
            raise _bad(parameter, given, f"a day; the ISO week begins on {day}")
        return day
    from dateutil import parser as date_parser  # late: a server's start reads no dates

    try:  # both defaults must agree, or a part of the date was not given
        first = date_parser.parse(given, default=_DEFAULTS[0])
        second = date_parser.parse(given, default=_DEFAULTS[1])
    except (ValueError, OverflowError):
        raise _bad(parameter, given, "a date such as 2022-10-04") from None
    if first != second:
        raise _bad(parameter, given, "a full date with day, month and year such as 2022-10-04")
    turned = date_parser.parse(given, default=_DEFAULTS[0], dayfirst=True)
    if turned != first and not given.strip()[:4].isdigit():
        either = f"{first.date()} or {turned.date()}"
        raise _bad(parameter, given, f"a date such as 2022-10-04, not one which may be {either}")
    return first.date().isoformat()


_DEFAULTS = (datetime(2001, 1, 2), datetime(2002, 3, 4))


def _text(parameter: Parameter, given: JsonValue) -> str:
    if not isinstance(given, str) or not given.strip() or len(given) > LONGEST_NAME:
        raise _bad(parameter, given, f"a name of at most {LONGEST_NAME} characters")
    return given.strip()


def _choice(parameter: Parameter, given: JsonValue) -> str:
    text = _text(parameter, given)
    by_word = _choices_by_word(parameter)
    if text.casefold() not in by_word:
        candidates = nearest_names(text, parameter.choices)
        hint = f"; did you mean {' or '.join(candidates)}?" if candidates else "."
        raise UnknownName(
            f"{parameter.name} {shown(given)} is unknown{hint} Allowed is {parameter.allowed()}",
            parameter=parameter.name,
            given=given,
            candidates=candidates,
        )
    return by_word[text.casefold()]


def choice_named(parameter: Parameter, text: str) -> str:
    """Return the choice that a text is the name of or a word for; else the text."""
    return _choices_by_word(parameter).get(text.casefold(), text)


@once_for_each
def _choices_by_word(parameter: Parameter) -> Mapping[str, str]:
    choices = parameter.choices.items()
    return {word.casefold(): value for value, words in choices for word in (value, *words)}


@once_for_each
def _groups_by_word(parameter: Parameter) -> Mapping[str, tuple[str, ...]]:
    return {phrase.casefold(): names for phrase, names in parameter.selection.groups.items()}


def _choices(parameter: Parameter, given: JsonValue) -> list[JsonValue]:
    items = _apart(parameter, given) if isinstance(given, str) else given
    if not isinstance(items, list) or len(items) > 4 * max(1, len(parameter.choices)):
        raise _bad(parameter, given, "a list of names")
    chosen = {name for item in items for name in _meant(parameter, item)}
    return [name for name in parameter.choices if name in chosen]


def _apart(parameter: Parameter, text: str) -> list[JsonValue]:
    """Return the names between the commas of a text; of those with commas in them, the longest."""
    known = _choices_by_word(parameter).keys() | _groups_by_word(parameter).keys()
    most = max((name.count(",") for name in known), default=0) + 1
    parts = text.split(",")
    found: list[JsonValue] = []
    while parts:
        joined = ((n, ", ".join(one.strip() for one in parts[:n])) for n in range(most, 1, -1))
        size, name = next((one for one in joined if one[1].casefold() in known), (1, parts[0]))
        found.append(name)
        del parts[:size]
    return found


def _meant(parameter: Parameter, item: JsonValue) -> tuple[str, ...]:
    """Return the choice that an item names, or all of those of a group ("New England")."""
    group = (
        _groups_by_word(parameter).get(item.strip().casefold()) if isinstance(item, str) else None
    )
    return group or (_choice(parameter, item),)


def _objects(parameter: Parameter, given: JsonValue) -> list[JsonValue]:
    items = given if isinstance(given, list) else [given]
    if len(items) > MOST_OBJECTS:
        raise _bad(parameter, given, f"a list of at most {MOST_OBJECTS} objects")
    return [_object(f"{parameter.name}[{at}]", parameter, one) for at, one in enumerate(items)]


def _object(name: str, parameter: Parameter, given: JsonValue) -> dict[str, JsonValue]:
    """Return an object with the fields that are given and are not at their defaults."""
    fields = parameter.selection.fields
    if not isinstance(given, dict):
        raise _bad(parameter, given, f"a list of {parameter.allowed()}")
    _refuse_unknown(name, "field", given, [one.name for one in fields])
    made: dict[str, JsonValue] = {}
    for one in fields:
        named = one.model_copy(update={"name": f"{name}.{one.name}"})
        value = _value(named, given.get(one.name))
        if value != one.default:
            made[one.name] = value
    return made


def _points(parameter: Parameter, given: JsonValue) -> list[JsonValue]:
    if not isinstance(given, list) or len(given) > 10_000:
        raise _bad(parameter, given, "a list of at most 10000 [longitude, latitude] pairs")
    return [_point(parameter, point) for point in given]


def _point(parameter: Parameter, point: JsonValue) -> list[JsonValue]:
    if not isinstance(point, list) or len(point) != 2:
        raise _bad(parameter, point, "[longitude, latitude] in degrees")
    longitude, latitude = (_number(parameter, part) for part in point)
    if not -180 <= longitude <= 360 or not -90 <= latitude <= 90:
        raise OutOfRange(
            f"{parameter.name} holds {shown(point)}; longitude must lie in -180 to 360 and "
            "latitude in -90 to 90 (the order is longitude, latitude)",
            parameter=parameter.name,
            given=point,
        )
    return [longitude, latitude]


def object_in_words(parameter: Parameter, held: Mapping[str, JsonValue]) -> str:
    """Return an object in few words: "50 % vaccinated, ages 65+, efficacy 45 % from 2022-10-15".

    A share without words of its own stands first, as it is of what the first field names.
    """
    fields = [one for one in parameter.selection.fields if held.get(one.name) is not None]
    shares = [one for one in fields if one.kind == "share" and not one.words]
    said = " ".join(_field_in_words(one, held[one.name]) for one in shares)
    for one in fields:
        if one not in shares:
            said += ", " if one.kind in ("choices", "share") else " "
            said += _field_in_words(one, held[one.name])
    return said.strip(" ,")


def objects_in_words(parameter: Parameter, given: JsonValue) -> str:
    """Return a list of objects in words, parted by semicolons."""
    items = given if isinstance(given, list) else [given]
    return "; ".join(object_in_words(parameter, one) for one in items if isinstance(one, Mapping))


def _field_in_words(field: Parameter, value: JsonValue) -> str:
    match value:
        case list():
            return f"{field.name} {', '.join(map(str, value))}"
        case int() | float():
            return _number_in_words(field, value)
        case _:
            return str(value) if field.kind == "choice" else f"{field.name} {value}"


def _number_in_words(field: Parameter, value: float) -> str:
    """Return a number led by the words of its field; "for", where it is a length of time."""
    if field.kind == "share":
        return " ".join([*field.words[:1], f"{value:.6g} %"])
    lead = field.words[0] if field.words else "for"
    unit = "" if lead.endswith(field.unit) else f" {field.unit}{'' if value == 1 else 's'}"
    return f"{lead} {value:.6g}{unit}"
