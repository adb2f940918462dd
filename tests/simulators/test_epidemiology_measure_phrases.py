"""Measures in free text: what is said of them is found whole, or is said not to be understood."""

from datetime import date

import pytest

from simulrag.simulators.epidemiology.measure_phrases import measures_in
from simulrag.simulators.epidemiology.measure_texts import read_measure
from simulrag.simulators.epidemiology.simulator import EpidemiologySimulator

START, DAYS = date(2022, 10, 1), 244


def found(text: str) -> list[str]:
    return [one.said.text() if one.said else "" for one in measures_in(text)]


@pytest.mark.parametrize(
    ("text", "measures"),
    [
        (
            "if schools closed for four weeks from 1 January",
            ["schools closed from 1 January for 28 days"],
        ),
        (
            "would a four-week school closure starting on January 1 help Ohio?",
            ["schools closed from 1 January for 28 days"],
        ),
        (
            "60 % of children were vaccinated with 40 % efficacy by November",
            ["60 % of 0-4, 5-17 vaccinated, efficacy 40 % from 1 November"],
        ),
        (
            "vaccinating half of the over-65s with a 45% effective vaccine",
            ["50 % of 65+ vaccinated, efficacy 45 %"],
        ),
        ("if travel fell by 30 %", ["30 % less travel"]),
        ("a 30 percent cut in travel", ["30 % less travel"]),
        (
            "if antivirals shortened the infectious period by a day",
            ["100 % treated with antivirals, shortening the infectious period by 1 day"],
        ),
        ("contacts at work fell by a quarter", ["25 % fewer work contacts"]),
        ("a 20% reduction in community contacts", ["20 % fewer community contacts"]),
        (
            "people halved their social contacts in December",
            ["50 % fewer contacts from 1 December until end of December"],
        ),
        (
            "schools closed and travel cut by 30 % for two weeks",
            ["schools closed for 14 days", "30 % less travel for 14 days"],
        ),
        (
            "schools and workplaces closed between 15 November and 10 January",
            [
                "schools closed from 15 November until 10 January",
                "100 % fewer work contacts from 15 November until 10 January",
            ],
        ),
        ("In January reported admissions fell by a quarter in Ohio.", []),
        ("The peak comes two weeks later, in early February.", []),
    ],
)
def test_measures_are_found_in_the_words_in_which_people_speak_of_them(
    text: str, measures: list[str]
) -> None:
    assert found(text) == measures
    for said in measures:
        assert found(said) == [said]
        assert read_measure(said, START, DAYS).said.text() == said


@pytest.mark.parametrize(
    "text",
    [
        "if travel rose by 30 %",
        "if schools did not close",
        "without school closures",
        "if travel is restricted",
        "if schools closed for four weeks from the day after the peak",
        "vaccinating 70 % of adults and 50 % of children",
        "if people were vaccinated",
    ],
)
def test_a_measure_that_is_not_understood_is_found_as_such(text: str) -> None:
    assert found(text) == [""]


def test_the_place_of_a_measure_is_that_of_its_words() -> None:
    text = "Closing schools in Ohio for four weeks from 1 January averts 1,000 admissions."
    (item,) = EpidemiologySimulator().read_texts(text)
    assert text[item.start : item.end] == "Closing schools in Ohio for four weeks from 1 January"


@pytest.mark.parametrize(
    ("text", "first", "end"),
    [
        ("schools closed from 1 January for 4 weeks", date(2023, 1, 1), date(2023, 1, 29)),
        (
            "schools closed from November to the end of February",
            date(2022, 11, 1),
            date(2023, 3, 1),
        ),
        ("schools closed from Christmas until 8 January", date(2022, 12, 25), date(2023, 1, 8)),
        ("schools closed", START, None),
    ],
)
def test_a_date_without_a_year_is_the_first_one_in_the_season(
    text: str, first: date, end: date | None
) -> None:
    measure = read_measure(text, START, DAYS)
    assert (measure.first, measure.end) == (first, end)
