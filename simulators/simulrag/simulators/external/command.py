"""Write a simulator that works, with handbook and tests, to be changed into your own."""

import re
from collections.abc import Mapping
from enum import StrEnum
from importlib.resources import files
from pathlib import Path
from typing import Annotated

import typer

from simulrag.simulators.declaration_checks import NO_SIMULATOR, check_name
from simulrag.simulators.errors import BadValue, SimulRAGError
from simulrag.simulators.external.declaration import own_folder

app = typer.Typer(add_completion=False)


class Kind(StrEnum):
    """What the skeleton's model is written as."""

    FUNCTIONS = "functions"
    PROGRAM = "program"


@app.command()
def new_simulator(
    name: Annotated[str, typer.Argument(help="Its name: small letters, digits and _.")],
    kind: Annotated[
        Kind, typer.Option(help="Python functions, or a program that speaks JSON.")
    ] = Kind.FUNCTIONS,
    from_function: Annotated[
        str,
        typer.Option(metavar="MODULE:FUNCTION", help="Wrap a Python function that there is."),
    ] = "",
    folder: Annotated[
        Path | None,
        typer.Option(help="Folder in which its own is made; default: where simulators are found."),
    ] = None,
) -> None:
    """Write a simulator that works, with handbook and tests, to be changed into your own."""
    try:
        home = write(name, kind, folder or own_folder(), from_function)
    except SimulRAGError as error:
        typer.echo(f"simulrag: {error}", err=True)
        raise typer.Exit(2) from error
    done = f"wraps {from_function}" if from_function else "is a simulator that works"
    typer.echo(f"{home} {done}. Next:")
    typer.echo(f"  simulrag validate-simulator {name if folder is None else home}")
    typer.echo(f"  change {name}_model.py, simulator.toml and handbook.md into your own")
    if folder is not None:
        typer.echo(f"  export SIMULRAG_SIMULATORS={folder.resolve()}, or move it to {own_folder()}")


def write(name: str, kind: Kind, folder: Path, from_function: str = "") -> Path:
    """Write a skeleton, or what wraps "module:function", to a new folder. Raises BadValue."""
    from simulrag.simulators.external.wrapped_functions import wrapped
    from simulrag.simulators.registry import installed

    check_name(name, "NAME", NO_SIMULATOR)
    home = folder / name
    if name in installed().names() and not home.exists():
        raise BadValue(f"there is a simulator {name!r} already; choose another name", given=name)
    fields, beside = wrapped(from_function) if from_function else (dict[str, str](), {})
    fields = {"NAME": name, "TITLE": name.replace("_", " ").capitalize(), **fields}
    texts = {**beside, **_filled(fields, "wrapped" if from_function else kind)}
    try:
        home.mkdir(parents=True)
        for target, text in texts.items():
            (home / target).write_text(text, encoding="utf-8", newline="\n")
    except FileExistsError as error:
        raise BadValue(f"{home} is there already; choose another name", given=name) from error
    except OSError as error:
        raise BadValue(
            f"{home} cannot be written: {error.strerror or error}", given=name
        ) from error
    return home


def _filled(fields: Mapping[str, str], kind: str) -> dict[str, str]:
    """Return file to write -> text of the skeleton, with its fields filled in."""
    name, own = fields["NAME"], ".wrapped" if kind == "wrapped" else ""
    named = {
        "simulator.toml": f"simulator.{kind}.toml",
        f"{name}_model.py": f"model.{kind}.txt",
        "handbook.md": f"handbook{own}.md",
        f"test_{name}.py": f"test{own}.txt",
    }
    held = files("simulrag.simulators.external") / "skeleton"
    known = re.compile("|".join(fields))
    return {
        target: known.sub(lambda found: fields[found[0]], (held / source).read_text("utf-8"))
        for target, source in named.items()
    }
