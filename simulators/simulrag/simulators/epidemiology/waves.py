"""Separate waves in a series of weekly counts."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Separation:
    """What makes a local maximum a wave of its own, as shares.

    height: of the series' highest value, at least; dip: how far, as a share of its own height,
    counts fall on both sides of it before they are higher again.
    """

    height: float
    dip: float


#: No convention says when two maxima are two waves. Most would call two maxima waves that a dip
#: of a sixth parts; some want more and some less, and verdicts stay open in between.
USUAL = Separation(height=0.25, dip=0.15)
STRICT = Separation(height=0.5, dip=0.30)
LENIENT = Separation(height=0.10, dip=0.03)


def crests(counts: Array, separation: Separation) -> list[int]:
    """Return the places of the waves' highest values in a series without gaps, in order."""
    highest = float(counts.max(initial=0.0))
    return [
        at
        for at in _maxima(counts)
        if counts[at] >= separation.height * highest
        and _dip(counts, at) >= separation.dip * counts[at]
    ]


def _maxima(counts: Array) -> list[int]:
    """Return where the series is higher than before and no lower than after."""
    found: list[int] = []
    for at in range(len(counts)):
        rises = at == 0 or counts[at] > counts[at - 1]
        falls = at + 1 == len(counts) or counts[at] >= counts[at + 1]
        if rises and falls and counts[at] > 0:
            found.append(at)
    return found


def _dip(counts: Array, at: int) -> float:
    """Return how far counts fall on the way to a higher value, whichever side falls less."""
    sides = (counts[:at][::-1], counts[at + 1 :])
    drops: list[float] = []
    for side in sides:
        higher = np.flatnonzero(side > counts[at])
        if higher.size:
            drops.append(float(counts[at] - side[: higher[0]].min(initial=counts[at])))
    # The highest of all is parted from none: it is a wave by itself.
    return min(drops, default=float(counts[at]))
