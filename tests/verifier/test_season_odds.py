"""How likely something is in claims about a season, and numbers that end in zero."""

import pytest

from season_record import DECLINE, WAVE, verdict
from simulrag.simulators.registry import Registry


@pytest.mark.parametrize(
    "claim",
    [
        "There is a 90% chance or better that the maximum lies between 130 and 2,000 patients.",
        "A 90% or higher chance exists that the peak lies between 130 and 2,000 patients.",
        "A 70% probability or more is given to a peak of between 200 and 1,900 patients.",
    ],
)
def test_how_likely_something_is_is_never_taken_for_growth(claim: str, registry: Registry) -> None:
    assert verdict(claim, WAVE, registry) in ("unread", "outside")


def test_zero_ends_a_number_in_words(registry: Registry) -> None:
    claim = "A wave that is highest on day one is down to zero {} weeks on."
    found = [verdict(claim.format(weeks), DECLINE, registry) for weeks in ("four", "4")]
    assert found == ["refuted", "refuted"]  # an eighth is left
    ended = DECLINE.model_copy(
        update={"evidence_answer": DECLINE.evidence_answer.replace("-87.5", "-100.0")}
    )
    assert verdict(claim.format("four"), ended, registry) == "supported"


@pytest.mark.parametrize(
    "claim",
    [
        "A 70% probability is given to a peak of between 200 and 1,900 patients.",
        "The peak is between 200 and 1,900 patients with 70% probability.",
        "The peak is 1,577 with a probability of 70%.",
    ],
)
def test_a_probability_that_no_run_holds_is_never_passed_over(
    claim: str, registry: Registry
) -> None:
    assert verdict(claim, WAVE, registry) in ("unread", "outside")
