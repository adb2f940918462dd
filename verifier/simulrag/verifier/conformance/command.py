"""The command `simulrag validate-simulator`."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from simulrag.simulators.errors import SimulRAGError
from simulrag.simulators.interface import Simulator, missing

app = typer.Typer(add_completion=False)
_MARKS = {"ok": "ok    ", "note": "note  ", "failed": "FAILED"}


@app.command()
def validate_simulator(
    name: Annotated[str, typer.Argument(help="Name of a simulator, or the folder of one.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Try a simulator as the product will use it; exit code 1 if something is wrong with it."""
    from simulrag.verifier.conformance.kit import findings

    try:
        simulator = _named(name)
        if absent := missing(simulator):
            raise SimulRAGError(f"{name} cannot run here: {absent}")
    except SimulRAGError as error:
        typer.echo(f"simulrag: {error}", err=True)
        raise typer.Exit(2) from error
    found = [finding for finding in findings(simulator)]
    failed = [finding for finding in found if finding.state == "failed"]
    if as_json:
        content = {"ok": not failed, "findings": [asdict(finding) for finding in found]}
        typer.echo(json.dumps(content, indent=2))
    else:
        for finding in found:
            typer.echo(f"{_MARKS[finding.state]}  {finding.check}: {finding.said}")
            if finding.do:
                typer.echo(f"        -> {finding.do}")
        typer.echo(f"\n{len(failed)} of {len(found)} failed" if failed else "\nall is well")
    if failed:
        raise typer.Exit(1)


def _named(name: str) -> Simulator:
    """Return the simulator of a name or a folder; its declaration's fault is told, not logged."""
    from simulrag.simulators.external.declaration import FILE
    from simulrag.simulators.external.finding import folders
    from simulrag.simulators.external.simulator import from_file
    from simulrag.simulators.registry import installed

    for home in (Path(name), *(folder / name for folder in folders())):
        if (home / FILE).is_file():
            return from_file(home / FILE)
    return installed().simulator(name)
