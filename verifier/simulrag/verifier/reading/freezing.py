"""The freezing point and numbers of digits, as the numbers that they are."""

import re
from collections.abc import Iterable
from decimal import Decimal

from simulrag.verifier.quantities import Printed, Qualifier, family, quantities
from simulrag.verifier.reading.text import Pieces

_POINT = r"(?:the\s+)?freezing(?:[\s-]+(?:point|mark|line|level))?|zero(?!-)"
_FREEZING = re.compile(
    rf"\b(?P<way>below|under|beneath|above|over|beyond),?\s+(?:(?P<number>{_POINT})|(?P<again>it))\b"
    r"|\b(?P<sign>negative|sub-?zero)\b(?=[^.;]*(?:Celsius|temperature|mean)|\s*$)",
    re.I,
)
#: Without one of these a text speaks of no freezing point.
_PIECES = Pieces(("freezing", "zero", "negative"))
_DIGITS_OR_FIGURES = Pieces(("digit", "figure"))
_TURNED: dict[Qualifier, Qualifier] = {
    "above": "below",
    "just_above": "just_below",
    "at_least": "at_most",
    "below": "above",
    "just_below": "just_above",
    "at_most": "at_least",
}


def freezing(text: str) -> Iterable[Printed]:
    """Return the freezing point as the temperature that it is, and temperatures told from it.

    "0.66 °C below zero" is the value -0.66 °C; "slightly above it", behind the freezing point,
    is above 0 °C.
    """
    if not _PIECES.held_by(text):
        return
    before = {q.unit_end: q for q in quantities(text) if family(q.unit) == "temperature"}
    named = False
    for match in _FREEZING.finditer(text):
        if match["again"] and not named:
            continue
        named = True
        above = bool(match["way"]) and match["way"].lower() in ("above", "over", "beyond")
        figure = before.get(len(text[: match.start()].rstrip()))
        if figure is not None:
            yield _told_from(figure, match.end(), above=above)
            continue
        group = next(name for name in ("number", "again", "sign") if match[name])
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


def _told_from(figure: Printed, end: int, *, above: bool) -> Printed:
    """Return a distance from the freezing point as the temperature that it means."""
    changed: dict[str, object] = {"unit_end": end}
    if not above:
        turned = _TURNED.get(figure.qualifier, figure.qualifier)
        changed |= {"value": -figure.value, "qualifier": turned}
    return figure.model_copy(update=changed)


_DIGITS = re.compile(
    r"\b(?P<count>single|one|double|two|triple|three|four|five|six)[\s-]+digits?\b(?:\s+numbers?)?"
    r"|\b(?P<figures>single|double|triple)[\s-]+figures?\b",
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
    "six": 6,
}


def digits(text: str, unit: str = "") -> Iterable[Printed]:
    """Return "in three digits" as the numbers from 100 to 999, in the unit that results have."""
    if not _DIGITS_OR_FIGURES.held_by(text):
        return
    for match in _DIGITS.finditer(text):
        count = _COUNTS[(match["count"] or match["figures"]).lower()]
        low, high = Decimal(10) ** (count - 1), Decimal(10) ** count - Decimal("0.5")
        low = Decimal(0) if count == 1 else low - Decimal("0.5")
        if unit:  # what is no count has decimals
            low, high = Decimal(0) if count == 1 else 10 ** Decimal(count - 1), 10 ** Decimal(count)
        yield Printed(
            text=match.group(),
            start=match.start(),
            end=match.end(),
            unit_end=match.end(),
            value=(low + high) / 2,
            half_unit=(high - low) / 2,
            unit=unit,
            qualified_from=match.start(),
        )
