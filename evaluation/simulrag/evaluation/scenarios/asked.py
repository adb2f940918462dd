"""Reads what is to be run: one call or one question a line, JSON.

    {"simulator": "climate", "function": "temperature", "arguments": {"place": "Nairobi", ...}}
    {"question": "How much warmer is Nairobi in 2090 under SSP5-8.5 than in 1990?"}

A question stands for the calls that it asks for. A line that cannot be run is told with its number
and reason, and loses none of the others.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import cast

from pydantic import JsonValue

from simulrag.simulators.arguments import shown, validate
from simulrag.simulators.errors import BadValue, SimulRAGError
from simulrag.simulators.interface import Call, Frozen
from simulrag.simulators.registry import Registry

#: Longest line that is read, characters.
LONGEST_LINE = 100_000


class Asked(Frozen):
    """A complete call with the id that its run will have, and the line that asked for it."""

    line: int
    id: str
    call: Call


class Refused(Frozen):
    """A line, or a call of a line, that was not run, with the reason and what to do about it.

    reason: the stable code of a SimulRAGError.
    """

    line: int
    reason: str
    message: str
    call: Call | None = None


def read_asked(path: Path, registry: Registry) -> Iterator[Asked | Refused]:
    """Yield the calls of a file in order, each line when it is asked for.

    Raises BadValue where the file cannot be read.
    """
    try:
        with path.open(encoding="utf-8") as lines:
            yield from asked_in(lines, registry)
    except (OSError, UnicodeDecodeError) as error:
        raise BadValue(
            f"{path.name} cannot be read: {error}; give a file of JSON Lines", parameter="calls"
        ) from error


def asked_in(lines: Iterable[str], registry: Registry) -> Iterator[Asked | Refused]:
    """Yield the calls of lines of JSON; blank lines count but ask for nothing."""
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            yield from [_complete(number, call, registry) for call in _calls(line, registry)]
        except SimulRAGError as error:
            yield Refused(line=number, reason=error.reason, message=str(error))


def _calls(line: str, registry: Registry) -> list[Call]:
    row = _row(line)
    question = row.get("question")
    if question is None:
        try:
            return [Call.model_validate(row)]
        except ValueError as error:  # pydantic's ValidationError is one
            first = str(error).splitlines()
            raise BadValue(
                f"is no call: {' '.join(first[1:3]).strip()}; give simulator, function, "
                "arguments and, if you like, seed; or question alone"
            ) from None
    if not isinstance(question, str) or len(row) > 1:
        raise BadValue("question must be a text and stand alone on its line")
    return _planned(question, registry)


def _row(line: str) -> dict[str, JsonValue]:
    if len(line) > LONGEST_LINE:
        raise BadValue(f"has {len(line)} characters; allowed are {LONGEST_LINE}")
    try:
        row: object = json.loads(line, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise BadValue(f"is not JSON: {error}") from None
    if not isinstance(row, dict):
        raise BadValue(f"is no JSON object but {shown(line.strip())}")
    return cast("dict[str, JsonValue]", row)


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is no number in JSON")


def _planned(question: str, registry: Registry) -> list[Call]:
    # Loaded when a question is met: reading needs the grammar, calls do not.
    from simulrag.verifier.english.questions import plan

    made = plan(question, registry)
    if not made.calls:
        told = "; ".join(problem.message for problem in made.problems)
        raise BadValue(f"asks for no run: {told or 'nothing in it names a simulator'}")
    return list(made.calls)


def _complete(line: int, call: Call, registry: Registry) -> Asked:
    arguments = validate(registry.function(call), call.arguments)
    complete = call.model_copy(update={"arguments": arguments})
    try:
        run_id = complete.run_id(registry.simulator(call.simulator).version)
    except UnicodeEncodeError as error:
        raise BadValue("an argument holds a character that is not valid text") from error
    return Asked(line=line, id=run_id, call=complete)
