"""Try a simulator as the product will use it."""

from pathlib import Path
from typing import Annotated

import typer

from simulrag.simulators.capabilities import missing
from simulrag.simulators.diagnostics import as_json, failed, summary
from simulrag.simulators.errors import SimulRAGError
from simulrag.simulators.interface import Simulator

app = typer.Typer(add_completion=False)


@app.command()
def validate_simulator(
    name: Annotated[str, typer.Argument(help="Name of a simulator, or the folder of one.")],
    json_asked: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
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
    found = list(findings(simulator))
    if json_asked:
        typer.echo(as_json(found))
    else:
        typer.echo("\n".join([*(line for one in found for line in one.lines()), summary(found)]))
    if failed(found):
        raise typer.Exit(1)


def _named(name: str) -> Simulator:
    """Return the simulator of a name or a folder; its declaration's fault is told, not logged."""
    from simulrag.simulators.external.declaration import FILE, search_folders
    from simulrag.simulators.external.simulator import from_file
    from simulrag.simulators.registry import installed

    for home in (Path(name), *(folder / name for folder in search_folders())):
        if (home / FILE).is_file():
            return from_file(home / FILE)
    return installed().simulator(name)
