"""Wordings of facts of models and assessments, each filled from the data true and false.

Labels are those of arithmetic on the published tables, long-term means and what follows from the
physics of warming and of epidemics. The wordings were written before they were ever read.
"""

import json
from pathlib import Path

import pytest

from plain_text import OPEN, word
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import VerdictWord

WORDINGS = [
    json.loads(line)
    for line in (Path(__file__).parent / "wordings_of_models.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]
#: One in so many is checked with every change, the rest before a release.
STRIDE = 9


def _expected(wording: dict[str, object], *, true: bool) -> tuple[VerdictWord, ...]:
    """Return the right verdict; of what is not read yet also none."""
    right: VerdictWord = "supported" if true else "refuted"
    return (right, *OPEN) if wording.get("unread") else (right,)


@pytest.mark.parametrize("at", range(0, len(WORDINGS), STRIDE))
def test_a_wording_is_decided_as_its_numbers_say(at: int, registry: Registry) -> None:
    true = at // STRIDE % 2 == 0
    text = WORDINGS[at]["true" if true else "false"]
    assert word(text, registry) in _expected(WORDINGS[at], true=true), text


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("part", range(4))
def test_every_wording_is_decided_as_its_numbers_say(part: int, registry: Registry) -> None:
    wrong = [
        text
        for wording in WORDINGS[part::4]
        for true in (True, False)
        if word(text := wording["true" if true else "false"], registry)
        not in _expected(wording, true=true)
    ]
    assert wrong == []


def test_the_bank_holds_every_kind_and_few_wordings_that_are_unread():
    kinds = {(wording["source"], wording["kind"]) for wording in WORDINGS}
    unread = sum(bool(wording.get("unread")) for wording in WORDINGS)
    assert len(WORDINGS) >= 380
    assert len(kinds) >= 25
    assert unread <= 0.13 * len(WORDINGS)
