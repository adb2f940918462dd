"""The command `simulrag train climate`."""

from pathlib import Path
from typing import Annotated

import typer

from simulrag.simulators.errors import SimulRAGError, file_missing


def train(
    data: Annotated[
        Path,
        typer.Argument(
            exists=True, file_okay=False, help="Folder of public data (data/SOURCES.md)."
        ),
    ],
    out: Annotated[
        Path | None, typer.Option(help="Folder that is written to; default: in place.")
    ] = None,
    only: Annotated[list[str] | None, typer.Option(help="Train only this part.")] = None,
) -> None:
    """Make the climate simulator's fields and tables; prints the folder that was written."""
    try:
        from simulrag.simulators.climate.train import train as make
    except ModuleNotFoundError as error:  # also where a package of the extra `train` is missing
        typer.echo(f"error: {error}; training needs a checkout with the extra train", err=True)
        raise typer.Exit(2) from error
    try:
        written = make(data, out, only or (), lambda text: typer.echo(text, err=True))
    except (SimulRAGError, FileNotFoundError) as error:
        typer.echo(f"error: {file_missing(error) or error}", err=True)
        raise typer.Exit(2) from error
    typer.echo(str(written))
