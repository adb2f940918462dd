"""Units that a statement gives once, apart from its numbers: "in kelvin, the mean is 301.02"."""

import re
from collections.abc import Sequence

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
