"""Refuted claims made true by the smallest change."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from appendix_questions import CHONGZUO, SURESNES
from coffee import temperature
from simulrag.simulators.registry import Registry, installed
from simulrag.verifier.check import check_claims
from simulrag.verifier.claims import Verdict
from simulrag.verifier.evidence import EvidenceStore

MUG = "How hot is the coffee in a ceramic mug poured at 90 °C after 10 minutes?"
FLASK = "How hot is the coffee in a vacuum flask poured at 90 °C after 60 minutes?"
COOLING = (
    "What is the temperature of the coffee in a ceramic mug poured at 90 °C after 10 minutes, and "
    "after 20 minutes? What is the difference?"
)
AFTER_10, AFTER_20 = (temperature("ceramic mug", 90, 20, minutes) for minutes in (10, 20))
FLU = (
    "What is the forecast for hospital prevalence in Ohio for an influenza season starting on "
    "October 4th, 2022, with an R0 of 2.0, moderate seasonality and 10% prior immunity?"
)
_TOKEN = re.compile(r"[-+]?\d[\d,.]*|[^\W\d]+|[^\w\s]")


def check(claim: str, question: str, registry: Registry, store: EvidenceStore) -> Verdict:
    """Return the verdict on one claim."""
    return check_claims([claim], question, registry, store).verdicts[0]


def updated(claim: str, question: str, registry: Registry, store: EvidenceStore) -> str:
    """Return a refuted claim made true, after checking that it is so and stays so."""
    verdict = check(claim, question, registry, store)
    assert verdict.verdict == "refuted", verdict
    again = check(verdict.updated, question, registry, store)
    assert again.verdict == "supported", again
    assert again.updated == verdict.updated
    return verdict.updated


def changed(before: str, after: str) -> list[tuple[str, str]]:
    """Return the words and numbers that differ."""
    old, new = _TOKEN.findall(before), _TOKEN.findall(after)
    assert len(old) == len(new), (before, after)
    return [(a, b) for a, b in zip(old, new, strict=True) if a != b]


@pytest.mark.parametrize(
    ("claim", "change"),
    [
        ("The coffee temperature is 65.0 °C after 10 minutes.", ("65.0", f"{AFTER_10:.1f}")),
        ("The coffee temperature is 65.00 °C after 10 minutes.", ("65.00", f"{AFTER_10:.2f}")),
        ("The coffee temperature is 65 °C.", ("65", f"{AFTER_10:.0f}")),
        ("The coffee temperature is 150.0 °F.", ("150.0", f"{AFTER_10 * 9 / 5 + 32:.1f}")),
        ("The coffee temperature is 300.0 K.", ("300.0", f"{AFTER_10 + 273.15:.1f}")),
        ("The coffee temperature is about 65 °C.", ("65", f"{AFTER_10:.0f}")),
        ("The coffee temperature is above 75 °C.", ("75", "71")),
        ("The coffee temperature is at least 75 °C.", ("75", "71")),
        ("The coffee temperature is below 70 °C.", ("70", "72")),
        ("The coffee temperature is at most 70.0 °C.", ("70.0", "71.9")),
        ("The coffee is drinkable.", ("drinkable", "too hot")),
        ("Coffee in a ceramic mug is lukewarm after 10 minutes.", ("lukewarm", "very hot")),
    ],
)
def test_only_the_wrong_token_is_replaced_in_its_own_unit_and_precision(
    claim: str, change: tuple[str, str], coffee_registry: Registry, store: EvidenceStore
):
    assert updated(claim, MUG, coffee_registry, store) == claim.replace(*change)


@settings(max_examples=40)
@given(st.floats(20, 90), st.integers(0, 3))
def test_any_wrong_number_is_mended_once_and_right_ones_are_left_alone(
    number: float, decimals: int
):
    from coffee import Coffee

    registry = Registry([Coffee()])
    claim = f"After 10 minutes in a ceramic mug the temperature is {number:.{decimals}f} °C."
    with EvidenceStore() as store:
        verdict = check(claim, MUG, registry, store)
        if verdict.verdict == "supported":
            assert verdict.updated == claim
            assert abs(float(f"{number:.{decimals}f}") - AFTER_10) <= 0.5 * 10**-decimals + 1e-9
        else:
            text = updated(claim, MUG, registry, store)
            differing = changed(claim, text)
            assert differing == [(f"{number:.{decimals}f}", f"{AFTER_10:.{decimals}f}")]


def test_a_right_number_beside_a_wrong_one_is_kept(coffee_registry: Registry, store: EvidenceStore):
    claim = f"The temperature is {AFTER_10:.1f} °C and the coffee is drinkable."
    text = updated(claim, MUG, coffee_registry, store)
    assert text == f"The temperature is {AFTER_10:.1f} °C and the coffee is too hot."


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        (
            "The coffee is 13.4 °C warmer after 20 minutes than after 10 minutes.",
            "The coffee is 13.4 °C cooler after 20 minutes than after 10 minutes.",
        ),
        (
            "The coffee is 10.0 °C warmer after 20 minutes than after 10 minutes.",
            "The coffee is 13.4 °C cooler after 20 minutes than after 10 minutes.",
        ),
        (
            "The coffee is warmer after 20 minutes than after 10 minutes.",
            "The coffee is cooler after 20 minutes than after 10 minutes.",
        ),
        ("The temperature falls by 20 %.", "The temperature falls by 19 %."),
        (
            "The temperature falls from 71.9 °C to 50.0 °C.",
            "The temperature falls from 71.9 °C to 58.4 °C.",
        ),
        ("The temperature falls by 3.4 K.", "The temperature falls by 13.4 K."),
        ("The temperature falls by 10.0 °F.", "The temperature falls by 24.2 °F."),
    ],
)
def test_changes_keep_their_wording_and_directions_are_swapped(
    claim: str, expected: str, coffee_registry: Registry, store: EvidenceStore
):
    assert f"{AFTER_10 - AFTER_20:.1f}" == "13.4"
    assert updated(claim, COOLING, coffee_registry, store) == expected


@pytest.mark.parametrize(
    ("claim", "change"),
    [
        ("This represents a cooling trend.", ("cooling", "warming")),
        ("The temperature decreases between the two years.", ("decreases", "increases")),
        ("The change is considered minor.", ("minor", "severe")),
    ],
)
def test_words_of_a_question_are_replaced_by_their_right_ones(
    claim: str, change: tuple[str, str], registry: Registry, store: EvidenceStore
):
    assert updated(claim, CHONGZUO, registry, store) == claim.replace(*change)


def test_an_article_is_made_to_fit_the_new_word(registry: Registry, store: EvidenceStore):
    claim = "The total temperature change is a decrease of 1.18 °C."
    text = updated(claim, CHONGZUO, registry, store)
    assert re.fullmatch(r"The total temperature change is an increase of \d\.\d\d °C\.", text)


def test_a_place_at_sea_is_put_on_land(registry: Registry, store: EvidenceStore):
    text = updated("Suresnes is located at sea.", SURESNES, registry, store)
    assert text == "Suresnes is located on land."


def test_grouping_dates_and_decimals_keep_their_format(registry: Registry, store: EvidenceStore):
    grouped = updated("The peak of hospitalizations is 99,941 people.", FLU, registry, store)
    assert re.fullmatch(r"The peak of hospitalizations is \d{1,3}(,\d{3})+ people\.", grouped)
    for claim, form in (
        ("The peak is on March 3, 2023.", r"The peak is on [A-Z][a-z]+ \d+, 202\d\."),
        ("The peak is on 3 March 2023.", r"The peak is on \d+ [A-Z][a-z]+ 202\d\."),
        ("The peak is on 2023-03-03.", r"The peak is on 202\d-\d\d-\d\d\."),
        ("The peak is on 3/3/2023.", r"The peak is on \d+/\d+/202\d\."),
        ("The peak is on March 3.", r"The peak is on [A-Z][a-z]+ \d+\."),
    ):
        assert re.fullmatch(form, updated(claim, FLU, registry, store)), claim


@pytest.mark.parametrize(
    "claim",
    [
        "The coffee temperature is not above 70 °C.",
        "The coffee temperature is sixty-five degrees Celsius.",
        "The temperature is between 50 and 60 °C.",
    ],
)
def test_what_cannot_be_mended_by_one_token_is_left_as_it_was(
    claim: str, coffee_registry: Registry, store: EvidenceStore
):
    verdict = check(claim, MUG, coffee_registry, store)
    assert verdict.verdict == "refuted"
    assert verdict.updated == claim


def test_claims_outside_are_never_rewritten(registry: Registry, store: EvidenceStore):
    for claim in ("The temperature in Paris is 1.0 °C.", "Trees should be planted."):
        verdict = check(claim, SURESNES, registry, store)
        assert verdict.verdict == "outside"
        assert verdict.updated == claim


def test_the_same_value_is_written_for_a_flask(coffee_registry: Registry, store: EvidenceStore):
    hot = temperature("vacuum flask", 90, 20, 60)
    text = updated("The temperature of the coffee is 20.0 °C.", FLASK, coffee_registry, store)
    assert text == f"The temperature of the coffee is {hot:.1f} °C."


def test_a_minus_is_written_where_the_number_carries_the_sign(store: EvidenceStore):
    registry = installed()
    question = "For Oslo, how does the temperature in 2050 under ssp245 compare with that in 1990?"
    claim = "The temperature change from 1990 to 2050 is -9.00 °C."
    text = updated(claim, question, registry, store)
    assert re.fullmatch(r"The temperature change from 1990 to 2050 is \d\.\d\d °C\.", text)
