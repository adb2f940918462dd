"""Quantiles of binomial distributions of small variance, cell by cell.

`binomial_quantile` adds up probabilities. Most cells are looked up in tables instead, which are
sure of most levels; where they are not, the probabilities are added up.

`Leaving`: in a step, whoever is latent, infectious or in hospital leaves with a probability that
does not change. For every number of people whose variance is small the quantile function is laid
out once: the unit interval in `BUCKETS` equal parts, each with its first quantile and the level at
which the next one begins. A part in which the distribution jumps more than once holds none; there
the distribution itself is searched.

`rare_quantiles`: how many people meet what is rare, by their number and their number times the
hazard. Let n people each escape with probability exp(-x / n). The number who do not is the number
of occupied cells when Poisson(x) balls fall into n of them: it grows with n and with x, and is at
most Poisson(x). So a quantile that is the same for the fewest people at the lower end of a range of
x and levels, and for the most people at its upper end, holds for every number of people between
them within the range. The guide holds those, and `UNSURE` where the two differ.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.epidemiology.ensemble_cells import (
    LEVELS,
    Cells,
    at,
    clip,
    double,
    indices,
    library,
    on_device,
    rows,
    single,
    some,
    uniform,
    whole,
)

Array = NDArray[np.float64]

#: Cells from which on row by row is the faster way to add up probabilities.
FEW = 200
#: Probabilities that are added up before it is looked which cells are done: at first, and later,
#: of many cells, and of few.
FIRST, BLOCK, WIDE = 4, 16, 32
#: Parts of the unit interval in tables.
BUCKETS = 512
#: Most people that a table has a row for, however small their variance.
MOST_PEOPLE = 400
#: In place of a quantile: a part with more than one jump.
UNSURE = -1
#: Stands for the lowest level, at which a chance of 0 would be found in the row before.
LEAST = 2.0**-26
#: Bits of a level that do not tell its part.
REST = (LEVELS // BUCKETS).bit_length() - 1
#: Numbers of people from which classes begin: the powers of 2, the last class is open.
CLASSES = tuple(2**power for power in range(14))
#: Rows of the table of a class, equally wide in the square root of people times hazard, their end.
ROWS, LARGEST = 1024, 36.0
#: Numbers of people whose probabilities are added up: beyond any quantile below 1 - 1 / BUCKETS.
_PEOPLE = 120
#: Bits of a float32 below its power of 2, and that power of the number 1.
_MANTISSA, _POWER_OF_ONE = 23, 127


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


@dataclass(frozen=True)
class Leaving:
    """Quantiles for lines of cells, each line with its own probability.

    probability : (lines, 1) chance to leave, float64
    chance, stays : (lines, 1) the same and its complement, float32
    beyond : (lines, 1) fewest people that are not looked up, float32; of as many, nobody leaves
    row : (lines, 1) row of the table that belongs to nobody, float32; n people are n rows further
    guide : (rows * BUCKETS,) int32, for each part a number that gives the quantile of a level
        when the level is added and the sum is divided by the levels of a part, or less than 0
    levels : distribution functions of all rows one after the other, each raised by its row
    first : (rows,) where each row begins in `levels`
    complete : whether more people than the limit always have the variance to be drawn otherwise
    """

    probability: Cells
    chance: Cells
    stays: Cells
    beyond: Cells
    row: Cells
    guide: Cells
    levels: Cells
    first: Cells
    complete: bool

    def quantiles(self, level: Cells, count: Cells) -> Cells:
        """Return float32 quantiles of (lines, cells) at levels.

        lines : their numbers, which rise, or None for all
        Where there are more people than are looked up, what is returned does not matter.
        """
        limit, row = self.beyond, self.row
        known = library(count).minimum(count, limit)
        known *= BUCKETS
        known += row * BUCKETS + BUCKETS // 2
        index = whole(known)
        index += part(level)
        found = rows(self.guide, index.reshape(-1))
        found += level.reshape(-1)
        found >>= REST
        drawn = single(found)
        unsure = indices(found < 0)
        first = at(row, unsure // count.shape[1])
        drawn[unsure] = self._search(uniform(at(level, unsure)), first + at(count, unsure))
        return drawn.reshape(count.shape)

    def _search(self, level: Cells, row: Cells) -> Cells:
        """Return quantiles of (cells,) in rows of the table."""
        of = library(level)
        found = of.searchsorted(self.levels, double(row) + of.clip(level, LEAST, 1.0))
        return single(found - at(self.first, of.asarray(row, dtype=of.int64)))


def part(level: Cells) -> Cells:
    """Return which of `BUCKETS` equal parts levels lie in, from -BUCKETS / 2 on."""
    return level >> REST


def leaving(
    chances: Sequence[float], lines: Sequence[int], most_variance: float, device: str
) -> Leaving:
    """Return tables of chances, each for a number of lines, for variances below a limit."""
    made = [_table(chance, most_variance) for chance in chances]
    heights = [len(guide) for guide, _ in made]
    first = np.cumsum([0, *heights[:-1]])
    levels = [one + row + i for (_, steps), row in zip(made, first, strict=True)
              for i, one in enumerate([*steps, np.ones(1)])]  # fmt: skip

    def spread(values: Sequence[float] | Array) -> Cells:
        return on_device(np.repeat(np.array(values, dtype=np.float64), lines)[:, None], device)

    probability = spread(chances)
    return Leaving(
        probability=probability,
        chance=single(probability),
        stays=single(1.0 - probability),
        beyond=single(spread([height - 1.0 for height in heights])),
        row=single(spread(first.astype(np.float64))),
        guide=on_device(np.concatenate([guide for guide, _ in made]).ravel(), device),
        levels=on_device(np.concatenate(levels), device),
        first=on_device(np.cumsum([0, *(len(one) for one in levels[:-1])]), device),
        complete=all(
            chance == 0.0 or (height - 1) * chance * (1.0 - chance) >= most_variance
            for chance, height in zip(chances, heights, strict=True)
        ),
    )


@lru_cache(maxsize=32)
def _table(chance: float, most_variance: float) -> tuple[NDArray[np.int32], list[Array]]:
    """Return the (rows, BUCKETS) guide and the distribution function of every number of people.

    The last row is that of more people, of whom nobody leaves.
    """
    steps = _distributions(chance, most_variance)
    return np.stack([_guide(step) for step in [*steps, np.ones(1)]]), steps


def _guide(step: Array) -> NDArray[np.int32]:
    """Return the numbers of `Leaving.guide` of (BUCKETS,) parts from a distribution function."""
    width = LEVELS // BUCKETS
    starts = np.arange(BUCKETS) * width
    low, high = (
        np.searchsorted(step, np.maximum(levels / LEVELS, LEAST))
        for levels in (starts, starts + width - 1)
    )
    # The lowest level of the part that is above the distribution function at its first quantile.
    jump = np.floor(step[low] * LEVELS) + 1.0 - starts
    given = low * width + np.where(high == low, 0, width - jump).astype(np.int64)
    given[high > low + 1] = UNSURE * width
    return (given - starts + LEVELS // 2).astype(np.int32)


def _distributions(chance: float, most_variance: float) -> list[Array]:
    """Return the distribution function of 0, 1, 2, ... people while their variance is below."""
    density, steps = np.ones(1), [np.ones(1)]
    people = 1
    while people <= MOST_PEOPLE and people * chance * (1.0 - chance) < most_variance:
        stays, goes = np.append(density, 0.0), np.append(0.0, density)
        density = (1.0 - chance) * stays + chance * goes
        steps.append(np.append(np.minimum(np.cumsum(density[:-1]), 1.0), 1.0))
        people += 1
    return steps


def rare_quantiles(guide: Cells, level: Cells, people: Cells, expected: Cells) -> Cells:
    """Return int8 quantiles of (cells,), some `UNSURE`.

    guide : that of `rare_guide`, on the device of the cells
    level : see `ensemble_cells`
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
    return rows(guide, index)


@cache
def rare_guide() -> NDArray[np.int8]:
    """Return (classes * (ROWS + 1) * BUCKETS,) quantiles of rare events, or `UNSURE`.

    The last row of each class is that of more than `LARGEST`.
    """
    guide = np.full((len(CLASSES), ROWS + 1, BUCKETS), UNSURE, dtype=np.int8)
    ends = LARGEST * (np.arange(ROWS + 1) / ROWS) ** 2
    for number, people in enumerate(CLASSES):
        least = _quantiles(_occupied(ends, people)[:-1], people)[:, :-1]
        if people == CLASSES[-1]:
            most = _quantiles(_poisson(ends[1:]), _PEOPLE)[:, 1:]
        else:
            most = _quantiles(_occupied(ends[1:], 2 * people - 1), 2 * people - 1)[:, 1:]
        sure = least == most
        guide[number, :-1][sure] = least[sure]
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


def _occupied(expected: Array, people: int) -> Array:
    odds = np.expm1(expected / people)
    density = [np.exp(-expected)]
    for number in range(1, _PEOPLE):
        density.append(density[-1] * odds * (people - number + 1) / number)
    return np.stack(density, axis=1)
