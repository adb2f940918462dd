"""Periods of years, thresholds, single years and the record of the global mean."""

from statistics import NormalDist

import numpy as np
import pytest
from pydantic import JsonValue

from simulrag.simulators.arguments import validate
from simulrag.simulators.capabilities import of_other_records, of_single_year
from simulrag.simulators.climate import (
    idealised_runs,
    single_years,
    train_variability,
    trajectories,
)
from simulrag.simulators.climate.record_source import FIRST_RECORDED, LAST_RECORDED
from simulrag.simulators.climate.simulator import ClimateSimulator
from simulrag.simulators.errors import MissingCondition, OutOfRange
from simulrag.simulators.interface import Call, Quantity, Run
from simulrag.simulators.output_operations import number

CLIMATE = ClimateSimulator()
FUNCTIONS = {function.name: function for function in CLIMATE.functions}


def call(function: str, **arguments: JsonValue) -> Call:
    valid = validate(FUNCTIONS[function], arguments)
    return Call(simulator="climate", function=function, arguments=valid)


def run(function: str, **arguments: JsonValue) -> Run:
    return CLIMATE.run(call(function, **arguments))


def value(output: str, function: str, **arguments: JsonValue) -> Quantity:
    return number(run(function, **arguments), output)


@pytest.mark.parametrize("target", idealised_runs.WARMING, ids=lambda t: f"{t.scenario}-{t.first}")
def test_periods_warm_as_assessed(target: idealised_runs.AssessedPeriod) -> None:
    scenario = target.scenario if target.last > 2014 else None
    found = value("mean_warming", "global_period", first_year=target.first,
                  last_year=target.last, scenario=scenario)  # fmt: skip
    assert found.value == pytest.approx(target.best, abs=0.1)
    assert found.low == pytest.approx(target.low, abs=0.15)
    assert found.high == pytest.approx(target.high, abs=0.15)


def test_a_period_of_one_year_is_that_year_and_has_no_trend() -> None:
    one = run("global_period", first_year=2050, last_year=2050, scenario="ssp370")
    year = value("global_warming", "global_temperature", year=2050, scenario="ssp370")
    assert number(one, "mean_warming").value == pytest.approx(year.value)
    assert "trend_per_decade" not in one.outputs


def test_another_baseline_takes_off_its_own_mean() -> None:
    years: dict[str, JsonValue] = {"first_year": 2081, "last_year": 2100, "scenario": "ssp585"}
    above = value("mean_warming", "global_period", **years)
    since = value("mean_warming", "global_period", **years, baseline_first=1995, baseline_last=2014)
    before = value("mean_warming", "global_period", first_year=1995, last_year=2014)
    assert since.value == pytest.approx(above.value - before.value)
    assert since.low is not None
    assert since.high is not None
    assert above.low is not None
    assert above.high is not None
    assert since.high - since.low < above.high - above.low + 0.1


def test_a_local_period_is_the_mean_of_its_years_and_warms_by_their_slope() -> None:
    asked: dict[str, JsonValue] = {"place": "Nairobi", "scenario": "ssp245"}
    years = [
        value("temperature", "temperature", year=year, **asked).value for year in range(2041, 2051)
    ]
    found = run("period_temperature", first_year=2041, last_year=2050, **asked)
    assert number(found, "mean_temperature").value == pytest.approx(np.mean(years))
    slope = 10.0 * np.polyfit(range(10), years, 1)[0]
    assert number(found, "local_trend_per_decade").value == pytest.approx(slope)


@pytest.mark.parametrize("function", ["global_period", "period_temperature"])
def test_members_of_a_period_lie_about_its_value(function: str) -> None:
    place: dict[str, JsonValue] = {"place": "Oslo"} if function == "period_temperature" else {}
    asked: dict[str, JsonValue] = {
        **place, "first_year": 2031, "last_year": 2050, "scenario": "ssp126",
    }  # fmt: skip
    made, drawn = run(function, **asked), CLIMATE.samples(call(function, **asked))
    assert set(drawn) == set(made.outputs)
    for name, members in drawn.items():
        found = number(made, name)
        assert found.low is not None
        assert found.high is not None
        low, middle, high = np.quantile(members, (0.05, 0.5, 0.95))
        width = found.high - found.low
        assert middle == pytest.approx(found.value, abs=0.2 * width)
        assert (low, high) == pytest.approx((found.low, found.high), abs=0.2 * width)


@pytest.mark.parametrize(
    ("error", "parameter", "arguments"),
    [
        (OutOfRange, "last_year", {"first_year": 2000, "last_year": 1990}),
        (OutOfRange, "baseline_last", {"first_year": 2000, "last_year": 2010,
                                       "baseline_first": 1950, "baseline_last": 1940}),
        (OutOfRange, "length", {"first_year": 1991, "last_year": 2010, "length": 30}),
        (MissingCondition, "scenario", {"first_year": 2041, "last_year": 2060}),
        (MissingCondition, "scenario", {"first_year": 1990, "last_year": 2000,
                                        "baseline_first": 2041, "baseline_last": 2060}),
    ],
)  # fmt: skip
def test_a_period_that_cannot_be_is_refused(
    error: type[Exception], parameter: str, arguments: dict[str, JsonValue]
) -> None:
    asked = call("global_period", **arguments)
    with pytest.raises(error) as caught:
        CLIMATE.run(asked)
    with pytest.raises(error):
        CLIMATE.refuse(asked)
    assert getattr(caught.value, "parameter", "") == parameter


def test_passing_a_threshold_grows_more_probable_with_time_and_with_emissions() -> None:
    def chance(year: int, scenario: str, threshold: float = 2.0) -> float:
        return value("probability_of_passing", "exceedance", threshold=threshold, year=year,
                     scenario=scenario).value  # fmt: skip

    rising = [chance(year, "ssp245") for year in range(2020, 2101, 10)]
    assert rising == sorted(rising)
    assert chance(2080, "ssp119") < chance(2080, "ssp245") < chance(2080, "ssp585")
    assert chance(2080, "ssp245", 3.0) < chance(2080, "ssp245", 2.0)


def test_the_probability_of_a_threshold_is_that_of_its_members() -> None:
    asked = {"threshold": 2.0, "scenario": "ssp370"}
    first = CLIMATE.samples(call("exceedance", year=2100, **asked))["first_year"]
    found = value("probability_of_passing", "exceedance", year=2050, **asked).value
    assert found == pytest.approx(100.0 * np.mean(np.asarray(first) <= 2050))
    centre = value("first_year", "exceedance", year=2100, **asked)
    assert np.quantile(first, 0.5) == pytest.approx(centre.value, abs=1.0)


def test_a_single_year_above_a_threshold_takes_its_variability_in() -> None:
    """At the median of the members it is one in two, whatever the variability."""
    members = trajectories.warming(2020, "ssp245", {})[1:]
    threshold = round(float(np.median(members)) + 0.3, 2)
    found = value("probability_in_the_year", "exceedance", threshold=threshold, year=2020,
                  scenario="ssp245").value  # fmt: skip
    normal = NormalDist(0.0, single_years.of_world(2020))
    wanted = 100.0 * np.mean([1.0 - normal.cdf(threshold - float(one)) for one in members])
    assert found == pytest.approx(wanted)


def test_every_year_has_each_quantile_once_whatever_the_years_around_it() -> None:
    drawn = single_years.of_world_drawn(range(1901, 2021), 0, 120)
    scores = np.sort(drawn / [[single_years.of_world(year)] for year in range(1901, 2021)], axis=1)
    wanted = [NormalDist().inv_cdf((i + 0.5) / 120) for i in range(120)]
    np.testing.assert_allclose(scores, np.broadcast_to(wanted, scores.shape))


@pytest.mark.parametrize("area", [True, False])
def test_means_of_years_vary_as_a_power_of_their_number(area: bool) -> None:
    """The mean of n years of fractional Gaussian noise: n^(H - 1) times a year's deviation."""
    exponent = single_years.hurst_exponents()[0 if area else 1]
    for count in (5, 20):
        years = range(1951, 1951 + count)
        means = [single_years.of_place_drawn(years, seed, 120, 7, area=area).mean(axis=0)
                 for seed in range(40)]  # fmt: skip
        assert np.std(means) == pytest.approx(count ** (exponent - 1.0), rel=0.06)


def test_the_correlation_of_years_is_found_again_in_noise_of_a_known_one() -> None:
    root = np.linalg.cholesky(single_years.correlations(0.8, 120))
    noise = root @ np.random.default_rng(1).standard_normal((120, 8))
    found = np.mean([train_variability.hurst(3.0 * one) for one in noise.T])
    assert found == pytest.approx(0.8, abs=0.06)


def test_a_global_period_that_has_been_varies_and_one_to_come_does_not() -> None:
    since = {"baseline_first": 1961, "baseline_last": 1990}
    past = CLIMATE.samples(call("global_period", first_year=1991, last_year=2010, **since))
    later = CLIMATE.samples(call("global_period", first_year=2041, last_year=2060,
                                 scenario="ssp245", **since))  # fmt: skip
    for name in ("mean_warming", "trend_per_decade"):
        assert np.std(past[of_single_year(name)]) > 1.05 * np.std(past[name])
        assert of_single_year(name) not in later


def test_a_threshold_that_most_members_never_come_to_has_no_first_year() -> None:
    found = run("exceedance", threshold=6.0, year=2100, scenario="ssp126")
    assert "first_year" not in found.outputs
    assert number(found, "probability_of_passing").value == 0.0


def test_the_record_is_complete_and_as_published() -> None:
    """HadCRUT5 above 1850-1900: 1995-2014 by 0.87 °C, 2024 the warmest year."""
    assert len(single_years.anomalies()) == LAST_RECORDED - FIRST_RECORDED + 1
    whole = single_years.recorded_warming(range(FIRST_RECORDED, LAST_RECORDED + 1))
    assert whole.argmax() == LAST_RECORDED - FIRST_RECORDED
    assert whole[:51].mean() == pytest.approx(0.0, abs=1e-12)
    found = value("recorded_warming", "global_record", year=1995, last_year=2014)
    assert found.value == pytest.approx(0.87, abs=0.01)
    assert run("global_record", year=1998).source == "observed"


def test_the_trend_of_the_record_is_its_slope() -> None:
    yearly = single_years.recorded_warming(range(1991, 2021))
    found = value("recorded_trend_per_decade", "global_record", year=1991, last_year=2020)
    assert found.value == pytest.approx(10.0 * np.polyfit(range(30), yearly, 1)[0])


def test_a_run_says_what_is_forced_and_what_the_year_itself_was() -> None:
    assert "the year itself was 0.93°C" in run("global_temperature", year=1998).context
    assert "single years lie within" in run("temperature", place="Oslo", year=1998).context
    later = run("global_temperature", year=2050, scenario="ssp245")
    assert "itself" not in later.context


@pytest.mark.parametrize("place", [None, "Oslo"])
def test_a_year_that_has_been_varies_about_what_is_forced(place: str | None) -> None:
    name, output = ("temperature", "temperature") if place else ("global_temperature",
                                                                 "global_warming")  # fmt: skip
    asked: dict[str, JsonValue] = {"place": place} if place else {}
    drawn = CLIMATE.samples(call(name, year=1998, **asked))
    apart = np.subtract(drawn[of_single_year(output)], drawn[output])
    assert apart.mean() == pytest.approx(0.0, abs=0.02)
    assert apart.std() == pytest.approx(0.75 if place else 0.1, rel=0.2)
    assert abs(np.corrcoef(apart, drawn[output])[0, 1]) < 0.3
    again = CLIMATE.samples(call(name, year=1998, **asked))
    assert drawn == again


@pytest.mark.parametrize("arguments", [{"year": 2050}, {"year": 2020, "co2": 5}])
def test_a_year_to_come_or_with_other_emissions_is_what_is_forced_alone(
    arguments: dict[str, JsonValue],
) -> None:
    drawn = CLIMATE.samples(call("global_temperature", scenario="ssp245", **arguments))
    assert of_single_year("global_warming") not in drawn


def test_two_places_of_one_year_share_what_the_world_does() -> None:
    apart = [
        np.subtract(drawn[of_single_year("temperature")], drawn["temperature"])
        for place in ("Singapore", "Kuala Lumpur")
        for drawn in [CLIMATE.samples(call("temperature", place=place, year=1998))]
    ]
    assert np.corrcoef(*apart)[0, 1] > 0.1


def test_a_share_of_members_is_known_as_well_as_so_many_tell() -> None:
    found = value("probability_of_passing", "exceedance", threshold=2.0, year=2100,
                  scenario="ssp119")  # fmt: skip
    assert found.value_low is not None
    assert found.value_high is not None
    assert 0.0 < found.value_low < found.value < found.value_high < found.value + 8.0


def test_other_records_differ_most_above_early_years() -> None:
    """By WMO's ±0.13 °C (95 %) of 2024 above 1850-1900; late years share none of it."""
    name = of_other_records("recorded_warming")
    early, late = (
        np.array(CLIMATE.samples(call("global_record", year=2024, **baseline))[name])
        for baseline in ({}, {"baseline_first": 1991, "baseline_last": 2020})
    )
    assert 1.96 * early.std() == pytest.approx(0.13, abs=0.02)
    assert late.std() < 0.5 * early.std()
    recorded = value("recorded_warming", "global_record", year=2024).value
    assert np.median(early) == pytest.approx(recorded, abs=0.02)
