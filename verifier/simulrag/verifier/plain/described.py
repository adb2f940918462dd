"""What a sentence describes one after another: a place, a time, a highest value, a number each.

A sentence of counts is read as a row of descriptions ("Ohio's worst week of 2024-25 (1,958)").
What one of them leaves out it takes from the one before it, or from the one behind it.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Literal

from simulrag.simulators.interface import Frozen
from simulrag.verifier.plain.counted_times import (
    counted_times,
    counting_words,
    is_without_base,
)
from simulrag.verifier.plain.instants import Time
from simulrag.verifier.plain.items import Item, relative_periods
from simulrag.verifier.plain.numbers import one_in
from simulrag.verifier.plain.relations import Relation, relations
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.quantities import Printed
from simulrag.verifier.reading.text import Span

Kind = Literal["place", "period", "time", "top", "figure", "relation"]

_NOUN = (
    r"weeks?|counts?|figures?|numbers?|tally|tallies|toll|value|level|mark|point|admissions|"
    r"rates?|admission\s+rates?|"
    r"hospitali[sz]ations|intake|load|high|peak|maximum|of\s+(?:weekly\s+)?(?:flu\s+|influenza"
    r"\s+)?admissions"
)
_OF = (
    r"(?:single|flu|influenza|weekly|seasonal|season|winter|reporting|hospital|seven-day|"
    r"7-day|admissions?|hospitali[sz]ation)"
)
#: The highest value of a period, as a noun.
_TOP = re.compile(
    r"\b(?:(?:single\s+)?(?:highest|worst|busiest|heaviest|hardest|biggest|largest|top|peak|"
    r"record|maximum|max)"
    rf"(?:\s+{_OF})*\s+(?:{_NOUN})|(?:{_OF}\s+)*(?:peaks?|maxima|maximum|crests?|summit|apex|"
    rf"zenith|"
    r"high[\s-](?:point|water[\s-]mark)|weekly\s+high)|"
    r"(?:at|hit|reached|was\s+at|were\s+at)\s+(?:its|their|the)\s+(?:worst|height|highest|top)|"
    r"(?:at\s+)?the\s+(?:height|top)(?=\s+of\b)|(?:its|their|'s)\s+(?:own\s+)?(?:worst|busiest|"
    r"highest|top|max)(?=\s+(?:of|in|at|\())|"
    r"the\s+(?:single\s+)?(?:highest|worst|busiest|heaviest|hardest|biggest|largest)(?=\s+(?:of|"
    r"in)\s+(?:(?:the\s+)?\d{4}|the\s+(?:season|winter)))"
    r")\b",
    re.I,
)
#: The same as a verb, whose time is when it was reached.
_TOPPED = re.compile(
    r"\b(?:peak(?:ed|s|ing)|crest(?:ed|s|ing)|topp?(?:ed|s|ing)\s+out|culminat(?:ed|es|ing)|maxed"
    r"\s+out|"
    r"c(?:a|o)mes?\s+to\s+(?:a|its|their)\s+head|"
    r"(?:hit|reach(?:ed|es|ing)|had|see|saw|c[ao]me\s+to)\s+(?:an?|its|their|the)\s+(?:weekly\s+|"
    r"seasonal\s+|season\s+)?"
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
    items = [i for i in scene.items if not i.steps]
    stepped = stepped_periods(scene, items)
    if stepped is None:
        return None
    for item in (*items, *stepped):
        kind = {place: "place", period: "period"}.get(item.parameter)
        if kind is None and scene.parameter(item.parameter).kind != "date":
            return None
        if kind == "place" or kind == "period":
            found.append(Mark(kind=kind, start=item.start, end=item.end, item=item))
    named = [t for t in scene.times if t.grain != "now"]
    if is_without_base(scene.text, named):
        return None
    named += counted_times(scene.text, named)
    found += [Mark(kind="time", start=t.start, end=t.end, time=t) for t in named]
    found += [
        Mark(kind="relation", start=r.start, end=r.end, relation=r)
        for r in relations(scene.text, [*_spans(found), *_counts(scene)])
    ]
    found += [
        Mark(kind="top", start=t.start, end=t.end, top=t)
        for t in tops(scene.text)
        if not _overlaps(t.start, t.end, found)
    ]
    counting = counting_words(scene.text)
    figures = [
        q
        for q in scene.numbers
        if not _overlaps(q.start, q.end, found)
        and not any(s.start <= q.start < s.end for s in counting)
    ]
    rates = [q for q in one_in(scene.text, scene.function) if q not in figures]
    found += [
        Mark(kind="figure", start=q.qualified_from, end=q.unit_end, figure=q)
        for q in (*figures, *rates)
    ]
    if any(m.figure and _PART_OF.match(scene.text, m.figure.end) for m in found):
        return None
    if any(m.figure and _COUNTED_IN.search(scene.text[: m.start]) for m in found):
        return None
    if any(m.top and _PLACED.search(scene.text[: m.start]) for m in found):
        return None
    return sorted(found, key=lambda m: m.start)


#: "Nine tenths" is no nine.
_PART_OF = re.compile(
    r"[\s-]+(?:hal(?:f|ves)|third|quarter|fourth|fifth|sixth|seventh|eighth|ninth|tenth|"
    r"hundredth)s?\b",
    re.I,
)
#: "Per 3,900 residents": what something is counted in, and no count.
_COUNTED_IN = re.compile(r"\b(?:per|for\s+every)\s+$", re.I)
_MULTIPLIES = re.compile(rf"(?:{_PART_OF.pattern})|[\s-]*(?:fold|times|and\s+a\s+half)\b", re.I)
#: Places in an order, which a single highest value does not have.
_PLACED = re.compile(
    r"\b(?:two|three|four|five|(?<![\d/-])\d+|second|third|fourth|fifth|next|other|first|last|"
    r"another)[\s-]+$",
    re.I,
)


def stepped_periods(scene: Scene, items: Sequence[Item]) -> list[Item] | None:
    """Return periods told by another ("the season that followed"); None where one is of none."""
    made: list[Item] = []
    told = [i for i in relative_periods(scene.text, scene.function.parameters) if i.steps]
    for item in told:
        if any(o.start < item.end and item.start < o.end for o in (*items, *scene.times)):
            continue
        if any(o.start <= item.start and item.end <= o.end and o is not item for o in told):
            continue
        names = scene.parameter(item.parameter).periods
        beside = [i for i in items if i.parameter == item.parameter]
        if any(0 <= i.start - item.end <= len(", in the ") for i in beside):
            continue  # "two winters earlier, in 2023-24"
        anchor = _period_before(scene, item, [*beside, *made])
        at = list(names).index(anchor) + item.steps if anchor else -1
        if not 0 <= at < len(names):
            return None
        made.append(item.model_copy(update={"value": list(names)[at]}))
    return made


def _period_before(scene: Scene, item: Item, known: Sequence[Item]) -> str:
    """Return the period that was named or lived in last before a place in the text."""
    names = scene.parameter(item.parameter).periods
    places = [(i.start, str(i.value)) for i in known if i.start < item.start]
    for time in scene.times:
        day = time.first.isoformat()
        held = [n for n, (first, last) in names.items() if first <= day <= last]
        if held and time.start < item.start and time.grain in ("week", "day", "part"):
            places.append((time.start, held[0]))
    return max(places)[1] if places else ""


def _spans(found: Sequence[Mark]) -> list[Span]:
    return [Span(text="", start=m.start, end=m.end) for m in found]


def _counts(scene: Scene) -> list[Span]:
    """Return where numbers of people stand, with what qualifies them: "fewer than 400"."""
    rates = list(one_in(scene.text, scene.function))
    counts = [
        q
        for q in scene.numbers
        if not q.unit and q.value >= 1 and not _MULTIPLIES.match(scene.text, q.end)
    ]
    return [Span(text="", start=q.qualified_from, end=q.end) for q in (*rates, *counts)]


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
    pivots = [p for m in found if m.relation and (p := _pivot(text, m.relation))]
    last = 0
    for mark in found:
        parted = bool(current) and (
            bool(_STOP.search(text, last, mark.start))
            or any(last <= p <= mark.start for p in pivots)
        )
        if mark.kind == "relation" or mark.kind in current or parted:
            made += _closed(current)
            current = {}
        if mark.relation is not None:
            made.append(mark.relation)
        else:
            current[mark.kind] = mark
        last = mark.end
    return _regrouped(text, [*made, *_closed(current)])


_THAN = re.compile(r"\bthan\b", re.I)
_GRADED_END = re.compile(
    r"\b(?:more|fewer|less|higher|lower|larger|smaller|greater|worse|busier)$", re.I
)
_AS = re.compile(r"\bas\b(?!\s+(?:well|soon|of)\b)", re.I)


def _pivot(text: str, relation: Relation) -> int:
    """Return where what is compared with begins, 0 where nothing leads it in."""
    told = text[relation.start : relation.end].lower()
    graded = relation.kind == "more" or _GRADED_END.search(told)
    pattern = _THAN if graded else _AS if " as " in f"{told} " else None
    match = pattern.search(text, relation.end) if pattern else None
    return match.start() if match else 0


def _regrouped(text: str, row: list[Description | Relation]) -> list[Description | Relation]:
    """Give what stands between "as many" and "as" to what is compared."""
    made: list[Description | Relation] = []
    for part in row:
        relation = next((r for r in reversed(made) if isinstance(r, Relation)), None)
        pivot = _pivot(text, relation) if relation else 0
        if isinstance(part, Description) and relation and part.end <= pivot:
            at = made.index(relation)
            before = made[at - 1] if at else None
            if isinstance(before, Description) and (joined := _joined(before, part)):
                made[at - 1] = joined
            else:
                made.insert(at, part)
        else:
            made.append(part)
    return made


def _joined(one: Description, other: Description) -> Description | None:
    """Return two pieces of one description together; None where they say something twice."""
    names = ("place", "period", "time", "top", "figure")
    if any(getattr(one, n) is not None and getattr(other, n) is not None for n in names):
        return None
    told = {n: getattr(other, n) for n in names if getattr(other, n) is not None}
    return one.model_copy(update={**told, "end": max(one.end, other.end)})


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
