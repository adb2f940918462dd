"""Draws of how many of n people leave a compartment with probability p.

`exact`: binomial draws (numbers as of `torch.binomial`).
`rounded`: a normal draw rounded to whole people where n p (1 - p) is at least `NORMAL_FROM`,
binomial draws below. Mean and variance are those of the binomial; its skewness there is at most
0.18 (Johnson, Kemp and Kotz 2005, Univariate Discrete Distributions, section 3.6.1).
`paired`: the same distribution as `rounded`, but as an increasing function of one uniform number
per cell and step. Two runs with the same seed use the same numbers (common random numbers), so
that their difference is that of what is done and not of chance.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import torch

Sampling = Literal["exact", "rounded", "paired"]
Draw = Callable[["torch.Tensor", "torch.Tensor"], "torch.Tensor"]

#: Variance, persons squared, from which on a rounded normal draw stands for a binomial one.
NORMAL_FROM = 30.0
#: Probabilities that are added up at a time.
BLOCK = 16


def sampler(sampling: Sampling, generator: "torch.Generator") -> Draw:
    """Return a function of (counts, probabilities), float64 tensors of one shape, to counts."""
    draws = {"exact": _exact, "rounded": _rounded, "paired": _paired}
    return draws[sampling](generator)


def _exact(generator: "torch.Generator") -> Draw:
    import torch

    binomial: Draw = torch.binomial

    def draw(count: "torch.Tensor", probability: "torch.Tensor") -> "torch.Tensor":
        return binomial(count, probability, generator=generator)  # pyright: ignore[reportCallIssue]

    return draw


def _rounded(generator: "torch.Generator") -> Draw:
    import torch

    exact = _exact(generator)

    def draw(count: "torch.Tensor", probability: "torch.Tensor") -> "torch.Tensor":
        mean = count * probability
        variance = mean * (1.0 - probability)
        noise = torch.randn(
            mean.shape, generator=generator, device=mean.device, dtype=torch.float32
        )
        drawn = _whole(noise * variance.sqrt() + mean, count)
        rest = ((variance < NORMAL_FROM) & (mean > 0.0)).flatten().nonzero().flatten()
        drawn.view(-1)[rest] = exact(count.flatten()[rest], probability.flatten()[rest])
        return drawn

    return draw


def _whole(values: "torch.Tensor", count: "torch.Tensor") -> "torch.Tensor":
    import torch

    return torch.minimum(values.round_().clamp_(min=0.0), count)


def _paired(generator: "torch.Generator") -> Draw:
    import torch

    # torch.special has no types.
    normal_quantile: Callable[..., torch.Tensor] = vars(torch.special)["ndtri"]

    def draw(count: "torch.Tensor", probability: "torch.Tensor") -> "torch.Tensor":
        uniform = torch.rand(
            count.shape, generator=generator, device=count.device, dtype=torch.float64
        )
        mean = count * probability
        variance = mean * (1.0 - probability)
        deviation: torch.Tensor = normal_quantile(uniform).mul_(variance.sqrt())
        drawn = _whole(deviation.add_(mean), count)
        rest = (variance < NORMAL_FROM).flatten().nonzero().flatten()
        drawn.view(-1)[rest] = binomial_quantile(
            uniform.flatten()[rest], count.flatten()[rest], probability.flatten()[rest]
        )
        return drawn

    return draw


def binomial_quantile(
    uniform: "torch.Tensor", count: "torch.Tensor", probability: "torch.Tensor"
) -> "torch.Tensor":
    """Return the smallest k at which the binomial distribution reaches `uniform`, (cells,) each.

    Sums probabilities from k = 0; for p above a half from k = n, so that nothing underflows where
    n p (1 - p) is below `NORMAL_FROM`.
    """
    import torch

    mirrored = probability > 0.5
    chance = torch.where(mirrored, 1.0 - probability, probability)
    level = torch.where(mirrored, 1.0 - uniform, uniform)
    odds = (chance / (1.0 - chance))[:, None]
    last = torch.exp(count * torch.log1p(-chance))
    total, found = last.clone(), torch.zeros_like(count)
    open_cells = ((level > total) & (count > 0.0)).nonzero().flatten()
    steps = torch.arange(BLOCK, dtype=torch.float64, device=count.device)
    first = 0.0
    while open_cells.numel():
        size, wanted = count[open_cells, None], level[open_cells, None]
        ratio = (size - first - steps).clamp(min=0.0) / (first + steps + 1.0)
        terms = torch.cumprod(ratio * odds[open_cells], dim=1) * last[open_cells, None]
        sums = torch.cumsum(terms, dim=1) + total[open_cells, None]
        passed = (sums < wanted).sum(dim=1)
        reached = torch.minimum(first + passed + 1.0, size[:, 0])
        found[open_cells] = reached
        last[open_cells], total[open_cells] = terms[:, -1], sums[:, -1]
        first += BLOCK
        open_cells = open_cells[(passed == BLOCK) & (size[:, 0] > first)]
    return torch.where(mirrored, count - found, found)
