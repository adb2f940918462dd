"""Scales that a question defines: labels with limits drawn from sets, or put near the result."""

import random
from collections.abc import Sequence
from itertools import pairwise
from math import floor, log10

from simulrag.simulators.errors import BadValue
from simulrag.simulators.interface import Band
from simulrag.simulators.question_templates import Grading

#: Steps of limits that people would choose, times a power of ten.
_ROUND = (1.0, 2.0, 2.5, 5.0, 10.0)
#: Distance of limits that are put near a result, as a share of it.
_SHARE = 0.3


def bands(
    grading: Grading, outcome: float, decimals: int, chance: random.Random
) -> tuple[Band, ...]:
    """Return the bands of a scale for a result that is printed with so many decimals.

    Raises BadValue for limits that do not fit, or that could not be printed apart.
    """
    near = () if grading.ends else _near(grading, outcome, 10.0**-decimals, chance)
    ends = chance.choice(grading.ends) if grading.ends else near
    if len(ends) != len(grading.labels) - 1 or any(a >= b for a, b in pairwise(ends)):
        raise BadValue(
            f"a scale of {len(grading.labels)} labels needs one rising limit less, {ends} given"
        )
    lows, highs = (None, *ends), (*ends, None)
    return tuple(
        Band(label=label, low=low, high=high)
        for label, low, high in zip(grading.labels, lows, highs, strict=True)
    )


def _near(
    grading: Grading, outcome: float, least: float, chance: random.Random
) -> Sequence[float]:
    """Return round limits of which the result may lie below, between or above."""
    step = _round(abs(outcome) * _SHARE) if outcome else 0.0
    if step < least:
        raise BadValue(f"a result of {outcome:g} is too small to grade")
    below = chance.randrange(len(grading.labels))
    first = floor(outcome / step) + 1 - below
    return [float(f"{(first + i) * step:.10g}") for i in range(len(grading.labels) - 1)]


def _round(number: float) -> float:
    scale = 10.0 ** floor(log10(number))
    return min(_ROUND, key=lambda one: abs(one * scale - number)) * scale


def band_of(number: float, scale: Sequence[Band]) -> Band:
    """Return the band that a number falls in: from its low end up to, not including, its high."""
    return next(
        one
        for one in scale
        if (one.low is None or number >= one.low) and (one.high is None or number < one.high)
    )
