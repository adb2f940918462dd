"""Reported admissions against their source: first and last archive, both kinds of seasons."""

import csv
import random
from collections.abc import Iterable
from datetime import date, timedelta
from functools import cache

import pytest
from pydantic import JsonValue

import influenza
from data_at_hand import DATA, needs
from influenza import number
from simulrag.simulators.epidemiology.states import STATES
from simulrag.simulators.epiweeks import epiweek
from simulrag.simulators.errors import OutOfRange
from simulrag.simulators.interface import Run

FILE = DATA / "epidemiology_more" / "admissions_first_and_last_report.csv"
at_hand = needs(FILE)
NATION = ["all states"]
EPIWEEKS = "MMWR weeks 40 to 39"
YEARS = (2022, 2023, 2024, 2025)


def ask(states: list[str], function: str = "admissions", **given: JsonValue) -> Run:
    return influenza.run(function, states=[*states], **given)


@cache
def reports() -> dict[tuple[str, date], tuple[float | None, float]]:
    """Return first and last archived report by place and week; no first one that came late."""
    found: dict[tuple[str, date], tuple[float | None, float]] = {}
    with FILE.open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            week = date.fromisoformat(row["week_end"])
            late = date.fromisoformat(row["first_as_of"]) - week > timedelta(days=14)
            first = None if late else float(row["first_value"])
            found[row["location_name"], week] = first, float(row["last_value"])
    return found


def weeks_of(year: int, season_weeks: str) -> tuple[date, date]:
    if season_weeks == EPIWEEKS:
        # By counting: week 1 is the first with a Wednesday of the year in it.
        ends: list[date] = []
        for of_year, week in ((year, 40), (year + 1, 39)):
            first = date(of_year, 1, 1)
            wednesday = first + timedelta(days=(2 - first.weekday()) % 7)
            ends.append(wednesday + timedelta(days=3, weeks=week - 1))
        return ends[0], ends[1]
    return date(year, 8, 1), date(year + 1, 7, 31)


def of_season(place: str, year: int, season_weeks: str) -> dict[date, float]:
    first, last = weeks_of(year, season_weeks)
    held = reports().items()
    return {week: last_ for (name, week), (_, last_) in held
            if name == place and first <= week <= last}  # fmt: skip


@at_hand
def test_forty_weeks_of_states_are_those_of_the_file_as_first_and_as_last_archived():
    both = [(key, pair) for key, pair in reports().items() if pair[0] is not None]
    chosen = random.Random(5).sample([one for one in both if one[0][0] != "US"], 40)
    for (place, week), (first, last) in chosen:
        day = week.isoformat()
        assert number(ask([place], week=day), "week_admissions") == last
        asked = ask([place], week=day, vintage="first archived")
        assert number(asked, "week_admissions") == first


@at_hand
@pytest.mark.parametrize("season_weeks", ["August to July", EPIWEEKS])
@pytest.mark.parametrize("year", YEARS)
def test_tops_and_totals_of_seasons_are_those_of_the_file(year, season_weeks):
    season = f"{year}-{(year + 1) % 100}"
    for place in (*STATES[::10], "District of Columbia", "Puerto Rico", "US"):
        weeks = of_season(place, year, season_weeks)
        run = ask(
            NATION if place == "US" else [place], reported_season=season, season_weeks=season_weeks
        )
        assert number(run, "reported_total") == sum(weeks.values())
        assert number(run, "top_week_admissions") == max(weeks.values())
        top = run.outputs["top_week"]
        assert weeks[date.fromisoformat(top.value)] == max(weeks.values())


@at_hand
def test_a_sum_over_the_51_states_is_the_national_series_without_the_territories():
    week = date(2025, 2, 8)
    added = sum(number(ask([state], week="2025-02-08"), "week_admissions") for state in STATES)
    nation = reports()["US", week][1]
    assert added == sum(reports()[state, week][1] for state in STATES)
    assert number(ask(NATION, week="2025-02-08"), "week_admissions") == nation
    assert added < nation <= added + reports()["Puerto Rico", week][1]


def test_first_archived_weeks_have_no_total_where_some_were_archived_late():
    run = ask(NATION, reported_season="2023-24", vintage="first archived")
    assert "reported_total" not in run.outputs
    assert number(run, "top_week_admissions") == 20961
    with pytest.raises(OutOfRange, match="first archived"):
        ask(NATION, reported_season="2022-23", vintage="first archived")
    with pytest.raises(OutOfRange, match="first archived"):
        ask(NATION, week="2025-10-11", vintage="first archived")


@pytest.mark.parametrize("function", ["admissions_between", "admissions_course"])
def test_courses_are_told_as_first_archived_too(function):
    weeks: dict[str, JsonValue] = {"since": "2025-02-01", "until": "2025-02-15"}
    name = {"admissions_between": "highest_week", "admissions_course": "most"}[function]
    assert number(ask(NATION, function, **weeks), name) == 55757
    assert number(ask(NATION, function, **weeks, vintage="first archived"), name) == 48796


def test_weeks_are_numbered_as_public_health_does() -> None:
    # CDC, MMWR Weeks Calendars.
    assert epiweek(2025, 1) == (date(2024, 12, 29), date(2025, 1, 4))
    assert epiweek(2025, 53) == (date(2025, 12, 28), date(2026, 1, 3))
    assert epiweek(2020, 53) == (date(2020, 12, 27), date(2021, 1, 2))
    for year, week in ((2024, 53), (2025, 0), (2025, 54)):
        with pytest.raises(ValueError, match="no epidemiological week"):
            epiweek(year, week)


def every_saturday(weeks: int) -> Iterable[date]:
    return (date(2019, 1, 5) + timedelta(weeks=week) for week in range(weeks))


def test_every_day_of_a_decade_lies_in_one_numbered_week():
    numbered = {epiweek(year, week)[1] for year in range(2019, 2029) for week in range(1, 53)}
    numbered |= {epiweek(year, 53)[1] for year in (2020, 2025)}
    assert numbered == set(every_saturday(len(numbered)))
