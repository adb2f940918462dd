"""What all commands of the command line share: options, refusals, exit codes, JSON.

Exit codes: 0; 1 when `check` refuted a claim; 2 for bad input or a question that nothing can
help with; 70 for a fault of this program; 130 when interrupted.
"""

import functools
import json
import os
import sys
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

REFUTED, REFUSED, FAULT, INTERRUPTED = 1, 2, 70, 130

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
    from simulrag.simulators.safe_text import escaped_lines

    said = escaped_lines(f"simulrag: {error}")
    refused = json.dumps({"event": "refused", "message": str(error)})
    print(refused if events else said, file=sys.stderr)
    if as_json:
        problems = getattr(error, "problems", ()) or (
            {"reason": getattr(error, "reason", "refused"), "message": str(error)},
        )
        print_json({"problems": list(problems)})
    raise typer.Exit(REFUSED) from error


@contextmanager
def reported(
    write: Callable[..., None], subject: Any, options: Any, where: Path | None, *, events: bool
) -> Generator[None]:
    """Write a report, where one is asked for, before what is printed inside the context.

    A reader that goes away (`... | head -1`) does not cost the report. Where writing fails, that is
    told after the answer, which stays the only object.
    """
    from simulrag.client.errors import BadInput

    failed: BadInput | None = None
    try:
        if where is not None:
            write(subject, options, where)
    except BadInput as error:
        failed = error
    yield
    if failed is not None:
        sys.stdout.flush()
        _refuse(failed, as_json=False, events=events)


def pairs(option: str, given: list[str], *, as_json: bool = False) -> dict[str, Any]:
    """Return NAME=VALUE as a mapping; values read as JSON where they are. Raises BadInput."""
    from simulrag.client.errors import BadInput

    found: dict[str, Any] = {}
    for one in given:
        name, equals, value = one.partition("=")
        if not name.strip() or not equals:
            raise BadInput(f"--{option} {one!r} is not NAME=VALUE")
        found[name.strip()] = _as_json(value) if as_json else value
    return found


def _as_json(value: str) -> Any:
    try:
        return json.loads(value)
    except ValueError:
        return value


def refuse_beside(given: str, **others: object) -> None:
    """Raise BadInput where something is given that does not go with what is."""
    from simulrag.client.errors import BadInput

    for name, other in others.items():
        if other:
            raise BadInput(f"{given} and {name} were both given; give one of them")


def print_result(content: Any, lines: Iterable[str], *, as_json: bool) -> None:
    """Print a result as a JSON object or, for a person, as lines."""
    from simulrag.client.rendering import show

    if as_json:
        print_json(content)
    else:
        show(lines)


def print_json(content: Any) -> None:
    plain = (sys.stdout.encoding or "").casefold().replace("-", "") != "utf8"
    print(json.dumps(content, ensure_ascii=plain, indent=2, allow_nan=False))
