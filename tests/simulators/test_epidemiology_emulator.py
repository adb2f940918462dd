"""The emulator against the simulator, closed facts and its own inverse."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

import numpy as np
import pytest

from simulrag.simulators.epidemiology.emulator import (
    MEDIAN,
    METRICS,
    QUANTILES,
    counted,
    emulated_quantiles,
    stabilised,
    state_features,
)
from simulrag.simulators.epidemiology.needed_for_peak import solve
from simulrag.simulators.epidemiology.request import Request
from simulrag.simulators.epidemiology.states import STATES
from simulrag.simulators.errors import OutOfRange

OHIO = Request(("Ohio",), date(2022, 10, 1), 2.2, "moderate", 0.2)


def test_quantiles_rise_and_are_never_negative():
    settings = [replace(OHIO, states=(state,)) for state in STATES]
    quantiles = emulated_quantiles(settings)
    assert quantiles.shape == (51, len(METRICS), len(QUANTILES), 244)
    assert quantiles.min() >= 0.0
    assert (np.diff(quantiles, axis=2) >= 0.0).all()


def test_one_setting_alone_gives_what_it_gives_among_others():
    many = [replace(OHIO, r0=float(r0)) for r0 in np.linspace(1.6, 3.0, 7)]
    together = emulated_quantiles(many)
    for row, one in enumerate(many):
        assert np.allclose(emulated_quantiles([one])[0], together[row], rtol=1e-3)


def test_the_stabilised_scale_has_an_inverse_and_a_spread_of_one():
    counts = np.array([0.0, 0.3, 5.0, 1e3, 1e6])
    assert np.allclose(counted(stabilised(counts)), counts)
    random = np.random.default_rng(0)
    for mean in (20.0, 1e3, 1e5):
        rate = mean * np.exp(0.05 * random.normal(size=20_000))
        assert stabilised(random.poisson(rate).astype(float)).std() == pytest.approx(1.0, abs=0.05)


def test_stronger_transmission_peaks_higher_and_more_immunity_lower():
    for name, values, sign in (
        ("r0", np.linspace(1.9, 3.1, 13), 1),
        ("immune", np.linspace(0.05, 0.4, 8), -1),
    ):
        settings = [replace(OHIO, **{name: float(value)}) for value in values]
        peaks = emulated_quantiles(settings)[:, 0, MEDIAN].max(axis=1)
        assert (sign * np.diff(peaks) > 0).all()


def test_states_differ_by_their_residents():
    known = state_features()
    assert 10 ** known[STATES.index("California"), 0] == pytest.approx(38.965193)
    peaks = emulated_quantiles([replace(OHIO, states=(s,)) for s in STATES])[:, 0, MEDIAN].max(
        axis=1
    )
    per_million = peaks / 10 ** known[:, 0]
    assert per_million.max() < 1.6 * per_million.min()


def test_forty_unseen_settings_are_emulated_within_the_stated_error():
    from simulrag.simulators.epidemiology.train_emulator import in_states, random_scenarios, scores

    random = np.random.default_rng(99)
    found = scores(in_states(random_scenarios(40, random), 1, random), seed=99)
    assert found["abs_log10_peak"] <= 0.03
    assert found["days_inside"] >= 0.9
    assert 0.85 <= found["coverage"] <= 0.95
    assert found["coverage_outbreaks"] == pytest.approx(0.9, abs=0.03)
    assert found["coverage"] <= found["coverage_half_person"]


@pytest.mark.slow
@pytest.mark.parametrize("metric", METRICS)
def test_the_inverse_gives_back_the_setting_that_made_the_peak(metric):
    peak = float(emulated_quantiles([OHIO])[0, METRICS.index(metric), MEDIAN].max())
    for unknown, value in (("r0", 2.2), ("immune", 0.2)):
        found = solve(replace(OHIO, metric=metric), unknown, peak)  # pyright: ignore[reportArgumentType]
        assert found.value == pytest.approx(value, abs=0.01)
        assert found.low <= found.value <= found.high
        assert found.high - found.low < 0.2


def test_a_peak_out_of_reach_is_refused_with_those_within_reach():
    with pytest.raises(OutOfRange, match="within reach"):
        solve(OHIO, "r0", 1e9)


@pytest.mark.parametrize(
    "bad",
    [
        replace(OHIO, r0=4.0),
        replace(OHIO, immune=0.9),
        replace(OHIO, start=date(2022, 7, 1)),
    ],
)
def test_settings_outside_of_the_training_are_refused(bad):
    with pytest.raises(OutOfRange, match="run season"):
        emulated_quantiles([bad])


@pytest.fixture
def one_thread() -> Iterator[None]:
    """One thread, as training has: more wait for each other at tensors this small."""
    import torch

    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


@pytest.mark.slow
@pytest.mark.usefixtures("one_thread")
def test_training_improves_on_its_beginning():
    import torch

    from simulrag.simulators.epidemiology.train_emulator import (
        Process,
        Seasons,
        in_states,
        most_informative,
        random_scenarios,
        train,
    )

    torch.manual_seed(0)
    random = np.random.default_rng(0)
    seasons = Seasons.of(in_states(random_scenarios(40, random), 8, random), seed=1)
    model = Process()
    first = train(model, seasons, np.linspace(0, 1, 5), 3e-3, random)
    last = train(model, seasons, np.linspace(0, 1, 100), 3e-3, random)
    assert last < 0.5 * first
    candidates = random_scenarios(30, random)
    chosen = most_informative(model, seasons, candidates, 10, random)
    assert len(chosen) == 10
    assert set(chosen) <= set(candidates)
