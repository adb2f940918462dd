"""Weeks that are told twice: "Christmas week (ending 27 December 2025)"."""

import itertools
import re
from collections.abc import Sequence
from datetime import date, timedelta

from simulrag.verifier.plain.instants import Time

_AGAIN = (
    r"\s*(?:,|\(|-|:)\s*(?:(?:that|which)\s+is,?\s+|i\.?e\.?,?\s+)?(?:(?:the|that)\s+)?(?:(?:one|week|seven\s+days)\s+)?"
    r"(?:(?:that|which)\s+)?(?:end(?:ing|ed|s)|clos(?:ing|ed)|finish(?:ing|ed)|to|through|up\s+to|of)?\s*(?:on\s+)?"
    r"(?:Saturday,?\s+)?(?:the\s+)?"
)
_BETWEEN = re.compile(_AGAIN, re.I)
#: The same by the day of the month alone: "(ending on the 4th)".
_DAY = re.compile(
    r"\s*(?:,|\()\s*(?:(?:the|that)\s+)?(?:(?:one|week)\s+)?(?:end(?:ing|ed|s)|clos(?:ing|ed)|to)\s+(?:on\s+)?(?:Saturday,?\s+)?"
    r"(?:the\s+)?(?P<day>\d{1,2})(?:st|nd|rd|th)\b",
    re.I,
)
_WEEK = timedelta(days=7)
_SATURDAY = 5


def apposed(text: str, found: Sequence[Time]) -> list[Time]:
    """Return times with each week that is told twice as one, by the more exact of both."""
    made: list[Time] = []
    for time in found:
        before = made[-1] if made else None
        if before is not None and _is_again(text, before, time):
            made[-1] = time.model_copy(update={"start": before.start, "grain": "week"})
        else:
            made.append(time)
    return _told_apart([_with_day(text, time) for time in made])


def _told_apart(found: Sequence[Time]) -> list[Time]:
    """Return times of which no two are one week where either could be another.

    "From the last week of 2025 to the first of 2026" names two weeks, though a week lies in both.
    """
    made = list(found)
    for at, (one, other) in enumerate(itertools.pairwise(found)):
        if one.grain == other.grain == "week" and _end(one.first) == _end(other.first):
            pair = [(at, one), (at + 1, other)]
            moved = [(n, t, t.other) for n, t in pair if t.other and t.other < t.first]
            moved += [(n, t, t.other) for n, t in reversed(pair) if t.other and t.other > t.first]
            for n, time, day in moved[:1]:
                made[n] = time.model_copy(update={"first": day, "last": day, "other": None})
    return made


def _is_again(text: str, one: Time, other: Time) -> bool:
    gap = _BETWEEN.fullmatch(text, one.end, other.start)
    if gap is None or one.grain != "week" or other.grain not in ("week", "day"):
        return False
    return _end(other.first) in {_end(d) for d in (one.first, one.other) if d is not None}


def _with_day(text: str, time: Time) -> Time:
    match = _DAY.match(text, time.end) if time.grain == "week" else None
    if match is None:
        return time
    for days in range(-7, 8):
        day = time.first + timedelta(days=days)
        if day.day == int(match["day"]) and day.weekday() == _SATURDAY:
            return time.model_copy(
                update={"first": day, "last": day, "end": match.end(), "other": None}
            )
    return time


def _end(day: date) -> date:
    return day + timedelta(days=(_SATURDAY - day.weekday()) % _WEEK.days)
