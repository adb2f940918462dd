"""Claims whose words were once taken for the opposite of what they say."""

from dataclasses import replace

import pytest

from simulrag.simulators.registry import Registry
from simulrag.verifier.check import check_claims
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.reading.hearsay import is_hearsay
from simulrag.verifier.reading.scope import is_opinion, judgement
from urban_corridors import CORRIDORS

#: A corridor that nine vehicles more leave than before.
CORRIDOR = replace(
    CORRIDORS[0], after={**CORRIDORS[0].after, "vehicles": CORRIDORS[0].before["vehicles"] + 9}
)


def _word(claim: str, registry: Registry) -> str:
    corridor = CORRIDOR
    with EvidenceStore() as store:
        checked = check_claims(
            [claim], corridor.question, registry, store, evidence=corridor.record()
        )
    return checked.verdicts[0].verdict


@pytest.mark.parametrize("number", ["Nine", "9"])
def test_a_number_in_words_before_more_is_a_difference_as_one_in_digits(
    number: str, registry: Registry
) -> None:
    assert _word(f"{number} more vehicles pass than in the baseline.", registry) == "supported"


@pytest.mark.parametrize(
    "claim",
    [
        "Whoever calls this warming harmless is deceiving himself.",
        "Those who say that the rise is small have not looked.",
    ],
)
def test_what_is_said_of_people_who_say_something_is_no_fact_about_it(claim: str) -> None:
    assert is_opinion(claim) or is_hearsay(claim)


def test_a_best_estimate_is_no_feeling() -> None:
    assert judgement("That is the best estimate.", also_feelings=True) is None
    assert judgement("That is the best city.", also_feelings=True) is not None
