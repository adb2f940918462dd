"""Make a simulator's tables, or fit it, from a folder of public data."""

from importlib import import_module

import typer

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    help=__doc__,
)

#: Simulator -> module whose function `train` is its command. The modules must load fast: whatever
#: is heavy they import when they run.
TRAINERS = {
    "climate": "simulrag.simulators.climate.train_command",
    "epidemiology": "simulrag.simulators.epidemiology.train_command",
}


@app.callback()
def train() -> None:
    """Make a simulator's tables, or fit it, from a folder of public data."""


for _name, _module in TRAINERS.items():
    app.command(_name)(import_module(_module).train)
