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


def test_a_report_comes_with_its_labelled_sentences(tmp_path: Path) -> None:
    label = {"sentence": "It is 3.", "label": "refuted", "source": "x", "kind": "y", "why": "z"}
    read = folder(tmp_path, report_1__md="It is 3.", report_1__labels__json=json.dumps([label]))
    (report,) = read.reports
    assert [(s.text, s.label) for s in report.sentences] == [("It is 3.", "refuted")]


def test_evidence_is_the_record_as_one_json_object(tmp_path: Path) -> None:
    read = folder(tmp_path, climate__json=json.dumps([RECORD]))
    given = json.loads(evidence(read.records["climate"][7]))
    assert given == {k: v for k, v in RECORD.items() if k != "added_later"}


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadRecords, match="nowhere"):
        Folder(tmp_path / "nowhere")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("climate__json", "{"),
        ("climate__json", '[{"index": 1}]'),
        ("climate__json", "3"),
        ("climate__json", '["text"]'),
    ],
)
def test_a_file_in_another_format_is_named(tmp_path: Path, name: str, text: str) -> None:
    with pytest.raises(BadRecords, match=r"climate\.json"):
        folder(tmp_path, **{name: text}).records  # noqa: B018 - reading is what fails


def test_a_bad_line_is_named_by_its_number(tmp_path: Path) -> None:
    good = json.dumps({"text": "a", "label": "outside"})
    with pytest.raises(BadRecords, match="line 2"):
        folder(tmp_path, sentences__jsonl=f"{good}\nnonsense").sentences  # noqa: B018


def test_a_report_without_labels_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadRecords, match=r"report_1\.labels\.json"):
        folder(tmp_path, report_1__md="Text.").reports  # noqa: B018


def test_an_unknown_label_is_refused(tmp_path: Path) -> None:
    row = json.dumps({"text": "a", "label": "perhaps"})
    with pytest.raises(BadRecords, match="perhaps"):
        folder(tmp_path, sentences__jsonl=row).sentences  # noqa: B018
