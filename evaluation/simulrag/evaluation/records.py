"""Reads a folder of published records with their labels.

Files, each optional: `climate.json`, `epidemiology.json`, `urban.json` (records),
`claims_*.jsonl`, `sentences.jsonl`, `report_*.md` with `report_*.labels.json`.
"""

import json
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict

from simulrag.simulators.errors import SimulRAGError

DOMAINS = ("climate", "epidemiology", "urban")
LabelWord = Literal["supported", "refuted", "outside"]


class BadRecords(SimulRAGError):
    """A folder or file that is not in the format of the published records."""

    reason = "bad_records"


class Row(BaseModel):
    """A row of a file of records, whatever else it holds."""

    model_config = ConfigDict(frozen=True, extra="ignore")


_R = TypeVar("_R", bound=Row)


class Record(Row):
    """A published question, its reference answer, and what the published simulator returned."""

    index: int
    question: str
    reference_answer: str
    evidence_question: str
    evidence_answer: str


class LabelledClaim(Row):
    """A claim judged by hand against the evidence of a record."""

    domain: str
    index: int
    claim: str
    label: LabelWord
    kind: str = ""


class LabelledSentence(Row):
    """A sentence of plain text, judged by hand; `source` names the truth that decides it."""

    text: str
    label: LabelWord
    source: str = ""
    kind: str = ""


class Report(Row):
    """A text and its sentences, judged by hand."""

    name: str
    text: str
    sentences: list[LabelledSentence]


class Folder:
    """The records in a folder; every part is read when first asked for.

    Raises BadRecords where the folder does not exist or a file in it cannot be read as such.
    """

    def __init__(self, path: Path) -> None:
        if not path.is_dir():
            raise BadRecords(f"records folder {str(path)!r} does not exist; give a folder")
        self.path = path

    @cached_property
    def records(self) -> dict[str, dict[int, Record]]:
        """Records by domain and index; a domain without a file is absent."""
        found: dict[str, dict[int, Record]] = {}
        for domain in DOMAINS:
            path = self.path / f"{domain}.json"
            if path.exists():
                found[domain] = {r.index: r for r in rows_of(path, Record, _json(path))}
        return found

    @cached_property
    def claims(self) -> dict[str, list[LabelledClaim]]:
        """Labelled claims by domain, of records that are at hand."""
        paths = sorted(self.path.glob("claims_*.jsonl"))
        rows = [r for path in paths for r in rows_of(path, LabelledClaim, json_lines(path))]
        return {d: [r for r in rows if self.has(d, r)] for d in self.records}

    @cached_property
    def sentences(self) -> list[LabelledSentence]:
        """Labelled sentences that stand alone."""
        path = self.path / "sentences.jsonl"
        return rows_of(path, LabelledSentence, json_lines(path)) if path.exists() else []

    @cached_property
    def reports(self) -> list[Report]:
        """Labelled reports."""
        return [
            Report(
                name=path.stem,
                text=path.read_text("utf-8"),
                sentences=[
                    LabelledSentence.model_validate({**row, "text": row["sentence"]})
                    for row in _json(path.with_suffix(".labels.json"))
                ],
            )
            for path in sorted(self.path.glob("report_*.md"))
        ]

    def has(self, domain: str, row: LabelledClaim) -> bool:
        """Tell whether a row belongs to a record of that domain."""
        return row.domain == domain and row.index in self.records[domain]


def evidence(record: Record) -> str:
    """Return a record as the evidence text that the verifier takes."""
    return record.model_dump_json()


def _json(path: Path) -> Any:
    try:
        return json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise BadRecords(f"{path.name} cannot be read as JSON: {error}") from error


def json_lines(path: Path) -> Iterator[Any]:
    """Yield the lines of a file as JSON. Raises BadRecords with the number of one that is none."""
    for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
        try:
            yield json.loads(line)
        except ValueError as error:
            raise BadRecords(f"{path.name}, line {number}, is not JSON: {error}") from error


def rows_of(path: Path, kind: type[_R], rows: Any) -> list[_R]:
    """Return rows read from a file as objects of a kind. Raises BadRecords."""
    try:
        return [kind.model_validate(row) for row in rows]
    except (TypeError, ValueError) as error:
        raise BadRecords(f"{path.name} is not in the format of records: {error}") from error
