"""Holidays: on a fixed day, on a weekday of a month, by the moon, and stretches of days."""

import calendar
from collections.abc import Callable
from datetime import date, timedelta
from functools import cache

#: Month and day of those that never move.
FIXED: dict[str, tuple[int, int]] = {
    "halloween": (10, 31), "christmas eve": (12, 24), "christmas day": (12, 25),
    "christmas": (12, 25), "new year's eve": (12, 31), "new year's day": (1, 1),
    "new year": (1, 1), "the turn of the year": (1, 1), "turn of the year": (1, 1),
    "the year is out": (12, 31), "year's end": (12, 31), "the end of the year": (12, 31),
    "the year's end": (12, 31), "the last day of the year": (12, 31),
    "last day of the year": (12, 31), "the last day of the old year": (12, 31),
    "last day of the old year": (12, 31), "the first day of the new year": (1, 1),
    "first day of the new year": (1, 1), "first day of the year": (1, 1),
    "close of the year": (12, 31), "valentine's day": (2, 14), "independence day": (7, 4),
    "the fourth of july": (7, 4), "juneteenth": (6, 19), "boxing day": (12, 26),
    "veterans day": (11, 11), "veterans' day": (11, 11), "armistice day": (11, 11),
    "remembrance day": (11, 11), "martinmas": (11, 11), "st martin's day": (11, 11),
    "all saints' day": (11, 1), "all saints day": (11, 1), "all hallows": (11, 1),
    "all souls' day": (11, 2), "all souls day": (11, 2), "bonfire night": (11, 5),
    "guy fawkes night": (11, 5), "saint nicholas day": (12, 6), "st nicholas day": (12, 6),
    "st. nicholas day": (12, 6), "st andrew's day": (11, 30), "epiphany": (1, 6),
    "twelfth night": (1, 5), "groundhog day": (2, 2), "candlemas": (2, 2), "leap day": (2, 29),
    "st patrick's day": (3, 17), "st. patrick's day": (3, 17), "saint patrick's day": (3, 17),
    "april fools' day": (4, 1), "april fool's day": (4, 1), "may day": (5, 1),
    "earth day": (4, 22), "cinco de mayo": (5, 5), "flag day": (6, 14),
    "the winter solstice": (12, 21), "winter solstice": (12, 21),
    "the shortest day": (12, 21), "shortest day of the year": (12, 21),
    "the autumnal equinox": (9, 22), "the spring equinox": (3, 20), "the summer solstice": (6, 21),
}  # fmt: skip


def _nth(month: int, weekday: int, n: int) -> Callable[[int], date]:
    """Return the n-th such weekday of a month by the year; the last one for -1."""

    def day(year: int) -> date:
        if n < 0:
            last = date(year, month, calendar.monthrange(year, month)[1])
            return last - timedelta(days=(last.weekday() - weekday) % 7)
        first = date(year, month, 1)
        return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (n - 1))

    return day


def _easter(year: int) -> date:
    """Return Easter Sunday by the anonymous Gregorian computus (Nature 13, 487, 1876)."""
    a, (b, c) = year % 19, divmod(year, 100)
    d, e = divmod(b, 4)
    g = (8 * b + 13) // 25
    h = (19 * a + b - d - g + 15) % 30
    i, k = divmod(c, 4)
    far = (32 + 2 * e + 2 * i - h - k) % 7
    m = (a + 11 * h + 22 * far) // 451
    month, day = divmod(h + far - 7 * m + 114, 31)
    return date(year, month, day + 1)


def _away(of: Callable[[int], date], days: int) -> Callable[[int], date]:
    return lambda year: of(year) + timedelta(days=days)


_THANKSGIVING = _nth(11, calendar.THURSDAY, 4)
#: The day of those that move, by the year.
MOVING: dict[str, Callable[[int], date]] = {
    "thanksgiving day": _THANKSGIVING, "thanksgiving": _THANKSGIVING,
    "thanksgiving eve": _away(_THANKSGIVING, -1), "black friday": _away(_THANKSGIVING, 1),
    "cyber monday": _away(_THANKSGIVING, 4), "labor day": _nth(9, calendar.MONDAY, 1),
    "columbus day": _nth(10, calendar.MONDAY, 2),
    "indigenous peoples' day": _nth(10, calendar.MONDAY, 2),
    "election day": _away(_nth(11, calendar.MONDAY, 1), 1),
    "martin luther king day": _nth(1, calendar.MONDAY, 3),
    "martin luther king jr. day": _nth(1, calendar.MONDAY, 3),
    "mlk day": _nth(1, calendar.MONDAY, 3), "presidents' day": _nth(2, calendar.MONDAY, 3),
    "presidents day": _nth(2, calendar.MONDAY, 3), "mother's day": _nth(5, calendar.SUNDAY, 2),
    "memorial day": _nth(5, calendar.MONDAY, -1), "father's day": _nth(6, calendar.SUNDAY, 3),
    "mardi gras": _away(_easter, -47), "shrove tuesday": _away(_easter, -47),
    "ash wednesday": _away(_easter, -46), "good friday": _away(_easter, -2),
    "easter sunday": _easter, "easter monday": _away(_easter, 1), "easter": _easter,
}  # fmt: skip

_NEW_YEAR = r"New\s+Year(?:'s)?(?:\s+(?:Day|Eve))?"
_CHRISTMAS = r"Christmas(?:\s+(?:Day|Eve))?"
#: Stretches of days: words before and behind the year of Christmas, and that of New Year where
#: it is named; first and last day as (years after the winter's, month, day).
BETWEEN_THE_YEARS = (
    rf"(?:between|from)\s+{_CHRISTMAS}",
    rf"\s+(?:and|to|until)\s+(?:the\s+)?{_NEW_YEAR}",
    (0, 12, 25),
    (1, 1, 1),
)
THE_HOLIDAYS = (
    r"(?:over|during|around|across)\s+the\s+(?:Christmas\s+|winter\s+|year-end\s+)?holidays",
    "",
    (0, 12, 20),
    (1, 1, 5),
)


@cache
def earliest_and_latest(name: str) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the first and the last day, month and day, on which a moving holiday may fall."""
    days = sorted((d.month, d.day) for d in map(MOVING[name], range(2000, 2100)))
    return days[0], days[-1]
