"""The command `simulrag weigh`: a claim against the literature through a server's tools."""

import functools
from typing import Annotated, Literal

import typer

from simulrag.client.commands import Json, Server, print_json

Sources = Annotated[
    list[str] | None,
    typer.Option(help="Ask openalex, semantic_scholar, pubmed or crossref; may be repeated."),
]
Runs = Annotated[
    list[str] | None,
    typer.Option("--run", help="Id of a run or verdict to weigh too; may be repeated."),
]


def weigh(
    claim: Annotated[str, typer.Argument(help="The claim, as one argument.")],
    model: Annotated[
        str,
        typer.Option(envvar="SIMULRAG_MODEL", help="As for ask; none, no reader."),
    ] = "",
    online: Sources = None,
    run: Runs = None,
    abstracts: Annotated[int, typer.Option(min=1, max=100, help="For each of both claims.")] = 6,
    simulate: Annotated[
        bool, typer.Option(help="Without --run, weigh the simulation too that decides the claim.")
    ] = True,
    reputation: Annotated[
        Literal["percentile", "paper"], typer.Option(help="How sources are weighed.")
    ] = "percentile",
    no_evidence: Annotated[
        Literal["out", "in"], typer.Option(help="Whether No Evidence counts in the label.")
    ] = "out",
    as_json: Json = False,
    server: Server = "",
) -> None:
    """Weigh a claim against literature and runs; a model reads, code checks and weighs."""
    from simulrag.client.literature.weighing import weighed
    from simulrag.client.session import run as run_async

    found = run_async(
        functools.partial(
            weighed,
            claim,
            model,
            server,
            online=online or (),
            runs=run or (),
            abstracts=abstracts,
            simulate=simulate,
            reputation=reputation,
            no_evidence=no_evidence,
        )
    )
    evidence = dict(found.evidence)
    report = evidence.pop("report", "")
    if as_json:
        print_json({**evidence, "notes": list(found.notes)})
    else:
        typer.echo("\n".join([report, *(f"Not done: {note}" for note in found.notes)]))
