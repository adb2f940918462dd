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

from functools import cached_property
from typing import TYPE_CHECKING, Literal

from simulrag.simulators.epidemiology.binomial import Cells, binomial_quantile, indices
from simulrag.simulators.epidemiology.rare import MANY, rare, table

if TYPE_CHECKING:
    import torch

    from simulrag.simulators.epidemiology.leaving import Leaving

Sampling = Literal["exact", "rounded"]

#: Variance, persons squared, from which on people are not counted one by one.
NORMAL_FROM = 30.0
#: Cells of a large ensemble.
LARGE = 20_000
#: Keeps normal quantiles finite.
_LARGEST = 1.0 - 2.0**-24
#: Stands for a variance of 0.
_LEAST = 1e-12


class Sampler:
    """Draws from one generator. Counts and probabilities are float64, counts whole."""

    def __init__(
        self, sampling: Sampling, generator: "torch.Generator", cells: int = LARGE
    ) -> None:
        """`cells` is the number of groups of people in all members."""
        self._exact, self._generator = sampling == "exact", generator
        #: Whether all numbers come from `torch.binomial`.
        self.plain = self._exact and cells < LARGE

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

        hazard : -log(1 - probability), where it is known
        """
        import torch

        if self.plain:
            return self._binomial(count, probability)
        uniform = self._uniform(count)
        if hazard is None:
            hazard = torch.log1p(-probability).neg_()
        people, chance = count.reshape(-1).float(), probability.reshape(-1).float()
        mean = people * chance
        variance = torch.addcmul(mean, mean, chance, value=-1.0)
        drawn = rare(uniform, people * hazard.reshape(-1).float(), self._rare)
        few = indices(_is_unsure, drawn, people, variance)
        drawn = self._with_many(drawn, uniform, people, mean, variance)
        size, goes = count.reshape(-1)[few], probability.reshape(-1)[few]
        drawn[few] = binomial_quantile(uniform[few].double(), size, goes).float()
        return drawn.view(count.shape).double()

    def leave(self, count: "torch.Tensor", leaving: "Leaving") -> "torch.Tensor":
        """Return how many of (cells, columns) people leave with each column's probability."""
        if not leaving.complete:
            return self.draw(count, leaving.probability.expand_as(count).contiguous())
        uniform, people = self._uniform(count), count.float()
        mean = people * leaving.chance
        drawn = leaving.parts(uniform.view(count.shape), people).reshape(-1)
        few = indices(_is_below_zero, drawn)
        variance = (mean * leaving.stays).reshape(-1)
        drawn = self._with_many(drawn, uniform, people.reshape(-1), mean.reshape(-1), variance)
        drawn[few] = leaving.search(uniform[few], people.reshape(-1)[few], few % count.shape[1])
        return drawn.view(count.shape).double()

    def _binomial(self, count: "torch.Tensor", probability: "torch.Tensor") -> "torch.Tensor":
        import torch

        return torch.binomial(count, probability, generator=self._generator)  # pyright: ignore[reportCallIssue]

    def _uniform(self, count: "torch.Tensor") -> "torch.Tensor":
        """Return one float32 number in [0, 1) for each cell."""
        import torch

        return torch.rand(
            count.numel(), generator=self._generator, device=count.device, dtype=torch.float32
        )

    def _with_many(
        self,
        few: "torch.Tensor",
        uniform: "torch.Tensor",
        people: "torch.Tensor",
        mean: "torch.Tensor",
        variance: "torch.Tensor",
    ) -> "torch.Tensor":
        """Return draws of (cells,), as given where the variance is below `NORMAL_FROM`."""
        import torch

        if self._exact:
            many = indices(_is_large, variance)
            size = people[many]
            few[many] = self._binomial(size, mean[many] / size)
            return few
        noise = uniform.mul(2.0).sub_(1.0).clamp_(-_LARGEST, _LARGEST).erfinv_()
        # The root of 0 takes ten times as long as others.
        deviation = (2.0 * variance).clamp_(min=_LEAST).sqrt_()
        normal = torch.addcmul(mean, noise, deviation).round_().clamp_(min=0.0)
        # Arithmetic in place of a choice, which takes ten times as long.
        return few.addcmul_(torch.minimum(normal, people).sub_(few), variance.ge_(NORMAL_FROM))


def _is_large(variance: "Cells") -> "Cells":
    return variance >= NORMAL_FROM


def _is_below_zero(drawn: "Cells") -> "Cells":
    return drawn < 0.0


def _is_unsure(drawn: "Cells", people: "Cells", variance: "Cells") -> "Cells":
    return ((drawn < 0.0) | ((drawn > 0.0) & (people < MANY))) & (variance < NORMAL_FROM)
