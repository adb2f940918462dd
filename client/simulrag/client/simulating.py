"""Runs a simulator directly, without a server, and writes what it gave to a file."""

import csv
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from pydantic import JsonValue

from simulrag.client.errors import BadInput
from simulrag.simulators.arguments import validate
from simulrag.simulators.capabilities import DrawsParts, Mapped, Swept, emulated, missing
from simulrag.simulators.interface import Call, Function, Quantity, Run
from simulrag.simulators.plugin_isolation import run_of
from simulrag.simulators.registry import installed
from simulrag.simulators.run_parts import named_values
from simulrag.simulators.safe_text import spreadsheet_cell

#: Files that a run can be written to, by suffix.
FILES = (".csv", ".nc", ".zarr", ".png")
COLUMNS = ("kind", "name", "unit", "time", "value", "low", "high")


def simulate(simulator: str, function: str, settings: Sequence[str], seed: int) -> Run:
    """Run a call whose arguments are given as NAME=VALUE. Raises SimulatorError, BadInput."""
    registry = installed()
    call = Call(simulator=simulator, function=function, arguments={}, seed=seed)
    arguments = validate(registry.function(call), parse_settings(settings))
    complete = call.model_copy(update={"arguments": arguments})
    return run_of(registry.simulator(simulator), complete)


def parse_settings(settings: Sequence[str]) -> dict[str, JsonValue]:
    """Return NAME=VALUE settings as arguments; a value that begins with "[" is a JSON list."""
    arguments: dict[str, JsonValue] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        name = name.strip()
        if not equals or not name:
            raise BadInput(f"{setting!r} is not NAME=VALUE")
        if name in arguments:
            raise BadInput(f"{name} was given twice")
        arguments[name] = _value(name, value.strip())
    return arguments


def _value(name: str, value: str) -> JsonValue:
    if not value.startswith(("[", "{")):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{name}={value!r} is no JSON: {error}") from error


def write(run: Run, path: Path) -> None:
    """Write a run to a .csv, .nc, .zarr or .png file. Raises BadInput or SimulatorError.

    Series of simulators that can sweep years are written for every year; simulators with maps
    add theirs to all but .csv.
    """
    suffix = path.suffix.lower()
    if suffix not in FILES:
        raise BadInput(f"--out {path} must end in {', '.join(FILES)}")
    whole = _every_year(run)
    if suffix == ".csv":
        write_csv(whole, path)
        return
    simulator = installed().simulator(run.call.simulator)
    fields = simulator.globe_fields(run.call) if isinstance(simulator, Mapped) else ()
    try:
        if suffix == ".png":
            from simulrag.simulators.run_plots import draw

            parts = simulator if isinstance(simulator, DrawsParts) else None
            draw(whole, fields, path, parts)
        else:
            from simulrag.simulators import run_datasets

            run_datasets.write(run_datasets.dataset(whole, fields), path)
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror or error}") from error


def _every_year(run: Run) -> Run:
    """Return a run whose yearly series have no gaps, where its simulator has a fast way."""
    simulator = installed().simulator(run.call.simulator)
    if not isinstance(simulator, Swept) or "year" not in run.call.arguments:
        return run
    filled = dict(run.series)
    for name, series in run.series.items():
        years: list[JsonValue] = list(range(int(series.times[0]), int(series.times[-1]) + 1))
        whole = simulator.sweep(run.call, "year", years, name)
        if whole is not None:
            filled[name] = whole
    return run.model_copy(update={"series": filled})


def write_csv(run: Run, path: Path) -> None:
    """Write a run's outputs and series in long form, one value a row. Raises BadInput."""
    try:
        with path.open("w", encoding="utf-8", newline="") as stream:
            writer = csv.writer(stream)
            writer.writerow(COLUMNS)
            for row in _rows(run):
                writer.writerow(
                    spreadsheet_cell(one) if isinstance(one, str) else one for one in row
                )
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror or error}") from error


def _rows(run: Run) -> Iterator[tuple[object, ...]]:
    for name, value in named_values(run).items():
        if isinstance(value, Quantity):
            yield "output", name, value.unit, "", value.value, value.low, value.high
        else:
            yield "output", name, "", "", value.value, "", ""
    for name, series in run.series.items():
        lows = series.low or ("",) * len(series.times)
        highs = series.high or ("",) * len(series.times)
        for time, value, low, high in zip(series.times, series.values, lows, highs, strict=True):
            yield "series", name, series.unit, time, value, low, high


def listing(only: str = "") -> dict[str, JsonValue]:
    """Return all simulators, or one, with their functions, as data. Raises UnknownName."""
    found = [installed().simulator(only)] if only else installed()
    return {
        "simulators": [
            {
                "name": simulator.name,
                "title": simulator.title,
                "version": simulator.version,
                "description": simulator.description,
                "missing": missing(simulator),
                "emulated": emulated(simulator),
                "functions": [_function(function) for function in simulator.functions],
            }
            for simulator in found
        ]
    }


def _function(function: Function) -> dict[str, JsonValue]:
    shown = {"name", "title", "description", "observed", "example"}
    of_parameters = {"name", "kind", "description", "unit", "required", "default"}
    made: dict[str, JsonValue] = function.model_dump(mode="json", include=shown)
    made["parameters"] = [
        one.model_dump(mode="json", include=of_parameters) | {"allowed": one.allowed()}
        for one in function.parameters
    ]
    of_outputs = {"name", "unit", "description"}
    made["outputs"] = [one.model_dump(mode="json", include=of_outputs) for one in function.outputs]
    return made


def as_settings(arguments: Mapping[str, JsonValue]) -> str:
    """Return arguments as NAME=VALUE words for a shell; those left at None are left out."""
    import shlex

    words = [f"{name}={_shown(value)}" for name, value in arguments.items() if value is not None]
    return " ".join(shlex.quote(word) for word in words)


def run_command(
    simulator: str, function: str, arguments: Mapping[str, JsonValue], seed: int = 0
) -> str:
    """Return the command that makes a run."""
    made = f"simulrag run {simulator} {function} {as_settings(arguments)}".rstrip()
    return f"{made} --seed {seed}" if seed else made


def _shown(value: JsonValue) -> str:
    if isinstance(value, list):
        if value and all(isinstance(item, str) and "," not in item for item in value):
            return ",".join(str(item) for item in value)
        return json.dumps(value, ensure_ascii=False)
    return f"{value:g}" if isinstance(value, float) else str(value)
