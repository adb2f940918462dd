"""Quantiles of binomial distributions of small variance, cell by cell."""

from typing import TYPE_CHECKING, Any

import numpy as np

from simulrag.simulators.epidemiology.cells import Cells

if TYPE_CHECKING:
    import torch

#: Cells from which on row by row is the faster way to add up probabilities.
FEW = 200
#: Probabilities that are added up before it is looked which cells are done: at first, and later,
#: of many and of few cells.
FIRST, BLOCK, WIDE = 4, 16, 64


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
    steps = of.asarray(np.arange(float(WIDE))[:, None], device=count.device)
    block = FIRST
    index = still = _places(of, rest > 0.0)
    cells = [count, chance / (1.0 - chance), term, rest]
    while len(index):
        cells = [one[still] for one in cells]
        size, odds, term, rest = cells
        numbers = steps[:block] + people
        ratios = odds * ((size - numbers) / (numbers + 1.0))  # 0 after the last person
        term, rest, more = _added(of, term, ratios, rest)
        found[index] += more
        cells[2:] = term, rest
        people += block
        still = _places(of, (rest > 0.0) & (size > people))
        index = index[still]
        block = BLOCK if len(index) > FEW else WIDE
    return of.minimum(found, count)


def _added(of: Any, term: Cells, ratios: Cells, rest: Cells) -> tuple[Cells, Cells, Cells]:
    """Return the last terms, what they all leave of the rest, and how many find some rest.

    ratios : (numbers, cells) of a term to the one before
    """
    if len(term) <= FEW:
        ratios[0] *= term
        terms = of.cumprod(ratios, 0)
        rests = of.cumsum(of.concatenate([rest[None], -terms]), 0)
        return terms[-1], rests[-1], (rests[:-1] > 0.0).sum(0)
    rests = of.empty_like(ratios)
    for ratio, left in zip(ratios, rests, strict=True):
        left[:] = rest
        term = term * ratio
        rest = rest - term
    return term, rest, (rests > 0.0).sum(0)


def _places(of: Any, holds: Cells) -> Cells:
    return np.flatnonzero(holds) if of is np else of.nonzero(holds).flatten()
