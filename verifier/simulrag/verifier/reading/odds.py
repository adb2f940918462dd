"""Shares of people in words: "one in five", "half the residents", "a fifth of everybody"."""

import re
from collections.abc import Sequence
from decimal import Decimal

from simulrag.verifier.quantities import Printed, as_share, qualifier_at
from simulrag.verifier.reading.lone_numbers import number_of

_NTH = {
    word: at
    for at, word in enumerate(
        "second third fourth fifth sixth seventh eighth ninth tenth".split(), start=2
    )
} | {"twentieth": 20}
_ODDS = re.compile(
    r"\b(?P<some>[a-z]+|\d+)\s+(?:(?:person|people|persons|residents?|inhabitants?|man|individuals?)\s+)?"
    r"(?:in|out of)\s+(?:every\s+|each\s+)?(?P<all>[a-z]+|\d+)\b|\b(?P<half>half)(?=\s+(?:the|"
    r"all|its|"
    r"their|of)\b)"
    rf"|\bevery (?:(?P<other>other)|(?P<nth>{'|'.join(_NTH)})) "
    r"(?=person|resident|inhabitant|man|individual|citizen|one\b)",
    re.IGNORECASE,
)
#: Most that a share in odds is told of: "one in a thousand" is the rarest.
_MOST = 1000


def shares_of_people(text: str, figures: Sequence[Printed]) -> list[Printed]:
    """Return the numbers of a normalised text, with parts of a whole as shares in percent."""
    odds = [p for p in (_odds(text, match) for match in _ODDS.finditer(text)) if p is not None]
    others = [
        as_share(text, q)
        for q in figures
        if all(q.end <= p.start or q.start >= p.end for p in odds)
    ]
    return sorted([*odds, *others], key=lambda q: q.start)


def _odds(text: str, match: re.Match[str]) -> Printed | None:
    some, every = _share(match)
    if some is None or every is None or not 0 < some < every <= _MOST:
        return None
    start, end = match.span()
    qualifier, qualified_from = qualifier_at(text, start, end)
    share = 100 * some / every
    return Printed(
        text=text[start:end],
        start=start,
        end=end,
        unit_end=end,
        value=share,
        half_unit=share / 20,
        unit="percent",
        qualifier=qualifier,
        qualified_from=qualified_from,
    )


def _share(match: re.Match[str]) -> tuple[Decimal | None, Decimal | None]:
    """Return how many of how many: half, "every tenth person", "one in five"."""
    if match["half"] or match["other"]:
        return Decimal(1), Decimal(2)
    if match["nth"]:
        return Decimal(1), Decimal(_NTH[match["nth"].lower()])
    return _count(match["some"]), _count(match["all"])


def _count(word: str) -> Decimal | None:
    return Decimal(1) if word.lower() == "one" else number_of(word)
