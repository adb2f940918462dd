"""Counts published reference answers that do not follow from the evidence beside them.

    python -m studies.reference_answers RECORDS [--misses FILE]

Prints JSON: by domain, records and those with a sentence that does not follow.
"""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

from simulrag.evaluation.records import Folder
from studies.reference_answers.consistency import checked_sentences


def inconsistent(folder: Folder) -> Iterator[dict[str, str | int | list[str]]]:
    """Yield each sentence that does not follow, with its record and what speaks against it."""
    for domain, records in folder.records.items():
        for record in records.values():
            for one in checked_sentences(record):
                if not one.follows:
                    why = [*one.unexplained, *one.contradicted]
                    yield {"domain": domain, "index": record.index, "text": one.text, "why": why}


def main() -> None:
    """Print the counts, and write the sentences where a file is named."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("records", type=Path)
    parser.add_argument("--misses", type=Path, help="write the sentences, one object a line")
    given = parser.parse_args()
    folder = Folder(given.records)
    found = list(inconsistent(folder))
    if given.misses is not None:
        lines = [json.dumps(one, ensure_ascii=False) for one in found]
        given.misses.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    faulty = {(one["domain"], one["index"]) for one in found}
    counts = {
        domain: {"records": len(held), "do not follow": sum(name == domain for name, _ in faulty)}
        for domain, held in folder.records.items()
    }
    print(json.dumps(counts, indent=1))


if __name__ == "__main__":
    main()
