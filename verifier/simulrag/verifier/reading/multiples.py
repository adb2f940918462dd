"""Multiples of a printed limit: "twice the 1.0 °C", "half of the 0.2 °C limit"."""

import re
from collections.abc import Sequence
from decimal import Decimal

from simulrag.verifier.quantities import Printed, Qualifier, qualifier_at, quantities
from simulrag.verifier.reading.clauses import outside
from simulrag.verifier.reading.factors import Qualifiers, qualifier_before
from simulrag.verifier.reading.lone_numbers import number_of
from simulrag.verifier.reading.text import Pieces, Span

_FACTORS = {
    "half": Decimal("0.5"),
    "twice": Decimal(2),
    "double": Decimal(2),
    "triple": Decimal(3),
    "a third": Decimal(1) / Decimal(3),
    "a quarter": Decimal("0.25"),
    "one half": Decimal("0.5"),
    "one third": Decimal(1) / Decimal(3),
    "two thirds": Decimal(2) / Decimal(3),
    "one quarter": Decimal("0.25"),
    "three quarters": Decimal("0.75"),
    "a fifth": Decimal("0.2"),
    "one fifth": Decimal("0.2"),
    "two fifths": Decimal("0.4"),
    "a tenth": Decimal("0.1"),
    "one tenth": Decimal("0.1"),
}
_MULTIPLE = re.compile(
    rf"\b(?:(?P<word>{'|'.join(_FACTORS)})|(?P<times>[a-z]+|\d+(?:\.\d+)?) times|"
    r"(?P<share>\d+(?:\.\d+)?)\s*(?:%|percent|per cent))\s+"
    r"(?:(?:as \w+ as|of)\s+)?the\s+(?=\d|(?:one|two|three|four|five|six|seven|eight|nine|ten)\b)",
    re.IGNORECASE,
)
#: Without one of these a text holds no multiple.
_PIECES = Pieces((*_FACTORS, "times", "%", "percent", "per cent"))
_BEFORE: Qualifiers = (
    ("above", re.compile(r"\b(?:more|larger|bigger|greater) than\s+(?:about\s+)?$", re.I)),
    ("below", re.compile(r"\b(?:less|smaller) than\s+(?:about\s+)?$", re.I)),
    ("just_below", re.compile(r"\b(?:nearly|almost|not quite)\s+$", re.I)),
    ("about", re.compile(r"\b(?:about|around|roughly|approximately|some)\s+$", re.I)),
)
#: "About half" leaves a tenth open.
_ABOUT = Decimal("0.1")
#: "Twice the 0.1 °C" leaves this share open, however few digits the limit is printed with.
_EXACT = Decimal("0.05")


def multiples(text: str, taken: Sequence[Span]) -> list[Printed]:
    """Return the multiples of printed numbers in a normalised sentence, each as one number."""
    found: list[Printed] = []
    if not _PIECES.held_by(text):
        return found
    for match in _MULTIPLE.finditer(text):
        number = next((q for q in quantities(text) if q.start == match.end()), None)
        factor = _factor(match)
        if number is None or factor is None or not outside(match.start(), number.end, taken):
            continue
        qualifier, qualified_from = _qualifier(text, match.start(), number.unit_end)
        value = factor * number.value
        loose = _ABOUT * abs(value) if qualifier == "about" else Decimal(0)
        found.append(
            number.model_copy(
                update={
                    "text": text[match.start() : number.end],
                    "start": match.start(),
                    "value": value,
                    "half_unit": max(min(factor * number.half_unit, _EXACT * abs(value)), loose),
                    "qualifier": qualifier,
                    "qualified_from": qualified_from,
                }
            )
        )
    return found


def _qualifier(text: str, start: int, end: int) -> tuple[Qualifier, int]:
    """Return what is said around a multiple at text[start:end], and where that begins."""
    own = qualifier_before(text[:start], _BEFORE)
    general, qualified_from = qualifier_at(text, start, end)
    return (own if own != "exact" else general), qualified_from


def _factor(match: re.Match[str]) -> Decimal | None:
    if match["word"]:
        return _FACTORS[match["word"].lower()]
    if match["share"]:
        return Decimal(match["share"]) / 100
    return number_of(match["times"])
