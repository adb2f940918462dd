"""Decide a stored verdict again from its own runs, and say whether it still holds."""

from pathlib import Path
from typing import Annotated

import typer

from simulrag.simulators.errors import EvidenceError, SimulRAGError

app = typer.Typer(add_completion=False)


@app.command()
def recompute(
    verdict_id: Annotated[
        str, typer.Argument(help="Id of a stored verdict, such as verdict-10cfbcb545d8.")
    ],
    evidence: Annotated[
        Path | None, typer.Option(help="Evidence store; the user's own if not given.")
    ] = None,
) -> None:
    """Decide a stored verdict again from its own runs; exit code 1 if it no longer holds."""
    try:
        holds = _recompute(verdict_id, evidence)
    except SimulRAGError as error:
        typer.echo(f"simulrag: {error}", err=True)
        raise typer.Exit(2) from error
    if not holds:
        raise typer.Exit(1)


def _recompute(verdict_id: str, evidence: Path | None) -> bool:
    from simulrag.simulators.registry import installed
    from simulrag.verifier.evidence import EvidenceStore, default_path
    from simulrag.verifier.recomputing import recompute as decided_again

    path = evidence or default_path()
    if not path.exists():
        raise EvidenceError(f"there is no evidence store at {path}; give the path of one")
    with EvidenceStore(path, to_read=True) as store:
        stored = store.verdict(verdict_id)
        if stored is None:
            newest = ", ".join(store.verdict_ids(3)) or "none"
            raise EvidenceError(
                f"verdict {verdict_id!r} is not in {path}; the newest there are {newest}"
            )
        again = decided_again(stored, store, installed())
    typer.echo(f"{again.text}\n{again.formula}".rstrip())
    typer.echo(f"stored {again.made or 'at an unknown time'}: {again.before}; now: {again.now}")
    typer.echo(again.derivation)
    for change in again.changed:
        typer.echo(f"changed since: {change}")
    typer.echo("it still holds" if again.same else "it no longer holds")
    return again.same
