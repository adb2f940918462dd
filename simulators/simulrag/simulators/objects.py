"""Arguments that are lists of objects with declared fields, in words."""

from collections.abc import Mapping

from pydantic import JsonValue

from simulrag.simulators.interface import Parameter


def in_words(parameter: Parameter, held: Mapping[str, JsonValue]) -> str:
    """Return an object in few words: "50 % vaccinated, ages 65+, efficacy 45 % from 2022-10-15".

    A share without words of its own stands first, as it is of what the first field names.
    """
    fields = [one for one in parameter.selection.fields if held.get(one.name) is not None]
    shares = [one for one in fields if one.kind == "share" and not one.words]
    said = " ".join(_said(one, held[one.name]) for one in shares)
    for one in fields:
        if one not in shares:
            said += (", " if one.kind in ("choices", "share") else " ") + _said(one, held[one.name])
    return said.strip(" ,")


def listed_in_words(parameter: Parameter, given: JsonValue) -> str:
    """Return a list of objects in words, parted by semicolons."""
    items = given if isinstance(given, list) else [given]
    return "; ".join(in_words(parameter, one) for one in items if isinstance(one, Mapping))


def _said(field: Parameter, value: JsonValue) -> str:
    match value:
        case list():
            return f"{field.name} {', '.join(map(str, value))}"
        case int() | float():
            return _number(field, value)
        case _:
            return str(value) if field.kind == "choice" else f"{field.name} {value}"


def _number(field: Parameter, value: float) -> str:
    """Return a number led by the words of its field; "for", where it is a length of time."""
    if field.kind == "share":
        return " ".join([*field.words[:1], f"{value:.6g} %"])
    lead = field.words[0] if field.words else "for"
    unit = "" if lead.endswith(field.unit) else f" {field.unit}{'' if value == 1 else 's'}"
    return f"{lead} {value:.6g}{unit}"
