"""Numbers of something else than they were read of: they refute nothing beside what is true."""

import json

import pytest

from simulrag.simulators.registry import Registry
from simulrag.verifier.check import check_claims
from simulrag.verifier.evidence import EvidenceStore
from urban_corridors import CORRIDORS

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


def _urban(claim: str, registry: Registry) -> str:
    corridor = CORRIDORS[0]
    with EvidenceStore() as store:
        checked = check_claims(
            [claim], corridor.question, registry, store, evidence=corridor.record()
        )
    return checked.verdicts[0].verdict


@pytest.mark.parametrize(
    "claim",
    [
        "Lower limit, longer journeys: 81 seconds apiece, plus a sharp decline in idling.",
        "Longer journeys: 81 seconds apiece, plus less idling.",
    ],
)
def test_the_value_of_an_output_spoken_of_beside_another_does_not_refute_that(
    claim: str, registry: Registry
) -> None:
    assert _urban(claim, registry) != "refuted"


@pytest.mark.parametrize(
    "claim",
    [
        "Idling falls to 81 seconds, and CO2 falls.",
        "Journeys take 95 seconds apiece, and there is less idling.",
    ],
)
def test_a_wrong_value_beside_something_true_is_refuted(claim: str, registry: Registry) -> None:
    assert _urban(claim, registry) == "refuted"
