"""Seasons, precipitation and regions as a caller sees them."""

import numpy as np
import pytest
from pydantic import JsonValue

from simulrag.simulators.arguments import validate
from simulrag.simulators.capabilities import of_single_year
from simulrag.simulators.climate import parameters, stored_fields
from simulrag.simulators.climate.simulator import ClimateSimulator
from simulrag.simulators.errors import BadValue, UnknownName
from simulrag.simulators.interface import Call, Quantity, Run
from simulrag.simulators.output_operations import number

CLIMATE = ClimateSimulator()
FUNCTIONS = {function.name: function for function in CLIMATE.functions}


def call(function: str, **arguments: JsonValue) -> Call:
    valid = validate(FUNCTIONS[function], arguments)
    return Call(simulator="climate", function=function, arguments=valid)


def run(function: str, **arguments: JsonValue) -> Run:
    return CLIMATE.run(call(function, **arguments))


def celsius(place: str, season: str = "annual", year: int = 2000, **more: JsonValue) -> float:
    made = run("temperature", place=place, year=year, season=season, **more)
    return number(made, "temperature").value


def rain(place: str, season: str = "annual") -> Quantity:
    return number(run("precipitation", place=place, year=2000, season=season), "precipitation")


def wetter(place: str, season: str = "annual") -> Quantity:
    later = run("precipitation", place=place, year=2090, scenario="ssp585", season=season)
    return number(later, "precipitation_change")


def test_no_season_is_the_whole_year() -> None:
    plain = run("temperature", place="Moscow", year=2000)
    assert number(plain, "temperature").value == celsius("Moscow")


@pytest.mark.parametrize("place", ["Moscow", "Sydney", "Phoenix", "Quito", "Vostok"])
def test_parts_of_the_year_make_up_the_year(place: str) -> None:
    place = {"Vostok": "78.46 S, 106.84 E"}.get(place, place)
    months = [celsius(place, month) for month in parameters.MONTHS]
    assert np.average(months, weights=stored_fields.DAYS) == pytest.approx(celsius(place), abs=0.1)
    for season, own in stored_fields.MONTHS_OF.items():
        days = stored_fields.DAYS[list(own)]
        mean = np.average([months[month] for month in own], weights=days)
        assert mean == pytest.approx(celsius(place, season), abs=0.1)


@pytest.mark.parametrize("place", ["London", "Mumbai", "Lima", "Singapore", "India"])
def test_months_of_rain_add_up_to_the_year(place: str) -> None:
    total = sum(rain(place, month).value for month in parameters.MONTHS)
    assert total == pytest.approx(rain(place).value, rel=0.05)


def test_a_season_by_name_is_that_of_the_hemisphere() -> None:
    assert celsius("Sydney", "summer") == celsius("Sydney", "DJF")
    assert celsius("Madrid", "summer") == celsius("Madrid", "June to August")
    assert celsius("Argentina", "winter") == celsius("Argentina", "JJA")
    assert celsius("Moscow", "January") < celsius("Moscow", "July")
    with pytest.raises(BadValue, match="both sides"):
        run("temperature", place="Africa", year=2000, season="summer")


def test_the_interval_of_rain_holds_no_negative_amount() -> None:
    for place in ("Cairo", "Lima", "Aswan", "Sahara"):
        found = rain(place, "JJA")
        assert found.low is not None
        assert found.high is not None
        assert 0.0 <= found.low < found.value < found.high


def test_precipitation_changes_as_assessed() -> None:
    """IPCC AR6 WG1, chapter 4: less around the Mediterranean, more in high latitudes."""
    dry, wet = wetter("Mediterranean"), wetter("Arctic")
    assert dry.high is not None
    assert wet.low is not None
    assert dry.high < 0.0 < wet.low
    assert wetter("world").value > 0.0
    per_degree = stored_fields.find_region("world")
    assert per_degree is not None
    assert 0.01 < per_degree.rain().response < 0.03


def test_a_change_in_percent_and_in_millimetres_are_one() -> None:
    made = run("precipitation", place="Madrid", year=2090, scenario="ssp370")
    total, percent, more = (number(made, name).value for name in (
        "precipitation", "precipitation_change", "precipitation_change_mm",
    ))  # fmt: skip
    assert percent == pytest.approx(100.0 * more / (total - more))
    assert number(made, "change_from_baseline").value == 0.0


def test_single_years_of_rain_vary_about_what_is_forced_and_years_to_come_do_not() -> None:
    drawn = CLIMATE.samples(call("precipitation", place="Paris", year=1998))
    year = np.divide(drawn[of_single_year("precipitation")], drawn["precipitation"])
    assert year.mean() == pytest.approx(1.0, abs=0.01)
    assert 0.08 < year.std() < 0.25
    later = call("precipitation", place="Paris", year=2050, scenario="ssp245")
    assert of_single_year("precipitation") not in CLIMATE.samples(later)


def test_a_region_is_a_mean_over_its_area() -> None:
    assert celsius("world", year=1975) == pytest.approx(14.0, abs=0.4)
    assert celsius("Arctic") < celsius("Russia") < celsius("Europe") < celsius("tropics")
    ocean, land = (
        number(run("temperature", place=place, year=2090, scenario="ssp585"),
               "warming_since_preindustrial").value
        for place in ("ocean", "land")
    )  # fmt: skip
    assert 1.3 < land / ocean < 1.8
    assert "Natural Earth" in run("temperature", place="India", year=2000).resolved["region"]


@pytest.mark.parametrize("function", ["observed", "land_or_sea"])
def test_what_is_of_a_point_is_not_asked_of_a_region(function: str) -> None:
    with pytest.raises(UnknownName, match="whole region"):
        run(function, place="India")


def test_cutting_sulfur_over_a_region_warms_it() -> None:
    made = run("temperature", place="India", year=2050, scenario="ssp370", so2=-50)
    assert number(made, "change_from_baseline").value > 0.1


def test_the_range_of_rain_is_wider_where_terrain_is_hidden_from_models() -> None:
    """By a factor either way, as the models' cells are flat: Chamonix and Reims."""
    steep, flat = rain("45.92, 6.87"), rain("49.25, 4.03")
    ratios = [(one.high or 0.0) / one.value for one in (steep, flat)]
    assert ratios[0] > 1.5 * ratios[1]


def test_a_mountainous_country_may_have_its_mean_told_by_stations_in_valleys() -> None:
    """As some services do: Austria's towns lie several hundred metres below its mean height."""
    ranges = [number(run("temperature", place=name, year=2000), "temperature")
              for name in ("Austria", "Hungary")]  # fmt: skip
    widths = [(one.high or 0.0) - (one.low or 0.0) for one in ranges]
    assert widths[0] > 1.5 * widths[1]
