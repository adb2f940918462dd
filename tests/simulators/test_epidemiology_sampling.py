"""The ways of drawing people against the binomial distribution and each other."""

import math
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from scipy import special, stats

from influenza import ensemble
from simulrag.simulators.epidemiology import ensemble_cells, metapopulation
from simulrag.simulators.epidemiology.binomial import (
    UNSURE,
    binomial_quantile,
    leaving,
    rare_guide,
    rare_quantiles,
)
from simulrag.simulators.epidemiology.measures import NO_MEASURES, Measures
from simulrag.simulators.epidemiology.metapopulation import Ensemble
from simulrag.simulators.epidemiology.population import population
from simulrag.simulators.epidemiology.sampling import NORMAL_FROM, Exact, Sampler, Sampling, erfinv

#: Of an ensemble of tensors.
MEMBERS = 2_000


def quantile(level: float, n: int, p: float) -> int:
    """Sum the binomial probabilities as they are defined, from logarithms."""
    total = 0.0
    for k in range(n + 1):
        ways = math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)
        total += math.exp(ways + k * math.log(p) + (n - k) * math.log1p(-p))
        if total >= level:
            return k
    return n


@given(level=st.floats(0.001, 0.999), n=st.integers(0, 400), p=st.floats(0.001, 0.999))
def test_the_quantile_is_that_of_the_binomial_distribution(level, n, p):
    if n * p * (1 - p) >= NORMAL_FROM:
        return
    found = binomial_quantile(*(np.array([float(value)]) for value in (level, n, p)))
    # At a jump of the distribution, rounding in the last place may decide either way.
    near = {quantile(level - 1e-12, n, p), quantile(level + 1e-12, n, p)}
    assert int(found[0]) in near


def test_the_inverse_error_function_is_right_to_the_last_digits() -> None:
    values = np.linspace(-(1.0 - 2.0**-24), 1.0 - 2.0**-24, 100_001).reshape(-1, 1)
    assert np.allclose(erfinv(values), special.erfinv(values), rtol=2e-15, atol=0.0)


@pytest.mark.parametrize("sampling", ["exact", "paired"])
@pytest.mark.parametrize(("n", "p"), [(3, 0.5), (40, 0.9), (1000, 0.005), (1000, 0.3), (1e7, 0.01)])
def test_mean_and_variance_are_those_of_the_binomial(sampling, n, p):
    count = np.full((400, 100), float(n))
    drawn = drawn_by(sampling, count, np.full_like(count, p))
    variance = n * p * (1 - p)
    assert float(drawn.mean()) == pytest.approx(n * p, abs=4.5 * math.sqrt(variance / 40_000))
    assert float(drawn.var()) == pytest.approx(variance, rel=0.05)
    assert float(drawn.min()) >= 0
    assert float(drawn.max()) <= n
    assert np.array_equal(drawn, drawn.round())


@pytest.mark.parametrize("sampling", ["exact", "paired"])
@pytest.mark.parametrize(
    ("n", "p"),
    [
        (1, 0.3),
        (7, 0.05),
        (60, 0.5),
        (90, 0.93),
        (900, 0.03),
        (9_000, 0.0006),
        (20_000, 0.00001),
        (20_000, 0.0009),
        (3_000_000, 2e-6),
        (17_000_000, 1e-6),
    ],
)
def test_few_people_are_drawn_as_often_as_the_binomial_says(sampling, n, p):
    count = np.full((2_000, 100), float(n))
    drawn = drawn_by(sampling, count, np.full_like(count, p))
    assert chance_of_worse(drawn, n, p) > 1e-4


@pytest.mark.parametrize("chance", [0.05, 0.09, 0.35, 0.49, 0.79])
def test_people_who_leave_at_a_fixed_rate_are_drawn_as_often_as_the_binomial_says(chance):
    table = leaving([0.3, chance], [1, 9], NORMAL_FROM, "cpu")
    people = np.array([5, 0, 1, 2, 5, 13, 40, 90, 130, 290], dtype=np.float32)
    count = np.tile(people[:, None], 100_000)
    drawn = Sampler("cpu").leave(levels(count), count, table)
    assert (drawn[1] == 0).all()
    numbers = [float(n) for n in people]
    for line, n in list(enumerate(numbers))[2:]:
        assert chance_of_worse(drawn[line], int(n), chance) > 1e-4


def test_nearly_nobody_and_everybody_leave_where_the_chance_is_0_or_1():
    people = np.array([[0.0], [3.0], [1e3], [2e7]], dtype=np.float32)
    for chance in (0.0, 1.0):
        table = leaving([chance], [4], NORMAL_FROM, "cpu")
        sampler = Sampler("cpu")
        assert np.array_equal(sampler.leave(levels(people), people, table), chance * people)
        drawn = sampler.draw(levels(people), people, np.full_like(people, chance))
        assert np.array_equal(drawn, chance * people)


@pytest.mark.parametrize("sampling", ["exact", "paired"])
def test_few_and_many_people_in_one_line_are_drawn_as_often_as_the_binomial_says(sampling):
    """A line with every number from few to many: each is drawn in its own way."""
    numbers = (3.0, 90.0, 700.0, 4_000.0)
    count = np.tile(numbers, (4_000, 25))
    drawn = drawn_by(sampling, count, np.full(count.shape, 0.02))
    for place, n in enumerate(numbers):
        of_these = drawn[:, place::4]
        variance = n * 0.02 * 0.98
        assert float(of_these.mean()) == pytest.approx(
            n * 0.02, abs=4.5 * math.sqrt(variance / 1e5)
        )
        assert float(of_these.var()) == pytest.approx(variance, rel=0.05)
        if variance < NORMAL_FROM:
            assert chance_of_worse(of_these, int(n), 0.02) > 1e-4


@pytest.mark.parametrize("sampling", ["exact", "paired"])
def test_a_line_with_many_people_among_lines_that_nearly_nobody_leaves_is_drawn_in_its_way(
    sampling,
):
    count = np.full((400, 1_000), 3.0)
    count[7] = 4_000.0
    drawn = drawn_by(sampling, count, np.full_like(count, 0.02))
    variance = 4_000 * 0.02 * 0.98
    assert float(drawn[7].mean()) == pytest.approx(80.0, abs=4.5 * math.sqrt(variance / 1_000))
    assert float(drawn[7].var()) == pytest.approx(variance, rel=0.25)
    assert chance_of_worse(np.delete(drawn, 7, axis=0), 3, 0.02) > 1e-4


def test_the_table_decides_most_draws_of_rare_events_among_many_people():
    levels = np.random.default_rng(2).integers(-(2**23), 2**23, 50_000, dtype=np.int32)
    people = np.full(50_000, 1e6, dtype=np.float32)
    expected = np.linspace(0.0, 30.0, 50_000, dtype=np.float32)
    assert float((rare_quantiles(rare_guide(), levels, people, expected) < 0).mean()) < 0.12


@given(n=st.integers(0, 40_000), mean=st.floats(0.001, 29.0), level=st.integers(0, 2**24 - 1))
def test_what_the_table_of_rare_events_is_sure_of_is_the_binomial_quantile(n, mean, level):
    chance = min(mean / max(n, 1), 0.5)
    levels = np.array([level - 2**23], dtype=np.int32)
    people = np.array([n], dtype=np.float32)
    hazard = np.float32(-np.log1p(-np.float64(np.float32(chance))))
    found = rare_quantiles(rare_guide(), levels, people, people * hazard)
    exact = stats.binom.ppf(level / 2**24 or 1e-12, n, np.float64(np.float32(chance)))
    assert int(found[0]) in (UNSURE, int(exact))


def levels(count: np.ndarray) -> np.ndarray:
    return np.random.default_rng(1).integers(-(2**23), 2**23, count.shape, dtype=np.int32)


def drawn_by(sampling: Sampling, count: np.ndarray, probability: np.ndarray) -> np.ndarray:
    if sampling == "exact":
        return Exact(1, "cpu").draw(None, count, probability)
    return Sampler("cpu").draw(levels(count), count, probability)


def chance_of_worse(drawn: np.ndarray, n: int, p: float) -> float:
    """Return the p-value of Pearson's chi-square test, bins of at least 10 expected draws."""
    expected = drawn.size * stats.binom.pmf(np.arange(n + 1 if n < 400 else 400), n, p)
    seen = np.bincount(drawn.astype(int).ravel(), minlength=expected.size).astype(float)
    kept = expected >= 10.0
    rest = max(drawn.size - expected[kept].sum(), 1e-9)
    observed = np.append(seen[kept], drawn.size - seen[kept].sum())
    wanted = np.append(expected[kept], rest)
    if rest < 5.0:  # too few to be a bin: no more there than chance allows
        assert observed[-1] <= 20
        observed, wanted = observed[:-1], wanted[:-1]
    statistic = ((observed - wanted) ** 2 / wanted).sum()
    return float(stats.chi2.sf(statistic, max(observed.size - 1, 1)))


@pytest.mark.parametrize("sampling", ["exact", "paired"])
def test_the_same_seed_gives_the_same_people_and_another_one_others(sampling):
    first, again, other = (_totals(sampling, seed) for seed in (7, 7, 8))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


def test_doses_do_not_change_the_numbers_that_are_drawn_for_everybody_else():
    """Doses for nobody, drawn from random numbers like all others, leave a season as it is."""
    doses = Measures(vaccinations={40: np.array([0.0, 0.0, 1e-12, 0.0, 0.0])})
    without, treated = (_totals("paired", 7, done) for done in (NO_MEASURES, doses))
    assert np.array_equal(without, treated)


def _totals(sampling: Sampling, seed: int = 7, measures: Measures = NO_MEASURES) -> np.ndarray:
    made = ensemble(
        ["Vermont"], factor=0.8, members=40, seed=seed, measures=measures, sampling=sampling
    )
    return made.admissions.sum(axis=(1, 2))


def test_pairs_hold_the_same_numbers_and_more_immunity_never_infects_more():
    infected = [_paired(share) for share in (0.3, 0.3, 0.31, 0.5)]
    assert np.array_equal(infected[0], infected[1])
    for less, more in pairwise(infected[1:]):
        assert (more < less).all()


def _paired(immune: float) -> np.ndarray:
    return ensemble(["Ohio"], 400, r0=2.4, immune=immune, members=30, seed=5).infected[:, 0]


def test_totals_are_right_on_the_last_day_even_where_it_is_cut_short():
    """An odd number of half-day steps: what is admitted on the last half day is counted."""
    full, cut = (_admitted(steps) for steps in (200, 199))
    assert full.shape == cut.shape == (20, 1, 100)
    assert np.array_equal(full[:, :, :99], cut[:, :, :99])
    assert (cut[:, :, 99] > 0).any()
    assert cut[:, :, 99].sum() < full[:, :, 99].sum()


def _admitted(steps: int) -> np.ndarray:
    return ensemble(["Ohio"], steps, r0=2.4, members=20, seed=5).admissions


def test_travellers_meet_whom_the_matrix_says_however_many_members_are_multiplied_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    people = population(["Ohio", "Vermont", "Texas"])
    infectious = np.random.default_rng(3).uniform(0.0, 1e4, (15, 7))
    force = metapopulation._Force(people, NO_MEASURES.conditions(()), np.asarray)
    wanted = people.transmission_matrix() @ infectious
    for alone in (ensemble_cells.ALONE, 18, 1):
        monkeypatch.setattr(ensemble_cells, "ALONE", alone)
        assert np.allclose(force(infectious, (3, 5, 7)), wanted, rtol=1e-12, atol=0.0)


@pytest.mark.parametrize("sampling", ["exact", "paired"])
@pytest.mark.parametrize("device", ["cpu", "cuda"])
def test_a_season_of_tensors_is_as_one_of_arrays(device, sampling, monkeypatch):
    """Tensors on the CPU are, in every operation but their memory, those of a GPU."""
    if device == "cuda" and not torch.cuda.is_available():
        pytest.skip("no GPU at hand")
    arrays = in_two_states(sampling)
    monkeypatch.setattr(ensemble_cells, "ARRAYS_ON", "none")
    seen: list[type] = []

    def array(values: Any) -> np.ndarray:
        seen.append(type(values))
        return ensemble_cells.array(values)

    monkeypatch.setattr(metapopulation, "array", array)
    tensors = in_two_states(sampling, device)
    assert set(seen) == {torch.Tensor}
    if device == "cpu":
        for name, values in vars(arrays).items():
            # Logarithms are rounded in two ways, which now and then makes a person more or less.
            alike = np.isclose(values, getattr(tensors, name), rtol=1e-6, atol=0.0)
            assert alike.mean() > 0.999, name
    ours, theirs = (one.infected.mean(axis=0) for one in (arrays, tensors))
    error = arrays.infected.std(axis=0) * math.sqrt(2 / MEMBERS)
    assert (np.abs(ours - theirs) < 4 * error).all()


def in_two_states(sampling: Sampling, device: str = "cpu") -> Ensemble:
    doses = Measures(vaccinations={40: np.array([0.1, 0.1, 0.1, 0.1, 0.1])})
    return ensemble(
        ["Ohio", "Vermont"], 60, members=MEMBERS, measures=doses, sampling=sampling, device=device
    )
