"""Draws of how many of n people leave a compartment with probability p.

Where n p (1 - p) is below `NORMAL_FROM`, the binomial quantile of one uniform number; from there
on
`exact`: binomial draws of `torch.binomial`;
`rounded`: a normal draw rounded to whole people. Mean and variance are those of the binomial; its
skewness there is at most 0.18 (Johnson, Kemp and Kotz 2005, Univariate Discrete Distributions,
section 3.6.1). Every draw is then an increasing function of one uniform number per cell and step:
two runs with the same seed use the same numbers (common random numbers), so that their difference
is that of what is done and not of chance.
Small ensembles that are drawn as `exact` take all their numbers from `torch.binomial`, where the
many short operations on all cells would take longer.

Draws are made in single precision, which holds whole numbers up to 16 million and any larger
number to 1e-7; uniform numbers have 24 bits, so that what has a chance below 1e-6 is not drawn as
often as it should be.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

import numpy as np

from simulrag.simulators.epidemiology.binomial import binomial_quantile
from simulrag.simulators.epidemiology.cells import (
    LEVELS,
    Cells,
    are_arrays_on,
    at,
    double,
    highest,
    in_all,
    indices,
    library,
    like,
    on_device,
    rows,
    single,
    some,
    tensor,
    uniform,
)
from simulrag.simulators.epidemiology.rare import Rare, table

if TYPE_CHECKING:
    import torch

    from simulrag.simulators.epidemiology.leaving import Leaving

Sampling = Literal["exact", "rounded"]

#: Variance, persons squared, from which on people are not counted one by one.
NORMAL_FROM = 30.0
#: Cells of a large ensemble.
LARGE = 20_000
#: Share of lines with many people up to which all lines are looked up as if they had few.
FEW_LINES = 1 / 32
#: Mean over lines of the most people expected to leave, below which it is first asked where anybody
#: does.
SCARCE = 0.5
#: Lets no number pass for nobody that lies within the error of single precision.
_SLACK = 1e-5
#: Keeps normal quantiles finite.
_LARGEST = 1.0 - 2.0**-24
#: Stands for a variance of 0.
_LEAST = 1e-12
#: Stands for the infinite hazard of what is certain.
_CERTAIN = 1e30


@dataclass(frozen=True)
class Leavers:
    """(lines, cells) of people who may leave, float32.

    people : whole numbers
    hazard : -log(1 - chance)
    chance : of each to leave; if None, it follows from the hazard where it is needed
    """

    people: Cells
    hazard: Cells
    chance: Cells | None = None

    def chance_at(self, cells: Cells) -> Cells:
        """Return chances at flat indices."""
        if self.chance is not None:
            return at(self.chance, cells)
        return _chance(at(self.hazard, cells))

    def chance_of(self, lines: Cells) -> Cells:
        """Return chances of lines of given numbers, which rise."""
        if self.chance is not None:
            return some(self.chance, lines)
        return _chance(rows(self.hazard, lines))


@dataclass(frozen=True)
class _Lines:
    """(lines, cells) of people who leave alike, all float32, but for the int32 levels."""

    level: Cells
    people: Cells
    mean: Cells
    variance: Cells


@dataclass(frozen=True)
class _Drawn:
    """Draws of a group, at levels, and the flat indices of cells where they are open."""

    group: Leavers
    level: Cells
    numbers: Cells
    unsure: Cells


class Sampler:
    """Draws from one generator for (lines, cells) of people.

    Cells of a line are those of one group in all members. They mostly have either few or many
    people, so that a line is mostly drawn in one way only. On the CPU all are arrays.
    """

    def __init__(
        self, sampling: Sampling, generator: "torch.Generator", cells: int = LARGE
    ) -> None:
        """`cells` is the number of groups of people in all members."""
        self._exact, self._generator = sampling == "exact", generator
        #: Whether all numbers come from `torch.binomial`.
        self.plain = self._exact and cells < LARGE

    @cached_property
    def _bits(self) -> np.random.SFC64:
        """Random bits on the CPU, three times faster than torch's numbers."""
        return np.random.SFC64(self._generator.initial_seed())

    @cached_property
    def _rare(self) -> Rare:
        return Rare(*(on_device(one, self._generator.device.type) for one in table()))

    def draw(self, count: Cells, probability: Cells) -> Cells:
        """Return how many of each cell's people leave, of the same shape and type.

        count : whole numbers
        """
        if self.plain:
            # Member by member.
            given = (tensor(one).mT.contiguous() for one in (count, probability))
            return like(count, self._binomial(*given).mT)
        group = Leavers(single(count), single(hazard(probability)), single(probability))
        drawn = library(count).empty_like(count)
        drawn[:] = self.draw_each(group)[0]
        return drawn

    def draw_each(self, *groups: Leavers) -> list[Cells]:
        """Return how many of all people leave, float32 in the shapes of the groups."""
        shapes = [group.people.shape for group in groups]
        ends = np.cumsum([0, *(math.prod(shape) for shape in shapes)])
        levels = self._levels(int(ends[-1]))
        drawn = [
            self._draw(levels[first:end].reshape(group.people.shape), group)
            for first, end, group in zip(ends[:-1], ends[1:], groups, strict=True)
        ]
        self._search(drawn)
        return [one.numbers for one in drawn]

    def _search(self, drawn: Sequence[_Drawn]) -> None:
        """Put quantiles where they are open and the variance is small.

        Of all groups at once: the search takes about as long for few as for many.
        """
        of = library(drawn[0].numbers)
        small: list[Cells] = []
        found: list[tuple[Cells, ...]] = []
        for one in drawn:
            people, chance = at(one.group.people, one.unsure), one.group.chance_at(one.unsure)
            few = indices(people * chance * (1.0 - chance) < NORMAL_FROM)
            small.append(at(one.unsure, few))
            found.append((at(one.level, small[-1]), at(people, few), at(chance, few)))
        level, people, chance = (of.concatenate(parts) for parts in zip(*found, strict=True))
        quantile = single(binomial_quantile(double(uniform(level)), double(people), double(chance)))
        first = 0
        for one, cells in zip(drawn, small, strict=True):
            one.numbers.reshape(-1)[cells] = quantile[first : first + len(cells)]
            first += len(cells)

    def _draw(self, level: Cells, group: Leavers) -> _Drawn:
        """Return how many of (lines, cells) leave, open in some cells."""
        expected = group.people * group.hazard
        # No variance is above what is expected.
        most = highest(expected)
        unsure = indices(most[:0])

        def few(lines: Cells | None) -> Cells:
            nonlocal unsure
            given = [_chosen(one, lines) for one in (level, group.people, expected)]
            scarce = float(most.sum()) < SCARCE * len(most)
            drawn, unsure = self._look_up(given[0], given[1], given[2], scarce)
            if lines is not None:
                unsure = in_all(unsure, lines, drawn.shape[1])
            return drawn

        def many(lines: Cells) -> _Lines:
            people, chance = some(group.people, lines), group.chance_of(lines)
            mean = people * chance
            variance = like(mean, tensor(mean).addcmul(tensor(mean), tensor(chance), value=-1.0))
            return _Lines(some(level, lines), people, mean, variance)

        return _Drawn(group, level, self._in_two_ways(most, few, many), unsure)

    def leave(self, count: Cells, leaving: "Leaving") -> Cells:
        """Return how many of (lines, cells) people, float32, leave at each line's chance."""
        if not leaving.complete:
            of = library(count)
            return self.draw(count, of.zeros_like(double(count)) + leaving.probability)
        level = self._levels(math.prod(count.shape)).reshape(count.shape)

        def few(lines: Cells | None) -> Cells:
            return leaving.quantiles(_chosen(level, lines), _chosen(count, lines), lines)

        def many(lines: Cells) -> _Lines:
            people = some(count, lines)
            mean = people * some(leaving.chance, lines)
            return _Lines(some(level, lines), people, mean, mean * some(leaving.stays, lines))

        most = highest(count) * leaving.chance[:, 0] * leaving.stays[:, 0]
        return self._in_two_ways(most, few, many)

    def _look_up(
        self, level: Cells, people: Cells, expected: Cells, scarce: bool
    ) -> tuple[Cells, Cells]:
        """Return (lines, cells) quantiles, and the flat indices of those that are not sure.

        scarce : whether from most cells nobody leaves
        """
        if scarce:
            # Of n people with hazard h, nobody leaves with a chance of at least 1 - n h.
            above = uniform(level)
            above += expected
            return library(people).zeros_like(people), indices(above > 1.0 - _SLACK)
        found = self._rare.quantiles(*(one.reshape(-1) for one in (level, people, expected)))
        return single(found).reshape(people.shape), indices(found < 0)

    def _binomial(self, count: "torch.Tensor", probability: "torch.Tensor") -> "torch.Tensor":
        import torch

        return torch.binomial(count, probability, generator=self._generator)  # pyright: ignore[reportCallIssue]

    def _levels(self, cells: int) -> Cells:
        """Return a level for each cell, int32; see `cells`."""
        if are_arrays_on(self._generator.device.type):
            raw = self._bits.random_raw(-(-cells // 2)).view(np.int32)[:cells]
        else:
            raw = self._integers(cells)
        raw >>= 8
        return raw

    def _integers(self, cells: int) -> "torch.Tensor":
        """Return int32 numbers, uniform over all of these, on the generator's device."""
        import torch

        device = self._generator.device
        return torch.randint(
            -(2**31), 2**31, (cells,), generator=self._generator, dtype=torch.int32, device=device
        )

    def _in_two_ways(
        self, most: Cells, few: Callable[[Cells | None], Cells], many: Callable[[Cells], _Lines]
    ) -> Cells:
        """Return draws of all lines, none of whose variances is above `most`, (lines,).

        few : gives draws of some or of all lines; what it gives for cells whose variance is large
            does not matter
        many : gives some lines
        """
        above = indices(most >= NORMAL_FROM)
        if not len(above):
            return few(None)
        cells = many(above)
        made = self._many(cells)
        if len(above) <= FEW_LINES * len(most):
            drawn = few(None)
            drawn[above] = _either(cells.variance, made, drawn[above])
            return drawn
        mixed = indices(highest(-cells.variance) > -NORMAL_FROM)
        if len(above) == len(most) and not len(mixed):
            return made
        others = most < NORMAL_FROM
        others[above[mixed]] = True
        below = indices(others)
        of, shape = library(made), (len(most), made.shape[1])
        drawn = of.empty(shape, dtype=made.dtype, device=made.device)
        drawn[below] = few(below)
        made[mixed] = _either(cells.variance[mixed], made[mixed], drawn[above[mixed]])
        drawn[above] = made
        return drawn

    def _many(self, cells: _Lines) -> Cells:
        """Return draws where the variance is not below `NORMAL_FROM`, elsewhere some numbers."""
        if self._exact:
            many = indices(cells.variance >= NORMAL_FROM)
            size = at(cells.people, many)
            chance = at(cells.mean, many) / size
            drawn = library(size).zeros_like(cells.people)
            drawn.reshape(-1)[many] = like(size, self._binomial(tensor(size), tensor(chance)))
            return drawn
        # Twice the uniform number, less 1.
        noise = tensor(single(cells.level)).mul_(2.0 / LEVELS)
        noise.clamp_(-_LARGEST, _LARGEST).erfinv_()
        # The root of 0 takes ten times as long as others.
        deviation = tensor(cells.variance).mul(2.0).clamp_(min=_LEAST).sqrt_()
        normal = tensor(cells.mean).addcmul(noise, deviation).round_().clamp_(min=0.0)
        return like(cells.mean, normal.minimum(tensor(cells.people)))


def hazard(chance: Cells) -> Cells:
    """Return -log(1 - chance), at most `_CERTAIN`."""
    return like(chance, tensor(chance).neg().log1p_().neg_().clamp_(max=_CERTAIN))


def _chance(hazard: Cells) -> Cells:
    """Turn hazards into chances, in their place."""
    tensor(hazard).neg_().expm1_().neg_()
    return hazard


def _either(variance: Cells, many: Cells, few: Cells) -> Cells:
    """Return draws from `many` where the variance is large, else from `few`."""
    # Arithmetic in place of a choice, which takes ten times as long.
    return few + (many - few) * (variance >= NORMAL_FROM)


def _chosen(values: Cells, lines: Cells | None) -> Cells:
    return values if lines is None else rows(values, lines)
