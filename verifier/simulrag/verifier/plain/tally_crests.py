"""Rows about the crests of a season: how many, when, and which was the higher."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from simulrag.verifier.claims import Comparator, Expression, Figure, Reading, Term
from simulrag.verifier.plain.instants import Time
from simulrag.verifier.plain.readings import dated
from simulrag.verifier.plain.tally_frames import Readings, Told
from simulrag.verifier.plain.tally_held import Piece
from simulrag.verifier.plain.tally_sides import Side, Unclear, groups, placed, side_of
from simulrag.verifier.reading.ratios import Ratio, multiple

#: Signs of what crests, whose order says nothing.
_STILL = frozenset("PCFAawrgIx=kWE12!plo")
_DIP, _FIRST, _SECOND = 0, 1, 2


@dataclass
class _Crests:
    """What is said of the first and of the second crest, and of the dip between them."""

    times: dict[int, Time] = field(default_factory=dict[int, Time])
    higher: dict[int, Piece] = field(default_factory=dict[int, Piece])
    dip: Time | None = None
    #: The crest that the words go on about, and whether the other is named next.
    now: int = _FIRST
    compares: bool = False

    def name(self, which: int) -> None:
        """Go on about a crest, or pass over it as what is compared with."""
        if not self.compares:
            self.now = which
        self.compares = False

    def at(self, time: Time) -> None:
        """Keep a time for the crest, or the dip, that the words go on about."""
        if self.now == _DIP and self.dip is None:
            self.dip = time
            return
        if self.now == _FIRST and _FIRST in self.times:
            self.now = _SECOND
        if self.now == _DIP or self.now in self.times:
            raise Unclear("times of crests")
        self.times[self.now] = time

    def size(self, piece: Piece) -> None:
        """Keep a word for the size of the crest that the words go on about."""
        if self.now == _DIP or self.now in self.higher:
            raise Unclear("which crest is higher")
        self.higher[self.now] = piece
        self.compares = piece.sign in "GB"

    def part(self) -> None:
        """Go on about the second crest, where the first is told or the dip."""
        if self.now == _DIP or self.now in self.times:
            self.now = _SECOND


def crested(told: Told) -> Readings:
    """Read "two humps, one around New Year and a second, higher one in mid-February"."""
    signs = told.row.signs
    if not ({"2", "1"} & set(signs) or ({"y", "D"} & set(signs) and "k" in signs and "T" in signs)):
        return []
    pieces = list(told.row.pieces)
    denied = [p for p in pieces if p.sign == "!"]
    if len(denied) > 1 or {"r", "t", "Q", "K", "O", "N", "X"} & set(signs):
        return []
    found = _told_of(pieces)
    side = placed(side_of(p for p in pieces if p.sign in "PCp"), told.ledger, told.before)
    if not side.season:
        side = replace(side, season=_season(told, found))
    if denied and (found.times or found.higher or found.dip):
        raise Unclear("denied crests")
    read: Readings = []
    for states in groups(side):
        read += _readings(told, side, states, found, negated=bool(denied))
    return read


def _told_of(pieces: Sequence[Piece]) -> _Crests:
    """Sort times and words for sizes to the crest that they are said of."""
    found = _Crests()
    for piece in pieces:
        sign = piece.sign
        if sign == "T" and isinstance(piece.held, Time):
            found.at(piece.held)
        elif sign in "jyzD":
            found.name(_FIRST if sign == "j" else _SECOND)
        elif sign in "><GB":
            found.size(piece)
        elif sign == "n":
            found.compares = True
        elif sign == "d":
            found.now = _DIP
        elif sign in ",&u":
            found.part() if sign != "u" or found.now == _DIP else None
        elif sign not in _STILL or (sign == "D" and piece.held != "second"):
            raise Unclear(sign)
    return found


def _season(told: Told, found: _Crests) -> str:
    times = [*found.times.values(), *([found.dip] if found.dip else [])]
    seasons = {told.ledger.season_of(t.first) for t in times}
    if not times:
        known = told.before.latest(told.ledger.simulator, told.ledger.season)
        seasons = {known if isinstance(known, str) else ""}
    if len(seasons) != 1 or not (season := seasons.pop()):
        raise Unclear("season")
    return season


def _readings(
    told: Told, side: Side, states: tuple[str, ...], found: _Crests, *, negated: bool
) -> Iterator[Reading]:
    ledger, days = told.ledger, told.ledger.days_of(side.season)
    counted = next((p for p in told.row.pieces if p.sign in "12"), None)
    word = counted or next(p for p in told.row.pieces if p.sign in "yD")
    figure = _figure(told, word).model_copy(update={"value": 1.0 if word.sign == "1" else 2.0})
    comparator: Comparator = "equal" if counted else "at_least"
    _, term = ledger.course_term("waves", states, *days)
    yield _value(term, comparator, figure, negated=negated)
    if word.sign == "1" and (found.higher or len(found.times) > 1):
        raise Unclear("one crest")
    for which, time in found.times.items():
        name = "first_crest" if which == _FIRST else "second_crest"
        output, term = ledger.course_term(name, states, *days)
        if word.sign == "1":
            output, term = ledger.peak_day, ledger.term(ledger.peak_day, states, season=side.season)
        yield dated(term.call, output, time, "about", negated=False)
    ups = {(p.sign in ">G") == (which == _SECOND) for which, p in found.higher.items()}
    if len(ups) > 1:
        raise Unclear("which crest is higher")
    if ups:
        _, term = ledger.course_term("crest_contrast", states, *days)
        piece = next(iter(found.higher.values()))
        yield _value(term, "rises" if ups.pop() else "falls", _figure(told, piece))
    if counted is not None and counted.held == "even":
        yield _as_high(told, states, found, counted)
    if found.dip is not None:
        yield from _dipped(told, side, states, found, found.dip)


def _value(term: Term, comparator: Comparator, figure: Figure, *, negated: bool = False) -> Reading:
    return Reading(
        expression=Expression(operation="value", terms=(term,)), comparator=comparator,
        figures=(figure,), negated=negated,
    )  # fmt: skip


def _as_high(told: Told, states: tuple[str, ...], found: _Crests, word: Piece) -> Reading:
    """Read that the highest weeks around both crests are nearly alike."""
    if set(found.times) != {_FIRST, _SECOND}:
        raise Unclear("how high")
    ends = [found.times[which] for which in (_FIRST, _SECOND)]
    first, last = (told.ledger.term_between("highest", states, t.first, t.last) for t in ends)
    ratio = Ratio(
        value=1.0, start=word.start, end=word.end, tail=word.end, qualifier="about",
        text=told.row.text[word.start : word.end],
    )  # fmt: skip
    return multiple((first, last), ratio)


def _dipped(
    told: Told, side: Side, states: tuple[str, ...], found: _Crests, dip: Time
) -> Iterator[Reading]:
    """Read that counts fell to the dip, from the first crest, and rose from it."""
    first, last = found.times.get(_FIRST), found.times.get(_SECOND)
    if last is None:
        raise Unclear("from when to when")
    word = _figure(told, next(p for p in told.row.pieces if p.sign == "d"))
    if first is not None:
        yield _moved(told, states, (first.middle, dip.middle), "falls", word)
    else:
        days = told.ledger.days_of(side.season)
        output, term = told.ledger.course_term("first_crest", states, *days)
        yield dated(term.call, output, dip, "at_most", negated=False)
    yield _moved(told, states, (dip.middle, last.middle), "rises", word)


def _moved(
    told: Told, states: tuple[str, ...], days: tuple[date, date], way: Comparator, word: Figure
) -> Reading:
    return _value(told.ledger.term_between("change", states, *days), way, word)


def _figure(told: Told, piece: Piece) -> Figure:
    return Figure(text=told.row.text[piece.start : piece.end], start=piece.start, end=piece.end)
