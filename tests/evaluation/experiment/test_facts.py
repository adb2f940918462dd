"""Facts said rightly and wrongly: told apart without the verifier."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluation.experiment.coffee_items import ITEMS, REGISTRY
from simulrag.evaluation.benchmark.items import ReferenceClaim
from simulrag.evaluation.experiment.facts import Fact, Stated, facts_of, off
from simulrag.evaluation.experiment.wording import LEADS, paraphrased
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.formulas.verification import Verifier

RUNS = ITEMS[0].runs


def facts(*claims: ReferenceClaim) -> list[Fact]:
    return facts_of(ITEMS[0].model_copy(update={"claims": claims}), REGISTRY)


def fact(text: str, value: str, *, kind: str = "quantitative", **given: object) -> Fact:
    claim = ReferenceClaim.model_validate(
        {"text": text, "run_ids": RUNS[:1], "output": "temperature", "kind": kind, "value": value}
        | given
    )
    return facts(claim)[0]


def wrong(one: Fact, seed: int = 0, unit_slips: float = 0.0) -> Stated:
    said = one.wrong(random.Random(seed), unit_slips)
    assert said is not None
    return said


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
    fall = fact("The difference is 10.0 °C.", "10.0", operation="difference", run_ids=RUNS)
    assert fall.says("The difference is 18.0 °F.") is True
    assert fall.says("The difference is 50.0 °F.") is False


def test_a_direction_and_a_label_have_the_contraries_that_the_simulator_declares() -> None:
    cold = fact(
        "It is colder after 9 minutes.", "falls", kind="qualitative", operation="difference",
        run_ids=RUNS, high=0.0,
    )  # fmt: skip
    assert cold.formula.endswith(".temperature < 0")
    assert wrong(cold).text == "It is hotter after 9 minutes."
    assert wrong(cold).formula == cold.formula.replace("<", ">")
    hot = fact("The drink is very hot.", "very hot", kind="qualitative", low=65.0)
    wrongs = {wrong(hot, seed) for seed in range(20)}
    assert {one.text for one in wrongs} == {"The drink is lukewarm.", "The drink is hot."}
    assert {one.formula for one in wrongs} == {
        f'{hot.side} == "lukewarm"', f'{hot.side} == "hot"',
    }  # fmt: skip


def test_a_denied_label_is_made_false_by_the_label_that_is_true() -> None:
    denied = ReferenceClaim(
        text="The drink is not lukewarm.", run_ids=RUNS[:1], output="temperature",
        kind="qualitative", value="not lukewarm", low=65.0,
    )  # fmt: skip
    true = denied.model_copy(update={"text": "The drink is very hot.", "value": "very hot"})
    found = facts(denied, true)[0]
    assert wrong(found).text == "The drink is not very hot."
    assert wrong(found).formula == f"not {found.formula}"


def test_a_fact_without_a_place_for_its_result_has_no_wrong_version() -> None:
    assert fact("The coffee is tasty.", "12.5").wrong(random.Random(0), 0.5) is None


def test_a_slip_of_the_unit_is_written_in_that_unit() -> None:
    slipped = wrong(WARM, unit_slips=1.0)
    assert slipped.text == "The coffee has 71.9 °F after 10 minutes."
    assert slipped.formula == f'{WARM.side} == quantity(71.9, "degF")'


def test_a_wrong_number_is_the_one_that_the_formula_compares() -> None:
    said = wrong(WARM)
    printed = said.text.split()[3]
    assert printed != "71.9"
    assert said.formula == f"{WARM.side} == {printed}"


def test_a_wrong_date_is_another_day_in_the_same_form() -> None:
    peak = fact("The peak falls on October 10, 2022.", "2022-10-10")
    said = wrong(peak, 1)
    assert peak.says(said.text) is False
    assert said.text.startswith("The peak falls on ")
    assert peak.says("The peak falls on October 10, 2022.") is True
    assert said.formula.startswith(f'{peak.side} == "2022-')


@given(st.integers(0, 10**6), st.sampled_from([*range(len(ITEMS))]), st.integers(0, 3))
@settings(max_examples=40)
def test_what_is_said_wrongly_is_never_said_rightly_in_any_words(
    seed: int, number: int, place: int
) -> None:
    one = facts_of(ITEMS[number], REGISTRY)[place]
    chance = random.Random(seed)
    said = one.wrong(chance, 0.3)
    assert said is not None
    assert one.says(said.text) is False
    assert one.says(paraphrased(said.text, chance)) is False
    assert one.says(paraphrased(one.text, chance)) is True
    coarser = one.coarser()
    assert coarser is None or one.says(coarser.text) is True


@given(st.integers(0, 10**6), st.sampled_from([*range(len(ITEMS))]))
@settings(max_examples=20)
def test_formulas_of_what_is_said_rightly_hold_and_of_what_is_said_wrongly_do_not(
    seed: int, number: int
) -> None:
    chance = random.Random(seed)
    with EvidenceStore() as store:
        verifier = Verifier(REGISTRY, store)
        for one in facts_of(ITEMS[number], REGISTRY):
            said = [one.right, one.coarser(), one.wrong(chance, 0.3)]
            held = verifier.compute([each.formula for each in said if each is not None])
            right = [bool(one.says(each.text)) for each in said if each is not None]
            assert [each.value for each in held] == right


@given(st.decimals(min_value=0, max_value=10**6, places=2), st.integers(0, 1000))
@settings(max_examples=30)
def test_a_number_that_is_off_keeps_its_decimals_and_differs(value: object, seed: int) -> None:
    moved = off(f"{value:,.2f}", random.Random(seed))
    assert len(moved.partition(".")[2]) == 2
    assert abs(float(moved.replace(",", "")) - float(str(value))) > 0.01


def test_openings_keep_the_capital_of_a_name() -> None:
    said = {paraphrased("Nairobi warms.", random.Random(n)) for n in range(20)}
    assert said == {f"{lead}Nairobi warms." for lead in LEADS}
