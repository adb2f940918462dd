"""The days from one to another that a sentence speaks of."""

import re
from collections.abc import Sequence
from datetime import date, timedelta

from simulrag.verifier.plain.times import Time
from simulrag.verifier.reading.text import Span

_SPAN = re.compile(
    r"\b(?:within|in|over|after)\s+(?:the\s+(?:next|following)\s+)?(?P<n>a|one|two|three|four|five|six|\d+)\s+(?P<unit>week|month)s?\b"
    r"|\b(?P<n2>a|one|two|three|four|five|six|\d+)\s+(?P<unit2>week|month)s?\s+later\b",
    re.I,
)
_COUNT = {"a": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_MONTH_DAYS = 30.4



Window = tuple[date, date, tuple[Span, ...]]


def window(
    text: str,
    found: Sequence[Time],
    period: tuple[date, date] | None,
    named: Sequence[Span],
) -> Window | None:
    """Return the first and last day that a sentence speaks of and the words that say so.

    Two times, one time and how long after it, one month, or the whole of a named period.
    """
    times = [t for t in found if t.grain in ("day", "week", "part")]
    spans = list(_SPAN.finditer(text))
    places = tuple(Span(text="", start=t.start, end=t.end) for t in times)
    if len(times) == 2 and times[0].first < times[1].last:
        return _start(times[0]), _stop(times[1]), (*places, *named)
    if len(times) == 1 and len(spans) == 1:
        start = _start(times[0])
        words = Span(text="", start=spans[0].start(), end=spans[0].end())
        return start, start + timedelta(days=_days(spans[0])), (*places, words, *named)
    if len(times) == 1 and times[0].grain == "part":
        return times[0].first, times[0].last, (*places, *named)
    if not times and period is not None:
        return *period, tuple(named)
    return None


def _days(match: re.Match[str]) -> int:
    count = (match["n"] or match["n2"]).lower()
    unit = (match["unit"] or match["unit2"]).lower()
    return round((_COUNT.get(count) or int(count)) * (7 if unit == "week" else _MONTH_DAYS))


def _start(time: Time) -> date:
    return time.middle if _short(time) else time.first


def _stop(time: Time) -> date:
    return time.middle if _short(time) else time.last


def _short(time: Time) -> bool:
    """Tell whether a time is less than a month, so that its middle stands for it."""
    return time.grain == "part" and (time.last - time.first).days < 20
