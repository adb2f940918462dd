"""Dates in text, whole and in part."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulrag.verifier.reading.dates import DateMention, dates


def only(text: str) -> DateMention:
    """Return the one date of a text."""
    found = dates(text)
    assert len(found) == 1, [d.text for d in found]
    return found[0]


_FORMATS = (
    "{d:%Y-%m-%d}",
    "{d.month}/{d.day}/{d.year}",
    "{d:%B} {d.day}, {d.year}",
    "{d.day} {d:%B} {d.year}",
    "{d:%b} {d.day}, {d.year}",
    "{d.day}th of {d:%B}, {d.year}",
)


@given(st.dates(date(1850, 1, 1), date(2100, 12, 31)), st.sampled_from(_FORMATS))
def test_a_full_date_means_the_same_day_in_every_format(day: date, form: str):
    found = only(f"The peak is on {form.format(d=day)}.")
    assert found.exact
    assert found.year == day.year
    assert found.days(day.year) == (day, day)


@pytest.mark.parametrize(
    ("text", "month_day"),
    [
        ("October 4th", (10, 4)),
        ("the 4th of October", (10, 4)),
        ("Sept. 22", (9, 22)),
        ("3 March", (3, 3)),
        ("Christmas Day", (12, 25)),
        ("New Year's Eve", (12, 31)),
    ],
)
def test_a_day_without_a_year_leaves_the_year_open(text: str, month_day: tuple[int, int]):
    found = only(f"The peak comes on {text}.")
    assert found.exact
    assert found.year is None
    assert found.first == month_day


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("in November 2022", date(2022, 11, 1), date(2022, 11, 30)),
        ("in early November 2022", date(2022, 11, 1), date(2022, 11, 10)),
        ("in mid-November 2022", date(2022, 11, 11), date(2022, 11, 20)),
        ("in late November 2022", date(2022, 11, 21), date(2022, 11, 30)),
        ("at the end of February 2024", date(2024, 2, 21), date(2024, 2, 29)),
        ("at the end of February 2023", date(2023, 2, 21), date(2023, 2, 28)),
    ],
)
def test_a_month_or_a_part_of_it_is_a_range_of_days(text: str, first: date, last: date):
    found = only(f"The peak comes {text}.")
    assert not found.exact
    assert found.days(2022 if found.year is None else found.year) == (first, last)


@pytest.mark.parametrize("year", [2022, 2023, 2024, 2025])
def test_thanksgiving_is_the_fourth_thursday_of_november(year: int):
    thursdays = [
        day
        for day in (date(year, 11, 1) + timedelta(days=n) for n in range(30))
        if day.weekday() == 3
    ]
    assert only(f"by Thanksgiving {year}").days(year) == (thursdays[3], thursdays[3])


def test_a_day_before_the_season_began_belongs_to_the_next_year():
    found = only("The peak is on January 3rd.")
    assert found.on_or_after(date(2022, 10, 4)) == (date(2023, 1, 3), date(2023, 1, 3))
    assert only("on November 3rd").on_or_after(date(2022, 10, 4))[0] == date(2022, 11, 3)


def test_a_leap_day_in_another_year_is_the_last_of_february():
    assert only("on February 29").days(2023) == (date(2023, 2, 28), date(2023, 2, 28))


@pytest.mark.parametrize(
    "text",
    [
        "It may rise.",
        "They march on.",
        "February 31, 2022",
        "on 13/45/2022",
        "2022-13-01",
        "0 January",
        "May this be so?",
        "",
    ],
)
def test_verbs_and_impossible_days_are_no_dates(text: str):
    assert [d for d in dates(text) if d.exact] == []


def test_offsets_point_at_the_date():
    text = "From October 4th, 2022 to 2022-12-01."
    assert [text[d.start : d.end] for d in dates(text)] == ["October 4th, 2022", "2022-12-01"]
