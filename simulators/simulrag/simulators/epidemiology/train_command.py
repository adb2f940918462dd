"""The command `simulrag train epidemiology`."""

from datetime import date
from pathlib import Path
from typing import Annotated

import typer

from simulrag.simulators.errors import BadValue, SimulRAGError, file_missing


def train(
    data: Annotated[
        Path,
        typer.Argument(
            exists=True, file_okay=False, help="Folder of source files (data/SOURCES.md)."
        ),
    ],
    season: Annotated[
        str, typer.Option(help="Fit this season, such as 2022-23, instead of making tables.")
    ] = "",
    until: Annotated[
        str, typer.Option(help="Last day (YYYY-MM-DD) that the fit may look at; later is forecast.")
    ] = "",
    output: Annotated[Path, typer.Option(help="Folder for what the fit gives.")] = Path("."),
) -> None:
    """Make the influenza simulator's tables from public data, or fit it to a reported season.

    A population-level numerical model on public surveillance data (CDC NHSN hospital admissions).
    """
    try:
        if season:
            _fit(data, season, until, output)
        else:
            _tables(data)
    except (SimulRAGError, OSError) as error:
        typer.echo(f"error: {file_missing(error) or error}", err=True)
        raise typer.Exit(2) from error


def _tables(data: Path) -> None:
    from simulrag.simulators.epidemiology.train import TABLES, make_tables

    make_tables(data)
    typer.echo(f"tables written to {TABLES}")


def _fit(data: Path, season: str, until: str, output: Path) -> None:
    from simulrag.simulators.epidemiology.fit_files import summary_text, write_all
    from simulrag.simulators.epidemiology.season_fit import fit
    from simulrag.simulators.epidemiology.train import read_season

    held = read_season(data, season)
    known = sum(end <= _day(until) for end in held.days) if until else len(held.days)
    if known < 4:
        raise BadValue(
            f"until {until} leaves {known} weeks of {season}; allowed is {held.days[3]} or later",
            parameter="until",
            given=until,
        )
    found = fit(held, known)
    for path in write_all(found, output):
        typer.echo(f"written: {path}")
    typer.echo(summary_text(found))


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise BadValue(
            f"until must be a date such as 2022-11-05, but {text!r} was given",
            parameter="until",
            given=text,
        ) from None
