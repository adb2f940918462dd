"""Times from a start that are counted off: "in week 14", "on the ninth day", "its third month"."""

import re
from collections.abc import Iterator
from decimal import Decimal

from simulrag.verifier.quantities import NUMBER_WORDS, Printed
from simulrag.verifier.reading.dates import ORDINALS
from simulrag.verifier.reading.lone_numbers import number_of

_NTH = re.compile(
    rf"\b(?:(?P<word>{'|'.join(sorted(ORDINALS, key=len, reverse=True))})"
    r"|(?P<digits>\d{1,3})(?:st|nd|rd|th))\s+(?:full\s+|whole\s+)?(?P<unit>day|week|month)\b"
)
_NUMBERED = re.compile(
    r"(?:^|\b(?:on|in|by|at|around|about|from|to|until|till|before|after|is|of|near|and|with|during|"
    rf"for|reaches|not)\s)(?P<all>(?P<unit>day|week|month) (?P<count>\d{{1,3}}|{NUMBER_WORDS}))\b"
)
_UNITS = ("day", "week", "month")
#: Up to this day nobody counts from nought by mistake.
_SURE_DAY = 7
_FOURTH = 4


def counted_off(small: str) -> Iterator[Printed]:
    """Return such times of a text in small letters as the stretch from the start that they are.

    The third week is 2 to 3 weeks from the start. The first of anything and the fourth week have
    names of their own, and are left out.
    """
    if not any(map(small.__contains__, _UNITS)):
        return
    for match in _NTH.finditer(small):
        nth = ORDINALS[match["word"]] if match["word"] else int(match["digits"])
        if nth > 1 and (nth, match["unit"]) != (_FOURTH, "week"):
            yield _nth(match, *match.span(), nth, match["unit"])
    for match in _NUMBERED.finditer(small):
        count = match["count"]
        many = int(count) if count.isdigit() else int(number_of(count) or 0)
        if many < 2 or (many, match["unit"]) == (_FOURTH, "week"):
            continue
        start, end = match.span("all")
        if match["unit"] == "day":  # "day 40" is 40 days from the start
            yield _stretch(match, start, end, Decimal(many), Decimal("0.5"), "day")
        else:
            yield _nth(match, start, end, many, match["unit"])


def _nth(match: re.Match[str], start: int, end: int, nth: int, unit: str) -> Printed:
    half = Decimal("0.5")
    if unit == "day":
        sure = nth <= _SURE_DAY
        middle = Decimal(nth - 1) if sure else Decimal(nth) - half
        return _stretch(match, start, end, middle, half if sure else Decimal(1), unit)
    return _stretch(match, start, end, Decimal(nth) - half, half, unit)


def _stretch(
    match: re.Match[str], start: int, end: int, middle: Decimal, half: Decimal, unit: str
) -> Printed:
    return Printed(
        text=match.string[start:end],
        start=start,
        end=end,
        unit_end=end,
        value=middle,
        half_unit=half,
        unit=unit,
        qualified_from=start,
    )
