"""Reads what is to be run: one call, question or formula a line, JSON.

    {"simulator": "climate", "function": "temperature", "arguments": {"place": "Nairobi", ...}}
    {"question": "How much warmer is Nairobi in 2090 under SSP5-8.5 than in 1990?"}
    {"formula": "B.temperature - A.temperature", "let": {"A": ..., "B": ...}, "assume": {...}}

A question or a formula stands for the calls that it needs. A line that cannot be run is told with
its number and reason, and loses none of the others.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import cast

from pydantic import Field, JsonValue, ValidationError

from simulrag.simulators.arguments import shown, validate
from simulrag.simulators.errors import BadValue, SimulRAGError
from simulrag.simulators.interface import Call, Frozen
from simulrag.simulators.registry import Registry
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.formulas.assumptions import filled
from simulrag.verifier.formulas.evaluation import Evaluator
from simulrag.verifier.formulas.notation import parse
from simulrag.verifier.formulas.runs import Runs

#: Longest line that is read, characters.
LONGEST_LINE = 100_000


class Asked(Frozen):
    """A complete call with the id that its run will have, and the line that asked for it."""

    line: int
    id: str
    call: Call


class AskedFormula(Frozen):
    """A formula with the names that it uses and what is assumed for its runs."""

    formula: str
    let: Mapping[str, str] = Field(default_factory=dict)
    assume: Mapping[str, JsonValue] = Field(default_factory=dict)


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
    with EvidenceStore() as unused:  # formulas are only counted here, and make no run
        runs = Runs(registry, unused)
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            try:
                yield from [_complete(number, call, registry) for call in _calls(line, runs)]
            except SimulRAGError as error:
                yield Refused(line=number, reason=error.reason, message=str(error))


def asked_formula(line: str) -> AskedFormula:
    """Return the formula of a line; what else the line holds is left alone. Raises BadValue."""
    try:
        return AskedFormula.model_validate(row_of(line), extra="ignore")
    except ValidationError as error:
        raise BadValue(f"is no formula: {_first(error)}; give formula, let and assume") from None


def _calls(line: str, runs: Runs) -> list[Call]:
    row = row_of(line)
    if "formula" in row:
        return _of_formula(asked_formula(line), runs)
    question = row.get("question")
    if question is None:
        try:
            return [Call.model_validate(row)]
        except ValidationError as error:
            raise BadValue(
                f"is no call: {_first(error)}; give simulator, function, "
                "arguments and, if you like, seed; or question alone; or formula"
            ) from None
    if not isinstance(question, str) or len(row) > 1:
        raise BadValue("question must be a text and stand alone on its line")
    return _planned(question, runs.registry)


def _first(error: ValidationError) -> str:
    found = error.errors(include_url=False)[0]
    return f"{'.'.join(map(str, found['loc']))}: {found['msg']}"


def row_of(line: str) -> dict[str, JsonValue]:
    """Return a line as the object that it holds. Raises BadValue."""
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


def _of_formula(asked: AskedFormula, runs: Runs) -> list[Call]:
    formula = filled(parse(asked.formula, asked.let), asked.assume, runs.registry)
    return Evaluator(runs).calls(formula.root)


def _complete(line: int, call: Call, registry: Registry) -> Asked:
    arguments = validate(registry.function(call), call.arguments)
    complete = call.model_copy(update={"arguments": arguments})
    try:
        run_id = complete.run_id(registry.simulator(call.simulator).version)
    except UnicodeEncodeError as error:
        raise BadValue("an argument holds a character that is not valid text") from error
    return Asked(line=line, id=run_id, call=complete)
