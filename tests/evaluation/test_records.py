import json
from pathlib import Path

import pytest

from simulrag.evaluation.records import BadRecords, Folder, evidence

RECORD = {
    "index": 7,
    "question": "What is it?",
    "reference_answer": "It is 3.",
    "evidence_question": "What is it?",
    "evidence_answer": "3",
    "added_later": True,
}


def folder(path: Path, **files: str) -> Folder:
    for name, text in files.items():
        (path / name.replace("__", ".")).write_text(text, "utf-8")
    return Folder(path)


def test_an_empty_folder_has_nothing(tmp_path: Path) -> None:
    empty = Folder(tmp_path)
    assert (empty.records, empty.claims) == ({}, {})
    assert (empty.sentences, empty.reports) == ([], [])


def test_claims_need_their_record(tmp_path: Path) -> None:
    claims = [
        {"domain": "climate", "index": i, "claim": "It is 3.", "label": "supported"} for i in (7, 8)
    ]
    read = folder(
        tmp_path,
        climate__json=json.dumps([RECORD]),
        claims_all__jsonl="\n".join(map(json.dumps, claims)),
    )
    assert [r.index for r in read.claims["climate"]] == [7]


def test_evidence_is_the_record_as_one_json_object(tmp_path: Path) -> None:
    read = folder(tmp_path, climate__json=json.dumps([RECORD]))
    given = json.loads(evidence(read.records["climate"][7]))
    assert given == {k: v for k, v in RECORD.items() if k != "added_later"}


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadRecords, match="nowhere"):
        Folder(tmp_path / "nowhere")


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("climate__json", "{", r"climate\.json"),
        ("climate__json", '[{"index": 1}]', r"climate\.json"),
        ("climate__json", "3", r"climate\.json"),
        ("climate__json", '["text"]', r"climate\.json"),
        ("sentences__jsonl", '{"text": "a", "label": "outside"}\nnonsense', "line 2"),
        ("sentences__jsonl", '{"text": "a", "label": "perhaps"}', "perhaps"),
        ("report_1__md", "A text without labels.", r"report_1\.labels\.json"),
    ],
)
def test_a_file_in_another_format_is_named(tmp_path: Path, name: str, text: str, told: str) -> None:
    held = folder(tmp_path, **{name: text})
    with pytest.raises(BadRecords, match=told):
        (held.records, held.sentences, held.reports)  # noqa: B018 - reading is what fails
