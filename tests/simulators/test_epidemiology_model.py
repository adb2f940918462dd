"""The transmission model against conservation laws, closed forms and a mean-field recursion."""

from dataclasses import replace
from datetime import date

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from data_at_hand import DATA, needs
from simulrag.simulators.epidemiology import train
from simulrag.simulators.epidemiology.metapopulation import Ensemble, simulate
from simulrag.simulators.epidemiology.population import Population, population, tables
from simulrag.simulators.epidemiology.presets import GLEAM, PRESETS, STEP, TEXTBOOK
from simulrag.simulators.epidemiology.states import STATES
from simulrag.simulators.epidemiology.transmission import season_day, transmission

Array = NDArray[np.float64]
DAYS = 244
#: The textbook constants in a closed world.
CLOSED = replace(TEXTBOOK, importation=0.0)


def constant(days: int = DAYS) -> Array:
    return np.ones(round(days / STEP))


def homogeneous(people: tuple[float, ...] = (50e3, 170e3, 420e3, 190e3, 170e3)) -> Population:
    """One state in which everybody meets everybody alike."""
    groups = np.array([people])
    contacts = np.tile(10.0 * groups / groups.sum(), (5, 1))[None]
    return Population(("Somewhere",), groups, contacts, np.ones((5, 1, 1)))


def run(people: Population, r0: float, immune: float = 0.0, **kwargs: object) -> Ensemble:
    options = {"preset": CLOSED, "transmission": constant(), "members": 100, "seed": 1} | kwargs
    preset = options.pop("preset")
    return simulate(people, preset, r0=r0, immune=immune, **options)  # pyright: ignore


def final_size(people: Population, r0: float, immune: float) -> float:
    """Solve ln(s/s0) = -R0/rho sum_j C_ij (newly infected_j + seeds_j) / N_j for one state."""
    groups = people.people[0]
    seeds = groups * (CLOSED.latent_per_million + CLOSED.infectious_per_million) * 1e-6
    before = (1.0 - immune) * groups - seeds
    scaled = r0 * people.contacts[0] / people.spectral_radius()[0]
    after = np.zeros(5)
    for _ in range(5000):
        after = before * np.exp(-scaled @ ((before - after + seeds) / groups))
    return float((before - after).sum())


@pytest.mark.parametrize(("r0", "immune"), [(1.5, 0.0), (2.5, 0.0), (2.5, 0.3)])
def test_the_final_size_is_that_of_the_homogeneous_epidemic(r0, immune):
    """Kermack and McKendrick 1927: the final size depends on R0 and not on the periods."""
    people = homogeneous()
    infected = run(people, r0, immune).infected[:, 0]
    error = infected.std() / np.sqrt(infected.size)
    assert infected.mean() == pytest.approx(final_size(people, r0, immune), abs=4 * error + 30)


def test_below_one_the_infections_are_those_of_a_dying_branching_process():
    """Seeds who each infect R others on average make seeds R / (1 - R) infections in all."""
    people = homogeneous()
    infected = run(people, 0.6).infected[:, 0]
    seeds = people.people.sum() * (CLOSED.latent_per_million + CLOSED.infectious_per_million) * 1e-6
    error = infected.std() / np.sqrt(infected.size)
    assert infected.mean() == pytest.approx(seeds * 0.6 / 0.4, abs=4 * error + 2)


def test_the_ensemble_mean_follows_the_mean_field_recursion():
    """A second implementation: expected numbers, one group, plain floats."""
    people = homogeneous()
    total = people.people.sum()
    s, latent, sick, cases = _seeded(total)
    new: list[float] = []
    for _ in range(round(DAYS / STEP)):
        fresh = s * -np.expm1(-STEP * 2.0 / CLOSED.infectious_period * sick / total)
        onset = latent * STEP / CLOSED.latent_period
        s, latent = s - fresh, latent + fresh - onset
        sick += onset - sick * STEP / CLOSED.infectious_period
        cases += fresh
        new.append(onset)
    ensemble = run(people, 2.0)
    day = ensemble.admissions[:, 0].mean(axis=0).argmax()
    lag = CLOSED.admission_delay
    assert ensemble.infected.mean() == pytest.approx(cases, rel=0.01)
    assert day == pytest.approx(np.argmax(new) * STEP + lag, abs=2)


def _seeded(total: float) -> tuple[float, float, float, float]:
    latent = round(total * CLOSED.latent_per_million * 1e-6)
    sick = round(total * CLOSED.infectious_per_million * 1e-6)
    return total - latent - sick, float(latent), float(sick), 0.0


def test_admissions_are_the_stated_share_of_infections_and_stay_the_stated_time():
    preset = replace(CLOSED, hospitalised=(0.02,) * 5, hospitalised_spread=0.0)
    people = homogeneous()
    ensemble = run(people, 2.0, preset=preset)
    seeds = people.people.sum() * preset.latent_per_million * 1e-6
    waiting = preset.awaiting_admission * preset.infectious_per_million
    at_risk = ensemble.infected.mean() + seeds + waiting * people.people.sum() * 1e-6
    admitted = ensemble.admissions.sum(axis=(1, 2)).mean()
    assert admitted == pytest.approx(0.02 * at_risk, rel=0.005)
    person_days = ensemble.in_hospital.sum(axis=(1, 2)).mean()
    assert person_days == pytest.approx(admitted * preset.hospital_stay, rel=0.01)


@settings(max_examples=10)
@given(
    states=st.sets(st.sampled_from(STATES), min_size=1, max_size=4),
    r0=st.floats(0.5, 6.0),
    immune=st.floats(0.0, 0.99),
    preset=st.sampled_from(sorted(PRESETS)),
    seed=st.integers(-(2**70), 2**70),
)
def test_people_are_conserved_and_never_negative(states, r0, immune, preset, seed):
    people = population(sorted(states))
    factor = transmission(PRESETS[preset], "high", date(2022, 10, 1), 40)
    ensemble = simulate(
        people,
        PRESETS[preset],
        r0=r0,
        immune=immune,
        transmission=factor,
        members=20,
        seed=seed,
    )
    assert ensemble.residual == 0.0
    assert ensemble.lowest >= 0.0
    assert (ensemble.infected <= people.people.sum(axis=1)).all()
    assert (ensemble.admissions == np.floor(ensemble.admissions)).all()


def test_coupled_states_keep_the_reproduction_number():
    """Largest eigenvalue of the next-generation matrix per unit of R0; 1 for a state alone."""
    alone, coupled = population(["Kansas"]), population(STATES)
    for people, slack in ((alone, 1e-9), (coupled, 0.01)):
        groups = people.people.ravel()
        next_generation = people.transmission_matrix() * groups[:, None]
        largest = np.abs(np.linalg.eigvals(next_generation)).max()
        assert largest == pytest.approx(1.0, abs=slack)


def test_residents_are_those_of_the_census_estimate_of_2023():
    """US Census Bureau, vintage 2023: 334,914,895 residents; California 38,965,193."""
    assert population(STATES).people.sum() == 334_914_895
    assert population(["California"]).people.sum() == 38_965_193


def test_seasonality_is_a_cosine_between_winter_and_summer():
    year = transmission(TEXTBOOK, "high", date(2022, 9, 1), 365)
    assert year.max() == pytest.approx(1.0, abs=1e-4)
    assert year.min() == pytest.approx(TEXTBOOK.summer_minimum["high"], abs=1e-4)
    assert date.fromordinal(date(2022, 9, 1).toordinal() + int(year.argmax()) // 2) == date(
        2023, 1, 15
    )
    assert np.allclose(transmission(TEXTBOOK, "none", date(2022, 9, 1), 365), 1.0)


def test_gleam_declines_over_the_season_at_the_calibrated_rate():
    factor = transmission(GLEAM, "none", date(2022, 9, 28), 200)
    assert factor[0] == pytest.approx(GLEAM.scale)
    assert factor[200] / factor[0] == pytest.approx(np.exp(-GLEAM.decline * 100))


@pytest.mark.parametrize(
    ("day", "expected"),
    [
        (date(2022, 9, 1), 0),
        (date(2023, 1, 1), 122),
        (date(2022, 7, 1), -62),
        (date(2023, 6, 30), 302),
    ],
)
def test_a_season_is_counted_from_its_own_september(day, expected):
    assert season_day(day) == expected


@pytest.mark.slow
@needs(DATA / "epidemiology")
def test_the_shipped_tables_are_those_the_script_makes_where_the_sources_are_at_hand(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(train, "TABLES", tmp_path)
    train.make_tables(DATA / "epidemiology")
    with np.load(tmp_path / "states.npz") as made:
        assert set(made.files) == set(tables())
        for name, shipped in tables().items():
            if shipped.dtype.kind == "f":  # sums are rounded otherwise by other processors
                np.testing.assert_allclose(made[name], shipped, rtol=1e-12)
            else:
                assert np.array_equal(made[name], shipped)
