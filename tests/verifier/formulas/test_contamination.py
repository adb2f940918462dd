"""A formula is decided by its own runs: nothing else in a call changes what is said of it."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coffee import Coffee
from simulrag.simulators.registry import Registry
from simulrag.verifier.check import check_claims
from simulrag.verifier.claims import FormulaClaim, Given, Verdict
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.formulas.verification import Verifier
from verifier.formulas.gauge import Gauge

REGISTRY = Registry([Gauge(), Coffee()])
LET = {
    "A": 'gauge.gauge(river="Ann", rain=10)',
    "B": 'gauge.gauge(river="Bea", rain=10)',
    "M": 'coffee.cooling(cup="ceramic mug", initial_temperature=90, minutes=10)',
}
LEVEL = "After 10 mm of rain the level of the river {}."
HOT = "The temperature of the coffee in a ceramic mug after 10 minutes, poured at 90 °C, is {} °C."


def _claim(text: str, formula: str, **more: Any) -> FormulaClaim:
    return FormulaClaim(text=text, formula=formula, let=LET, **more)


CLAIMS = (
    _claim(LEVEL.format("Bea is higher than that of the river Ann"), "B.level > A.level"),
    _claim(LEVEL.format("Bea is lower than that of the river Ann"), "B.level < A.level"),
    _claim(LEVEL.format("Ann is above 1.1 m"), "A.level > 1.1"),
    _claim(LEVEL.format("Ann is about 1.2 m"), "A.level == about(1.2)"),
    _claim(LEVEL.format("Ann is about 9.2 m"), "A.level == about(9.2)"),
    _claim(HOT.format("71.9"), "M.temperature == 71.9"),
    _claim(HOT.format("65.0"), "M.temperature == 65.0"),
    _claim(HOT.format("65.0"), "M.temperature == 71.9"),
    _claim("It is 71.9 °C.", "M.temperature == 71.9"),
    _claim("It is 71.9 °C.", "M.temperature == 71.9", context=(HOT.format("so many"),)),
    _claim(
        "After 10 minutes the temperature of the coffee, poured at 90 °C, is 71.9 °C.",
        "M.temperature == 71.9",
        assume={"cup": "ceramic mug"},
    ),
    _claim(LEVEL.format("Ann is 1.1 m"), "A.levle == 1.1"),
    _claim(LEVEL.format("Dan is 1.1 m"), 'gauge.gauge(river="Dan", rain=10).level == 1.1'),
)
#: Texts, questions and claims that speak of the same things under other conditions.
BARE = (
    HOT.format("65.0"),
    "The temperature of the coffee is 71.9 °C.",
    "The coffee is too hot to drink.",
    "Rivers should be dammed.",
    "",
)
QUESTIONS = (
    "",
    "What is the temperature of the coffee in a vacuum flask after 60 minutes, poured at 50 °C?",
    "What is the temperature of the coffee in a ceramic mug after 10 minutes, poured at 90 °C?",
    "Who was it?",
)


def alone(claim: FormulaClaim) -> Verdict:
    with EvidenceStore() as store:
        (verdict,) = Verifier(REGISTRY, store).verify([claim])
    return verdict.model_copy(update={"id": ""})


claims_in_any_order = st.lists(st.sampled_from(range(len(CLAIMS))), min_size=1, max_size=8)


@pytest.fixture(scope="module")
def own() -> list[Verdict]:
    """The verdict on each claim where it is the only one."""
    return [alone(claim) for claim in CLAIMS]


def test_the_claims_below_get_every_verdict(own):
    words = {verdict.verdict for verdict in own}
    assert words == {"supported", "refuted", "undecided", "unread", "outside"}


@settings(max_examples=40)
@given(
    claims_in_any_order,
    st.lists(st.sampled_from(BARE), max_size=3),
    st.sampled_from(QUESTIONS),
    st.randoms(use_true_random=False),
)
def test_bare_texts_and_a_question_change_no_verdict_on_a_formula(
    own, picked, bare, question, chance
):
    listed: list[tuple[int, Given]] = [(index, CLAIMS[index]) for index in picked]
    listed += [(-1, text) for text in bare]
    chance.shuffle(listed)
    with EvidenceStore() as store:
        checked = check_claims([one for _, one in listed], question, REGISTRY, store)
    assert [one.id for one in checked.verdicts] == [f"c{n}" for n in range(1, len(listed) + 1)]
    for (index, one), verdict in zip(listed, checked.verdicts, strict=True):
        if isinstance(one, FormulaClaim):
            assert verdict.model_copy(update={"id": ""}) == own[index]


@given(st.permutations(range(len(CLAIMS))))
def test_runs_that_are_kept_already_change_no_verdict(own, order):
    with EvidenceStore() as store:
        for index in order:
            (made,) = Verifier(REGISTRY, store).verify([CLAIMS[index]])
            assert made.model_copy(update={"id": ""}) == own[index]


@given(st.sampled_from(range(len(CLAIMS))), st.sampled_from(range(len(CLAIMS))))
def test_names_of_let_that_a_formula_does_not_use_change_nothing(first, other):
    claim = CLAIMS[first]
    more = {**LET, "Z": CLAIMS[other].formula}
    found, expected = alone(claim.model_copy(update={"let": more})), alone(claim)
    assert found.model_copy(update={"let": LET}) == expected
