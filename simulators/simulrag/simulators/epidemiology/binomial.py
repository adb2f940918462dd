"""Quantiles of binomial distributions of small variance, cell by cell."""

from typing import TYPE_CHECKING, Any

import numpy as np

from simulrag.simulators.epidemiology.cells import Cells

if TYPE_CHECKING:
    import torch

#: Probabilities that are added up before it is looked which cells are done: at first, and more later.
FIRST, BLOCK = 4, 16


def binomial_quantile(
    uniform: "torch.Tensor", count: "torch.Tensor", probability: "torch.Tensor"
) -> "torch.Tensor":
    """Return the smallest k at which the binomial distribution reaches `uniform`, (cells,) each.

    Sums probabilities in double precision from k = 0; for p above a half from k = n, so that
    nothing underflows where n p (1 - p) is small. All arguments are float64.
    """
    import torch

    given = uniform, count, probability
    if uniform.device.type != "cpu":
        return _quantile(torch, *given)
    # Twice as fast as torch's own many short operations.
    return torch.from_numpy(_quantile(np, *(one.numpy() for one in given)))


def _quantile(of: Any, uniform: Cells, count: Cells, probability: Cells) -> Cells:
    """Return the same of arrays or tensors. of: numpy or torch, whichever they are of."""
    found = _from_nobody(of, uniform, count, probability)
    high = _places(of, probability > 0.5)
    if len(high):
        size, stay = count[high], 1.0 - probability[high]
        found[high] = size - _from_nobody(of, 1.0 - uniform[high], size, stay)
    return found


def _from_nobody(of: Any, uniform: Cells, count: Cells, probability: Cells) -> Cells:
    """Return quantiles where the probability is at most a half, and 0 elsewhere."""
    chance = probability * (probability <= 0.5)
    term = of.exp(count * of.log1p(-chance))
    found, rest, people = of.zeros_like(count), uniform - term, 0.0
    steps = of.asarray(np.arange(float(BLOCK))[:, None], device=count.device)
    block = FIRST
    index = still = _places(of, rest > 0.0)
    cells = [count, chance / (1.0 - chance), term, rest]
    while len(index):
        cells = [one[still] for one in cells]
        size, odds, term, rest = cells
        numbers = steps[:block] + people
        ratios = odds * ((size - numbers) / (numbers + 1.0))  # 0 after the last person
        rests = of.empty_like(ratios)
        for ratio, left in zip(ratios, rests, strict=True):
            left[:] = rest
            term *= ratio
            rest -= term
        found[index] += (rests > 0.0).sum(0)
        cells[2:] = term, rest
        people += block
        still = _places(of, (rest > 0.0) & (size > people))
        index, block = index[still], BLOCK
    return of.minimum(found, count)


def _places(of: Any, holds: Cells) -> Cells:
    return np.flatnonzero(holds) if of is np else of.nonzero(holds).flatten()
