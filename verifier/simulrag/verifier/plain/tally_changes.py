"""Rows about observed counts that rose or fell, and peaks that came earlier or later."""

import itertools
import re
from dataclasses import replace
from datetime import date, timedelta

from simulrag.verifier.claims import Expression, Figure, Reading, Term
from simulrag.verifier.plain.instants import Time
from simulrag.verifier.plain.tally_frames import (
    AMOUNT,
    Readings,
    Told,
    paired_sides,
    parted,
    quantified,
)
from simulrag.verifier.plain.tally_held import Piece
from simulrag.verifier.plain.tally_sides import (
    Side,
    Unclear,
    groups,
    measures,
    placed,
    side_of,
)
from simulrag.verifier.quantities import Printed
from simulrag.verifier.reading.figures import comparator_of, figure_of
from simulrag.verifier.reading.ratios import Ratio, multiple

_MOVES = re.compile(r"(!?)(?:(u|d)(?:Y?N|X)?|\+)")
#: "Fell every week": no week was as high as the one before.
_STEADILY = re.compile(r"M*(u|d)M*")
_WEEK = 7


def steadily(told: Told) -> Readings:
    """Read that a count rose or fell from each week to the next."""
    found = _STEADILY.fullmatch(told.core)
    if not found or "M" not in told.core:
        return []
    side = placed(side_of(told.row.pieces), told.ledger, told.before)
    word = next(p for p in told.row.pieces if p.sign == "M")
    if _SEASON_BY_SEASON.search(told.row.text):
        return []
    read: Readings = []
    for span in (spans := _spans(side)[:1]):
        for states in groups(side):
            feature = "steps_not_up" if found[1] == "u" else "steps_not_down"
            _, term = told.ledger.course_term(feature, states, *span)
            figure = _figure(told, word).model_copy(update={"value": 0.0})
            read.append(
                Reading(
                    expression=Expression(operation="value", terms=(term,)), comparator="at_most",
                    figures=(figure,), unit="week",
                    aspect="the weeks meant" if len(spans) > 1 else "",
                )
            )  # fmt: skip
    return read


_SEASON_BY_SEASON = re.compile(
    r"\b(?:season|winter|year)s?\b.*\b(?:season|winter|year|next)\b|"
    r"\b(?:each|every)(?: passing)? (?:season|winter|year)\b",
    re.I,
)
_SEASONWISE = re.compile(r"M+(u|d)i?|(u|d)M+i?")


def seasonwise(told: Told) -> Readings:
    """Read "has grown from each season to the next": every season against the one before."""
    found = _SEASONWISE.fullmatch(told.core)
    if not found or not _SEASON_BY_SEASON.search(told.row.text) or "T" in told.row.signs:
        return []
    ledger, pieces = told.ledger, list(told.row.pieces)
    names = [name for name, _, _ in ledger.seasons]
    if "i" in told.core:
        at = next(i for i, p in enumerate(pieces) if p.sign == "i")
        since = next((p for p in pieces[at:] if p.sign == "C"), None)
        if since is None:
            return []
        pieces.remove(since)
        names = names[names.index(str(since.held)) :]
    side = side_of(pieces)
    if side.season or side.time or side.span or len(names) < 2:
        return []
    names = list(side.seasons) or names
    side = placed(replace(side, seasons=(), ever=False), ledger, told.before)
    word = next(p for p in pieces if p.sign in "ud")
    read: Readings = []
    for states in groups(side):
        each = [measures(replace(side, season=name), states, ledger) for name in names]
        if any(len(options) != 1 for options in each):
            raise Unclear("kind")
        for (first,), (last,) in itertools.pairwise(each):
            read.append(
                Reading(
                    expression=Expression(operation="difference", terms=(first[1], last[1])),
                    comparator="rises" if word.sign == "u" else "falls",
                    figures=(_figure(told, word),),
                )
            )  # fmt: skip
    return read


def moved(told: Told) -> Readings:
    """Read that a count rose or fell from one week, or season, to another."""
    found = _MOVES.fullmatch(told.core)
    if not found:
        return []
    row = told.row
    side = placed(side_of(row.pieces), told.ledger, told.before)
    word = next(p for p in row.pieces if p.sign in "ud+")
    held = next((p.held for p in row.pieces if p.sign in "NX+"), None)
    negated = bool(found[1])
    if negated and held is not None and word.sign != "+":
        return []
    if negated and isinstance(held, Ratio):
        if held.qualifier == "about":
            return []
        # What has not doubled has not risen further either.
        held = held.model_copy(update={"qualifier": "above" if held.value > 1.0 else "below"})
    if side.seasons:
        return [_between_seasons(told, side, s, word, held, negated) for s in groups(side)]
    return [
        _between_weeks(told, s, span, (word, held), negated).model_copy(
            update={"aspect": "the weeks meant" if len(spans) > 1 else ""}
        )
        for spans in (_spans(side)[: 1 if held else None],)
        for span in spans
        for s in groups(side)
    ]


def _spans(side: Side) -> list[tuple[date, date]]:
    """Return the days from which to which a count moved, of a vague time those that it may mean."""
    if side.season or {"t", "k"} & set(side.kinds):
        raise Unclear("from when to when")
    if side.span is not None and side.time is None:
        return [(side.span.first, side.span.last)]
    time = side.time
    if time is not None and isinstance(side.anchor, Time) and side.anchor.last < time.last:
        return [(side.anchor.last, time.last)]
    if time is not None and side.of_week() and side.span is None:
        return [(time.last - timedelta(days=_WEEK), time.last)]  # against the week before
    if side.span is not None or time is None or (time.last - time.first).days < 2 * _WEEK:
        raise Unclear("from when to when")
    inner = time.first + timedelta(days=_WEEK - 1), time.last - timedelta(days=_WEEK - 1)
    return [(time.first, inner[1]), (inner[0], time.last), (time.first, time.last)]


def _figure(told: Told, piece: Piece) -> Figure:
    return Figure(text=told.row.text[piece.start : piece.end], start=piece.start, end=piece.end)


def _between_weeks(
    told: Told, states: tuple[str, ...], span: tuple[date, date], said: tuple[Piece, object],
    negated: bool,
) -> Reading:  # fmt: skip
    ledger, (word, held) = told.ledger, said
    if isinstance(held, Ratio):
        if word.sign == "d":
            raise Unclear("fell so many times")
        first, last = (ledger.term(ledger.count, states, day=day) for day in span)
        return multiple((first, last), held, negated=negated)
    output = ledger.output_between("change")
    term = ledger.term_between("change", states, *span)
    if held is None:
        return Reading(
            expression=Expression(operation="value", terms=(term,)),
            comparator="rises" if word.sign == "u" else "falls",
            figures=(_figure(told, word),), negated=negated,
        )  # fmt: skip
    if not isinstance(held, Printed):
        raise Unclear("by how much")
    if held.unit == "percent":
        expression = Expression(operation="value", terms=(term,), negative=word.sign == "d")
        return Reading(
            expression=expression, comparator=comparator_of(held), figures=(figure_of(held),),
            unit="percent", about_absolute=output.about_absolute,
        )  # fmt: skip
    if held.unit or "Y" not in told.core:
        raise Unclear("by how much")
    first, last = (ledger.term(ledger.count, states, day=day) for day in span)
    return _gain(first, last, held, word)


def _gain(first: Term, last: Term, held: Printed, word: Piece) -> Reading:
    return Reading(
        expression=Expression(
            operation="difference", terms=(first, last), negative=word.sign == "d"
        ),
        comparator=comparator_of(held), figures=(figure_of(held),), about_relative=0.05,
    )  # fmt: skip


def _between_seasons(
    told: Told, side: Side, states: tuple[str, ...], word: Piece, held: object, negated: bool
) -> Reading:
    """Read that a peak or a total rose from the first to the last of two seasons."""
    if len(side.seasons) != 2 or side.time or side.span or not {"k", "t"} & set(side.kinds):
        raise Unclear("seasons")
    pair = [
        measures(replace(side, seasons=(), season=s), states, told.ledger) for s in side.seasons
    ]
    if any(len(options) != 1 for options in pair):
        raise Unclear("kind")
    first, last = (options[0][1] for options in pair)
    if isinstance(held, Ratio):
        if word.sign == "d":
            raise Unclear("fell so many times")
        return multiple((first, last), held, negated=negated)
    if isinstance(held, Printed):
        if held.unit == "percent":
            return Reading(
                expression=Expression(
                    operation="percent_change", terms=(first, last), negative=word.sign == "d"
                ),
                comparator=comparator_of(held), figures=(figure_of(held),), unit="percent",
                about_absolute=5.0,
            )  # fmt: skip
        return _gain(first, last, held, word)
    return Reading(
        expression=Expression(operation="difference", terms=(first, last)),
        comparator="rises" if word.sign == "u" else "falls", figures=(_figure(told, word),),
        negated=negated,
    )  # fmt: skip


_SAME_WEEK = re.compile(r"\bsame\s+week\b", re.I)
_LATER = re.compile(
    r"(!?)=?(?:N?([LE])n|(?:d(?=N))?N?([HJ])|([LE])nYN|([LE])YNn|YN([LE])n|N([GB])|([GB])YN)|~e"
)


def later(told: Told) -> Readings:
    """Read whether one season or place had its peak later than another."""
    found = _LATER.fullmatch(told.core.replace("=", ""))
    pieces = told.row.pieces
    if not found or not {"k", "g"} & set(told.row.signs) or {"T", "R"} & set(told.row.signs):
        return []
    together = "~" in told.core
    if together and not _SAME_WEEK.search(told.row.text):
        return []
    split = next(i for i, p in enumerate(pieces) if p.sign in ("e" if together else "nHJGB"))
    word = next(p for p in pieces if p.sign in "LEHJGB~")
    amount = next((p.held for p in pieces if p.sign == "N"), None)
    negated = bool(found[1])
    if amount is not None and (negated or not isinstance(amount, Printed) or amount.unit != "week"):
        return []
    left = pieces[:split]
    if amount is not None and not AMOUNT.search(told.row.signs):
        return []
    peak = Piece("k", word.end, word.end)
    subject, reference = parted(told, [*left, peak], [*pieces[split + 1 :], peak])
    if {"r", "t"} & set(subject.kinds):
        return []
    up = word.sign in "LJB"
    ledger, read = told.ledger, Readings()
    for a, b in paired_sides(told, subject, reference):
        if not (a[1].season and b[1].season) or a[1].time or b[1].time:
            raise Unclear("season")
        first, last = (
            ledger.term(ledger.peak_index, states, season=side.season) for states, side in (b, a)
        )
        if isinstance(amount, Printed):
            read.append(
                Reading(
                    expression=Expression(
                        operation="difference", terms=(first, last), negative=not up
                    ),
                    comparator=comparator_of(amount), figures=(figure_of(amount),), unit="week",
                    direction=_figure(told, word), about_absolute=1.0,
                )
            )  # fmt: skip
        elif together:
            figure = _figure(told, word).model_copy(update={"value": 0.0, "half_unit": 0.25})
            read.append(
                Reading(
                    expression=Expression(operation="difference", terms=(first, last)),
                    comparator="equal", figures=(figure,), unit="week", negated=negated,
                )
            )  # fmt: skip
        else:
            read.append(
                Reading(
                    expression=Expression(operation="difference", terms=(first, last)),
                    comparator="rises" if up else "falls", figures=(_figure(told, word),),
                    negated=negated,
                )
            )  # fmt: skip
    return read


def together(told: Told) -> Readings:
    """Read that every state had its peak in one and the same week: the week of the first."""
    if told.core.replace("=", "") not in ("Q", "Q~") or "k" not in told.row.signs:
        return []
    found = _ONE_WEEK.search(told.row.text)
    side = side_of(p for p in told.row.pieces if p.sign != "Q")
    if found is None or side.places or not side.season or side.time:
        return []
    ledger = told.ledger
    first, *others = (
        ledger.term(ledger.peak_index, (state,), season=side.season) for state in ledger.every_place
    )
    figure = Figure(
        text=found.group(), start=found.start(), end=found.end(), value=0.0, half_unit=0.25
    )
    each = [
        Reading(
            expression=Expression(operation="difference", terms=(first, other)),
            comparator="equal", figures=(figure,), unit="week",
        )
        for other in others
    ]  # fmt: skip
    return quantified(told, each)


_ONE_WEEK = re.compile(
    r"\b(?:one and the same|one|the (?:very )?same|a single|the exact same) week\b", re.I
)
