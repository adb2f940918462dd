"""The chance that a season's peak exceeds a number: its value, its error, and claims about it."""

import numpy as np
import pytest

from influenza import number
from simulrag.client.simulating import simulate
from simulrag.simulators.epidemiology.summary import chance_above
from simulrag.verifier.english.questions import plan

SEASON = (
    "in Vermont in a season starting 1 October 2022 with an R0 of 2.2, no seasonality and 10 % "
    "prior immunity"
)
SETTINGS = ["states=Vermont", "start_date=2022-10-01", "r0=2.2", "seasonality=none", "immunity=10"]


def test_the_chance_is_the_share_of_members_whose_own_highest_day_is_above():
    series = np.array([[[1.0, 5.0], [3.0, 4.0], [9.0, 0.0], [2.0, 2.0]]])
    found = chance_above(series, 4.0)
    assert found.value == 50.0
    # Wilson's interval for 2 of 4, Newcombe 1998 (Statistics in Medicine 17:857).
    assert found.error_low == pytest.approx(15.0, abs=0.05)
    assert found.error_high == pytest.approx(85.0, abs=0.05)


def test_the_chance_falls_as_the_threshold_rises_and_is_given_only_with_one():
    runs = [
        simulate("epidemiology", "season", [*SETTINGS, f"threshold={people}"], 0)
        for people in (0, 100, 115, 1000)
    ]
    values = [number(run, "peak_chance") for run in runs]
    assert values == sorted(values, reverse=True)
    assert (values[0], values[-1]) == (100.0, 0.0)
    assert "peak_chance" not in simulate("epidemiology", "season", SETTINGS, 0).outputs


def test_the_chance_lies_on_the_curve_that_the_run_holds():
    run = simulate("epidemiology", "season", [*SETTINGS, "threshold=110"], 0)
    curve = run.series["chance of a higher peak"]
    assert curve.axis == "people on the highest day"
    ends = [p for t, p in zip(curve.times, curve.values, strict=True) if float(t) <= 110.0]
    beyond = [p for t, p in zip(curve.times, curve.values, strict=True) if float(t) >= 110.0]
    assert (beyond or [0.0])[0] <= number(run, "peak_chance") <= (ends or [100.0])[-1]


def test_a_question_for_a_chance_gives_its_threshold_and_one_for_a_peak_none(registry):
    asked = ("What is the probability that the peak exceeds", "Does the peak exceed")
    plans = [plan(f"{words} 110 admissions {SEASON}?", registry).calls for words in asked]
    assert [[call.arguments.get("threshold") for call in calls] for calls in plans] == [
        [110.0], [None],
    ]  # fmt: skip
