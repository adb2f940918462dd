"""A table of how many of very many people meet what is rare, by their number times the hazard.

Let n people each escape with probability exp(-x / n). The number who do not is the number of
occupied cells when Poisson(x) balls fall into n of them: it grows with n and with x, and is at
most Poisson(x). So a quantile that is the same for `MANY` people at the lower end of a range of x
and levels, and for the Poisson distribution at its upper end, holds for every number of people
from `MANY` on within the range. The table holds those, and `UNSURE` where the two differ. That
nobody is met has the probability exp(-x) whatever the number of people.
"""

from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.epidemiology.leaving import BUCKETS, UNSURE

if TYPE_CHECKING:
    import torch

Array = NDArray[np.float64]

#: Least people for whom quantiles above 0 hold.
MANY = 10_000
#: Rows of the table, equally wide in the square root of people times hazard, and their end.
ROWS, LARGEST = 512, 36.0
#: Numbers of people whose probabilities are added up: beyond any quantile below 1 - 1 / BUCKETS.
_PEOPLE = 120


def rare(
    uniform: "torch.Tensor", expected: "torch.Tensor", guide: "torch.Tensor"
) -> "torch.Tensor":
    """Return quantiles at float32 levels in [0, 1) of (cells,), some `UNSURE`; all float32.

    expected : float32 numbers of people times hazard
    guide : `table` as a tensor
    """
    rows = expected.clamp(min=1e-12).sqrt_().mul_(ROWS / LARGEST**0.5).clamp_(max=float(ROWS)).int()
    return guide.index_select(0, rows.mul_(BUCKETS).add_((uniform * BUCKETS).int())).float()


@cache
def table() -> NDArray[np.int16]:
    """Return ((ROWS + 1) * BUCKETS,) quantiles; the last row is that of more than `LARGEST`."""
    ends = LARGEST * (np.arange(ROWS + 1) / ROWS) ** 2
    least, most = _quantiles(_binomial(ends[:-1])), _quantiles(_poisson(ends[1:]))
    guide = np.full((ROWS + 1, BUCKETS), UNSURE, dtype=np.int16)
    sure = least[:, :-1] == most[:, 1:]
    guide[:-1][sure] = least[:, :-1][sure]
    return guide.ravel()


def _quantiles(density: Array) -> NDArray[np.intp]:
    """Return (rows, BUCKETS + 1) quantiles of densities, (rows, people); the last is not sure."""
    total = np.cumsum(density, axis=1)
    ends = np.arange(BUCKETS + 1) / BUCKETS
    return np.stack([np.searchsorted(row, ends) for row in total])


def _poisson(expected: Array) -> Array:
    density = [np.exp(-expected)]
    for people in range(1, _PEOPLE):
        density.append(density[-1] * expected / people)
    return np.stack(density, axis=1)


def _binomial(expected: Array) -> Array:
    """Return the densities for `MANY` people."""
    odds = np.expm1(expected / MANY)
    density = [np.exp(-expected)]
    for people in range(1, _PEOPLE):
        density.append(density[-1] * odds * (MANY - people + 1) / people)
    return np.stack(density, axis=1)
