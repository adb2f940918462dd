"""Questions turned round: which input gives a result of this size."""

import pytest

from simulrag.simulators.registry import installed
from simulrag.verifier.reading.questions import plan

REGISTRY = installed()


def arguments(question: str) -> tuple[str, dict[str, object]]:
    made = plan(question, REGISTRY)
    assert made.problems == ()
    (call,) = made.calls
    return call.function, dict(call.arguments)


@pytest.mark.parametrize(
    ("question", "function", "said"),
    [
        ("Which R0 gives a peak of 2,000 in Ohio?", "needed_r0", {"peak": 2000.0}),
        (
            "How high must R0 be so that daily admissions in Ohio peak at 500?",
            "needed_r0",
            {"peak": 500.0, "metric": "hospital incidence"},
        ),
        (
            "What R0 would be needed for a peak of 2,000 people in hospital in Ohio?",
            "needed_r0",
            {"peak": 2000.0, "metric": "hospital prevalence"},
        ),
        (
            "With 30% immunity and high seasonality from 5 October 2022, what basic reproduction "
            "number leads to a peak of 1500 in Texas?",
            "needed_r0",
            {"peak": 1500.0, "immunity": 30.0, "seasonality": "high", "start_date": "2022-10-05"},
        ),
        (
            "How much must contacts fall to keep the peak under 1,000 in Ohio at R0 2.6?",
            "needed_contacts",
            {"peak": 1000.0, "r0": 2.6},
        ),
        (
            "What immunity keeps the peak in Texas below 300 admissions a day at R0 2.2?",
            "needed_immunity",
            {"peak": 300.0, "r0": 2.2},
        ),
    ],
)
def test_a_question_turned_round_becomes_a_search_for_the_input(
    question: str, function: str, said: dict[str, object]
) -> None:
    found, given = arguments(question)
    assert found == function
    assert given | said == given


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (
            "When does the world reach 1.5 degrees under ssp245?",
            {"threshold": 1.5, "scenario": "ssp245"},
        ),
        (
            "In which year does global warming exceed 2 °C under SSP5-8.5?",
            {"threshold": 2.0, "scenario": "ssp585"},
        ),
        (
            "How soon will Lagos be warmer than 28 °C under ssp370 if CO2 emissions rise by 20%?",
            {"threshold": 28.0, "place": "Lagos", "scenario": "ssp370", "co2": 20.0},
        ),
        ("When will Berlin's average temperature exceed 12 °C?", {"place": "Berlin"}),
    ],
)
def test_a_question_for_the_year_of_a_temperature_becomes_a_search_for_it(
    question: str, said: dict[str, object]
) -> None:
    found, given = arguments(question)
    assert found == "threshold_year"
    assert given | said == given


def test_when_a_reported_season_peaked_is_no_search() -> None:
    assert arguments("When did flu admissions peak in Florida in the 2023-24 season?") == (
        "admissions",
        {"states": ["Florida"], "reported_season": "2023-24"},
    )


def test_what_the_question_leaves_open_is_assumed_and_said() -> None:
    made = plan("Which R0 gives a peak of 2,000 in Ohio?", REGISTRY)
    assert {one.split(":")[0] for one in made.assumed} == {"start_date", "seasonality", "immunity"}


@pytest.mark.parametrize(
    "question",
    [
        "What peak follows from an R0 of 2.2 and 20% immunity in Ohio from 1 October 2022 with "
        "moderate seasonality?",
        "What is the influenza peak in Ohio with R0 2.1 and 15% immunity, moderate seasonality, "
        "from 1 October 2022, and is it above 500?",
    ],
)
def test_a_question_that_gives_its_inputs_still_asks_for_the_season(question: str) -> None:
    assert arguments(question)[0] == "season"


def test_a_question_for_an_input_without_a_result_is_not_answered_by_a_search() -> None:
    made = plan("What R0 does influenza have in Ohio?", REGISTRY)
    assert all(not call.function.startswith("needed") for call in made.calls)
