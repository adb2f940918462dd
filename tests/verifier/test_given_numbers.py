"""Numbers of the question that a claim tells again: they are no results, and refute nothing."""

import json

import pytest

from simulrag.simulators.registry import Registry
from simulrag.verifier.check import check_claims
from simulrag.verifier.evidence import EvidenceStore

QUESTION = (
    "For Kanekallu under ssp370 with a 20% increase in CO2 and a 10% increase in CH4, what is the "
    "projected temperature in 2075? Is that relatively warm (above 20°C) or mild (below 20°C)?"
)
EVIDENCE = json.dumps(
    {
        "question": QUESTION,
        "evidence_answer": "With a 20% change in CO2 and a 10% change in CH4, the projected "
        "temperature for Kanekallu in 2075 under the ssp370 scenario is 20.97°C.",
    }
)


def _word(claim: str, registry: Registry) -> str:
    with EvidenceStore() as store:
        checked = check_claims([claim], QUESTION, registry, store, evidence=EVIDENCE)
    return checked.verdicts[0].verdict


@pytest.mark.parametrize(
    "claim",
    [
        "Going by the 20°C dividing line, the Kanekallu of 2075 is warm and not mild.",
        "By the 20°C line, Kanekallu is warm.",
        "With the 20°C cut-off in mind, the Kanekallu of 2075 counts as warm.",
    ],
)
def test_the_limit_of_a_class_told_beside_it_refutes_nothing(
    claim: str, registry: Registry
) -> None:
    assert _word(claim, registry) != "refuted"


@pytest.mark.parametrize(
    "claim",
    [
        "Kanekallu averages 20°C in 2075.",
        "The mean of Kanekallu in 2075 equals 20.00°C.",
        "Going by the 20°C dividing line, the Kanekallu of 2075 is mild and not warm.",
    ],
)
def test_a_claim_that_is_wrong_about_the_limit_of_a_class_is_not_excused(
    claim: str, registry: Registry
) -> None:
    assert _word(claim, registry) == "refuted"
