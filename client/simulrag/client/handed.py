"""Parts of formulas as a model hands them in: names for parts of them, and inputs taken as given.

Objects with names of their own fit no strict schema, so that pairs are asked for; an object is
taken as well.
"""

from collections.abc import Mapping
from typing import Any, cast

from pydantic import JsonValue

from simulrag.client.items import json_value
from simulrag.client.prompts import array_of, object_of, text_of


def let_schema() -> dict[str, Any]:
    """Return the schema of names for parts of formulas."""
    part = {"name": text_of("A name."), "part": text_of("The part of the formula it stands for.")}
    return array_of(object_of(part))


def assume_schema() -> dict[str, Any]:
    """Return the schema of inputs that a text leaves open."""
    return array_of(object_of({"input": text_of("An input."), "value": text_of("Its value.")}))


def let_of(given: Any) -> dict[str, str]:
    """Return names with the parts of formulas that they stand for; what is neither is left out."""
    return {
        name: part
        for name, part in _pairs(given, "name", "part")
        if name and isinstance(part, str) and part.strip()
    }


def assume_of(given: Any) -> dict[str, JsonValue]:
    """Return inputs with the values taken for them; a number may come as its text."""
    return {name: _value(value) for name, value in _pairs(given, "input", "value") if name}


def _value(value: Any) -> JsonValue:
    if not isinstance(value, str):
        return cast("JsonValue", value)
    read = json_value(value)
    return value if read is None else read


def _pairs(given: Any, key: str, other: str) -> list[tuple[str, Any]]:
    given = json_value(given)
    if isinstance(given, Mapping):
        held = cast("Mapping[str, Any]", given)
        return [(str(name), value) for name, value in held.items()]
    listed = cast("list[Any]", given) if isinstance(given, list) else []
    pairs = [cast("Mapping[str, Any]", one) for one in listed if isinstance(one, Mapping)]
    return [(str(one[key]), one[other]) for one in pairs if key in one and other in one]
