"""What `check` is to work on, from files, standard input and options."""

import io
import json
import sys
from pathlib import Path

import pytest

from simulrag.client.checking import LARGEST, for_check
from simulrag.client.errors import BadInput

RECORDS = [
    {"question": "How warm?", "reference_answer": "5 °C.", "evidence_answer": "4 °C."},
    {"question": "How cold?", "reference_answer": "1 °C.", "evidence_answer": "2 °C."},
]


def written(folder: Path, content: object) -> str:
    """The name of a file with some bytes, or with JSON of anything else."""
    path = folder / "given.json"
    path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    return str(path)


def test_a_text_comes_from_a_file_the_option_or_standard_input_without_marks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = written(tmp_path, "\ufeffIt is 5 °C.".encode())
    assert for_check(file, "", "", "").text == "It is 5 °C."
    printed = "It is 5 °C [coffee-91e7dd40e945]. It was 4 [no run]."
    assert for_check("", printed, "Q?", "").text == "It is 5 °C. It was 4."
    stream = io.TextIOWrapper(io.BytesIO("It is 6 °C.".encode()))
    monkeypatch.setattr(sys, "stdin", stream)
    assert for_check("-", "", "", "").text == "It is 6 °C."


def test_question_and_text_default_to_those_of_the_record(tmp_path: Path) -> None:
    record = written(tmp_path, RECORDS[0])
    given = for_check("", "", "", record)
    assert (given.question, given.text) == ("How warm?", "5 °C.")
    assert json.loads(given.evidence) == [RECORDS[0]]
    assert for_check("", "6 °C.", "", record).text == "6 °C."
    assert for_check("", "6 °C.", "Else?", record).question == "Else?"


def test_a_question_picks_its_record_from_several(tmp_path: Path) -> None:
    given = for_check("", "", "How cold?", written(tmp_path, RECORDS))
    assert given.text == "1 °C."
    assert len(json.loads(given.evidence)) == 2


@pytest.mark.parametrize(
    ("content", "question", "message"),
    [
        (RECORDS, "", "which question is meant"),
        (RECORDS, "How hot?", "which reference answer is meant"),
        ({"question": "How warm?"}, "", "no 'reference_answer'; it has question"),
        (b"", "Q?", "no text to check"),
        ("text", "Q?", "no text to check"),
        (b"{", "", "is not JSON"),
        (b"[" * 100_000, "", "is not JSON"),
        ([], "", "one record or a list"),
        ([1], "", "one record or a list"),
        (b"\xff\xfe", "", "is not UTF-8"),
        (b"a" * (LARGEST + 1), "", "larger than"),
    ],
)
def test_evidence_that_is_no_record_or_not_the_one_meant_is_refused(
    tmp_path: Path, content: object, question: str, message: str
) -> None:
    with pytest.raises(BadInput, match=message):
        for_check("", "", question, written(tmp_path, content))


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        ("", "", "no text to check"),
        ("text.txt", "text", "give the text once"),
        ("missing.txt", "", r"missing\.txt cannot be read: No such file"),
        (".", "", "cannot be read: Is a directory"),
    ],
)
def test_a_text_must_be_given_once_and_its_file_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str, text: str, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadInput, match=message):
        for_check(file, text, "Q?", "")
