"""Measure how well claims are decided, and what selective verification brings."""

from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Annotated

import typer
from pydantic import JsonValue

from simulrag.evaluation.annotation.command import annotate
from simulrag.evaluation.benchmark.commands import generate, recompute
from simulrag.evaluation.climate import climate
from simulrag.evaluation.experiment.command import experiment, report
from simulrag.evaluation.measurement import (
    AsJson,
    Figures,
    Measurement,
    chosen,
    joined,
    print_figures,
    told,
    write_misses,
)
from simulrag.evaluation.records import Folder
from simulrag.evaluation.scenarios import scenarios
from simulrag.simulators.registry import Registry, installed

app = typer.Typer(help=__doc__)

#: Parts of published records that are measured, in the order in which they are.
PARTS = ("claims", "sentences", "reports", "drafts")


@app.callback()
def evaluate() -> None:
    """Measure how well claims are decided, and what selective verification brings."""


app.command()(generate)
app.command()(recompute)
app.command()(climate)
app.command()(experiment)
app.command()(report)
app.command()(annotate)
app.command()(scenarios)


@app.command()
def records(
    folder: Annotated[Path, typer.Argument(help="Published records with their labels.")],
    drafts: Annotated[
        Path | None, typer.Option(help="Also drafts with formulas (drafts.jsonl).")
    ] = None,
    store: Annotated[
        Path | None, typer.Option(help="Keep the runs in this evidence store for the next time.")
    ] = None,
    as_json: AsJson = False,
    limit: Annotated[
        int | None, typer.Option(min=1, help="Cases of each part and domain, at most.")
    ] = None,
    misses: Annotated[
        Path | None, typer.Option(help="Write every miss to this file, one JSON object a line.")
    ] = None,
    only: Annotated[
        list[str] | None, typer.Option(help=f"Measure only {', '.join(PARTS)}.")
    ] = None,
) -> None:
    """Measure how labelled texts are read and decided without a model."""
    parts = chosen(only, PARTS)
    with told():
        measured = _measure(Folder(folder), drafts, installed(), store, parts, limit)
    if misses is not None:
        write_misses(misses, measured.misses)
    figures: Figures = {k: {**v} for k, v in measured.figures.items()}
    print_figures(figures, said=_percent, as_json=as_json)


Records = Annotated[Path, typer.Argument(help="Folder of published records.")]


@app.command()
def epidemiology(folder: Records, as_json: AsJson = False) -> None:
    """Measure how well the influenza simulator's preset gleam reproduces published records."""
    _validate("epidemiology", folder, as_json=as_json)


@app.command()
def urban(
    folder: Annotated[
        Path | None,
        typer.Argument(help="Folder of published records; none: the emulator alone."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Measure how near the urban emulator comes to its engine, and that to published records."""
    _validate("urban", folder, as_json=as_json)


def _validate(name: str, folder: Path | None, *, as_json: bool) -> None:
    # Loaded when asked for: it needs the simulator.
    module = import_module(f"simulrag.evaluation.{name}")
    with told():
        figures = module.measure(folder and Folder(folder), installed())
    print_figures(figures, module.TARGETS, as_json=as_json)


def _measure(
    folder: Folder, drafts: Path | None, registry: Registry, store: Path | None,
    parts: Sequence[str], limit: int | None,
) -> Measurement:  # fmt: skip
    # Loaded when measured, so that listing the commands does not load the verifier.
    texts = import_module("simulrag.evaluation.labelled_texts")
    kept = import_module("simulrag.evaluation.drafts").kept
    evidence = import_module("simulrag.verifier.evidence")
    with kept(store) as path, evidence.EvidenceStore(path) as runs:
        ways: dict[str, Callable[[], Measurement]] = {
            "claims": lambda: texts.of_claims(folder, registry, limit),
            "sentences": lambda: texts.of_sentences(folder, registry, runs, limit),
            "reports": lambda: texts.of_reports(folder, registry, runs, limit),
        }
        if drafts is not None:
            ways["drafts"] = lambda: texts.of_drafts(drafts, registry, runs, limit)
        return joined([way() for name, way in ways.items() if name in parts])


def _percent(value: JsonValue) -> str:
    return f"{100 * value:.2f} %" if isinstance(value, float) else str(value)
