"""Write this server into a host's configuration, with a copy of the old file."""

from pathlib import Path
from typing import Annotated

import typer

from simulrag.client.cli import guarded

app = typer.Typer(add_completion=False)


@app.command()
@guarded
def install(
    host: Annotated[str, typer.Argument(help="The host; without it, all are listed.")] = "",
    project: Annotated[
        Path | None, typer.Option(help="Write the file of this project, not the user's own.")
    ] = None,
    evidence: Annotated[
        str, typer.Option(help="File in which the server keeps runs; default: the user's own.")
    ] = "",
    uvx: Annotated[
        bool, typer.Option("--uvx", help="Let uv fetch the package, in place of this installation.")
    ] = False,
    uninstall: Annotated[bool, typer.Option("--uninstall", help="Take our entry out.")] = False,
    replace: Annotated[
        bool, typer.Option("--replace", help="Even if another server has our name there.")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what would change; write nothing.")
    ] = False,
) -> None:
    """Write this server into a host's configuration, with a copy of the old file."""
    from simulrag.client.hosts import installing
    from simulrag.client.hosts.telling import changed, listing, proposed

    if not host:
        typer.echo("\n".join(listing()))
        return
    chosen = installing.host_named(host)
    if uninstall:
        change = installing.removal(chosen, project, replace=replace)
    else:
        start = installing.uvx_command if uvx else installing.own_command
        change = installing.installation(chosen, start(evidence), project, replace=replace)
    if dry_run:
        typer.echo("\n".join(proposed(change)))
    else:
        typer.echo("\n".join(changed(change, change.write())))
