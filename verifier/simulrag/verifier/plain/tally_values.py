"""Rows about observed counts that give their size, or the week of the highest one."""

import re
from dataclasses import replace
from datetime import date, timedelta

from simulrag.simulators.interface import Call, Output
from simulrag.verifier.claims import Comparator, Expression, Figure, Reading, Term
from simulrag.verifier.plain.instants import Time
from simulrag.verifier.plain.readings import dated
from simulrag.verifier.plain.tally_frames import Readings, Told, quantified
from simulrag.verifier.plain.tally_held import Between, Places
from simulrag.verifier.plain.tally_sides import (
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

_VALUE = re.compile(
    r"(?P<s>M?)(?P<no>!?)(?P<s2>M?)(?P<reach>=?)(?:(?P<moved>[ud]o)|(?P<led>[dGBu]?))N(?P<s3>M?)"
)
#: "By the week ending 31 January".
_BY_THEN = re.compile(r"Y(?=T)")
#: "Not even at its peak did it have 150": it never had so many.
_NOT_EVEN = re.compile(r"\bnot even\b", re.I)
_ABOVE: frozenset[Comparator] = frozenset(("above", "at_least", "just_above"))
_BELOW: frozenset[Comparator] = frozenset(("below", "at_most", "just_below"))


def valued(told: Told) -> Readings:
    """Read how large a count was, or that it was never so large: "Utah never had 100 ..."."""
    every, none = "Q" in told.core, "K" in told.core
    by_then = len(_BY_THEN.findall(told.row.signs))
    found = _VALUE.fullmatch(re.sub("[QK]", "", told.core).replace("Y", "", by_then))
    pieces = told.row.pieces
    figure = next((p.held for p in pieces if p.sign == "N"), None)
    if isinstance(figure, Between) and found:
        return _within(told, figure, stays=_stays(found), plain=found[0] in ("N", "=N"))
    if not found or not isinstance(figure, Printed) or figure.unit:
        return []
    side = _spoken_of(told, all_places=every or none)
    comparator = _led(comparator_of(figure), found["led"] or "")
    if found["led"] == "u" and comparator not in _ABOVE:
        raise Unclear("rose to")
    negated, stays = bool(found["no"]), _stays(found)
    if found["moved"] and (negated or side.time is None):
        return []  # "rose to 900 in 2024-25": at some time
    reached = bool(found["reach"] or _NOT_EVEN.search(told.row.text))
    if side.of_week():
        if stays or "k" in side.kinds:
            return []
        if negated and reached and comparator == "equal":
            comparator = "at_least"
        if none and comparator == "equal":
            comparator = "at_least"
        read = [number_of(told, side, s, comparator, figure, negated) for s in groups(side)]
        return quantified(told, read)
    if none and (negated or stays):
        raise Unclear("none")
    if side.seasons:
        each = [replace(side, seasons=(), season=s) for s in side.seasons]
        if not (negated or stays or "k" in side.kinds or "w" in side.kinds):
            raise Unclear("seasons")
    else:
        each = [side]
    size = (comparator, figure)
    return quantified(
        told,
        [
            _of_weeks(told, one, states, size, negated, stays, reached)
            for one in each
            for states in groups(one)
        ],
    )


#: What a count is at, week by week: no sum of a stretch.
_AT_LEVEL = re.compile(
    r"\b(?:stood|stands?|lay|lies|lie|sat|sits?|hovered|hovers?|settled|ran at|was at|were at)\b",
    re.I,
)


def _spoken_of(told: Told, *, all_places: bool) -> Side:
    """Return what a row speaks of. Raises Unclear where a level is told of several weeks."""
    side = side_of(told.row.pieces)
    if all_places:
        side = _everywhere(told, side)
    side = seasoned(placed(side, told.ledger, told.before), told.ledger, told.before)
    if side.span is not None and _AT_LEVEL.search(told.row.text):
        raise Unclear("the level of weeks")
    return side


def _everywhere(told: Told, side: Side) -> Side:
    """Return a side of which every place is spoken, each by itself."""
    if side.places is not None:
        raise Unclear("every place")
    return replace(side, places=Places(tuple((s,) for s in told.ledger.every_place)))


def _stays(found: re.Match[str]) -> bool:
    return bool(found["s"] or found["s2"] or found["s3"])


def _within(told: Told, figure: Between, *, stays: bool, plain: bool) -> Readings:
    """Read that a count, or the count of each week, lay between two numbers."""
    side = seasoned(
        placed(side_of(told.row.pieces), told.ledger, told.before), told.ledger, told.before
    )
    read = Readings()
    for (one,) in by_season(side):
        for states in groups(one):
            if stays:
                sizes: tuple[tuple[str, Comparator, Printed], ...] = (
                    ("highest", "at_most", figure.high),
                    ("lowest", "at_least", figure.low),
                )
                read += [
                    _extreme(told, one, states, course, (comparator, end), negated=False)
                    for course, comparator, end in sizes
                ]
            elif plain and (one.of_week() or "k" in one.kinds or "t" in one.kinds):
                made = number_of(told, one, states, "between", figure.low, False)
                figures = (figure_of(figure.low), figure_of(figure.high))
                read.append(made.model_copy(update={"figures": figures}))
    return read


def _led(comparator: Comparator, lead: str) -> Comparator:
    """Return a comparator after what leads in a bare number: "fell below 2,000"."""
    if not lead:
        return comparator
    if lead == "u" or (lead == "d" and comparator in _BELOW):
        return comparator
    if lead in "GB" and comparator == "equal":
        return "above" if lead == "G" else "below"
    raise Unclear(lead)


def number_of(
    told: Told, side: Side, states: tuple[str, ...], comparator: Comparator, figure: Printed,
    negated: bool,
) -> Reading:  # fmt: skip
    """Read that the count of a side was so large."""
    options = measures(side, states, told.ledger)
    if len(options) != 1:
        raise Unclear("kind")
    output, term = options[0]
    return _sized(output, term, comparator, figure, negated=negated)


def _sized(
    output: Output, term: Term, comparator: Comparator, figure: Printed, *, negated: bool
) -> Reading:
    return Reading(
        expression=Expression(operation="value", terms=(term,)),
        comparator=comparator, figures=(figure_of(figure),), negated=negated,
        about_relative=output.about_relative, about_absolute=output.about_absolute,
    )  # fmt: skip


def _of_weeks(
    told: Told, side: Side, states: tuple[str, ...], size: tuple[Comparator, Printed],
    negated: bool, stays: bool, reached: bool,
) -> Reading:  # fmt: skip
    """Read what is said of the weeks of a season or a stretch, of all of them or of the highest."""
    comparator, figure = size
    weekly, peak = bool({"w", "r"} & set(side.kinds)), "k" in side.kinds
    if "t" in side.kinds and not (weekly or stays or peak):
        return number_of(told, side, states, comparator, figure, negated)
    if negated:
        return _denied(told, side, states, size, reached=reached)
    if stays:
        if comparator not in _ABOVE | _BELOW:
            raise Unclear("stays")
        course = "highest" if comparator in _BELOW else "lowest"
        return _extreme(told, side, states, course, size, negated=False)
    if weekly and not peak:
        if comparator in _BELOW and _ANY.search(told.row.text):
            return _extreme(told, side, states, "highest", size, negated=False)
        if comparator == "equal" and reached and not _ONLY.search(told.row.text, 0, figure.start):
            comparator = "at_least"
        if comparator not in _ABOVE:
            raise Unclear("some week")
        return _extreme(told, side, states, "highest", (comparator, figure), negated=False)
    return number_of(told, side, states, comparator, figure, False)


#: "Comes to only 12" is no more than that.
_ONLY = re.compile(r"\b(?:only|just|merely|barely|a mere)\s+(?:about\s+|some\s+|around\s+)?$", re.I)
#: "Fewer than 100 in any week": in none of them more.
_ANY = re.compile(r"\bany\b", re.I)
#: Denials that are about every week.
_AT_NO_TIME = re.compile(
    r"\b(?:never|ever|once|nowhere)\b|\b(?:time|point|stage|moment|occasion|weeks?)\b", re.I
)


def _denied(
    told: Told, side: Side, states: tuple[str, ...], size: tuple[Comparator, Printed], *,
    reached: bool,
) -> Reading:  # fmt: skip
    """Read that no week had so many, or so few."""
    comparator, figure = size
    if comparator in _BELOW:
        return _extreme(told, side, states, "lowest", size, negated=True)
    if comparator == "equal" and "k" in side.kinds and not reached:
        raise Unclear("not so many, or not that many")
    comparator = "at_least" if comparator == "equal" else comparator
    every_week = {"w", "r", "k"} & set(side.kinds) or _AT_NO_TIME.search(told.row.text)
    if comparator not in _ABOVE or not every_week:
        raise Unclear("denied")
    return _extreme(told, side, states, "highest", (comparator, figure), negated=True)


def _extreme(
    told: Told, side: Side, states: tuple[str, ...], course: str, size: tuple[Comparator, Printed],
    *, negated: bool,
) -> Reading:  # fmt: skip
    """Read a bound of all weeks as one of the highest or the lowest of them."""
    if "t" in side.kinds:
        raise Unclear("total")
    ledger, comparator, figure = told.ledger, size[0], size[1]
    if course == "highest" and side.span is None and side.time is None:
        return number_of(
            told, replace(side, kinds=side.kinds + "k"), states, comparator, figure, negated
        )
    first, last = _stretch(told, side)
    if (course == "lowest" or negated) and _is_month(first, last):
        last -= timedelta(days=6)  # a week that ends in the next month is none of this one's
    kind = ("rate_" if "r" in side.kinds else "") + course
    output, term = ledger.output_between(kind), ledger.term_between(kind, states, first, last)
    return _sized(output, term, comparator, figure, negated=negated)


def _is_month(first: date, last: date) -> bool:
    return first.day == 1 and (last + timedelta(days=1)).day == 1 and first.month == last.month


def _stretch(told: Told, side: Side) -> tuple[date, date]:
    if side.span is not None:
        return side.span.first, side.span.last
    if side.time is not None:
        return side.time.first, side.time.last
    if not side.season:
        raise Unclear("time")
    return told.ledger.days_of(side.season)


_WHEN = re.compile(r"(!?)=?([UHYJvwq]*)(?P<no>!?)o?(S?)=?N?=?(S?)")
_BOUNDS: dict[str, Comparator] = {
    "": "equal",
    "H": "below",
    "Y": "at_most",
    "J": "above",
    "vY": "at_most",
    "Yv": "at_most",
    "vH": "below",
    "Hv": "below",
    "v": "below",
    "qJ": "above",
    "qH": "below",
}
#: How long after or before a day "shortly" is.
_SHORTLY = timedelta(days=21)


def peaked(told: Told) -> Readings:
    """Read when a season was at its peak, and how high: "Ohio peaked in early February"."""
    found = _WHEN.fullmatch(told.core.replace("Q", ""))
    if not found or not _tells_peak(told, found):
        return []
    negated, bound = bool(found[1] or found["no"]), found[2]
    figure = next((p.held for p in told.row.pieces if p.sign == "N"), None)
    if (bound not in _BOUNDS and bound != "U") or (bound == "U" and not negated):
        return []
    if figure is not None and (negated or bound):
        return []
    side = side_of(told.row.pieces)
    if "Q" in told.core:
        side = _everywhere(told, side)
    side = placed(side, told.ledger, told.before)
    if side.seasons == tuple(name for name, _, _ in told.ledger.seasons) and not side.season:
        side = replace(side, seasons=(), ever=True)
    time = side.time
    if time is None or side.span or side.seasons or "t" in side.kinds:
        return []
    season = "" if side.ever else side.season or told.ledger.season_of(time.first)
    if not season and not side.ever:
        raise Unclear("season")
    read = Readings()
    for states in groups(side):
        call = told.ledger.term(told.ledger.peak_day, states, season=season).call
        read += _dated(told, call, time, bound, negated=negated)
        if isinstance(figure, Printed):
            read.append(_how_high(told, side, states, season, figure))
    return quantified(told, read)


def _tells_peak(told: Told, found: re.Match[str]) -> bool:
    """Tell whether a row is about the highest week, by a word for it or by "the most"."""
    row = told.row
    if "T" not in row.signs or (found[4] and found[5]) or (found[1] and found["no"]):
        return False
    if {"k", "v"} & set(row.signs):
        return True
    most = bool(found[4] or found[5])
    return most and (
        "w" in row.signs or bool(row.all_of("AC")) or row.signs.rstrip("Ig")[-1] in "Ss"
    )


def _dated(told: Told, call: Call, time: Time, bound: str, *, negated: bool) -> Readings:
    output = told.ledger.peak_day
    if bound.startswith("q") and not negated:
        near = time.last + _SHORTLY if bound == "qJ" else time.first - _SHORTLY
        end = time.model_copy(update={"first": near, "last": near})
        return [
            dated(call, output, time, _BOUNDS[bound], negated=False),
            dated(call, output, end, "below" if bound == "qJ" else "above", negated=False),
        ]
    if bound != "U":
        return [dated(call, output, time, _BOUNDS[bound], negated=negated)]
    # What was "not until March" was in March; later still, it is not said either way.
    aspect = {"aspect": "not until then"}
    before = dated(call, output, time, "below", negated=True)
    return [
        before.model_copy(update={**aspect, "middle": 0.0}),
        dated(call, output, time, "equal", negated=False).model_copy(update=aspect),
    ]


def _how_high(
    told: Told, side: Side, states: tuple[str, ...], season: str, figure: Printed
) -> Reading:
    """Read the count that is given with the week of the peak."""
    if figure.unit:
        raise Unclear("unit")
    if side.of_week():
        kinds = side.kinds.replace("k", "").replace("w", "")
        side = replace(side, kinds=kinds, season="", ever=False)
    else:
        side = replace(side, time=None, season=season, kinds=side.kinds + "k")
    return number_of(told, side, states, comparator_of(figure), figure, False)


_ENDS = re.compile(r"[ud]?=?f?(?:NT,?[o&l]?=?(?:[ud]?)=?NT|TN,?[o&]?TN)")


def at_each(told: Told) -> Readings:
    """Read "from 11,000 in the week ending 13 December to over 42,000 three weeks later"."""
    pieces = [p for p in told.row.pieces if p.sign not in "aw,ixgI" or p.sign == ","]
    kept = [p for p in pieces if p.sign not in "Pr,"]
    if not _ENDS.fullmatch("".join(p.sign for p in kept)):
        return []
    side = placed(side_of(p for p in told.row.pieces if p.sign in "Prp"), told.ledger, told.before)
    figures = [p.held for p in kept if p.sign == "N"]
    times = [p.held for p in kept if p.sign == "T"]
    read = Readings()
    for states in groups(side):
        ends: list[Reading] = []
        for figure, time in zip(figures, times, strict=True):
            if not isinstance(figure, Printed) or not isinstance(time, Time) or figure.unit:
                raise Unclear("each")
            one = replace(side, time=time)
            if not one.of_week():
                raise Unclear("week")
            ends.append(number_of(told, one, states, comparator_of(figure), figure, False))
        word = next((p for p in kept if p.sign in "ud"), None)
        read += ends
        if word is not None:
            first, last = (e.expression.terms[0] for e in ends)
            told_word = Figure(
                text=told.row.text[word.start : word.end], start=word.start, end=word.end
            )
            read.append(
                Reading(
                    expression=Expression(operation="difference", terms=(first, last)),
                    comparator="rises" if word.sign == "u" else "falls", figures=(told_word,),
                )
            )  # fmt: skip
    return read
