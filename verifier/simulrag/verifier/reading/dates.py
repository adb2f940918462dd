"""Dates in text, also without a year or a day: each is read as a range of days."""

import calendar
import re
from collections.abc import Iterable
from datetime import date, timedelta
from functools import lru_cache

from simulrag.simulators.interface import Frozen
from simulrag.verifier.reading.holidays import (
    BETWEEN_THE_YEARS,
    FIXED,
    MOVING,
    THE_HOLIDAYS,
    earliest_and_latest,
)
from simulrag.verifier.reading.text import AnyCase, Pieces

_MONTHS = {
    name.lower(): number
    for number in range(1, 13)
    for name in (calendar.month_name[number], calendar.month_abbr[number])
} | {"sept": 9}
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_DAY = r"(?P<{0}>\d{{1,2}})(?:st|nd|rd|th)?"
_YEAR = r"(?P<{0}>(?:18|19|20|21)\d\d)"


def _either(words: Iterable[str]) -> str:
    """Return a pattern for any of the words, longest first, safe in a verbose pattern."""
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


_HOLIDAY = _either((*FIXED, *MOVING))
_STRETCH = rf"{BETWEEN_THE_YEARS[0]}{BETWEEN_THE_YEARS[1]}|{THE_HOLIDAYS[0]}".replace(" ", r"\ ")

_UNITS = "first second third fourth fifth sixth seventh eighth ninth".split()
ORDINALS = {
    word: day
    for day, word in enumerate(
        (
            *_UNITS,
            *"tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth "
            "eighteenth nineteenth twentieth".split(),
            *(f"twenty-{unit}" for unit in _UNITS),
            "thirtieth",
            "thirty-first",
        ),
        start=1,
    )
}
_ORDINAL = _either(ORDINALS).replace(r"\-", r"[\s-]")

#: Parts of a month, first and last day; 0 is the last day of the month, -1 the one before.
_PARTS = {
    "early": (1, 10),
    "early-to-mid": (1, 20),
    "mid": (11, 20),
    "mid-to-late": (11, 0),
    "late": (21, 0),
    "first half": (1, 15),
    "second half": (16, 0),
    # Weeks of a month begin on any weekday: a day either way is left open.
    "first week": (1, 8),
    "second week": (7, 15),
    "third week": (14, 22),
    "fourth week": (21, 28),
    "last week": (-7, 0),
    "first days": (1, 6),
    "last days": (-5, 0),
    "first third": (1, 10),
    "second third": (11, 20),
    "last third": (21, 0),
    "first ten days": (1, 10),
    "last ten days": (-9, 0),
    "first fortnight": (1, 14),
    "last fortnight": (-13, 0),
    "last day": (0, 0),
}
_PART_WORDS = {
    "early": "early", "the beginning of": "early", "the start of": "early",
    "mid-to-late": "mid-to-late", "mid to late": "mid-to-late",
    "early-to-mid": "early-to-mid", "early to mid": "early-to-mid",
    "mid": "mid", "middle of": "mid", "the middle of": "mid",
    "late": "late", "the end of": "late", "end of": "late",
    "latter half of": "second half", "back half of": "second half", "front half of": "first half",
    "tail end of": "late", "the tail end of": "late", "the close of": "late",
    "the outset of": "early", "the opening of": "early", "the latter part of": "late",
    "the early part of": "early", "the first part of": "early", "the last part of": "late",
    "the later part of": "late", "the opening part of": "early",
    "first half of": "first half", "second half of": "second half", "opening half of": "first half",
    "first week of": "first week", "opening week of": "first week", "second week of": "second week",
    "third week of": "third week", "fourth week of": "fourth week", "last week of": "last week",
    "the last of": "last day",
    "final week of": "last week", "closing week of": "last week", "first days of": "first days",
    "opening days of": "first days", "last days of": "last days", "final days of": "last days",
    "closing days of": "last days", "first third of": "first third",
    "second third of": "second third", "middle third of": "second third",
    "last third of": "last third", "final third of": "last third",
    "first ten days of": "first ten days", "last ten days of": "last ten days",
    "final ten days of": "last ten days", "first fortnight of": "first fortnight",
    "second fortnight of": "last fortnight", "last fortnight of": "last fortnight",
    "last day of": "last day", "final day of": "last day", "very last day of": "last day",
}  # fmt: skip
#: Parts that are counted in weeks and days or halved.
_COUNTED = re.compile(r"\b(?:week|days?|half|third|fortnight)\b")


def _pattern(part: str, stretch: str = "(?!)") -> AnyCase:
    return AnyCase(
        rf"""(?x:
      (?<!\d)(?P<iso>\d{{4}}-\d{{2}}-\d{{2}})(?!\d)
    | (?<!\d)(?P<us>\d{{1,2}}/\d{{1,2}}/\d{{4}})(?!\d)
    | \b(?P<m1>{_MONTH})\.?\s+{_DAY.format("d1")}(?!\d)(?:,?\s+{_YEAR.format("y1")}\b)?
    | \b{_DAY.format("d2")}\s+(?:of\s+)?(?P<m2>{_MONTH})\b\.?(?:,?\s+{_YEAR.format("y2")}\b)?
    | \b(?P<m5>{_MONTH})\s+(?:the\s+)?(?P<d5>{_ORDINAL})\b(?:,?\s+{_YEAR.format("y5")}\b)?
    | \b(?P<d6>{_ORDINAL})\s+(?:day\s+)?of\s+(?P<m6>{_MONTH})\b\.?(?:,?\s+{_YEAR.format("y6")}\b)?
    | \b(?:(?P<part>{part})[\s-]+)?(?P<m3>{_MONTH})\b(?:\s+(?:of\s+)?{_YEAR.format("y3")}\b)?
    | \b(?P<stretch>{stretch})\b
    | \b(?P<holiday>{_HOLIDAY})\b(?:,?\s+{_YEAR.format("y4")}\b)?
    )"""
    )


#: Without one of these a text holds no date.
_PIECES = Pieces(("-", "/", "holidays", *FIXED, *MOVING, *(name[:3] for name in _MONTHS)))


class DateMention(Frozen):
    """A date at text[start:end]: month and day from `first` to `last`, year where one is given."""

    text: str
    start: int
    end: int
    first: tuple[int, int]
    last: tuple[int, int]
    year: int | None = None
    #: Name of a holiday that moves, in small letters.
    moving: str = ""
    #: Days by which the first and the last day lie behind those of the date: "a week later".
    moved: tuple[int, int] = (0, 0)
    #: The date at which a stretch of days ends that begins with this one.
    until: "DateMention | None" = None

    @property
    def exact(self) -> bool:
        """True for one day."""
        return self.first == self.last

    def days(self, year: int) -> tuple[date, date]:
        """Return the first and last day in that year; the 29th of February may be the 28th."""
        if self.until is not None:
            first = self.model_copy(update={"until": None, "last": self.first}).days(year)[0]
            return first, self.until.on_or_after(first)[1]
        over = 1 if self.last[0] < self.first[0] else 0
        first, last = _day(year, *self.first), _day(year + over, *self.last)
        if self.moving:
            first = last = MOVING[self.moving](year)
        return first + timedelta(days=self.moved[0]), last + timedelta(days=self.moved[1])

    def on_or_after(self, start: date) -> tuple[date, date]:
        """Return the days in the given year, or in the first year in which they reach `start`."""
        if self.year is not None:
            return self.days(self.year)
        days = self.days(start.year)
        return days if days[1] >= start else self.days(start.year + 1)


def _day(year: int, month: int, day: int) -> date:
    last = calendar.monthrange(year, month)[1]
    return date(year, month, min(day, last) if day > 0 else last + day)


_PATTERN = _pattern(_either(_PART_WORDS), _STRETCH)
_OF_MONTHS = _pattern(_either(w for w in _PART_WORDS if not _COUNTED.search(w)))


def dates(text: str, *, weeks: bool = True) -> list[DateMention]:
    """Return the dates of a normalised text in order; impossible ones are left out.

    weeks: "the first week of March" is a part of March; without it the month alone is a date.
    """
    return list(_dates(text, weeks))


@lru_cache(maxsize=256)
def _dates(text: str, weeks: bool) -> tuple[DateMention, ...]:
    if not _PIECES.held_by(text):
        return ()
    found = (_mention(text, match) for match in (_PATTERN if weeks else _OF_MONTHS).finditer(text))
    return tuple(mention for mention in found if mention is not None)


def _mention(text: str, match: re.Match[str]) -> DateMention | None:
    parts = _parts(text, match)
    if parts is None:
        return None
    first, last, year = parts
    start, end = match.span()
    name = match["holiday"] or ""
    return DateMention(
        text=text[start:end], start=start, end=end, first=first, last=last, year=year,
        moving=name if name in MOVING else "",
    )  # fmt: skip


_Parts = tuple[tuple[int, int], tuple[int, int], int | None]


def _parts(text: str, match: re.Match[str]) -> _Parts | None:
    if match["iso"] or match["us"]:
        return _numeric(match["iso"] or match["us"])
    for month, day, year in (("m5", "d5", "y5"), ("m6", "d6", "y6")):
        if match[month]:
            nth = ORDINALS[re.sub(r"\s+", "-", match[day])]
            return _single(_MONTHS[match[month]], nth, match[year])
    for month, day, year in (("m1", "d1", "y1"), ("m2", "d2", "y2")):
        if match[month]:
            return _single(_MONTHS[match[month]], int(match[day]), match[year])
    if match["m3"]:
        return _month(text, match)
    if match["stretch"]:
        first, last = BETWEEN_THE_YEARS[2:] if "and" in match["stretch"] else THE_HOLIDAYS[2:]
        return first[1:], last[1:], None
    return _holiday(match["holiday"], match["y4"])


def _numeric(text: str) -> _Parts | None:
    if "/" in text:
        month, day, year = (int(part) for part in text.split("/"))
    else:
        year, month, day = (int(part) for part in text.split("-"))
    return _single(month, day, str(year))


def _single(month: int, day: int, year: str | None) -> _Parts | None:
    if not 1 <= month <= 12 or not 1 <= day <= calendar.monthrange(2024, month)[1]:
        return None
    return (month, day), (month, day), int(year) if year else None


#: What leads in a month, and no verb.
_OF_MONTH = re.compile(r"\b(?:in|of|by|until|since|during|through|end|beginning|mid)[\s-]+$", re.I)


def _month(text: str, match: re.Match[str]) -> _Parts | None:
    name, part, year = text[slice(*match.span("m3"))], match["part"], match["y3"]
    verb = name.lower() in ("may", "mar", "march", "sun") and name[0].islower()
    if verb and not year and not part and not _OF_MONTH.search(text, 0, match.start()):
        return None  # the verbs "may" and "march"
    if name == "May" and not part and not year and match.start() == 0:
        return None
    low, high = _PARTS[_PART_WORDS[re.sub(r"\s+", " ", part)]] if part else (1, 0)
    month = _MONTHS[name.lower()]
    return (month, low), (month, high), int(year) if year else None


def _holiday(name: str, year: str | None) -> _Parts:
    known = int(year) if year else None
    if name in FIXED:
        return FIXED[name], FIXED[name], known
    if known:
        day = MOVING[name](known)
        return (day.month, day.day), (day.month, day.day), known
    return (*earliest_and_latest(name), None)
