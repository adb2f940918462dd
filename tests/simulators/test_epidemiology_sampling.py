"""The three ways of drawing people against the binomial distribution and each other."""

import math
from itertools import pairwise

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from simulrag.simulators.epidemiology.metapopulation import simulate
from simulrag.simulators.epidemiology.population import population
from simulrag.simulators.epidemiology.sampling import (
    NORMAL_FROM,
    Sampling,
    binomial_quantile,
    sampler,
)
from simulrag.simulators.epidemiology.transmission import GLEAM


def quantile(level: float, n: int, p: float) -> int:
    """Sum the binomial probabilities as they are defined, from logarithms."""
    total = 0.0
    for k in range(n + 1):
        ways = math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)
        total += math.exp(ways + k * math.log(p) + (n - k) * math.log1p(-p))
        if total >= level:
            return k
    return n


@settings(max_examples=150, deadline=None)
@given(level=st.floats(0.001, 0.999), n=st.integers(0, 400), p=st.floats(0.001, 0.999))
def test_the_quantile_is_that_of_the_binomial_distribution(level: float, n: int, p: float) -> None:
    if n * p * (1 - p) >= NORMAL_FROM:
        return
    found = binomial_quantile(
        *(torch.tensor([float(value)], dtype=torch.float64) for value in (level, n, p))
    )
    # At a jump of the distribution, rounding in the last place may decide either way.
    near = {quantile(level - 1e-12, n, p), quantile(level + 1e-12, n, p)}
    assert int(found[0]) in near


@pytest.mark.parametrize("sampling", ["exact", "rounded", "paired"])
@pytest.mark.parametrize(("n", "p"), [(3, 0.5), (40, 0.9), (1000, 0.005), (1000, 0.3), (1e7, 0.01)])
def test_mean_and_variance_are_those_of_the_binomial(
    sampling: Sampling, n: float, p: float
) -> None:
    count = torch.full((40_000,), float(n), dtype=torch.float64)
    drawn = sampler(sampling, torch.Generator().manual_seed(1))(count, torch.full_like(count, p))
    variance = n * p * (1 - p)
    assert float(drawn.mean()) == pytest.approx(n * p, abs=4.5 * math.sqrt(variance / 40_000))
    assert float(drawn.var()) == pytest.approx(variance, rel=0.05)
    assert float(drawn.min()) >= 0
    assert float(drawn.max()) <= n
    assert torch.equal(drawn, drawn.round())


@pytest.mark.parametrize("sampling", ["rounded", "paired"])
def test_seasons_agree_in_distribution_however_people_are_drawn(sampling: Sampling) -> None:
    """Two-sample Kolmogorov-Smirnov distance of season totals below its 0.1 % limit."""
    totals = {name: _totals(name) for name in ("exact", sampling)}
    both = np.sort(np.concatenate(list(totals.values())))
    shares = [np.searchsorted(np.sort(t), both, side="right") / t.size for t in totals.values()]
    distance = np.abs(shares[0] - shares[1]).max()
    assert distance < 1.95 * math.sqrt(2 / 400)
    assert totals[sampling].std() == pytest.approx(totals["exact"].std(), rel=0.15)


def _totals(sampling: Sampling) -> np.ndarray:
    ensemble = simulate(
        population(["Vermont"]),
        GLEAM,
        r0=2.2,
        immune=0.2,
        transmission=np.full(300, 0.8),
        members=400,
        seed=7,
        sampling=sampling,
    )
    assert ensemble.residual == 0.0
    return ensemble.admissions.sum(axis=(1, 2))


def test_pairs_hold_the_same_numbers_and_more_immunity_never_infects_more() -> None:
    infected = [_paired(share) for share in (0.3, 0.3, 0.31, 0.35, 0.5)]
    assert np.array_equal(infected[0], infected[1])
    for less, more in pairwise(infected[1:]):
        assert (more < less).all()


def _paired(immune: float) -> np.ndarray:
    return simulate(
        population(["Ohio"]),
        GLEAM,
        r0=2.4,
        immune=immune,
        transmission=np.full(400, 0.85),
        members=30,
        seed=5,
        sampling="paired",
    ).infected[:, 0]


def test_totals_are_right_on_the_last_day_even_where_it_is_cut_short() -> None:
    """An odd number of half-day steps: what is admitted on the last half day is counted."""
    full, cut = (_admitted(steps) for steps in (200, 199))
    assert full.shape == cut.shape == (20, 1, 100)
    assert np.array_equal(full[:, :, :99], cut[:, :, :99])
    assert (cut[:, :, 99] > 0).any()
    assert cut[:, :, 99].sum() < full[:, :, 99].sum()


def _admitted(steps: int) -> np.ndarray:
    return simulate(
        population(["Ohio"]),
        GLEAM,
        r0=2.4,
        immune=0.2,
        transmission=np.full(steps, 0.85),
        members=20,
        seed=5,
    ).admissions


def test_uncoupled_states_in_one_run_are_as_each_alone() -> None:
    from simulrag.simulators.epidemiology.population import Population

    pair = population(["Iowa", "Utah"])
    apart = Population(pair.states, pair.people, pair.contacts, np.tile(np.eye(2), (5, 1, 1)))
    together = simulate(
        apart,
        GLEAM,
        r0=np.array([2.0, 2.4]),
        immune=np.array([0.1, 0.3]),
        transmission=np.full((300, 2), 0.85),
        members=60,
        seed=3,
    ).infected
    for index, (state, r0, immune) in enumerate((("Iowa", 2.0, 0.1), ("Utah", 2.4, 0.3))):
        alone = simulate(
            population([state]),
            GLEAM,
            r0=r0,
            immune=immune,
            transmission=np.full(300, 0.85),
            members=60,
            seed=4,
        ).infected
        error = math.hypot(alone.std(), together[:, index].std()) / math.sqrt(60)
        assert together[:, index].mean() == pytest.approx(alone.mean(), abs=4 * error)
