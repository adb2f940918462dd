"""Questions and claims about a condition in free words: pairs of runs, or the reason why not."""

import pytest

from simulrag.simulators.interface import Quantity
from simulrag.simulators.registry import Registry
from simulrag.verifier.answering import answer
from simulrag.verifier.check import check_text
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.reading.questions import plan

QUESTION = (
    "What would happen to flu admissions in Ohio if schools closed for 4 weeks from 1 January?"
)


@pytest.fixture(scope="module")
def runs() -> EvidenceStore:
    return EvidenceStore()


def test_a_question_is_planned_as_one_call_and_names_what_it_takes_for_granted(
    registry: Registry,
) -> None:
    made = plan(QUESTION, registry)
    (call,) = made.calls
    assert call.function == "intervention"
    assert call.arguments["measures"] == ["schools closed from 1 January for 28 days"]
    assert any(said.startswith("immunity: 40") for said in made.assumed)


def test_what_a_question_says_of_the_season_is_not_replaced_by_what_is_usual(
    registry: Registry,
) -> None:
    asked = f"{QUESTION[:-1]} in a season starting 15 October 2022 with an R0 of 1.8?"
    (call,) = plan(asked, registry).calls
    assert (call.arguments["start_date"], call.arguments["r0"]) == ("2022-10-15", 1.8)


def test_measures_joined_by_and_hold_together_and_by_or_one_at_a_time(registry: Registry) -> None:
    def listed(joint: str) -> list[object]:
        text = f"How many admissions would closing schools {joint} cutting travel by 50 % avert"
        return [call.arguments["measures"] for call in plan(f"{text} in Iowa?", registry).calls]

    assert listed("and") == [["schools closed", "50 % less travel"]]
    assert listed("or") == [["schools closed"], ["50 % less travel"]]


def test_the_answer_gives_what_is_averted_with_its_interval(
    registry: Registry, runs: EvidenceStore
) -> None:
    made = answer(QUESTION, registry, runs)
    (run,) = made.runs
    averted = run.outputs["averted"]
    assert isinstance(averted, Quantity)
    assert averted.low is not None
    assert 0 < averted.low < averted.value
    assert f"avert {averted.value:,.0f} admissions (90 % interval {averted.low:,.0f}" in made.text


@pytest.mark.parametrize(
    "question",
    [
        "What would happen to flu admissions in Ohio if travel rose by 30 %?",
        "How would a lockdown change admissions in Ohio?",
        "What would happen to flu admissions in Ohio if travel is restricted?",
    ],
)
def test_a_condition_that_is_not_understood_is_never_left_out(
    question: str, registry: Registry
) -> None:
    made = plan(question, registry)
    assert not made.calls
    assert [problem.reason for problem in made.problems] == ["other_condition"]


#: What the run of `QUESTION` gives: about 4,157 averted, the total 44 % and the peak 31 % lower.
CLAIMS = [
    ("Closing schools in Ohio for 4 weeks from 1 January averts more than 1,000 admissions.", True),
    (
        "Closing schools in Ohio for 4 weeks from 1 January averts more than 9,000 admissions.",
        False,
    ),
    ("A 4-week school closure from 1 January would cut admissions in Ohio by about 44 %.", True),
    ("A 4-week school closure from 1 January would cut admissions in Ohio by about 20 %.", False),
    ("Closing schools in Ohio for 4 weeks from 1 January reduces the peak by about 31 %.", True),
    ("Closing schools in Ohio for 4 weeks from 1 January reduces the peak by about 20 %.", False),
    ("In Ohio, closing schools for 4 weeks from 1 January lowers the peak.", True),
    ("In Ohio, closing schools for 4 weeks from 1 January raises the peak.", False),
    ("If schools closed for 4 weeks from 1 January, Ohio would see 9,000 fewer admissions.", False),
]


@pytest.mark.parametrize(("claim", "true"), CLAIMS)
def test_a_claim_is_decided_by_the_pair_of_seasons(
    claim: str, true: bool, registry: Registry, runs: EvidenceStore
) -> None:
    (verdict,) = check_text(claim, "", registry, runs).verdicts
    assert verdict.verdict == ("supported" if true else "refuted")
    assert any("both settings share" in said for said in verdict.assumed)


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("Closing schools averts more than 1,000 admissions.", "supported"),
        ("The closure reduces the peak by about 20 %.", "refuted"),
        ("Admissions fall by about 44 %.", "supported"),
        ("Closing schools for eight weeks averts more than 1,000 admissions.", "outside"),
    ],
)
def test_a_claim_beside_its_question_is_about_the_measure_that_was_asked_for(
    claim: str, expected: str, registry: Registry, runs: EvidenceStore
) -> None:
    (verdict,) = check_text(claim, QUESTION, registry, runs).verdicts
    assert verdict.verdict == expected


@pytest.mark.parametrize(
    "claim",
    [
        "A lockdown in Ohio averts 3,000 admissions.",
        "If schools did not close, admissions in Ohio would fall by 44 %.",
        "Closing schools in Ohio for 4 weeks from the day after the peak averts 3,000 admissions.",
        "Admissions in Ohio would drop by a third if contacts at work fell by a quarter.",
    ],
)
def test_a_claim_is_never_decided_with_part_of_it_left_out(
    claim: str, registry: Registry, runs: EvidenceStore
) -> None:
    (verdict,) = check_text(claim, "", registry, runs).verdicts
    assert verdict.verdict in ("outside", "unread")


def test_a_reported_figure_does_not_answer_a_question_about_a_setting(registry: Registry) -> None:
    """R0 and immunity are given, so that a function that takes neither has no say."""
    made = plan(
        "How high is the flu peak in Ohio with R0 2, no seasonality, 10 % immunity?", registry
    )
    assert not made.calls
    assert made.problems[0].parameter == "start_date"


@pytest.mark.parametrize(
    ("words", "day"),
    [("from early October", "2022-10-05"), ("starting in July 2022", "2022-07-16")],
)
def test_part_of_a_month_may_be_when_a_season_begins_and_the_day_taken_is_said(
    words: str, day: str, registry: Registry
) -> None:
    asked = f"How high is the flu peak in Ohio {words} with R0 2, no seasonality, 10 % immunity?"
    made = plan(asked, registry)
    assert [call.arguments["start_date"] for call in made.calls] == [day]
    assert any(said.startswith(f"start_date: {day}") for said in made.assumed)


def test_an_unknown_state_is_named_with_the_nearest_one(registry: Registry) -> None:
    made = plan("How many influenza admissions were reported in Ohoi in 2023-24?", registry)
    assert made.problems[0].given == "Ohoi"
    assert made.problems[0].candidates == ("Ohio",)


def test_no_seasonality_is_one_setting_and_not_none_of_them(
    registry: Registry, runs: EvidenceStore
) -> None:
    claim = (
        "The peak is below 1,000 admissions a day in Vermont in a season starting 1 October 2022 "
        "with an R0 of 2.2, no seasonality and 10 % prior immunity."
    )
    (verdict,) = check_text(claim, "", registry, runs).verdicts
    assert (verdict.verdict, len(verdict.run_ids)) == ("supported", 1)
