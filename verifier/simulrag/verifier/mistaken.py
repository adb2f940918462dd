"""Numbers that were taken for a value and are the size of a difference between two of them.

A run that holds levels and differences in one unit says by their sizes what a number is of: 0.5 °C
beside levels of 19.7 and 20.2 °C is their difference. Where the words were read otherwise, such a
number refutes nothing.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from simulrag.verifier.bench import Bench
from simulrag.verifier.claims import Expression, Plan, Problem, Reading, Term
from simulrag.verifier.misplaced import misplaced, number_of
from simulrag.verifier.quantities import family
from simulrag.verifier.verdicts import Decided

#: A number this many times the size of a difference, or more, is none, whatever it is compared by.
_OF_ITS_SIZE = 3.0
#: A number this share of a level, or more, may be a level.
_OF_LEVEL = 0.5


def mistaken(
    decided: Sequence[tuple[Reading, Decided]], plan: Plan, bench: Bench
) -> Problem | None:
    """Return why a refuted value may be a true difference of two runs; None where none is."""
    for reading, verdict in decided:
        if _of_levels(reading, verdict, bench):
            return Problem(
                reason="unread",
                message=f"{reading.figures[0].text!r} is of the size of a value of the run, and "
                f"was taken for a difference of two: {verdict.derivation}",
                given=reading.figures[0].text,
            )
        if _too_small(reading, verdict, bench):
            return Problem(
                reason="unread",
                message=f"{reading.figures[0].text!r} is too small for a value of the run, for "
                f"which it was taken: {verdict.derivation}",
                given=reading.figures[0].text,
            )
    elsewhere = misplaced(decided, plan, bench)
    if elsewhere is not None:
        return elsewhere
    refuted = [d for d in decided if d[1].decision == "refuted" and _in_unit(d[0], bench)]
    if not refuted:
        return None
    said_of = Counter(r.figures[0].start for r, _ in decided if r.figures)
    for reading, verdict in refuted:
        if said_of[reading.figures[0].start] > 1:
            continue  # said of several runs: of a value of each
        for difference in _differences(reading, plan):
            other = bench.decide(difference)
            if other.decision == "supported" and _by_size(reading, verdict, other):
                return Problem(
                    reason="unread",
                    message=f"{reading.figures[0].text!r} is no value of the run, and the size of "
                    f"a difference of two: {other.derivation}",
                    given=reading.figures[0].text,
                )
    return None


#: A limit this many times a difference, or more, is none of its size.
_FAR_BEYOND = 10.0
#: Levels in °C below which limits of levels and of differences look alike.
_LOWEST_LEVEL = 5.0
#: Kinds of quantities of which runs hold levels whose differences are told, too.
_WITH_LEVELS = ("temperature", "mass", "time", "volume")
#: What a number may be of a difference, though it was taken for one of a level in another unit.
_SMALL = ("equal", "about", "at_most", "below")
_LIMITS = ("above", "at_least", "below", "at_most")


def _of_levels(reading: Reading, verdict: Decided, bench: Bench) -> bool:
    """Tell whether a difference of two temperatures is set beside a limit of their own size."""
    expression = reading.expression
    if expression.operation != "difference" or reading.band or len(reading.figures) != 1:
        return False
    term = expression.terms[0]
    if verdict.value is None or family(bench.output(term.call, term.output).unit) != "temperature":
        return False
    if reading.comparator == "equal" and verdict.decision == "refuted" and not reading.negated:
        values = (bench.decide(_as_value(reading, t)) for t in expression.terms)
        return any(value.decision == "supported" for value in values)
    if reading.comparator not in _LIMITS:
        return False
    level = bench.decide(_as_value(reading, term))
    stated = number_of(reading)
    if stated is None or level.value is None or abs(level.value) < _LOWEST_LEVEL:
        return False
    near = abs(stated) >= _OF_LEVEL * abs(level.value)
    return near and abs(stated) > _FAR_BEYOND * abs(verdict.value)


#: A number of at most so many °C, and less than this share of a level, is no level.
_SMALL_LEVEL = 3.0
_SHARE_OF_LEVEL = 0.25


def _too_small(reading: Reading, verdict: Decided, bench: Bench) -> bool:
    """Tell whether a number that can only be a difference was taken for a temperature."""
    if not _in_unit(reading, bench) or reading.unit not in ("degC", "degree"):
        return False
    term = reading.expression.terms[0]
    stated = number_of(reading)
    if bench.output(term.call, term.output).unit != "degC" or not stated or verdict.value is None:
        return False
    if reading.comparator == "equal" and reading.figures[0].text[-1:].isdigit():
        return False
    return abs(stated) <= min(_SMALL_LEVEL, _SHARE_OF_LEVEL * abs(verdict.value))


def _as_value(reading: Reading, term: Term) -> Reading:
    expression = Expression(operation="value", terms=(term,))
    return reading.model_copy(update={"expression": expression})


def _in_unit(reading: Reading, bench: Bench) -> bool:
    """Tell whether a reading compares one number with one output in a unit of its kind."""
    expression = reading.expression
    if expression.operation != "value" or reading.band or len(reading.figures) != 1:
        return False
    term = expression.terms[0]
    kind = family(bench.output(term.call, term.output).unit)
    if kind != "temperature" and reading.comparator not in _SMALL:
        return False
    return kind in _WITH_LEVELS and family(reading.unit) == kind


def _differences(reading: Reading, plan: Plan) -> Iterator[Reading]:
    """Yield the readings of a number as the size of the difference from each other run."""
    term = reading.expression.terms[0]
    for call in plan.calls:
        if call.function != term.call.function or call.canonical() == term.call.canonical():
            continue
        other = Term(call=call, output=term.output)
        for terms, absolute in (
            ((other, term), True),
            ((other, term), False),
            ((term, other), False),
        ):
            expression = Expression(operation="difference", terms=terms, absolute=absolute)
            yield reading.model_copy(update={"expression": expression, "negated": False})


def _by_size(reading: Reading, level: Decided, difference: Decided) -> bool:
    stated = number_of(reading)
    if not stated or level.value is None or difference.value is None:
        return False  # nothing, too, where zero is the freezing point
    degrees = family(reading.unit) == "temperature"
    small = abs(stated) < _OF_LEVEL * abs(level.value) or not degrees
    return small and abs(stated) < _OF_ITS_SIZE * abs(difference.value) + 1e-9
