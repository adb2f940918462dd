"""Measures how often the plan made from a question alone is the published one.

    python -m studies.published_records.planning RECORDS [--limit N] [--misses misses.jsonl]

RECORDS holds `plans.jsonl` beside the published records. Prints JSON.
"""

import argparse
import json
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from pydantic import JsonValue

from simulrag.evaluation.measurement import Measurement, Miss, share, stated, write_misses
from simulrag.evaluation.records import Folder, Row, json_lines, rows_of
from simulrag.simulators.errors import SimulRAGError
from simulrag.simulators.registry import Registry, installed
from simulrag.verifier.english.questions import plan
from studies.published_records.plans import Neutral, neutral_calls, same_plan


class PlannedRecord(Row):
    """The simulations that the question of a record asks for, in neutral words."""

    domain: str
    index: int
    calls: list[dict[str, JsonValue]]


def plans(folder: Folder) -> dict[str, list[PlannedRecord]]:
    """Return plans by domain, of records that are at hand. Raises BadRecords."""
    path = folder.path / "plans.jsonl"
    rows = rows_of(path, PlannedRecord, json_lines(path)) if path.exists() else []
    return {
        domain: [r for r in rows if r.domain == domain and r.index in held]
        for domain, held in folder.records.items()
    }


def measure_plans(folder: Folder, registry: Registry, limit: int | None = None) -> Measurement:
    """Return `plan_accuracy` and `n_plans` for each domain that has plans and a simulator."""
    figures: dict[str, dict[str, float | int]] = {}
    misses: list[Miss] = []
    for domain, rows in plans(folder).items():
        if not rows or domain not in registry.names():
            continue
        cases = list(islice(rows, limit))
        missed = [m for row in cases if (m := _miss(folder, registry, domain, row))]
        misses += missed
        accuracy = share(len(cases) - len(missed), len(cases))
        figures[domain] = stated({"plan_accuracy": accuracy, "n_plans": len(cases)})
    return Measurement(figures=figures, misses=tuple(misses))


def _miss(folder: Folder, registry: Registry, domain: str, row: PlannedRecord) -> Miss | None:
    question = folder.records[domain][row.index].question
    got, why = _planned(question, registry)
    if same_plan(row.calls, got):
        return None
    return Miss(
        part="plans",
        domain=domain,
        index=row.index,
        question=question,
        expected=[*row.calls],
        got=[*got],
        why=why,
    )


def _planned(question: str, registry: Registry) -> tuple[Sequence[Neutral], str]:
    try:
        made = plan(question, registry)
    except SimulRAGError as error:
        return [], f"{error.reason}: {error}"
    return neutral_calls(made.calls), "; ".join(p.message for p in made.problems)


def main() -> None:
    """Print the figures of a folder of records."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("records", type=Path)
    parser.add_argument("--limit", type=int, help="plans of each domain, at most")
    parser.add_argument("--misses", type=Path, help="write every miss, one object a line")
    given = parser.parse_args()
    found = measure_plans(Folder(given.records), installed(), given.limit)
    if given.misses is not None:
        write_misses(given.misses, found.misses)
    print(json.dumps(found.figures, indent=1))


if __name__ == "__main__":
    main()
