"""Intervals in brackets behind a value: "15.1 °C (90 % interval 12.9 to 17.4)"."""

import re

from simulrag.simulators.interface import Frozen
from simulrag.verifier.quantities import Printed, quantities
from simulrag.verifier.reading.text import Span

_BRACKET = re.compile(
    r"\s*\((?P<level>\d{2})\s?%\s+(?:confidence\s+|credible\s+|uncertainty\s+)?(?:interval|range):?\s+"
    r"(?:of\s+|from\s+)?(?P<low>-?\d[\d,.]*)(?:\s*°C|\s*%)?\s*(?:to|-)\s*(?P<high>-?\d[\d,.]*)(?:\s*°C|\s*%)?\)"
)


class Interval(Frozen):
    """An interval in brackets behind a value: "(90 % interval 12.9 to 17.4)"."""

    low: Printed
    high: Printed
    level: float
    span: Span


def interval(text: str) -> Interval | None:
    """Return the one interval in brackets of a text, None where there is none or several."""
    found = [*_BRACKET.finditer(text)] if "interval" in text or "range" in text else []
    if len(found) != 1:
        return None
    match = found[0]
    ends = {
        q.start: q for q in quantities(text) if q.start in (match.start("low"), match.start("high"))
    }
    if len(ends) != 2:
        return None
    low, high = (ends[match.start(name)] for name in ("low", "high"))
    span = Span(text=match.group(), start=match.start(), end=match.end())
    return Interval(low=low, high=high, level=int(match["level"]) / 100.0, span=span)
