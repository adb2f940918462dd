"""`simulrag train`: make again what a simulator ships, from public data.

Each trainer is a function (folder, out, parts, tell) that is loaded when its command runs.
"""

from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Annotated, cast

import typer

from simulrag.simulators.errors import SimulRAGError

#: Simulator -> module and function that train it.
TRAINERS = {"climate": ("simulrag.simulators.climate.train", "train")}

Tell = Callable[[str], None]
Trainer = Callable[[Path, Path | None, Sequence[str], Tell], Path]

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    help="Make again what a simulator ships, from public data.",
)


@app.callback()
def train() -> None:
    """Make again what a simulator ships, from public data."""


def _command(name: str) -> None:
    def run(
        data: Annotated[Path, typer.Argument(help="Folder of public data.")],
        out: Annotated[
            Path | None, typer.Option(help="Folder that is written to; default: in place.")
        ] = None,
        only: Annotated[list[str] | None, typer.Option(help="Train only this part.")] = None,
    ) -> None:
        module, function = TRAINERS[name]
        trainer = cast("Trainer", getattr(import_module(module), function))
        try:
            written = trainer(data, out, only or (), lambda text: typer.echo(text, err=True))
        except (SimulRAGError, FileNotFoundError) as error:
            typer.echo(f"error: {error}", err=True)
            raise typer.Exit(2) from error
        typer.echo(str(written))

    app.command(name, help=f"Train {name}; prints the folder that was written.")(run)


for _name in TRAINERS:
    _command(_name)
