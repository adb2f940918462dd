"""Times in days: "three days before Thanksgiving", "ten weeks and one day"."""

import re
from collections.abc import Sequence
from datetime import timedelta

from simulrag.verifier.quantities import NUMBER_WORDS, Printed
from simulrag.verifier.reading.dates import DateMention
from simulrag.verifier.reading.lone_numbers import number_of

#: How long before or after a day something is: "three days before Thanksgiving".
_SHIFT = re.compile(
    r"\b(?:on )?(?:the )?(?P<eve>eve) of\s+(?:the\s+)?$|"
    rf"\b(?P<count>{NUMBER_WORDS}|\d+|an?|the)\s+(?P<unit>day|week|month)s?\s+"
    r"(?:(?P<before>before|ahead of|prior to|in advance of|short of|shy of|"
    r"to go (?:to|until|before))|after|past|following|on from)\s+(?:the\s+)?$",
    re.IGNORECASE,
)
_DAYS = {"day": (1, 0), "week": (7, 1), "month": (30, 4)}
_AND = re.compile(r"\s*,?\s*(?:and|plus)?\s*", re.IGNORECASE)


#: What says that a time is longer or shorter than what is told: that moves no day by it.
_AMOUNT = re.compile(
    r"\b(?:(?:more|less|fewer|no longer|no more) than|over|under|at (?:least|most)|within|up to)\s+"
    r"(?:the\s+)?$",
    re.IGNORECASE,
)


def shifting(before: str) -> re.Match[str] | None:
    """Return the words right before a day that move it: "the day after"."""
    found = _SHIFT.search(before)
    return None if found is None or _AMOUNT.search(before, 0, found.start()) else found


def longer_or_shorter(before: str) -> bool:
    """Tell whether words right before a day are of more or less than a time from it."""
    found = _SHIFT.search(before)
    return found is not None and shifting(before) is None


def shift(before: str) -> tuple[timedelta, timedelta] | None:
    """Return by how much the words before a day move its beginning and its end."""
    found = shifting(before)
    if found is None:
        return None
    if found["eve"]:
        return timedelta(days=-1), timedelta(days=-1)
    word = found["count"].lower()
    if word == "the" and found["unit"].lower() != "day":
        return None
    count = 1 if word in ("a", "an", "the", "one") else int(number_of(word) or 0)
    days, loose = _DAYS[found["unit"].lower()]
    way = -1 if found["before"] else 1
    return timedelta(days=way * count * days - loose), timedelta(days=way * count * days + loose)


_NAMED_BEHIND = re.compile(r",?\s+on\s+the\s+\d", re.IGNORECASE)


def moved(text: str, day: DateMention) -> DateMention:
    """Return a day with the words before it that move it, if there are any."""
    before = text[: day.start]
    found, by = shifting(before), shift(before)
    if found is None or by is None:
        return day
    start = found.start()
    if day.exact and _NAMED_BEHIND.search(day.text):  # "two days short of mid-March, on the 13th"
        return day.model_copy(update={"start": start, "text": text[start : day.end]})
    changes = {"start": start, "text": text[start : day.end], "moved": (by[0].days, by[1].days)}
    return day.model_copy(update=changes)


def shifts(text: str, days: Sequence[DateMention]) -> list[tuple[int, int]]:
    """Return where a text says how long before or after one of its days something is."""
    found = (shifting(text[: day.start]) for day in days)
    return [match.span() for match in found if match is not None]


def joined_times(text: str, figures: Sequence[Printed]) -> list[Printed]:
    """Return numbers with a time in two units as one: "ten weeks and one day" is 71 days."""
    made: list[Printed] = []
    for figure in figures:
        last = made[-1] if made else None
        if last is not None and _goes_on(text, last, figure):
            days = sum(q.value * _DAYS[q.unit][0] for q in (last, figure))
            half = figure.half_unit * _DAYS[figure.unit][0]
            joined = {"value": days, "half_unit": half, "unit": "day", "end": figure.end}
            joined |= {"unit_end": figure.unit_end, "text": text[last.start : figure.end]}
            made[-1] = last.model_copy(update=joined)
        else:
            made.append(figure)
    return made


def _goes_on(text: str, first: Printed, second: Printed) -> bool:
    if first.unit not in ("week", "month") or second.unit not in ("day", "week"):
        return False
    larger = _DAYS[first.unit] > _DAYS[second.unit]
    return larger and _AND.fullmatch(text, first.unit_end, second.start) is not None
