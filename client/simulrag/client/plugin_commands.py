"""Subcommands that others bring by the entry-point group `simulrag.commands`.

Each entry is a typer app. It is loaded only when its command is asked for, so that it cannot
slow down or break the others; the list of commands shows the first line of its module.
"""

import ast
import sys
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperGroup

GROUP = "simulrag.commands"


class LazyGroup(TyperGroup):
    """A group of commands of its own and of commands found by entry points."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Return all names: ours in order, then those of plug-ins."""
        own = super().list_commands(ctx)
        return [*own, *(name for name in _points() if name not in own)]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command; for a plug-in that is not loaded, one that only names it."""
        found = super().get_command(ctx, cmd_name)
        if found is None and cmd_name in _points():
            return _placeholder(_points()[cmd_name])
        return found

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Load the plug-in that the first argument names, then resolve as usual."""
        name = args[0] if args else ""
        if name not in self.commands and name in _points():
            self.commands[name] = load(_points()[name])
        return super().resolve_command(ctx, args)


def _points() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}


def _placeholder(point: EntryPoint) -> Any:
    app = typer.Typer(add_completion=False)

    @app.command(name=point.name, help=_summary(point) or f"See: simulrag {point.name} --help")
    def unloaded() -> None:
        """Stand in the list of commands."""

    del unloaded
    return typer.main.get_command(app)


def _summary(point: EntryPoint) -> str:
    """Return the first line of a plug-in's module, read without running the module; "" if none."""
    try:
        found = find_spec(point.module)
        source = Path(found.origin).read_text("utf-8") if found and found.origin else ""
        return (ast.get_docstring(ast.parse(source)) or "").partition("\n")[0]
    except (ImportError, OSError, SyntaxError, ValueError):
        return ""


def load(point: EntryPoint) -> Any:
    """Return a plug-in's command; one that is broken is reported and ends with exit code 2."""
    try:
        return typer.main.get_command(point.load())
    except Exception as error:
        print(
            f"simulrag: the command {point.name!r} ({point.value}) cannot be loaded: "
            f"{type(error).__name__}: {error}",
            file=sys.stderr,
        )
        raise typer.Exit(2) from error
