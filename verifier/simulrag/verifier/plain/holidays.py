"""Days around a turn of the year: "between Christmas and New Year", "over the holidays"."""

import re
from collections.abc import Iterable
from datetime import date

from simulrag.verifier.plain.instants import Time
from simulrag.verifier.reading.holidays import BETWEEN_THE_YEARS, THE_HOLIDAYS

_YEAR = r"(?:(?:19|20)\d\d)"
#: Words for a stretch of days -> its first and last day as (years after the winter's, month, day).
_STRETCHES: tuple[tuple[str, tuple[int, int, int], tuple[int, int, int]], ...] = (
    (rf"{BETWEEN_THE_YEARS[0]}(?:\s+(?P<a>{_YEAR}))?{BETWEEN_THE_YEARS[1]}(?:\s+(?P<b>{_YEAR}))?",
     *BETWEEN_THE_YEARS[2:]),
    (rf"(?:at|around|over|near)?\s*(?:the\s+)?turn\s+of\s+the\s+year(?:\s+(?P<a>{_YEAR})[-/]\d+)?",
     (0, 12, 25), (1, 1, 7)),
    (THE_HOLIDAYS[0], *THE_HOLIDAYS[2:]),
)  # fmt: skip
_PATTERNS = [(re.compile(rf"\b{w}", re.I), first, last) for w, first, last in _STRETCHES]


def holidays(text: str, period: tuple[date, date] | None) -> Iterable[Time]:
    """Yield the stretches of days around a turn of the year whose winter is known.

    period: the season whose turn of the year is meant where none is named.
    """
    for pattern, first, last in _PATTERNS:
        for match in pattern.finditer(text):
            year = _winter(match, period)
            if year is not None:
                yield Time(
                    first=date(year + first[0], *first[1:]),
                    last=date(year + last[0], *last[1:]),
                    start=match.start() + len(match.group()) - len(match.group().lstrip()),
                    end=match.end(),
                    grain="part",
                )


def _winter(match: re.Match[str], period: tuple[date, date] | None) -> int | None:
    """Return the year in which the winter begins; a lone year behind both is Christmas's."""
    groups = match.groupdict()
    if groups.get("a"):
        return int(groups["a"])
    if groups.get("b"):
        named = int(groups["b"])
        inside = period is None or period[0].year <= named < period[1].year
        return named if inside else named - 1
    return period[0].year if period is not None else None
