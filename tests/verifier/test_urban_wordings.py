"""Hundreds of wordings of what a corridor run shows, filled with its figures, true and false."""

import pytest

from simulrag.simulators.registry import Registry
from simulrag.verifier.check import check_claims
from simulrag.verifier.evidence import EvidenceStore
from urban_wordings import CORRIDORS, Claim, bank, claims

WORDINGS, UNREAD = bank()
_EXPECTED = {True: "supported", False: "refuted", None: "outside"}
_WRONG = {True: {"refuted"}, False: {"supported"}, None: {"supported", "refuted"}}


@pytest.fixture(scope="module")
def decided(registry: Registry) -> list[tuple[Claim, str]]:
    """The verdict word on every claim, each corridor's own taken in one check."""
    found: list[tuple[Claim, str]] = []
    for turn, corridor in enumerate(CORRIDORS):
        own = list(claims(corridor, WORDINGS, turn))
        with EvidenceStore() as store:
            checked = check_claims(
                [c.text for c in own], corridor.question, registry, store, corridor.record()
            )
        found += zip(own, (v.verdict for v in checked.verdicts), strict=True)
    return found


def test_every_wording_is_tried_true_and_false(decided: list[tuple[Claim, str]]) -> None:
    tried = {(c.wording, c.holds) for c, _ in decided}
    every = {w for kind, own in WORDINGS.items() if kind != "outside" for w in own}
    assert len(every) > 450
    assert {w for w in every if (w, True) not in tried} <= UNREAD
    assert len({w for w in every if (w, False) in tried}) > 450


def test_no_wording_is_decided_the_wrong_way_round(decided: list[tuple[Claim, str]]) -> None:
    assert [(c.text, word) for c, word in decided if word in _WRONG[c.holds]] == []


def test_what_wordings_say_is_supported_where_true_and_refuted_where_false(
    decided: list[tuple[Claim, str]],
) -> None:
    missed = [
        (c.text, c.holds, word)
        for c, word in decided
        if word != _EXPECTED[c.holds] and c.wording not in UNREAD
    ]
    assert missed == []
