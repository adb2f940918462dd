"""What `check` is to work on, from files, standard input and options."""

import io
import json
import sys
from pathlib import Path

import pytest

from simulrag.client.checking import LARGEST, for_check, read_records
from simulrag.client.errors import BadInput

RECORDS = [
    {"question": "How warm?", "reference_answer": "5 °C.", "evidence_answer": "4 °C."},
    {"question": "How cold?", "reference_answer": "1 °C.", "evidence_answer": "2 °C."},
]


@pytest.fixture
def record(tmp_path: Path) -> str:
    path = tmp_path / "record.json"
    path.write_text(json.dumps(RECORDS[0]), "utf-8")
    return str(path)


@pytest.fixture
def records(tmp_path: Path) -> str:
    path = tmp_path / "records.json"
    path.write_text(json.dumps(RECORDS), "utf-8")
    return str(path)


def test_a_text_comes_from_a_file_or_from_the_option(tmp_path: Path) -> None:
    path = tmp_path / "text.txt"
    path.write_text("\ufeffIt is 5 °C.", "utf-8")
    assert for_check(str(path), "", "", "").text == "It is 5 °C."
    assert for_check("", "It is 6 °C.", "Q?", "").text == "It is 6 °C."


def test_an_answer_of_ask_can_be_checked_as_it_was_printed() -> None:
    printed = "It is 5 °C [coffee-91e7dd40e945]. It was 4 [no run]."
    assert for_check("", printed, "", "").text == "It is 5 °C. It was 4."


def test_a_dash_stands_for_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.TextIOWrapper(io.BytesIO("It is 5 °C.".encode()))
    monkeypatch.setattr(sys, "stdin", stream)
    assert for_check("-", "", "", "").text == "It is 5 °C."


def test_question_and_text_default_to_those_of_the_record(record: str) -> None:
    given = for_check("", "", "", record)
    assert (given.question, given.text) == ("How warm?", "5 °C.")
    assert json.loads(given.evidence) == [RECORDS[0]]
    assert for_check("", "6 °C.", "", record).text == "6 °C."
    assert for_check("", "6 °C.", "Else?", record).question == "Else?"


def test_a_question_picks_its_record_from_several(records: str) -> None:
    given = for_check("", "", "How cold?", records)
    assert given.text == "1 °C."
    assert len(json.loads(given.evidence)) == 2


def test_several_records_without_a_question_are_refused(records: str) -> None:
    with pytest.raises(BadInput, match="which question is meant"):
        for_check("", "", "", records)
    with pytest.raises(BadInput, match="which reference answer is meant"):
        for_check("", "", "How hot?", records)


def test_a_record_without_the_field_that_is_needed_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    path.write_text('{"question": "How warm?"}', "utf-8")
    with pytest.raises(BadInput, match="no 'reference_answer'; it has question"):
        for_check("", "", "", str(path))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is not JSON"),
        (b"{", "is not JSON"),
        (b"[" * 100_000, "is not JSON"),
        (b"[]", "one record or a list"),
        (b"[1]", "one record or a list"),
        (b'"text"', "one record or a list"),
        (b"\xff\xfe", "is not UTF-8"),
    ],
)
def test_evidence_that_is_no_record_is_refused(
    tmp_path: Path, content: bytes, message: str
) -> None:
    path = tmp_path / "record.json"
    path.write_bytes(content)
    with pytest.raises(BadInput, match=message):
        read_records(str(path))


def test_a_text_must_be_given_once(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no text to check"):
        for_check("", "", "Q?", "")
    with pytest.raises(BadInput, match="give the text once"):
        for_check(str(tmp_path), "text", "", "")


def test_files_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"missing\.txt cannot be read: No such file"):
        for_check(str(tmp_path / "missing.txt"), "", "", "")
    with pytest.raises(BadInput, match="cannot be read: Is a directory"):
        for_check(str(tmp_path), "", "", "")
    large = tmp_path / "large.txt"
    large.write_bytes(b"a" * (LARGEST + 1))
    with pytest.raises(BadInput, match="larger than"):
        for_check(str(large), "", "", "")
