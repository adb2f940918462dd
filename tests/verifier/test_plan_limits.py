"""What a question asks for beyond a simulator is said, and never left out of a plan in silence."""

import pytest

from simulrag.simulators.registry import Registry
from simulrag.verifier.check import check_text
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.reading.questions import plan

SEASON = "a flu season in Ohio from 2022-10-01 with R0 2.2, moderate seasonality and 30% immunity"


@pytest.mark.parametrize(
    ("question", "reason", "given"),
    [
        (f"What would a lockdown change in {SEASON}?", "other_condition", "lockdown"),
        (f"What if schools stayed open in {SEASON}?", "other_condition", "schools stayed open"),
        (f"With antivirals, how high is the peak of {SEASON}?", "other_condition", "antivirals"),
        (f"How high is the peak of COVID-19 in {SEASON}?", "other_subject", "COVID-19"),
        ("How warm is it on Mars in 2050 under ssp245?", "other_subject", "on Mars"),
    ],
)
def test_a_question_beyond_the_simulators_is_refused_by_its_words(
    question: str, reason: str, given: str, registry: Registry
) -> None:
    made = plan(question, registry)
    assert not made.calls
    (problem,) = made.problems
    assert (problem.reason, problem.given) == (reason, given)


def test_a_town_may_have_the_name_of_a_planet(registry: Registry) -> None:
    question = "What is the temperature in Mars, Pennsylvania in 2050 under ssp245?"
    (call,) = plan(question, registry).calls
    assert call.arguments["place"] == "Mars, Pennsylvania"


@pytest.mark.parametrize("before", ["From week 4 on, how high is", "After 3 quiet winters, how is"])
def test_a_number_is_not_taken_for_a_name_that_has_its_own(before: str, registry: Registry) -> None:
    made = plan(f"{before} the peak of hospital incidence in {SEASON}?", registry)
    assert [call.arguments["r0"] for call in made.calls] == [2.2]


def test_a_claim_about_a_measure_is_not_decided_by_a_run_without_it(
    registry: Registry, store: EvidenceStore
) -> None:
    question = f"How high is the peak of hospital incidence in {SEASON}?"
    text = "With school closures the peak of hospital incidence is 65."
    (verdict,) = check_text(text, question, registry, store).verdicts
    assert verdict.verdict == "outside"
    assert "measures" in verdict.derivation
