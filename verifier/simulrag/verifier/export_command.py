"""Write a stored run as a script that makes it again, as JSON, or as an RO-Crate."""

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from simulrag.simulators.errors import EvidenceError, SimulRAGError

app = typer.Typer(add_completion=False)


class Form(StrEnum):
    """What a run can be written as."""

    PYTHON = "python"
    JSON = "json"
    RO_CRATE = "ro-crate"


@app.command()
def export(
    run_id: Annotated[
        str, typer.Argument(help="Id of a stored run, such as climate-10cfbcb545d8.")
    ],
    form: Annotated[Form, typer.Option("--format", help="What to write.")] = Form.PYTHON,
    out: Annotated[
        Path | None, typer.Option(help="New file, or folder for ro-crate; default: printed.")
    ] = None,
    evidence: Annotated[
        Path | None, typer.Option(help="Evidence store; the user's own if not given.")
    ] = None,
) -> None:
    """Write a stored run as a script that makes it again, as JSON, or as an RO-Crate."""
    try:
        _export(run_id, form, out, evidence)
    except SimulRAGError as error:
        typer.echo(f"simulrag: {error}", err=True)
        raise typer.Exit(2) from error


def _export(run_id: str, form: Form, out: Path | None, evidence: Path | None) -> None:
    from simulrag.simulators.registry import installed
    from simulrag.verifier.evidence import EvidenceStore, default_path
    from simulrag.verifier.exporting import export_run
    from simulrag.verifier.run_script import script

    path = evidence or default_path()
    if not path.exists():
        raise EvidenceError(f"there is no evidence store at {path}; give the path of one")
    with EvidenceStore(path) as store:
        run = store.get(run_id)
        if run is None:
            newest = ", ".join(store.run_ids(3)) or "none"
            raise EvidenceError(f"run {run_id!r} is not in {path}; the newest there are {newest}")
        if form is Form.RO_CRATE:
            if out is None:
                raise EvidenceError("an RO-Crate is a folder; give a new one with --out")
            for file in export_run(store, run, installed(), out):
                typer.echo(file)
            return
    if form is Form.JSON:
        _write(run.model_dump_json(indent=2) + "\n", out)
    else:
        _write(script(run, installed().function(run.call)), out)


def _write(text: str, out: Path | None) -> None:
    """Print a text, or write it to a file that is not there yet."""
    if out is None:
        sys.stdout.write(text)
        return
    try:
        with out.open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
    except FileExistsError as error:
        raise EvidenceError(f"{out} is there already; give another name with --out") from error
    except OSError as error:
        raise EvidenceError(f"{out} cannot be written: {error.strerror or error}") from error
