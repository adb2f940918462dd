"""Decide stored verdicts again from their own runs, and say whether they still hold."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from simulrag.simulators.errors import SimulRAGError

if TYPE_CHECKING:
    from simulrag.simulators.registry import Registry
    from simulrag.verifier.evidence import EvidenceStore

app = typer.Typer(add_completion=False)


@app.command()
def recompute(
    verdict_id: Annotated[
        str, typer.Argument(help="Id of a verdict, such as verdict-10cfbcb545d8; none for all.")
    ] = "",
    evidence: Annotated[
        Path | None, typer.Option(help="Evidence store; the user's own if not given.")
    ] = None,
) -> None:
    """Decide stored verdicts again from their own runs; exit code 1 if one no longer holds."""
    try:
        holds = _recompute(verdict_id, evidence)
    except SimulRAGError as error:
        typer.echo(f"simulrag: {error}", err=True)
        raise typer.Exit(2) from error
    if not holds:
        raise typer.Exit(1)


def _recompute(verdict_id: str, evidence: Path | None) -> bool:
    from simulrag.simulators.registry import installed
    from simulrag.verifier.evidence import existing_store
    from simulrag.verifier.recomputing import recompute as decided_again

    with existing_store(evidence) as store:
        if not verdict_id:
            return _all(store, installed())
        stored = store.verdict(verdict_id)
        if stored is None:
            raise store.unknown(verdict_id, "verdict")
        again = decided_again(stored, store, installed())
    typer.echo(f"{again.text}\n{again.formula}".rstrip())
    typer.echo(f"stored {again.made or 'at an unknown time'}: {again.before}; now: {again.now}")
    typer.echo(again.derivation)
    for change in again.changed:
        typer.echo(f"changed since: {change}")
    typer.echo("it still holds" if again.same else "it no longer holds")
    return again.same


def _all(store: "EvidenceStore", registry: "Registry") -> bool:
    from simulrag.verifier.evidence import Refused, StoredVerdict
    from simulrag.verifier.recomputing import recompute as decided_again

    count, same, told = 0, 0, list[str]()
    for record in store.records():
        if isinstance(record, Refused):
            told.append(f"left out: {record.why}")
        elif isinstance(record, StoredVerdict):
            again = decided_again(record, store, registry)
            count, same = count + 1, same + again.same
            told += [f"changed since: {change}" for change in again.changed]
            told += [] if again.same else [f"{again.before} -> {again.now}: {again.text}"]
    typer.echo("\n".join([f"{same} of {count} verdicts are decided again as they were",
                          *dict.fromkeys(told)]))  # fmt: skip
    return same == count
