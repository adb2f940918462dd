"""Quantiles of binomial distributions of small variance, cell by cell."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import torch

#: Values of cells, or what is true of them: an array or a tensor.
Cells = Any
#: Probabilities that are added up at a time.
BLOCK = 24


def indices(condition: Callable[..., "Cells"], *values: "torch.Tensor") -> "torch.Tensor":
    """Return the flat indices at which elementwise comparisons of values hold."""
    import torch

    if values[0].device.type != "cpu":
        return torch.nonzero(condition(*values).flatten()).flatten()
    found: NDArray[np.intp] = np.flatnonzero(condition(*(one.numpy() for one in values)))
    return torch.from_numpy(found)  # several times faster than torch's own


def binomial_quantile(
    uniform: "torch.Tensor", count: "torch.Tensor", probability: "torch.Tensor"
) -> "torch.Tensor":
    """Return the smallest k at which the binomial distribution reaches `uniform`, (cells,) each.

    Sums probabilities in double precision from k = 0; for p above a half from k = n, so that
    nothing underflows where n p (1 - p) is small. All arguments are float64.
    """
    found = _from_nobody(uniform, count, probability)
    high = indices(_above_half, probability)
    if high.numel():
        size, stay = count[high], 1.0 - probability[high]
        found[high] = size - _from_nobody(1.0 - uniform[high], size, stay)
    return found


def _from_nobody(
    uniform: "torch.Tensor", count: "torch.Tensor", probability: "torch.Tensor"
) -> "torch.Tensor":
    """Return quantiles where the probability is at most a half, and 0 elsewhere."""
    import torch

    chance = probability * (probability <= 0.5)
    term = torch.exp(count * torch.log1p(-chance))
    cells: list[torch.Tensor] = [count, chance / (1.0 - chance), term, uniform - term]
    found, index = torch.zeros_like(count), indices(_is_positive, cells[3])
    steps, first = torch.arange(BLOCK, dtype=torch.float64, device=count.device), 0.0
    still = index
    while index.numel():
        cells = [one.index_select(0, still) for one in cells]
        passed, cells[2], cells[3] = _block(cells, first + steps)
        first += BLOCK
        found[index] = torch.minimum(passed.add(first - BLOCK + 1.0), cells[0])
        still = indices(_is_open, passed, cells[0] - first)
        index = index.index_select(0, still)
    return found


def _block(
    cells: "list[torch.Tensor]", people: "torch.Tensor"
) -> "tuple[torch.Tensor, torch.Tensor, torch.Tensor]":
    """Add up the probabilities that follow on those of some numbers of people.

    cells : number of people, odds, last probability, what is left of the level

    Returns how many of the sums stay below the level, the last probability and what is left.
    """
    size, odds, term, rest = (one[:, None] for one in cells)
    ratio = (size - people).mul_(1.0 / (people + 1.0)).mul_(odds)  # 0 after the last person
    ratio[:, :1].mul_(term)
    terms = ratio.cumprod(dim=1)
    sums = terms.cumsum(dim=1)
    return _below(sums, rest), terms[:, -1], (rest - sums[:, -1:])[:, 0]


def _below(sums: "torch.Tensor", rest: "torch.Tensor") -> "torch.Tensor":
    """Return how many sums of each row stay below what is left there."""
    import torch

    if sums.device.type != "cpu":
        return (sums < rest).sum(dim=1)
    # Twice as fast as torch.
    return torch.from_numpy(np.count_nonzero(sums.numpy() < rest.numpy(), axis=1))


def _above_half(values: Cells) -> Cells:
    return values > 0.5


def _is_positive(values: Cells) -> Cells:
    return values > 0.0


def _is_open(passed: Cells, further: Cells) -> Cells:
    return (passed == BLOCK) & (further > 0.0)
