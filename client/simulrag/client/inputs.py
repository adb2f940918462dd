"""Finds the text, the question and the evidence that `check` is to work on."""

import json
import sys
from pathlib import Path
from typing import Any, cast

from simulrag.client.composing import without_marks
from simulrag.client.errors import BadInput
from simulrag.simulators.interface import Frozen

#: Largest file that is read, bytes.
LARGEST = 4_000_000


class CheckInput(Frozen):
    """What `check_answer` is called with."""

    question: str
    text: str
    #: JSON of one record or of several, or another file of recorded runs; "" for none.
    evidence: str


def for_check(file: str, answer: str, question: str, evidence: str) -> CheckInput:
    """Put together what was given at the command line.

    With evidence, the question defaults to the record's question and the text to its reference
    answer. Marks of runs, as `ask` puts them, are taken out of the text. Raises BadInput where text
    is missing or given twice, or a file cannot be used.
    """
    if file and answer:
        raise BadInput("a FILE and --answer were both given; give the text once")
    held = records_text(evidence)
    records = read_records(evidence) if _is_json(held) else []
    record = _record(records, question)
    if records and not question:
        question = str(_field(record, "question", evidence))
    if file or answer:
        text = read_text(file) if file else answer
    elif records:
        text = str(_field(record, "reference_answer", evidence))
    else:
        raise BadInput("no text to check; give FILE, - for standard input, or --answer TEXT")
    return CheckInput(
        question=question,
        text=without_marks(text),
        evidence=held,
    )


def records_text(evidence: str) -> str:
    """Return the records in a file as JSON, any other text as it is, "" where none is given.

    What is no JSON may be a file in a format of a simulator. Raises BadInput.
    """
    if not evidence:
        return ""
    text = read_text(evidence)
    return json.dumps(read_records(evidence), ensure_ascii=False) if _is_json(text) else text


def _is_json(text: str) -> bool:
    return text.lstrip()[:1] in ("{", "[")


def _record(records: list[dict[str, Any]], question: str) -> dict[str, Any] | None:
    if question:
        same = [record for record in records if record.get("question") == question]
        return same[0] if same else None
    return records[0] if len(records) == 1 else None


def _field(record: dict[str, Any] | None, name: str, evidence: str) -> Any:
    if record is None:
        raise BadInput(
            f"{evidence} does not say which {name.replace('_', ' ')} is meant; give one record, "
            "or --question with the question of a record"
        )
    if not record.get(name):
        raise BadInput(f"the record in {evidence} has no {name!r}; it has {', '.join(record)}")
    return record[name]


def read_text(file: str) -> str:
    """Return a file's text, or standard input's for "-". Raises BadInput."""
    try:
        data = sys.stdin.buffer.read(LARGEST + 1) if file == "-" else _bytes(Path(file))
        text = data.decode("utf-8-sig")
    except OSError as error:
        raise BadInput(f"{file} cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise BadInput(f"{file} is not UTF-8 text: {error.reason} at byte {error.start}") from error
    if len(data) > LARGEST:
        raise BadInput(f"{file} is larger than {LARGEST} bytes; give a shorter text")
    return text


def _bytes(path: Path) -> bytes:
    with path.open("rb") as stream:
        return stream.read(LARGEST + 1)


def read_records(file: str) -> list[dict[str, Any]]:
    """Return the records in a JSON file: one object or a list of them. Raises BadInput."""
    try:
        given: Any = json.loads(read_text(file))
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{file} is not JSON: {error}") from error
    records = cast("list[Any]", given) if isinstance(given, list) else [given]
    if not records or not all(isinstance(record, dict) for record in records):
        raise BadInput(f"{file} must hold one record or a list of records, each a JSON object")
    return records
