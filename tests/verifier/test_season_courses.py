"""Statements on the course of a recorded season, and values in units of another kind."""

import json

import pytest

from simulrag.simulators.registry import Registry
from simulrag.verifier.check import check_claims
from simulrag.verifier.evidence import EvidenceStore

QUESTION = (
    "For an influenza season in Ohio and Iowa starting on 2022-10-07, what is the comprehensive "
    "epidemiological forecast for hospital incidence, given an R0 of 2.0, no seasonality, and 50% "
    "prior immunity?"
)


def record(growth: float, trend: str) -> str:
    """Return evidence whose peak of 7 is 7 weeks after the start."""
    outlook = {
        "peak_magnitude": {"median_value": 7.0, "90_percent_ci": [2.0, 25.0]},
        "peak_timing": {"peak_date": "2022-11-25", "weeks_from_start": 7.0},
        "initial_trend": {"qualitative_trend": trend, "four_week_growth_percentage": growth},
        "total_burden": {"cumulative_median_value": 71.5},
    }
    one = {"question": QUESTION, "evidence_question": QUESTION}
    return json.dumps({**one, "evidence_answer": f"**Outlook:** {json.dumps(outlook)}"})


FALLING, GROWING = record(-60.0, "declining"), record(400.0, "rapid growth")

SUPPRESSED = [
    "The forecast indicates a highly suppressed season.",
    "Prior immunity of 50% prevents any significant seasonal wave.",
    "With no seasonality, the outbreak is suppressed from the start.",
]
TAKING_OFF = [
    "An aggressive outbreak is to be expected.",
    "The season is fast-moving, with no seasonality behind it.",
    "Prior immunity of 50% is insufficient to prevent a major outbreak.",
]


@pytest.mark.parametrize(
    ("claims", "holds", "fails"),
    [(SUPPRESSED, FALLING, GROWING), (TAKING_OFF, GROWING, FALLING)],
)
def test_a_season_is_suppressed_or_takes_off_by_its_growth(
    claims: list[str], holds: str, fails: str, registry: Registry, store: EvidenceStore
) -> None:
    for evidence, expected in ((holds, "supported"), (fails, "refuted")):
        found = check_claims(claims, QUESTION, registry, store, evidence).verdicts
        assert [(v.text, v.verdict) for v in found] == [(c, expected) for c in claims]


@pytest.mark.parametrize("unit", ["weeks", "%"])
def test_a_median_in_a_unit_of_another_kind_is_refuted_even_if_another_output_has_the_number(
    unit: str, registry: Registry, store: EvidenceStore
) -> None:
    claim = f"The peak of hospital incidence is low, with a median value of about 7.0 {unit}."
    (found,) = check_claims([claim], QUESTION, registry, store, record(7.0, "slow growth")).verdicts
    assert found.verdict == "refuted"


@pytest.mark.parametrize(("claim", "expected"), [
    ("In the best case the peak is 2, in the worst 25.", "supported"),
    ("In the best case the peak is 25, in the worst 2.", "refuted"),
])  # fmt: skip
def test_each_end_of_an_interval_has_the_number_behind_it(
    claim: str, expected: str, registry: Registry, store: EvidenceStore
) -> None:
    (found,) = check_claims([claim], QUESTION, registry, store, GROWING).verdicts
    assert found.verdict == expected
