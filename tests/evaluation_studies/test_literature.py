"""What the study of literature measures, on a small folder whose figures are known."""

import json
import os
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from simulrag.verifier.literature.corpus import Corpus
from simulrag.verifier.literature.importing.files import read_documents
from simulrag.verifier.literature.labelled import (
    LabelledClaim,
    labelled_claims,
    pairs_of,
    with_evidence,
)
from simulrag.verifier.literature.retrieval import search
from studies.literature.__main__ import app
from studies.literature.labels import held_out, macro_f1, measure_labels
from studies.literature.retrieval import folds, recall, recalls

SUBJECTS = ("zinc", "copper", "iron", "cobalt", "nickel", "barium")
DATA = Path(
    os.environ.get("SIMULRAG_DATA", Path(__file__).resolve().parents[3] / "shared" / "data")
)
SCIFACT = DATA / "literature" / "scifact"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    documents, claims = list[str](), list[str]()
    for number, subject in enumerate(SUBJECTS):
        verb = "reduced" if number % 2 else "increased"
        text = (
            f"We gave some {subject} to pilots. The {subject} {verb} fatigue. It was a long year, "
            "and all who took part in it gave consent in writing before it began."
        )
        documents.append(json.dumps({"doc_id": str(number), "text": text}))
        for given, label in (("reduces", number % 2), ("increases", 1 - number % 2)):
            evidence = {
                str(number): [{"sentences": [1], "label": "SUPPORT" if label else "REFUTE"}],
                "999": [{"sentences": [0], "label": "SUPPORT"}],
            }
            claims.append(
                json.dumps(
                    {
                        "id": len(claims),
                        "claim": f"{subject.title()} {given} fatigue.",
                        "evidence": evidence,
                        "cited_doc_ids": [],
                    }
                )
            )
    (tmp_path / "corpus.jsonl").write_text("\n".join(documents))
    (tmp_path / "claims_train.jsonl").write_text("\n".join(claims))
    return tmp_path


def test_figures_of_a_folder_in_which_everything_can_be_found_and_told(folder: Path) -> None:
    done = CliRunner().invoke(app, [str(folder), "--json"])
    assert done.exit_code == 0
    found = json.loads(done.output)
    assert found["retrieval"]["claims"] == 12
    assert found["retrieval"]["simulrag"] == {"recall@6": 1.0, "recall@20": 1.0}
    assert found["retrieval"]["opposition"]["the paper's"] == 0.517
    assert found["labels"]["pairs"] == 12
    assert found["labels"]["rules"]["macro_f1"] == 1.0
    assert found["labels"]["larger class"]["macro_f1"] == round(1 / 3, 4)
    table = CliRunner().invoke(app, [str(folder)])
    assert "recall@6" in table.output


def test_a_folder_without_evidence_is_refused(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, [str(tmp_path)])
    assert done.exit_code == 2
    assert "no claim with an evidence abstract" in done.output
    (tmp_path / "claims.jsonl").write_text('{"id": 1, "claim": "x"}\n')
    done = CliRunner().invoke(app, [str(tmp_path)])
    assert done.exit_code == 2
    assert "line 1" in done.output


def claim(number: int, *documents: str) -> LabelledClaim:
    return LabelledClaim(
        id=number, claim="x", evidence=dict.fromkeys(documents, True), sentences={}
    )


def test_recall_is_the_share_of_a_claims_evidence_among_the_first() -> None:
    both = claim(1, "a", "b")
    assert recall(both, ["a", "c", "b"], 2) == 0.5
    assert recall(both, ["a", "c", "b"], 3) == 1.0
    assert recall(both, [], 6) == 0.0


def test_claims_on_one_abstract_stay_in_one_fold() -> None:
    claims = [claim(number, f"d{number % 7}") for number in range(21)]
    parts = folds(claims)
    assert sorted(one.id for part in parts for one in part) == list(range(21))
    homes = [{min(one.evidence) for one in part} for part in parts]
    assert sum(len(home) for home in homes) == 7


def test_macro_f1_equals_a_hand_calculation() -> None:
    truth, given = np.array([1.0, 1, 1, 0, 0]), np.array([1.0, 1, 0, 0, 1])
    # Support: 2 * 2 / (3 + 3); refutation: 2 * 1 / (2 + 2).
    assert macro_f1(truth, given) == round((2 / 3 + 1 / 2) / 2, 4)
    assert macro_f1(truth, np.ones(5)) == round((2 * 3 / 8) / 2, 4)


def test_a_held_out_abstract_is_not_seen_in_training() -> None:
    # Each abstract has its own cue; a model that saw it would know the answer.
    rows = np.repeat(np.eye(40), 2, axis=0)
    truth = np.repeat(np.random.default_rng(0).integers(0, 2, 40), 2).astype(float)
    groups = [str(number) for number in np.repeat(np.arange(40), 2)]
    assert (held_out(rows, truth, groups, 0) == truth).mean() < 0.75


def test_one_kind_of_evidence_or_one_abstract_breaks_nothing() -> None:
    rows = np.ones((3, 2))
    assert held_out(rows, np.ones(3), ["a", "b", "c"], 0).tolist() == [1, 1, 1]
    assert held_out(rows, np.zeros(3), ["a", "a", "a"], 0).tolist() == [0, 0, 0]


@pytest.mark.slow
@pytest.mark.skipif(not SCIFACT.exists(), reason="SciFact's files are not here")
def test_scifacts_evidence_is_found_and_told_apart_as_well_as_is_aimed_at() -> None:
    with Corpus(None) as corpus:
        corpus.add(read_documents(SCIFACT / "corpus_subset_2101.jsonl"))
        claims = with_evidence(labelled_claims(SCIFACT / "claims_train.jsonl"), corpus)
        found = {
            one.id: [hit.document.id for hit in search(corpus, one.claim, 20)] for one in claims
        }
        labels = measure_labels(corpus, pairs_of(claims, corpus))
    assert len(claims) == 154
    depths = recalls(claims, found)
    assert depths["recall@6"] >= 0.94  # type: ignore[operator]
    assert depths["recall@20"] >= 0.98  # type: ignore[operator]
    rules, alone = labels["rules"], labels["BM25 alone"]
    assert rules["macro_f1"] >= alone["macro_f1"] + 0.1  # type: ignore[index,operator,call-overload]
