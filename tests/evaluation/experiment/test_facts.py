"""Facts said rightly and wrongly: told apart without the verifier."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluation.experiment.coffee_items import ITEMS, REGISTRY
from simulrag.evaluation.benchmark.items import ReferenceClaim
from simulrag.evaluation.experiment.facts import Fact, facts_of, off
from simulrag.evaluation.experiment.wording import LEADS, paraphrased

COFFEE = REGISTRY.simulator("coffee")


def fact(text: str, value: str, *, kind: str = "quantitative", **given: object) -> Fact:
    claim = ReferenceClaim.model_validate(
        {"text": text, "run_ids": ("r",), "output": "temperature", "kind": kind, "value": value}
        | given
    )
    item = ITEMS[0].model_copy(update={"claims": (claim,)})
    return facts_of(item, COFFEE, [claim])[0]


WARM = fact("The coffee has 71.9 °C after 10 minutes.", "71.9")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("The coffee has 71.9 °C after 10 minutes.", True),
        ("Overall, the coffee has 71.9 °C after 10 minutes.", True),
        ("The coffee has 72 °C after 10 minutes.", True),
        ("The coffee has 71.90 °C after 10 minutes.", True),
        ("The coffee has 72.4 °C after 10 minutes.", False),
        ("The coffee has 71.9 °F after 10 minutes.", False),
        ("The coffee has 161.4 °F after 10 minutes.", True),
        ("The coffee has 71.9 °C after 11 minutes.", None),
        ("The tea has 71.9 °C after 10 minutes.", None),
        ("The coffee has cooled after 10 minutes.", None),
        ("", None),
    ],
)
def test_a_text_says_a_fact_rightly_wrongly_or_not_at_all(text: str, says: bool | None) -> None:
    assert WARM.says(text) is says


def test_a_difference_in_another_unit_has_no_zero_to_shift() -> None:
    fall = fact("The difference is 10.0 °C.", "10.0", operation="difference")
    assert fall.says("The difference is 18.0 °F.") is True
    assert fall.says("The difference is 50.0 °F.") is False


def test_a_direction_and_a_label_have_the_contraries_that_the_simulator_declares() -> None:
    cold = fact("It is colder after 9 minutes.", "falls", kind="qualitative")
    assert cold.wrong(random.Random(0), 0) == "It is hotter after 9 minutes."
    hot = fact("The drink is very hot.", "very hot", kind="qualitative")
    wrongs = {hot.wrong(random.Random(seed), 0) for seed in range(20)}
    assert wrongs == {"The drink is lukewarm.", "The drink is hot."}


def test_a_denied_label_is_made_false_by_the_label_that_is_true() -> None:
    denied = ReferenceClaim(
        text="The drink is not lukewarm.", run_ids=("r",), output="temperature",
        kind="qualitative", value="not lukewarm", low=65.0,
    )  # fmt: skip
    true = denied.model_copy(update={"text": "The drink is very hot.", "value": "very hot"})
    item = ITEMS[0].model_copy(update={"claims": (denied, true)})
    found = facts_of(item, COFFEE, item.claims)[0]
    assert found.wrong(random.Random(0), 0) == "The drink is not very hot."


def test_a_fact_without_a_place_for_its_result_has_no_wrong_version() -> None:
    assert fact("The coffee is tasty.", "12.5").wrong(random.Random(0), 0.5) is None


def test_a_wrong_date_is_another_day_in_the_same_form() -> None:
    peak = fact("The peak falls on October 10, 2022.", "2022-10-10")
    said = peak.wrong(random.Random(1), 0)
    assert said is not None
    assert peak.says(said) is False
    assert said.startswith("The peak falls on ")
    assert peak.says("The peak falls on October 10, 2022.") is True


@given(st.integers(0, 10**6), st.sampled_from([*range(len(ITEMS))]), st.integers(0, 3))
@settings(max_examples=40)
def test_what_is_said_wrongly_is_never_said_rightly_in_any_words(
    seed: int, number: int, place: int
) -> None:
    one = facts_of(ITEMS[number], COFFEE, ITEMS[number].claims)[place]
    chance = random.Random(seed)
    text = one.wrong(chance, 0.3)
    assert text is not None
    assert one.says(text) is False
    assert one.says(paraphrased(text, chance)) is False
    assert one.says(paraphrased(one.text, chance)) is True
    coarser = one.coarser()
    assert coarser is None or one.says(coarser) is True


@given(st.decimals(min_value=0, max_value=10**6, places=2), st.integers(0, 1000))
@settings(max_examples=30)
def test_a_number_that_is_off_keeps_its_decimals_and_differs(value: object, seed: int) -> None:
    moved = off(f"{value:,.2f}", random.Random(seed))
    assert len(moved.partition(".")[2]) == 2
    assert abs(float(moved.replace(",", "")) - float(str(value))) > 0.01


def test_openings_keep_the_capital_of_a_name() -> None:
    said = {paraphrased("Nairobi warms.", random.Random(n)) for n in range(20)}
    assert said == {f"{lead}Nairobi warms." for lead in LEADS}
