"""Weigh a claim against abstracts: graded label, explanation with citations, sources."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from simulrag.simulators.errors import SimulRAGError

if TYPE_CHECKING:
    from simulrag.verifier.literature.corpus import Corpus
    from simulrag.verifier.literature.weighing import Unreachable

app = typer.Typer(add_completion=False)


@app.command()
def literature(
    claim: Annotated[str, typer.Argument(help="The claim, as one argument.")] = "",
    corpus: Annotated[
        Path | None,
        typer.Option(
            envvar="SIMULRAG_CORPUS", help="Corpus file (SQLite); made by --add where missing."
        ),
    ] = None,
    add: Annotated[
        list[Path] | None,
        typer.Option(help="First add these files: .jsonl, .bib, .ris, .xml (PubMed) or .csv."),
    ] = None,
    abstracts: Annotated[
        int, typer.Option(help="Abstracts for the claim, and as many for its opposite.")
    ] = 6,
    online: Annotated[
        list[str] | None,
        typer.Option(
            help="Ask openalex, semantic_scholar, pubmed or crossref; may be repeated. "
            "SIMULRAG_MAILTO tells them where to reach you."
        ),
    ] = None,
    cache: Annotated[
        Path | None, typer.Option(help="Folder that keeps what online sources replied.")
    ] = None,
    report: Annotated[
        Path | None, typer.Option(help="Write the verdict to this .html file too.")
    ] = None,
    compare: Annotated[
        Path | None,
        typer.Option(help="A verdict kept by --json: what do its excerpts' sources say now?"),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Weigh a claim against abstracts: graded label, explanation with citations, sources."""
    try:
        if compare is not None:
            _compare(compare, corpus, claim)
            return
        _literature(
            claim, corpus, add or [], online or [], cache, abstracts, report, as_json=as_json
        )
    except SimulRAGError as error:
        typer.echo(f"simulrag: {error}", err=True)
        raise typer.Exit(2) from error


def _literature(
    claim: str,
    path: Path | None,
    add: list[Path],
    online: list[str],
    cache: Path | None,
    abstracts: int,
    report: Path | None,
    *,
    as_json: bool,
) -> None:
    from simulrag.verifier.literature.corpus import Corpus
    from simulrag.verifier.literature.errors import CorpusError
    from simulrag.verifier.literature.rendering import lines
    from simulrag.verifier.literature.weighing import weigh

    if report is not None:
        from simulrag.verifier.literature.report import checked_target

        checked_target(report)
    if path is None and not online:
        raise CorpusError("no corpus is named; give --corpus FILE, and --add FILE to make one")
    if not claim and not add:
        raise CorpusError("there is nothing to do; give a claim, or --add FILE")
    with Corpus(path, create=bool(add or online)) as corpus:
        _import(corpus, add)
        if not claim:
            return
        unreachable = _ask(claim, corpus, online, cache, abstracts) if online else ()
        verdict = weigh(claim, corpus, abstracts=abstracts, unreachable=unreachable)
        shown = [verdict.model_dump_json(indent=2)] if as_json else lines(verdict)
        typer.echo("\n".join(shown))
    if report is not None:
        from simulrag.verifier.literature.report import write

        write(verdict, report)
        typer.echo(f"report: {report}", err=True)


def _compare(file: Path, path: Path | None, claim: str) -> None:
    """Say which excerpts of a kept verdict stand in the corpus as they did; exit 1 if not all."""
    from simulrag.verifier.literature.comparing import compared, comparison_lines, kept_verdict
    from simulrag.verifier.literature.corpus import Corpus
    from simulrag.verifier.literature.errors import CorpusError

    if claim or path is None:
        raise CorpusError("--compare takes a kept verdict and --corpus FILE, and no claim")
    verdict = kept_verdict(file)
    with Corpus(path, create=False) as corpus:
        found = compared(verdict, corpus)
    typer.echo("\n".join(comparison_lines(verdict, found)))
    if any(one.now != "same" for one in found):
        raise typer.Exit(1)


def _import(corpus: "Corpus", files: list[Path]) -> None:
    from simulrag.verifier.literature.importing.files import import_file

    for file in files:
        done = import_file(corpus, file)
        own = f"; {done.renamed} have an id of their own, as theirs is another paper's"
        typer.echo(
            f"{file}: {done.added} added, {done.updated} updated, {done.unchanged} unchanged"
            f"{own if done.renamed else ''}",
            err=True,
        )


def _ask(
    claim: str, corpus: "Corpus", names: list[str], cache: Path | None, abstracts: int
) -> "tuple[Unreachable, ...]":
    """Add to the corpus what online sources have, and return those that could not be asked."""
    from simulrag.verifier.literature.opposition import oppose
    from simulrag.verifier.literature.sources.chosen import opened
    from simulrag.verifier.literature.sources.searching import search_sources

    with opened(names, os.environ, cache) as sources:
        found = search_sources(sources, oppose(claim), abstracts)
    corpus.add(found.documents)
    counts = ", ".join(f"{name} {count}" for name, count in found.found.items()) or "nothing"
    typer.echo(f"found online: {counts}", err=True)
    return found.unreachable
