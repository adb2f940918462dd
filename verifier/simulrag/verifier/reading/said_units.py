"""Units that a statement gives once, apart from its numbers: "in kelvin, the mean is 301.02"."""

import re
from collections.abc import Sequence
from decimal import Decimal

from simulrag.verifier.quantities import UNITS, Printed
from simulrag.verifier.reading.text import Pieces

_SCALES = ("fahrenheit", "kelvin", "celsius", "centigrade")
_PIECES = Pieces(_SCALES)
_SAID = re.compile(rf"\b(?P<unit>{'|'.join(_SCALES)})s?\b", re.IGNORECASE)
#: A whole number before a noun counts what the noun names.
_ALONE = re.compile(r"\s*(?:$|[^\w\s]|(?:and|or|to|in|by|for|at|on|with|as|than|under|when)\b)")


def in_said_unit(text: str, figures: Sequence[Printed]) -> list[Printed]:
    """Return numbers without a scale of temperature in the only one that stands apart from them."""
    if not figures or not _PIECES.held_by(text):
        return list(figures)
    said = {
        UNITS.get(found["unit"].lower(), "degC")
        for found in _SAID.finditer(text)
        if all(found.start() >= q.unit_end or found.end() <= q.end for q in figures)
    }
    if len(said) != 1:
        return list(figures)
    unit = said.pop()
    return [q.model_copy(update={"unit": unit}) if _lacks_scale(text, q) else q for q in figures]


#: Minutes in words are meant to about a twentieth of themselves, or to the second.
_LOOSE = Decimal("0.05")
_EXACTLY = re.compile(r"\b(?:exactly|precisely)\s+(?:[a-z]+\s+)?$", re.IGNORECASE)
_TO_THE_SECOND = re.compile(r"\s+(?:to the second|on the dot|exactly|precisely)\b", re.IGNORECASE)
_HALF_SECOND = Decimal("0.5") / 60


def in_whole_minutes(text: str, figures: Sequence[Printed]) -> list[Printed]:
    """Return numbers with minutes in words as exact as they are meant: "one minute" is no 90 s."""
    made: list[Printed] = []
    for figure in figures:
        half = figure.half_unit
        if figure.unit == "minute" and figure.text[-1:].isalpha():
            exact = _EXACTLY.search(text, 0, figure.start) or _TO_THE_SECOND.match(
                text, figure.unit_end
            )
            half = min(half, _HALF_SECOND if exact else _LOOSE * abs(figure.value))
        made.append(figure if half == figure.half_unit else _within(figure, half))
    return made


def _within(figure: Printed, half: Decimal) -> Printed:
    return figure.model_copy(update={"half_unit": half})


_ONE = re.compile(r"\s+one\b", re.IGNORECASE)


def in_unit_before(text: str, figures: Sequence[Printed]) -> list[Printed]:
    """Return numbers of an unrepeated noun in its unit: "half a degree, not a full one"."""
    made = list(figures)
    for index in range(1, len(made)):
        first, second = made[index - 1], made[index]
        if first.unit and not second.unit and _ONE.match(text, second.end):
            made[index] = second.model_copy(update={"unit": first.unit})
    return made


def _lacks_scale(text: str, figure: Printed) -> bool:
    if figure.unit == "degree":
        return True
    bare = not figure.unit and figure.text[-1:].isdigit()
    return bare and ("." in figure.text or _ALONE.match(text, figure.end) is not None)
