"""What a text prints: its numbers, and where it names a value, a date or a choice."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from simulrag.simulators.interface import Parameter

_NAMES = re.compile(
    r"ssp\s?-?\d[\d.\-]*|\b\d{4}\s?[-–/]\s?\d{2,4}\b|\b\d{4}-\d{2}(?:-\d{2})?\b"
    r"|per (?:100,000|1,?000)"
    r"|(?:[A-Z][a-z]{2,8})\.? \d{1,2}(?:st|nd|rd|th)?\b(?:,? \d{4})?"
    r"|\b\d{1,2}(?:st|nd|rd|th)? "
    r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*(?: \d{4})?",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"(?<![\w.])\d+(?:,\d{3})*(?:\.\d+)?(?: (million|billion|thousand|trillion))?")
_SCALES = {"thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12}
_WORDS = {
    "half": 0.5, "third": 1 / 3, "quarter": 0.25, "tenth": 0.1, "one": 1, "twice": 2, "double": 2,
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "eleven": 11, "twelve": 12, "dozen": 12, "fifteen": 15, "twenty": 20,
    "thirty": 30, "forty": 40, "fifty": 50, "hundred": 100,
}  # fmt: skip
#: What joins two values of which a reader may take either.
_EITHER = re.compile(
    r"\s*(?:[°%] ?[CF]?|percent|degrees|weeks?|days?)?\s*(?:to|or|and|/|[-–(,]|, or)\s*"
    r"(?:about |around |the |some )?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Printed:
    """A number as the text prints it."""

    value: float
    start: int
    end: int


def numbers(text: str) -> tuple[Printed, ...]:
    """Return the numbers in digits that are quantities: no years, dates or parts of names."""
    bare = _NAMES.sub(lambda held: "x" * len(held[0]), text)
    found = [
        Printed(
            float(re.sub(r"[^\d.]", "", one[0])) * _SCALES.get((one[1] or "").lower(), 1),
            *one.span(),
        )
        for one in _NUMBER.finditer(bare)
    ]
    return tuple(one for one in found if not _a_year(one))


def _a_year(one: Printed) -> bool:
    return one.end - one.start == 4 and 1800 <= one.value <= 2200


def is_printed(text: str, value: float) -> bool:
    """Tell whether a text prints a number: in digits, in words, or as percent or share of it."""
    stated = [one.value for one in numbers(text)]
    stated += [_WORDS[word] for word in re.findall(r"[a-z]+", text.lower()) if word in _WORDS]
    ways = (value, value * 100, value / 100)
    return any(abs(way - one) <= 1e-9 * max(1.0, one) for one in stated for way in ways)


def neighbours(text: str, value: float) -> list[Printed]:
    """Return the other numbers of the text, the nearest to where the value stands first."""
    every = numbers(text)
    own = next((one.start for one in every if one.value == value), None)
    others = [one for one in every if one.value not in (value, value * 100)]
    return sorted(others, key=lambda one: abs(one.start - own)) if own is not None else []


def spans(text: str, words: Iterable[str]) -> list[tuple[int, int]]:
    """Return where a text names one of the words; short ones only as they are written."""
    return [
        found.span()
        for word in words
        for found in re.finditer(
            rf"(?<!\w){re.escape(word)}(?!\w)", text, 0 if len(word) < 4 else re.IGNORECASE
        )
    ]


def named(text: str, value: object, parameter: Parameter | None) -> list[tuple[int, int]]:
    """Return where a text names a value, or prints a number."""
    if isinstance(value, str) and re.fullmatch(r"-?\d+(\.\d+)?", value):
        value = float(value)
    if isinstance(value, int | float):
        stated = [(one.start, one.end) for one in numbers(text) if one.value == abs(value)]
        return stated + spans(text, [f"{abs(value):g}"])
    words = parameter.choices.get(str(value), ()) if parameter else ()
    return spans(text, (str(value), str(value).split(",")[0], *words))


def either(text: str, one: list[tuple[int, int]], other: list[tuple[int, int]]) -> bool:
    """Tell whether a text offers two values side by side, so that either reads rightly."""
    gaps = [text[min(a[1], b[1]) : max(a[0], b[0])] for a in one for b in other]
    return any(_EITHER.fullmatch(gap) for gap in gaps if gap)


def date_parts(text: str, day: date) -> frozenset[str]:
    """Return which parts of a date the text prints: only those can be misread."""
    month, found = day.strftime("%B"), set[str]()
    if re.search(rf"(?<!\d)0?{day.day}(?:st|nd|rd|th)?(?!\d)", text):
        found.add("day")
    if re.search(rf"\b{month[:3]}(?:\.|{month[3:]}|t)?\b|{day.isoformat()[:7]}", text, re.I):
        found.add("month")
    if str(day.year) in text:
        found.add("year")
    return frozenset(found)
