"""Keep abstracts in a corpus, and search them for a claim and its opposite."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from simulrag.simulators.errors import SimulRAGError

if TYPE_CHECKING:
    from simulrag.verifier.literature.corpus import Corpus

app = typer.Typer(add_completion=False)
Files = Annotated[
    list[Path] | None,
    typer.Option(
        help="First add these files: .jsonl, .bib, .ris, .ciw, .nbib, .xml (PubMed) or .csv."
    ),
]
Online = Annotated[
    list[str] | None,
    typer.Option(
        help="Ask openalex, semantic_scholar, pubmed or crossref; may be repeated. "
        "SIMULRAG_MAILTO tells them where to reach you."
    ),
]


@app.command()
def literature(
    claim: Annotated[str, typer.Argument(help="The claim, as one argument.")] = "",
    corpus: Annotated[
        Path | None,
        typer.Option(
            envvar="SIMULRAG_CORPUS", help="Corpus file (SQLite); made by --add where missing."
        ),
    ] = None,
    add: Files = None,
    opposing: Annotated[str, typer.Option(help="What says the contrary; searched for too.")] = "",
    abstracts: Annotated[
        int, typer.Option(help="Abstracts for the claim, and as many for its opposite.")
    ] = 6,
    online: Online = None,
    cache: Annotated[
        Path | None, typer.Option(help="Folder that keeps what online sources replied.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Keep abstracts in a corpus, and search them for a claim and its opposite."""
    from simulrag.verifier.literature.corpus import Corpus
    from simulrag.verifier.literature.errors import CorpusError
    from simulrag.verifier.literature.library import Library
    from simulrag.verifier.literature.rendering import lines
    from simulrag.verifier.literature.retrieval import checked_queries, retrieve
    from simulrag.verifier.literature.weighing import Handover, weigh

    try:
        if not claim and not add:
            raise CorpusError("there is nothing to do; give a claim, or --add FILE")
        if add:
            if corpus is None:
                raise CorpusError("no corpus is named; give --corpus FILE")
            with Corpus(corpus) as kept:
                _import(kept, add)
        if not claim:
            return
        asked, faults = checked_queries(claim, opposing, (), ())
        library = Library(corpus, cache, os.environ)
        with library.opened(asked, online or (), abstracts) as (opened, unreachable):
            found = retrieve(opened, asked, abstracts)
        verdict = weigh(asked, found, Handover(faults=faults), (), unreachable)
        if as_json:
            typer.echo(verdict.model_dump_json(indent=2, exclude_defaults=True))
        else:
            typer.echo("\n".join(lines(verdict)))
    except SimulRAGError as error:
        typer.echo(f"simulrag: {error}", err=True)
        raise typer.Exit(2) from error


def _import(corpus: "Corpus", files: list[Path]) -> None:
    from simulrag.verifier.literature.importing.files import import_file

    for file in files:
        done = import_file(corpus, file)
        own = f"; {done.renamed} have an id of their own, as theirs is another paper's"
        typer.echo(
            f"{file}: {done.added} added, {done.updated} updated, {done.unchanged} unchanged, "
            f"{len(done.unread)} not read{own if done.renamed else ''}",
            err=True,
        )
        for told in done.unread:
            typer.echo(f"  not read: {told}", err=True)
