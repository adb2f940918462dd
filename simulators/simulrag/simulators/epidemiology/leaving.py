"""Tables from which binomial numbers of few people with a fixed probability are read.

In a step, whoever is latent, infectious or in hospital leaves with a probability that does not
change. For every number of people whose variance is small the quantile function is laid out once:
the unit interval in `BUCKETS` equal parts, each with its first quantile and the level at which the
next one begins. A part in which the distribution jumps more than once holds none; there the
distribution itself is searched.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.epidemiology.cells import (
    LEVELS,
    Cells,
    at,
    double,
    indices,
    library,
    look_up,
    on_device,
    rows,
    single,
    uniform,
    whole,
)

Array = NDArray[np.float64]

BUCKETS = 512
#: Most people that a table has a row for, however small their variance.
MOST_PEOPLE = 400
#: In place of a quantile: a part with more than one jump.
UNSURE = -1
#: Stands for the lowest level, at which a chance of 0 would be found in the row before.
LEAST = 2.0**-26
#: Bits of a level that do not tell its part.
REST = (LEVELS // BUCKETS).bit_length() - 1


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

    def quantiles(self, level: Cells, count: Cells, lines: Cells | None) -> Cells:
        """Return float32 quantiles of (lines, cells) at levels.

        lines : their numbers, which rise, or None for all
        Where there are more people than are looked up, what is returned does not matter.
        """
        limit, row = self.beyond, self.row
        if lines is not None:
            limit, row = rows(limit, lines), rows(row, lines)
        known = library(count).minimum(count, limit)
        known *= BUCKETS
        known += row * BUCKETS + BUCKETS // 2
        index = whole(known)
        index += part(level)
        found = look_up(self.guide, index)
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
