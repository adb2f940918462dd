"""Times that plain text names by parts of a year: early 2025, the last week of 2024."""

import re
from collections.abc import Iterable, Sequence
from datetime import date, timedelta

from simulrag.verifier.plain.instants import Grain, Time

_YEAR = r"(?P<year>(?:19|20)\d\d)"
#: Part of a year -> its first and last day as (month, day).
_PARTS: dict[str, tuple[tuple[int, int], tuple[int, int]]] = {
    r"early(?:\s+in)?|the\s+(?:very\s+)?(?:beginning|start)\s+of|the\s+first\s+(?:few\s+)?(?:months|weeks)\s+of":
        ((1, 1), (3, 31)),
    r"mid-?|the\s+middle\s+of": ((5, 15), (8, 15)),
    r"late(?:\s+in)?|the\s+(?:last|final|closing)\s+(?:few\s+)?(?:months|"
    r"weeks)\s+of": ((10, 1), (12, 31)),
    r"(?:the\s+)?(?:very\s+)?end\s+of|(?:the\s+)?close\s+of": ((12, 21), (12, 31)),
    r"(?:the\s+)?spring(?:\s+of)?|springtime": ((3, 1), (5, 31)),
    r"(?:the\s+)?summer(?:\s+of)?": ((6, 1), (8, 31)),
    r"(?:the\s+)?(?:autumn|fall)(?:\s+of)?": ((9, 1), (11, 30)),
    r"(?:the\s+)?first\s+half\s+of": ((1, 1), (6, 30)),
    r"(?:the\s+)?second\s+half\s+of": ((7, 1), (12, 31)),
    r"(?:the\s+)?first\s+quarter\s+of": ((1, 1), (3, 31)),
    r"(?:the\s+)?(?:last|fourth|final)\s+quarter\s+of": ((10, 1), (12, 31)),
}  # fmt: skip
_PART_PATTERNS = [
    (re.compile(rf"\b(?:{words})\s*{_YEAR}(?![\d-]|s\b)(?!\s*/)", re.I), first, last)
    for words, (first, last) in _PARTS.items()
]
_WEEK = re.compile(
    rf"\b(?:the\s+)?(?P<which>first|last|final|opening|closing)\s+(?:full\s+)?(?:reporting\s+)?week\s+of\s+"
    rf"(?:{_YEAR}|(?P<new>the\s+(?:new\s+)?year))\b",
    re.I,
)
_SATURDAY = re.compile(
    r"\b(?:the\s+)?(?P<which>first|second|third|fourth|last|final)\s+(?P<weekday>Saturday)\s+(?:of|in)\s+"
    rf"(?:{_YEAR}|(?P<new>the\s+new\s+year))\b",
    re.I,
)
#: "The last four weeks of 2024", whose Saturdays lie in that year.
_WEEKS = re.compile(
    r"\b(?:the\s+)?(?P<which>first|opening|last|final|closing)\s+"
    rf"(?P<n>two|three|four|five|six|seven|eight|\d{{1,2}})\s+(?:full\s+)?weeks\s+of\s+{_YEAR}(?![\d-])(?!\s*/)",
    re.I,
)
_COUNTS = {w: n for n, w in enumerate("two three four five six seven eight".split(), start=2)}
_TURN = re.compile(
    rf"\b(?:when|as|while)\s+{_YEAR}\s+(?:turned|turns|passed|changed|gave\s+way|rolled\s+over|became)\s*"
    r"(?:in)?(?:to)?\s+(?P<next>(?:19|20)\d\d)\b",
    re.I,
)
_END_OF_YEAR = re.compile(
    r"\b(?:the\s+)?(?P<part>end|beginning|start)\s+of\s+(?:that|the\s+same|the|this)\s+(?:new\s+)?year\b",
    re.I,
)
_ORDER = ("first", "second", "third", "fourth")
_SATURDAY_INDEX = 5


def parts_of_years(text: str, before: Sequence[Time]) -> Iterable[Time]:
    """Yield the times of a normalised text that are parts of years; `before` gives the year."""
    for pattern, first, last in _PART_PATTERNS:
        for match in pattern.finditer(text):
            year = int(match["year"])
            yield _time(match, date(year, *first), date(year, *last), "part")
    for match in _WEEK.finditer(text):
        year = _year(match, before)
        if year is not None:
            opening = match["which"].lower() in ("first", "opening")
            day = date(year, 1, 1) if opening else date(year, 12, 31)
            other = _whole_week(day, opening=opening)
            yield _time(match, day, day, "week").model_copy(update={"other": other})
    for match in _WEEKS.finditer(text):
        yield _time(match, *_weeks(match), "part")
    for match in _TURN.finditer(text):
        first, second = int(match["year"]), int(match["next"])
        if second == first + 1:
            day = date(first, 12, 31)
            other = day + timedelta(weeks=1)
            yield _time(match, day, day, "week").model_copy(update={"other": other})
    for match in _SATURDAY.finditer(text):
        year = _year(match, before)
        if year is not None:
            day = _nth_saturday(year, match["which"].lower())
            yield _time(match, day, day, "week")
    for match in _END_OF_YEAR.finditer(text):
        known = [t for t in before if t.end <= match.start()]
        if known:
            yield _end_of(match, known[-1])


def _weeks(match: re.Match[str]) -> tuple[date, date]:
    """Return the Saturdays of the first and the last of several weeks at an end of a year."""
    words = match["n"].lower()
    count = int(words) if words.isdigit() else _COUNTS[words]
    further = timedelta(weeks=count - 1)
    if match["which"].lower() in ("first", "opening"):
        first = _nth_saturday(int(match["year"]), "first")
        return first, first + further
    last = _nth_saturday(int(match["year"]), "last")
    return last - further, last


def _time(match: re.Match[str], first: date, last: date, grain: Grain) -> Time:
    return Time(first=first, last=last, start=match.start(), end=match.end(), grain=grain)


def _whole_week(day: date, *, opening: bool) -> date | None:
    """Return the Saturday of the first or last week that lies in one year, None where it is that
    of the day itself.
    """
    saturday = day + timedelta(days=(_SATURDAY_INDEX - day.weekday()) % 7)
    if opening:
        return None if saturday.day == 7 else saturday + timedelta(weeks=1)
    return None if saturday == day else saturday - timedelta(weeks=1)


def _year(match: re.Match[str], before: Sequence[Time]) -> int | None:
    """Return the year that is named, or the one that follows the day named before it."""
    if match["year"]:
        return int(match["year"])
    known = [t for t in before if t.end <= match.start()] or list(before)
    if not known:
        return None
    near = known[-1].last
    return near.year + 1 if near.month >= 8 else near.year


def _nth_saturday(year: int, which: str) -> date:
    if which in ("last", "final"):
        day = date(year, 12, 31)
        return day - timedelta(days=(day.weekday() - _SATURDAY_INDEX) % 7)
    first = date(year, 1, 1)
    first += timedelta(days=(_SATURDAY_INDEX - first.weekday()) % 7)
    return first + timedelta(weeks=_ORDER.index(which))


def _end_of(match: re.Match[str], time: Time) -> Time:
    if match["part"].lower() == "end":
        year = time.first.year
        return _time(match, date(year, 12, 21), date(year, 12, 31), "part")
    year = time.last.year + 1 if time.last.month >= 8 else time.last.year
    return _time(match, date(year, 1, 1), date(year, 1, 10), "part")
