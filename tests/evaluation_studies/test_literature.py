"""What the study of literature measures, on a small folder whose figures are known."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import studies.literature.claims
from client.messages_api import KEY, MessagesApi
from data_at_hand import DATA, needs
from evaluation_studies.recorded_readers import RecordedReaders
from simulrag.verifier.literature.corpus import Corpus
from studies.literature.__main__ import app
from studies.literature.claims import read_folder
from studies.literature.retrieval import measure_retrieval

SUBJECTS = ("zinc", "copper", "iron", "cobalt")
SCIFACT = DATA / "literature" / "scifact"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    documents, claims = list[str](), list[str]()
    for number, subject in enumerate(SUBJECTS):
        text = f"We gave {subject} to pilots. {subject.title()} reduced fatigue of 7 pilots."
        documents.append(json.dumps({"doc_id": str(number), "text": text}))
        label = "SUPPORT" if number % 2 else "REFUTE"
        verb = "reduces" if number % 2 else "increases"
        evidence = {str(number): [{"label": label}], "999": [{"label": "SUPPORT"}]}
        claim = {"id": number, "claim": f"{subject.title()} {verb} fatigue.", "domain": "Metals"}
        claims.append(json.dumps({**claim, "evidence": evidence}))
    (tmp_path / "corpus.jsonl").write_text("\n".join(documents))
    (tmp_path / "claims_train.jsonl").write_text("\n".join(claims))
    return tmp_path


def measured(*arguments: object) -> dict[str, Any]:
    done = CliRunner().invoke(app, list(map(str, arguments)))
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def test_recall_is_the_share_of_evidence_that_is_in_the_corpus(folder: Path) -> None:
    figures = measured(folder)["retrieval"]
    assert (figures["claims"], figures["recall@6"], figures["recall@20"]) == (4, 1.0, 1.0)


def test_a_trial_keeps_each_claim_and_measures_sides_costs_and_attribution(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def model(_: str, data: dict[str, Any]) -> dict[str, Any]:
        if "pairs" in data:
            says = ["entails" if "reduced" in p["text"] else "neither" for p in data["pairs"]]
            return {"judgements": [{"pair": n, "judgement": s} for n, s in enumerate(says)]}
        if "simulations" in data:
            return {"sentences": [{"text": "It does.", "assuming": "", "cites": []}]}
        if "sources" in data:
            wanted = data["claim"].split()[0]
            grade = "True" if "reduces" in data["claim"] else "False"
            return {
                "readings": [
                    {"source": one["id"], "relevant": wanted in str(one), "grade": grade,
                     "quotes": [{"sentence": 1, "quote": one["sentences"][1][4:]}]}
                    for one in data["sources"]
                ]
            }  # fmt: skip
        return {"opposing": "Nothing tires pilots.", "queries": [], "opposing_queries": []}

    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    sentences = [
        {"text": "Zinc reduced fatigue of 7.", "source": "0", "true": True},
        {"text": "Zinc reduced fatigue of 8.", "source": "0", "true": False, "kind": "number"},
        {"text": "Zinc raised fatigue.", "source": "0", "true": False, "kind": "direction"},
    ]
    (folder / "said.jsonl").write_text("\n".join(map(json.dumps, sentences)))
    given = (folder, "--trial", folder / "out", "--claims", 4, "--at-once", 1)
    with MessagesApi(model) as api:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", api.url)
        figures = measured(*given, "--attribution", folder / "said.jsonl")
        count = len(api.accepted)
        assert measured(*given)["claims"] == figures["claims"]
        assert len(api.accepted) == count
    claims = figures["claims"]
    assert (claims["right"], claims["wrong"], claims["macro_f1"]) == (1.0, 0.0, 1.0)
    assert claims["calls, mean"] == 3
    assert claims["characters_sent, most"] > 1000
    assert figures["attribution"] == {
        "true kept": 1.0, "false unmarked": 0.0, "false unmarked, number": 0.0,
        "false unmarked, direction": 0.0,
    }  # fmt: skip
    labels = figures["paper"]["table 4: global label on the labelled side"]
    assert labels["Metals"]["weighted"] == labels["all"]["weighted"] == 1.0
    assert len(list((folder / "out" / "claims").iterdir())) == 4


def test_the_everyday_claims_have_evidence_on_both_sides() -> None:
    folder = Path(studies.literature.claims.__file__).parent / "everyday"
    documents, claims = read_folder(folder)
    assert {claim.side for claim in claims} == {True, False}
    assert sum(bool(one.retracted) for one in documents) == 1


@pytest.mark.slow
@needs(SCIFACT)
def test_with_a_models_readings_claims_end_on_their_side_and_false_sentences_are_marked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """40 claims of SciFact, and 120 sentences written without sight of the check."""
    readers = RecordedReaders()
    said = tmp_path / "said.jsonl"
    said.write_text("\n".join(map(json.dumps, readers.sentences)))
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    with MessagesApi(readers) as api:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", api.url)
        given = (SCIFACT, "--trial", tmp_path / "out", "--claims", 40, "--attribution", said)
        figures = measured(*given)
    claims, sentences = figures["claims"], figures["attribution"]
    assert claims["right"] >= 0.9
    assert claims["wrong"] <= 0.025
    assert claims["calls, most"] <= 5
    assert claims["characters_sent, mean"] <= 25_000
    found = figures["retrieval, by a model's queries"]
    assert found["recall@6"] >= 0.95
    assert found["recall@20"] >= 0.98
    assert sentences["true kept"] >= 0.9
    assert sentences["false unmarked"] <= 0.05


@pytest.mark.slow
@needs(SCIFACT)
def test_full_text_search_finds_scifacts_evidence() -> None:
    documents, claims = read_folder(SCIFACT)
    with Corpus(None) as corpus:
        corpus.add(documents)
        figures = measure_retrieval(corpus, claims)
    assert figures["recall@6"] >= 0.92
    assert figures["recall@20"] >= 0.965
