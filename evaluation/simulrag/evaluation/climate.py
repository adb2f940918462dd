"""`simulrag evaluate climate`: the climate simulator against assessments and models."""

import sys
import time
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Annotated, cast

import typer
from pydantic import JsonValue

from simulrag.evaluation.measurement import AsJson, Targets, chosen, print_figures
from simulrag.simulators.errors import SimulRAGError

#: Part -> module that measures it.
PARTS = {
    "ar6": "simulrag.evaluation.climate_world",
    "idealised": "simulrag.evaluation.climate_world",
    "gases": "simulrag.evaluation.climate_world",
    "patterns": "simulrag.simulators.climate.pattern_scores",
    "ipsl": "simulrag.simulators.climate.pattern_scores",
    "spread": "simulrag.simulators.climate.pattern_scores",
    "cities": "simulrag.simulators.climate.level_scores",
    "countries": "simulrag.simulators.climate.level_scores",
}
TARGETS: Targets = {
    **{f"ar6.{name}.median": (best - 0.15, best + 0.15)
       for name, best in {"ssp126": 1.8, "ssp245": 2.7, "ssp370": 3.6, "ssp585": 4.4}.items()},
    **{f"ar6.{name}.p5": (low - 0.3, low + 0.3)
       for name, low in {"ssp126": 1.3, "ssp245": 2.1, "ssp370": 2.8, "ssp585": 3.3}.items()},
    **{f"ar6.{name}.p95": (high - 0.3, high + 0.3)
       for name, high in {"ssp126": 2.4, "ssp245": 3.5, "ssp370": 4.6, "ssp585": 5.7}.items()},
    "ar6.historical.median": (0.80, 0.90),
    "idealised.equilibrium climate sensitivity.central": (2.5, 4.0),
    "idealised.transient climate response.central": (1.6, 2.0),
    "idealised.warming per 1000 Gt CO2.central": (0.40, 0.50),
    "idealised.commitment after 50 years.central": (-0.1, 0.1),
    "patterns.kinship.median": (0.0, 0.21),
    "patterns.kinship.worse than the mean": (0, 0),
    "spread.coverage": (0.88, 0.92),
    "cities.annual.median error, °C": (0.0, 0.5),
    "cities.annual.root mean square, °C": (0.0, 0.9),
    "cities.annual.95th percentile, °C": (0.0, 1.8),
    "cities.annual.inside the 90 % interval, %": (88.0, 93.0),
    "cities.hard places beyond 2.5 °C": (0, 0),
    "cities.hard places outside the interval": (0, 1),
    "cities.seasons, median error, °C": (0.0, 0.9),
    "cities.precipitation.median relative error, %": (0.0, 27.0),
    "countries.median error, °C": (0.0, 0.8),
    "countries.global precipitation, % per K": (1.2, 2.5),
    "countries.signs of precipitation as AR6": (4, 4),
}  # fmt: skip
Part = Callable[[Path], dict[str, JsonValue]]


def climate(
    folder: Annotated[Path, typer.Argument(help="Climate data; see data/SOURCES.md of climate.")],
    only: Annotated[
        list[str] | None, typer.Option(help=f"Measure only {', '.join(PARTS)}.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Measure the climate simulator: warming, patterns, spread and cities."""
    measured(PARTS, TARGETS, folder, only, as_json=as_json)


def measured(
    parts: Mapping[str, str], targets: Targets, folder: Path, only: list[str] | None, *,
    as_json: bool,
) -> None:  # fmt: skip
    """Print what the modules of parts measure, beside the targets. Exits with 2 on an error."""
    figures: dict[str, dict[str, JsonValue]] = {}
    for name in chosen(only, parts):
        begun = time.monotonic()
        figures[name] = _measured(name, parts[name], folder)
        print(f"{name}: {time.monotonic() - begun:.1f} s", file=sys.stderr)
    shown = {name: part if as_json else _shown(part) for name, part in figures.items()}
    print_figures(shown, targets, as_json=as_json)


def _measured(name: str, module: str, folder: Path) -> dict[str, JsonValue]:
    try:
        part = cast("Part", getattr(import_module(module), f"measure_{name}"))
        return part(folder)
    except (FileNotFoundError, ModuleNotFoundError, SimulRAGError) as error:
        typer.echo(f"error: {name} cannot be measured: {error}", err=True)
        raise typer.Exit(2) from error


def _shown(part: dict[str, JsonValue]) -> dict[str, JsonValue]:
    """Return what the table shows of a part: not every single model."""
    return {name: value for name, value in part.items() if name != "by_model"}
