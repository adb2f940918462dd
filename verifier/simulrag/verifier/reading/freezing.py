"""The freezing point and numbers of digits, as the numbers that they are."""

import re
from collections.abc import Iterable
from decimal import Decimal

from simulrag.verifier.quantities import Printed
from simulrag.verifier.reading.text import holds_any

_FREEZING = re.compile(
    r"\b(?P<way>below|under|above|over)\s+(?P<number>(?:the\s+)?freezing(?:\s+point)?|zero)\b"
    r"|\b(?P<sign>negative|sub-?zero)\b(?=[^.;]*(?:Celsius|temperature|mean)|\s*$)",
    re.I,
)
#: Without one of these a text speaks of no freezing point.
_PIECES = ("freezing", "zero", "negative")


def freezing(text: str) -> Iterable[Printed]:
    """Return the freezing point as the temperature that it is."""
    if not holds_any(text, _PIECES):
        return
    for match in _FREEZING.finditer(text):
        above = bool(match["way"]) and match["way"].lower() in ("above", "over")
        group = "number" if match["way"] else "sign"
        yield Printed(
            text=match[group],
            start=match.start(group),
            end=match.end(group),
            unit_end=match.end(group),
            value=Decimal(0),
            half_unit=Decimal(0),
            unit="degC",
            qualifier="above" if above else "below",
            qualified_from=match.start(),
        )


_DIGITS = re.compile(
    r"\b(?P<count>single|one|double|two|triple|three|four|five)[\s-]+digits?\b(?:\s+numbers?)?",
    re.I,
)
_COUNTS = {
    "single": 1,
    "one": 1,
    "double": 2,
    "two": 2,
    "triple": 3,
    "three": 3,
    "four": 4,
    "five": 5,
}


def digits(text: str) -> Iterable[Printed]:
    """Return "in three digits" as the numbers from 100 to 999."""
    if not holds_any(text, ("digit",)):
        return
    for match in _DIGITS.finditer(text):
        count = _COUNTS[match["count"].lower()]
        low, high = Decimal(10) ** (count - 1), Decimal(10) ** count - Decimal("0.5")
        low = Decimal(0) if count == 1 else low - Decimal("0.5")
        yield Printed(
            text=match.group(),
            start=match.start(),
            end=match.end(),
            unit_end=match.end(),
            value=(low + high) / 2,
            half_unit=(high - low) / 2,
            qualified_from=match.start(),
        )
