"""What a simulator can decide at all, and why not."""

import pytest

from appendix_questions import BALDWIN, CHONGZUO, SURESNES, TWO_STATES
from simulrag.simulators.registry import Registry
from simulrag.verifier.boundary import assess
from simulrag.verifier.claims import Bound


def bound(claim: str, question: str, registry: Registry) -> Bound:
    """Return the bound of one claim."""
    (one,) = assess([claim], question, registry)
    assert one.claim == claim
    return one


@pytest.mark.parametrize(
    ("claim", "question"),
    [
        ("The projected temperature for Suresnes is 7.9°C.", SURESNES),
        ("The projected climate for Suresnes does not fall into the cold category.", SURESNES),
        ("The location is confirmed to be terrestrial.", SURESNES),
        ("The total projected temperature change is an increase of 1.18°C.", CHONGZUO),
        ("The 1.18°C increase indicates a distinct warming trend for Chongzuo.", CHONGZUO),
        ("The 0.26°C temperature difference is considered a modest divergence.", BALDWIN),
        ("The peak is expected to reach a median value of around 11,941.", TWO_STATES),
        ("The severe peak materializes 5.4 weeks after the season's onset.", TWO_STATES),
        ("The season is projected to begin with an explosive growth phase.", TWO_STATES),
        ("The scenario assumes 10% prior immunity.", TWO_STATES),
    ],
)
def test_claims_of_the_paper_about_outputs_are_inside(
    claim: str, question: str, registry: Registry
):
    found = bound(claim, question, registry)
    assert found.bound == "inside"
    assert found.problem is None


@pytest.mark.parametrize(
    ("claim", "question", "reason"),
    [
        ("The temperature in Paris is 7.9°C.", SURESNES, "other_place"),
        ("The temperature in 2090 is 7.9°C.", SURESNES, "other_period"),
        ("Under ssp585 it is 7.9°C.", SURESNES, "other_condition"),
        ("Suresnes should ban cars.", SURESNES, "opinion"),
        ("It snows on 12 days a year.", SURESNES, "no_such_output"),
        ("Warming comes from sunspots.", SURESNES, "cause"),
        ("COVID-19 peaks at 500 patients.", TWO_STATES, "other_subject"),
        ("Vaccination should be mandatory.", TWO_STATES, "opinion"),
        ("The temperature is 5 °C.", "Who won the cup in 1998?", "no_simulator"),
        ("The temperature is 5 °C.", "What is the temperature in Paris in 2300?",
         "value_out_of_range"),
    ],
)  # fmt: skip
def test_what_no_run_can_decide_is_outside_with_its_reason(
    claim: str, question: str, reason: str, registry: Registry
):
    found = bound(claim, question, registry)
    assert found.bound == "outside"
    assert found.problem is not None
    assert found.problem.reason == reason
    assert found.problem.message


def test_an_out_of_range_condition_comes_with_the_nearest_valid_one(registry: Registry):
    found = bound("The temperature in Paris in 2150 under ssp245 is 15 °C.", "", registry)
    assert found.bound == "outside"
    assert found.problem is not None
    assert (found.problem.parameter, found.problem.nearest) == ("year", 2100)


@pytest.mark.parametrize(
    ("claim", "parameter", "nearest"),
    [
        ("In 2050 under ssp245 with CO2 emissions 180 % higher, the average temperature in Rome is "
         "18 °C.", "co2", 100),
        ("An influenza season in Ohio starting October 1, 1918 with an R0 of 2.0, no seasonality "
         "and 10% prior immunity peaks at 900 patients.", "start_date", "2010-01-01"),
        ("An influenza season in Ohio starting October 1, 2022 with an R0 of 14, no seasonality "
         "and 10% prior immunity peaks at 900 patients.", "r0", 6),
    ],
)  # fmt: skip
def test_the_nearest_valid_value_is_data(
    claim: str, parameter: str, nearest: object, registry: Registry
):
    problem = bound(claim, "", registry).problem
    assert problem is not None
    assert problem.reason == "value_out_of_range"
    assert (problem.parameter, problem.nearest) == (parameter, nearest)


def test_a_scenario_that_is_missing_is_named_with_those_there_are(registry: Registry):
    found = bound("The average temperature in Lisbon will reach 18.4 °C in 2070.", "", registry)
    assert found.bound == "outside"
    assert found.problem is not None
    assert (found.problem.reason, found.problem.parameter) == ("missing_condition", "scenario")
    assert "ssp245" in found.problem.candidates


@pytest.mark.parametrize(
    "claim",
    [
        "Winter rainfall goes up by 18 %.",
        "Bus drivers work 20 % more overtime.",
        "Some 260 people died of it.",
    ],
)
def test_a_share_or_count_of_something_else_is_no_output(claim: str, registry: Registry):
    for question in (CHONGZUO, TWO_STATES):
        assert bound(claim, question, registry).bound == "outside"


def test_a_feeling_beside_a_number_is_no_opinion(registry: Registry):
    assert bound("Unfortunately, it warms by 1.18 °C.", CHONGZUO, registry).bound == "inside"
    found = bound("It is frightening.", CHONGZUO, registry)
    assert found.problem is not None
    assert found.problem.reason == "opinion"


def test_years_of_a_reference_period_are_no_result(registry: Registry):
    claim = "Under ssp370 the world is 3.6 °C warmer in 2090 than in 1850-1900."
    assert bound(claim, "", registry).bound == "inside"


def test_a_claim_without_a_question_is_read_by_its_own_words(registry: Registry):
    whole = "The temperature in Paris in 2050 under ssp245 is 13.0 °C."
    assert bound(whole, "", registry).bound == "inside"
    assert bound("The temperature is 13.0 °C.", "", registry).bound != "inside"


def test_a_known_topic_without_a_number_is_unread_and_not_outside(coffee_registry: Registry):
    question = "How hot is the coffee in a mug poured at 90 °C after 10 minutes?"
    assert bound("The temperature is remarkable.", question, coffee_registry).bound == "unread"
    assert bound("Tea is a drink.", question, coffee_registry).bound == "outside"


def test_claims_keep_their_order_and_nothing_is_dropped(registry: Registry):
    claims = ["", "The temperature is 7.9°C.", "Trees should be planted.", "The climate is mild."]
    found = assess(claims, SURESNES, registry)
    assert [b.claim for b in found] == claims
    assert [b.bound == "inside" for b in found] == [False, True, False, True]


def test_no_claims_have_no_bounds(registry: Registry):
    assert assess([], SURESNES, registry) == ()
