"""A number that no result was found for is out of scope only beside a word of something else."""

import json

import pytest

from simulrag.simulators.registry import Registry
from simulrag.verifier.check import check_claims
from simulrag.verifier.claims import Verdict
from simulrag.verifier.evidence import EvidenceStore
from test_claims_beside_values import YEARS
from urban_corridors import CORRIDORS

TRIAL = (CORRIDORS[0].question, CORRIDORS[0].record())
WARMING = (YEARS[0], json.dumps({"question": YEARS[0], "evidence_answer": YEARS[1]}))


def _verdict(record: tuple[str, str], claim: str, registry: Registry) -> Verdict:
    question, evidence = record
    with EvidenceStore() as store:
        return check_claims([claim], question, registry, store, evidence).verdicts[0]


@pytest.mark.parametrize(
    ("record", "claim"),
    [
        (TRIAL, "For each second that cars idle under the plan, they used to idle ten."),
        (WARMING, "The 2.77 between 18.20 and 20.97 °C is significant, a degree beyond modest."),
    ],
)
def test_a_number_among_known_words_that_is_not_understood_is_unread(
    record: tuple[str, str], claim: str, registry: Registry
) -> None:
    verdict = _verdict(record, claim, registry)

    assert verdict.verdict in ("unread", "supported")
    assert verdict.problem is None or verdict.problem.reason == "unread"


@pytest.mark.parametrize(
    ("record", "claim"),
    [
        (TRIAL, "Insurers could be facing claims of 200 million."),
        (TRIAL, "One bus driver in seven calls in sick."),
        (WARMING, "Cane yields slump by a tenth."),
    ],
)
def test_a_number_beside_a_word_of_something_else_is_outside(
    record: tuple[str, str], claim: str, registry: Registry
) -> None:
    verdict = _verdict(record, claim, registry)

    assert verdict.verdict == "outside"
    assert verdict.problem is not None
    assert verdict.problem.reason == "no_such_output"
