"""A table of how many people meet what is rare, by their number and their number times the hazard.

Let n people each escape with probability exp(-x / n). The number who do not is the number of
occupied cells when Poisson(x) balls fall into n of them: it grows with n and with x, and is at
most Poisson(x). So a quantile that is the same for the fewest people at the lower end of a range
of x and levels, and for the most people at its upper end, holds for every number of people between
them within the range. The table holds those, and `UNSURE` where the two differ.
"""

from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.epidemiology.leaving import BUCKETS, UNSURE

if TYPE_CHECKING:
    import torch

Array = NDArray[np.float64]

#: Numbers of people from which classes begin: the powers of 2, the last class is open.
CLASSES = tuple(2**power for power in range(14))
#: Rows of the table of a class, equally wide in the square root of people times hazard, their end.
ROWS, LARGEST = 1024, 36.0
#: Numbers of people whose probabilities are added up: beyond any quantile below 1 - 1 / BUCKETS.
_PEOPLE = 120
#: Bits of a float32 below its power of 2, and that power of the number 1.
_MANTISSA, _POWER_OF_ONE = 23, 127


def rare(
    uniform: "torch.Tensor",
    people: "torch.Tensor",
    expected: "torch.Tensor",
    guide: "torch.Tensor",
) -> "torch.Tensor":
    """Return quantiles at float32 levels in [0, 1), some `UNSURE`; all float32, of one shape.

    people : float32 whole numbers
    expected : float32 numbers of people times hazard
    guide : `table` as a tensor
    """
    import torch

    index = people.view(torch.int32).bitwise_right_shift(_MANTISSA).sub_(_POWER_OF_ONE)
    index.clamp_(0, len(CLASSES) - 1).mul_(ROWS + 1)
    rows = expected.clamp(min=1e-12).sqrt_().mul_(ROWS / LARGEST**0.5).clamp_(max=float(ROWS))
    index.add_(rows.int()).mul_(BUCKETS).add_((uniform * BUCKETS).int())
    return guide.index_select(0, index.view(-1)).view(people.shape).float()


@cache
def table() -> NDArray[np.int8]:
    """Return (classes * (ROWS + 1) * BUCKETS,) quantiles.

    The last row of each class is that of more than `LARGEST`.
    """
    guide = np.full((len(CLASSES), ROWS + 1, BUCKETS), UNSURE, dtype=np.int8)
    ends = LARGEST * (np.arange(ROWS + 1) / ROWS) ** 2
    for number, people in enumerate(CLASSES):
        least = _quantiles(_binomial(ends[:-1], people), people)
        if people == CLASSES[-1]:
            most = _quantiles(_poisson(ends[1:]), _PEOPLE)
        else:
            most = _quantiles(_binomial(ends[1:], 2 * people - 1), 2 * people - 1)
        sure = least[:, :-1] == most[:, 1:]
        guide[number, :-1][sure] = least[:, :-1][sure]
    return guide.ravel()


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
