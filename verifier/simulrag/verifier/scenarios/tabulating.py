"""Computes a file of formulas, however long: its runs are spread over workers, then a table made.

The runs that the formulas name are made first, each once, and kept in an evidence store; every
formula is then computed from there, in the order of the file, so that neither formulas nor values
are ever held together. Started again, the command makes only the runs that are missing.
"""

import csv
import json
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from pydantic import JsonValue

from simulrag.simulators.errors import BadValue, SimulRAGError
from simulrag.simulators.executors import pool
from simulrag.simulators.registry import Registry
from simulrag.simulators.safe_text import spreadsheet_cell
from simulrag.verifier.claims import Computed, Problem
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.formulas.verification import Verifier
from simulrag.verifier.scenarios.asked import asked_formula, read_asked
from simulrag.verifier.scenarios.running import Progress, Told, run_scenarios

#: The columns of a table; `text` is the value for a person, `run_ids` the runs that it rests on.
COLUMNS = (
    "line", "formula", "value", "low", "high", "unit", "probability", "text", "run_ids", "problem",
)  # fmt: skip

#: Lines whose runs are held together.
KEPT = 500

Row: TypeAlias = Mapping[str, JsonValue]


@dataclass
class Tabulated:
    """What became of a file: runs, formulas with a value, and formulas without one."""

    runs: Progress
    computed: int = 0
    refused: int = 0


def tabulate(
    file: Path,
    table: Path,
    registry: Registry,
    *,
    store: Path | None = None,
    scheduler: str = "",
    trusted_network: bool = False,
    told: Told = lambda _progress: None,
) -> Tabulated:
    """Compute the formulas of a file (JSON Lines) and write a row for each.

    table: NAME.csv or NAME.jsonl. store: where runs are kept, TABLE.sqlite if not given.
    scheduler: as for `pool`. What is wrong with one formula stands in its row and costs no other.
    Raises BadValue for a file or table that cannot be, RunFailed where the workers broke.
    """
    write = _WRITERS.get(table.suffix)
    if write is None:
        raise BadValue(f"table {table.name!r} is neither .csv nor .jsonl", given=table.suffix)
    with EvidenceStore(store or table.with_suffix(".sqlite")) as runs:
        with pool(scheduler, trusted_network=trusted_network) as workers:
            found = Tabulated(run_scenarios(read_asked(file, registry), runs, workers, told=told))
        with write(table) as keep:
            for row in _rows(file, registry, runs):
                found.refused += row["problem"] is not None
                found.computed += row["problem"] is None
                keep(row)
    return found


def _rows(file: Path, registry: Registry, store: EvidenceStore) -> Iterator[Row]:
    verifier = Verifier(registry, store)
    with file.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            if number % KEPT == 0:  # it holds every run that it has used
                verifier = Verifier(registry, store)
            if line.strip():
                made = _computed(line, verifier)
                problem = made.problem and f"{made.problem.reason}: {made.problem.message}"
                fields = made.model_dump(mode="json", include=set(COLUMNS))
                yield {**fields, "line": number, "problem": problem}


def _computed(line: str, verifier: Verifier) -> Computed:
    try:
        asked = asked_formula(line)
    except SimulRAGError as error:
        problem = Problem(reason=error.reason, message=str(error))
        return Computed(formula="", problem=problem)
    (made,) = verifier.compute([asked.formula], asked.let, asked.assume)
    return made


@contextmanager
def _csv(path: Path) -> Generator[Callable[[Row], None]]:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        yield lambda row: writer.writerow([_cell(row.get(name)) for name in COLUMNS])


@contextmanager
def _jsonl(path: Path) -> Generator[Callable[[Row], None]]:
    with path.open("w", encoding="utf-8") as file:
        yield lambda row: print(
            json.dumps({name: row.get(name) for name in COLUMNS}, ensure_ascii=False), file=file
        )


def _cell(value: JsonValue) -> str:
    match value:
        case None:
            return ""
        case list():
            return " ".join(map(str, value))
        case str():
            return spreadsheet_cell(value)
        case _:
            return str(value)


_WRITERS = {".csv": _csv, ".jsonl": _jsonl}
