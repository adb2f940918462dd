"""Numbers that refute a statement which is true besides, and are numbers of something else.

What the question gave, an input or the limit of a class, is likely told again: "with 7 % more
cars", "by the 25 °C dividing line". What another output of the same runs is, is likely said of
that. Where the words were read otherwise, such numbers refute nothing.
"""

from collections.abc import Iterable, Iterator, Sequence

from simulrag.simulators.interface import Band
from simulrag.verifier.bench import Bench
from simulrag.verifier.claims import Counted, Expression, Plan, Problem, Reading, Term
from simulrag.verifier.quantities import family, printed_number
from simulrag.verifier.verdicts import Decided


def misplaced(
    decided: Sequence[tuple[Reading, Decided]], plan: Plan, bench: Bench
) -> Problem | None:
    """Return why all that refutes a statement may be said of something else; None otherwise."""
    refuted = [reading for reading, verdict in decided if verdict.decision == "refuted"]
    true = [reading for reading, verdict in decided if verdict.decision == "supported"]
    if not refuted or not true or not all(_is_one_number(reading) for reading in refuted):
        return None
    beside = [term for reading in true for term in reading.expression.terms]
    origins = [_origin(reading, plan, beside, bench) for reading in refuted]
    if not all(origins):
        return None
    text = refuted[0].figures[0].text
    own = refuted[0].expression.terms[0].output
    message = f"{text!r} is {origins[0]}, and was taken for {own}, of which nothing else is wrong"
    return Problem(reason="unread", message=message, given=text)


def number_of(reading: Reading) -> float | None:
    """Return the number of a reading with one, in its unit."""
    figure = reading.figures[0]
    printed = printed_number(figure.text)
    return figure.value if figure.value is not None else printed and float(printed.value)


def _is_one_number(reading: Reading) -> bool:
    if isinstance(reading, Counted) or reading.band is not None:
        return False
    return reading.comparator == "equal" and len(reading.figures) == 1


def _origin(reading: Reading, plan: Plan, beside: Sequence[Term], bench: Bench) -> str:
    """Return what else a number may be of, the outputs spoken of beside it too; "" for nothing."""
    number = number_of(reading)
    if not number:
        return ""
    if _gives(plan, reading, number, bench):
        return "a number of the question"
    other = next(_true_of(reading, beside, bench), "")
    return f"the value of {other}" if other else ""


def _gives(plan: Plan, reading: Reading, number: float, bench: Bench) -> bool:
    """Tell whether a number is an input of the question or the limit of a class."""
    if reading.unit == "percent":
        inputs = _inputs_in_percent(plan, bench)
        graded = (band for scale in plan.graded for band in scale.bands)
        return abs(number) in {abs(given) for given in (*inputs, *_limits(graded))}
    degrees = family(reading.unit) == "temperature"
    return degrees and not {number, -number}.isdisjoint(_limits(plan.bands))


def _limits(bands: Iterable[Band]) -> Iterator[float]:
    for band in bands:
        yield from band.ends


def _inputs_in_percent(plan: Plan, bench: Bench) -> Iterator[float]:
    for call in plan.calls:
        for parameter in bench.registry.function(call).parameters:
            value = call.arguments.get(parameter.name)
            in_percent = parameter.kind in ("share", "change") or parameter.unit == "percent"
            if in_percent and isinstance(value, int | float):
                yield float(value)


def _true_of(reading: Reading, beside: Sequence[Term], bench: Bench) -> Iterator[str]:
    """Yield the names of other outputs of which a number is true that was read of one."""
    expression = reading.expression
    own = {term.output for term in expression.terms}
    if len(own) > 1:
        return
    call = expression.terms[0].call
    kind = bench.output(call, *own).kind
    for name in dict.fromkeys(t.output for t in beside if t.call.function == call.function):
        if name in own or bench.output(call, name).kind != kind:
            continue
        terms = tuple(Term(call=t.call, output=name) for t in expression.terms)
        if _holds(reading, expression.model_copy(update={"terms": terms}), bench):
            yield name


def _holds(reading: Reading, expression: Expression, bench: Bench) -> bool:
    verdict = bench.decide(reading.model_copy(update={"expression": expression}))
    return verdict.decision == "supported"
