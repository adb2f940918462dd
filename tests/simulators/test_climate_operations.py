"""Operations over runs of the climate simulator, against single runs and closed forms."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import JsonValue

from simulrag.simulators import output_operations
from simulrag.simulators.arguments import validate
from simulrag.simulators.climate import many_places, places
from simulrag.simulators.climate.simulator import ClimateSimulator
from simulrag.simulators.errors import BadValue, OutOfRange, UnknownName
from simulrag.simulators.interface import Call, Quantity, Series

CLIMATE = ClimateSimulator()
FUNCTIONS = {function.name: function for function in CLIMATE.functions}
SURESNES: dict[str, JsonValue] = {"place": "Suresnes", "year": 2050, "scenario": "ssp245"}


def call(function: str, **arguments: JsonValue) -> Call:
    valid = validate(FUNCTIONS[function], arguments)
    return Call(simulator="climate", function=function, arguments=valid)


def number(one: Call, output: str) -> Quantity:
    return output_operations.number(CLIMATE.run(one), output)


def difference(first: Call, second: Call, output: str) -> tuple[float, float, float]:
    """Return 5 %, centre and 95 % of second - first, member by member."""
    low, high = np.quantile(
        np.subtract(CLIMATE.samples(second)[output], CLIMATE.samples(first)[output]), (0.05, 0.95)
    )
    return low, number(second, output).value - number(first, output).value, high


def test_samples_lie_about_the_value_as_its_interval_says() -> None:
    one = call("temperature", **SURESNES)
    value = number(one, "temperature")
    drawn = np.array(CLIMATE.samples(one)["temperature"])
    assert np.median(drawn) == pytest.approx(value.value, abs=0.2)
    assert np.quantile(drawn, 0.05) == pytest.approx(value.low, abs=0.35)
    assert np.quantile(drawn, 0.95) == pytest.approx(value.high, abs=0.35)


def test_a_difference_of_two_calls_is_narrower_than_their_intervals() -> None:
    """The climatology of a place cancels; a call differs from itself by exactly nothing."""
    early, late = (call("temperature", **{**SURESNES, "year": year}) for year in (2030, 2090))
    low, centre, high = difference(early, late, "temperature")
    assert 0 < low < centre < high
    whole = number(late, "temperature")
    assert whole.low is not None
    assert whole.high is not None
    assert high - low < 0.7 * (whole.high - whole.low)
    assert difference(late, late, "temperature") == (0.0, 0.0, 0.0)


def test_the_effect_of_a_change_is_the_difference_of_two_calls() -> None:
    plain = call("temperature", **SURESNES)
    more = call("temperature", **SURESNES, co2=30)
    low, centre, high = difference(plain, more, "temperature")
    direct = number(more, "change_from_baseline")
    assert centre == pytest.approx(direct.value, abs=1e-9)
    assert low == pytest.approx(direct.low, rel=0.25)
    assert high == pytest.approx(direct.high, rel=0.25)


def test_warming_above_a_named_period_is_as_assessed() -> None:
    """AR6 WG1 table SPM.1 less its 0.85 °C of 1995-2014: ssp245 is 1.85 °C warmer in 2081-2100."""
    past = [call("global_temperature", year=year) for year in range(1995, 2015)]
    late = call("global_temperature", year=2090, scenario="ssp245")
    base = np.mean([number(one, "global_warming").value for one in past])
    assert number(late, "global_warming").value - base == pytest.approx(2.7 - 0.85, abs=0.15)


@pytest.mark.parametrize("function", ["temperature", "global_temperature"])
def test_a_swept_series_is_what_single_runs_give(function: str) -> None:
    given: dict[str, JsonValue] = {"year": 2100, "scenario": "ssp370", "co2": 12, "so2": -30}
    if function == "temperature":
        given["place"] = "Lima"
    years: list[JsonValue] = [1990, 2014, 2015, 2060, 2100]
    output = "temperature" if function == "temperature" else "global_warming"
    one = call(function, **given)
    course = output_operations.series(CLIMATE, one, "year", years, output)
    for at in (3, 4):
        single = number(call(function, **{**given, "year": years[at]}), output)
        assert course.values[at] == pytest.approx(single.value, abs=1e-9)
        assert course.low[at] == pytest.approx(single.low, abs=1e-9)
    assert course.times == ("1990", "2014", "2015", "2060", "2100")


def test_other_parameters_are_swept_one_by_one() -> None:
    one = call("global_temperature", year=2080, scenario="ssp370")
    course = output_operations.series(CLIMATE, one, "co2", [-50, 0, 50], "global_warming")
    assert list(course.values) == sorted(course.values)
    assert course.values[1] == number(one, "global_warming").value


def test_a_threshold_counts_from_when_it_is_passed_for_good() -> None:
    course = Series(
        unit="delta_degC", times=("1", "2", "3", "4"), values=(1.0, 2.1, 1.9, 2.2),
        low=(0.5, 1.0, 1.2, 1.3), high=(2.0, 3.0, 3.0, 3.0),
    )  # fmt: skip
    found = output_operations.crossing(course, 2.0)
    assert (found.time, found.earliest, found.latest) == ("4", "1", None)


def test_two_degrees_are_passed_when_assessed() -> None:
    """AR6 WG1 table 4.5: 2 °C by ssp245 in 2043-2062 as a 20-year mean, not before 2037."""
    found = number(call("threshold_year", threshold=2.0, scenario="ssp245"), "exceedance_year")
    assert 2043 <= found.value <= 2062


def test_a_threshold_that_is_not_passed_by_the_last_year_has_no_year_and_says_so() -> None:
    made = CLIMATE.run(call("threshold_year", threshold=2.5, scenario="ssp126"))
    assert made.outputs == {}
    assert "does not pass 2.5°C for good by 2100" in made.context
    assert "later, or never; the highest value is 1." in made.context


@settings(max_examples=8)
@given(change=st.floats(-90, 90), gas=st.sampled_from(["co2", "ch4", "so2"]))
def test_the_inverse_finds_the_change_that_was_made(change: float, gas: str) -> None:
    made = number(call("temperature", **SURESNES, **{gas: change}), "temperature")
    found = number(
        call("needed_change", **SURESNES, gas=gas, threshold=made.value), "needed_change"
    )
    assert found.value == pytest.approx(change, abs=0.01)
    assert found.low is not None
    assert found.high is not None
    assert found.low <= found.value <= found.high


def test_what_no_change_can_do_is_refused_with_what_it_can() -> None:
    with pytest.raises(OutOfRange, match="by co2 alone: it reaches") as caught:
        CLIMATE.run(call("needed_change", **SURESNES, gas="co2", threshold=5.0))
    assert caught.value.nearest is not None


@pytest.mark.parametrize(
    "changes", [{"co2": 10.0}, {"so2": -60.0}, {"co2": -5.0, "so2": 30.0, "bc": -80.0}, {}]
)
def test_a_table_holds_the_figures_of_single_calls(changes: dict[str, float]) -> None:
    names = ("Suresnes", "Lima", "Yakutsk", "Beijing")
    found = [places.find(name)[0] for name in names]
    lats, lons, metres = (
        [getattr(place, part) for place in found] for part in ("latitude", "longitude", "elevation")
    )
    years = [1900, 2014, 2040, 2090]
    made = many_places.temperatures(lats, lons, years, "ssp585", changes, metres)
    for row, name in enumerate(names):
        single = number(
            call("temperature", place=name, year=2090, scenario="ssp585", **changes), "temperature"
        )
        assert made.value[row, 3] == pytest.approx(single.value, abs=1e-9)
        assert made.low[row, 3] == pytest.approx(single.low, abs=1e-6)
        assert made.high[row, 3] == pytest.approx(single.high, abs=1e-6)


def test_a_large_table_with_aerosols_agrees_with_a_small_one_and_follows_the_sources() -> None:
    generator = np.random.default_rng(2)
    lats, lons = generator.uniform(-90, 90, 2000), generator.uniform(-180, 360, 2000)
    large = many_places.temperatures(lats, lons, [2060], "ssp370", {"so2": -50.0})
    small = many_places.temperatures(lats[:40], lons[:40], [2060], "ssp370", {"so2": -50.0})
    for part in ("value", "low", "high"):
        np.testing.assert_allclose(getattr(large, part)[:40], getattr(small, part), atol=1e-4)
    cleaner, plain = (
        many_places.temperatures([30.0, -50.0], [115.0, -120.0], [2060], "ssp370", changes).value[
            :, 0
        ]
        for changes in ({"so2": -50.0}, {})
    )
    china, pacific = cleaner - plain
    assert china > 2 * pacific > 0


def test_a_million_place_years_in_one_call_have_values_within_their_intervals() -> None:
    generator = np.random.default_rng(1)
    lats, lons = generator.uniform(-90, 90, 10_000), generator.uniform(-180, 180, 10_000)
    made = many_places.temperatures(lats, lons, list(range(2001, 2101)), "ssp245")
    assert made.value.shape == (10_000, 100)
    assert (made.low < made.value).all()
    assert (made.value < made.high).all()


@pytest.mark.parametrize(
    ("error", "given"),
    [
        (OutOfRange, {"latitudes": [139.7], "longitudes": [35.7], "years": [2000]}),
        (OutOfRange, {"latitudes": [float("nan")], "longitudes": [0.0], "years": [2000]}),
        (OutOfRange, {"latitudes": [0.0], "longitudes": [0.0], "years": [2000, 2101]}),
        (BadValue, {"latitudes": [0.0], "longitudes": [0.0], "years": [2001, 2000]}),
        (BadValue, {"latitudes": [0.0, 1.0], "longitudes": [0.0], "years": [2000]}),
        (BadValue, {"latitudes": [0.0], "longitudes": [0.0], "years": []}),
        (BadValue, {"latitudes": [0.0], "longitudes": [0.0], "years": [2050],
                    "changes": {"n2o": 5.0}}),
        (OutOfRange, {"latitudes": [0.0], "longitudes": [0.0], "years": [2050],
                      "changes": {"so2": -101.0}}),
        (OutOfRange, {"latitudes": [0.0], "longitudes": [0.0], "years": [2050],
                      "changes": {"bc": float("nan")}}),
    ],
)  # fmt: skip
def test_a_table_refuses_what_it_cannot_hold(error: type[Exception], given: dict) -> None:
    with pytest.raises(error):
        many_places.temperatures(scenario="ssp245", **given)


def test_an_output_that_does_not_exist_is_named_with_those_that_do() -> None:
    one = call("global_temperature", year=2000)
    with pytest.raises(UnknownName, match="global_warming"):
        number(one, "rainfall")
    with pytest.raises(BadValue, match="no number"):
        output_operations.number(CLIMATE.run(call("land_or_sea", place="Lima")), "surface")


def test_since_says_which_years_emissions_are_changed() -> None:
    """More years of more CO2 are warmer; the sentence and the resolution name the years."""
    found = {
        since: CLIMATE.run(call("temperature", **SURESNES, co2=20, since=since))
        for since in ("year", "start", "preindustrial")
    }
    effects = [
        output_operations.number(run, "change_from_baseline").value for run in found.values()
    ]
    assert 0 < effects[0] < effects[1] < effects[2]
    assert "in the year 2050 alone" in found["year"].context
    assert "every year from 2015 to 2050" in found["start"].context
    assert "every year from 1850 to 2050" in found["preindustrial"].resolved["emission changes"]
    plain = CLIMATE.run(call("temperature", **SURESNES, co2=20))
    assert plain.outputs == found["start"].outputs


def test_aerosols_act_most_where_they_are_emitted_and_as_before_on_the_whole() -> None:
    def effect(place: str) -> float:
        given: dict[str, JsonValue] = {"place": place, "year": 2040, "scenario": "ssp370"}
        aerosol, carbon = (
            number(call("temperature", **given, **more), "change_from_baseline").value
            for more in ({"so2": -50}, {"co2": 10})
        )
        return aerosol / carbon

    assert effect("Shanghai") > 2 * effect("Auckland") > 0


@pytest.mark.slow
def test_the_regional_factor_has_mean_one() -> None:
    from simulrag.simulators.climate.aerosol_sources import factor

    lats = np.arange(-85.0, 90.0, 10.0)
    for points in ((), ((116.4, 39.9),), ((0.0, 52.0), (77.2, 28.6))):
        rows = [np.mean([factor(float(a), float(o), points) for o in range(-175, 180, 10)])
                for a in lats]  # fmt: skip
        weights = np.cos(np.radians(lats))
        assert np.average(rows, weights=weights) == pytest.approx(1.0, abs=0.01)
