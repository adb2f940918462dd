"""The climate simulator against recorded years and places: see README.md."""

from pathlib import Path
from typing import Annotated

import typer

from simulrag.evaluation.climate import measured

#: Part -> module that measures it.
PARTS = {
    "history": "studies.climate_record.history",
    "years": "studies.climate_record.history",
    "fair": "studies.climate_record.fair",
    "places": "studies.climate_record.places",
}
app = typer.Typer(add_completion=False)


@app.command()
def record(
    folder: Annotated[Path, typer.Argument(help="Climate data; see data/SOURCES.md of climate.")],
    only: Annotated[
        list[str] | None, typer.Option(help=f"Measure only {', '.join(PARTS)}.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Measure the climate simulator against recorded years and places."""
    measured(PARTS, folder, only, as_json=as_json)


if __name__ == "__main__":
    app()
