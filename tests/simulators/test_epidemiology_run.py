"""A season asked for through the simulator's interface."""

import json
from datetime import date, timedelta

import numpy as np
import pytest
from numpy.typing import NDArray
from pydantic import JsonValue

import influenza
from python_process import python
from simulrag.simulators.epidemiology.functions import SEASON, SEASON_BY_AGE
from simulrag.simulators.epidemiology.parameters import AGES
from simulrag.simulators.epidemiology.reported import highest_peak, intensity_cuts, season_peaks
from simulrag.simulators.epidemiology.states import STATES
from simulrag.simulators.epidemiology.summary import growth, trend
from simulrag.simulators.errors import (
    BadValue,
    MissingCondition,
    OutOfRange,
    UnknownName,
)
from simulrag.simulators.interface import Call, Label, Quantity, Run
from simulrag.simulators.output_operations import number

SIMULATOR = influenza.SIMULATOR


def call(seed: int = 0, **changes: JsonValue) -> Call:
    return influenza.call("season", seed, **{**SEASON.example, **changes})


def season(seed: int = 0, **changes: JsonValue) -> Run:
    return SIMULATOR.run(call(seed, **changes))


@pytest.fixture(scope="module")
def example() -> Run:
    return season()


def test_what_records_hold_follows_from_the_daily_median_curve(example):
    daily = example.series["hospital prevalence"]
    median = np.array(daily.values)
    day = int(median.argmax())
    peak, peak_date = (
        number(example, "median_curve_peak"),
        example.outputs["median_curve_peak_date"],
    )
    assert len(daily.times) == len(daily.low) == len(daily.high) == len(median) == 244
    assert (peak.value, peak.low, peak.high) == (median[day], daily.low[day], daily.high[day])
    assert peak_date.value == daily.times[day]
    assert date.fromisoformat(peak_date.value) == date(2022, 10, 4) + timedelta(days=day)
    assert number(example, "median_curve_weeks_to_peak").value == pytest.approx(day / 7)
    expected = 100 * (median[27] - median[0]) / median[0]
    assert number(example, "median_curve_growth").value == pytest.approx(expected)
    assert number(example, "median_curve_cumulative").value == median.sum()
    assert example.outputs["median_curve_trend"] == Label(value="rapid growth")


def test_centre_and_interval_are_median_and_percentiles_of_the_members(example):
    drawn = SIMULATOR.samples(example.call)
    for name, value in example.outputs.items():
        if name.startswith("median_curve") or name not in drawn:
            continue
        low, median, high = np.percentile(drawn[name], (5, 50, 95))
        if isinstance(value, Quantity):
            assert (value.low, value.value, value.high) == pytest.approx((low, median, high))
            assert value.level == 0.9
        else:
            assert value.value == date.fromordinal(int(median)).isoformat()
    assert example.outputs["trend"] == Label(value="rapid growth")


def test_the_peak_of_the_median_curve_lies_below_the_median_of_the_peaks(example):
    curve, own = number(example, "median_curve_peak"), number(example, "peak")
    assert curve.value < own.value < 1.05 * curve.value
    total, sums = number(example, "median_curve_cumulative"), number(example, "cumulative")
    assert sums.value == pytest.approx(total.value, rel=0.01)


def test_a_season_in_which_no_wave_rises_has_no_day_of_its_peak():
    made = season(states=["Ohio"], r0=1.2, immunity=50, preset="textbook", seasonality="none")
    assert not {"peak_date", "weeks_to_peak", "peak_phase"} & set(made.outputs)
    assert {"peak", "cumulative", "median_curve_peak_date"} <= set(made.outputs)
    told = json.loads(made.context.split("hospital prevalence: ")[1])
    assert told["peak_timing"] == {"peak_date": None, "weeks_from_start": None}
    assert made.outputs["trend"] == Label(value="declining")
    assert number(made, "attack_rate").value < 1.0
    assert any("at most 0.60 others" in warning for warning in made.warnings)


def test_every_value_lies_within_its_own_error(example):
    drawn = [q for name, q in example.outputs.items() if name != "start_r"]  # a closed form
    quantities = [q for q in drawn if isinstance(q, Quantity)]
    assert len(quantities) == 12
    for quantity in quantities:
        assert quantity.value_low <= quantity.value <= quantity.value_high


@pytest.mark.slow
def test_the_error_of_the_peak_holds_that_of_a_large_ensemble():
    truth = number(season(99, states=["Ohio"], members=1000), "peak").value
    runs = [number(season(seed, states=["Ohio"]), "peak") for seed in range(15)]
    assert sum(q.value_low <= truth <= q.value_high for q in runs) >= 12  # pyright: ignore
    widths = [(q.value_high - q.value_low) / truth for q in runs]  # pyright: ignore
    assert max(widths) < 0.06


def test_the_run_says_what_was_asked_and_what_was_tested(example):
    assert example.check.verdict == "passed"
    assert example.check.residual == example.check.tolerance == 0.0
    assert len(example.check.model_dump_json()) <= 300
    assert example.resolved["states"] == "Massachusetts, North Carolina"
    assert example.resolved["period"] == "2022-10-04 to 2023-06-04"
    assert example.resolved["preset"].startswith("gleam")
    assert example.build.startswith("numpy 2")
    assert "a moderate seasonality influence" in example.context
    outlook = json.loads(example.context.split("hospital prevalence: ")[1])
    assert outlook["peak_magnitude"]["median_value"] == number(example, "peak").value


def test_the_same_call_gives_the_same_digits_in_another_process():
    asked = call(states=["Vermont"], members=20)
    code = (
        "import sys; from simulrag.simulators.interface import Call\n"
        "from simulrag.simulators.epidemiology.simulator import EpidemiologySimulator as S\n"
        "call = Call.model_validate_json(sys.argv[1])\n"
        "print(S().run(call).model_dump_json())\n"
        "assert 'torch' not in sys.modules"
    )
    reply = python("-c", code, asked.model_dump_json(), timeout=60)
    assert Run.model_validate_json(reply.stdout) == SIMULATOR.run(asked)


def test_another_seed_agrees_within_the_error_but_not_in_every_digit(example):
    first, other = number(example, "peak"), number(season(1), "peak")
    assert first.value != other.value
    assert first.value == pytest.approx(other.value, rel=0.03)


def test_states_are_added_up_unless_they_are_pooled(example):
    alone = [number(season(states=[s]), "peak").value for s in ("North Carolina", "Massachusetts")]
    pooled = number(season(aggregation="pooled"), "peak").value
    assert number(example, "peak").value == pytest.approx(sum(alone), rel=0.05)
    assert pooled == pytest.approx(sum(alone) / 2, rel=0.1)


def test_order_and_spelling_of_the_states_do_not_matter():
    texts: list[JsonValue] = [
        ["Massachusetts", "North Carolina"],
        ["north carolina", "MA"],
        "NC, Massachusetts",
        ["NC", "MA", "Massachusetts"],
    ]
    assert len({call(states=text).canonical() for text in texts}) == 1


def test_a_region_means_all_of_its_states():
    listed = call(states=["New England"]).arguments["states"]
    assert listed == [
        "Connecticut",
        "Maine",
        "Massachusetts",
        "New Hampshire",
        "Rhode Island",
        "Vermont",
    ]


def test_a_season_larger_than_any_observed_is_called_so(example):
    assert any("No observed season" in warning for warning in example.warnings)
    mild = season(states=["Ohio"], r0=2.0, immunity=45, seasonality="none")
    assert not any("No observed season" in warning for warning in mild.warnings)


def test_a_start_outside_of_the_calibrated_weeks_is_said():
    run = season(start_date="2022-07-04")
    assert any("start_date 2022-07-04" in warning for warning in run.warnings)


def test_the_highest_observed_peak_is_that_of_arizona_in_2025():
    """2,846 admissions in the week ending 4 January 2025 among 7,582,384 residents."""
    rate, state, year = highest_peak()
    assert (state, year) == ("Arizona", "2024-25")
    assert rate == pytest.approx(1e5 * 2846 / 7_582_384, abs=0.01)
    assert len(season_peaks()) == 4 * 51
    assert list(intensity_cuts()) == sorted(intensity_cuts())


@pytest.mark.parametrize(
    ("changes", "error", "words"),
    [
        ({"r0": 60}, OutOfRange, "0.5 to 6"),
        ({"immunity": 100}, OutOfRange, "0 to 99 %"),
        ({"members": 10_000_000}, OutOfRange, "20 to 1000"),
        ({"states": []}, MissingCondition, "states"),
        ({"states": ["Ontario"]}, UnknownName, "Alabama to Wyoming"),
        ({"states": ["Mississipi"]}, UnknownName, "Mississippi"),
        ({"start_date": "October 4th"}, BadValue, "day, month and year"),
        ({"start_date": "2300-10-04"}, OutOfRange, "2035-12-31"),
        ({"seasonality": "extreme"}, UnknownName, "none, moderate, high"),
        ({"metric": "deaths"}, UnknownName, "hospital incidence"),
        ({"states": "all states", "members": 1000}, OutOfRange, "294"),
    ],
)
def test_what_cannot_be_run_is_refused_with_what_could(changes, error, words):
    with pytest.raises(error) as refused:
        season(**changes)
    assert words in str(refused.value)


def test_labels_change_at_the_thresholds_of_the_records():
    grown = [-5.1, -5.0, 5.0, 5.1, 50.0, 50.1]
    labels = ["declining", "stable", "stable", "slow growth", "slow growth", "rapid growth"]
    assert [trend(g) for g in grown] == labels


def test_growth_compares_day_27_with_day_0_and_is_0_from_nothing():
    median = np.arange(2.0, 100.0)
    assert growth(median) == pytest.approx(100 * 27 / 2)
    assert growth(np.arange(0.0, 100.0)) == 0.0


def test_every_state_has_in_one_run_what_it_has_alone_and_the_total_is_that_of_the_sum():
    states: list[JsonValue] = ["Ohio", "Vermont"]
    added, each = season(states=states), season(states=states, aggregation="per state")
    assert each.outputs == added.outputs
    assert "states added up and one by one" in each.context
    assert each.resolved["aggregation"].startswith("per state: ")
    told = json.loads(each.context.split("hospital prevalence: ")[1])["states"]
    for state in ("Ohio", "Vermont"):
        alone = season(1, states=[state])
        course = each.series[f"hospital prevalence in {state}"]
        assert len(course.values) == len(course.times) == 244
        part = each.parts[state]
        assert tuple(part) == tuple(n for n in each.outputs if not n.startswith("median_curve"))
        highest, total = part["peak"], part["cumulative"]
        assert highest.value == pytest.approx(number(alone, "peak").value, rel=0.1)
        assert told[state].startswith(f"{highest.value:.1f} (")
        assert highest.value == pytest.approx(max(course.values), rel=0.05)
        assert total.value == pytest.approx(sum(course.values), rel=0.01)
    assert added.parts == {}
    assert set(each.series) - set(added.series) == {
        "hospital prevalence in Ohio",
        "hospital prevalence in Vermont",
    }


def test_all_states_one_by_one_keep_to_a_context_that_can_be_read():
    whole = season(states=list(STATES), aggregation="per state", members=20)
    told = json.loads(whole.context.split("hospital prevalence: ")[1])["states"]
    assert tuple(told) == tuple(STATES)
    assert len(whole.context) < 6_500


def test_patients_and_infections_of_all_ages_are_those_of_the_season():
    asked = {n: v for n, v in SEASON_BY_AGE.example.items() if n != "ages"}
    whole = influenza.run("season", **asked, metric="hospital incidence")
    everybody, *groups = (of_ages(*ages) for ages in (AGES, *((age,) for age in AGES)))
    for name in everybody.keys() - {"age_attack_rate"}:
        added = np.sum([one[name] for one in groups], axis=0)
        assert everybody[name] == pytest.approx(added)
    rate = np.median(everybody["age_attack_rate"])
    assert rate == pytest.approx(number(whole, "attack_rate").value)
    admitted = np.median(everybody["age_admissions"])
    # Those who still wait on the last day are patients here, and not yet admitted there.
    assert admitted == pytest.approx(number(whole, "cumulative").value, rel=1e-3)


def of_ages(*ages: str) -> dict[str, NDArray[np.float64]]:
    one = influenza.call("season_by_age", **{**SEASON_BY_AGE.example, "ages": [*ages]})
    return {name: np.array(values) for name, values in SIMULATOR.samples(one).items()}


def test_twice_the_stay_is_twice_the_person_days_in_hospital():
    short, long = (season(states=["Ohio"], r0=2.2, stay=days) for days in (4.0, 8.0))
    ratio = number(long, "cumulative").value / number(short, "cumulative").value
    assert ratio == pytest.approx(2.0, rel=0.01)
    usual = season(states=["Ohio"], r0=2.2), season(states=["Ohio"], r0=2.2, stay=5.52)
    assert usual[0].outputs == usual[1].outputs
