"""Claims about the world are decided only outside a simulator's own spread."""

import pytest

from simulrag.simulators.registry import installed
from simulrag.verifier.check import check_text
from simulrag.verifier.claims import VerdictWord
from simulrag.verifier.evidence import EvidenceStore

QUESTION = "What is the average temperature in Nairobi in 2050 under ssp245?"


def verdict(text: str, question: str = "") -> VerdictWord:
    store = EvidenceStore()
    try:
        checked = check_text(text, question, installed(), store)
    finally:
        store.close()
    assert len(checked.verdicts) == 1
    return checked.verdicts[0].verdict


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # The simulated mean is near 20.8 °C with a 90 % interval of about 2 °C to each side.
        ("Under SSP2-4.5 Nairobi will average 21.9 °C in 2050.", "undecided"),
        ("Under SSP2-4.5 Nairobi will average 30 °C in 2050.", "refuted"),
        ("Nairobi will be warmer than 21 °C in 2050 under ssp245.", "undecided"),
        ("Nairobi will be warmer than 5 °C in 2050 under ssp245.", "supported"),
        ("Nairobi will be warmer than 30 °C in 2050 under ssp245.", "refuted"),
    ],
)
def test_a_value_inside_the_spread_decides_nothing_about_the_world(
    text: str, expected: VerdictWord
) -> None:
    assert verdict(text) == expected


def test_a_claim_about_a_run_is_compared_with_that_run_alone() -> None:
    text = "The average temperature in Nairobi in 2050 under ssp245 is 21.9 °C."
    assert verdict(text, QUESTION) == "refuted"


def test_a_difference_keeps_the_spread_of_both_its_runs() -> None:
    rise = "Global mean temperature rises by {} °C between 1990 and 2050 under ssp245."
    assert verdict(rise.format("1.2")) == "undecided"
    assert verdict(rise.format("9.0")) == "refuted"


def test_the_direction_of_a_large_change_is_decided() -> None:
    sentence = "Nairobi will be {} in 2090 than in 1850 under ssp585."
    assert verdict(sentence.format("warmer")) == "supported"
    assert verdict(sentence.format("cooler")) == "refuted"
