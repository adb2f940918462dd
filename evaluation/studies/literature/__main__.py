"""Retrieval and labels on claims in SciFact's format, and the tables of the paper on literature.

python -m studies.literature FOLDER [--sheet FILE.csv] [--answered A.csv --answered B.csv]
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer
from pydantic import JsonValue
from rich.console import Console
from rich.table import Table

from simulrag.simulators.errors import SimulRAGError

if TYPE_CHECKING:
    from simulrag.verifier.literature.documents import Document
    from simulrag.verifier.literature.labelled import LabelledClaim
    from studies.literature.model import Asked
    from studies.literature.paper import PaperTable

app = typer.Typer(add_completion=False)

#: Figure -> the value from which on a target of the project is met.
TARGETS = {"recall@6": 0.94, "recall@20": 0.98}


class Asking(NamedTuple):
    """A model to ask, for how many of the claims (None: all), and the terms that were given."""

    model: str
    claims: int | None
    terms: Mapping[str, Any]


@app.command()
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
    model: Annotated[
        str, typer.Option(help="Ask this model too: NAME or NAME:MODEL-ID. It costs money.")
    ] = "",
    claims: Annotated[
        int | None, typer.Option(min=1, help="Ask the model for the first claims alone.")
    ] = None,
    base_url: Annotated[str, typer.Option(help="Address of the model.")] = "",
    max_calls: Annotated[int | None, typer.Option(min=0, help="Calls to it, at most.")] = None,
    max_cost: Annotated[float | None, typer.Option(min=0, help="Needs --prices.")] = None,
    prices: Annotated[str, typer.Option(help="File with the prices of tokens.")] = "",
    cache: Annotated[str, typer.Option(help="File that keeps replies.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Measure which evidence is found for labelled claims, and how it is labelled by rules."""
    given = {"base_url": base_url, "max_calls": max_calls, "max_cost": max_cost, "prices": prices,
             "cache": cache}  # fmt: skip
    try:
        asking = Asking(model=model, claims=claims, terms=given) if model else None
        figures = _of_sheets(answered) if answered else measure_literature(folder, sheet, asking)
    except SimulRAGError as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(2) from error
    if as_json:
        typer.echo(json.dumps(figures, indent=2))
        return
    show(figures)


def _of_sheets(paths: list[Path]) -> dict[str, JsonValue]:
    from simulrag.verifier.literature.errors import LiteratureError
    from studies.literature.people import people_tables
    from studies.literature.sheets import measure_sheets, read_sheet

    if len(paths) != 2:
        raise LiteratureError(f"{len(paths)} sheets were given; give --answered twice")
    first, second = map(read_sheet, paths)
    return {
        "annotation": measure_sheets(first, second),
        "paper": _plain(people_tables(first, second)),
    }


def measure_literature(
    folder: Path, sheet: Path | None = None, asking: Asking | None = None
) -> dict[str, JsonValue]:
    """Return all figures of a folder; raises LiteratureError where its files cannot be used.

    sheet: where to write the verdicts for people to judge; asking: the model to compare with.
    """
    from itertools import zip_longest

    from simulrag.verifier.literature.corpus import Corpus
    from simulrag.verifier.literature.errors import ImportFault
    from simulrag.verifier.literature.importing.files import read_documents
    from simulrag.verifier.literature.labelled import labelled_claims, pairs_of, with_evidence
    from studies.literature.labels import measure_labels
    from studies.literature.paper import Case, by_the_models_steps, paper_tables, told
    from studies.literature.retrieval import measure_retrieval
    from studies.literature.sheets import write_sheet
    from studies.literature.tables import measure_tables, weighed

    documents = [d for path in sorted(folder.glob("corpus*.jsonl")) for d in read_documents(path)]
    files = sorted(folder.glob("claims*.jsonl"))
    with Corpus(None) as corpus:
        corpus.add(documents)
        claims = with_evidence([c for path in files for c in labelled_claims(path)], corpus)
        if not claims:
            raise ImportFault(f"{folder} holds no claim with an evidence abstract in its corpus")
        verdicts = weighed(claims, corpus)
        asked = _ask(asking, claims, documents) if asking else []
        cases = [
            Case(claim=claim, verdict=verdict, asked=one)
            for claim, verdict, one in zip_longest(claims, verdicts, asked)
        ]
        if sheet is not None:
            others = [one.alone.explanation if one.alone else "" for one in asked]
            write_sheet(verdicts, sheet, [claim.domain for claim in claims], others)
        figures: dict[str, JsonValue] = {
            "retrieval": measure_retrieval(corpus, documents, claims),
            "labels": measure_labels(corpus, pairs_of(claims, corpus)),
            "tables": measure_tables(claims, verdicts),
            "paper": _plain(paper_tables(cases, corpus)),
        }
        if asking:
            if steps := by_the_models_steps(cases):
                figures["paper, steps by the model"] = _plain(paper_tables(steps, corpus))
            figures["model"] = told(asked)
        return figures


def _ask(
    asking: Asking, claims: "list[LabelledClaim]", documents: "list[Document]"
) -> "list[Asked]":
    """Return what a model makes of the first claims, within the terms that were given."""
    from simulrag.client.language_models.protocol import find
    from simulrag.client.session import run
    from simulrag.client.terms import Terms
    from studies.literature.model import ask_all

    terms = Terms.of(**asking.terms)
    terms.check()

    async def ask() -> "list[Asked]":
        cache = terms.open_cache()
        try:
            metered = terms.metered(find(asking.model, terms.base_url), cache=cache)
            try:
                return await ask_all(claims[: asking.claims], documents, metered)
            finally:
                await metered.close()
        finally:
            if cache is not None:
                cache.close()

    return run(ask)


def _plain(tables: "Mapping[str, PaperTable]") -> JsonValue:
    return {name: table.model_dump(mode="json") for name, table in tables.items()}


def show(figures: Mapping[str, JsonValue]) -> None:
    """Print figures as tables, the paper's with its own rows and columns."""
    from studies.literature.paper import PaperTable

    console = Console()
    for section, rows in figures.items():
        if not section.startswith("paper") or not isinstance(rows, dict):
            console.print(_table(section, rows))
            continue
        by = section.removeprefix("paper").strip(", ")
        for given in rows.values():
            console.print(*_paper_table(PaperTable.model_validate(given), by), sep="\n")


def _paper_table(table: "PaperTable", by: str) -> list[Table | str]:
    title = f"{table.title}, {by}" if by else table.title
    made = Table("", *table.columns, title=title, title_justify="left")
    for name, row in table.rows.items():
        made.add_row(name, *(str(row.get(column, "")) for column in table.columns))
    return [made, *table.notes, ""]


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


if __name__ == "__main__":
    app()
