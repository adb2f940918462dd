"""The histogram beside a verdict: the members of its value, and what the claim allows."""

import numpy as np
import pytest

from verifier.formulas.gauge import MEMBERS, SPREAD, level
from verifier.formulas.rivers import decided, level_of

ANN = level_of("Ann", 20)


def said(words: str) -> str:
    return f"After 20 mm of rain the level of the river Ann is {words} m."


@pytest.mark.parametrize(
    ("words", "formula", "claimed"),
    [
        ("about 1.3", f"{ANN} == about(1.3, within=0.2)", (1.1, 1.5)),
        ("above 1.3", f"{ANN} > 1.3", (1.3, None)),
        ("below 1.3", f"{ANN} < 1.3", (None, 1.3)),
        ("between 1.1 and 1.3", f"1.1 <= {ANN} <= 1.3", (1.1, 1.3)),
        ("not above 1.3", f"not ({ANN} > 1.3)", (None, 1.3)),
        ("not about 1.3", f"not ({ANN} == about(1.3, within=0.2))", (None, None)),
    ],
)
def test_all_members_are_counted_and_the_claim_lies_among_them(words, formula, claimed):
    made = decided(said(words), formula).distribution
    assert sum(made.counts) == MEMBERS
    assert (made.claimed_low, made.claimed_high) == pytest.approx(claimed)
    edges = np.linspace(made.low, made.high, len(made.counts) + 1)
    mean = float(np.average((edges[1:] + edges[:-1]) / 2, weights=made.counts))
    assert mean == pytest.approx(level("Ann", 20), abs=0.1 * SPREAD)


def test_what_is_on_record_and_a_date_have_no_histogram(registry):
    record = 'epidemiology.admissions(states=["Ohio"], reported_season="2024-25")'
    text = "Ohio's 2024-25 flu season peaked at 3,705 admissions a week."
    made = decided(text, f"{record}.top_week_admissions == 3705", registry=registry)
    assert made.verdict == "supported"
    assert made.distribution is None
    assert "distribution" not in made.model_dump()
