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

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

import numpy as np

from simulrag.simulators.epidemiology.binomial import binomial_quantile
from simulrag.simulators.epidemiology.cells import LEVELS, Cells, at, in_all, indices, some, uniform
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


@dataclass(frozen=True)
class Leavers:
    """(lines, cells) of people who may leave, float32.

    people : whole numbers
    hazard : -log(1 - chance)
    chance : of each to leave; if None, it follows from the hazard where it is needed
    """

    people: "torch.Tensor"
    hazard: "torch.Tensor"
    chance: "torch.Tensor | None" = None

    def chance_at(self, cells: "torch.Tensor") -> "torch.Tensor":
        """Return chances at flat indices."""
        if self.chance is not None:
            return at(self.chance, cells)
        return at(self.hazard, cells).neg_().expm1_().neg_()

    def chance_of(self, lines: "torch.Tensor") -> "torch.Tensor":
        """Return chances of lines of given numbers, which rise."""
        if self.chance is not None:
            return some(self.chance, lines)
        return self.hazard.index_select(0, lines).neg_().expm1_().neg_()


@dataclass(frozen=True)
class _Lines:
    """(lines, cells) of people who leave alike, all float32, but for the int32 levels."""

    level: "torch.Tensor"
    people: "torch.Tensor"
    mean: "torch.Tensor"
    variance: "torch.Tensor"

    @classmethod
    def of(cls, level: "torch.Tensor", people: "torch.Tensor", chance: "torch.Tensor") -> "_Lines":
        """Take people who leave with chances of the same shape, or of one column."""
        import torch

        mean = people * chance
        return cls(level, people, mean, torch.addcmul(mean, mean, chance, value=-1.0))


@dataclass(frozen=True)
class _Drawn:
    """Draws of a group, at levels, and the flat indices of cells where they are open."""

    group: Leavers
    level: "torch.Tensor"
    numbers: "torch.Tensor"
    unsure: "torch.Tensor"


class Sampler:
    """Draws from one generator for (lines, cells) of people.

    Cells of a line are those of one group in all members. They mostly have either few or many
    people, so that a line is mostly drawn in one way only.
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
        import torch

        return Rare(*(torch.from_numpy(one).to(self._generator.device) for one in table()))

    def draw(self, count: "torch.Tensor", probability: "torch.Tensor") -> "torch.Tensor":
        """Return how many of each cell's people leave, tensors of one shape.

        count : whole numbers
        """
        import torch

        if self.plain:
            # Member by member.
            return self._binomial(count.mT.contiguous(), probability.mT.contiguous()).mT
        hazard = torch.log1p(-probability).neg_().float()
        (drawn,) = self.draw_each(Leavers(count.float(), hazard, probability.float()))
        return drawn.to(count.dtype)

    def draw_each(self, *groups: Leavers) -> "list[torch.Tensor]":
        """Return how many of all people leave, float32 in the shapes of the groups."""
        import torch

        shapes = [group.people.shape for group in groups]
        levels = self._levels(sum(shape.numel() for shape in shapes))
        parts = torch.split(levels, [shape.numel() for shape in shapes])
        drawn = [
            self._draw(level.view(shape), group)
            for level, shape, group in zip(parts, shapes, groups, strict=True)
        ]
        self._search(drawn)
        return [one.numbers for one in drawn]

    def _search(self, drawn: Sequence[_Drawn]) -> None:
        """Put quantiles where they are open and the variance is small.

        Of all groups at once: the search takes about as long for few as for many.
        """
        import torch

        people = torch.cat([at(one.group.people, one.unsure) for one in drawn])
        chance = torch.cat([one.group.chance_at(one.unsure) for one in drawn])
        level = torch.cat([at(one.level, one.unsure) for one in drawn])
        small = indices(_is_small, people * chance * (1.0 - chance))
        if small.numel() == people.numel():
            found = _quantile(level, people, chance)
        else:
            found = torch.cat([at(one.numbers, one.unsure) for one in drawn])
            found[small] = _quantile(at(level, small), at(people, small), at(chance, small))
        sizes = [one.unsure.numel() for one in drawn]
        for one, numbers in zip(drawn, torch.split(found, sizes), strict=True):
            one.numbers.view(-1)[one.unsure] = numbers

    def _draw(self, level: "torch.Tensor", group: Leavers) -> _Drawn:
        """Return how many of (lines, cells) leave, open in some cells.

        level : int32, uniform over all of these
        """
        expected = group.people * group.hazard
        # No variance is above what is expected.
        highest = expected.amax(dim=1)
        unsure = level.new_zeros(0).long()

        def few(lines: "torch.Tensor | None") -> "torch.Tensor":
            nonlocal unsure
            given = [_chosen(one, lines) for one in (level, group.people, expected)]
            scarce = float(highest.sum()) < SCARCE * highest.numel()
            drawn, unsure = self._look_up(given[0], given[1], given[2], scarce)
            if lines is not None:
                unsure = in_all(unsure, lines, drawn.shape[1])
            return drawn

        def many(lines: "torch.Tensor") -> _Lines:
            return _Lines.of(some(level, lines), some(group.people, lines), group.chance_of(lines))

        return _Drawn(group, level, self._in_two_ways(highest, few, many), unsure)

    def leave(self, count: "torch.Tensor", leaving: "Leaving") -> "torch.Tensor":
        """Return how many of (lines, cells) people leave with each line's probability."""
        if not leaving.complete:
            return self.draw(count, leaving.probability.expand_as(count).contiguous())
        people, level = count.float(), self._levels(count.numel()).view(count.shape)

        def few(lines: "torch.Tensor | None") -> "torch.Tensor":
            return leaving.quantiles(_chosen(level, lines), _chosen(people, lines), lines)

        def many(lines: "torch.Tensor") -> _Lines:
            size = some(people, lines)
            mean = size * some(leaving.chance, lines)
            return _Lines(some(level, lines), size, mean, mean * some(leaving.stays, lines))

        highest = people.amax(dim=1).mul_(leaving.chance.view(-1)).mul_(leaving.stays.view(-1))
        return self._in_two_ways(highest, few, many).to(count.dtype)

    def _look_up(
        self,
        level: "torch.Tensor",
        people: "torch.Tensor",
        expected: "torch.Tensor",
        scarce: bool,
    ) -> tuple["torch.Tensor", "torch.Tensor"]:
        """Return (lines, cells) quantiles, and the flat indices of those that are not sure.

        scarce : whether from most cells nobody leaves
        """
        import torch

        if scarce:
            # Of n people with hazard h, nobody leaves with a chance of at least 1 - n h.
            above = torch.add(expected, level, alpha=1.0 / LEVELS)
            return torch.zeros_like(people), indices(_may_leave, above)
        found = self._rare.quantiles(*(one.view(-1) for one in (level, people, expected)))
        return found.float().view(people.shape), indices(_is_below_zero, found)

    def _binomial(self, count: "torch.Tensor", probability: "torch.Tensor") -> "torch.Tensor":
        import torch

        return torch.binomial(count, probability, generator=self._generator)  # pyright: ignore[reportCallIssue]

    def _levels(self, cells: int) -> "torch.Tensor":
        """Return a level for each cell, int32; see `cells`."""
        import torch

        if self._generator.device.type != "cpu":
            ends, device = (-(2**31), 2**31), self._generator.device
            raw = torch.randint(
                *ends, (cells,), generator=self._generator, dtype=torch.int32, device=device
            )
        else:
            raw = torch.from_numpy(self._bits.random_raw(-(-cells // 2)).view(np.int32)[:cells])
        return raw.bitwise_right_shift_(8)

    def _in_two_ways(
        self,
        highest: "torch.Tensor",
        few: "Callable[[torch.Tensor | None], torch.Tensor]",
        many: "Callable[[torch.Tensor], _Lines]",
    ) -> "torch.Tensor":
        """Return draws of all lines, none of whose variances is above `highest`, (lines,).

        few : gives draws of some or of all lines; what it gives for cells whose variance is large
            does not matter
        many : gives some lines
        """
        import torch

        above = indices(_is_large, highest)
        if not above.numel():
            return few(None)
        cells = many(above)
        made = self._many(cells)
        if above.numel() <= FEW_LINES * highest.numel():
            drawn = few(None)
            rows = _either(cells.variance, made, drawn.index_select(0, above))
            return drawn.index_copy_(0, above, rows)
        mixed = indices(_is_small, cells.variance.amin(dim=1))
        if above.numel() == highest.numel() and not mixed.numel():
            return made
        others = torch.ones_like(highest).index_fill_(0, above, 0.0)
        below = indices(_is_positive, others.index_fill_(0, above[mixed], 1.0))
        drawn = made.new_empty(highest.numel(), made.shape[1])
        drawn.index_copy_(0, below, few(below))
        rows = _either(cells.variance[mixed], made[mixed], drawn[above[mixed]])
        return drawn.index_copy_(0, above, made.index_copy_(0, mixed, rows))

    def _many(self, cells: _Lines) -> "torch.Tensor":
        """Return draws where the variance is not below `NORMAL_FROM`, elsewhere some numbers."""
        import torch

        if self._exact:
            many = indices(_is_large, cells.variance)
            size = at(cells.people, many)
            chance = at(cells.mean, many) / size
            drawn = torch.zeros_like(cells.people)
            drawn.view(-1)[many] = self._binomial(size, chance)
            return drawn
        # Twice the uniform number, less 1.
        noise = cells.level * (2.0 / LEVELS)
        noise.clamp_(-_LARGEST, _LARGEST).erfinv_()
        # The root of 0 takes ten times as long as others.
        deviation = cells.variance.mul(2.0).clamp_(min=_LEAST).sqrt_()
        normal = torch.addcmul(cells.mean, noise, deviation).round_().clamp_(min=0.0)
        return torch.minimum(normal, cells.people, out=normal)


def _quantile(
    level: "torch.Tensor", people: "torch.Tensor", chance: "torch.Tensor"
) -> "torch.Tensor":
    return binomial_quantile(uniform(level).double(), people.double(), chance.double()).float()


def _either(variance: "torch.Tensor", many: "torch.Tensor", few: "torch.Tensor") -> "torch.Tensor":
    """Return draws from `many` where the variance is large, else from `few`."""
    # Arithmetic in place of a choice, which takes ten times as long.
    return few.addcmul(many.sub(few), variance.ge(NORMAL_FROM))


def _chosen(values: "torch.Tensor", lines: "torch.Tensor | None") -> "torch.Tensor":
    return values if lines is None else values.index_select(0, lines)


def _is_small(variance: Cells) -> Cells:
    return variance < NORMAL_FROM


def _is_large(variance: Cells) -> Cells:
    return variance >= NORMAL_FROM


def _may_leave(above: Cells) -> Cells:
    return above > 0.5 - _SLACK


def _is_positive(number: Cells) -> Cells:
    return number > 0


def _is_below_zero(drawn: Cells) -> Cells:
    return drawn < 0
