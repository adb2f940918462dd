"""Whatever is given to the climate simulator: a right answer or an error that says what to do."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from simulrag.simulators.arguments import validate
from simulrag.simulators.climate.simulator import ClimateSimulator
from simulrag.simulators.errors import SimulatorError
from simulrag.simulators.interface import Call, Quantity, Run

CLIMATE = ClimateSimulator()
FUNCTIONS = {function.name: function for function in CLIMATE.functions}
SCENARIOS = ["historical", "ssp126", "ssp245", "ssp370", "ssp585"]

anything = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**9), 10**9),
    st.floats(),
    st.text(max_size=30),
    st.lists(st.lists(st.floats(-400, 400), max_size=3), max_size=3),
    st.sampled_from(["NaN", "inf", "-101", "90, 0", "-90, 180", "0 N, 30 W", "139.7, 35.7"]),
)
years = st.one_of(st.integers(1800, 2150), anything)
percents = st.one_of(st.floats(-150, 150), anything)


def run(function: str, arguments: dict[str, JsonValue]) -> Run:
    valid = validate(FUNCTIONS[function], arguments)
    return CLIMATE.run(Call(simulator="climate", function=function, arguments=valid))


def sound(found: Run) -> None:
    """Fail unless every number is finite, ordered and possible on Earth."""
    for value in found.outputs.values():
        if isinstance(value, Quantity):
            assert math.isfinite(value.value)
            assert value.low is None or value.low <= value.value
            assert value.high is None or value.high >= value.value
            assert value.unit != "degC" or -75 < value.value < 50
            assert value.unit != "delta_degC" or -30 < value.value < 60
    assert found.check.verdict != "failed"
    assert "nan" not in found.context.casefold().split()


def answered_or_refused(function: str, arguments: dict[str, JsonValue]) -> None:
    refused: SimulatorError | None = None
    try:
        sound(run(function, arguments))
    except SimulatorError as error:
        refused = error
    assert refused is None or (refused.parameter and len(str(refused)) > 20)


@given(
    arguments=st.fixed_dictionaries(
        {},
        optional={
            "place": st.one_of(st.sampled_from(["Paris", "札幌", "Springfield"]), anything),
            "year": years,
            "scenario": st.one_of(st.sampled_from(SCENARIOS), anything),
            "co2": percents,
            "ch4": percents,
            "so2": percents,
            "bc": percents,
            "points": anything,
            "since": st.one_of(st.sampled_from(["start", "year", "preindustrial"]), anything),
        },
    )
)
def test_a_place_gets_a_sound_answer_or_a_clear_refusal(arguments: dict[str, JsonValue]) -> None:
    answered_or_refused("temperature", arguments)
    del_place = {name: value for name, value in arguments.items() if name != "place"}
    answered_or_refused("global_temperature", del_place)


@given(
    latitude=st.floats(-90, 90),
    longitude=st.floats(-180, 360),
    year=st.integers(2015, 2100),
    scenario=st.sampled_from(SCENARIOS[1:]),
    percent=st.floats(-100, 100),
    gas=st.sampled_from(["co2", "ch4", "so2", "bc"]),
    since=st.sampled_from(["start", "year", "preindustrial"]),
)
def test_every_point_on_earth_warms_or_cools_as_the_world_does(
    latitude: float,
    longitude: float,
    year: int,
    scenario: str,
    percent: float,
    gas: str,
    since: str,
) -> None:
    """At sea, on the date line, at a pole: any coordinates that exist."""
    shared: dict[str, JsonValue] = {
        "year": year, "scenario": scenario, gas: percent, "since": since,
    }  # fmt: skip
    place = f"{latitude:.5f}, {longitude:.5f}"
    local = run("temperature", {"place": place, **shared})
    world = run("global_temperature", shared)
    sound(local)
    sound(world)
    here, there = (
        local.outputs["change_from_baseline"],
        world.outputs["global_change_from_baseline"],
    )
    assert isinstance(here, Quantity)
    assert isinstance(there, Quantity)
    assert here.value * there.value >= 0
    assert abs(here.value) <= 8 * abs(there.value) + 1e-12


@pytest.mark.parametrize("percent", [-100.001, -1000, 100.5, float("inf"), float("nan"), "-101"])
def test_emissions_cannot_fall_by_more_than_all(percent: JsonValue) -> None:
    with pytest.raises(SimulatorError) as caught:
        run("global_temperature", {"year": 2050, "scenario": "ssp245", "co2": percent})
    assert caught.value.parameter == "co2"


def test_too_many_points_are_refused_and_many_are_taken() -> None:
    shared: dict[str, JsonValue] = {"year": 2050, "scenario": "ssp245", "so2": -50}
    points: list[JsonValue] = [[i % 360 - 180, i % 179 - 89] for i in range(10_001)]
    with pytest.raises(SimulatorError, match="at most 10000"):
        run("global_temperature", {**shared, "points": points})
    sound(run("temperature", {"place": "Delhi", **shared, "points": points[:10_000]}))


def test_no_emissions_at_all_is_an_answer() -> None:
    nothing: dict[str, JsonValue] = dict.fromkeys(("co2", "ch4", "so2", "bc"), -100)
    for since in ("start", "preindustrial"):
        for year in (2015, 2100):
            shared: dict[str, JsonValue] = {"year": year, "scenario": "ssp585", "since": since}
            sound(run("global_temperature", {**shared, **nothing}))
