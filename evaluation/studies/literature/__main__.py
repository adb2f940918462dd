"""Retrieval on claims in SciFact's format; with a model as the reader, verdicts and attribution.

python -m studies.literature FOLDER [--trial OUT [--model NAME] [--attribution FILE.jsonl]]
"""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from simulrag.client.language_models.protocol import find
from simulrag.client.session import run
from simulrag.simulators.data_integrity import write_whole
from simulrag.simulators.errors import SimulRAGError
from simulrag.verifier.literature.corpus import Corpus
from simulrag.verifier.literature.documents import Document
from studies.literature.claims import LabelledClaim, read_folder
from studies.literature.retrieval import added_share, measure_retrieval
from studies.literature.tables import attribution_figures, measure_claims, paper_tables
from studies.literature.trial import chosen, queries_of, try_attribution, try_claims

app = typer.Typer(add_completion=False)


@app.command()
def literature(
    folder: Annotated[
        Path, typer.Argument(help="Holds claims*.jsonl and corpus*.jsonl in SciFact's format.")
    ],
    trial: Annotated[
        Path | None, typer.Option(help="Let a model read; keep each claim's result in this folder.")
    ] = None,
    model: Annotated[str, typer.Option(help="NAME or NAME:MODEL-ID. It costs money.")] = "claude",
    base_url: Annotated[str, typer.Option(help="Address of the model.")] = "",
    claims: Annotated[int, typer.Option(min=0, help="Half supported, half refuted.")] = 40,
    attribution: Annotated[
        Path | None, typer.Option(help="Sentences to judge: lines of text, source, true, kind.")
    ] = None,
    at_once: Annotated[int, typer.Option(min=1, help="Claims under way at once.")] = 4,
) -> None:
    """Print one JSON object of what was measured; with --trial it is kept there as well."""
    try:
        documents, labelled = read_folder(folder)
        with Corpus(None) as corpus:
            corpus.add(documents)
            figures: dict[str, Any] = {"retrieval": measure_retrieval(corpus, labelled)}
            if trial is not None:
                some = chosen(labelled, claims)
                arguments = (some, documents, model, base_url, trial, attribution, at_once)
                results, sentences = run(_try, *arguments)
                asked = {one["id"]: queries_of(one) for one in results}
                added = {name: added_share(corpus, one) for name, one in asked.items()}
                figures |= {
                    "retrieval, by a model's queries": measure_retrieval(corpus, some, asked),
                    "claims": measure_claims(results),
                    "attribution": attribution_figures(sentences),
                    "paper": paper_tables(results, added),
                }
                write_whole(trial / "figures.json", json.dumps(figures, indent=1))
    except SimulRAGError as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(2) from error
    typer.echo(json.dumps(figures, indent=1))


async def _try(
    claims: list[LabelledClaim],
    documents: list[Document],
    model: str,
    base_url: str,
    folder: Path,
    attribution: Path | None,
    at_once: int,
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    one = find(model, base_url)
    try:
        results = await try_claims(claims, documents, one, folder / "claims", at_once)
        if attribution is None:
            return results, []
        return results, await try_attribution(attribution, documents, one, folder)
    finally:
        await one.close()


if __name__ == "__main__":
    app()
