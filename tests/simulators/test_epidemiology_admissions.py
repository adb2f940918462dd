"""Reported admissions against the figures that CDC published."""

from datetime import date

import numpy as np
import pytest
from pydantic import JsonValue

import influenza
from influenza import number
from simulrag.simulators.epidemiology.functions import SEASON
from simulrag.simulators.epidemiology.reported import (
    highest_rate,
    intensity_cuts,
    season_of,
    wave_quartiles,
    week_end,
    weekly_admissions,
)
from simulrag.simulators.epidemiology.states import STATES
from simulrag.simulators.errors import OutOfRange, UnknownName
from simulrag.simulators.interface import Day, Run


def ask(states: JsonValue, **arguments: JsonValue) -> Run:
    return influenza.run("admissions", states=states, **arguments)


@pytest.mark.parametrize(
    ("states", "season", "week", "admissions"),
    [
        ("the United States", "2022-23", "2022-12-03", 26856),
        ("the United States", "2024-25", "2025-02-08", 55757),
        ("Arizona", "2024-25", "2025-01-04", 2846),
    ],
)
def test_the_top_week_of_a_season_is_the_one_that_was_reported(states, season, week, admissions):
    run = ask(states, reported_season=season)
    assert run.outputs["top_week"] == Day(value=week)
    assert number(run, "top_week_admissions") == admissions
    assert run.source == "observed"
    assert run.check.verdict == "passed"


@pytest.mark.parametrize(("season", "total"), [("2022-23", 230339), ("2024-25", 560428)])
def test_seasons_add_up_to_their_totals(season, total):
    assert number(ask("all states", reported_season=season), "reported_total") == total


def test_a_week_is_found_by_any_of_its_days():
    for day in ("2025-02-02", "2025-02-05", "2025-02-08"):
        run = ask("nationwide", week=day)
        assert number(run, "week_admissions") == 55757
        assert number(run, "week_rate") == pytest.approx(16.39, abs=0.005)
        assert number(run, "top_week_admissions") == 55757


def test_states_are_added_up_and_rated_by_their_residents():
    parts = [number(ask([s], week="2025-12-27"), "week_admissions") for s in ("NY", "TX")]
    assert parts == [3870, 2831]
    assert number(ask(["NY", "TX"], week="2025-12-27"), "week_admissions") == 6701
    rate = number(ask(["Kentucky"], week="2022-12-03"), "week_rate")
    assert rate == pytest.approx(18.50, abs=0.01)


def test_without_season_or_week_the_whole_period_is_searched():
    run = ask("all states")
    assert run.outputs["top_week"] == Day(value="2025-02-08")
    assert any("2024" in warning for warning in run.warnings)
    weeks = run.series["weekly admissions"].times
    assert (weeks[0], weeks[-1]) == ("2022-02-05", "2026-06-27")


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"week": "2029-12-01"}, OutOfRange, "2026-06-27"),
        ({"week": "2019-12-01"}, OutOfRange, "2022-02-05"),
        ({"week": "2023-12-30", "reported_season": "2022-23"}, OutOfRange, "leave one"),
        ({"reported_season": "2019-20"}, UnknownName, "2022-23"),
    ],
)
def test_what_was_not_reported_is_refused(arguments, error, words):
    with pytest.raises(error) as refused:
        ask("Ohio", **arguments)
    assert words in str(refused.value)


def test_weeks_end_on_saturday_and_seasons_begin_in_august():
    assert week_end(date(2025, 2, 8)) == date(2025, 2, 8)
    assert week_end(date(2025, 2, 9)) == date(2025, 2, 15)
    assert season_of(date(2023, 7, 29)) == "2022-23"
    assert season_of(date(2023, 8, 5)) == "2023-24"


def test_every_place_has_every_week():
    country = weekly_admissions(STATES)
    alone = np.sum([weekly_admissions([state]).admissions for state in STATES], axis=0)
    assert len(country.days) == 230
    # The national figure holds territories, up to a few percent.
    last = country.days.index(date(2025, 2, 8))
    assert alone[last] <= country.admissions[last] <= 1.02 * alone[last]


def test_scales_of_seasons_come_from_the_reports():
    short, long = wave_quartiles()
    published = {o.name: o.scales[0].bands for o in SEASON.outputs if o.scales}
    assert published["duration"][1].low == short
    assert published["duration"][1].high == long
    cuts = [band.low for band in published["peak_weekly_rate"] if band.low is not None]
    assert tuple(cuts) == intensity_cuts()
    assert 3 <= short < long <= 15
    rate, day = highest_rate(["Arizona"])
    assert (round(rate, 1), day) == (37.5, date(2025, 1, 4))
