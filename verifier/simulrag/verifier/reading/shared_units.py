"""Numbers without a unit that share the one of another number: "by 14 percent, idling by 93.1"."""

import re
from collections.abc import Sequence
from decimal import Decimal

from simulrag.verifier.number_words import SCALES
from simulrag.verifier.quantities import Printed, family

_BY = re.compile(r"\bby\s+(?:\w+\s+){0,2}$", re.I)
#: What leads in the value of the other of two states.
_VALUE = re.compile(
    r"(?:\b(?:from|than|against|to|was|were|takes?|lasts?|needs?|"
    r"instead of|versus|vs\.?|baseline)|['’]s)\s+"
    r"(?:(?:about|around|roughly|nearly|just|only|the|its|their)\s+){0,2}$",
    re.I,
)
#: What follows a number that is of nothing that is named behind it.
_NO_NOUN = re.compile(r"\s*(?:$|[.,;:!?)](?!\d)|(?:and|or|in|on|at|with|while|but|before|after)\b)")


def with_shared_units(text: str, figures: Sequence[Printed]) -> list[Printed]:
    """Return the figures of a sentence, decimals without a unit with that of one before."""
    made: list[Printed] = []
    for index, figure in enumerate(figures):
        bare = not figure.unit and "." in figure.text
        behind = figures[index + 1] if bare and index + 1 < len(figures) else None
        unit = _shared(text, figure, made) if bare else ""
        unit = unit or (_behind(text, figure, behind) if behind is not None else "")
        made.append(figure.model_copy(update={"unit": unit}) if unit else figure)
    return made


#: What joins a number to one that gives the scale of both: "between one and two thousand".
_JOINED = re.compile(r"\s+(?:and|to|or)\s+", re.I)
_SCALE = re.compile(r"\b(hundred|thousand|million|billion)$", re.I)


def with_shared_scale(text: str, figures: Sequence[Printed]) -> list[Printed]:
    """Return the figures, small ones in the scale that stands once: "between one and two thousand".

    One is a number there, which it is nowhere else.
    """
    made: list[Printed] = []
    for figure in figures:
        scale = _SCALE.search(figure.text)
        led = _ONE_BEFORE.search(text, 0, figure.start) if scale else None
        last = made[-1] if made else None
        if scale and last is not None and _JOINED.fullmatch(text, last.unit_end, figure.start):
            if last.value < min(figure.value, SCALES[scale[1].lower()]) and not last.unit:
                made[-1] = _scaled(last, SCALES[scale[1].lower()])
        elif scale and led:
            one = figure.model_copy(
                update={
                    "text": "one",
                    "start": led.start(1),
                    "end": led.end(1),
                    "unit_end": led.end(1),
                    "qualified_from": led.start(1),
                    "value": Decimal(1),
                    "half_unit": Decimal(0),
                }
            )
            made.append(_scaled(one, SCALES[scale[1].lower()]))
        made.append(figure)
    return with_limits_in_scale(text, made)


def with_limits_in_scale(text: str, figures: Sequence[Printed]) -> list[Printed]:
    """Return the figures, a second limit in the scale of the first.

    "Above two thousand yet below three" has three thousand.
    """
    made: list[Printed] = []
    for figure in figures:
        made.append(_in_scale_of(made[-1], figure, text) if made else figure)
    return made


#: "Above two and a half thousand yet below three": a second limit in the scale of the first.
_STILL = r"(?:(?:still|not|quite|is|are|stays?|remains?|keeps?|lies|it|they)\s+){0,3}"
_LIMIT = (
    r"(?:below|under|above|over|beyond|short of|(?:less|fewer|more|lower|higher|smaller|larger|"
    r"greater) than|at (?:most|least))\s+"
)
_SECOND_LIMIT = re.compile(
    rf",?\s+(?:(?:but|yet|though|although|while)\s+{_STILL}(?:{_LIMIT})?|and\s+{_STILL}{_LIMIT})",
    re.I,
)


def _in_scale_of(last: Printed, figure: Printed, text: str) -> Printed:
    """Return a second limit without a scale in that of the first, if it follows it in size."""
    scale = _SCALE.search(last.text)
    if scale is None or figure.unit or _SCALE.search(figure.text):
        return figure
    if not _SECOND_LIMIT.fullmatch(text, last.unit_end, figure.start):
        return figure
    if not _NO_NOUN.match(text, figure.end) or figure.value >= SCALES[scale[1].lower()]:
        return figure
    return _scaled(figure, SCALES[scale[1].lower()])


_ONE_BEFORE = re.compile(r"\b(?:between|from|of|at)\s+(one)\s+(?:and|to|or)\s+$", re.I)


def _scaled(figure: Printed, scale: int) -> Printed:
    half = scale * figure.half_unit
    return figure.model_copy(update={"value": scale * figure.value, "half_unit": half})


#: "73.86 instead of 73.99 seconds": the unit stands behind the second of two.
_INSTEAD = re.compile(
    r"\s+(?:instead of|rather than|(?:as )?against|compared (?:with|to)|versus|vs\.?|"
    r"as opposed to)\s+"
    r"(?:the\s+)?",
    re.I,
)


def _behind(text: str, figure: Printed, second: Printed) -> str:
    joined = _INSTEAD.fullmatch(text, figure.end, second.start)
    return second.unit if joined and family(second.unit) in ("time", "mass", "volume") else ""


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
