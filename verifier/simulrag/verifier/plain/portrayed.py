"""Sentences of counts as rows of descriptions: values, multiples, comparisons and moves of them."""

import itertools
import re
from collections.abc import Callable, Sequence

from simulrag.verifier.claims import Figure, Reading, Term
from simulrag.verifier.plain import choosing
from simulrag.verifier.plain.bands import RANGES, spread_over
from simulrag.verifier.plain.counted_times import counting_words
from simulrag.verifier.plain.courses import LEAST
from simulrag.verifier.plain.described import Description, Mark, grouped, marks
from simulrag.verifier.plain.described_terms import claims_of_time, output_of, term_of
from simulrag.verifier.plain.filled import filled
from simulrag.verifier.plain.items import Item, relative_periods
from simulrag.verifier.plain.marks import PIVOT, Comparative, Domain
from simulrag.verifier.plain.no_values import ONE_OF_SEVERAL
from simulrag.verifier.plain.numbers import one_in
from simulrag.verifier.plain.quantifiers import Quantifier
from simulrag.verifier.plain.readings import direction, expression, number, same
from simulrag.verifier.plain.relations import Relation, with_other_way
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.quantities import Printed
from simulrag.verifier.reading.ratios import multiple
from simulrag.verifier.reading.text import Span

Readings = list[Reading]
Row = list[Description | Relation]
_NOT_HERE = re.compile(
    r"\b(?:as|more|less|times|so)\s+(?:fast|quick(?:ly)?|slow(?:ly)?|soon|rapid(?:ly)?|long|early|late|steep(?:ly)?|"
    r"sharp(?:ly)?|often|wide)\b|"
    r"^\W*it\s+(?:was|is)\b|\b(?:above|below|under|behind|ahead\s+of|short\s+of)\b|\b(?:first|last)\s+(?:time|week)\b|\bonly\b(?=\s+(?:in|on|at|by|during|when|state|season|week))|\baverag\w*|\bin\s+total\b|\btotal(?:led|s|ling|ed|ing)?\b(?!\s+of\s+[\d,]+\s)|"
    r"\b(?:every|each|any|all|both|either|neither|most\s+of|cumulative\w*|combined|together|altogether|sum|season's\s+admissions|"
    r"never|nor|if|unless|would|could|should|might|may\s+have|chance|probab\w*|likely|consecutive|running|row|straight)\b",
    re.I,
)


def portrayed(scene: Scene) -> Readings:
    """Return what is said of described values: their numbers, when they are, how they compare."""
    if not any(o.highest_over for o in scene.function.outputs) or not scene.topics:
        return []
    if _THAN_THE.search(scene.text) or ONE_OF_SEVERAL.search(scene.text):
        return []
    if _is_stretch(scene) or (
        RANGES.search(scene.text) and scene.numbers and not spread_over(scene)
    ):
        return []
    told = [*relative_periods(scene.text, scene.function.parameters), *rates_in(scene)]
    counted = [*scene.quantifiers, *scene.domains, *scene.negations]
    if any(not _lies_in(c, told) for c in counted) or scene.joint or scene.interval:
        return []
    found = marks(scene)
    if not found or len(found) > _MOST_MARKS or _is_other(scene.text, found):
        return []
    row = filled(scene.text, _amounts_apart(scene, grouped(scene.text, found)))
    if row is None:
        return []
    made = _of_row(scene, row)
    if made:
        scene.use(*(Span(text="", start=m.start, end=m.end) for m in found))
        scene.keep(*(Span(text="", start=m.start, end=m.end) for m in found if m.time))
        scene.keep(*(Span(text="", start=t.start, end=t.end) for t in told))
        scene.keep(*counting_words(scene.text))
        _use_words(scene, row)
    return made


_MOST_MARKS = 16
#: A number of something else, brought in as if it were known: "more than the 64 of ...".
_THAN_THE = re.compile(r"\bthan\s+the\s+\d[\d,.]*\s+(?:[a-z]+\s+)?(?:of|in|from|for)\b", re.I)
_SINCE = re.compile(r"\b(?:from|between)\s+(?:the\s+)?$", re.I)
_UNTIL = re.compile(r"\s+(?:to|until|till|through|and)\s+(?:the\s+)?", re.I)


def _is_stretch(scene: Scene) -> bool:
    """Tell whether two days are the ends of one stretch of time: "from 1 August to 27 June"."""
    days = [t for t in scene.times if t.grain == "day"]
    return any(
        _SINCE.search(scene.text[: first.start])
        and _UNTIL.fullmatch(scene.text, first.end, last.start)
        for first, last in itertools.pairwise(days)
    )


def rates_in(scene: Scene) -> list[Printed]:
    """Return rates that are told as one in so many."""
    return list(one_in(scene.text, scene.function))


def _lies_in(thing: Quantifier | Domain | Span, told: Sequence[Item | Printed]) -> bool:
    return any(t.start <= thing.start and thing.end <= t.end for t in told)


def _is_other(text: str, found: Sequence[Mark]) -> bool:
    """Tell whether a sentence says something, outside of its parts, that is not read here."""
    return any(
        not any(m.start <= at.start() < m.end for m in found if m.kind != "place")
        for at in _NOT_HERE.finditer(text)
    )


def _of_row(scene: Scene, row: Row) -> Readings:
    """Return the readings of all parts of a row; none where one of them cannot be read."""
    made: Readings = []
    related = any(isinstance(part, Relation) for part in row)
    for part in row:
        if isinstance(part, Description):
            told = None if not related and _is_bare(part) else _values(scene, part)
            if told is None:
                return []
            made += told
    at = 0
    while at < len(row):
        part = row[at]
        if isinstance(part, Relation):
            chain = [r for r in row[at : at + 2] if isinstance(r, Relation)]
            chain = chain if len(chain) == 2 and chain[0].kind == "moves" else [part]
            told = _related(scene, row, at, chain)
            if not told:
                return []
            made += told
            at += len(chain)
        else:
            at += 1
    return made


def _values(scene: Scene, described: Description) -> Readings | None:
    """Return the number and the time of a description; None where they are of no output."""
    made: Readings = []
    if described.top is not None and described.time is not None:
        dated = claims_of_time(scene, described, described.top)
        if dated is None:
            return None
        made += dated
    if described.figure is not None:
        if described.figure.unit:
            return None
        term = term_of(scene, described, rate=is_rate(scene, described.figure))
        if term is None:
            return None
        output = output_of(scene, term)
        made.append(number(expression("value", (term.call,), output), described.figure, output))
    return made


def _is_bare(described: Description) -> bool:
    """Tell whether a highest value has a week and no more: whose highest it is, is not known."""
    top = described.top
    told = described.figure is not None or described.period is not None
    return (
        top is not None
        and not top.verb
        and not told
        and described.time is not None
        and described.time.grain == "week"
    )


_PER = re.compile(
    r"[^.;:,()\d]{0,40}?\b(?:per|(?:in|of|for)\s+every)\s+(?:100[, ]?000|100k|"
    r"hundred\s+thousand)\b",
    re.I,
)


#: "Per 100,000 residents, Maine had 3.1 admissions".
_PER_LEADS = re.compile(
    r"\W*(?:[a-z]+\s+)?(?:per|(?:(?:out\s+)?of|in|for)\s+every)\s+"
    r"(?:100[, ]?000|100k|hundred\s+thousand)\b"
    r"[a-z ]{0,30},",
    re.I,
)


def is_rate(scene: Scene, figure: Printed) -> bool:
    """Tell whether a number counts by residents: "19 admissions per 100,000"."""
    told = f" {figure.text} "
    per = _PER.match(scene.text, figure.end) or _PER_LEADS.match(scene.text)
    return bool(per) or " in " in told or " per " in told


def _related(scene: Scene, row: Row, at: int, chain: Sequence[Relation]) -> Readings:
    """Return the reading of a relation, or of a move and how far it goes."""
    before = [d for d in row[:at] if isinstance(d, Description)]
    after = [d for d in row[at + len(chain) :] if isinstance(d, Description)]
    sides = _sides(scene, before, after, chain)
    if sides is None:
        return []
    rate = choosing.is_rated(scene)
    terms = [term_of(scene, side, rate=rate) for side in sides]
    if terms[0] is None or terms[1] is None or terms[0] == terms[1]:
        return []
    return _READ[chain[-1].kind](scene, (terms[0], terms[1]), chain)


def _sides(
    scene: Scene,
    before: Sequence[Description],
    after: Sequence[Description],
    chain: Sequence[Relation],
) -> tuple[Description, Description] | None:
    """Return what is compared with and what is compared."""
    last = chain[-1]
    if last.back:
        if after and before and not after[0].top:
            return before[-1], after[0]
        return (before[-2], before[-1]) if len(before) > 1 else None
    if last.kind in ("moves", "multiplies"):
        return _ends(scene, before, after, chain)
    if before and after:
        pair = after[0], before[-1]
    elif len(before) > 1 and PIVOT.search(scene.text[: before[0].start + 1]):
        pair = before[0], before[1]
    else:
        return None
    return (pair[1], pair[0]) if last.turned else pair


_DOWN_FROM = re.compile(r"\W*(?:sharply\s+|slightly\s+|well\s+)?from\b", re.I)
#: What a value has moved from stands behind these: "rose in March compared with February".
_COMPARED = re.compile(
    r"\b(?:compared|relative\s+to|against|versus|vs|in\s+comparison|than|(?:up|down)\s+from)\b",
    re.I,
)
#: "Was up on the season before".
_ON = re.compile(r"\bon\s+(?:(?:the|that|those|its|their)\b\s*)*$", re.I)


def _ends(
    scene: Scene,
    before: Sequence[Description],
    after: Sequence[Description],
    chain: Sequence[Relation],
) -> tuple[Description, Description] | None:
    """Return where a move begins and ends: the two times that it goes between."""
    if len(after) >= 2 and _told(after[0]) and _told(after[1]):
        gap = scene.text[after[0].end : after[1].start]
        back = _COMPARED.search(gap) or (_ON.search(gap) and after[1].time is None)
        return (after[1], after[0]) if back else (after[0], after[1])
    if after and before and _told(after[0]) and _told(before[-1]):
        lead = scene.text[chain[-1].end : after[0].start]
        if _DOWN_FROM.match(lead) or _COMPARED.search(lead):
            return after[0], before[-1]
        if _ON.search(lead):
            return (after[0], before[-1]) if after[0].time is None else None
        if after[0].time == before[-1].time and len(before) > 1:
            return before[-2], after[0]
        return _in_order(before[-1], after[0])
    if len(before) >= 2 and _told(before[-1]) and _told(before[-2]):
        return _in_order(before[-2], before[-1])
    return None


def _in_order(one: Description, other: Description) -> tuple[Description, Description]:
    """Return the earlier of two first, where both are weeks of their own."""
    times = one.time, other.time
    later = times[0] is not None and times[1] is not None and times[0].first > times[1].first
    return (other, one) if later else (one, other)


def _told(described: Description) -> bool:
    return described.time is not None or described.top is not None


def _multiple(_: Scene, terms: tuple[Term, Term], chain: Sequence[Relation]) -> Readings:
    ratio = chain[-1].ratio
    if ratio is None or (len(chain) == 2 and (ratio.value > 1) != (chain[0].sign > 0)):
        return []
    return [multiple(terms, ratio)]


def _multiplies(_: Scene, terms: tuple[Term, Term], chain: Sequence[Relation]) -> Readings:
    """Read "doubled", "fell by three quarters", "rose by half"."""
    ratio = chain[-1].ratio
    if ratio is None:
        return []
    if len(chain) == 1:  # "doubled", "more than halved"
        if not chain[0].sign:
            return []
        return [multiple(terms, with_other_way(ratio) if ratio.value < 1 else ratio)]
    if "fold" in ratio.text or "times" in ratio.text:
        value = ratio.value if chain[0].sign > 0 else 1 / ratio.value
        return [multiple(terms, ratio.model_copy(update={"value": value}))]
    if chain[0].sign > 0:
        return [multiple(terms, ratio.model_copy(update={"value": 1.0 + ratio.value}))]
    if ratio.value >= 1:
        return []
    left = with_other_way(ratio).model_copy(update={"value": 1.0 - ratio.value})
    made = multiple(terms, left)
    loose = max(made.figures[0].half_unit, LEAST / 100.0) if made.comparator == "about" else 0.0
    return [made.model_copy(update={"figures": (_with_half(made.figures[0], loose),)})]


def _with_half(figure: Figure, half_unit: float) -> Figure:
    return figure.model_copy(update={"half_unit": half_unit})


def _compared(scene: Scene, terms: tuple[Term, Term], chain: Sequence[Relation]) -> Readings:
    word = _word(scene, chain[-1])
    output = output_of(scene, terms[0])
    figure = _amount(scene, chain[-1])
    if figure is None:
        made = expression("difference", (), output).model_copy(update={"terms": terms})
        return [direction(made, word, output)]
    scene.use(figure)
    operation = "percent_change" if figure.unit == "percent" else "difference"
    made = expression(operation, (), output, negative=word.sign < 0)
    return [number(made.model_copy(update={"terms": terms}), figure, output, direction=word)]


def _alike(scene: Scene, terms: tuple[Term, Term], chain: Sequence[Relation]) -> Readings:
    output = output_of(scene, terms[0])
    made = expression("difference", (), output).model_copy(update={"terms": terms})
    return [same(made, _word(scene, chain[-1]), output, negated=False)]


def _word(scene: Scene, relation: Relation) -> Comparative:
    return Comparative(
        sign=relation.sign,
        start=relation.start,
        end=relation.end,
        words=scene.text[relation.start : relation.end],
    )


_READ: dict[str, Callable[[Scene, tuple[Term, Term], Sequence[Relation]], Readings]] = {
    "multiple": _multiple,
    "multiplies": _multiplies,
    "more": _compared,
    "moves": _compared,
    "same": _alike,
}
_BY = re.compile(r"\bby\s+(?:a\s+total\s+of\s+|an?\s+)?$", re.I)


def _amount(scene: Scene, relation: Relation) -> Printed | None:
    """Return the number that says by how much a relation holds."""
    for figure in scene.numbers:
        before = _BY.search(scene.text[: figure.qualified_from])
        beside = not scene.text[figure.unit_end : relation.start].strip()
        if (before and figure.start > relation.end) or (beside and figure.start < relation.start):
            return figure
    return None


def _amounts_apart(scene: Scene, row: Row) -> Row:
    """Take numbers out of descriptions that say how much more or less something is."""
    found = [a for r in row if isinstance(r, Relation) and (a := _amount(scene, r))]
    made: Row = []
    for part in row:
        if isinstance(part, Description) and part.figure is not None and part.figure in found:
            part = part.model_copy(update={"figure": None})
            if not any((part.place, part.period, part.time, part.top)):
                continue
        made.append(part)
    return made


def _use_words(scene: Scene, row: Row) -> None:
    """Account for the words that the relations and highest values of a row are said in."""
    relations = [r for r in row if isinstance(r, Relation)]
    signs = {r.sign for r in relations}
    if [r.kind for r in relations] == ["more"]:  # "fared worse, with a higher maximum"
        scene.use(*(w for w in scene.comparatives if {w.sign} == signs and w.aspect == "size"))
    for relation in relations:
        for word in scene.compared:
            if word.start < relation.end and relation.start < word.end:
                scene.use(word)
        scene.use(*(r for r in scene.ratios if relation.start <= r.start < relation.end))
    if relations:
        scene.use(
            *(Span(text="", start=m.start(), end=m.end()) for m in PIVOT.finditer(scene.text))
        )
    scene.use(*scene.items, *scene.times, *scene.numbers)
