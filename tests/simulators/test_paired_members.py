"""Every built-in simulator pairs its members: a small step moves each, and not the dice."""

from dataclasses import replace
from datetime import date

import numpy as np
import pytest
from numpy.typing import NDArray
from pydantic import JsonValue

from corridor import engine
from simulrag.simulators.arguments import validate
from simulrag.simulators.climate.simulator import ClimateSimulator
from simulrag.simulators.epidemiology.emulator import (
    QUANTILES,
    at_levels,
    emulated_quantiles,
    scores,
)
from simulrag.simulators.epidemiology.request import Request
from simulrag.simulators.epidemiology.simulator import EpidemiologySimulator
from simulrag.simulators.interface import Call, Simulator
from simulrag.simulators.urban.simulator import UrbanSimulator

Array = NDArray[np.float64]
Arguments = dict[str, JsonValue]

CLIMATE, EPIDEMIOLOGY = ClimateSimulator(), EpidemiologySimulator()
EMULATED = UrbanSimulator(emulate=True)

CITY: Arguments = {
    "place": "Nairobi", "year": 2060, "scenario": "ssp245", "co2": -20.0, "ch4": -20.0,
    "so2": -20.0, "bc": -20.0,
}  # fmt: skip
WORLD: Arguments = {name: value for name, value in CITY.items() if name != "place"}
ROAD: Arguments = {"speed_limit": -20.0, "demand": -10.0, "lanes": 2, "signal": "fixed-time"}
NEEDED: Arguments = {
    "states": ["Ohio"], "start_date": "2022-10-01", "seasonality": "moderate",
    "metric": "hospital incidence", "peak": 900.0,
}  # fmt: skip
GASES: list[Arguments] = [
    {"year": 2061}, {"co2": -20.5}, {"ch4": -20.5}, {"so2": -20.5}, {"bc": -20.5},
]  # fmt: skip
FOUND: list[Arguments] = [{"peak": 910.0}, {"start_date": "2022-10-02"}]

#: Simulator, function, arguments, and small steps of each numeric input.
CASES: list[tuple[Simulator, str, Arguments, list[Arguments]]] = [
    (CLIMATE, "temperature", CITY, GASES),
    (CLIMATE, "global_temperature", WORLD, GASES),
    (EMULATED, "corridor", ROAD, [{"speed_limit": -20.5}, {"demand": -9.5}]),
    (EPIDEMIOLOGY, "needed_r0", {**NEEDED, "immunity": 30.0}, [*FOUND, {"immunity": 30.2}]),
    (EPIDEMIOLOGY, "needed_immunity", {**NEEDED, "r0": 2.4}, [*FOUND, {"r0": 2.41}]),
    (
        EPIDEMIOLOGY,
        "needed_contacts",
        {**NEEDED, "r0": 2.6, "immunity": 20.0},
        [*FOUND, {"r0": 2.61}, {"immunity": 20.2}],
    ),
]


def members(simulator: Simulator, function: str, arguments: Arguments) -> dict[str, Array]:
    declared = next(one for one in simulator.functions if one.name == function)
    asked = Call(
        simulator=simulator.name, function=function, arguments=validate(declared, arguments)
    )
    return {name: np.array(values) for name, values in simulator.samples(asked).items()}


#: Inputs that are searched for take many emulated seasons.
@pytest.mark.parametrize(
    ("simulator", "function", "arguments", "steps"),
    [
        pytest.param(*case, id=case[1], marks=[pytest.mark.slow] * (case[0] is EPIDEMIOLOGY))
        for case in CASES
    ],
)
def test_a_small_step_of_a_numeric_input_moves_each_member_and_not_the_dice(
    simulator, function, arguments, steps
):
    base, again = (members(simulator, function, dict(arguments)) for _ in range(2))
    assert base
    for name, values in base.items():
        assert np.array_equal(values, again[name], equal_nan=True), name
    for step in steps:
        moved = members(simulator, function, {**arguments, **step})
        for name, values in base.items():
            both = np.isfinite(values) & np.isfinite(moved[name])
            if values[both].std() > 0 and moved[name][both].std() > 0:
                found = np.corrcoef(values[both], moved[name][both])[0, 1]
                assert found > 0.5, (step, name)


def test_nairobi_warms_over_the_century_within_a_range_that_pairs_leave():
    """1990 to 2090 under ssp585: 2.5 to 5.4 degC hold the 90 % range of paired members."""
    after, before = (
        members(CLIMATE, "temperature", {"place": "Nairobi", **asked})["temperature"]
        for asked in ({"year": 2090, "scenario": "ssp585"}, {"year": 1990})
    )
    low, high = np.quantile(after - before, (0.05, 0.95))
    assert 2.5 <= low < high <= 5.4


def test_the_higher_scenario_is_the_warmer_one_in_nearly_every_member():
    high, low = (
        members(CLIMATE, "global_temperature", {"year": 2050, "scenario": scenario})[
            "global_warming"
        ]
        for scenario in ("ssp585", "ssp245")
    )
    assert ((high > low).sum() + 0.5) / (len(high) + 1) >= 0.99


def test_emulated_members_have_the_mean_of_the_run():
    given = validate(EMULATED.functions[0], ROAD)
    asked = Call(simulator="urban", function="corridor", arguments=given)
    made, drawn = EMULATED.run(asked), EMULATED.samples(asked)
    for name, values in drawn.items():
        output = made.outputs[name]
        # A mean of ratios is not the ratio of means: of a noisy queue it is 0.1 points off.
        assert np.mean(values) == pytest.approx(output.value, rel=0.01, abs=0.15), name


@engine
@pytest.mark.parametrize("step", [{"speed_limit": -20.1}, {"demand": -9.9}])
def test_a_small_step_moves_each_seed_of_the_engine_where_signals_keep_their_times(step):
    """Of what is asked for most; how far others drift apart is in the handbook."""
    engine = UrbanSimulator(emulate=False)
    base, moved = (members(engine, "corridor", {**ROAD, **more}) for more in ({}, step))
    for name in ("travel_time", "idling_time", "speed", "co2", "nox", "fuel", "throughput"):
        assert np.corrcoef(base[name], moved[name])[0, 1] > 0.5, name
    for name in ("travel_time_change", "co2_change", "nox_change", "fuel_change"):
        assert np.corrcoef(base[name], moved[name])[0, 1] > 0.5, name


def test_members_of_the_season_emulator_sit_at_their_quantiles_in_every_setting():
    ohio = Request(("Ohio",), date(2022, 10, 1), 2.4, "moderate", 0.3)
    levels = emulated_quantiles([ohio, replace(ohio, r0=2.41)])
    drawn = at_levels(levels, scores(0))
    found = np.quantile(drawn, QUANTILES, axis=2).transpose(1, 2, 0, 3)
    assert np.allclose(found, levels, rtol=0.03, atol=0.5)
    peaks = drawn[:, 0].max(axis=2)
    assert np.corrcoef(peaks)[0, 1] > 0.99
    assert np.array_equal(peaks[0].argsort(), scores(0).argsort())


def test_the_levels_of_the_season_emulator_are_met_exactly():
    quantiles = np.array([80.0, 95.0, 100.0, 106.0, 120.0])[:, None]
    knots = np.array([-1.6448536269514729, -0.6744897501960817, 0.0, 0.6744897501960817])
    found = at_levels(quantiles, knots)[:, 0]
    assert np.allclose(found, [80.0, 95.0, 100.0, 106.0])
