"""Seeded strings of every hostile kind: no crash, no support, no call that takes long."""

import time
from collections.abc import Callable

import pytest

from appendix_questions import SURESNES, TWO_STATES
from fuzzed import strings
from simulrag.simulators.registry import Registry
from simulrag.verifier.boundary import assess
from simulrag.verifier.check import check_claims
from simulrag.verifier.english.questions import plan
from simulrag.verifier.evidence import EvidenceStore

#: Longest that one call may take, seconds of processor time; it needs below a second.
LIMIT = 5.0
COUNT, PARTS = 20_000, 8


def in_time(call: Callable[[], object], text: str) -> None:
    start = time.process_time()
    call()
    assert time.process_time() - start < LIMIT, text[:200]


def endure(count: int, seed: int, registry: Registry) -> None:
    with EvidenceStore() as store:
        for question in (SURESNES, TWO_STATES):  # runs are made before anything is timed
            check_claims(["The temperature is 12.9 °C.", "It peaks."], question, registry, store)
        for index, text in enumerate(strings(count, seed)):
            question = (SURESNES, TWO_STATES)[index % 2]
            in_time(lambda t=text: plan(t, registry), text)
            in_time(lambda t=text: assess([t], "", registry, store), text)
            in_time(lambda t=text, q=question: check_claims([t], q, registry, store), text)


def test_hundreds_of_strings_are_read_or_refused_in_time(registry):
    endure(140, 1, registry)


@pytest.mark.slow
@pytest.mark.parametrize(
    "seed",
    [
        pytest.param(seed, marks=[pytest.mark.long] if seed > PARTS // 4 + 1 else [])
        for seed in range(2, 2 + PARTS)
    ],
)
def test_20_000_strings_are_read_or_refused_in_time(seed, registry):
    endure(COUNT // PARTS, seed, registry)


def test_half_a_surrogate_pair_is_unread_and_its_neighbours_are_not(registry):
    claims = ["It is 12.9 °C\ud800 in Suresnes.", "The location is on land."]
    with EvidenceStore() as store:
        first, second = check_claims(claims, SURESNES, registry, store).verdicts
    assert (first.verdict, second.verdict) == ("unread", "supported")
    made = plan("What is the temperature in Paris\ud800 in 1990?", registry)
    assert [p.reason for p in made.problems] == ["unread"]
