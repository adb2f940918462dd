"""What a sentence about observed counts names: places, seasons, times and figures, with where."""

import re
from collections.abc import Iterable
from decimal import Decimal

from pydantic import JsonValue

from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.plain.tally_crest_words import crest_counts
from simulrag.verifier.plain.tally_held import Between, Piece, Places
from simulrag.verifier.plain.tally_ledger import Ledger
from simulrag.verifier.plain.tally_neighbours import anchor_of, next_to, several
from simulrag.verifier.plain.tally_weeks import (
    MANY,
    days_of_month,
    lengths,
    parts_of_one,
    same_week,
    shifted_weeks,
    stretches,
    told_from,
    weeks_from,
    within_weeks,
)
from simulrag.verifier.quantities import Printed, Qualifier, as_exact, qualifier_at
from simulrag.verifier.reading.ratios import Ratio

#: All seasons that are held: "the four seasons from 2022-23 to 2025-26", "since 2022".
_FOUR = r"2022[-/](?:20)?23 (?:to|through|and|until) 2025[-/](?:20)?26"
_ALL_SEASONS = re.compile(
    r"\b(?:(?:in |of |across |over |among )?(?:any|each|all|every one)? ?(?:of )?(?:the |these )?)"
    r"(?:last |past |held |recorded )?four (?:such )?(?:(?:flu|influenza) )?(?:seasons|winters)\b"
    r"(?: (?:on record|held|since 2022(?:[-/](?:20)?23)?|"
    rf"(?:(?:running )?from|between|of) {_FOUR}))?|"
    r"\b(?:of|in|among|across) all (?:the |these )?(?:(?:flu|influenza) )?(?:seasons|winters)\b|"
    rf"\b(?:from|between) {_FOUR}\b|\b(?:of|among) (?:the|all) four\b(?! (?:states|places|weeks))"
)
_RECORD = re.compile(
    r"\bsince (?:at least )?(?:the )?(?:early |(?:beginning|start|spring|first months) of |"
    r"january |february |winter of )?2022\b(?![-/])"
)
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
_RANK = re.compile(
    r"(?<!\ba )(?<!one )\b(?P<n>second|third|fourth|fifth|runner-up)"
    r"(?=[ -](?:most|highest|largest|place|biggest|"
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
    claim(_in_digits(small))
    claim(days_of_month(scene, small))
    claim(parts_of_one(scene, small))
    claim(shifted_weeks(scene, small))
    claim(within_weeks(scene, small))
    claim(lengths(scene))
    claim(several(scene, ledger, small))
    claim(crest_counts(small))
    claim(
        Piece("T", t.start, t.end, t, told_from(scene, small, t))
        for t in scene.times
        if t.grain in ("day", "week", "part")
    )
    items = scene.items
    claim(_placed(scene, ledger, small))
    claim(
        Piece("C", i.start, i.end, str(i.value), anchor_of(scene, ledger, i))
        for i in items
        if i.parameter == ledger.season
    )
    claim(weeks_from(scene, small))
    claim(same_week(scene, small))
    claim(next_to(scene, ledger, small))
    claim(stretches(small))
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
    claim(_took_until(small))
    claim(Piece("k", *m.span()) for m in _YARDSTICK.finditer(small))
    for figure in scene.numbers:
        if nowhere := _NOWHERE_NEAR.search(small, 0, figure.start):
            claim([Piece("!", *nowhere.span())])
            figure = figure.model_copy(
                update={"qualifier": "at_least", "qualified_from": figure.start}
            )
        if _plain(figure):
            claim(_figure(figure))
    return sorted(found, key=lambda piece: piece.start)


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
    r"half|\d|an? (?:third|quarter|fifth|tenth)))|"
    r"\bbarely (?=more than|over|above)|"
    r"(?<=[a-z0-9] )(?:only|just)(?= (?:had|saw|counted|recorded|reported|admitted|reached|managed|"
    r"came to|amounted to) (?:[a-z]+ ){0,2}\d)"
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
    many = MANY.get(match["n"], 1)
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


_TOOK = re.compile(r"\bit took\b(?=.*\b(?:until|till)\b)")


def _placed(scene: Scene, ledger: Ledger, small: str) -> list[Piece]:
    """Return places, of one phrase all that it stands for: "both states" are two."""
    found: dict[tuple[int, int], list[tuple[str, ...]]] = {}
    for item in scene.items:
        if item.parameter == ledger.place:
            found.setdefault((item.start, item.end), []).append(_states(item.value))
    made: list[Piece] = []
    for span, each in found.items():
        every = len(each) == 1 and len(each[0]) == len(ledger.every_place)
        sign = "Q" if every and _ALL_PLACES.search(small, *span) else "P"
        made.append(Piece(sign, *span, Places(tuple(each))))
    return made


_NOWHERE_NEAR = re.compile(r"\b(?:nowhere near|not anywhere near|not remotely|not even close to) $")
#: By which week seasons are compared.
_YARDSTICK = re.compile(
    r"\b(?:if|when|where|with|taking) (?:one takes |you take |we take )?(?:the |its |their )?"
    r"(?:top|worst|peak|busiest|highest|heaviest) (?:flu |influenza )?(?:week|count|figure)s?"
    r"(?: (?:of admissions|is|are|was|being|counts?|serves?))? "
    r"(?:(?:is |are |taken )?(?:as )?(?:the|a|one's) (?:yardstick|measure|criterion|standard|gauge|"
    r"benchmark|basis))\b"
)


def _took_until(small: str) -> list[Piece]:
    """Return "it took ... until" as a denial of all before."""
    return [Piece("!", *m.span()) for m in _TOOK.finditer(small)]


_DIGITS = {
    "single": 1,
    "double": 2,
    "triple": 3,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
}
_IN_DIGITS = re.compile(
    r"(?P<reach>\b(?:reach(?:ed|es|ing)?|hit|hits|enter(?:ed|s)?|attain(?:ed|s)?|into|to) "
    r"(?:the )?)?"
    rf"\b(?P<n>{'|'.join(_DIGITS)})[ -](?:digits?|figures?)\b"
)


def _in_digits(small: str) -> list[Piece]:
    """Return "reached four digits" as at least 1,000, and "in two digits" as 10 to 99."""
    made: list[Piece] = []
    for match in _IN_DIGITS.finditer(small):
        low = Decimal(10) ** (_DIGITS[match["n"]] - 1)
        ends: tuple[tuple[Decimal, Qualifier], ...] = ((low, "at_least"), (low * 10 - 1, "exact"))
        least, most = (
            Printed(
                text=match.group(), start=match.start("n"), end=match.end(), unit_end=match.end(),
                value=value, half_unit=Decimal(0), unit="", qualifier=qualifier,
                qualified_from=match.start("n"),
            )
            for value, qualifier in ends
        )  # fmt: skip
        if match["reach"]:
            made.append(Piece("N", match.start("n"), match.end(), least))
        else:
            low_end = as_exact(least)
            made.append(Piece("N", match.start(), match.end(), Between(low_end, most)))
    return made
