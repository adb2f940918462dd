"""Two functions may declare one parameter with different choices; text is read for both."""

import pytest

from coffee import COOLING, CUP, WAIT, Coffee
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Plan
from simulrag.verifier.reading.mentions import unique_parameters
from simulrag.verifier.reading.questions import plan
from simulrag.verifier.reading.statements import read

#: Waiting knows a vessel more than cooling does, for which that vessel is foreign.
BUCKET = CUP.model_copy(update={"choices": {**CUP.choices, "bucket": ("pail",)}})
NARROW = CUP.model_copy(update={"foreign": (*CUP.foreign, "bucket", "Pail")})


class Catering(Coffee):
    """Coffee in a cup, and waiting for a bucket of it."""

    functions = (
        COOLING.model_copy(update={"parameters": (NARROW, *COOLING.parameters[1:])}),
        WAIT.model_copy(update={"parameters": (BUCKET, *WAIT.parameters[1:])}),
    )


@pytest.fixture
def catering() -> Registry:
    return Registry([Catering()])


def test_choices_are_joined_and_none_of_them_is_foreign():
    cup = next(p for p in unique_parameters(Catering()) if p.name == "cup")
    assert set(cup.choices) == {"ceramic mug", "paper cup", "vacuum flask", "bucket"}
    assert cup.choices["ceramic mug"] == CUP.choices["ceramic mug"]
    assert cup.foreign == CUP.foreign


def test_declarations_that_agree_stay_as_they_are():
    assert next(p for p in unique_parameters(Coffee()) if p.name == "cup") == CUP


@pytest.mark.parametrize("vessel", ["bucket", "pail"])
def test_a_choice_of_one_function_is_heard_and_planned_for_it(vessel: str, catering: Registry):
    made = plan(
        f"What is the waiting time for coffee starting at 90 °C in a {vessel}, cool to 60 °C?",
        catering,
    )
    assert made.problems == ()
    assert [c.function for c in made.calls] == ["waiting"]
    assert made.calls[0].arguments["cup"] == "bucket"


def test_a_function_that_takes_all_that_is_said_stands_in_for_one_that_does_not(
    catering: Registry,
):
    """ "How hot" asks for cooling, which knows no buckets and no target."""
    made = plan("How hot is coffee starting at 90 °C in a bucket, cool to 60 °C?", catering)
    assert [c.function for c in made.calls] == ["waiting"]


def test_a_choice_that_the_function_asked_for_lacks_is_refused_with_those_it_has(
    catering: Registry,
):
    made = plan("How hot is coffee starting at 90 °C in a bucket after 10 minutes?", catering)
    assert made.calls == ()
    assert made.problems[0].parameter == "cup"
    assert "vacuum flask" in made.problems[0].message


def test_a_statement_about_a_choice_that_was_not_run_is_outside(catering: Registry):
    held = plan("How hot is coffee starting at 90 °C in a mug after 10 minutes?", catering)
    found = read("The coffee in the bucket is at 70 °C after 10 minutes.", held, catering)
    assert found.outside
    assert found.readings == ()


@pytest.mark.parametrize(
    "question",
    [
        "What is the global warming by 2081-2100 under SSP1-1.9 in AR6?",
        "What is the assessed global warming in 2081-2100 under ssp119?",
    ],
)
def test_a_pathway_that_only_the_assessment_has_is_planned_as_the_assessment(
    question: str, registry: Registry
):
    assert_assessed(plan(question, registry), "ssp119")


def test_a_period_that_only_the_assessment_has_is_planned_as_the_assessment(registry: Registry):
    made = plan("What is the global warming by 2081-2100 under SSP1-2.6 in AR6?", registry)
    assert_assessed(made, "ssp126")


def assert_assessed(made: Plan, scenario: str) -> None:
    (call,) = made.calls
    assert call.function == "assessment"
    assert call.arguments == {"period": "2081-2100", "scenario": scenario}


def test_a_pathway_that_no_emulation_has_is_refused_for_a_place(registry: Registry):
    made = plan("What is the temperature in Paris in 2050 under SSP1-1.9?", registry)
    assert made.calls == ()
    assert "ssp126" in made.problems[0].message
