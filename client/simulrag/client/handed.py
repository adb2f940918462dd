"""Formulas as a model hands them in, with the names that they share.

Objects with names of their own fit no strict schema, so that pairs are asked for; an object is
taken as well.
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, TypeVar, cast

from pydantic import BaseModel, ConfigDict, Field, JsonValue, StringConstraints, ValidationError

from simulrag.client.errors import OddReply

Item = TypeVar("Item", bound=BaseModel)
Line = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=1000)]


class FromModel(BaseModel):
    """Something that a model wrote; what was not asked for is ignored."""

    model_config = ConfigDict(frozen=True, extra="ignore")


def items(content: Mapping[str, Any], key: str, kind: type[Item]) -> tuple[list[Item], int]:
    """Return the items of a list that are as asked, and how many are not. Raises OddReply."""
    found: list[Item] = []
    listed = items_of(content, key)
    for item in listed:
        try:
            found.append(kind.model_validate(item))
        except ValidationError:
            continue
    return found, len(listed) - len(found)


def items_of(content: Mapping[str, Any], key: str) -> list[Any]:
    """Return a list of a reply. Raises OddReply where there is none."""
    given = json_value(content.get(key))
    if not isinstance(given, list):
        raise OddReply(f"the reply holds no list {key!r}, but {type(given).__name__}")
    return cast("list[Any]", given)


def json_value(given: Any) -> Any:
    """Return what a JSON text holds, None for a text that is no JSON, anything else as it is.

    Models sometimes hand in a list or an object as its JSON text.
    """
    if not isinstance(given, str):
        return given
    try:
        return json.loads(given)
    except (ValueError, RecursionError):
        return None


_NAME = re.compile(r"[^\W\d]\w*")


class Handed(FromModel):
    """What a model hands in for one claim, or for one part of a question."""

    #: Id of the claim; of a question, its words.
    claim: str
    formula: str | None = None
    assume: Any = None
    #: Sentences that the claim rests on.
    context: list[str] = Field(default_factory=list[str])
    why: str = ""

    @property
    def written(self) -> str:
        """The formula, empty where there is none."""
        return (self.formula or "").strip()

    @property
    def reason(self) -> str:
        """Why there is no formula."""
        return self.why.strip()[:300] or "it gave no reason"


def formulas_of(content: Mapping[str, Any]) -> tuple[list[Handed], list[str]]:
    """Return what was handed in, and notes on what was left out. Raises OddReply."""
    listed, odd = items(content, "formulas", Handed)
    return listed, [f"{odd} malformed formulas were left out"] if odd else []


def by_id(content: Mapping[str, Any], ids: Sequence[str]) -> tuple[dict[str, Handed], list[str]]:
    """Return what was handed in by claim id, and notes on what was left out. Raises OddReply.

    Ids that do not exist are left out; of a claim that is read twice in different ways none
    counts, as nothing says which is meant.
    """
    listed, notes = formulas_of(content)
    found: dict[str, Handed] = {}
    twice: set[str] = set()
    for one in listed:
        if one.claim not in ids:
            notes.append(f"a formula of the unknown claim {one.claim!r} was left out")
        elif one.claim in found and found[one.claim] != one:
            twice.add(one.claim)
        else:
            found[one.claim] = one
    notes += [f"claim {key} was read in two ways, so neither counts" for key in sorted(twice)]
    return {key: one for key, one in found.items() if key not in twice}, notes


def let_of(given: Any) -> dict[str, str]:
    """Return names with the parts of formulas that they stand for; what is neither is left out."""
    return {
        name: part
        for name, part in _pairs(given, "name", "part")
        if name and isinstance(part, str) and part.strip()
    }


def used_of(let: Mapping[str, str], formula: str) -> dict[str, str]:
    """Return the names that a formula uses, those of their parts too."""
    used: dict[str, str] = {}
    waiting = [formula]
    while waiting:
        for name in _NAME.findall(waiting.pop()):
            if name in let and name not in used:
                used[name] = let[name]
                waiting.append(let[name])
    return {name: part for name, part in let.items() if name in used}


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
