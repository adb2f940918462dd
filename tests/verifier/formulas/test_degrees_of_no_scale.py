"""Degrees without a scale: what is taken is said, and a claim that the other makes true is open."""

import pytest

from formula_claims import decided

THEN = 'climate.temperature(place="Chicago", year=1990).temperature'
RISE = f'climate.temperature(place="Chicago", year=2090, scenario="ssp585").temperature - {THEN}'
WARMER = "Under SSP5-8.5 Chicago is {} degrees warmer in 2090 than in 1990."
WAS = "The average temperature in Chicago in 1990 was {} degrees."


@pytest.mark.parametrize(
    ("text", "formula", "verdict"),
    [
        (WAS.format("50"), f"{THEN} == 50", "undecided"),
        (WAS.format("about 50"), f"{THEN} == about(50)", "undecided"),
        (WAS.format("10"), f"{THEN} == 10", "supported"),
        (WAS.format("80"), f"{THEN} == 80", "refuted"),
        (WARMER.format("5.2"), f"{RISE} == 5.2", "supported"),
        (WARMER.format("9"), f"{RISE} == 9", "undecided"),
    ],
)
def test_a_claim_that_only_fahrenheit_makes_true_is_open_and_celsius_is_said(
    text, formula, verdict, registry, store
):
    found = decided(text, formula, registry, store)
    assert found.verdict == verdict
    assert "degrees are degrees Celsius" in found.assumed
    if verdict == "undecided":
        assert "Fahrenheit" in found.problem.message


def test_a_scale_that_is_printed_is_not_asked_for(registry, store):
    text = "The average temperature in Chicago in 1990 was 50 degrees Celsius."
    found = decided(text, f"{THEN} == 50", registry, store)
    assert (found.verdict, found.assumed) == ("refuted", ())
