"""The results folder: tables, figures, what they were made from, and one file that lists all.

Tables are of estimates, written as Markdown and as comma-separated values.
"""

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from pydantic import Field, JsonValue, ValidationError

from simulrag.evaluation.experiment.metrics import Estimate
from simulrag.simulators.errors import SimulRAGError
from simulrag.simulators.interface import Frozen
from simulrag.simulators.safe_text import spreadsheet_cell

RESULTS, CONFIGURATION, TABLES, FIGURES = "results.json", "configuration.json", "tables", "figures"


#: What stands where nothing was measured.
NOTHING = "–"


class BadResults(SimulRAGError):
    """A folder that holds no results of an experiment."""

    reason = "bad_results"


class Table(Frozen):
    """A table whose cells are text. `name` is that of its files; `note` says how to read it."""

    name: str
    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""

    def markdown(self) -> str:
        """Return the table as Markdown, with its title and its note."""
        note = f"\n{self.note}\n" if self.note else ""
        return f"## {self.title}\n\n{markdown(self.heads, self.rows)}{note}"

    def comma_separated(self) -> str:
        """Return the table as comma-separated values under a line of heads."""
        held = io.StringIO()
        rows = ([spreadsheet_cell(cell) for cell in row] for row in (self.heads, *self.rows))
        csv.writer(held, lineterminator="\n").writerows(rows)
        return held.getvalue()


class Shown(Frozen):
    """A figure of the folder: its file, what it shows, and how to read it."""

    file: str
    title: str
    note: str = ""


class Results(Frozen):
    """What an experiment found, in the order in which it is to be read."""

    title: str
    #: What whoever reads the figures must know first.
    notice: str
    headline: tuple[str, ...]
    tables: tuple[Table, ...]
    figures: tuple[Shown, ...] = ()
    notes: tuple[str, ...] = ()
    configuration: Mapping[str, JsonValue] = Field(default_factory=dict)


def write(folder: Path, found: Results) -> None:
    """Write tables (Markdown and CSV), configuration and the list of all; figures are there."""
    (folder / TABLES).mkdir(parents=True, exist_ok=True)
    for table in found.tables:
        (folder / TABLES / f"{table.name}.csv").write_text(table.comma_separated(), "utf-8")
        (folder / TABLES / f"{table.name}.md").write_text(table.markdown(), "utf-8")
    (folder / "README.md").write_text(_readme(found), "utf-8")
    configuration = json.dumps(found.configuration, indent=1, ensure_ascii=False)
    (folder / CONFIGURATION).write_text(f"{configuration}\n", "utf-8")
    (folder / RESULTS).write_text(f"{found.model_dump_json(indent=1)}\n", "utf-8")


def read(folder: Path) -> Results:
    """Return the results in a folder. Raises BadResults where there are none."""
    path = folder / RESULTS
    try:
        return Results.model_validate_json(path.read_text("utf-8"))
    except OSError as error:
        raise BadResults(
            f"{path} cannot be read: {error.strerror or error}; give the --out folder of "
            "`simulrag evaluate experiment` once that has ended"
        ) from error
    except (ValidationError, UnicodeDecodeError) as error:
        raise BadResults(f"{path} holds no results: {str(error).splitlines()[0]}") from error


def _readme(found: Results) -> str:
    parts: list[str] = [f"# {found.title}", found.notice, _listed(found.headline)]
    parts += [table.markdown() for table in found.tables]
    parts += [f"## {f.title}\n\n![{f.title}]({f.file})\n\n{f.note}".strip() for f in found.figures]
    parts += ["## Notes", _listed(found.notes)] if found.notes else []
    return "\n\n".join(part.strip() for part in parts if part) + "\n"


def _listed(lines: Sequence[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)


def markdown(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table as Markdown, a line a row."""
    lines = (
        [cell.replace("|", "\\|") for cell in row] for row in (heads, ["---"] * len(heads), *rows)
    )
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def cell(found: Estimate, decimals: int = 3, *, signed: bool = False) -> str:
    """Return an estimate with its interval: "0.779 [0.720, 0.860]"."""
    if found.value is None:
        return NOTHING
    form = f"{'+' if signed else ''}.{decimals}f"
    if found.low is None or found.high is None:
        return format(found.value, form)
    return f"{found.value:{form}} [{found.low:{form}}, {found.high:{form}}]"
