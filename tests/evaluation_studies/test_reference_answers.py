import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data_at_hand import DATA, needs
from influenza_record import EVIDENCE
from simulrag.evaluation.records import Folder, Record
from studies.reference_answers.__main__ import checked, counts
from studies.reference_answers.checked_answers import checked_sentences

RECORDS = DATA / "benchmark"


def unfounded(answer: str, evidence: str, question: str = "What happens?") -> list[str]:
    record = Record(
        index=1,
        question=question,
        reference_answer=answer,
        evidence_question=question,
        evidence_answer=evidence,
    )
    return [part for sentence in checked_sentences(record) for part in sentence.unfounded]


TWO = "In 1986 it was 4.55°C and will be 5.95°C in 2054 with a 48.37% change in CO2."


@pytest.mark.parametrize(
    "answer",
    [
        "It was 4.55°C.",
        "It was 4.6°C.",
        "It rises by 1.4°C, or 1.40°C.",
        "It rises by 30.8%.",
        "It becomes 1.31 times as warm.",
        "It was about 4.7°C.",
    ],
)
def test_figures_that_follow_from_two_values_pass(answer: str) -> None:
    # 5.95 - 4.55 = 1.40; 100 * 1.40 / 4.55 = 30.77; 5.95 / 4.55 = 1.308.
    assert unfounded(answer, TWO) == []


@pytest.mark.parametrize(
    ("answer", "wrong"),
    [
        ("It rises by 1.42°C.", "1.42"),
        ("It was 4.7°C.", "4.7"),
        ("It was about 6.5°C.", "6.5"),
        ("It rises by 48.37°C.", "48.37"),
    ],
)
def test_figures_that_do_not_follow_are_named(answer: str, wrong: str) -> None:
    assert unfounded(answer, TWO) == [wrong]


def test_figures_of_the_question_are_conditions_and_pass() -> None:
    question = "What is it in 2054 with a 48.37% increase?"
    assert unfounded("With 48.37% more in 2054 it is 5.95°C.", TWO, question) == []


@pytest.mark.parametrize(
    "answer",
    [
        "The median is 488.5, with 342 to 650 as the 90% interval.",
        "Growth is 5,800% in four weeks.",
        "It peaks on November 21st, 2022, after 6.7 weeks.",
    ],
)
def test_figures_and_dates_of_recorded_json_pass(answer: str) -> None:
    assert unfounded(answer, f"**Outlook**\n{json.dumps(EVIDENCE)}") == []


@pytest.mark.parametrize("answer", ["It peaks on November 28th.", "It peaks after 7.6 weeks."])
def test_other_dates_and_weeks_do_not_pass(answer: str) -> None:
    assert len(unfounded(answer, json.dumps(EVIDENCE))) == 1


@settings(max_examples=30)
@given(st.integers(-4000, 4000), st.integers(-4000, 4000))
def test_any_difference_of_two_recorded_values_follows(a: int, b: int) -> None:
    evidence = f"From {a / 100:.2f}°C to {b / 100:.2f}°C."
    assert unfounded(f"It changes by {abs(a - b) / 100:.2f}°C.", evidence) == []


STATES = json.dumps(
    {
        "baseline_results": {"time_s": 80.0, "co2_mg": 40_000_000.0, "steps": 500},
        "scenario_results": {"time_s": 88.0, "co2_mg": 30_000_000.0, "steps": 460},
        "percentage_changes": {"time_change_pct": "10.00", "co2_change_pct": "-25.00"},
    }
)


@pytest.mark.parametrize("answer", ["It takes 88 s.", "It takes 8 s more.", "CO2 falls by 25.00%."])
def test_figures_of_two_states_are_compared_with_their_own_kind(answer: str) -> None:
    assert unfounded(answer, STATES) == []


# 460 steps are 475 % more than 80 s: a relation of two figures that have none.
@pytest.mark.parametrize(("answer", "figure"), [("It rises by 475%.", "475"), ("By 372.", "372")])
def test_unlike_figures_of_two_states_explain_nothing(answer: str, figure: str) -> None:
    assert unfounded(answer, STATES) == [figure]


def test_a_ratio_explains_no_percentage() -> None:
    assert unfounded("It becomes 0.75 times as much.", STATES) == []
    assert unfounded("It rises by 0.75%.", STATES) == ["0.75"]


CASES = (
    "With 8% more CO2 and CH4 the local temperature is 7.32°C. "
    "With SO2 and BC changed by 9% the local temperature is 7.25°C."
)


@pytest.mark.parametrize(
    ("answer", "wrong"),
    [
        ("The greenhouse gas modification results in a comparatively cooler outcome.", ["cooler"]),
        ("The greenhouse gas modification results in a comparatively warmer outcome.", []),
        ("The difference is considered major.", ["major"]),
        ("The difference is considered minor.", []),
    ],
)
def test_words_are_held_against_the_levels_of_two_cases(answer: str, wrong: list[str]) -> None:
    question = (
        "Which of CO2 and CH4, or SO2 and BC, is cooler, and is the difference minor "
        "(less than 0.1°C) or major (between 0.1°C and 0.5°C)?"
    )
    assert unfounded(answer, CASES, question) == wrong


@pytest.mark.slow
@needs(RECORDS)
def test_of_the_published_answers_as_many_do_not_follow_as_the_readme_says() -> None:
    found = counts(checked(Folder(RECORDS)))
    assert {domain: (one["records"], one["do not follow"]) for domain, one in found.items()} == {
        "climate": (704, 503),
        "epidemiology": (703, 1),
        "urban": (160, 14),
    }
