"""What one side of a statement about counts speaks of: places, a time, and which count."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from simulrag.simulators.interface import Output
from simulrag.verifier.claims import Term
from simulrag.verifier.plain.discourse import Discourse
from simulrag.verifier.plain.instants import Time
from simulrag.verifier.plain.tally_held import Piece, Places, Span
from simulrag.verifier.plain.tally_ledger import Ledger

KINDS = frozenset("awrktg")


class Unclear(Exception):
    """A row that could mean several things, or that says the same thing twice."""


@dataclass(frozen=True, slots=True)
class Side:
    """What is named: places, seasons, a time, days, and the signs of what is counted."""

    places: Places | None = None
    season: str = ""
    seasons: tuple[str, ...] = ()
    time: Time | None = None
    span: Span | None = None
    ever: bool = False
    kinds: str = ""
    #: The list of places is added up.
    together: bool = False
    #: The week or the season from which its own is counted.
    anchor: Time | str | None = None

    @property
    def timed(self) -> bool:
        """Tell whether any time is named."""
        return bool(self.season or self.seasons or self.time or self.span or self.ever)

    def at_anchor(self) -> "Side":
        """Return the same at the time from which its own is counted. Raises Unclear without."""
        if isinstance(self.anchor, str):
            return replace(self, season=self.anchor, anchor=None)
        if self.anchor is None:
            raise Unclear("nothing compared with")
        return replace(self, time=self.anchor, anchor=None)

    def of_week(self) -> bool:
        """Tell whether it speaks of one week."""
        return self.time is not None and self.time.grain in ("day", "week")


def side_of(pieces: Iterable[Piece]) -> Side:
    """Return what some pieces name. Raises Unclear where they name two of a kind."""
    side = Side()
    for piece in pieces:
        held = piece.held
        if piece.anchor is not None:
            side = replace(side, anchor=piece.anchor)
        match piece.sign:
            case "P" if side.places is None and isinstance(held, Places):
                side = replace(side, places=held)
            case "C" if not side.season and isinstance(held, str):
                side = replace(side, season=held)
            case "F" if not side.seasons and isinstance(held, tuple):
                side = replace(side, seasons=held)
            case "T" if side.time is None and isinstance(held, Time):
                side = replace(side, time=held)
            case "R" if side.span is None and isinstance(held, Span):
                side = replace(side, span=held)
            case "P" | "C" | "F" | "T" | "R":
                raise Unclear(piece.sign)
            case "A":
                side = replace(side, ever=True)
            case "p":
                side = replace(side, together=True)
            case sign if sign in KINDS:
                side = replace(side, kinds=side.kinds + sign)
            case _:
                pass
    return side


def placed(side: Side, ledger: Ledger, before: Discourse) -> Side:
    """Return a side with the place, and the season if none is named, that the text is about."""
    if side.places is None:
        if before.among(ledger.simulator, ledger.place):
            raise Unclear("place")
        known = before.latest(ledger.simulator, ledger.place)
        if known is None:
            raise Unclear("place")
        states = tuple(map(str, known)) if isinstance(known, list) else (str(known),)
        side = replace(side, places=Places((states,)))
    return side


def seasoned(side: Side, ledger: Ledger, before: Discourse) -> Side:
    """Return a side with the season that the text is about where no time is named."""
    if side.timed:
        return side
    known = before.latest(ledger.simulator, ledger.season)
    if not isinstance(known, str) or all(known != name for name, _, _ in ledger.seasons):
        raise Unclear("season")
    return replace(side, season=known)


def groups(side: Side) -> list[tuple[str, ...]]:
    """Return the places that are spoken of, each as the states that are added up for it."""
    if side.places is None:
        raise Unclear("place")
    each = list(side.places.each)
    return [tuple(s for one in each for s in one)] if side.together else each


def by_season(*sides: Side) -> list[tuple[Side, ...]]:
    """Return sides for each of the seasons that all of them or the first alone name."""
    if len(sides) == 2 and sides[1].seasons and sides[0].season:
        first, last = sides
        return [(first, replace(last, seasons=(), season=one)) for one in last.seasons]
    seasons = next((s.seasons for s in sides if s.seasons), ())
    if not seasons:
        return [sides]
    if any(s.seasons not in ((), seasons) or (s.timed and not s.seasons) for s in sides):
        raise Unclear("seasons")
    return [tuple(replace(s, seasons=(), season=one) for s in sides) for one in seasons]


Measure = tuple[Output, Term]


def measures(side: Side, states: Sequence[str], ledger: Ledger) -> list[Measure]:
    """Return the counts that a side may mean for some states, the likeliest first."""
    rate, peak, total = ("r" in side.kinds), ("k" in side.kinds), ("t" in side.kinds)
    if side.of_week() and side.time is not None:
        if peak or side.season not in ("", ledger.season_of(side.time.last)):
            raise Unclear("week")
        output = ledger.rate if rate else ledger.count
        return [(output, ledger.term(output, states, day=side.time.last))]
    if side.time is not None or side.span is not None:
        if side.season or side.seasons:
            raise Unclear("time")
        return [_between(side, states, ledger, *_days(side))]
    if side.seasons:
        raise Unclear("seasons")
    season = "" if side.ever else side.season
    if side.ever and (not peak or side.season):
        raise Unclear("ever")
    return [
        (output, ledger.term(output, states, season=season))
        for output in _of_season(ledger, rate=rate, peak=peak, total=total, kinds=side.kinds)
    ]


def _of_season(ledger: Ledger, *, rate: bool, peak: bool, total: bool, kinds: str) -> list[Output]:
    if peak and total:
        raise Unclear("peak or total")
    if rate:
        if total or not peak:
            raise Unclear("rate")
        return [ledger.peak_rate]
    if peak:
        return [ledger.peak]
    if total or ("a" in kinds and "w" not in kinds):
        return [ledger.total]
    return [ledger.peak, ledger.total]


def _days(side: Side) -> tuple[date, date]:
    if side.span is not None:
        if side.time is not None:
            raise Unclear("time")
        return side.span.first, side.span.last
    if side.time is None:
        raise Unclear("time")
    return side.time.first, side.time.last


def _between(side: Side, states: Sequence[str], ledger: Ledger, first: date, last: date) -> Measure:
    rate = "rate_" if "r" in side.kinds else ""
    if "k" in side.kinds or "w" in side.kinds:
        course = rate + "highest"
    elif rate:
        raise Unclear("rate")
    else:
        course = "total"
    if side.time is not None and not (side.time.first.day == 1 and (last - first).days >= 27):
        raise Unclear("part of a month")
    return ledger.output_between(course), ledger.term_between(course, states, first, last)
