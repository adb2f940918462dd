"""The global response against closed forms, assessed figures and published properties."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulrag.simulators.climate import conditions, global_response, idealised_runs, trajectories
from simulrag.simulators.climate.global_response import (
    CH4_1750,
    CO2_1750,
    GlobalResponse,
    Members,
    ch4_forcing,
    changed,
    co2_forcing,
)

ROOT_N2O = np.sqrt(332.0)


@pytest.fixture(scope="module")
def centre() -> Members:
    return trajectories.members().take(slice(0, 1))


def warmed(target: idealised_runs.AssessedPeriod) -> np.ndarray:
    """Return the period's mean warming by member."""
    years = range(target.first, target.last + 1)
    past = target.last <= conditions.LAST_HISTORICAL
    scenario = conditions.HISTORICAL if past else target.scenario
    return np.mean([trajectories.warming(year, scenario, {}) for year in years], axis=0)


@pytest.mark.parametrize("target", idealised_runs.WARMING, ids=lambda t: f"{t.scenario}-{t.first}")
def test_warming_lies_within_assessed_estimates(target: idealised_runs.AssessedPeriod) -> None:
    """From AR6 WG1, table SPM.1: best estimates, and the ends of the very likely ranges."""
    found = warmed(target)
    margin = 0.05 if target.last <= conditions.LAST_HISTORICAL else 0.15
    assert found[0] == pytest.approx(target.best, abs=margin)
    assert np.median(found[1:]) == pytest.approx(target.best, abs=margin)
    assert np.quantile(found[1:], 0.05) == pytest.approx(target.low, abs=0.15)
    assert np.quantile(found[1:], 0.95) == pytest.approx(target.high, abs=0.15)


def test_sensitivity_and_transient_response_lie_in_the_assessed_ranges() -> None:
    """From AR6 WG1 box TS.1: sensitivity very likely 2 to 5, transient response 1.2 to 2.4 °C."""
    members = trajectories.members()
    for target in idealised_runs.IDEALISED[:2]:
        found = target.of(members)
        assert found[0] == pytest.approx(target.best, abs=0.15)
        low, high = np.quantile(found[1:], (0.05, 0.95))
        assert low == pytest.approx(target.low, abs=0.15)
        assert high == pytest.approx(target.high, abs=0.15)


def test_transient_response_is_that_of_steps_of_a_year(centre: Members) -> None:
    """The mean of years 61 to 80 of CO2 that grows by 1 % a year, by small steps instead."""
    p = {name: float(values[0]) for name, values in vars(centre).items()}
    upper = deep = 0.0
    warmed: list[float] = []
    for year in range(1, 81):
        forcing = float(co2_forcing(CO2_1750 * 1.01**year, np.sqrt(273.865)))
        for _ in range(365):
            flow = p["exchange"] * (upper - deep)
            upper += (forcing - p["feedback"] * upper - p["efficacy"] * flow) / (
                365 * p["upper_capacity"]
            )
            deep += flow / (365 * p["deep_capacity"])
        warmed.append(upper)
    found = idealised_runs.transient_response(centre)[0]
    assert found == pytest.approx(np.mean(warmed[60:80]), abs=0.005)


def test_it_stays_about_as_warm_once_emissions_of_co2_end() -> None:
    """From AR6 WG1 section 4.7.1.1: within 0.3 °C of what it was for 50 years."""
    assert np.abs(idealised_runs.commitment(trajectories.members())).max() < 0.5
    assert abs(idealised_runs.commitment(trajectories.members())[0]) < 0.1


def test_warming_of_cumulative_emissions_is_as_assessed() -> None:
    """From AR6 WG1 table SPM.2: likely 0.27 to 0.63 °C per 1000 Gt of CO2."""
    found = idealised_runs.per_1000_gt(trajectories.members())
    assert found[0] == pytest.approx(0.45, abs=0.05)
    assert 0.27 < np.quantile(found, 0.17) < np.quantile(found, 0.83) < 0.63


def test_doubled_co2_forces_as_assessed() -> None:
    """From AR6 WG1 section 7.3.2.1: 3.93 (3.46 to 4.40) W/m2."""
    assert co2_forcing(2 * CO2_1750, np.sqrt(273.865)) == pytest.approx(3.93, abs=0.15)


def test_methane_of_2019_forces_as_assessed() -> None:
    """From AR6 WG1 table 7.5: 0.54 W/m2 direct; ozone and water vapour add some 0.2 to 0.3."""
    assert ch4_forcing(1866.3, ROOT_N2O) == pytest.approx(0.54 + 0.25, abs=0.08)


def test_a_step_of_forcing_ends_in_forcing_over_feedback(centre: Members) -> None:
    """Closed form of the two layers, and a second implementation with steps of a day."""
    model = GlobalResponse(centre)
    state = model.start()
    p = {name: float(values[0]) for name, values in vars(centre).items()}
    upper = deep = 0.0
    for _ in range(100):
        model._step_layers(state, np.array([3.0]))  # pyright: ignore[reportPrivateUsage]
        for _ in range(365):
            flow = p["exchange"] * (upper - deep)
            upper += (3.0 - p["feedback"] * upper - p["efficacy"] * flow) / (
                365 * p["upper_capacity"]
            )
            deep += flow / (365 * p["deep_capacity"])
    assert state.upper[0] == pytest.approx(upper, abs=2e-3)
    assert state.deep[0] == pytest.approx(deep, abs=2e-3)
    for _ in range(5000):
        model._step_layers(state, np.array([3.0]))  # pyright: ignore[reportPrivateUsage]
    assert state.upper[0] == pytest.approx(3.0 / p["feedback"], rel=1e-6)


def test_a_pulse_of_co2_fades_as_its_impulse_response_says(centre: Members) -> None:
    """Joos et al. 2013, table 5: 0.60 is left after 20 and 0.41 after 100 years."""
    model = GlobalResponse(centre)
    state = model.start()
    fixed = np.zeros(1)  # lifetimes stay as they are where the exponent is 0
    model._step_carbon(state, fixed, np.array([100.0]))  # pyright: ignore[reportPrivateUsage]
    first = state.pools.sum()
    left = {}
    for year in range(1, 101):
        state.upper = np.zeros(1)
        airborne = state.pools.sum(axis=0)
        balance = -model._per_ppm * airborne  # pyright: ignore[reportPrivateUsage]
        model._step_carbon(state, balance, np.zeros(1))  # pyright: ignore[reportPrivateUsage]
        left[year] = float(state.pools.sum() / first)
    assert left[20] == pytest.approx(0.60, abs=0.03)
    assert left[100] == pytest.approx(0.41, abs=0.02)


def test_steady_methane_emissions_keep_the_preindustrial_concentration(centre: Members) -> None:
    model = GlobalResponse(centre)
    driver = global_response.drivers()[conditions.HISTORICAL][:1].repeat(300, axis=0)
    driver[:, global_response.CO2] = driver[:, global_response.NATURAL] = driver[
        :, global_response.REMAINDER
    ] = 0.0
    _, state = model.run(model.start(), driver)
    assert state.methane[0] == pytest.approx(CH4_1750, rel=0.01)


def test_carbon_dioxide_follows_the_concentrations_of_the_scenarios(centre: Members) -> None:
    """CMIP6 concentrations of 2100 (Meinshausen et al. 2020), ppm."""
    published = {"ssp126": 446, "ssp245": 603, "ssp370": 867, "ssp585": 1135}
    model = GlobalResponse(centre)
    _, past = model.run(model.start(), global_response.drivers()[conditions.HISTORICAL])
    for name, wanted in published.items():
        _, state = model.run(past, global_response.drivers()[name])
        assert CO2_1750 + float(state.pools.sum()) == pytest.approx(wanted, rel=0.02)


def test_warming_per_emitted_co2_is_as_assessed() -> None:
    """AR6 WG1 table SPM.2: 0.45 (0.27 to 0.63) °C per 1000 Gt of CO2."""
    baseline = trajectories.warming(2100, "ssp245", {})[0]
    more = trajectories.warming(2100, "ssp245", {"co2": 20.0})[0]
    added = 0.2 * global_response.drivers()["ssp245"][:, global_response.CO2].sum() / 1000.0
    assert 0.27 < (more - baseline) / added < 0.63


def test_half_the_black_carbon_may_warm_or_cool() -> None:
    """As in calibrated FaIR, whose 90 % range is -0.12 to 0.34 °C in 2050."""
    effect = trajectories.warming(2050, "ssp245", {"bc": -50.0})
    effect = effect - trajectories.warming(2050, "ssp245", {})
    low, high = np.quantile(effect[1:], (0.05, 0.95))
    assert low == pytest.approx(-0.12, abs=0.06)
    assert high == pytest.approx(0.34, abs=0.12)


@pytest.mark.parametrize("gas", ["co2", "ch4"])
@pytest.mark.parametrize("scenario", conditions.SCENARIOS)
def test_more_of_a_warming_emission_is_warmer_for_every_member(gas: str, scenario: str) -> None:
    steps = [trajectories.warming(2080, scenario, {gas: x}) for x in (-100, -50, -5, 0, 5, 50, 100)]
    assert (np.diff(np.stack(steps), axis=0) > 0).all()


@pytest.mark.parametrize("scenario", conditions.SCENARIOS)
def test_more_sulfur_dioxide_is_cooler_for_every_member(scenario: str) -> None:
    steps = [trajectories.warming(2060, scenario, {"so2": x}) for x in (-100, -20, 0, 20, 100)]
    assert (np.diff(np.stack(steps), axis=0) < 0).all()


def test_a_change_of_zero_is_the_baseline_to_the_last_bit() -> None:
    driver = global_response.drivers()["ssp370"]
    assert (changed(driver, {"co2": 0.0, "bc": -0.0}) == driver).all()
    zero = dict.fromkeys(conditions.GASES, 0.0)
    for year in (2015, 2050, 2100):
        same = trajectories.warming(year, "ssp370", zero) == trajectories.warming(
            year, "ssp370", {}
        )
        assert same.all()


@settings(max_examples=25)
@given(
    year=st.integers(2015, 2100),
    scenario=st.sampled_from(conditions.SCENARIOS),
    changes=st.fixed_dictionaries(
        {gas: st.floats(-100, 100, allow_nan=False) for gas in conditions.GASES}
    ),
)
def test_any_allowed_change_gives_a_finite_and_plausible_world(
    year: int, scenario: str, changes: dict[str, float]
) -> None:
    found = trajectories.warming(year, scenario, changes)
    assert np.isfinite(found).all()
    assert (found > -1.0).all()
    assert (found < 14.0).all()


def test_a_short_run_is_the_beginning_of_a_long_one() -> None:
    """A point call stops at its year; the digits must not depend on that."""
    model = GlobalResponse(trajectories.members())
    _, state, reference = trajectories.history()
    driver = changed(global_response.drivers()["ssp585"], {"co2": 7.0})
    whole, _ = model.run(state, driver)
    assert (trajectories.warming(2040, "ssp585", {"co2": 7.0}) == whole[25] - reference).all()


def test_many_calls_at_once_equal_calls_one_by_one() -> None:
    model = GlobalResponse(trajectories.members())
    past = global_response.drivers()[conditions.HISTORICAL]
    count = len(conditions.SCENARIOS)
    _, state = model.run(model.start((count,)), np.repeat(past[..., None], count, axis=-1))
    driver = np.stack([global_response.drivers()[name] for name in conditions.SCENARIOS], axis=-1)
    together, _ = model.run(state, driver)
    _, alone, reference = trajectories.history()
    for column, name in enumerate(conditions.SCENARIOS):
        one, _ = model.run(alone, global_response.drivers()[name])
        np.testing.assert_allclose(together[:, column], one, rtol=1e-12)
        assert trajectories.warming(2100, name, {})[0] == one[-1, 0] - reference[0]


def test_parameters_that_are_not_numbers_are_seen(centre: Members) -> None:
    """A broken parameter must come out as a broken number and not as a plausible one."""
    broken = replace(centre, carbon_base=np.array([np.nan]))
    model = GlobalResponse(broken)
    warming, _ = model.run(model.start(), global_response.drivers()[conditions.HISTORICAL])
    assert np.isnan(warming[-1]).all()
