"""The days from one to another that a sentence speaks of."""

import re
from collections.abc import Sequence
from datetime import date, timedelta

from simulrag.verifier.plain.instants import Time
from simulrag.verifier.quantities import Printed
from simulrag.verifier.reading.text import Span

_NUMBERS = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen twenty"
).split()
COUNT = {"a": 1, "a single": 1} | {word: n for n, word in enumerate(_NUMBERS, start=1)}
#: A number of weeks or months, as words or digits.
N = rf"(?:{'|'.join(sorted(COUNT, key=len, reverse=True))}|\d{{1,2}})"
_LENGTH = rf"(?P<n>{N})(?:\s+|-)(?P<unit>week|fortnight|month|day)s?(?:'|'s)?"
_AFTER = re.compile(
    rf"\b(?:within|in|over|after|during|for(?=\s+the\s|[^,;.]{{3,30}}?\b(?:from|after|following|"
    rf"since|starting|beginning)\b))\s+"
    rf"(?:(?:just|only|the|its|these|those)\s+)*(?:(?:next|following|first)\s+)?{_LENGTH}(?!"
    rf"\s+(?:running|in\s+a\s+row|straight|on\s+end))"
    rf"(?=\s+(?:from|after|following|since|of|starting|beginning)\b|\s*[,.;]|\s|$)"
    rf"|\b(?P<n2>{N})\s+(?P<unit2>week|month|day)s?\s+(?:later|on|afterwards)\b",
    re.I,
)
#: "In the two weeks before 28 December", "over the month to 8 March".
_BEFORE = re.compile(
    rf"\b(?:(?:within|in|over|during|for)\s+)?(?:the\s+)?(?:(?:last|final|previous|preceding)"
    rf"\s+)?{_LENGTH}\s+"
    r"(?:before|to|up\s+to|until|ending|leading\s+up\s+to|prior\s+to|preceding|running\s+up\s+to)"
    r"\s+"
    r"(?:(?:on|in|the)\s+)*$",
    re.I,
)
_MONTH_DAYS = 30.4
_UNTIL = re.compile(r"\b(?:until|till|up\s+to)\s+$", re.I)


Window = tuple[date, date, tuple[Span, ...]]


def window(
    text: str,
    found: Sequence[Time],
    period: tuple[date, date] | None,
    named: Sequence[Span],
    *,
    inner: bool = False,
) -> Window | None:
    """Return the first and last day that a sentence speaks of and the words that say so.

    Two times, one time and how long after or before it, one month, or the whole of a named
    period.
    inner: of parts of a month take the days nearest to each other, which all ways of meaning
    them share.
    """
    times = [t for t in found if t.grain in ("day", "week", "part")]
    places = tuple(Span(text="", start=t.start, end=t.end) for t in times)
    if len(times) == 2 and inner and times[0].last < times[1].first:
        start = times[0].last if _short(times[0]) else _start(times[0])
        stop = times[1].first if _short(times[1]) else _stop(text, times[1])
        return start, stop, (*places, *named)
    if len(times) == 2 and times[0].first < times[1].last:
        return _start(times[0]), _stop(text, times[1]), (*places, *named)
    if len(times) == 1 and (before := _BEFORE.search(text[: times[0].start])):
        end = _start(times[0])
        words = Span(text="", start=before.start(), end=before.end())
        return (
            end - timedelta(days=_days(before["n"], before["unit"])),
            end,
            (words, *places, *named),
        )
    spans = [m for m in _AFTER.finditer(text) if not _elsewhere(m, times)]
    if len(times) == 1 and len(spans) == 1:
        start = _start(times[0])
        match = spans[0]
        words = Span(text="", start=match.start(), end=match.end())
        length = _days(match["n"] or match["n2"], match["unit"] or match["unit2"])
        return start, start + timedelta(days=length), (*places, words, *named)
    if len(times) == 1 and times[0].grain == "part":
        return times[0].first, times[0].last, (*places, *named)
    if not times and period is not None:
        return *period, tuple(named)
    return None


def _elsewhere(match: re.Match[str], times: Sequence[Time]) -> bool:
    """Tell whether a length only belongs to a time ("a week after Christmas")."""
    return any(t.start < match.end() and match.start() < t.end for t in times)


def _days(count: str, unit: str) -> int:
    number = COUNT.get(count.lower()) or int(count)
    days = {"week": 7, "fortnight": 14, "day": 1}.get(unit.lower(), _MONTH_DAYS)
    return round(number * days)


def _start(time: Time) -> date:
    return time.middle if _short(time) else time.first


def _stop(text: str, time: Time) -> date:
    if _short(time):
        return time.middle
    return time.first if _UNTIL.search(text[: time.start]) else time.last


def _short(time: Time) -> bool:
    """Tell whether a time is less than a month, so that its middle stands for it."""
    return time.grain == "part" and (time.last - time.first).days < 20


def only_ends(text: str, found: Sequence[Time]) -> bool:
    """Tell whether the one time of a sentence only bounds what it says: "by the end of March"."""
    times = [t for t in found if t.grain in ("day", "week", "part")]
    before = text[: times[0].start] if len(times) == 1 else ""
    return bool(_LED.search(before)) and not _LENGTH_BEFORE.search(before)


_LED = re.compile(r"\b(?:by|before|until|till|after|since)\s+(?:the\s+)?$", re.I)
#: "In the three weeks after" is a window of its own.
_LENGTH_BEFORE = re.compile(
    rf"\b{N}\s+(?:week|month|day)s?\s+(?:before|until|after|since)\s+(?:the\s+)?$", re.I
)


_WITHIN = re.compile(
    r"\b(?:within|in|over|during|in\s+the\s+(?:space|course)\s+of)\s+(?:just\s+|only\s+|the\s+)?$",
    re.I,
)
#: Days of units of time.
_DAYS = {"day": 1.0, "week": 7.0, "month": 30.4}


def restates(text: str, figure: Printed, times: Sequence[Time]) -> bool:
    """Tell whether a length is that of the two times: "within three weeks, from ... to ..."."""
    led = _WITHIN.search(text[: figure.start]) if figure.unit in _DAYS else None
    weeks = [t for t in times if t.grain in ("day", "week")]
    if led is None or len(weeks) != 2:
        return False
    unit = _DAYS[figure.unit]
    apart = (weeks[1].first - weeks[0].first).days - float(figure.value) * unit
    whole = figure.unit == "week" and abs(apart + unit) < unit / 2  # both ends counted
    return whole or abs(apart) < unit / 2
