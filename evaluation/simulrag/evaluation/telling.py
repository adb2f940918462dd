"""How commands tell an error: on standard error, and exit code 2."""

from collections.abc import Generator
from contextlib import contextmanager

import typer

from simulrag.simulators.errors import SimulRAGError


@contextmanager
def told() -> Generator[None]:
    """Tell what is refused within, or cannot be read or written."""
    try:
        yield
    except (SimulRAGError, OSError) as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(2) from error
