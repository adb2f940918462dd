"""Multiples in words, with what leads in the other value: "more than twice that of ..."."""

import re
from typing import Literal

from simulrag.simulators.interface import Frozen
from simulrag.verifier.claims import Comparator, Expression, Figure, Reading, Term
from simulrag.verifier.reading.text import Pieces

_WHOLE = {
    "twice": 2.0, "double": 2.0, "doubles": 2.0, "doubled": 2.0, "triple": 3.0, "tripled": 3.0,
    "treble": 3.0, "quadruple": 4.0, "half": 0.5, "a third": 1 / 3, "one third": 1 / 3,
    "two thirds": 2 / 3, "a quarter": 0.25, "three quarters": 0.75, "a fifth": 0.2, "a tenth": 0.1,
}  # fmt: skip
_ONES = "one two three four five six seven eight nine".split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_TEENS = (
    "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
).split()
_SMALL = {word: float(number) for number, word in enumerate(_TEENS, start=2)}
_COUNTS = {
    **_SMALL,
    **{f"{word} and a half": number + 0.5 for word, number in _SMALL.items() if number < 13},
    **{word: 10.0 * at for at, word in enumerate(_TENS, start=2)},
    **{
        f"{tens}-{ones}": 10.0 * at + one
        for at, tens in enumerate(_TENS, start=2)
        for one, ones in enumerate(_ONES, start=1)
    },
    **{f"{word} hundred": 100.0 * at for at, word in enumerate(("a", *_ONES[1:]), start=1)},
    **{f"{word} dozen": 12.0 * at for at, word in enumerate(("a", "two", "three"), start=1)},
    "one and a half": 1.5,
    "one hundred": 100.0,
}
_RATIO = re.compile(
    rf"\b(?P<number>\d+(?:\.\d+)?|{'|'.join(sorted(_COUNTS, key=len, reverse=True))})(?:\s+times|"
    rf"[\s-]?fold)\b"
    rf"|\b(?P<word>{'|'.join(sorted(_WHOLE, key=len, reverse=True))})\b"
    r"(?=\s+(?:that|those|the|its|their|as|what|of|\w+'s|the size))",
    re.I,
)
#: Without one of these a text holds no multiple.
_PIECES = Pieces((*_WHOLE, "times", "fold"))
#: What follows a ratio and leads in what is compared with.
_RATIO_TAIL = re.compile(
    r"\s*(?:as\s+(?:[\w'./-]+\s+){1,20}?as\b|the\s+size\s+of\b|(?:that|those)\s+(?:of|in|from|under|for|with|at|on|by|along|seen|expected)\b|"
    r"(?:what|the|its|their|those)\b|(?=[A-Z][\w ]*'s\b)|higher than\b|larger than\b|more than\b|"
    r"of\b)",
    re.I,
)
Way = Literal["above", "below", "about", "exact", "at_least", "at_most"]
_QUALIFIED: tuple[tuple[Way, str], ...] = (
    ("above", r"(?:more than|over|above|well over|upwards of|at least|in excess of)"),
    ("below", r"(?:less than|fewer than|under|below|not even|only)"),
    ("about", r"(?:about|around|roughly|approximately|nearly|almost|close to|some|practically)"),
)


class Ratio(Frozen):
    """A multiple at text[start:end]; `tail` ends the words that lead in what is compared with."""

    value: float
    start: int
    end: int
    tail: int
    qualifier: Way
    text: str


def ratios(text: str) -> list[Ratio]:
    """Return multiples such as "more than double those" and "roughly five times as bad as"."""
    found: list[Ratio] = []
    if not _PIECES.held_by(text):
        return found
    for match in _RATIO.finditer(text):
        tail = _RATIO_TAIL.match(text, match.end())
        value = _ratio_value(match)
        if value is None:
            continue
        before = text[: match.start()]
        qualifier: Way = "exact"
        start = match.start()
        for name, words in _QUALIFIED:
            lead = re.search(rf"\b{words}\s+(?:a\s+|some\s+|about\s+)?$", before, re.I)
            if lead is not None:
                qualifier, start = name, lead.start()
                break
        found.append(
            Ratio(
                value=value,
                start=start,
                end=match.end(),
                tail=tail.end() if tail else match.end(),
                qualifier=qualifier,
                text=match.group(),
            )
        )
    return found


def _ratio_value(match: re.Match[str]) -> float | None:
    if match["word"]:
        return _WHOLE[match["word"].lower()]
    number = match["number"].lower()
    return _COUNTS.get(number) or (float(number) if number[0].isdigit() else None)


#: Half-width of what a multiple without "more than" or "less than" leaves open, relative.
_ABOUT = 0.1


def multiple(terms: tuple[Term, Term], ratio: Ratio, *, negated: bool = False) -> Reading:
    """Return the reading that the second term is so many times the first."""
    loose = _ABOUT * ratio.value if ratio.qualifier in ("about", "exact") else 0.0
    comparator: Comparator = "about" if ratio.qualifier == "exact" else ratio.qualifier
    return Reading(
        expression=Expression(operation="ratio", terms=terms),
        comparator=comparator,
        figures=(
            Figure(
                text=ratio.text,
                start=ratio.start,
                end=ratio.end,
                value=ratio.value,
                half_unit=loose,
            ),
        ),
        negated=negated,
    )
