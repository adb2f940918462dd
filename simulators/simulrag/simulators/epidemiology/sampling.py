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

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

import numpy as np

from simulrag.simulators.epidemiology.binomial import Cells, binomial_quantile, indices
from simulrag.simulators.epidemiology.rare import rare, table

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
#: Keeps normal quantiles finite.
_LARGEST = 1.0 - 2.0**-24
#: Stands for a variance of 0.
_LEAST = 1e-12


@dataclass(frozen=True)
class _Lines:
    """(lines, cells) of people who leave alike: one uniform number each, all float32."""

    uniform: "torch.Tensor"
    people: "torch.Tensor"
    mean: "torch.Tensor"
    variance: "torch.Tensor"

    @classmethod
    def of(
        cls, uniform: "torch.Tensor", people: "torch.Tensor", chance: "torch.Tensor"
    ) -> "_Lines":
        """Take people who leave with chances of the same shape, or of one column."""
        import torch

        mean = people * chance
        return cls(uniform, people, mean, torch.addcmul(mean, mean, chance, value=-1.0))


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
    def _rare(self) -> "torch.Tensor":
        import torch

        return torch.from_numpy(table()).to(self._generator.device)

    def draw(
        self,
        count: "torch.Tensor",
        probability: "torch.Tensor",
        hazard: "torch.Tensor | None" = None,
    ) -> "torch.Tensor":
        """Return how many of each cell's people leave, tensors of one shape.

        count : whole numbers
        hazard : -log(1 - probability), where it is known
        """
        import torch

        if self.plain:
            # Member by member.
            return self._binomial(count.mT.contiguous(), probability.mT.contiguous()).mT
        if hazard is None:
            hazard = torch.log1p(-probability).neg_()
        people, chance, uniform = count.float(), probability.float(), self._uniform(count)
        expected = people * hazard.float()

        def few(lines: torch.Tensor) -> torch.Tensor:
            level, size, mean = (_some(one, lines) for one in (uniform, people, expected))
            drawn = rare(level, size, mean, self._rare)
            open_to = indices(_is_below_zero, drawn)
            cells = (
                open_to if len(drawn) == len(people) else _in_all(open_to, lines, drawn.shape[1])
            )
            found = _Lines.of(*(_at(values, cells) for values in (uniform, people, chance)))
            small = indices(_is_small, found.variance)
            level, size, goes = (
                _at(values, small).double()
                for values in (found.uniform, found.people, _at(chance, cells))
            )
            drawn.view(-1)[open_to[small]] = binomial_quantile(level, size, goes).float()
            return drawn

        def many(lines: torch.Tensor) -> _Lines:
            return _Lines.of(*(_some(values, lines) for values in (uniform, people, chance)))

        # No variance is above what is expected.
        lowest = torch.zeros(len(people), device=people.device)
        highest = expected.amax(dim=1)
        unclear = indices(_is_large, highest)
        variance = many(unclear).variance
        lowest[unclear], highest[unclear] = variance.amin(dim=1), variance.amax(dim=1)
        return self._by_line(lowest, highest, few, many).to(count.dtype)

    def leave(self, count: "torch.Tensor", leaving: "Leaving") -> "torch.Tensor":
        """Return how many of (lines, cells) people leave with each line's probability."""
        import torch

        if not leaving.complete:
            return self.draw(count, leaving.probability.expand_as(count).contiguous())
        people, uniform = count.float(), self._uniform(count)

        def few(lines: torch.Tensor) -> torch.Tensor:
            some, at = _some(people, lines), _some(uniform, lines)
            drawn = leaving.parts(at, some, lines)
            open_to = indices(_is_below_zero, drawn)
            level, size = _at(at, open_to), _at(some, open_to)
            line = lines[open_to.div(count.shape[1], rounding_mode="floor")]
            drawn.view(-1)[open_to] = leaving.search(level, size, line)
            return drawn

        def many(lines: torch.Tensor) -> _Lines:
            some = _some(people, lines)
            mean = some * leaving.chance[lines]
            return _Lines(_some(uniform, lines), some, mean, mean * leaving.stays[lines])

        chance, stays = leaving.chance.view(-1), leaving.stays.view(-1)
        # Ten times as fast as both at once.
        ends = people.amin(dim=1), people.amax(dim=1)
        lowest, highest = ((end * chance).mul_(stays) for end in ends)
        return self._by_line(lowest, highest, few, many).to(count.dtype)

    def _binomial(self, count: "torch.Tensor", probability: "torch.Tensor") -> "torch.Tensor":
        import torch

        return torch.binomial(count, probability, generator=self._generator)  # pyright: ignore[reportCallIssue]

    def _uniform(self, count: "torch.Tensor") -> "torch.Tensor":
        """Return one float32 number in [0, 1), of 24 bits, for each cell."""
        import torch

        if count.device.type != "cpu":
            return torch.rand(count.shape, generator=self._generator, device=count.device)
        raw = self._bits.random_raw(-(-count.numel() // 2)).view(np.int32)[: count.numel()]
        bits = torch.from_numpy(np.right_shift(raw, 8, out=raw))
        return (bits * 2.0**-24).add_(0.5).view(count.shape)

    def _by_line(
        self,
        lowest: "torch.Tensor",
        highest: "torch.Tensor",
        few: "Callable[[torch.Tensor], torch.Tensor]",
        many: "Callable[[torch.Tensor], _Lines]",
    ) -> "torch.Tensor":
        """Return draws of all lines, whose variances have these limits, (lines,).

        few : gives draws of lines with some variance that is small; what it gives for other cells
            does not matter
        many : gives lines with some variance that is large
        """
        import torch

        # Each several times faster than both at once.
        below, above = indices(_is_small, lowest), indices(_is_large, highest)
        if not above.numel():
            return few(below)
        if not below.numel():
            return self._with_many(None, many(above))
        if above.numel() <= FEW_LINES * len(highest):
            below = torch.arange(len(highest), device=highest.device)
        drawn = few(below)
        if len(drawn) < len(highest):
            drawn = drawn.new_zeros(len(highest), drawn.shape[1]).index_copy_(0, below, drawn)
        return drawn.index_copy_(
            0, above, self._with_many(drawn.index_select(0, above), many(above))
        )

    def _with_many(self, drawn: "torch.Tensor | None", cells: _Lines) -> "torch.Tensor":
        """Return draws where the variance is not below `NORMAL_FROM`, elsewhere those given."""
        import torch

        if self._exact:
            many = indices(_is_large, cells.variance)
            size = _at(cells.people, many)
            chance = _at(cells.mean, many) / size
            drawn = torch.empty_like(cells.people) if drawn is None else drawn
            drawn.view(-1)[many] = self._binomial(size, chance)
            return drawn
        noise = cells.uniform.mul(2.0).sub_(1.0).clamp_(-_LARGEST, _LARGEST).erfinv_()
        # The root of 0 takes ten times as long as others.
        deviation = cells.variance.mul(2.0).clamp_(min=_LEAST).sqrt_()
        normal = torch.addcmul(cells.mean, noise, deviation).round_().clamp_(min=0.0)
        normal = torch.minimum(normal, cells.people, out=normal)
        if drawn is None:
            return normal
        # Arithmetic in place of a choice, which takes ten times as long.
        return drawn.addcmul_(normal.sub_(drawn), cells.variance.ge(NORMAL_FROM))


def _some(values: "torch.Tensor", lines: "torch.Tensor") -> "torch.Tensor":
    """Return the lines of given numbers, which rise."""
    return values if len(lines) == len(values) else values.index_select(0, lines)


def _at(values: "torch.Tensor", cells: "torch.Tensor") -> "torch.Tensor":
    """Return the values at flat indices; twice as fast as an index in brackets."""
    return values.view(-1).index_select(0, cells)


def _is_small(variance: "Cells") -> "Cells":
    return variance < NORMAL_FROM


def _is_large(variance: "Cells") -> "Cells":
    return variance >= NORMAL_FROM


def _is_below_zero(drawn: "Cells") -> "Cells":
    return drawn < 0.0


def _in_all(cells: "torch.Tensor", lines: "torch.Tensor", width: int) -> "torch.Tensor":
    """Return flat indices among all lines from those among some."""
    return lines[cells.div(width, rounding_mode="floor")] * width + cells % width
