"""What a sentence about observed counts names: places, seasons, times and figures, with where."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import NamedTuple

from pydantic import JsonValue

from simulrag.verifier.plain.instants import Time
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.plain.tally_ledger import Ledger
from simulrag.verifier.quantities import Printed, qualifier_at
from simulrag.verifier.reading.ratios import Ratio


@dataclass(frozen=True, slots=True)
class Places:
    """Places that are named together or in a list, each as the states that it is made of."""

    each: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Span:
    """The days from one to another."""

    first: date
    last: date


@dataclass(frozen=True, slots=True)
class Between:
    """The two numbers between which one lies."""

    low: Printed
    high: Printed


Held = Places | Between | Printed | Ratio | Time | Span | str | tuple[str, ...] | None


class Piece(NamedTuple):
    """A sign at text[start:end], with what it stands for.

    P places, C a season, F several of them, T a time, R the days between two, N a number, X a
    multiple; the others are those of `tally_words`.
    """

    sign: str
    start: int
    end: int
    held: Held = None


#: All seasons that are held: "the four seasons from 2022-23 to 2025-26", "since 2022".
_FOUR = r"2022[-/](?:20)?23 (?:to|through|and|until) 2025[-/](?:20)?26"
_ALL_SEASONS = re.compile(
    r"\b(?:(?:in |of |across |over |among )?(?:any|each|all|every one)? ?(?:of )?(?:the |these )?)"
    r"(?:last |past |held |recorded )?four (?:such )?(?:(?:flu|influenza) )?(?:seasons|winters)\b"
    rf"(?: (?:on record|held|since 2022|(?:(?:running )?from|between|of) {_FOUR}))?|"
    r"\b(?:of|in|among|across) all (?:the |these )?(?:(?:flu|influenza) )?(?:seasons|winters)\b|"
    rf"\b(?:from|between) {_FOUR}\b|\b(?:of|among) (?:the|all) four\b(?! (?:states|places|weeks))"
)
_RECORD = re.compile(r"\bsince (?:at least )?2022\b(?![-/])")
#: All of them, each by itself.
_ALL_PLACES = re.compile(r"(?<!united )\b(?:states|jurisdictions)\b")
_SHORT_SEASON = re.compile(r"(?<![\d/.-])(2\d)[/-](2\d)(?![\d/.-])(?! (?:january|february|march))")
_MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december"
_PART = re.compile(
    r"\b(?:(?P<n>an?|one|two|three|four|five|six|seven|eight|nine)[ -])"
    r"(?P<part>third|quarter|fifth|sixth|seventh|eighth|ninth|tenth|twelfth|twentieth)s?\b"
    rf"(?! (?:week|highest|place|of (?:{_MONTHS})))"
)
_HALF = re.compile(
    r"\bby (?:about |around |roughly |nearly |almost |more than |over |less than )?(?P<half>half)\b"
)
_PARTS = {
    "third": 3, "quarter": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9,
    "tenth": 10, "twelfth": 12, "twentieth": 20,
}  # fmt: skip
_MANY = {w: n for n, w in enumerate("one two three four five six seven eight nine".split(), 1)}
_RANK = re.compile(
    r"\b(?P<n>second|third|fourth|fifth|runner-up)(?=[ -](?:most|highest|largest|place|biggest|"
    r"worst|only|behind|after|among|in|of all|to)\b)"
)
_RANKS = {"second": 2, "third": 3, "fourth": 4, "fifth": 5, "runner-up": 2}


def named_pieces(scene: Scene, ledger: Ledger, small: str) -> list[Piece]:
    """Return places, seasons, times and figures where they stand, in order."""
    found: list[Piece] = []

    def claim(pieces: Iterable[Piece]) -> None:
        for piece in pieces:
            if all(piece.end <= f.start or f.end <= piece.start for f in found):
                found.append(piece)

    every = tuple(name for name, _, _ in ledger.seasons)
    claim(Piece("F", *m.span(), every) for m in _ALL_SEASONS.finditer(small))
    claim(Piece("A", *m.span()) for m in _RECORD.finditer(small))
    claim(_lengths(scene))
    claim(Piece("T", t.start, t.end, t) for t in scene.times if t.grain in ("day", "week", "part"))
    items = scene.items
    claim(
        Piece(
            "Q" if _ALL_PLACES.search(small, i.start, i.end) else "P",
            i.start,
            i.end,
            Places((_states(i.value),)),
        )
        for i in items
        if i.parameter == ledger.place
    )
    claim(Piece("C", i.start, i.end, str(i.value)) for i in items if i.parameter == ledger.season)
    claim(_several(scene, ledger, small))
    claim(_weeks_from(scene, small))
    claim(_next_to(scene, ledger, small))
    claim(
        Piece("C", *m.span(), name)
        for m in _SHORT_SEASON.finditer(small)
        if (name := f"20{m[1]}-{m[2]}") in every
    )
    claim(Piece("D", *m.span(), m["n"]) for m in _RANK.finditer(small))
    claim(Piece("^", *m.span()) for m in _SURPASSED.finditer(small))
    claim(Piece("", *m.span()) for m in _ONLY.finditer(small))
    claim(_multiplied(m) for m in _MULTIPLIED.finditer(small))
    claim(_part(small, m) for m in _PART.finditer(small))
    claim(_half(small, m) for m in _HALF.finditer(small))
    claim(Piece("X", r.start, r.end, r) for r in scene.ratios)
    for figure in scene.numbers:
        if _plain(figure):
            claim(_figure(figure))
    return sorted(found, key=lambda piece: piece.start)


_WEEKS_FROM = re.compile(
    r"\b(?P<n>one|two|three|four|five|six|seven|eight|a|the) (?P<unit>week|fortnight)s? "
    r"(?P<way>before|earlier|later|afterwards|after(?! the))\b"
    r"(?! (?:christmas|new year|the turn|\d|that|than))"
)


def _weeks_from(scene: Scene, small: str) -> list[Piece]:
    """Return the week that is named by how far it lies from the only other one."""
    weeks = [t for t in scene.times if t.grain in ("day", "week")]
    found = list(_WEEKS_FROM.finditer(small))
    if len(weeks) != 1 or len(found) != 1 or len(scene.times) != 1:
        return []
    match = found[0]
    if weeks[0].start < match.end() and match.start() < weeks[0].end:
        return []
    many = _MANY.get(match["n"], 1) * (2 if match["unit"] == "fortnight" else 1)
    back = match["way"] in ("before", "earlier")
    day = weeks[0].last + timedelta(weeks=-many if back else many)
    return [
        Piece(
            "T",
            *match.span(),
            Time(first=day, last=day, start=match.start(), end=match.end(), grain="week"),
        )
    ]


_NEIGHBOUR = re.compile(
    r"\b(?:(?:the (?:season|winter|one|year|wave)|that) (?P<a>before|preceding it|prior|after|"
    r"previous to it|following it|that (?:preceded|followed)(?: it)?)"
    r"|the (?P<b>preceding|previous|prior|following|subsequent|next|foregoing) "
    r"(?:(?:flu|influenza) )?(?:season|winter|one|wave)"
    r"|(?:twelve months|12 months|a year|one year|a season|one season|a winter|one winter) "
    r"(?P<c>before|earlier|later|afterwards))\b(?! \d)"
)
_BACK = re.compile(r"before|earlier|preced|prior|previous|foregoing")


def _next_to(scene: Scene, ledger: Ledger, small: str) -> list[Piece]:
    """Return the season that is named by the one before or after it."""
    names = [name for name, _, _ in ledger.seasons]
    told = {str(i.value) for i in scene.items if i.parameter == ledger.season and not i.steps}
    told |= {ledger.season_of(t.last) for t in scene.times if t.grain in ("day", "week")}
    found = list(_NEIGHBOUR.finditer(small))
    if len(told) != 1 or len(found) != 1 or not told <= set(names):
        return []
    words = next(w for w in found[0].groups() if w)
    at = names.index(told.pop()) + (-1 if _BACK.search(words) else 1)
    return [Piece("C", *found[0].span(), names[at])] if 0 <= at < len(names) else []


_OTHERS = re.compile(
    r"\b(?:any|every|each|all)(?: of)?(?: the)? other(?: three)? "
    r"(?:(?:flu|influenza) )?(?:seasons?|winters?)\b"
)
_SEVERAL_BACK = re.compile(
    r"\b(?:(?:any|each|all|either|both) of )?the (?P<n>two|three) "
    r"(?:(?:preceding|previous|prior|earlier) (?:seasons|winters)|"
    r"(?:seasons|winters) (?:before|preceding it))\b"
)


def _several(scene: Scene, ledger: Ledger, small: str) -> list[Piece]:
    """Return seasons that are told by the one named: the others, and those before it."""
    names = [name for name, _, _ in ledger.seasons]
    told = {str(i.value) for i in scene.items if i.parameter == ledger.season}
    if len(told) != 1 or not told <= set(names):
        return []
    own = told.pop()
    made = [
        Piece("F", *m.span(), tuple(name for name in names if name != own))
        for m in _OTHERS.finditer(small)
    ]
    for match in _SEVERAL_BACK.finditer(small):
        many, at = _MANY[match["n"]], names.index(own)
        if at >= many:
            made.append(Piece("F", *match.span(), tuple(names[at - many : at])))
    return made


def _lengths(scene: Scene) -> list[Piece]:
    """Return a stretch that one time and a length tell: "in the four weeks after 8 February"."""
    window = scene.window
    times = [t for t in scene.times if t.grain in ("day", "week", "part")]
    if window is None or len(times) != 1 or len(window[2]) < 2:
        return []
    time = times[0]
    others = [s for s in window[2] if s.start != time.start]
    if any(time.start <= s.start < time.end for s in others) or len(others) != 1:
        return []
    begin, end = others[0].start, others[0].end
    if "until" in scene.text[begin:end].lower():
        return []  # "300 a week until late February" is no length
    if end > time.start or not _LEADS.fullmatch(scene.text, end, time.start):
        return []
    stretch = Span(window[0], window[1])
    return [Piece("R", time.start, time.end, stretch), Piece("", begin, time.start)]


_LEADS = re.compile(
    r"\s*(?:(?:after|from|following|since|starting|beginning|before|to)\s+)?(?:on\s+|with\s+)?",
    re.I,
)


def _figure(figure: Printed) -> list[Piece]:
    """Return a number, and that it is one per head where it is printed so: "one in 8,000"."""
    piece = Piece("N", figure.qualified_from, figure.unit_end, figure)
    per_head = re.search(r"\b(?:in|per|every)\b", figure.text, re.I) is not None
    return [piece, Piece("r", piece.end, piece.end)] if per_head else [piece]


def _plain(figure: Printed) -> bool:
    return figure.unit in ("", "percent", "week", "times") and not figure.signed


def _states(value: JsonValue) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, list) else (str(value),)


#: "Only about a tenth higher" grades; elsewhere "only" leaves others out.
_ONLY = re.compile(
    r"(?<=[a-z0-9] )(?:only|just)(?= (?:about|around|roughly|some|slightly|marginally|a little|"
    r"half|\d|an? (?:third|quarter|fifth|tenth)))"
)
#: What is exceeded, by what is named behind it or then, is the lower one.
_SURPASSED = re.compile(
    r"\b(?:was|were|been|be|is|are|being|got|gets?)(?: (?:just|only|even|narrowly|easily|clearly|"
    r"later|then|again|since|already|slightly|far|comfortably|soon))* "
    r"(?:exceeded|surpassed|topped|beaten|outstripped|outnumbered|outdone|overtaken|dwarfed|"
    r"eclipsed|bettered|outweighed|outpaced|outranked|overshadowed|trumped|passed)(?: by)?\b"
)
#: What a count does to become so many times itself.
_MULTIPLIED = re.compile(
    r"\b(?:(?P<way>more than|over|at least|nearly|almost|about|around|roughly|not quite|"
    r"less than) )?(?P<verb>doubl|tripl|trebl|quadrupl|halv)(?:ed|ing|es|e)\b"
    r"(?!-| (?:that|those|the|its|their|as|of)\b)"
)
_FACTORS = {"doubl": 2.0, "tripl": 3.0, "trebl": 3.0, "quadrupl": 4.0, "halv": 0.5}
_ABOVE = frozenset(("more than", "over", "at least"))


def _multiplied(match: re.Match[str]) -> Piece:
    """Return "more than halved" as a multiple that a count has become."""
    value, way = _FACTORS[match["verb"]], match["way"] or ""
    above = way in _ABOVE
    beyond = "above" if above == (value > 1.0) else "below"
    less = way in ("less than", "not quite")
    ratio = Ratio(
        value=value, start=match.start(), end=match.end(), tail=match.end(), text=match.group(),
        qualifier=beyond if above or less else "about" if way else "exact",
    )  # fmt: skip
    return Piece("+", *match.span(), ratio)


def _part(small: str, match: re.Match[str]) -> Piece:
    """Return "a quarter" as a share."""
    many = _MANY.get(match["n"], 1)
    return _share(small, match.span(), 100 * Decimal(many) / _PARTS[match["part"]])


def _half(small: str, match: re.Match[str]) -> Piece:
    return _share(small, match.span("half"), Decimal(50))


#: How far "about a quarter" may be from it, relative; without the word half as far.
_LOOSE = Decimal("0.1")


def _share(small: str, span: tuple[int, int], percent: Decimal) -> Piece:
    qualifier, begin = qualifier_at(small, *span)
    loose = _LOOSE if qualifier == "about" else _LOOSE / 2
    qualifier = "about" if qualifier == "exact" else qualifier  # a part in words is a round one
    figure = Printed(
        text=small[slice(*span)], start=span[0], end=span[1], unit_end=span[1], value=percent,
        half_unit=percent * loose, unit="percent", qualifier=qualifier, qualified_from=begin,
    )  # fmt: skip
    return Piece("N", begin + (small[begin : begin + 1] == " "), span[1], figure)
