"""Sheets as CSV: written for a rater, read back filled in.

A rater says of each claim whether it is correct and whether it is relevant to the question
(section 4.1 of the paper: a claim is true only where it is both). What was found automatically is
not shown, so that it sways nobody.
"""

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path

from simulrag.evaluation.annotation.cases import BadCases, Case
from simulrag.simulators.arguments import shown
from simulrag.simulators.interface import Frozen
from simulrag.simulators.safe_text import spreadsheet_cell

#: What is asked of each claim, with the words for a person who fills it in.
QUESTIONS: Mapping[str, str] = {
    "correct": "Is the claim correct, judged by the evidence?",
    "relevant": "Does the claim help to answer the question?",
}
ANSWERS = ("yes", "no", "unsure")
_SHOWN = ("case", "question", "evidence", "claim")
NOTE = "note"
#: Longest note that is kept, characters.
LONGEST_NOTE = 2_000


class Answered(Frozen):
    """What a rater said of one claim; "" where nothing was answered."""

    correct: str = ""
    relevant: str = ""
    note: str = ""

    @property
    def true(self) -> bool | None:
        """True where the claim is correct and relevant, None where that was left open."""
        both = (self.correct, self.relevant)
        if "no" in both:
            return False
        return True if both == ("yes", "yes") else None


def write_sheet(cases: Sequence[Case], path: Path) -> None:
    """Write a sheet to fill in, a row for each case. Raises BadCases."""
    try:
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow((*_SHOWN, *QUESTIONS, NOTE))
            for case in cases:
                texts = (case.question, case.evidence, case.claim)
                blanks = [""] * (len(QUESTIONS) + 1)
                writer.writerow([case.id, *(spreadsheet_cell(text) for text in texts), *blanks])
    except OSError as error:
        raise BadCases(f"{path} cannot be written: {error.strerror or error}") from error


def read_sheet(path: Path, cases: Sequence[Case]) -> dict[str, Answered]:
    """Return the answers of a filled-in sheet by case; a case without a row is absent.

    Raises BadCases for another table, an unknown case or answer, or a case that stands twice.
    """
    known = {case.id for case in cases}
    found: dict[str, Answered] = {}
    for line, row in _rows(path):
        case = row["case"]
        if case not in known:
            raise BadCases(
                f"{path.name}:{line}: case {shown(case)} is not in the key; give a sheet of it"
            )
        if case in found:
            raise BadCases(f"{path.name}:{line}: case {case!r} stands there twice; keep one row")
        found[case] = Answered(
            **{name: _answer(row, name, f"{path.name}:{line}") for name in QUESTIONS},
            note=row[NOTE][:LONGEST_NOTE],
        )
    return found


def _rows(path: Path) -> list[tuple[int, dict[str, str]]]:
    wanted = ("case", *QUESTIONS, NOTE)
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.DictReader(file)
            names = reader.fieldnames or ()
            if missing := [name for name in wanted[:-1] if name not in names]:
                raise BadCases(f"{path.name} has no column {', '.join(missing)}; give a sheet")
            return [
                (line, {name: (row.get(name) or "").strip() for name in wanted})
                for line, row in enumerate(reader, start=2)
            ]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise BadCases(f"{path.name} cannot be read: {error}") from error


def _answer(row: Mapping[str, str], name: str, where: str) -> str:
    answer = row[name].lower()
    if answer not in ("", *ANSWERS):
        raise BadCases(
            f"{where}: {name} is {shown(row[name])}; allowed are {', '.join(ANSWERS)}, or nothing "
            "where it was not answered"
        )
    return answer
