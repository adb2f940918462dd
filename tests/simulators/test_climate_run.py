"""Runs of the climate simulator as a caller sees them."""

import json
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import JsonValue

from simulrag.simulators.arguments import validate
from simulrag.simulators.climate import stored_fields, trajectories
from simulrag.simulators.climate.simulator import ClimateSimulator
from simulrag.simulators.errors import (
    BadValue,
    MissingCondition,
    OutOfRange,
    RunFailed,
    UnknownName,
)
from simulrag.simulators.interface import Call, Label, Quantity, Run
from simulrag.simulators.output_operations import number

CLIMATE = ClimateSimulator()
FUNCTIONS = {function.name: function for function in CLIMATE.functions}


def run(function: str, **arguments: JsonValue) -> Run:
    valid = validate(FUNCTIONS[function], arguments)
    return CLIMATE.run(Call(simulator="climate", function=function, arguments=valid))


def celsius(place: str, year: int = 2000, **more: JsonValue) -> float:
    return number(run("temperature", place=place, year=year, **more), "temperature").value


@pytest.mark.parametrize("function", FUNCTIONS.values(), ids=lambda f: f.name)
def test_every_example_runs_and_returns_every_output(function) -> None:
    found = run(function.name, **function.example)
    assert set(found.outputs) == {output.name for output in function.outputs}
    assert len(found.check.model_dump_json()) <= 300
    assert found.check.verdict != "failed"
    for output in function.outputs:
        value = found.outputs[output.name]
        if isinstance(value, Quantity):
            assert value.unit == output.unit
            if value.level is None:
                continue  # a record, or a probability
            assert value.low is not None
            assert value.high is not None
            assert value.low <= value.value <= value.high
        elif isinstance(value, Label):
            assert value.value in output.choices


#: Published annual means of the last decades of the 20th century (national weather services), °C.
CITIES = {
    "Tokyo": 15.5, "Sapporo": 8.9, "Moscow": 5.5, "Lisbon": 17.0, "Nemuro": 6.3, "Paris": 12.0,
    "London": 11.0, "Berlin": 9.8, "Athens": 18.0, "Cairo": 22.0, "Lagos": 27.0,
    "Cape Town": 17.0, "Dakar": 24.5, "Delhi": 25.0, "Mumbai": 27.2, "Shanghai": 16.5,
    "Hong Kong": 23.2, "Seoul": 12.5, "Manila": 27.8, "Jakarta": 27.3, "Singapore": 27.5,
    "Sydney": 17.9, "Perth": 18.5, "Auckland": 15.3, "Winnipeg": 2.8, "Toronto": 9.0,
    "New York City": 12.8, "Chicago": 10.0, "Miami": 25.0, "Buenos Aires": 17.7, "Manaus": 27.3,
    "Reykjavík": 4.8, "Stockholm": 7.0, "Helsinki": 5.7, "Yakutsk": -9.5, "Novosibirsk": 1.3,
}  # fmt: skip
#: The same of highland cities.
HIGH = {
    "Denver": 10.0, "Salt Lake City": 12.0, "Mexico City": 17.0, "Bogotá": 14.0, "Quito": 15.0,
    "Cusco": 12.0, "Addis Ababa": 16.0, "Nairobi": 19.0, "Johannesburg": 16.0, "Kabul": 12.0,
    "Madrid": 15.0,
}  # fmt: skip


@pytest.mark.parametrize(("place", "published"), (CITIES | HIGH).items())
def test_known_cities_are_as_warm_as_published(place: str, published: float) -> None:
    assert celsius(place) == pytest.approx(published, abs=3.0)


def test_the_median_error_over_lowland_cities_is_below_one_degree() -> None:
    errors = [abs(celsius(place) - published) for place, published in CITIES.items()]
    assert np.median(errors) < 1.0


def test_longitude_is_not_mirrored() -> None:
    """The published emulator reads 180 degrees off: these orders would be turned round."""
    assert celsius("Tokyo") > celsius("Sapporo") + 4
    assert celsius("Lisbon") > celsius("Moscow") + 8
    places = list(CITIES)
    right = np.array([celsius(place) for place in places])
    there = [run("land_or_sea", place=place).resolved["place"] for place in places]
    points = [text[text.rindex("(") + 1 : -1] for text in there]
    mirrored = np.array([celsius(_opposite(point)) for point in points])
    published = np.array(list(CITIES.values()))
    assert np.abs(right - published).mean() < 0.4 * np.abs(mirrored - published).mean()


def _opposite(point: str) -> str:
    latitude, longitude = point.split(", ")
    degrees, side = longitude.split()
    return f"{latitude}, {180 - float(degrees):.2f} {'W' if side == 'E' else 'E'}"


def test_the_date_line_and_the_greenwich_meridian_are_seamless() -> None:
    for latitude in (-60, 0, 52, 80):
        assert celsius(f"{latitude}, 179.9999") == pytest.approx(
            celsius(f"{latitude}, -179.9999"), abs=0.01
        )
        assert celsius(f"{latitude}, 180") == celsius(f"{latitude}, -180")
        assert celsius(f"{latitude}, 359.9999") == pytest.approx(
            celsius(f"{latitude}, 0.0001"), abs=0.01
        )
        assert celsius(f"{latitude}, 200") == pytest.approx(celsius(f"{latitude}, -160"), abs=1e-9)


def test_a_pole_has_one_temperature() -> None:
    for pole in ("90", "-90"):
        values = {round(celsius(f"{pole}, {longitude}"), 6) for longitude in (-180, -1, 0, 77.7)}
        assert len(values) == 1
    assert celsius("-90, 0") < -35 < celsius("90, 0") < -10


def test_the_pattern_has_mean_one_and_the_arctic_and_land_warm_more() -> None:
    """Land warms 1.4 to 1.7 times as much as the ocean, the Arctic 2 to 3 times the mean (AR6)."""
    grid = np.array(
        [
            [stored_fields.yearly(lat, lon).pattern for lon in range(-178, 180, 4)]
            for lat in range(-88, 90, 4)
        ]
    )
    weights = np.cos(np.radians(np.arange(-88, 90, 4)))
    assert (grid.mean(axis=1) @ weights) / weights.sum() == pytest.approx(1.0, abs=0.02)
    arctic = grid[-6:].mean()
    assert 1.8 < arctic < 3.2
    assert stored_fields.yearly(55, 90).pattern > 1.3 > stored_fields.yearly(-10, -120).pattern


def test_the_mean_of_the_world_is_about_fourteen_degrees() -> None:
    """Jones et al. 1999, doi 10.1029/1999RG900002: 14.0 °C for 1961 to 1990."""
    rows = np.arange(-87.5, 90, 5)
    means = [np.mean([celsius(f"{lat}, {lon}", 1980) for lon in range(-170, 180, 20)])
             for lat in rows]  # fmt: skip
    assert np.average(means, weights=np.cos(np.radians(rows))) == pytest.approx(14.0, abs=0.6)


def test_models_of_an_earlier_period_are_off_by_no_more_than_the_handbook_says() -> None:
    """Half of the level is theirs; their mean of 1961-1990 is moved by the global mean alone."""
    since = trajectories.period(*stored_fields.REFERENCE)[0] - trajectories.period(1961, 1990)[0]
    patterns = [
        stored_fields.yearly(lat, lon).pattern
        for lat in range(-88, 90, 4)
        for lon in range(0, 360, 8)
    ]
    assert np.abs(np.array(patterns) - 1.0).max() * since / 2 == pytest.approx(0.06, abs=0.005)


def test_no_change_equals_the_baseline_exactly() -> None:
    plain = run("temperature", place="Suresnes", year=2050, scenario="ssp245")
    zero = run("temperature", place="Suresnes", year=2050, scenario="SSP2-4.5", co2=0, bc=0.0)
    assert zero.outputs == plain.outputs
    effect = number(plain, "change_from_baseline")
    assert (effect.low, effect.value, effect.high) == (0.0, 0.0, 0.0)


def test_emissions_act_in_the_right_direction_locally_and_globally() -> None:
    for gas, sign in {"co2": 1, "ch4": 1, "bc": 1, "so2": -1}.items():
        local = run("temperature", place="Suresnes", year=2080, scenario="ssp370", **{gas: 20.0})
        world = run("global_temperature", year=2080, scenario="ssp370", **{gas: 20.0})
        assert sign * number(local, "change_from_baseline").value > 0
        assert sign * number(world, "global_change_from_baseline").value > 0


@pytest.mark.parametrize("year", [1850, 1851, 1990, 2015, 2100])
def test_a_series_leads_to_the_value_asked_for(year: int) -> None:
    scenario = "ssp126" if year > 2014 else None
    for function, output, more in (
        ("temperature", "temperature", {"place": "Oslo"}),
        ("global_temperature", "global_warming", {}),
    ):
        found = run(function, year=year, scenario=scenario, **more)
        series = found.series[output]
        assert len(series.times) == len(series.values) == len(series.low) == len(series.high) <= 60
        assert series.times[0] == "1850"
        assert series.times[-1] == str(year)
        assert series.values[-1] == number(found, output).value
        assert series.high[-1] == number(found, output).high


def test_a_broken_parameter_fails_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = np.full((1, 121), np.nan)
    monkeypatch.setattr("simulrag.simulators.climate.trajectories.path", lambda *_: broken)
    with pytest.raises(RunFailed, match="not a number"):
        run("global_temperature", year=2000)


def test_a_change_in_one_cell_is_about_zero_and_says_so() -> None:
    point: JsonValue = [[15.5182, 46.2281]]
    found = run("temperature", place="Celje", year=2087, scenario="ssp126", so2=20, points=point)
    assert abs(number(found, "change_from_baseline").value) < 0.005
    assert any("less than the model can tell from none" in text for text in found.warnings)
    everywhere = run("temperature", place="Celje", year=2087, scenario="ssp126", so2=20)
    assert abs(number(everywhere, "change_from_baseline").value) > 0.005


def test_the_sentence_and_the_resolution_name_every_condition() -> None:
    found = run("temperature", place="Suresnes", year=2050, scenario="ssp245", co2=23.83, ch4=39.2)
    for words in ("+23.83% change in CO2", "+39.2% change in CH4", "Suresnes, France", "2050",
                  "ssp245", "every year from 2015 to 2050"):  # fmt: skip
        assert words in found.context
    assert found.resolved["place"] == "Suresnes, France (48.87 N, 2.23 E)"
    assert "1.2383" in found.resolved["emission changes"]


@pytest.mark.parametrize(
    ("error", "parameter", "arguments"),
    [
        (OutOfRange, "year", {"place": "Paris", "year": 2300, "scenario": "ssp245"}),
        (OutOfRange, "year", {"place": "Paris", "year": 1800}),
        (OutOfRange, "year", {"place": "Paris", "year": 2014, "scenario": "ssp245"}),
        (OutOfRange, "year", {"place": "Paris", "year": 2015, "scenario": "historical"}),
        (MissingCondition, "scenario", {"place": "Paris", "year": 2050}),
        (MissingCondition, "place", {"year": 2000}),
        (UnknownName, "scenario", {"place": "Paris", "year": 2050, "scenario": "ssp999"}),
        (UnknownName, "scenario", {"place": "Paris", "year": 2050, "scenario": "rcp60"}),
        (UnknownName, "place", {"place": "Xyzzyville", "year": 2000}),
        (OutOfRange, "co2", {"place": "Paris", "year": 2000, "co2": 10}),
        (OutOfRange, "co2", {"place": "Paris", "year": 2050, "scenario": "ssp245", "co2": -101}),
        (BadValue, "co2", {"place": "Paris", "year": 2050, "scenario": "ssp245", "co2": "NaN"}),
        (BadValue, "year", {"place": "Paris", "year": "soon"}),
        (OutOfRange, "place", {"place": "139.7, 35.7", "year": 2000}),
        (OutOfRange, "points", {"place": "Paris", "year": 2000, "points": [[2.2, 98.0]]}),
    ],
)
def test_bad_input_is_refused_with_what_is_allowed(
    error: type[Exception], parameter: str, arguments: dict[str, JsonValue]
) -> None:
    with pytest.raises(error) as caught:
        run("temperature", **arguments)
    assert getattr(caught.value, "parameter", "") == parameter


def test_listed_places_are_land_and_open_water_is_sea() -> None:
    def surface(place: str) -> str:
        found = run("land_or_sea", place=place).outputs["surface"]
        assert isinstance(found, Label)
        return found.value

    assert surface("Suresnes") == surface("Vila Velha") == surface("-75, 100") == "land"
    assert surface("0 N, 30 W") == surface("30, -170") == "sea"


def test_candidates_select_what_they_say() -> None:
    found = CLIMATE.find("place", "Cambridge")
    assert len(found) > 2
    second = run("temperature", place=found[1].value, year=2000)
    assert second.resolved["place"] == found[1].title
    assert second.warnings == ()
    assert CLIMATE.find("year", "Cambridge") == ()


@settings(max_examples=40)
@given(
    latitude=st.floats(-90, 90),
    longitude=st.floats(-180, 360),
    year=st.integers(1850, 2014),
)
def test_any_point_of_history_has_an_ordered_and_possible_temperature(
    latitude: float, longitude: float, year: int
) -> None:
    found = number(
        run("temperature", place=f"{latitude:.6f}, {longitude:.6f}", year=year), "temperature"
    )
    assert found.low is not None
    assert found.high is not None
    assert -65 < found.low < found.value < found.high < 40


def test_another_process_gives_the_same_digits_without_torch() -> None:
    code = (
        "import sys, json\n"
        "from simulrag.simulators.climate.simulator import ClimateSimulator\n"
        "from simulrag.simulators.interface import Call\n"
        "a = dict(place='Suresnes', year=2050, scenario='ssp245', season=None,"
        " co2=23.83, ch4=39.2, so2=-5.0, bc=1.5, points=None, since=None)\n"
        "r = ClimateSimulator().run(Call(simulator='climate', function='temperature',"
        " arguments=a))\n"
        "heavy = {'torch', 'scipy', 'pandas', 'netCDF4', 'matplotlib'} & set(sys.modules)\n"
        "print(json.dumps([r.model_dump(mode='json'), sorted(heavy)]))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    found, heavy = json.loads(done.stdout)
    assert heavy == []
    here = run("temperature", place="Suresnes", year=2050, scenario="ssp245", co2=23.83, ch4=39.2,
               so2=-5, bc=1.5)  # fmt: skip
    assert found == here.model_dump(mode="json")
