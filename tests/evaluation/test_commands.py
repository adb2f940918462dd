"""The measuring command, on a folder of records written here."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from influenza_record import EVIDENCE, QUESTION
from simulrag.evaluation.commands import app

CLAIMS = [
    ("The median peak is 488.5 patients.", "supported"),
    ("The peak falls on November 21, 2022.", "supported"),
    ("The median peak is 612.5 patients.", "refuted"),
    ("The peak falls on January 9, 2023.", "refuted"),
    ("Treating these patients would cost 50 million dollars.", "outside"),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "records"
    path.mkdir()
    answer = "The peak reaches a median of 488.5 patients. It comes 7.9 weeks after the start."
    records = [
        {
            "index": index,
            "question": QUESTION,
            "reference_answer": answer,
            "evidence_question": QUESTION,
            "evidence_answer": json.dumps(EVIDENCE),
        }
        for index in (1, 2)
    ]
    claims = [
        {"domain": "epidemiology", "index": 1, "claim": claim, "label": label}
        for claim, label in CLAIMS
    ]
    (path / "epidemiology.json").write_text(json.dumps(records), "utf-8")
    (path / "claims_own.jsonl").write_text("\n".join(map(json.dumps, claims)), "utf-8")
    return path


def measure(folder: Path, *options: str) -> dict[str, Any]:
    done = CliRunner().invoke(app, ["records", str(folder), "--json", *options])
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def test_the_limit_takes_the_first_cases(folder: Path) -> None:
    assert measure(folder, "--only", "claims", "--limit", "1")["records, epidemiology"]["n"] == 1


def test_labelled_claims_are_decided_against_the_evidence_of_their_record(folder: Path) -> None:
    figures = measure(folder, "--only", "claims")["records, epidemiology"]
    assert figures.pop("read a second") > 0
    assert figures == {
        "n": 5, "read": 4, "sent back": 0, "right": 4, "wrong": 0, "outside decided": 0,
        "right of decided": 1.0,
    }  # fmt: skip


def relabelled(folder: Path, **labels: str) -> None:
    """Give the labelled claims of a folder other labels, by the label that they have."""
    path = folder / "claims_own.jsonl"
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    changed = [json.dumps({**row, "label": labels[row["label"]]}) for row in rows]
    path.write_text("\n".join(changed), "utf-8")


def test_labels_that_the_evidence_contradicts_are_wrong_and_misses(
    folder: Path, tmp_path: Path
) -> None:
    relabelled(folder, supported="refuted", refuted="supported", outside="outside")
    misses = tmp_path / "misses.jsonl"
    figures = measure(folder, "--only", "claims", "--misses", str(misses))["records, epidemiology"]
    assert (figures["right"], figures["wrong"], figures["right of decided"]) == (0, 4, 0.0)
    found = [json.loads(line) for line in misses.read_text("utf-8").splitlines()]
    assert [one["domain"] for one in found].count("wrong") == 4


def test_what_is_decided_although_it_is_outside_is_counted(folder: Path) -> None:
    relabelled(folder, supported="outside", refuted="outside", outside="outside")
    figures = measure(folder, "--only", "claims")["records, epidemiology"]
    assert (figures["outside decided"], figures["right"], figures["wrong"]) == (4, 0, 0)


def test_plain_text_is_judged_without_a_question(folder: Path) -> None:
    sentences = [
        {"text": "Hospitals should hold a tenth of their beds in reserve.", "label": "outside"},
        {"text": "The average temperature in Nairobi in 1990 was 50 °C.", "label": "refuted"},
    ]
    (folder / "sentences.jsonl").write_text("\n".join(map(json.dumps, sentences)), "utf-8")
    figures = measure(folder, "--only", "sentences")["sentences"]
    assert (figures["n"], figures["right"], figures["outside decided"]) == (2, 1, 0)


def test_what_is_absent_is_omitted(tmp_path: Path) -> None:
    assert measure(tmp_path) == {}


def test_sentences_of_a_report_rest_on_those_before_them(folder: Path) -> None:
    texts = ["This is about Nairobi in 1990.", "In 1990 the temperature of Nairobi was 50 °C."]
    labels = [{"sentence": text, "label": label}
              for text, label in zip(texts, ("outside", "refuted"), strict=True)]  # fmt: skip
    (folder / "report_1.md").write_text(" ".join(texts), "utf-8")
    (folder / "report_1.labels.json").write_text(json.dumps(labels), "utf-8")
    misses = folder / "misses.jsonl"
    figures = measure(folder, "--only", "reports", "--misses", str(misses))["reports"]
    assert (figures["n"], figures["right"]) == (2, 1)
    found = [json.loads(line) for line in misses.read_text("utf-8").splitlines()]
    assert [(one["text"], one["question"]) for one in found] == [(texts[0], "")]


def test_a_table_is_printed_without_json(folder: Path) -> None:
    done = CliRunner().invoke(app, ["records", str(folder), "--only", "claims"])
    assert done.exit_code == 0
    assert "100.00 %" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["nowhere"], "nowhere"),
        ([".", "--only", "poetry"], "poetry"),
        ([".", "--limit", "0"], "greater"),
    ],
)
def test_bad_input_exits_with_2_and_is_named(arguments: list[str], named: str) -> None:
    done = CliRunner().invoke(app, ["records", *arguments])
    assert done.exit_code == 2
    assert named in done.output
