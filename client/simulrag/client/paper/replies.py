"""Reads what a model replies to the printed prompts; whatever is not as asked is no judgement."""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import Field, JsonValue, StrictBool, StrictInt, ValidationError

from simulrag.client.errors import OddReply
from simulrag.client.stages import MOST_CLAIMS, FromModel, Item, Line, items, items_of
from simulrag.simulators.interface import Frozen

#: Most calls taken from one reply.
MOST_CALLS = 20


class Wanted(FromModel):
    """A call of a simulator that a model asks for."""

    simulator: Line
    function: Line
    arguments: dict[str, JsonValue] = Field(default_factory=dict[str, JsonValue])


class Refused(Frozen):
    """A call that the server refused, and why."""

    call: Wanted
    error: str


class Judgement(FromModel):
    """Whether an answer entails a claim."""

    claim: str
    entailed: StrictBool


class Update(FromModel):
    """What the model makes of a claim in the light of the runs."""

    is_included: StrictBool
    should_update: StrictBool
    updated_claim: Line | None = None


class _Claimed(FromModel):
    claim: Line


class _Boundary(FromModel):
    tool_confidence: StrictInt = Field(ge=0, le=1)


class _Written(FromModel):
    answer: str = Field(min_length=1, max_length=20_000, pattern=r"\S")


def calls(content: Mapping[str, Any]) -> list[Wanted]:
    """Return the calls that are well formed. Raises OddReply where no list is given."""
    return items(content, "calls", Wanted)[0][:MOST_CALLS]


def written(content: Mapping[str, Any]) -> str:
    """Return the text of an answer. Raises OddReply where there is none."""
    return _valid(_Written, content).answer.strip()


def claims(content: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the claims of an answer, at most MOST_CLAIMS, each on one line. Raises OddReply."""
    found, _ = items(content, "claims", _Claimed)
    if not found:
        raise OddReply("the reply holds no claim")
    return tuple(" ".join(one.claim.split()) for one in found[:MOST_CLAIMS])


def pairs(content: Mapping[str, Any], existing: int, new: int) -> tuple[dict[int, int], int]:
    """Return by index of a new claim the existing one that covers it, and how many pairs are odd.

    Of two pairs for one new claim the first counts. Raises OddReply where no list is given.
    """
    listed = items_of(content, "pairs")
    found: dict[int, int] = {}
    odd = 0
    for pair in listed:
        match pair:
            case [int(old), int(one)] if _index(old, existing) and _index(one, new):
                found.setdefault(one, old)
            case _:
                odd += 1
    return found, odd


def _index(number: int, length: int) -> bool:
    return not isinstance(number, bool) and 0 <= number < length


def judged(content: Mapping[str, Any], ids: Sequence[str]) -> dict[str, bool]:
    """Return by id whether a claim is entailed; ids that are unknown, missing or judged twice in
    different ways are left out. Raises OddReply where no list is given."""
    found, _ = items(content, "judged", Judgement)
    said: dict[str, set[bool]] = {}
    for one in found:
        said.setdefault(one.claim, set()).add(one.entailed)
    return {key: said[key].pop() for key in ids if len(said.get(key, ())) == 1}


def inside(content: Mapping[str, Any]) -> bool:
    """Return whether the simulators can verify a claim. Raises OddReply for other than 0 or 1."""
    return _valid(_Boundary, content).tool_confidence == 1


def updated(content: Mapping[str, Any]) -> Update:
    """Return the model's word on a claim. Raises OddReply, also for an update without a text."""
    found = _valid(Update, content)
    if found.is_included and found.should_update and not found.updated_claim:
        raise OddReply("the reply updates a claim, but gives no text")
    return found


def _valid(kind: type[Item], content: Mapping[str, Any]) -> Item:
    try:
        return kind.model_validate(dict(content))
    except ValidationError as error:
        wrong = error.errors()[0]
        where = ".".join(map(str, wrong["loc"]))
        raise OddReply(f"{where} of the reply is not as asked: {wrong['msg']}") from error
