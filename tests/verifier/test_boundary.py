"""What a simulator can decide at all, and why not: by formulas, and for bare sentences."""

import pytest

from appendix_questions import SURESNES
from simulrag.simulators.registry import Registry
from simulrag.verifier.boundary import assess
from simulrag.verifier.claims import Bound, FormulaClaim, Given
from simulrag.verifier.evidence import EvidenceStore


def bound(claim: Given, registry: Registry, store: EvidenceStore, question: str = "") -> Bound:
    (one,) = assess([claim], question, registry, store)
    return one


SEASON = 'states=["Ohio"], start_date="2022-10-01", r0=1.8, seasonality="none", immunity=30'
CONDITIONS = "In Ohio, with R0 1.8 and 30 % immune from 1 October 2022 and no seasonality, "


@pytest.mark.parametrize(
    ("said", "formula", "reason"),
    [
        ("having 50 % of the elderly vaccinated averts more than 3 % of hospital admissions.",
         f'epidemiology.intervention({SEASON}, measures=[{{"kind": "vaccinated", "share": 50, '
         '"ages": ["65+"]}]).averted_share > 3', ""),
        ("more than 3 % of the elderly are infected.",
         f"epidemiology.season({SEASON}).attack_rate > 3", "other_subject"),
    ],
)  # fmt: skip
def test_a_group_of_people_is_inside_only_where_an_input_holds_it(
    said, formula, reason, registry, store
):
    found = bound(FormulaClaim(text=CONDITIONS + said, formula=formula), registry, store)
    assert (found.problem.reason if found.problem else "") == reason


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("RSV admissions in Ohio peaked in January 2025.", "other_subject"),
        ("The capital of France is Paris.", "no_simulator"),
        ("Nairobi should plant more trees.", "no_simulator"),
        ("Temperatures in Oslo will rise by 3 °C by 2190 under SSP2-4.5.", "value_out_of_range"),
    ],
)
def test_a_bare_sentence_of_something_else_is_outside(text, reason, registry, store):
    found = bound(text, registry, store)
    assert (found.bound, found.problem.reason) == ("outside", reason)


def test_a_bare_sentence_that_is_not_understood_is_unread_with_its_words_and_a_skeleton(
    registry, store
):
    found = bound("The average temperature in Nairobi in 1990 is a bit special.", registry, store)
    assert (found.bound, found.problem.reason) == ("unread", "unread")
    assert "'special'" in found.problem.message
    assert found.skeleton.startswith('climate.temperature(place="Nairobi", year=1990).temperature')


def test_the_question_gives_conditions_that_a_bare_sentence_leaves_open(registry, store):
    text = "The temperature in 2050 is 7.9°C."
    assert bound(text, registry, store, SURESNES).bound == "inside"
    assert bound(text, registry, store).bound != "inside"


def test_claims_keep_their_order_and_none_have_no_bounds(registry, store):
    texts = ["The capital of France is Paris.", "", "In 1990 Nairobi had 19.4 °C."]
    assert [one.claim for one in assess(texts, "", registry, store)] == texts
    assert assess([], "", registry, store) == ()
