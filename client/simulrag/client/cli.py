"""The command `simulrag`."""

import functools
import io
import os
import sys
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from simulrag.client.ask_command import ask
from simulrag.client.commands import (
    FAULT,
    INTERRUPTED,
    REFUSED,
    REFUTED,
    EventLines,
    Json,
    Report,
    Server,
    guarded,
    pairs,
    print_result,
    refuse_beside,
    reported,
)
from simulrag.client.literature.command import weigh
from simulrag.client.plugin_commands import LazyGroup
from simulrag.client.serving import serve

if TYPE_CHECKING:
    from simulrag.simulators.interface import Run

#: Revised numbers that `refresh` shows.
REVISIONS = 5

app = typer.Typer(
    cls=LazyGroup,
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
app.command()(guarded(ask))


def _show_version(asked: bool) -> None:
    if asked:
        print(f"simulrag {version('simulrag')}")
        raise typer.Exit


@app.callback()
def simulrag(
    _version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    """Answer scientific questions and check claims with simulators."""


@app.command()
@guarded
def check(
    file: Annotated[str, typer.Argument(help="File with the text, - for standard input.")] = "",
    answer: Annotated[str, typer.Option(help="The text itself, in place of FILE.")] = "",
    claims: Annotated[
        str, typer.Option(help="JSON Lines with text and formula, in place of FILE.")
    ] = "",
    against: Annotated[
        Literal["world", "run"], typer.Option(help="What --claims are held against.")
    ] = "world",
    question: Annotated[str, typer.Option(help="The question that the text answers.")] = "",
    evidence: Annotated[
        str,
        typer.Option(
            help="File with recorded runs (JSON, or FluSight hub CSV); nothing is then simulated."
        ),
    ] = "",
    report: Report = "",
    as_json: Json = False,
    events: EventLines = False,
    server: Server = "",
) -> None:
    """Check every claim of a text against simulations, and correct those that are wrong."""
    from simulrag.client.checking import check as checked
    from simulrag.client.checking import check_claims, for_check, read_claims, records_text
    from simulrag.client.progress import telling
    from simulrag.client.rendering import check_lines
    from simulrag.client.reporting.page import target, write_check
    from simulrag.client.session import run

    where = target(report) if report else None
    with telling(events=events) as tell:
        options = {"tell": tell, "with_series": where is not None}
        if claims:
            refuse_beside(f"--claims {claims}", file=file, answer=answer, question=question)
            listed, records = read_claims(claims), records_text(evidence)
            work = functools.partial(check_claims, listed, against, records, server, **options)
        else:
            given = for_check(file, answer, question, evidence)
            work = functools.partial(checked, given, server, **options)
        result = run(work)
    lines = check_lines(result.claims, result.answer, result.text, result.runs)
    with reported(write_check, result, evidence, where, events=events):
        print_result(result.as_json(), lines, as_json=as_json)
    if any(verdict.verdict == "refuted" for verdict in result.claims):
        raise typer.Exit(REFUTED)


@app.command()
@guarded
def compute(
    formulas: Annotated[
        list[str] | None, typer.Argument(help="What to compute, one or several.")
    ] = None,
    let: Annotated[
        list[str] | None, typer.Option(help="NAME=PART: a name for a part of the formulas.")
    ] = None,
    assume: Annotated[
        list[str] | None, typer.Option(help="INPUT=VALUE for what the formulas leave open.")
    ] = None,
    file: Annotated[
        Path | None, typer.Option(help="JSON Lines with formula, let, assume; needs --out.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Table for --file: .csv or .jsonl.")] = None,
    scheduler: Annotated[
        str, typer.Option(help="Spread --file: processes:N, local:N (Dask) or an address.")
    ] = "",
    trusted_network: Annotated[
        bool, typer.Option(help="Allow a scheduler on another machine without encryption.")
    ] = False,
    as_json: Json = False,
    server: Server = "",
) -> None:
    """Compute formulas over simulator outputs, such as differences, rankings and chances.

    With --file, formulas by the thousand: their runs are made once each and kept beside the table,
    and the same command, started again, goes on with what is missing.
    """
    if file is not None:
        refuse_beside(f"--file {file}", formulas=formulas, let=let, assume=assume, server=server)
        _tabulate(file, out, scheduler, trusted_network=trusted_network, as_json=as_json)
        return
    if not formulas:
        raise typer.BadParameter("give formulas, or --file with formulas and --out for a table")
    refuse_beside(formulas[0], out=out, scheduler=scheduler)
    from simulrag.client.checking import compute as computed
    from simulrag.client.rendering import computed_lines
    from simulrag.client.session import run

    names = {name: str(part) for name, part in pairs("let", let or []).items()}
    made = run(computed, formulas, names, pairs("assume", assume or [], as_json=True), server)
    print_result(made.as_json(), computed_lines(made.values), as_json=as_json)
    if any(value.problem is not None for value in made.values):
        raise typer.Exit(REFUSED)


def _tabulate(
    file: Path, out: Path | None, scheduler: str, *, trusted_network: bool, as_json: bool
) -> None:
    from simulrag.client.rendering import escape
    from simulrag.simulators.registry import installed
    from simulrag.verifier.scenarios.tabulating import tabulate

    if out is None:
        raise typer.BadParameter("--file needs --out, a table: NAME.csv or NAME.jsonl")
    made = tabulate(file, out, installed(), scheduler=scheduler, trusted_network=trusted_network)
    runs = made.runs
    counts = {"computed": made.computed, "refused": made.refused,
              "runs_made": runs.made, "runs_there": runs.there}  # fmt: skip
    said = (
        f"{made.computed} formulas in {out}, {made.refused} without a value (see the column "
        f"problem); {runs.made} runs made, {runs.there} there already"
    )
    print_result(counts, [escape(said)], as_json=as_json)
    if made.refused:
        raise typer.Exit(REFUSED)


@app.command()
@guarded
def plan(
    question: Annotated[str, typer.Argument(help="The question, as one argument.")],
    as_json: Json = False,
    server: Server = "",
) -> None:
    """Show which simulations a question asks for, without running them."""
    from simulrag.client.asking import plan as planned
    from simulrag.client.rendering import plan_lines
    from simulrag.client.session import run

    reply = run(planned, question, server)
    print_result({"calls": reply["calls"]}, plan_lines(reply), as_json=as_json)


@app.command("run")
@guarded
def run_simulator(
    simulator: Annotated[str, typer.Argument(help="See: simulrag simulators.")],
    function: Annotated[str, typer.Argument()],
    settings: Annotated[list[str] | None, typer.Argument(metavar="[NAME=VALUE]...")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of every random draw.")] = 0,
    out: Annotated[Path | None, typer.Option(help="Write FILE.csv, .nc, .zarr or .png.")] = None,
    as_json: Json = False,
) -> None:
    """Run one function of a simulator, and keep the run."""
    from simulrag.client.rendering import single_run_lines
    from simulrag.client.simulating import simulate, write

    made = simulate(simulator, function, settings or [], seed)
    _keep(made)
    if out is not None:
        write(made, out)
    print_result(made.model_dump(mode="json"), single_run_lines(made), as_json=as_json)


def _keep(made: "Run") -> None:
    """Store a run, so that `weigh --run` and `export` know its id; without a store it is shown."""
    from simulrag.simulators.errors import SimulRAGError
    from simulrag.verifier.evidence import EvidenceStore, default_path

    try:
        with EvidenceStore(default_path()) as store:
            store.add(made)
    except SimulRAGError as error:
        print(f"simulrag: the run is not kept: {error}", file=sys.stderr)


@app.command()
@guarded
def simulators(
    name: Annotated[str, typer.Argument(help="Show this one, with its outputs.")] = "",
    as_json: Json = False,
) -> None:
    """List the simulators, their functions and parameters; of one, its outputs too."""
    from simulrag.client.rendering import listing_lines
    from simulrag.client.simulating import listing

    found = listing(only=name)
    print_result(found, listing_lines(found, with_outputs=bool(name)), as_json=as_json)


@app.command()
@guarded
def refresh(
    simulator: Annotated[str, typer.Argument(help="climate or epidemiology.")],
    source: Annotated[
        str, typer.Option("--from", help="File or URL of a table; default: its source's URL.")
    ] = "",
    accept_revisions: Annotated[
        bool, typer.Option("--accept-revisions", help="Take one that changes more than is usual.")
    ] = False,
    back: Annotated[bool, typer.Option("--undo", help="Go back to the table before.")] = False,
) -> None:
    """Bring newer measurements of a simulator, checked before they are used, or go back."""
    from datetime import date

    from simulrag.simulators import measurement_refresh

    published = measurement_refresh.of_simulator(simulator)
    if back:
        typer.echo(f"{published.title}: no longer {measurement_refresh.undo(published).told()}")
        return
    day = date.today()
    found = measurement_refresh.refresh(published, source, day, accept_revisions=accept_revisions)
    typer.echo(f"{published.title}: {found.brought.told()}")
    typer.echo(f"{found.more:,} numbers more, {len(found.changes):,} revised")
    for change in found.changes[:REVISIONS]:
        typer.echo(f"  {change}")
    typer.echo("a server that is running goes on with what it has until it is started again")


app.command()(guarded(weigh))
app.command()(guarded(serve))


def main() -> None:
    """Run the command line; ends the process with its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal may lack the degree sign
            stream.reconfigure(errors="backslashreplace")
    try:
        app()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except Exception as error:
        if os.environ.get("SIMULRAG_DEBUG"):
            raise
        if isinstance(error, UnicodeEncodeError) and error.object in sys.argv:
            print(f"simulrag: an argument is no UTF-8 text: {error}", file=sys.stderr)
            sys.exit(REFUSED)
        print(
            f"simulrag: a fault of this program: {type(error).__name__}: {error} "
            "(set SIMULRAG_DEBUG=1 for its traceback)",
            file=sys.stderr,
        )
        sys.exit(FAULT)
