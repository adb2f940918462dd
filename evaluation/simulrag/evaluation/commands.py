"""Measure how well questions are planned and claims are decided."""

import json
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from simulrag.evaluation.annotation.command import annotate
from simulrag.evaluation.benchmark.commands import generate, recompute
from simulrag.evaluation.climate import climate
from simulrag.evaluation.experiment.command import experiment, report
from simulrag.evaluation.measurement import Measurement, joined, write_misses
from simulrag.evaluation.records import Folder
from simulrag.evaluation.scenarios.command import scenarios
from simulrag.simulators.errors import SimulRAGError
from simulrag.simulators.registry import Registry, installed

app = typer.Typer(help=__doc__)

#: Parts of published records that are measured, in the order in which they are.
PARTS = ("plans", "claims", "sentences", "reports", "drafts")


@app.callback()
def evaluate() -> None:
    """Measure how well questions are planned and claims are decided."""


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
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
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
    """Measure how questions are planned, and labelled texts read and decided, without a model."""
    parts = _chosen(only)
    try:
        measured = _measure(Folder(folder), drafts, installed(), store, parts, limit)
    except SimulRAGError as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(2) from error
    _report(measured, misses, as_json=as_json)


@app.command()
def formulas(
    folder: Annotated[Path, typer.Argument(help="Drafts with formulas (drafts.jsonl).")],
    sentences: Annotated[
        Path | None, typer.Option(help="More claims with formulas, one JSON object a line.")
    ] = None,
    store: Annotated[
        Path | None, typer.Option(help="Keep the runs in this evidence store for the next time.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    misses: Annotated[
        Path | None, typer.Option(help="Write every miss to this file, one JSON object a line.")
    ] = None,
) -> None:
    """Measure verdicts by formula on a model's drafts, and how formulas hold to their texts.

    Urban runs are the emulator's, on which the drafts were labelled.
    """
    # Loaded when asked for: it needs the simulators.
    measured = import_module("simulrag.evaluation.formulas.trial")
    try:
        found = measured.measure_formulas(folder, installed(), sentences, store)
    except SimulRAGError as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(2) from error
    _report(found, misses, as_json=as_json)


@app.command()
def evidence(
    path: Annotated[
        Path | None, typer.Argument(help="Evidence store; the user's own if not given.")
    ] = None,
    export: Annotated[
        Path | None, typer.Option(help="Write runs and verdicts to this new folder (RO-Crate).")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Decide stored verdicts again from their own runs, and say which simulators have changed."""
    measured = import_module("simulrag.evaluation.stored")
    try:
        found = measured.measure_stored(path, installed(), export)
    except SimulRAGError as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(2) from error
    if as_json:
        typer.echo(found.model_dump_json(indent=2))
        return
    typer.echo(f"{found.same} of {found.verdicts} verdicts are decided again as they were")
    turned = (f"{d.before} -> {d.now}: {d.text}" for d in found.different)
    for line in (*found.changed, *turned, *(f"left out: {why}" for why in found.refused)):
        typer.echo(line)


@app.command()
def epidemiology(
    folder: Annotated[Path, typer.Argument(help="Published records (epidemiology.json).")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Measure how well the influenza simulator's preset gleam reproduces published records."""
    # Loaded when asked for: it needs the simulator.
    measured = import_module("simulrag.evaluation.epidemiology")
    try:
        figures = measured.measure_epidemiology(Folder(folder))
    except SimulRAGError as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(2) from error
    if as_json:
        typer.echo(json.dumps(figures, indent=2))
    else:
        Console().print(measured.table(figures))


@app.command()
def urban(
    folder: Annotated[
        Path | None,
        typer.Argument(help="Published records (urban.json); none: the emulator alone."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Measure how near the urban emulator comes to its engine, and that to published records."""
    # Loaded when asked for: it needs the simulator.
    measured = import_module("simulrag.evaluation.urban")
    try:
        sections = measured.measure_urban(folder and Folder(folder), installed())
    except SimulRAGError as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(2) from error
    if as_json:
        typer.echo(json.dumps(sections, indent=2))
    else:
        Console().print(*measured.table(sections))


def _chosen(names: list[str] | None) -> list[str]:
    for name in names or ():
        if name not in PARTS:
            raise typer.BadParameter(f"{name!r} is unknown; choose one of {', '.join(PARTS)}")
    return [name for name in PARTS if not names or name in names]


def _measure(
    folder: Folder, drafts: Path | None, registry: Registry, store: Path | None,
    parts: Sequence[str], limit: int | None,
) -> Measurement:  # fmt: skip
    # Loaded when measured, so that listing the commands does not load the verifier.
    texts = import_module("simulrag.evaluation.labelled_texts")
    plans = import_module("simulrag.evaluation.planning")
    kept = import_module("simulrag.evaluation.formulas.trial").kept
    evidence = import_module("simulrag.verifier.evidence")
    with kept(store) as path, evidence.EvidenceStore(path) as runs:
        ways: dict[str, Callable[[], Measurement]] = {
            "plans": lambda: plans.measure_plans(folder, registry, limit),
            "claims": lambda: texts.of_claims(folder, registry, limit),
            "sentences": lambda: texts.of_sentences(folder, registry, runs, limit),
            "reports": lambda: texts.of_reports(folder, registry, runs, limit),
        }
        if drafts is not None:
            ways["drafts"] = lambda: texts.of_drafts(drafts, registry, runs, limit)
        return joined([way() for name, way in ways.items() if name in parts])


def _report(measured: Measurement, misses: Path | None, *, as_json: bool) -> None:
    if misses is not None:
        write_misses(misses, measured.misses)
    if as_json:
        typer.echo(json.dumps(measured.figures, ensure_ascii=False, indent=2))
    else:
        _print_tables(measured)


def _print_tables(measured: Measurement) -> None:
    console = Console()
    for section, figures in measured.figures.items():
        table = Table("figure", "value", title=section, title_justify="left")
        for name, value in figures.items():
            table.add_row(name, f"{100 * value:.2f} %" if isinstance(value, float) else str(value))
        console.print(table)
