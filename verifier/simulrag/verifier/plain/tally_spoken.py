"""Rows about observed counts that are compared with what was spoken of, or with all others."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from simulrag.verifier.claims import Expression, Figure, Reading, Term
from simulrag.verifier.plain.instants import Time
from simulrag.verifier.plain.readings import dated
from simulrag.verifier.plain.tally_frames import Readings, Told, difference
from simulrag.verifier.plain.tally_held import Piece, Places
from simulrag.verifier.plain.tally_ranks import ranked_among
from simulrag.verifier.plain.tally_sides import (
    Measure,
    Side,
    Unclear,
    groups,
    measures,
    placed,
    seasoned,
    side_of,
)
from simulrag.verifier.plain.tally_values import number_of
from simulrag.verifier.quantities import Printed
from simulrag.verifier.reading.figures import comparator_of
from simulrag.verifier.reading.ratios import Ratio, multiple

_BARE = re.compile(r"(!?)([><])(n?)")
_THAT = re.compile(r"(?:that|this|it|that one|this one)\W*$", re.I)
_TWO = 2


def beside_spoken(told: Told) -> Readings:
    """Read "Indiana had an even higher peak": than the place that was spoken of."""
    found = _BARE.fullmatch(told.core.replace("=", ""))
    known = told.before.spoken(f"{told.ledger.simulator}.{told.ledger.kept.name}")
    if found is None or known is None:
        return []
    pieces = told.row.pieces
    word = next(p for p in pieces if p.sign in "><")
    split = next((i for i, p in enumerate(pieces) if p.sign == "n"), len(pieces))
    behind = [p for p in pieces[split + 1 :] if p.sign not in ",a"]
    if found[3] and not (all(p.sign == "I" for p in behind) and _THAT.search(told.row.text)):
        return []
    side = side_of(pieces[:split])
    if side.anchor is not None or (side.places is None and not side.timed):
        return []
    measure = _like(told, side, known)
    output = next(o for o in told.ledger.kept.outputs if o.name == known.output)
    if measure is None:
        return _in_that_week(told, side, word, negated=bool(found[1]))
    if not _one_apart(measure[1], known, told):
        return []
    figure = _figure(told, word)
    up = word.sign == ">"
    return [difference(measure, (output, known), figure, None, up=up, negated=bool(found[1]))]


def _in_that_week(told: Told, side: Side, word: Piece, *, negated: bool) -> Readings:
    """Read "Ohio had more in that week": than the place that the text is about."""
    ledger = told.ledger
    known = told.before.latest(ledger.simulator, ledger.place)
    week = next((p for p in told.row.pieces if p.sign == "T"), None)
    if side.places is None or week is None or not isinstance(known, list) or not side.of_week():
        return []
    other = replace(side, places=Places((tuple(map(str, known)),)))
    if "that" not in told.row.text[week.start : week.end].lower() or other.places == side.places:
        return []
    both = [m for one in (side, other) for at in groups(one) for m in measures(one, at, ledger)]
    if len(both) != _TWO:
        return []
    up = word.sign == ">"
    return [difference(both[0], both[1], _figure(told, word), None, up=up, negated=negated)]


def multiplied_spoken(told: Told) -> Readings:
    """Read "the peak of 2023-24 had been three times as high": as the one spoken of."""
    found = re.fullmatch(r"X(?:ee?)?", told.core.replace("=", ""))
    known = told.before.spoken(f"{told.ledger.simulator}.{told.ledger.kept.name}")
    pieces = told.row.pieces
    at = next((i for i, p in enumerate(pieces) if p.sign == "X"), 0)
    ratio = pieces[at].held if found else None
    if known is None or not isinstance(ratio, Ratio):
        return []
    if any(p.sign in "PCTRFAk" for p in pieces[at + 1 :]):
        return []
    side = side_of(pieces[:at])
    if side.anchor is not None or (side.places is None and not side.timed):
        return []
    measure = _like(told, side, known)
    if measure is None or not _one_apart(measure[1], known, told):
        return []
    return [multiple((known, measure[1]), ratio)]


def _like(told: Told, side: Side, known: Term) -> Measure | None:
    """Return the count of a side that is like one that is known, what it leaves open as there."""
    ledger, given = told.ledger, known.call.arguments
    states, season, week = (given.get(n) for n in (ledger.place, ledger.season, ledger.week))
    if side.places is None and isinstance(states, list):
        side = replace(side, places=Places((tuple(map(str, states)),)))
    if not side.timed and isinstance(season, str):
        side = replace(side, season=season)
    if not side.timed and isinstance(week, str):
        day = date.fromisoformat(week)
        side = replace(side, time=Time(first=day, last=day, start=0, end=0, grain="week"))
    if known.output in (ledger.peak.name, ledger.peak_rate.name) and not side.of_week():
        side = replace(side, kinds=side.kinds + "k")
    if known.output in (ledger.rate.name, ledger.peak_rate.name):
        side = replace(side, kinds=side.kinds + "r")
    options = [m for one in groups(side) for m in measures(side, one, ledger)]
    return options[0] if len(options) == 1 and options[0][0].name == known.output else None


def _one_apart(term: Term, known: Term, told: Told) -> bool:
    """Tell whether two counts differ in the place alone or in the time alone."""
    names = (told.ledger.place, told.ledger.season, told.ledger.week)
    own, other = term.call.arguments, known.call.arguments
    return sum(own.get(name) != other.get(name) for name in names) == 1


def _figure(told: Told, piece: Piece) -> Figure:
    return Figure(text=told.row.text[piece.start : piece.end], start=piece.start, end=piece.end)


def no_other(told: Told) -> Readings:
    """Read "no other state had a higher count": than the place that was spoken of."""
    if told.core.replace("=", "") not in ("K>", "K<"):
        return []
    side = side_of(told.row.pieces)
    if side.places is not None:
        return []
    side = seasoned(placed(side, told.ledger, told.before), told.ledger, told.before)
    word = next(p for p in told.row.pieces if p.sign in "><")
    every = told.ledger.every_place
    return [ranked_among(told, side, every, word, up=word.sign == ">", negated=False)]


def timed_beside(told: Told) -> Readings:
    """Read "it also came earlier": the season spoken of than the one it was compared with."""
    if told.core.replace("=", "") not in ("E", "L") or {"T", "R", "F", "N"} & set(told.row.signs):
        return []
    side = side_of(told.row.pieces)
    word = next(p for p in told.row.pieces if p.sign in "EL")
    pairs = _anchored(told, side) if side.anchor is not None else _compared(told, side)
    ledger = told.ledger
    return [
        Reading(
            expression=Expression(
                operation="difference",
                terms=tuple(ledger.term(ledger.peak_index, states, season=s) for s in seasons),
            ),
            comparator="rises" if word.sign == "L" else "falls", figures=(_figure(told, word),),
        )
        for states, seasons in pairs
    ]  # fmt: skip


_Pairs = Sequence[tuple[tuple[str, ...], tuple[str, str]]]


def _anchored(told: Told, side: Side) -> _Pairs:
    anchor = side.anchor
    if not isinstance(anchor, str) or not side.season or {"r", "t"} & set(side.kinds):
        raise Unclear("season")
    side = placed(side, told.ledger, told.before)
    return [(states, (anchor, side.season)) for states in groups(side)]


def _compared(told: Told, side: Side) -> _Pairs:
    """Return the place and the two seasons that the sentence before compared."""
    ledger, calls = told.ledger, told.before.calls
    known = told.before.spoken(f"{ledger.simulator}.{ledger.kept.name}")
    if side.places or side.timed or len(calls) != _TWO or known is None:
        return []
    places = [call.arguments.get(ledger.place) for call in calls]
    seasons = [call.arguments.get(ledger.season) for call in calls]
    states, (first, last) = places[0], seasons
    if not isinstance(states, list) or places[0] != places[1] or first == last:
        return []
    if not (isinstance(first, str) and isinstance(last, str)):
        return []
    return [(tuple(map(str, states)), (first, last))]


def unsurpassed(told: Told) -> Readings:
    """Read "never had a higher count than in mid-February 2025": the highest one was then."""
    signs = told.row.signs
    if told.core.replace("=", "") not in ("!>n", "!>nN"):
        return []
    split = signs.index("n")
    left, right = side_of(told.row.pieces[:split]), side_of(told.row.pieces[split + 1 :])
    time = right.time
    if time is None or right.places or right.season or left.time or left.span:
        return []
    if {"r", "t"} & set(left.kinds) or left.seasons:
        return []
    side = placed(left, told.ledger, told.before)
    output = told.ledger.peak_day
    figure = next((p.held for p in told.row.pieces if p.sign == "N"), None)
    made: list[Reading] = []
    for states in groups(side):
        call = told.ledger.term(output, states, season=side.season).call
        made.append(dated(call, output, time, "equal", negated=False))
        if isinstance(figure, Printed) and not figure.unit:
            then = replace(right, places=Places((states,)))
            made.append(number_of(told, then, states, comparator_of(figure), figure, False))
        elif figure is not None:
            return []
    return made
