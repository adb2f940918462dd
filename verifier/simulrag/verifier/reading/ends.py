"""Ends of intervals: which one a number is compared with."""

import re
from typing import Literal

from simulrag.verifier.quantities import Printed

INTERVAL = re.compile(
    r"\b(?:interval|(?-i:CI\b)|confidence|90\s?%|nine times out of ten|"
    r"nine (?:in|out of) (?:every )?ten|range)",
    re.I,
)
_HIGH_END = re.compile(
    r"\b(?:upper (?:limit|bound|end|one)|top (?:end|of the range)|could reach|cannot be ruled out|"
    r"as (?:high|many) as|worst case|(?:in the|at) worst)\b",
    re.IGNORECASE,
)
_LOW_END = re.compile(
    r"\b(?:lower (?:limit|bound|end|one)|bottom (?:end|of the range)|as (?:low|few) as|best case|"
    r"optimistic case|(?:in the|at) best)\b",
    re.IGNORECASE,
)
#: The end that a number is said to be: "it has 1,233 as its lower limit".
_AS_END = re.compile(
    r"\s*(?:as|is|being|at|for)\s+(?:its|the)\s+(?:(?P<low>lower|bottom|low)|(?P<high>upper|top|high))\b",
    re.IGNORECASE,
)
Quantile = Literal["median", "low", "high"]


def quantile_of(clause: str, text: str, printed: Printed) -> Quantile:
    """Return which end of the ensemble a number is compared with."""
    own = _AS_END.match(text, printed.unit_end)
    if own is not None:
        return "low" if own["low"] else "high"
    before = text[: printed.start]
    high, low = (
        max((m.end() for m in p.finditer(before)), default=-1) for p in (_HIGH_END, _LOW_END)
    )
    if max(high, low) >= 0:
        return "high" if high > low else "low"  # each end has its number behind it
    for part in (clause, text):
        if _says(part, _HIGH_END):
            return "high"
        if _says(part, _LOW_END):
            return "low"
    if INTERVAL.search(text):
        ends: dict[str, Quantile] = {"at_most": "high", "at_least": "low"}
        return ends.get(printed.qualifier, "median")
    return "median"


#: A number of an end's own, behind its name.
_OWN_NUMBER = re.compile(r"\s*(?:of|at|is|was|being|\(|:)?\s*\d")


def _says(text: str, end: re.Pattern[str]) -> bool:
    """Tell whether a text names an end of an interval that has no number of its own."""
    return any(not _OWN_NUMBER.match(text, m.end()) for m in end.finditer(text))
