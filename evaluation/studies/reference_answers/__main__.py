"""Counts published reference answers that do not follow from the evidence beside them.

    python -m studies.reference_answers RECORDS [--misses FILE]

Prints JSON by domain: records, those of whose answers formulas decide anything, and those that do
not follow.
"""

import json
from collections.abc import Mapping
from pathlib import Path

import typer

from simulrag.evaluation.records import Folder
from studies.reference_answers.checked_answers import CheckedSentence, checked_sentences

#: The sentences of each answer, by domain and index.
Checked = Mapping[str, Mapping[int, list[CheckedSentence]]]


def checked(folder: Folder) -> Checked:
    """Return the sentences of all reference answers, held against their evidence."""
    return {
        domain: {index: checked_sentences(record) for index, record in records.items()}
        for domain, records in folder.records.items()
    }


def counts(found: Checked) -> dict[str, dict[str, int]]:
    """Return by domain how many answers there are, are decided and do not follow."""
    return {
        domain: {
            "records": len(answers),
            "decided": sum(any(s.decided for s in answer) for answer in answers.values()),
            "do not follow": sum(any(s.unfounded for s in answer) for answer in answers.values()),
        }
        for domain, answers in found.items()
    }


def main(records: Path, misses: Path | None = None) -> None:
    """Print the counts, and write the sentences where a file is named, one object a line."""
    found = checked(Folder(records))
    if misses is not None:
        missed = [
            {"domain": domain, "index": index, "text": one.text, "unfounded": one.unfounded}
            for domain, answers in found.items()
            for index, answer in answers.items()
            for one in answer
            if one.unfounded
        ]
        lines = [json.dumps(one, ensure_ascii=False) for one in missed]
        misses.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    print(json.dumps(counts(found), indent=1))


if __name__ == "__main__":
    typer.run(main)
