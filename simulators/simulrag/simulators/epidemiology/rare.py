"""Tables of how many people meet what is rare, by their number and their number times the hazard.

Let n people each escape with probability exp(-x / n). The number who do not is the number of
occupied cells when Poisson(x) balls fall into n of them: it grows with n and with x, and is at
most Poisson(x). So a quantile that is the same for the fewest people at the lower end of a range
of x and levels, and for the most people at its upper end, holds for every number of people between
them within the range. The guide holds those, and `UNSURE` where the two differ.

Where they differ by one, and people are many, the level is compared with the chance of the lower
one. Along a range that is nearly a straight line, and between the fewest of many people and the
Poisson distribution nearly one in 1 / n.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.epidemiology.cells import (
    Cells,
    at,
    clip,
    indices,
    library,
    look_up,
    rows,
    single,
    uniform,
    whole,
)
from simulrag.simulators.epidemiology.leaving import BUCKETS, UNSURE, part

Array = NDArray[np.float64]

#: Numbers of people from which classes begin: the powers of 2, the last class is open.
CLASSES = tuple(2**power for power in range(14))
#: Rows of the table of a class, equally wide in the square root of people times hazard, their end.
ROWS, LARGEST = 1024, 36.0
#: Numbers of people whose probabilities are added up: beyond any quantile below 1 - 1 / BUCKETS.
_PEOPLE = 120
#: Lower quantiles that are compared where two are possible.
_COMPARED = 64
#: By how much a chance differs from straight lines along a row, 9e-6, and in 1 / n, 6e-6, at most,
#: and some more.
_BEND = 3e-5
#: Bits of a float32 below its power of 2, and that power of the number 1.
_MANTISSA, _POWER_OF_ONE = 23, 127


@dataclass(frozen=True)
class Rare:
    """Tables of quantiles, on some device.

    guide : (classes * (ROWS + 1) * BUCKETS,) int8 quantiles, `UNSURE`, or `UNSURE` - 1 - k where
        the quantile is k or k + 1
    chances : (ROWS * _COMPARED, 4) float32 chance of at most k among infinitely many people, and
        its increase along the row; how much larger it is among n people, times n, and its increase
    """

    guide: Cells
    chances: Cells

    def quantiles(self, level: Cells, people: Cells, expected: Cells) -> Cells:
        """Return int8 quantiles of (cells,), some `UNSURE`.

        level : see `cells`
        people : float32 whole numbers
        expected : float32 numbers of people times hazard
        """
        of = library(people)
        power = people.view(of.int32) >> _MANTISSA
        clip(power, _POWER_OF_ONE, _POWER_OF_ONE + len(CLASSES) - 1)
        # The root of 0 takes ten times as long as others.
        root = of.sqrt(of.clip(expected, 1e-12, LARGEST))
        root *= ROWS / LARGEST**0.5
        index = whole(root)
        power *= ROWS + 1
        index += power
        index *= BUCKETS
        index += BUCKETS // 2 - _POWER_OF_ONE * (ROWS + 1) * BUCKETS
        index += part(level)
        found = look_up(self.guide, index)
        near = indices(found < UNSURE)
        if len(near):
            least = UNSURE - 1 - at(found, near)
            found[near] = self._nearer(
                uniform(at(level, near)), at(people, near), at(root, near), least
            )
        return found

    def _nearer(self, level: Cells, people: Cells, root: Cells, least: Cells) -> Cells:
        """Return quantiles among many people that are `least` or 1 more, or `UNSURE`."""
        of = library(level)
        row = whole(root)
        begins = rows(self.chances, least + row * _COMPARED)
        along = (root - single(row))[:, None] * begins[:, 1::2] + begins[:, ::2]
        above = level - along[:, 0] - along[:, 1] / people
        sure = abs(above) > _BEND
        return of.where(sure, least + (above > 0.0), UNSURE)


@cache
def table() -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Return the guide and the chances of `Rare`.

    The last row of each class is that of more than `LARGEST`.
    """
    guide = np.full((len(CLASSES), ROWS + 1, BUCKETS), UNSURE, dtype=np.int8)
    ends = LARGEST * (np.arange(ROWS + 1) / ROWS) ** 2
    for number, people in enumerate(CLASSES):
        fewest = _binomial(ends, people)
        least = _quantiles(fewest[:-1], people)[:, :-1]
        if people == CLASSES[-1]:
            most = _quantiles(_poisson(ends[1:]), _PEOPLE)[:, 1:]
            near = (most == least + 1) & (least < _COMPARED)
            guide[number, :-1][near] = UNSURE - 1 - least[near]
        else:
            most = _quantiles(_binomial(ends[1:], 2 * people - 1), 2 * people - 1)[:, 1:]
        sure = least == most
        guide[number, :-1][sure] = least[sure]
    return guide.ravel(), _chances(ends)


def _chances(ends: Array) -> NDArray[np.float32]:
    of_all = np.cumsum(_poisson(ends), axis=1)[:, :_COMPARED]
    of_fewest = np.cumsum(_binomial(ends, CLASSES[-1]), axis=1)[:, :_COMPARED]
    lines = (of_all, (of_fewest - of_all) * CLASSES[-1])
    both = [values for line in lines for values in (line[:-1], np.diff(line, axis=0))]
    return np.stack(both, axis=-1).reshape(-1, 4).astype(np.float32)


def _quantiles(density: Array, people: int) -> NDArray[np.intp]:
    """Return (rows, BUCKETS + 1) quantiles of densities, (rows, numbers); the last is not sure."""
    raised = np.minimum(np.cumsum(density, axis=1), 1.0) + 2.0 * np.arange(len(density))[:, None]
    ends = np.arange(BUCKETS + 1) / BUCKETS + 2.0 * np.arange(len(density))[:, None]
    found = np.searchsorted(raised.ravel(), ends.ravel()).reshape(ends.shape)
    return np.minimum(found - density.shape[1] * np.arange(len(density))[:, None], people)


def _poisson(expected: Array) -> Array:
    density = [np.exp(-expected)]
    for number in range(1, _PEOPLE):
        density.append(density[-1] * expected / number)
    return np.stack(density, axis=1)


def _binomial(expected: Array, people: int) -> Array:
    odds = np.expm1(expected / people)
    density = [np.exp(-expected)]
    for number in range(1, _PEOPLE):
        density.append(density[-1] * odds * (people - number + 1) / number)
    return np.stack(density, axis=1)
