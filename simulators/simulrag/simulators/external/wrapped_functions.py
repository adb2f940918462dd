"""Wraps a function that somebody has: what its signature and docstring say becomes a declaration.

Types, ranges and units are taken from annotations, else types and units from a docstring in the
style of numpydoc, Google or reST. What neither says is marked `TODO`, and `simulrag
validate-simulator` tells what is wanted there.
"""

import ast
import inspect
import json
import keyword
import math
import re
import sys
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from importlib import import_module
from pathlib import Path
from types import ModuleType, UnionType
from typing import Any, Literal, Union, cast, get_args, get_origin, get_type_hints, is_typeddict

from annotated_types import Ge, Le
from docstring_parser import Docstring, parse
from pydantic.fields import FieldInfo

from simulrag.simulators.declaration_checks import RESERVED
from simulrag.simulators.errors import BadValue
from simulrag.simulators.external.default_words import UNIT_WORDS
from simulrag.simulators.external.functions import Unit, Words
from simulrag.simulators.unit_notation import WORDS, unit_name

#: Longest description that is taken over, characters.
LONGEST = 240
#: Width of the lines of a description.
WIDTH = 80
#: A unit in brackets (of one letter in square ones: "(N)" may be a name); a set of texts; marks.
_BRACKETS = re.compile(r"(?<!\w)(?:\[([^\[\]]{1,24})\]|\((?:in )?([^()]{2,24})\))")
_CHOICES = re.compile(r"\{[^{}]*\}")
_REFERENCE = re.compile(r"\s*\[\d+\]_")
_MARKUP = re.compile(r"(?::[\w:]+:)?`+([^`]*)`+_?")
#: Types of docstrings -> ours; an array is asked for one number.
_TYPES = {
    "float": r"float|numeric|number|scalar|real|array[-_ ]?like|ndarray",
    "int": "int|integer",
}
_UNITS: Mapping[str, str] = {
    **WORDS,
    **{word: unit for unit, words in UNIT_WORDS.items() for word in words},
    **{one: str(unit_name(one)) for one in ("°", "degrees", "K")},
    **dict.fromkeys(("unitless", "dimensionless", "-"), ""),
}  # fmt: skip


#: In place of a default: a parameter has none, or it is an output.
_EMPTY, _OUTPUT = inspect.Parameter.empty, object()


@dataclass(frozen=True)
class _Part:
    """A parameter or an output as it is declared: `theirs` is its name in the function."""

    theirs: str
    type: str
    description: str
    unit: str | None
    words: Sequence[str]
    low: object
    high: object
    open: Sequence[str]
    default: object

    @property
    def name(self) -> str:
        """Its name here, where names have small letters."""
        return own_name(self.theirs)

    def annotation(self) -> str:
        """Return it as the source of an annotation, a line for each thing that it says."""
        todo = f"TODO: {', '.join(self.open)}" if self.open else ""
        said = textwrap.wrap(f"{self.description} {todo}".strip(), WIDTH) or [""]
        lines = [f"{line} " for line in said[:-1]] + said[-1:]
        ends = {"ge": self.low, "le": self.high}
        field = [f"{key}={end!r}, " for key, end in ends.items() if end is not None]
        text = "\n            ".join(json.dumps(line, ensure_ascii=False) for line in lines)
        told = [
            self.type,
            f"Field(\n            {''.join(field)}description={text}\n        )",
            *([f"Unit({json.dumps(self.unit, ensure_ascii=False)})"] if self.unit else []),
            f"Words({', '.join(json.dumps(one, ensure_ascii=False) for one in self.words)})",
        ]
        return "Annotated[\n        " + ",\n        ".join(told) + ",\n    ]"


def wrapped(reference: str) -> tuple[dict[str, str], dict[str, str]]:
    """Return what the skeleton says of a function, "module:function", and files that go beside it.

    A module that is a file of the working folder is such a file. Raises BadValue.
    """
    module, function = _found(reference)
    theirs = reference.partition(":")[2]
    said = parse(inspect.getdoc(function) or "")
    about, more = _told(said)
    inputs, left = _inputs(function, said)
    outputs, made = _outputs(function, theirs, said)
    title = own_name(theirs).replace("_", " ").capitalize()
    declared = [f"    {one.name}: {one.annotation()}{_default(one)}," for one in inputs]
    declared += ["    *,", "    seed: int,"] if _seeded(function) else []
    declared += [f"    # Left at their defaults: {', '.join(left)}"] if left else []
    listed = "\n".join(f"    {one.name}: {one.annotation()}" for one in outputs)
    result = f'\n\nclass Result(NamedTuple):\n    """What a run gives."""\n\n{listed}\n'
    fields = {
        "TITLE": title,
        "MODULE": module.__name__,
        "THEIRS": theirs,
        "FUNCTION": own_name(theirs),
        "ABOUT": about or f"TODO: what {theirs} says.",
        "MORE": textwrap.fill(more, 100),
        "QUOTED": json.dumps(about or title, ensure_ascii=False),
        "DOCSTRING": (about or "TODO: what it says.").replace("\\", "\\\\").replace('"', "'"),
        "EXAMPLE": repr({one.name: _example(one) for one in inputs}),
        "PARAMETERS": "\n".join(declared),
        "RESULT": result if made else "",
        "RETURNED": "Result" if made else outputs[0].annotation().replace("\n    ", "\n"),
        "CALL": _call(function, inputs),
        "MADE": f"Result({made})" if made else "made",
    }
    file = Path(getattr(module, "__file__", None) or "")
    return fields, {file.name: file.read_text("utf-8")} if file.parent == Path.cwd() else {}


def _told(said: Docstring) -> tuple[str, str]:
    """Return the first paragraph of a docstring, and the others."""
    gap = "\n\n" if said.blank_after_short_description else "\n"
    text = f"{said.short_description or ''}{gap}{said.long_description or ''}"
    first, _, rest = text.partition("\n\n")
    return _plain(first), _plain(rest)


def _found(reference: str) -> tuple[ModuleType, Callable[..., object]]:
    name, _, attribute = reference.partition(":")
    if not name or not attribute.isidentifier():
        raise BadValue(f"{reference!r} is no function; write module:function", given=reference)
    sys.path.insert(0, str(Path.cwd()))
    try:
        module = import_module(name)
    except Exception as error:
        raise BadValue(f"{name} cannot be imported: {error}", given=reference) from error
    finally:
        sys.path.pop(0)
    function = getattr(module, attribute, None)
    if not callable(function):
        raise BadValue(f"{name} has no function {attribute!r}", given=reference)
    if "." in name and Path.cwd() in Path(getattr(module, "__file__", None) or "").parents:
        raise BadValue(f"{name} is a package of this folder; install it first", given=reference)
    return module, function


def own_name(theirs: str) -> str:
    """Return a name as names are written here: "deltaT" is "delta_t"."""
    name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", theirs).lower().strip("_")[:38]
    return f"{name}_" if keyword.iskeyword(name) or name in RESERVED else name


def _inputs(function: Callable[..., object], said: Docstring) -> tuple[list[_Part], list[str]]:
    """Return the parameters that a run can set, and those that are left at their defaults."""
    hints = _hints(function)
    told = {name.strip(): one for one in said.params for name in one.arg_name.split(",")}
    try:
        parameters = inspect.signature(function).parameters.values()
    except ValueError as error:
        raise BadValue(f"{error}; write a function around it") from error
    made: list[_Part] = []
    left: list[str] = []
    for one in parameters:
        if one.kind in (one.VAR_POSITIONAL, one.VAR_KEYWORD) or one.name == "seed":
            continue
        doc = told.get(one.name)
        part = _part(one.name, hints.get(one.name), doc.type_name if doc else "",
                     doc.description if doc else "", one.default)  # fmt: skip
        endless = isinstance(one.default, float) and not math.isfinite(one.default)
        unknown = "its type" in part.open and one.default is not one.empty
        left.append(one.name) if endless or unknown or one.default is None else made.append(part)
    if not made:
        raise BadValue(f"{function.__name__} takes no number, date or choice that a run could set")
    return made, left


def _part(
    name: str, hint: Any, written: str | None, described: str | None, default: object = _OUTPUT
) -> _Part:
    """Return what annotation, docstring and default say of a parameter; without one, of an output.

    An output needs no range.
    """
    field = FieldInfo.from_annotation(hint) if hint is not None else FieldInfo()
    told = field.metadata
    texts = [one for one in told if isinstance(one, str)]
    text = _plain(field.description or described)
    unit = next((str(one) for one in texts if isinstance(one, Unit) or one in _UNITS), None)
    unit = _unit(f"{described or ''} {written or ''}") if unit is None else unit
    low = next((one.ge for one in told if isinstance(one, Ge)), None)
    high = next((one.le for one in told if isinstance(one, Le)), None)
    spaced = own_name(name).replace("_", " ").strip()
    words = next((one for one in told if isinstance(one, Words)), None) or (spaced,)
    kind = _type(field.annotation, written or "", default)
    number = kind in (None, "float", "int")
    lacking = {
        "its type": kind is None,
        "its unit": number and unit is None,
        "its range": number and default is not _OUTPUT and None in (low, high),
        "its words": len(spaced) < 3,
        "its value in the example": number and default is _EMPTY and low is None,
    }
    return _Part(name, kind or "float", text, unit, words, low, high,
                 [one for one, holds in lacking.items() if holds], default)  # fmt: skip


def _type(annotation: object, written: str, default: object) -> str | None:
    """Return the source of a type that a simulator takes, None where it is not known."""
    either = get_args(annotation) if get_origin(annotation) in (Union, UnionType) else ()
    for one in (annotation, *either):
        if one in (float, int):
            return cast(type, one).__name__
        if one is date:
            return "date"
        if get_origin(one) is Literal and all(isinstance(c, str) for c in get_args(one)):
            return f"Literal[{', '.join(map(repr, get_args(one)))}]"
    if listed := _CHOICES.search(written):
        try:
            choices = ast.literal_eval(listed[0])
        except (SyntaxError, ValueError):
            return None
        texts = sorted(one for one in choices if isinstance(one, str))
        return f"Literal[{', '.join(map(repr, texts))}]" if len(texts) == len(choices) else None
    number = type(default) in (float, int)
    if number and not written:
        return type(default).__name__
    if not number and not any(default is one for one in (_EMPTY, _OUTPUT, None)):
        return None
    named = (kind for kind, words in _TYPES.items() if re.search(rf"\b(?:{words})\b", written))
    return next(named, None)


def _unit(text: str) -> str | None:
    """Return the unit that stands in brackets, None where there is none that is known."""
    for found in _BRACKETS.finditer(text):
        written = (found[1] or found[2]).strip().replace("^", "").replace("**", "")
        if written in _UNITS:
            return _UNITS[written]
    return None


def _outputs(
    function: Callable[..., object], theirs: str, said: Docstring
) -> tuple[list[_Part], str]:
    """Return what a function gives, and the source that makes it of `made`, its result."""
    hint = _hints(function).get("return")
    fields = get_type_hints(hint, include_extras=True) if isinstance(hint, type) else {}
    told = [one for one in said.many_returns if not one.is_generator]
    if fields:
        parts = [_part(name, one, "", "") for name, one in fields.items()]
        held = "made[{!r}]" if is_typeddict(hint) else "made.{}"
        return parts, ", ".join(held.format(one.theirs) for one in parts)
    if len(told) > 1 and all(one.return_name for one in told):
        named = [(one.return_name or "", one.type_name, one.description) for one in told]
        return [_part(name, None, kind, text) for name, kind, text in named], "*made"
    kind, text = (told[0].type_name, told[0].description) if told else ("", "")
    return [_part(theirs, hint, kind, text or kind)], ""


def _example(part: _Part) -> object:
    """Return a value to try: the default, the lower end, the first choice, else 1."""
    if part.default is not _EMPTY:
        return part.default
    if part.type.startswith("Literal"):
        return ast.literal_eval(part.type.removeprefix("Literal"))[0]
    if part.type == "date":
        return "2020-01-01"
    return part.low if part.low is not None else 1


def _default(part: _Part) -> str:
    return "" if part.default is _EMPTY else f" = {part.default!r}"


def _seeded(function: Callable[..., object]) -> bool:
    return "seed" in inspect.signature(function).parameters


def _call(function: Callable[..., object], inputs: Sequence[_Part]) -> str:
    """Return the source of the arguments with which a function is called."""
    kinds = {one.name: one.kind for one in inspect.signature(function).parameters.values()}
    given = {one.theirs: one.name for one in inputs} | (
        {"seed": "seed"} if _seeded(function) else {}
    )
    return ", ".join(
        own if kinds[name] is inspect.Parameter.POSITIONAL_ONLY else f"{name}={own}"
        for name, own in given.items()
    )


def _hints(function: Callable[..., object]) -> Mapping[str, Any]:
    """Return the annotations of a function; none where they name what cannot be found."""
    try:
        return get_type_hints(function, include_extras=True)
    except (NameError, TypeError, AttributeError):
        return {}


def _plain(text: str | None) -> str:
    """Return text of a docstring on one line, without marks, at most LONGEST characters."""
    plain = _MARKUP.sub(r"\1", _REFERENCE.sub("", text or ""))
    return textwrap.shorten(plain, LONGEST, placeholder=" ...")
