"""Directions that several numbers share: "both fall: travel time by 12 % and CO2 by 33 %"."""

import re
from collections.abc import Sequence

from simulrag.verifier.reading.directions import DirectionWord
from simulrag.verifier.reading.fact import Fact

_BY = re.compile(r"\bby\s+(?:(?:about|around|roughly|nearly|almost|some|even|only)\s+)*$", re.I)
#: "Not only does Lagos warm, it does so by 0.3 °C."
_SO = re.compile(r"\b(?:does|do|did|done) so\b", re.I)
_AND = re.compile(
    r"(?:\s*,\s+(?:and\s+)?|\s+(?:and|or)\s+)(?!(?!that is\b)\w+\s+(?:is|was|"
    r"by\s+\w+ing)\b)(?:[^.;:\d]|(?<=[a-z])\d){1,50}$",
    re.I,
)


#: A number that stands alone behind a colon or a dash: "a decrease: 26.53 %".
_COLON = re.compile(r"\s*(?::|-+)\s+(?:(?:about|around|roughly|nearly|only|just|some)\s+)*")


def carried(
    text: str, fact: Fact, before: Fact | None, directions: Sequence[DirectionWord]
) -> DirectionWord | None:
    """Return the word of direction that a number shares: "both fall: X by 12 % and Y by 33 %"."""
    if fact.direction != "none" or fact.kind != "number":
        return None
    behind = _COLON.fullmatch(text, fact.left, fact.start) is not None
    if not (behind and fact.printed[0].unit == "percent") and not _BY.search(text, 0, fact.start):
        return None
    if fact.printed[0].signed:
        return None
    if before is not None and before.direction_at and before.left == fact.left:
        joined = _AND.fullmatch(text[before.end : fact.start])
        shared = [w for w in directions if (w.start, w.end) == before.direction_at]
        return shared[0] if joined and shared else None
    if text[fact.left : fact.left + 1] != ":" and not _SO.search(text, fact.left, fact.start):
        return None
    led = [
        w
        for w in directions
        if w.end <= fact.left and not re.search(r"[.;:]", text[w.end : fact.left])
    ]
    return led[-1] if led else None


def with_direction(fact: Fact, word: DirectionWord) -> Fact:
    at = (word.start, word.end)
    return fact._replace(direction=word.direction, direction_at=at, of_change=True)
