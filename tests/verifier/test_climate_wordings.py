"""Wordings of every kind of fact of climate records, filled so that arithmetic decides them."""

from pathlib import Path

import pytest

from climate_records import COOLING, RECORDS, Record
from simulrag.simulators.registry import installed
from simulrag.verifier.check import check_claims
from simulrag.verifier.evidence import EvidenceStore
from wordings import Wording, claims, wordings

WORDINGS = wordings(Path(__file__).with_name("climate_wordings.txt"))
#: What a record that cools adds to one that warms: the rest is read alike.
TURNED = ("change", "denial", "threshold", "direction", "ordering", "ratio", "several")
Judged = list[tuple[Wording, str, bool, str]]


@pytest.fixture(scope="module")
def judged() -> Judged:
    """Every claim with its wording, whether it is true, and the verdict on it."""
    return [row for record in RECORDS for row in _judged(record)]


def _judged(record: Record) -> Judged:
    asked = [w for w in WORDINGS if w.record == record.kind]
    if record is COOLING:
        asked = [w for w in asked if w.kind in TURNED]
    made = [(w, c, t) for w in asked for c, t in _filled(w, record)]
    texts = [claim for _, claim, _ in made]
    with EvidenceStore() as store:
        found = check_claims(texts, record.question, installed(), store, record.handed())
    return [(*row, v.verdict) for row, v in zip(made, found.verdicts, strict=True)]


def _filled(wording: Wording, record: Record) -> list[tuple[str, bool]]:
    if wording.kind == "outside":
        years = {"y1": record.years[0], "y2": record.years[1]}
        return [(wording.text.format(place=record.place, **years), False)]
    return list(claims(wording, record))


def test_there_are_hundreds_of_wordings_and_most_fit_a_record(judged: Judged) -> None:
    used = {w.text for w, *_ in judged}
    assert len(WORDINGS) > 300
    assert len(used) > 0.95 * len(WORDINGS)
    assert sum(w.unread for w in WORDINGS) < 0.1 * len(WORDINGS)


def test_a_true_claim_is_never_refuted_and_a_false_one_never_supported(judged: Judged) -> None:
    wrong = [
        (claim, verdict)
        for _, claim, true, verdict in judged
        if verdict == ("refuted" if true else "supported")
    ]
    assert wrong == []


def test_what_is_read_is_supported_where_it_is_true(judged: Judged) -> None:
    missed = [(c, v) for w, c, true, v in judged if true and not w.unread and v != "supported"]
    assert missed == []


def test_what_is_read_is_refuted_where_it_is_false(judged: Judged) -> None:
    stated = [row for row in judged if row[0].kind != "outside" and not row[0].unread]
    assert [(c, v) for _, c, true, v in stated if not true and v != "refuted"] == []


def test_what_no_run_tells_is_outside(judged: Judged) -> None:
    asked = [row for row in judged if row[0].kind == "outside" and not row[0].unread]
    assert [(c, v) for _, c, _, v in asked if v != "outside"] == []
