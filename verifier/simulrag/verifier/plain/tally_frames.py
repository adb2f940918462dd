"""Rows about observed counts as formal readings: one count, and two that are compared."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from simulrag.verifier.claims import Counted, Expression, Figure, Reading
from simulrag.verifier.plain.discourse import Discourse
from simulrag.verifier.plain.instants import Time
from simulrag.verifier.plain.tally_held import Piece, Places, Span
from simulrag.verifier.plain.tally_ledger import Ledger
from simulrag.verifier.plain.tally_rows import Row
from simulrag.verifier.plain.tally_sides import (
    Measure,
    Side,
    Unclear,
    by_season,
    groups,
    measures,
    placed,
    seasoned,
    side_of,
)
from simulrag.verifier.quantities import Printed
from simulrag.verifier.reading.figures import comparator_of, figure_of
from simulrag.verifier.reading.ratios import Ratio, Way, multiple

Readings = list[Reading]
#: What a sentence leaves open: the peak or the total, the count or the rate.
ASPECT = "how hard a place was hit"


@dataclass(frozen=True, slots=True)
class Told:
    """A row with where counts are kept and what the sentences before it settled."""

    row: Row
    ledger: Ledger
    before: Discourse

    @property
    def core(self) -> str:
        """Return the signs of what is said of the counts, in order."""
        return re.sub("[PCTRFAawrktgI,xplz]", "", self.row.signs)


#: "More than" and what leads in the other count by itself.
_COMPARES = re.compile(r"(!?)(?:(>|<)n|(G|B))|!ee?|[ud](?:YN)?f|!?\^|(!?)[><]")
_BY = re.compile(r"(!?)(?:[><](?:YNn|nYN)|[GB]YN|Y?N[><]n|Y?N[GB]|[ud]YNf|Y?N[><]|[><]YN)")
#: "600 more", "by 600": an amount, and no count of its own.
AMOUNT = re.compile(r"N[><LEHJGB]|YN|N[aw]*[><]")


def compared(told: Told) -> Readings:
    """Read one count compared with another: "Ohio had more admissions than Texas in ..."."""
    core = told.core.replace("Q", "", 1) if told.core.startswith(("Q", "K")) else told.core
    core = core.replace("K", "", 1).replace("=", "")
    plain, sized = _COMPARES.fullmatch(core), _BY.fullmatch(core)
    if not plain and not (sized and AMOUNT.search(told.row.signs)):
        return []
    if "K" in told.row.signs and "!" in core:
        return []
    pieces = told.row.pieces
    lesser = "e" in core  # "not as high as": lower
    ends = [i for i, p in enumerate(pieces) if p.sign in "nGBef^"]
    split = max(ends, default=len(pieces))
    word = next(p for p in pieces if p.sign in "><GBeud^")
    amount = next((p.held for p in pieces if p.sign == "N"), None)
    up = word.sign in ">Gu"
    ours, theirs = (_of_any_week(told, half) for half in (pieces[:split], pieces[split + 1 :]))
    subject, reference = parted(told, ours, theirs)
    if word.sign == "G" and subject.places != reference.places and _is_country(told, reference):
        raise Unclear("led the country")
    made = paired(told, subject, reference)
    if _OF_SIZE_OR_RATE.search(told.row.text[word.start : word.end]) and "r" not in subject.kinds:
        made = _also_per_head(told, subject, reference, made)
    figure = _word(told, word)
    read: Readings = []
    for options in made:
        each = [
            difference(s, r, figure, amount, up=up, negated="!" in core and not lesser)
            for s, r in options
        ]
        if len(each) > 1:
            each = [e.model_copy(update={"aspect": ASPECT}) for e in each]
        read += each
    return quantified(told, read)


def _word(told: Told, piece: Piece) -> Figure:
    return Figure(text=told.row.text[piece.start : piece.end], start=piece.start, end=piece.end)


def _of_any_week(told: Told, left: Sequence[Piece]) -> Sequence[Piece]:
    """Take "no week of 2024-25" for the highest of them."""
    for piece in left:
        words = told.row.text[piece.start : piece.end].lower()
        told_of_week = piece.sign == "!" and "week" in words
        if told_of_week or (piece.sign == "w" and "any" in words.split()):
            return [*left, Piece("k", piece.end, piece.end)]
    return left


def _is_country(told: Told, side: Side) -> bool:
    places = side.places.each if side.places else ()
    return len(places) == 1 and len(places[0]) == len(told.ledger.every_place)


#: Words that may be said of how many there were or of how many per head.
_OF_SIZE_OR_RATE = re.compile(r"\b(?:hit|off|fared|often|frequently)\b", re.I)


def _also_per_head(
    told: Told, subject: Side, reference: Side, made: list[list[tuple[Measure, Measure]]]
) -> list[list[tuple[Measure, Measure]]]:
    """Return counts that are compared, beside them the rates where the places differ."""
    if subject.places == reference.places:
        return made
    rated = [replace(s, kinds=s.kinds + "r") for s in (subject, reference)]
    both = zip(made, paired(told, rated[0], rated[1]), strict=True)
    return [[*counts, *rates] for counts, rates in both]


def difference(
    subject: Measure, reference: Measure, word: Figure, amount: object, *, up: bool, negated: bool
) -> Reading:
    terms = (reference[1], subject[1])
    if not isinstance(amount, Printed):
        expression = Expression(operation="difference", terms=terms)
        return Reading(
            expression=expression, comparator="rises" if up else "falls", figures=(word,),
            negated=negated,
        )  # fmt: skip
    if negated or amount.unit not in ("", "percent"):
        raise Unclear("amount")
    percent = amount.unit == "percent"
    output = subject[0]
    return Reading(
        expression=Expression(
            operation="percent_change" if percent else "difference", terms=terms, negative=not up
        ),
        comparator=comparator_of(amount), figures=(figure_of(amount),),
        unit="percent" if percent else "", direction=word,
        about_relative=0.0 if percent else output.about_relative,
        about_absolute=5.0 if percent else 0.0,
    )  # fmt: skip


def parted(told: Told, left: Sequence[Piece], right: Sequence[Piece]) -> tuple[Side, Side]:
    """Return what is compared and what with; what stands once only holds for both."""
    left, right = _trailing(left, right)
    subject, reference = side_of(left), side_of(right)
    if "Q" in told.core or "K" in told.core:
        every = Places(tuple((s,) for s in told.ledger.every_place))
        if subject.places is not None:
            raise Unclear("every place")
        subject = replace(subject, places=every)
    if not (reference.places or reference.timed or reference.kinds):
        reference = subject.at_anchor()
    elif reference.anchor is not None and not subject.timed:
        subject = _at(subject, reference)
    own = reference
    if not subject.timed and reference.timed:
        if not reference.places:
            subject = _at_time_before(told, subject)
        else:
            subject = _with_time(subject, reference)
    elif "k" in reference.kinds and subject.of_week() and subject.time and not reference.timed:
        reference = replace(reference, season=told.ledger.season_of(subject.time.last))
    elif subject.timed and not reference.timed:
        reference = _with_time(reference, subject)
    if subject.places is None and reference.places and subject.timed and reference.timed:
        subject = _where_else(told, subject, reference)
    subject = placed(subject, told.ledger, told.before)
    if reference.places is None:
        reference = replace(reference, places=subject.places, together=subject.together)
    return _of_a_kind(subject, reference, own)


def _trailing(
    left: Sequence[Piece], right: Sequence[Piece]
) -> tuple[Sequence[Piece], Sequence[Piece]]:
    """Give a second time at the end to the subject: "did not pass its 2022-23 peak in 2024-25"."""
    timed = [p for p in right if p.sign in "CTR"]
    if len(timed) != 2 or timed[1] is not right[-1] or any(p.sign in "CTRFA" for p in left):
        return left, right
    return [*left, timed[1]], right[:-1]


def _where_else(told: Told, subject: Side, reference: Side) -> Side:
    """Return a side at the place that only the other one names, if none was named before."""
    known = told.before.latest(told.ledger.simulator, told.ledger.place)
    return subject if known is not None else replace(subject, places=reference.places)


def _at(side: Side, other: Side) -> Side:
    """Return a side at the time from which the one of another is counted."""
    timed = other.at_anchor()
    return replace(side, season=timed.season, time=timed.time)


def _with_time(side: Side, other: Side) -> Side:
    return replace(
        side, season=other.season, seasons=other.seasons, time=other.time, span=other.span,
        ever=other.ever,
    )  # fmt: skip


def _at_time_before(told: Told, side: Side) -> Side:
    """Return a side with the time that the sentences before it named."""
    if "k" in side.kinds:
        return seasoned(side, told.ledger, told.before)
    raise Unclear("time")


def _of_a_kind(subject: Side, reference: Side, own: Side) -> tuple[Side, Side]:
    """Give a side the kind of count that only the other one names."""
    kinds, others = set(subject.kinds), set(reference.kinds)
    if "r" in kinds | others:
        subject = replace(subject, kinds=subject.kinds + "r")
        reference = replace(reference, kinds=reference.kinds + "r")
    if "k" in kinds and "k" not in others and not reference.of_week():
        reference = replace(reference, kinds=reference.kinds + "k")
    elif "k" in others and "k" not in kinds and not subject.of_week():
        if own.places and not own.timed:
            raise Unclear("peak of one")
        subject = replace(subject, kinds=subject.kinds + "k")
    if "t" in kinds | others:
        subject = replace(subject, kinds=subject.kinds + "t")
        reference = replace(reference, kinds=reference.kinds + "t")
    for sign in "aw":
        if sign in kinds | others:
            subject = replace(subject, kinds=subject.kinds + sign)
            reference = replace(reference, kinds=reference.kinds + sign)
    return subject, reference


Of = tuple[tuple[str, ...], Side]


def paired_sides(told: Told, subject: Side, reference: Side) -> list[tuple[Of, Of]]:
    """Return for each season and place that are spoken of what is compared with what."""
    if subject == reference:
        raise Unclear("the same")
    every = bool({"Q", "K"} & set(told.core))
    made: list[tuple[Of, Of]] = []
    for ours, theirs in by_season(subject, reference):
        left, right = groups(ours), groups(theirs)
        if len(left) > 1 and left == right:
            pairs = list(zip(left, right, strict=True))
        elif len(left) > 1 and len(right) > 1:
            raise Unclear("lists")
        else:
            pairs = [(a, b) for a in left for b in right]
        same = ours.time == theirs.time and ours.season == theirs.season
        made += [((a, ours), (b, theirs)) for a, b in pairs if not (every and same and a == b)]
    return made


def paired(told: Told, subject: Side, reference: Side) -> list[list[tuple[Measure, Measure]]]:
    """Return the counts that are compared, for each place of a list the ones that may be meant."""
    made: list[list[tuple[Measure, Measure]]] = []
    for (a, ours), (b, theirs) in paired_sides(told, subject, reference):
        first, second = measures(ours, a, told.ledger), measures(theirs, b, told.ledger)
        if len(first) != len(second):
            raise Unclear("kinds")
        made.append(list(zip(first, second, strict=True)))
    return made


def quantified(told: Told, read: Readings) -> Readings:
    """Return readings of every place as one, or that none of them holds."""
    every, none = "Q" in told.core, "K" in told.core
    if every and "!" in told.core:
        raise Unclear("not every place")
    if not (every or none) or not read:
        return read
    if any(r.aspect for r in read):
        raise Unclear("every place")
    many = len(read) if every else 0
    terms = tuple(t for r in read for t in r.expression.terms)
    return [
        Counted(
            expression=Expression(operation="value", terms=terms), comparator="equal",
            of=tuple((r,) for r in read), at_least=many, at_most=many,
        )
    ]  # fmt: skip


#: Bounds of a share, as those of a multiple.
_WAYS: dict[str, Way] = {
    "exact": "exact", "about": "about", "above": "above", "at_least": "above", "below": "below",
    "at_most": "below", "just_above": "about", "just_below": "about",
}  # fmt: skip


#: What leads in the whole: "a quarter of the admissions of the week ending ...".
_OF = re.compile(r"\s*(?:percent |per cent |% )?of (?:the|that|those|its|their|what)\b", re.I)


def _part_of(told: Told) -> tuple[Piece, ...]:
    """Return the pieces with "a third of what" as a multiple."""
    made: list[Piece] = []
    for piece in told.row.pieces:
        last = made[-1] if made else None
        share = last.held if last and last.sign == "N" else None
        percent = isinstance(share, Printed) and share.unit == "percent"
        if last and isinstance(share, Printed) and percent and piece.sign == "e":
            made[-1] = _multiple(last, share, last.end)
            made.append(piece)
        elif last and isinstance(share, Printed) and percent and piece.sign == "m":
            made[-1] = _multiple(last, share, piece.end)
        elif last and isinstance(share, Printed) and percent and _OF.match(told.row.text, last.end):
            made[-1] = _multiple(last, share, last.end)
            made += [Piece("n", last.end, last.end), piece]
        else:
            made.append(piece)
    return tuple(made)


def _multiple(share: Piece, percent: Printed, end: int) -> Piece:
    ratio = Ratio(
        value=float(percent.value) / 100.0, start=share.start, end=end, tail=end,
        qualifier=_WAYS[percent.qualifier], text=percent.text,
    )  # fmt: skip
    return Piece("X", share.start, end, ratio)


def _end_of(piece: Piece) -> Piece:
    """Return the last week of a stretch within which a count came to something."""
    if not isinstance(piece.held, Span):
        return piece
    day = piece.held.last
    time = Time(first=day, last=day, start=piece.start, end=piece.end, grain="week")
    return piece._replace(sign="T", held=time)


_TIMES = re.compile(r"(!?)(?:[ud]o)?X(?:ee|e|>n|o|n)?")


def multiplied(told: Told) -> Readings:
    """Read one count as so many times another: "three times as many as in 2023-24"."""
    pieces = _part_of(told)
    core = re.sub("[PCTRFAawrktgI,xplz=]", "", "".join(p.sign for p in pieces))
    found = _TIMES.fullmatch(core)
    if not found or not any(p.sign == "X" for p in pieces):
        return []
    at = next(i for i, p in enumerate(pieces) if p.sign == "X")
    ratio = pieces[at].held
    ends = [i for i, p in enumerate(pieces) if p.sign in "en" and i > at]
    split = ends[-1] if ends else at
    if not isinstance(ratio, Ratio) or (found[1] and ratio.qualifier not in ("above", "exact")):
        return []
    left = [*pieces[:at], *pieces[at + 1 : split]]
    if not any(p.sign in "PCTRFk" for p in left) and pieces[at].start == 0:
        raise Unclear("half of what")
    if at and pieces[at - 1].sign == "o":
        left = [_end_of(p) for p in left]
    subject, reference = parted(told, left, pieces[split + 1 :])
    if found[1] and ratio.qualifier == "exact":
        ratio = ratio.model_copy(update={"qualifier": "above"})
    read: Readings = []
    for options in paired(told, subject, reference):
        each = [multiple((r[1], s[1]), ratio, negated=bool(found[1])) for s, r in options]
        if len(each) > 1:
            each = [e.model_copy(update={"aspect": ASPECT}) for e in each]
        read += each
    return read
