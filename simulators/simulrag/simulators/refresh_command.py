"""The command `simulrag refresh`."""

from datetime import date
from typing import Annotated

import typer

#: Revised numbers that are shown.
SHOWN = 5


def refresh(
    simulator: Annotated[str, typer.Argument(help="climate or epidemiology.")],
    source: Annotated[
        str, typer.Option("--from", help="File or URL of a table; default: its source's URL.")
    ] = "",
    accept_revisions: Annotated[
        bool, typer.Option("--accept-revisions", help="Take one that changes more than is usual.")
    ] = False,
    back: Annotated[bool, typer.Option("--undo", help="Go back to the table before.")] = False,
) -> None:
    """Bring newer measurements of a simulator, checked before they are used, or go back."""
    from simulrag.simulators import refreshing
    from simulrag.simulators.published import of_simulator

    published = of_simulator(simulator)
    if back:
        typer.echo(f"{published.title}: no longer {refreshing.undo(published).told()}")
        return
    day = date.today()
    found = refreshing.refresh(published, source, day, accept_revisions=accept_revisions)
    typer.echo(f"{published.title}: {found.brought.told()}")
    typer.echo(f"{found.more:,} numbers more, {len(found.changes):,} revised")
    for change in found.changes[:SHOWN]:
        typer.echo(f"  {change}")
    typer.echo("a server that is running goes on with what it has until it is started again")
