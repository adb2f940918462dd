"""Published records replayed as evidence, and why our simulators differ from them.

python -m studies.published_records FOLDER --out RESULTS [--scheduler processes:2]
"""

import json
from importlib import import_module
from pathlib import Path
from typing import Annotated

import typer

from simulrag.evaluation.records import Folder
from simulrag.simulators.errors import NotInstalled, SimulRAGError
from simulrag.simulators.executors import pool
from simulrag.simulators.registry import installed

app = typer.Typer(add_completion=False)


@app.command()
def official(
    folder: Annotated[Path, typer.Argument(help="Published records with their labels.")],
    out: Annotated[Path, typer.Option(help="Folder for the results; runs in it are kept.")],
    scheduler: Annotated[
        str, typer.Option(help="Where to run: see `simulrag evaluate scenarios`.")
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Replay published records, compare our simulators with them, and show why they differ.

    Writes figures.json, README.md and a PNG for each reason (extra `plots`).
    """
    # Loaded when asked for: they need the verifier and numpy.
    measuring = import_module("studies.published_records.measuring")
    page = import_module("studies.published_records.page")
    try:
        out.mkdir(parents=True, exist_ok=True)
        with pool(scheduler) as workers:
            found = measuring.measure_official(
                Folder(folder), installed(), out / "runs.sqlite", workers, _told
            )
        text = json.dumps(found.figures, ensure_ascii=False, indent=1)
        (out / "figures.json").write_text(text + "\n", "utf-8")
        _draw(found.demonstrated, out)
        (out / "README.md").write_text(page.written(found.figures, "."), "utf-8")
    except (OSError, SimulRAGError) as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(2) from error
    typer.echo(text if as_json else page.tables(found.figures))


def _draw(demonstrated: dict[str, object], out: Path) -> None:
    try:
        import_module("studies.published_records.figures").draw(demonstrated, out)
    except NotInstalled as error:
        _told(f"no figures: {error}")


def _told(text: str) -> None:
    typer.echo(text, err=True)


if __name__ == "__main__":
    app()
