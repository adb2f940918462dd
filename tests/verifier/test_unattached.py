"""A number that no result was found for is out of scope only beside a word of something else."""

import json

import pytest

from simulrag.simulators.registry import Registry
from simulrag.verifier.check import check_claims
from simulrag.verifier.claims import Verdict
from simulrag.verifier.evidence import EvidenceStore
from urban_corridors import CORRIDORS

TRIAL = (CORRIDORS[0].question, CORRIDORS[0].record())
_QUESTION = (
    "For Kanekallu, what was the historical average temperature in 1995, and what is the projected "
    "temperature in 2075 under the ssp370 scenario with a 20% increase in CO2? Is the change "
    "modest (under 1.5°C) or significant (over 1.5°C)?"
)
_EVIDENCE = (
    "The historical average temperature for Kanekallu in 1995 was 18.20°C. With a 20% change in "
    "CO2, the projected temperature for Kanekallu in 2075 under the ssp370 scenario is 20.97°C. "
    "This represents a change of 2.77°C."
)
WARMING = (_QUESTION, json.dumps({"question": _QUESTION, "evidence_answer": _EVIDENCE}))


def _verdict(record: tuple[str, str], claim: str, registry: Registry) -> Verdict:
    question, evidence = record
    with EvidenceStore() as store:
        return check_claims([claim], question, registry, store, evidence).verdicts[0]


@pytest.mark.parametrize(
    ("record", "claim"),
    [
        (TRIAL, "For each second that cars idle under the plan, they used to idle ten."),
        (WARMING, "How much does Kanekallu warm up? By 2.77°C, to 20.97."),
    ],
)
def test_a_number_among_known_words_that_is_not_understood_is_unread(
    record: tuple[str, str], claim: str, registry: Registry
) -> None:
    verdict = _verdict(record, claim, registry)

    assert verdict.verdict == "unread"
    assert verdict.problem is not None
    assert verdict.problem.reason == "unread"


@pytest.mark.parametrize(
    ("record", "claim"),
    [
        (TRIAL, "Insurers could be facing claims of 200 million."),
        (TRIAL, "One bus driver in seven calls in sick."),
        (WARMING, "Cane yields slump by a tenth."),
        (WARMING, "Kanekallu has 230,000 inhabitants."),
    ],
)
def test_a_number_beside_a_word_of_something_else_is_outside(
    record: tuple[str, str], claim: str, registry: Registry
) -> None:
    verdict = _verdict(record, claim, registry)

    assert verdict.verdict == "outside"
    assert verdict.problem is not None
    assert verdict.problem.reason == "no_such_output"
