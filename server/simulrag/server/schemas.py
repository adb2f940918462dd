"""JSON schemas of tools, small and plain enough for every host.

Hosts stumble over `$ref`, `anyOf` and null in input schemas, and pay for every byte of them in
every turn, so that titles are dropped and results are described one level deep.
"""

import ast
import inspect
import textwrap
from collections.abc import Callable, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Any, cast, get_args, get_origin

from pydantic import BaseModel, ConfigDict, Field, JsonValue, create_model

JsonObject = dict[str, JsonValue]

#: Defaults that go without saying in a schema: leaving the argument out means the same.
EMPTY: tuple[JsonValue, ...] = ("", [], 0)
#: Marks an argument that programs may give and a model need not: it is taken, but not listed, as
#: every host pays for the list in every turn.
UNLISTED = Field(json_schema_extra={"unlisted": True})
_SCALARS: dict[object, str] = {str: "string", bool: "boolean", int: "integer", float: "number"}


@cache
def arguments_model(function: Callable[..., object]) -> type[BaseModel]:
    """Return a model of a function's arguments but for `self`, which refuses unknown names.

    One function has one model, as making it takes longer than the rest of a server's tools.
    """
    parameters = inspect.signature(function, eval_str=True).parameters.values()
    fields: dict[str, Any] = {
        p.name: (p.annotation, ... if p.default is inspect.Parameter.empty else p.default)
        for p in parameters
        if p.name != "self"
    }
    config = ConfigDict(extra="forbid")
    return create_model(f"{function.__name__}_arguments", __config__=config, **fields)


@cache
def input_schema(arguments: type[BaseModel]) -> JsonObject:
    """Return the schema of a model of flat arguments, small, without those that are UNLISTED."""
    schema = cast("JsonObject", arguments.model_json_schema())
    properties = cast("dict[str, JsonObject]", schema.get("properties", {}))
    return object_schema(
        {name: _plain(part) for name, part in properties.items() if "unlisted" not in part},
        cast("list[str]", schema.get("required", [])),
    )


def output_schema(data: type[BaseModel]) -> JsonObject:
    """Return the schema of a reply's data; nested models are plain objects.

    Nothing of it is required, as the reply of a call that goes on is its handle alone.

    It is read from the fields themselves: pydantic's own generation would describe all that is
    nested first, which takes longer than the rest of the server's start.
    """
    fields = data.model_fields
    properties: dict[str, JsonObject] = {}
    for name, field in fields.items():
        properties[name] = _json_type(field.annotation)
        if field.description:
            properties[name]["description"] = field.description
    return object_schema(properties, [])


def _json_type(annotation: object) -> JsonObject:
    if isinstance(annotation, UnionType):  # what may be missing is left out, and never null
        (annotation,) = (part for part in get_args(annotation) if part is not NoneType)
    if get_origin(annotation) is list:
        (item,) = get_args(annotation)
        return {"type": "array", "items": _json_type(item)}
    if annotation in _SCALARS:
        return {"type": _SCALARS[annotation]}
    return {"type": "object"}


def object_schema(properties: Mapping[str, JsonObject], required: list[str]) -> JsonObject:
    """Return the schema of an object.

    That other names are refused is not in it: it would cost each tool 30 bytes in every turn, and
    the refusal names the argument and those allowed.
    """
    schema: JsonObject = {"type": "object", "properties": dict(properties)}
    if required:
        schema["required"] = list(required)
    return schema


def _goes_without_saying(schema: Mapping[str, JsonValue]) -> bool:
    """Tell whether a default is empty, the first choice, or the least that is allowed."""
    default, choices = schema.get("default"), schema.get("enum")
    first = isinstance(choices, list) and choices[:1] == [default]
    return first or default in (*EMPTY, schema.get("minimum", ""))


def _plain(schema: JsonObject) -> JsonObject:
    """Return a schema without titles, limits that descriptions tell, and defaults of no news."""
    return {
        key: _plain(value) if isinstance(value, dict) else value
        for key, value in schema.items()
        if key not in ("title", "minimum", "maximum", "minItems")
        and not (key == "default" and _goes_without_saying(schema))
        and not (key == "additionalProperties" and value is True)
    }


def docstring(function: Callable[..., object]) -> str:
    """Return a function's docstring, from its source where Python has dropped it."""
    if function.__doc__ is not None:
        return function.__doc__
    tree = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    known = isinstance(tree, ast.FunctionDef | ast.AsyncFunctionDef)
    return (ast.get_docstring(tree) or "") if known else ""
