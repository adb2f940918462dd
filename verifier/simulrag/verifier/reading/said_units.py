"""Units that a statement gives once, apart from its numbers: "in kelvin, the mean is 301.02"."""

import re
from collections.abc import Sequence
from decimal import Decimal

from simulrag.verifier.quantities import UNITS, Printed, family
from simulrag.verifier.reading.text import Pieces

_SCALES = ("fahrenheit", "kelvin", "celsius", "centigrade")
_PIECES = Pieces(_SCALES)
_SAID = re.compile(rf"\b(?P<unit>{'|'.join(_SCALES)})s?\b", re.IGNORECASE)
#: A whole number before a noun counts what the noun names.
_ALONE = re.compile(r"\s*(?:$|[^\w\s]|(?:and|or|to|in|by|for|at|on|with|as|than|under|when)\b)")


#: What leads in a number that is compared or ends a course, and so is of the kind of another.
_LED = re.compile(
    r"\b(?:above|over|below|under|past|beyond|than|to|from|exceeds?|exceeding|reach(?:es|ed|ing)?|"
    r"tops?|hits?|near|nearly|almost|short of|at least|at most)\s+"
    r"(?:(?:about|around|only|just|the)\s+)?$",
    re.IGNORECASE,
)
#: What stands behind a number that counts nothing.
_COUNTS_NOTHING = re.compile(
    r"\s*(?:$|[.,;:!?)](?!\d)|(?:and|or|but|yet|in|on|by|at|with|while|before|after|when|once|as|"
    r"come|under|though|for|until|towards?)\b)",
    re.IGNORECASE,
)
_YEARS = range(1800, 2200)


def in_unrepeated_degrees(text: str, figures: Sequence[Printed]) -> list[Printed]:
    """Return numbers in the degrees of another: "below 24 °C in 2011, past 25 by 2072"."""
    told = next((q.unit for q in figures if family(q.unit) == "temperature"), "")
    if not told:
        return list(figures)
    return [q.model_copy(update={"unit": told}) if _is_bare_limit(text, q) else q for q in figures]


def _is_bare_limit(text: str, figure: Printed) -> bool:
    if figure.unit or (figure.value in _YEARS and figure.text.isdigit()):
        return False
    lead = _LED.search(text, 0, figure.start)
    return lead is not None and _COUNTS_NOTHING.match(text, figure.end) is not None


#: What a bare number with decimals may be of besides a temperature.
_OF_OTHERS = re.compile(
    r"\s*(?:times|fold|percent|per|points?|%|[x×])|-fold|\s*,\s*-?\d+\.\d", re.I
)


def in_only_unit(text: str, figures: Sequence[Printed], unit: str) -> list[Printed]:
    """Return decimals without a unit in degrees where all results are: "a rise of 1.04"."""
    if unit != "degC":
        return list(figures)
    bare = [not q.unit and "." in q.text and not _OF_OTHERS.match(text, q.end) for q in figures]
    return [
        q.model_copy(update={"unit": unit}) if own else q
        for q, own in zip(figures, bare, strict=True)
    ]


def in_said_unit(text: str, figures: Sequence[Printed]) -> list[Printed]:
    """Return numbers without a scale of temperature in the only one that stands apart from them."""
    figures = in_unrepeated_degrees(text, figures)
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


def in_their_units(text: str, figures: Sequence[Printed], only: str) -> list[Printed]:
    """Return numbers in units that a statement gives elsewhere, or in the only one of results."""
    figures = in_whole_minutes(text, in_said_unit(text, figures))
    return in_only_unit(text, figures, only)
