"""Quantiles of binomial distributions of small variance, cell by cell."""

import numpy as np

from simulrag.simulators.epidemiology.cells import Cells, indices, library, some

#: Cells from which on row by row is the faster way to add up probabilities.
FEW = 200
#: Probabilities that are added up before it is looked which cells are done: at first, and later,
#: of many cells, and of few.
FIRST, BLOCK, WIDE = 4, 16, 32


def binomial_quantile(uniform: Cells, count: Cells, probability: Cells) -> Cells:
    """Return the smallest k at which the binomial distribution reaches `uniform`, (cells,) each.

    Sums probabilities in double precision from k = 0; for p above a half from k = n, so that
    nothing underflows where n p (1 - p) is small. All arguments are float64.
    """
    found = _from_nobody(uniform, count, probability)
    high = indices(probability > 0.5)
    if len(high):
        size, stay = count[high], 1.0 - probability[high]
        found[high] = size - _from_nobody(1.0 - uniform[high], size, stay)
    return found


def _from_nobody(uniform: Cells, count: Cells, probability: Cells) -> Cells:
    """Return quantiles where the probability is at most a half, and 0 elsewhere."""
    of = library(count)
    chance = probability * (probability <= 0.5)
    term = of.exp(count * of.log1p(-chance))
    found, rest, people = of.zeros_like(count), uniform - term, 0.0
    steps = of.asarray(np.arange(float(WIDE))[:, None], device=count.device)
    index = still = indices(rest > 0.0)
    block = FIRST if len(index) > FEW else WIDE
    cells = [count, chance / (1.0 - chance), term, rest, found]
    while len(index):
        size, odds, term, rest, number = (some(one, still) for one in cells)
        numbers = steps[:block] + people
        ratios = odds * ((size - numbers) / (numbers + 1.0))  # 0 after the last person
        term, rest, number = _added(term, ratios, rest, number)
        found[index] = number
        cells = [size, odds, term, rest, number]
        people += block
        still = indices((rest > 0.0) & (size > people))
        index = index[still]
        block = BLOCK if len(index) > FEW else WIDE
    return of.minimum(found, count)


def _added(term: Cells, ratios: Cells, rest: Cells, number: Cells) -> tuple[Cells, Cells, Cells]:
    """Return the last terms, what they all leave, and the number with those that find some rest.

    ratios : (numbers, cells) of a term to the one before
    """
    of = library(term)
    if len(term) <= FEW:
        ratios[0] *= term
        terms = of.cumprod(ratios, 0)
        rests = of.cumsum(of.concatenate([rest[None], -terms]), 0)
        return terms[-1], rests[-1], number + (rests[:-1] > 0.0).sum(0)
    for ratio in ratios:
        number = number + (rest > 0.0)
        term = term * ratio
        rest = rest - term
    return term, rest, number
