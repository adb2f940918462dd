"""Write a stored run or verdict as a script that makes it again, as JSON, or as an RO-Crate."""

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from simulrag.simulators.errors import EvidenceError, SimulRAGError

app = typer.Typer(add_completion=False)


class Form(StrEnum):
    """What a run or a verdict can be written as."""

    PYTHON = "python"
    JSON = "json"
    RO_CRATE = "ro-crate"


@app.command()
def export(
    run_id: Annotated[
        str,
        typer.Argument(
            metavar="[ID]",
            help="Id of a stored run or verdict, such as climate-10cfbcb545d8; none for the whole "
            "store, as an RO-Crate.",
        ),
    ] = "",
    form: Annotated[Form, typer.Option("--format", help="What to write.")] = Form.PYTHON,
    out: Annotated[
        Path | None, typer.Option(help="New file, or folder for ro-crate; default: printed.")
    ] = None,
    evidence: Annotated[
        Path | None, typer.Option(help="Evidence store; the user's own if not given.")
    ] = None,
) -> None:
    """Write a stored run or verdict as a script that makes it again, as JSON, or as an RO-Crate."""
    try:
        _export(run_id, form, out, evidence)
    except SimulRAGError as error:
        typer.echo(f"simulrag: {error}", err=True)
        raise typer.Exit(2) from error


def _export(run_id: str, form: Form, out: Path | None, evidence: Path | None) -> None:
    from simulrag.simulators.registry import installed
    from simulrag.verifier.evidence import existing_store
    from simulrag.verifier.exporting import export as export_all
    from simulrag.verifier.exporting import export_run, export_verdict
    from simulrag.verifier.replay_scripts import script, verdict_script

    if (form is Form.RO_CRATE or not run_id) and out is None:
        raise EvidenceError("an RO-Crate is a folder; give a new one with --out")
    with existing_store(evidence) as store:
        if not run_id and out is not None:
            typer.echo("\n".join(map(str, export_all(store, out))))
            return
        stored = store.verdict(run_id)
        run = None if stored else store.get(run_id)
        if stored is None and run is None:
            raise store.unknown(run_id)
        if form is Form.RO_CRATE and out is not None:
            made = export_run(store, run, installed(), out) if run else None
            files = made or export_verdict(store, run_id, installed(), out)
            typer.echo("\n".join(map(str, files)))
            return
        runs = [one for i in (stored.verdict.run_ids if stored else ()) if (one := store.get(i))]
    held = stored or run
    if form is Form.JSON and held is not None:
        _write(held.model_dump_json(indent=2) + "\n", out)
    elif stored is not None:
        _write(verdict_script(run_id, stored, runs), out)
    elif run is not None:
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
