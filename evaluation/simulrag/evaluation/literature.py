"""`simulrag evaluate literature`: retrieval and labels on claims in SciFact's format."""

import json
from pathlib import Path
from typing import Annotated

import typer
from pydantic import JsonValue
from rich.console import Console
from rich.table import Table

from simulrag.simulators.errors import SimulRAGError

#: Figure -> the value from which on a target of the project is met.
TARGETS = {"recall@6": 0.94, "recall@20": 0.98}


def literature(
    folder: Annotated[
        Path, typer.Argument(help="Holds claims*.jsonl and corpus*.jsonl in SciFact's format.")
    ],
    sheet: Annotated[
        Path | None, typer.Option(help="Write a CSV sheet of all claims for people to fill in.")
    ] = None,
    answered: Annotated[
        list[Path] | None,
        typer.Option(help="A filled-in sheet; give two, and only they are measured."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Measure which evidence is found for labelled claims, and how it is labelled by rules."""
    try:
        figures = _of_sheets(answered) if answered else measure_literature(folder, sheet)
    except SimulRAGError as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(2) from error
    if as_json:
        typer.echo(json.dumps(figures, indent=2))
        return
    for section, rows in figures.items():
        Console().print(_table(section, rows))


def _of_sheets(paths: list[Path]) -> dict[str, JsonValue]:
    from simulrag.evaluation.literature_sheets import measure_sheets, read_sheet
    from simulrag.verifier.literature.errors import LiteratureError

    if len(paths) != 2:
        raise LiteratureError(f"{len(paths)} sheets were given; give --answered twice")
    return {"annotation": measure_sheets(*map(read_sheet, paths))}


def measure_literature(folder: Path, sheet: Path | None = None) -> dict[str, JsonValue]:
    """Return all figures of a folder; raises LiteratureError where its files cannot be used.

    sheet: where to write the verdicts for people to judge.
    """
    from simulrag.evaluation.literature_labels import measure_labels
    from simulrag.evaluation.literature_retrieval import measure_retrieval
    from simulrag.evaluation.literature_sheets import write_sheet
    from simulrag.evaluation.literature_tables import measure_tables, weighed
    from simulrag.verifier.literature.corpus import Corpus
    from simulrag.verifier.literature.errors import ImportFault
    from simulrag.verifier.literature.importing.files import read_documents
    from simulrag.verifier.literature.labelled import labelled_claims, pairs_of, with_evidence

    documents = [d for path in sorted(folder.glob("corpus*.jsonl")) for d in read_documents(path)]
    files = sorted(folder.glob("claims*.jsonl"))
    with Corpus(None) as corpus:
        corpus.add(documents)
        claims = with_evidence([c for path in files for c in labelled_claims(path)], corpus)
        if not claims:
            raise ImportFault(f"{folder} holds no claim with an evidence abstract in its corpus")
        verdicts = weighed(claims, corpus)
        if sheet is not None:
            write_sheet(verdicts, sheet)
        return {
            "retrieval": measure_retrieval(corpus, documents, claims),
            "labels": measure_labels(corpus, pairs_of(claims, corpus)),
            "tables": measure_tables(claims, verdicts),
        }


def _table(section: str, rows: JsonValue) -> Table:
    table = Table("what", "figure", "value", title=section, title_justify="left")
    for name, value in rows.items() if isinstance(rows, dict) else ():
        if not isinstance(value, dict):
            table.add_row(name, "", str(value))
            continue
        for figure, number in value.items():
            aim = TARGETS.get(figure)
            said = f"{number} (target {aim})" if aim and name == "simulrag" else str(number)
            table.add_row(name, figure, said)
    return table
