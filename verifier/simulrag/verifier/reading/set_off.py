"""Numbers told by how far they lie from a limit: "half a degree above the limit of 25 °C"."""

import re
from collections.abc import Collection, Sequence
from itertools import pairwise

from simulrag.verifier.quantities import Printed, family
from simulrag.verifier.reading.fact import Fact
from simulrag.verifier.reading.text import AnyCase

_MARK = r"(?:limit|threshold|mark|line|bar|boundary|bound|cut-?off|point)"
_BESIDE = re.compile(
    r"\s*(?:,\s*)?(?:(?P<up>above|over|beyond|past|in excess of|higher than|on top of)|"
    r"(?P<down>below|under|beneath|short of|shy of|lower than|away from|from|off))\s+"
    rf"(?:reaching\s+)?(?P<mark>(?:(?:the|that|its)\s+)?(?:[\w'-]+\s+){{0,3}}?{_MARK}\s+"
    r"(?:of\s+|at\s+)?)?(?:the\s+|an?\s+)?",
    re.IGNORECASE,
)
#: "Two hundredths of a degree are missing for the change to be a full degree."
_MISSING = re.compile(
    r"\s+(?:is|are|was|were)\s+(?:all\s+)?(?:(?:that|what)\s+(?:is|are)\s+)?(?:still\s+)?"
    r"(?:missing|lacking|wanting|needed|short)\b[^.;\d]{0,60}",
    re.IGNORECASE,
)
#: "exceeds the limit of 1.0 °C by 0.3 °C", the words before the limit being its qualifier
_BY = re.compile(
    rf"\s*(?:{_MARK}\s+)?by\s+(?:(?:just|only|merely|about|a mere|exactly)\s+)*", re.IGNORECASE
)
#: "nearer to 28 than to 29 °C"
_NEARER = re.compile(r"\b(?:nearer|closer)\s+(?:to\s+)?(?:the\s+)?$", re.IGNORECASE)
_THAN = re.compile(r"\s*than\s+(?:(?:it (?:is|does)\s+)?to\s+)?(?:the\s+)?", re.IGNORECASE)
_MARK_BEHIND = re.compile(rf"\s*[\w-]*\s*{_MARK}\b", re.IGNORECASE)
_UP = ("above", "just_above", "at_least")
_DOWN = ("below", "just_below", "at_most")


def set_off(text: str, figures: Sequence[Printed], ends: Collection[float]) -> list[Printed]:
    """Return figures with each that is a distance from a limit, and that limit, made one number.

    ends: the ends of the classes of a scale, which are limits without being called so.
    """
    made = list(figures)
    for first, second in pairwise(figures):
        joined = _joined(text, first, second, ends)
        if joined is not None and first in made and second in made:
            made[made.index(first)] = joined
            made.remove(second)
    return made


_WITHIN = AnyCase(
    r"\bwithin\s+(?:\w+\s+)?$",
    holding=("within",),
)
_OF_LIMIT = re.compile(
    r"\s+of\s+(?!each\b|one another|what\b|that\b|those\b|warming|cooling)", re.I
)
_IS_MARK = re.compile(
    rf"\s+(?:is|are|was|were)\s+(?:an?|the)\s+(?:[\w-]+\s+)?{_MARK}\s+(?:that|which)\b", re.I
)


def from_unread_limit(text: str, fact: Fact) -> bool:
    """Tell whether a number is a distance from some limit, or a limit that something is done to.

    "Within 0.03 °C of a full degree" and "8 °C is a mark that it passes" state no value.
    """
    first, last = fact.printed[0], fact.printed[-1]
    if family(last.unit) != "temperature":
        return False
    if _IS_MARK.match(text, last.unit_end):
        return True
    near = _WITHIN.search(text, 0, first.start) and _OF_LIMIT.match(text, last.unit_end)
    return bool(near) and first.value != 0


def _joined(text: str, first: Printed, second: Printed, ends: Collection[float]) -> Printed | None:
    """Return the number that a distance and a limit make, in either order."""
    than = _THAN.fullmatch(text, first.unit_end, second.start)
    if than is not None and _NEARER.search(text, 0, first.start) and first.value != second.value:
        return _nearer(first, second)
    if any(family(q.unit) != "temperature" for q in (first, second)):
        return None
    beside = _BESIDE.fullmatch(text, first.unit_end, second.start)
    if beside is not None:
        called = beside["mark"] or _MARK_BEHIND.match(text, second.unit_end)
        behind = _MARK_BEHIND.match(text, second.unit_end)
        if behind is not None:
            second = second.model_copy(update={"unit_end": behind.end()})
        if called or abs(float(second.value)) in ends:
            return _told(first, second, first.start, up=beside["up"] is not None)
        return None
    if _MISSING.fullmatch(text, first.unit_end, second.start):
        return _told(first, second, first.start, up=False)
    way = second.qualifier == "exact" and first.qualifier
    if way in (*_UP, *_DOWN) and _BY.fullmatch(text, first.unit_end, second.start):
        return _told(second, first, first.qualified_from, up=way in _UP)
    return None


def _nearer(first: Printed, second: Printed) -> Printed:
    """Return the middle of two numbers, on the first one's side of which something lies."""
    unit = first.unit or second.unit
    return first.model_copy(
        update={
            "value": (first.value + second.value) / 2,
            "half_unit": first.half_unit * 0,
            "unit": unit,
            "qualifier": "below" if first.value < second.value else "above",
            "unit_end": second.unit_end,
        }
    )


def _told(distance: Printed, limit: Printed, start: int, *, up: bool) -> Printed:
    value = limit.value + distance.value if up else limit.value - distance.value
    qualifier = distance.qualifier
    if not up and qualifier not in ("exact", "about"):
        turned = {**dict(zip(_UP, _DOWN, strict=True)), **dict(zip(_DOWN, _UP, strict=True))}
        qualifier = turned[qualifier]
    return distance.model_copy(
        update={
            "value": value,
            "qualifier": qualifier,
            "qualified_from": min(start, distance.start),
            "start": min(distance.start, limit.start),
            "unit_end": max(distance.unit_end, limit.unit_end),
        }
    )
