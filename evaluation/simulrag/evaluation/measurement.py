"""What a measurement returns: figures, beside what is aimed at, and every miss behind them."""

import json
import math
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from pydantic import JsonValue
from rich.console import Console
from rich.table import Table

from simulrag.simulators.errors import SimulRAGError
from simulrag.simulators.interface import Frozen

Figures = Mapping[str, JsonValue]
#: The option of commands that print figures.
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
#: Dotted name of a figure -> the lowest and highest value that are aimed at.
Targets = Mapping[str, tuple[float, float]]


class Miss(Frozen):
    """One case in which the product did not say what was expected."""

    part: str
    domain: str
    index: int | None = None
    kind: str = ""
    question: str
    text: str = ""
    expected: JsonValue
    got: JsonValue
    #: What the product itself said about it.
    why: str = ""


class Measurement(Frozen):
    """Figures by section (a domain, or "sentences"), as fractions and counts, and the misses."""

    figures: Mapping[str, Mapping[str, float | int]]
    misses: tuple[Miss, ...] = ()


def share(hits: int, cases: int) -> float | None:
    """Return hits / cases from 0 to 1, to four decimals; None where there is no case."""
    return round(hits / cases, 4) if cases else None


def stated(figures: Mapping[str, float | int | None]) -> dict[str, float | int]:
    """Leave out the figures that have no case."""
    return {name: value for name, value in figures.items() if value is not None}


def joined(parts: Sequence[Measurement]) -> Measurement:
    """Return the figures of several parts, section by section."""
    sections = list(dict.fromkeys(section for part in parts for section in part.figures))
    return Measurement(
        figures={
            section: {k: v for part in parts for k, v in part.figures.get(section, {}).items()}
            for section in sections
        },
        misses=tuple(miss for part in parts for miss in part.misses),
    )


def flat(figures: Figures, path: str = "") -> Iterator[tuple[str, JsonValue]]:
    """Yield dotted names with their values."""
    for name, value in figures.items():
        here = f"{path}.{name}" if path else name
        if isinstance(value, dict):
            yield from flat(value, here)
        else:
            yield here, value


def met(name: str, value: JsonValue, targets: Targets) -> str:
    """Say whether a figure reaches its target; empty where it has none."""
    if name not in targets or not isinstance(value, int | float):
        return ""
    low, high = targets[name]
    reached = low <= value <= high and math.isfinite(value)
    return f"{low:g} to {high:g}: {'met' if reached else 'missed'}"


def print_figures(
    figures: Figures, targets: Targets | None = None, said: Callable[[JsonValue], str] = str, *,
    as_json: bool = False,
) -> None:  # fmt: skip
    """Print a table of each section, the figures without a section first; targets beside them.

    as_json: print one JSON object instead, with all figures.
    """
    if as_json:
        typer.echo(json.dumps(figures, ensure_ascii=False, indent=2))
        return
    whole = {name: value for name, value in figures.items() if not isinstance(value, dict)}
    sections = {name: value for name, value in figures.items() if isinstance(value, dict)}
    for title, held in {"": whole, **sections}.items():
        heads = ("figure", "value", *(["target"] if targets else []))
        table = Table(*heads, title=title, title_justify="left")
        for name, value in flat(held):
            dotted = f"{title}.{name}" if title else name
            table.add_row(name, said(value), *([met(dotted, value, targets)] if targets else []))
        if table.row_count:
            Console().print(table)


def write_misses(path: Path, misses: Sequence[Miss]) -> None:
    """Write misses as JSON Lines."""
    lines = (json.dumps(miss.model_dump(), ensure_ascii=False) for miss in misses)
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")


def chosen(names: Sequence[str] | None, parts: Iterable[str]) -> list[str]:
    """Return the parts that are named, all without a name. Raises BadParameter for another."""
    known = list(parts)
    for name in names or ():
        if name not in known:
            raise typer.BadParameter(f"{name!r} is unknown; choose one of {', '.join(known)}")
    return [name for name in known if not names or name in names]


@contextmanager
def told() -> Generator[None]:
    """Tell what is refused within, or cannot be read or written, and exit with code 2."""
    try:
        yield
    except (SimulRAGError, OSError) as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(2) from error
