"""Lengths of time that a text prints ("four weeks later", "a fortnight before"), in days."""

from collections.abc import Iterator
from dataclasses import dataclass

from simulrag.verifier.formulas.anchoring.lexicon import AFTERWARDS, BEFOREHAND
from simulrag.verifier.formulas.anchoring.mentions import Mentions
from simulrag.verifier.formulas.anchoring.periods import Period

#: Unit -> its days.
DURATIONS = {
    "minute": 1 / 1440,
    "hour": 1 / 24,
    "day": 1,
    "week": 7,
    "fortnight": 14,
    "month": 30.44,
    "year": 365.25,
    "decade": 3652.5,
    "century": 36525,
}
#: Numbers of a unit, and days, that are no length between two dates of a text.
MOST_UNITS, MOST_DAYS = 1_000, 4_000
_ONE = ("a", "an", "one", "the", "another")


@dataclass(frozen=True, order=True, slots=True)
class Length:
    """A length of time: days, how many it may be off by, and what stands right behind it.

    date: the token at which the date begins that it is counted from, if it is printed right behind
    "before" or "after"; else -1. sign: 1 for after, -1 for before.
    """

    days: int
    slack: int
    date: int = -1
    sign: int = 0

    def signs(self, period: Period) -> tuple[int, ...]:
        """Return whether what it leads to lies after (1) or before (-1) a printed date."""
        return (self.sign,) if self.date == period.first_token else (-1, 1)


def lengths(text: Mentions) -> Iterator[Length]:
    """Return the lengths of time of a text, with what they are counted from."""
    for number in text.numbers:
        if number.unit in DURATIONS and number.value < MOST_UNITS:
            yield from _made(text, number.value * DURATIONS[number.unit], number.unit, number.end)
    for at, token in enumerate(text.tokens):
        ahead = text.tokens[at - 1].plain if at else ""
        unit = token.plain
        if unit not in DURATIONS:
            continue
        behind = text.tokens[at + 1].plain if at + 1 < len(text.tokens) else ""
        if ahead in (*AFTERWARDS, *BEFOREHAND) or (
            ahead in _ONE and behind in (*AFTERWARDS, *BEFOREHAND, "ago", "on", "from")
        ):
            yield from _made(text, DURATIONS[unit], unit, at + 1)


def _made(text: Mentions, days: float, unit: str, end: int) -> Iterator[Length]:
    if not 0 < int(days) < MOST_DAYS:
        return
    slack = 1 if unit == "day" else 7
    word = text.tokens[end].plain if end < len(text.tokens) else ""
    sign = (word in ("after", "from")) - (word == "before")
    behind = [one.first_token for one in text.periods if 0 <= one.first_token - end - 1 <= 1]
    yield Length(int(days), slack, behind[0] if sign and behind else -1, sign)
