"""Decide stored verdicts again from their own runs, and say whether they still hold."""

from pathlib import Path
from typing import Annotated

import typer

from simulrag.simulators.errors import EvidenceError, SimulRAGError

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
        holds = _recompute(verdict_id, evidence) if verdict_id else _all(evidence)
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


def _all(evidence: Path | None) -> bool:
    from simulrag.simulators.registry import installed
    from simulrag.verifier.evidence import EvidenceStore, Refused, StoredVerdict, default_path
    from simulrag.verifier.recomputing import recompute as decided_again

    path = evidence or default_path()
    if not path.exists():
        raise EvidenceError(f"there is no evidence store at {path}; give the path of one")
    count, same, told = 0, 0, list[str]()
    with EvidenceStore(path, to_read=True) as store:
        for record in store.records():
            if isinstance(record, Refused):
                told.append(f"left out: {record.why}")
            elif isinstance(record, StoredVerdict):
                again = decided_again(record, store, installed())
                count, same = count + 1, same + again.same
                told += [f"changed since: {change}" for change in again.changed]
                told += [] if again.same else [f"{again.before} -> {again.now}: {again.text}"]
    typer.echo(f"{same} of {count} verdicts are decided again as they were")
    for line in dict.fromkeys(told):
        typer.echo(line)
    return same == count
