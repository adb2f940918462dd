"""Admissions from one week to another, against the weeks that the shipped table holds."""

from datetime import date, timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

import influenza
from influenza import number
from simulrag.simulators.epidemiology.reported import Weekly, weekly_admissions
from simulrag.simulators.errors import BadValue, OutOfRange
from simulrag.simulators.interface import Quantity, Run

STATES = ("Ohio", "Texas", "Vermont")
FIRST = date(2022, 10, 1)


def ask(states: JsonValue, since: date, until: date) -> Run:
    days = {"since": since.isoformat(), "until": until.isoformat()}
    return influenza.run("admissions_between", states=states, **days)


def rows(held: Weekly, since: date, until: date) -> list[int]:
    """Return the weeks, Sunday to Saturday, that hold one of the days or lie between them."""
    return [
        i for i, day in enumerate(held.days) if day >= since and day - timedelta(days=6) <= until
    ]


@given(
    state=st.sampled_from(STATES),
    start=st.integers(0, 560),
    length=st.integers(0, 250),
)
def test_extremes_total_and_change_are_those_of_the_weeks_between(state, start, length):
    since = FIRST + timedelta(days=start)
    until = since + timedelta(days=length)
    held = weekly_admissions([state])
    counts = held.admissions[rows(held, since, until)]
    run = ask([state], since, until)
    assert number(run, "highest_week") == np.nanmax(counts)
    assert number(run, "lowest_week") == np.nanmin(counts)
    assert number(run, "total_between") == np.nansum(counts)
    per_head = 100_000 / held.residents
    assert number(run, "highest_rate") == pytest.approx(np.nanmax(counts) * per_head)
    assert number(run, "lowest_rate") == pytest.approx(np.nanmin(counts) * per_head)
    if counts[0] > 0:
        change = 100 * (counts[-1] / counts[0] - 1)
        changes = [v for n, v in run.outputs.items() if "change" in n]
        assert [v.value for v in changes if isinstance(v, Quantity)] == pytest.approx([change])
    assert run.source == "observed"


def test_states_are_added_up_week_by_week():
    since, until = date(2024, 11, 1), date(2025, 3, 31)
    parts = [ask([s], since, until) for s in STATES]
    whole = ask(list(STATES), since, until)
    assert number(whole, "total_between") == sum(number(p, "total_between") for p in parts)
    assert number(whole, "highest_week") <= sum(number(p, "highest_week") for p in parts)


def test_a_window_of_one_day_is_its_week():
    run = ask(["Ohio"], date(2025, 2, 12), date(2025, 2, 12))
    # CDC NHSN: 3,705 in the week ending 15 February 2025.
    assert number(run, "highest_week") == number(run, "lowest_week") == 3705


def test_an_end_before_its_start_is_refused():
    with pytest.raises(BadValue, match="lies before") as caught:
        ask(["Ohio"], date(2025, 2, 12), date(2025, 1, 1))
    assert caught.value.parameter == "until"


@pytest.mark.parametrize(
    ("since", "until"),
    [(date(2021, 1, 1), date(2022, 12, 1)), (date(2025, 1, 1), date(2029, 1, 1))],
)
def test_weeks_that_nobody_reported_are_refused(since, until):
    with pytest.raises(OutOfRange, match="held"):
        ask(["Ohio"], since, until)
