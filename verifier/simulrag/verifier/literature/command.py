"""The command `simulrag literature`."""

from pathlib import Path
from typing import Annotated

import typer

from simulrag.simulators.errors import SimulRAGError

app = typer.Typer(add_completion=False)


@app.command()
def literature(
    claim: Annotated[str, typer.Argument(help="The claim, as one argument.")] = "",
    corpus: Annotated[
        Path | None, typer.Option(help="Corpus file (SQLite); made by --add where missing.")
    ] = None,
    add: Annotated[
        list[Path] | None,
        typer.Option(help="First add these files: .jsonl, .bib, .ris, .xml (PubMed) or .csv."),
    ] = None,
    abstracts: Annotated[
        int, typer.Option(help="Abstracts for the claim, and as many for its opposite.")
    ] = 6,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Weigh a claim against abstracts: graded label, explanation with citations, sources."""
    try:
        _literature(claim, corpus, add or [], abstracts, as_json=as_json)
    except SimulRAGError as error:
        typer.echo(f"simulrag: {error}", err=True)
        raise typer.Exit(2) from error


def _literature(
    claim: str, path: Path | None, add: list[Path], abstracts: int, *, as_json: bool
) -> None:
    from simulrag.verifier.literature.corpus import Corpus
    from simulrag.verifier.literature.errors import CorpusError
    from simulrag.verifier.literature.importing.files import import_file
    from simulrag.verifier.literature.rendering import lines
    from simulrag.verifier.literature.weighing import weigh

    if path is None:
        raise CorpusError("no corpus is named; give --corpus FILE, and --add FILE to make one")
    if not claim and not add:
        raise CorpusError("there is nothing to do; give a claim, or --add FILE")
    with Corpus(path, create=bool(add)) as corpus:
        for file in add:
            done = import_file(corpus, file)
            typer.echo(
                f"{file}: {done.added} added, {done.updated} updated, {done.unchanged} unchanged",
                err=True,
            )
        if claim:
            verdict = weigh(claim, corpus, abstracts=abstracts)
            shown = [verdict.model_dump_json(indent=2)] if as_json else lines(verdict)
            typer.echo("\n".join(shown))
