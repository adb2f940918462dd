"""The command `simulrag`.

Exit codes: 0; 1 when `check` refuted a claim; 2 for bad input or a question that nothing can
help with; 70 for a fault of this program; 130 when interrupted.
"""

import functools
import io
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from simulrag.client.plugin_commands import LazyGroup
from simulrag.client.serving import serve

REFUTED, REFUSED, FAULT, INTERRUPTED = 1, 2, 70, 130

app = typer.Typer(
    cls=LazyGroup,
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Answer scientific questions and check claims with simulators.",
)

Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Report = Annotated[
    str, typer.Option(help="Write a page with the evidence: FILE.html, whole in one file.")
]
EventLines = Annotated[
    bool, typer.Option("--events", help="Write progress to standard error as JSON Lines.")
]
Server = Annotated[
    str,
    typer.Option(help="URL of an MCP server, or a command that starts one; default: in process."),
]


def guarded(command: Callable[..., None]) -> Callable[..., None]:
    """Turn a refusal into a message on standard error, an object with `--json`, and exit 2.

    A reader of the output that goes away ends the command with 0.
    """

    @functools.wraps(command)
    def wrapper(**options: Any) -> None:
        try:
            try:
                _answer(command, options)
            finally:
                sys.stdout.flush()
        except BrokenPipeError as error:  # the reader has gone, as in `... | head -1`
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(0) from error

    return wrapper


def _answer(command: Callable[..., None], options: dict[str, Any]) -> None:
    from simulrag.simulators.errors import SimulRAGError

    try:
        command(**options)
    except SimulRAGError as error:
        _refuse(error, as_json=bool(options.get("as_json")), events=bool(options.get("events")))


def _refuse(error: Exception, *, as_json: bool, events: bool) -> NoReturn:
    said = f"simulrag: {error}"
    refused = json.dumps({"event": "refused", "message": str(error)})
    print(refused if events else said, file=sys.stderr)
    if as_json:
        problems = getattr(error, "problems", ()) or (
            {"reason": getattr(error, "reason", "refused"), "message": str(error)},
        )
        _print_json({"problems": list(problems)})
    raise typer.Exit(REFUSED) from error


def _after_the_answer(work: Callable[..., None], *given: Any, events: bool) -> None:
    """Do work that follows a printed answer; where it fails, the answer stays the only object."""
    from simulrag.client.errors import BadInput

    sys.stdout.flush()
    try:
        work(*given)
    except BadInput as error:
        _refuse(error, as_json=False, events=events)


def _print_json(content: Any) -> None:
    plain = (sys.stdout.encoding or "").casefold().replace("-", "") != "utf8"
    print(json.dumps(content, ensure_ascii=plain, indent=2, allow_nan=False))


@app.command()
@guarded
def ask(
    question: Annotated[str, typer.Argument(help="The question, as one argument.")],
    model: Annotated[
        str,
        typer.Option(
            envvar="SIMULRAG_MODEL",
            help="NAME or NAME:MODEL-ID; default: claude if ANTHROPIC_API_KEY is set, else none.",
        ),
    ] = "",
    drafts: Annotated[int, typer.Option("--drafts", "-m", min=1, max=50, help="Drafts.")] = 5,
    budget: Annotated[
        float,
        typer.Option(min=0, max=100, help="Verify at most this share of the claims, in percent."),
    ] = 0,
    report: Report = "",
    base_url: Annotated[
        str, typer.Option(help="Address of the model, for openai-compatible endpoints.")
    ] = "",
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show calls, tokens and cost at most; ask nothing.")
    ] = False,
    max_calls: Annotated[
        int | None, typer.Option(min=0, help="Never call the model more often.")
    ] = None,
    max_cost: Annotated[
        float | None, typer.Option(min=0, help="Never spend more; needs --prices.")
    ] = None,
    prices: Annotated[
        str, typer.Option(envvar="SIMULRAG_PRICES", help="JSON file with the prices of tokens.")
    ] = "",
    journal: Annotated[
        str, typer.Option(help="Folder in which replies and stages are kept as they come.")
    ] = "",
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the run that --journal holds.")
    ] = False,
    cache: Annotated[
        str,
        typer.Option(envvar="SIMULRAG_CACHE", help="File with replies, shared by all runs."),
    ] = "",
    as_json: Json = False,
    events: EventLines = False,
    server: Server = "",
) -> None:
    """Answer a question from simulations; every number names the run behind it."""
    from simulrag.client.asking import ask as answer
    from simulrag.client.asking import estimate
    from simulrag.client.progress import telling
    from simulrag.client.rendering import result_lines, show
    from simulrag.client.reporting.page import target, write
    from simulrag.client.reporting.subject import of_ask
    from simulrag.client.session import run
    from simulrag.client.terms import Terms

    where = target(report) if report else None
    terms = Terms.of(
        max_calls=max_calls,
        max_cost=max_cost,
        prices=prices,
        journal=journal,
        resume=resume,
        cache=cache,
        base_url=base_url,
    )
    if dry_run:
        expected = run(estimate, question, model, drafts, server, terms)
        if as_json:
            _print_json(expected.model_dump())
        else:
            show(expected.lines())
        return
    with telling(events=events) as tell:
        result = run(
            functools.partial(
                answer,
                question,
                model=model,
                drafts=drafts,
                budget=budget,
                server=server,
                tell=tell,
                with_series=where is not None,
                terms=terms,
            )
        )
    if as_json:
        _print_json(result.as_json())
    else:
        show(result_lines(result))
    if where is not None:
        _after_the_answer(
            write, of_ask(result, {"drafts": drafts, "budget": budget}), where, events=events
        )


@app.command()
@guarded
def check(
    file: Annotated[str, typer.Argument(help="File with the text, - for standard input.")] = "",
    answer: Annotated[str, typer.Option(help="The text itself, in place of FILE.")] = "",
    question: Annotated[str, typer.Option(help="The question that the text answers.")] = "",
    evidence: Annotated[
        str, typer.Option(help="JSON file with recorded runs; no simulation is then made.")
    ] = "",
    report: Report = "",
    as_json: Json = False,
    events: EventLines = False,
    server: Server = "",
) -> None:
    """Check every claim of a text against simulations, and correct those that are wrong."""
    from simulrag.client.checking import check as checked
    from simulrag.client.inputs import for_check
    from simulrag.client.progress import telling
    from simulrag.client.rendering import check_lines, show
    from simulrag.client.reporting.page import target, write
    from simulrag.client.reporting.subject import of_check
    from simulrag.client.session import run

    where = target(report) if report else None
    given = for_check(file, answer, question, evidence)
    with telling(events=events) as tell:
        result = run(
            functools.partial(checked, given, server, tell=tell, with_series=where is not None)
        )
    if as_json:
        _print_json(result.as_json())
    else:
        show(check_lines(result.claims, result.answer, given.text, result.runs))
    if where is not None:
        _after_the_answer(write, of_check(result, evidence), where, events=events)
    if any(verdict.verdict == "refuted" for verdict in result.claims):
        raise typer.Exit(REFUTED)


@app.command()
@guarded
def plan(
    question: Annotated[str, typer.Argument(help="The question, as one argument.")],
    as_json: Json = False,
    server: Server = "",
) -> None:
    """Show which simulations a question asks for, without running them."""
    from simulrag.client.asking import plan as planned
    from simulrag.client.rendering import plan_lines, show
    from simulrag.client.session import run

    reply = run(planned, question, server)
    if as_json:
        _print_json({"calls": reply["calls"]})
    else:
        show(plan_lines(reply))


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
    """Run one function of a simulator."""
    from simulrag.client.rendering import show, single_run_lines
    from simulrag.client.simulating import simulate, write

    made = simulate(simulator, function, settings or [], seed)
    if out is not None:
        write(made, out)
    if as_json:
        _print_json(made.model_dump(mode="json"))
    else:
        show(single_run_lines(made))


@app.command()
@guarded
def simulators(as_json: Json = False) -> None:
    """List the simulators, their functions and parameters."""
    from simulrag.client.rendering import listing_lines, show
    from simulrag.client.simulating import listing

    if as_json:
        _print_json(listing())
    else:
        show(listing_lines(listing()))


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
        print(
            f"simulrag: a fault of this program: {type(error).__name__}: {error} "
            "(set SIMULRAG_DEBUG=1 for its traceback)",
            file=sys.stderr,
        )
        sys.exit(FAULT)
