"""Numbers without a unit that share the one of another number: "by 14 percent, idling by 93.1"."""

import re
from collections.abc import Sequence

from simulrag.verifier.quantities import Printed, family

_BY = re.compile(r"\bby\s+(?:\w+\s+){0,2}$", re.I)
#: What leads in the value of the other of two states.
_VALUE = re.compile(
    r"(?:\b(?:from|than|against|to|was|were|instead of|versus|vs\.?|baseline)|['’]s)\s+"
    r"(?:(?:about|around|roughly|nearly|just|only|the|its|their)\s+){0,2}$",
    re.I,
)
#: What follows a number that is of nothing that is named behind it.
_NO_NOUN = re.compile(r"\s*(?:$|[.,;:!?)](?!\d)|(?:and|or|in|on|at|with|while|but|before|after)\b)")


def with_shared_units(text: str, figures: Sequence[Printed]) -> list[Printed]:
    """Return the figures of a sentence, decimals without a unit with that of one before."""
    made: list[Printed] = []
    for figure in figures:
        unit = _shared(text, figure, made) if not figure.unit and "." in figure.text else ""
        made.append(figure.model_copy(update={"unit": unit}) if unit else figure)
    return made


def _shared(text: str, figure: Printed, before: Sequence[Printed]) -> str:
    if not _NO_NOUN.match(text, figure.end):
        return ""
    left = text[max(0, figure.start - 60) : figure.start]
    if _BY.search(left):
        last = before[-1] if before else None
        led = last is not None and _BY.search(text, 0, last.start) is not None
        return last.unit if last is not None and led else ""
    if not _VALUE.search(left):
        return ""
    units = dict.fromkeys(q.unit for q in before if family(q.unit) in ("time", "mass", "volume"))
    return next(iter(units)) if len(units) == 1 else ""
