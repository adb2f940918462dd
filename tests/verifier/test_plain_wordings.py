"""Reported admissions in many wordings, each filled in from the table, true or false by arithmetic.

The wordings were written before any was read. Those still unread are marked as such: they may
become read, but never the wrong way round.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from plain_text import OPEN
from simulrag.simulators.registry import Registry
from simulrag.verifier.check import check_text
from simulrag.verifier.evidence import EvidenceStore

Wording = dict[str, str | bool]
WORDINGS = cast(
    list[Wording],
    [
        json.loads(line)
        for line in (Path(__file__).parent / "admissions_wordings.jsonl").read_text().splitlines()
    ],
)
_OTHER_WAY = {"supported": "refuted", "refuted": "supported"}


@pytest.fixture(scope="module")
def store() -> Iterator[EvidenceStore]:
    with EvidenceStore() as opened:
        yield opened


def _faults(wordings: list[Wording], registry: Registry, store: EvidenceStore) -> list[str]:
    """Return the sentences that are not decided as their numbers say."""
    found: list[str] = []
    for wording in wordings:
        text, label = str(wording["text"]), str(wording["label"])
        word = check_text(text, "", registry, store).verdicts[-1].verdict
        if label == "outside":
            right = word in OPEN
        elif wording.get("unread"):
            right = word != _OTHER_WAY[label]
        else:
            right = word == label
        found += [] if right else [f"{label} -> {word}: {text}"]
    return found


def test_wordings_are_decided_as_their_numbers_say(
    registry: Registry, store: EvidenceStore
) -> None:
    assert _faults([w for w in WORDINGS if not w.get("slow")], registry, store) == []


@pytest.mark.slow
def test_more_wordings_are_decided_as_their_numbers_say(
    registry: Registry, store: EvidenceStore
) -> None:
    assert _faults([w for w in WORDINGS if w.get("slow")], registry, store) == []


def test_few_wordings_are_left_unread() -> None:
    decided = [w for w in WORDINGS if w["label"] != "outside"]

    assert sum(bool(w.get("unread")) for w in decided) <= len(decided) // 7


def test_a_wording_of_the_future_is_told_as_one(registry: Registry, store: EvidenceStore) -> None:
    text = "Weekly influenza admissions in Ohio will pass 60,000 before the decade is out."

    [verdict] = check_text(text, "", registry, store).verdicts

    assert verdict.verdict == "outside"
    assert verdict.problem is not None
    assert verdict.problem.reason == "other_period"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("In 2024-25 flu admissions in Georgia peaked in early February. The season before, they "
         "had peaked in late December.", "supported"),
        ("In 2024-25 flu admissions in Georgia peaked in early February. The season before, they "
         "had peaked in early February.", "refuted"),
        ("The 2025-26 influenza season came to a head early, with the national maximum in the week "
         "ending 3 January 2026. Its peak was lower than in the winter before, but higher than in "
         "2023-24.", "supported"),
        ("The 2025-26 influenza season came to a head early, with the national maximum in the week "
         "ending 3 January 2026. Its peak was higher than in the winter before, but lower than in "
         "2023-24.", "refuted"),
        ("The 2025-26 influenza season came to a head early, with the national maximum in the week "
         "ending 3 January 2026. Rhode Island's peak rate per 100,000 inhabitants that winter was "
         "the highest of all seasons since 2022-23.", "supported"),
    ],
)  # fmt: skip
def test_a_sentence_that_leans_on_the_one_before_keeps_its_season(
    text: str, expected: str, registry: Registry, store: EvidenceStore
) -> None:
    assert check_text(text, "", registry, store).verdicts[-1].verdict == expected
