"""Results of operations on the runs of an item, and how they are printed."""

from collections.abc import Mapping, Sequence
from datetime import date

from simulrag.evaluation.benchmark.items import ReferenceClaim
from simulrag.simulators.errors import BadValue
from simulrag.simulators.interface import Day, Label, Output, Quantity, Run, Value
from simulrag.simulators.operations import DIFFERENCE_UNITS, Operation, apply
from simulrag.verifier.printed_values import number_text


def result(operation: Operation, output: str, runs: Sequence[Run]) -> Value:
    """Return an operation on an output of runs.

    Raises BadValue where a run lacks the output or the operation is not defined for its values.
    """
    values = [run.outputs.get(output) for run in runs]
    if any(value is None for value in values):
        raise BadValue(f"a run has no output {output!r}", parameter="output", given=output)
    numbers = [value for value in values if isinstance(value, Quantity)]
    first = values[0]
    if operation == "value" and first is not None:
        return first
    if len(numbers) < len(values):
        raise BadValue(f"{operation} of {output}, which is no number", given=output)
    try:
        return apply(operation, numbers)
    except ValueError as error:
        raise BadValue(f"{operation} of {output}: {error}", given=output) from error


def digits(value: Value, output: Output, *, absolute: bool = False) -> str:
    """Return a value as a claim keeps it: digits in the output's decimals, a word, an ISO date."""
    if not isinstance(value, Quantity):
        return value.value
    number = abs(value.value) if absolute else value.value
    return number_text(number, output).replace(",", "")


def printed(value: Value, output: Output, operation: Operation, *, sign: bool = True) -> str:
    """Return a value as text says it, with its unit; a date in words.

    sign: False where the text says the direction itself. Differences never have one.
    """
    match value:
        case Label():
            return value.value
        case Day():
            day = date.fromisoformat(value.value)
            return f"{day:%B} {day.day}, {day.year}"
        case Quantity():
            unit = _unit(value, output, operation)
            size = value.value if operation == "value" and sign else abs(value.value)
            return f"{number_text(size, output)}{unit}"


def _unit(value: Quantity, output: Output, operation: Operation) -> str:
    if operation == "percent_change":
        return "%"
    if operation in ("ratio", "rank", "rank_from_below"):
        return ""
    if value.unit == "percentage_point" and value.unit != output.unit:
        return " percentage points"
    word = output.unit_words[0] if output.unit_words else ""
    return word if word == "%" else f" {word}".rstrip()


def difference_unit(output: Output) -> str:
    """Return the unit of differences of an output."""
    return DIFFERENCE_UNITS.get(output.unit, output.unit)


def holds(claim: ReferenceClaim, runs: Mapping[str, Run], output: Output) -> str:
    """Return "" where a claim holds for these runs, else what they say.

    runs: by run id. A claim with bounds holds where the result lies within them; one without
    where the result prints the same digits.
    """
    try:
        found = result(claim.operation, claim.output, [runs[i] for i in claim.run_ids])
    except KeyError as error:
        return f"run {error.args[0]} is not at hand"
    except BadValue as error:
        return str(error)
    if claim.low is None and claim.high is None:
        now = digits(found, output, absolute=claim.absolute)
        return "" if now == claim.value else f"{claim.value} is now {now}"
    if not isinstance(found, Quantity):
        return f"{claim.output} is no number"
    number = abs(found.value) if claim.absolute else found.value
    above = claim.low is None or number >= claim.low
    below = claim.high is None or number < claim.high
    return "" if above and below else f"{claim.value} does not fit {number:.6g}"
