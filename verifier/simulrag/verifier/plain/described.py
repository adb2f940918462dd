"""What a sentence describes one after another: a place, a time, a highest value, a number each.

A sentence of counts is read as a row of descriptions ("Ohio's worst week of 2024-25 (1,958)").
What one of them leaves out it takes from the one before it, or from the one behind it.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Literal

from simulrag.simulators.interface import Frozen
from simulrag.verifier.plain.instants import Time
from simulrag.verifier.plain.items import Item
from simulrag.verifier.plain.relations import Relation, relations
from simulrag.verifier.plain.counted_times import counted_times
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.quantities import Printed
from simulrag.verifier.reading.text import Span

Kind = Literal["place", "period", "time", "top", "figure", "relation"]

_NOUN = (
    r"weeks?|counts?|figures?|numbers?|tally|tallies|toll|value|level|mark|point|admissions|"
    r"hospitali[sz]ations|intake|load|high|peak|maximum|of\s+(?:weekly\s+)?(?:flu\s+|influenza\s+)?admissions"
)
_OF = r"(?:single|flu|influenza|weekly|seasonal|season|winter|reporting|hospital|seven-day|7-day|admissions?|hospitali[sz]ation)"
#: The highest value of a period, as a noun.
_TOP = re.compile(
    r"\b(?:(?:single\s+)?(?:highest|worst|busiest|heaviest|hardest|biggest|largest|top|peak|record|maximum|max)"
    rf"(?:\s+{_OF})*\s+(?:{_NOUN})|(?:{_OF}\s+)*(?:peaks?|maxima|maximum|crests?|summit|apex|zenith|"
    r"high[\s-](?:point|water[\s-]mark)|weekly\s+high)|"
    r"(?:at|hit|reached|was\s+at|were\s+at)\s+(?:its|their|the)\s+(?:worst|height|highest|top)|"
    r"(?:at\s+)?the\s+(?:height|top)(?=\s+of\b)|(?:its|their|'s)\s+(?:own\s+)?(?:worst|busiest|highest|top|max)(?=\s+(?:of|in|at|\())"
    r")\b",
    re.I,
)
#: The same as a verb, whose time is when it was reached.
_TOPPED = re.compile(
    r"\b(?:peak(?:ed|s|ing)|crest(?:ed|s|ing)|topp?(?:ed|s|ing)\s+out|culminat(?:ed|es|ing)|maxed\s+out|"
    r"c(?:a|o)mes?\s+to\s+(?:a|its|their)\s+head|"
    r"(?:hit|reach(?:ed|es|ing)|had|see|saw|c[ao]me\s+to)\s+(?:an?|its|their|the)\s+(?:weekly\s+|seasonal\s+|season\s+)?"
    r"(?:peak|maximum|high|high\s+point|height|top|summit|crest))\b",
    re.I,
)


class Top(Frozen):
    """Words for a highest value at text[start:end]; `verb` where they say that it is reached."""

    start: int
    end: int
    verb: bool


class Mark(Frozen):
    """One part of a sentence that says something, in the order in which they stand."""

    kind: Kind
    start: int
    end: int
    item: Item | None = None
    time: Time | None = None
    top: Top | None = None
    figure: Printed | None = None
    relation: Relation | None = None


class Description(Frozen):
    """A quantity by what is said of it; what is None was left out."""

    start: int
    end: int
    place: Item | None = None
    period: Item | None = None
    time: Time | None = None
    top: Top | None = None
    figure: Printed | None = None


def tops(text: str) -> list[Top]:
    """Return the words for highest values in a text, in order."""
    found = [Top(start=m.start(), end=m.end(), verb=True) for m in _TOPPED.finditer(text)]
    taken = [(t.start, t.end) for t in found]
    found += [
        Top(start=m.start(), end=m.end(), verb=False)
        for m in _TOP.finditer(text)
        if not any(a < m.end() and m.start() < b for a, b in taken)
    ]
    return sorted(found, key=lambda t: t.start)


def marks(scene: Scene) -> list[Mark] | None:
    """Return the parts of a sentence in order; None where one of them is of another kind."""
    place = next((p.name for p in scene.function.parameters if p.kind == "choices"), "")
    period = next((p.name for p in scene.function.parameters if p.periods), "")
    found: list[Mark] = []
    for item in scene.items:
        kind = {place: "place", period: "period"}.get(item.parameter)
        if kind is None and scene.parameter(item.parameter).kind != "date":
            return None
        if kind == "place" or kind == "period":
            found.append(Mark(kind=kind, start=item.start, end=item.end, item=item))
    named = [t for t in scene.times if t.grain != "now"]
    named += counted_times(scene.text, named, found_at(scene))
    found += [Mark(kind="time", start=t.start, end=t.end, time=t) for t in named]
    found += [
        Mark(kind="relation", start=r.start, end=r.end, relation=r)
        for r in relations(scene.text, [Span(text="", start=m.start, end=m.end) for m in found])
    ]
    found += [
        Mark(kind="top", start=t.start, end=t.end, top=t)
        for t in tops(scene.text)
        if not _overlaps(t.start, t.end, found)
    ]
    found += [
        Mark(kind="figure", start=q.qualified_from, end=q.unit_end, figure=q)
        for q in scene.numbers
        if not _overlaps(q.start, q.end, found)
    ]
    if any(m.top and _PLACED.search(scene.text[: m.start]) for m in found):
        return None
    return sorted(found, key=lambda m: m.start)


#: Places in an order, which a single highest value does not have.
_PLACED = re.compile(
    r"\b(?:two|three|four|five|\d+|second|third|fourth|fifth|next|other|first|last|another)[\s-]+$",
    re.I,
)


def found_at(scene: Scene) -> list[Span]:
    """Return where times and values of inputs stand, which hold no relation."""
    return [*scene.spans(scene.items), *scene.spans(scene.times)]


def _overlaps(start: int, end: int, found: Sequence[Mark]) -> bool:
    return any(m.start < end and start < m.end for m in found)


#: What parts descriptions even where nothing is said twice.
_STOP = re.compile(
    r"[;:]|\s-\s|\b(?:while|whereas|but|against|versus|vs\.?|compared|unlike|than|followed\s+by)\b",
    re.I,
)


def grouped(text: str, found: Sequence[Mark]) -> list[Description | Relation]:
    """Return the descriptions and relations of a sentence in order."""
    made: list[Description | Relation] = []
    current: dict[str, Mark] = {}
    last = 0
    for mark in found:
        parted = bool(current) and bool(_STOP.search(text, last, mark.start))
        if mark.kind == "relation" or mark.kind in current or parted:
            made += _closed(current)
            current = {}
        if mark.relation is not None:
            made.append(mark.relation)
        else:
            current[mark.kind] = mark
        last = mark.end
    return [*made, *_closed(current)]


def _closed(current: dict[str, Mark]) -> Iterable[Description]:
    if not current:
        return
    held = sorted(current.values(), key=lambda m: m.start)
    yield Description(
        start=held[0].start,
        end=held[-1].end,
        place=current["place"].item if "place" in current else None,
        period=current["period"].item if "period" in current else None,
        time=current["time"].time if "time" in current else None,
        top=current["top"].top if "top" in current else None,
        figure=current["figure"].figure if "figure" in current else None,
    )
