"""What an expression amounts to on the outputs of runs, as a number and in words."""

import math
from collections.abc import Sequence

from simulrag.simulators.interface import Output, Quantity
from simulrag.simulators.kept import once_for_each
from simulrag.simulators.operations import Interval, apply, known
from simulrag.verifier.claims import Expression


def quantile(quantity: Quantity, which: str) -> Quantity:
    """Return the low or high end of an ensemble as a quantity of its own."""
    end = quantity.low if which == "low" else quantity.high
    if which == "median" or end is None:
        return quantity
    return Quantity(value=end, unit=quantity.unit)


def result(expression: Expression, numbers: Sequence[Quantity], which: str = "median") -> Quantity:
    """Return what an expression amounts to, with sign and size as it asks for."""
    plain = not expression.negative and not expression.absolute
    if expression.operation == "value" and plain and which == "median":
        return _bounded(numbers[0])
    if expression.negative and which != "median":
        which = "high" if which == "low" else "low"  # the least fall is the highest value
    total = apply(expression.operation, [quantile(q, which) for q in numbers])
    interval = known(total)
    if expression.negative:
        interval, total = -interval, total.model_copy(update={"value": -total.value})
    if total.low is not None and total.high is not None:
        total = _with_ends(total, expression, Interval(low=total.low, high=total.high))
    if expression.absolute:
        low, high = sorted((abs(interval.low), abs(interval.high)))
        straddles = interval.low <= 0 <= interval.high
        interval = Interval(low=0.0 if straddles else low, high=high)
        total = total.model_copy(update={"value": abs(total.value)})
    return total.model_copy(update={"value_low": interval.low, "value_high": interval.high})


@once_for_each
def _bounded(number: Quantity) -> Quantity:
    """Return an output of a run with the ends within which it is known."""
    ends = known(number)
    return number.model_copy(update={"value_low": ends.low, "value_high": ends.high})


def with_spread(
    value: Quantity,
    expression: Expression,
    numbers: Sequence[Quantity],
    paired: Interval | None = None,
) -> Quantity:
    """Return a result with the spread of its ensembles, wide rather than narrow.

    paired: the spread of the difference with the members of both runs paired, where that is
    known. Without it the half-widths of a difference add up as if they were independent; of one
    place in two years they are not, and the true spread is less.
    """
    if paired is not None:
        return _with_ends(value, expression, paired)
    if expression.operation != "difference" or len(numbers) < 2:
        return value
    halves = [_half_width(number) for number in numbers[:2]]
    if any(half is None for half in halves):
        return value
    half = math.hypot(*(half for half in halves if half is not None))
    low, high = value.value - half, value.value + half
    return value.model_copy(
        update={"low": max(low, 0.0) if expression.absolute else low, "high": high}
    )


def _with_ends(value: Quantity, expression: Expression, spread: Interval) -> Quantity:
    interval = -spread if expression.negative else spread
    if expression.absolute:
        low, high = sorted((abs(interval.low), abs(interval.high)))
        straddles = interval.low <= 0 <= interval.high
        interval = Interval(low=0.0 if straddles else low, high=high)
    return value.model_copy(update={"low": interval.low, "high": interval.high})


def _half_width(number: Quantity) -> float | None:
    if number.low is None or number.high is None:
        return None
    return (number.high - number.low) / 2


def expression_text(
    expression: Expression, numbers: Sequence[Quantity], value: Quantity, output: Output
) -> str:
    """Return the arithmetic as a person would write it: "5.95 - 4.55 = 1.40"."""
    digits = output.decimals
    if expression.operation == "value" or len(numbers) < 2:
        return f"{value.value:.{digits}f}"
    if expression.operation in _NAMED:
        return _of_many(expression, numbers, value, output)
    first, second = numbers[0].value, numbers[1].value
    if expression.operation == "difference":
        left = f"{second:.{digits}f} - {_bracketed(first, digits)}"
        return (
            f"|{left}| = {value.value:.{digits}f}"
            if expression.absolute
            else f"{left} = {value.value:.{digits}f}"
        )
    sign = "/" if expression.operation == "ratio" else "against"
    return f"{second:.{digits}f} {sign} {_bracketed(first, digits)} = {value.value:.{digits}f}"


_NAMED = {
    "maximum": "highest of",
    "minimum": "lowest of",
    "lead": "lead over the highest of",
    "trail": "distance below the lowest of",
    "rank": "place from the highest",
    "rank_from_below": "place from the lowest",
    "spread": "from lowest to highest of",
    "double_difference": "difference of the changes of",
    "gap_change": "change of the gap of",
}


def _of_many(
    expression: Expression, numbers: Sequence[Quantity], value: Quantity, output: Output
) -> str:
    digits = output.decimals
    if expression.operation == "double_difference":
        first, second, third, fourth = (f"{q.value:.{digits}f}" for q in numbers[:4])
        return f"({fourth} - {third}) - ({second} - {first}) = {value.value:.{digits}f}"
    if expression.operation == "gap_change":
        first, second, third, fourth = (f"{q.value:.{digits}f}" for q in numbers[:4])
        return f"|{fourth} - {third}| - |{second} - {first}| = {value.value:.{digits}f}"
    if expression.operation in ("lead", "trail"):
        own, others = numbers[0].value, [q.value for q in numbers[1:]]
        best = max(others) if expression.operation == "lead" else min(others)
        return (
            f"{own:.{digits}f} against {best:.{digits}f}, the "
            f"{'highest' if expression.operation == 'lead' else 'lowest'} of {len(others)} others: "
            f"{value.value:+.{digits}f}"
        )
    if expression.operation in ("rank", "rank_from_below"):
        own = f"{numbers[0].value:.{digits}f}"
        return f"{own} has {_NAMED[expression.operation]} {value.value:.0f} of {len(numbers)}"
    shown = f"{value.value:.{digits}f}"
    return f"{_NAMED[expression.operation]} {len(numbers)} values = {shown}"


def _bracketed(number: float, digits: int) -> str:
    text = f"{number:.{digits}f}"
    return f"({text})" if text.startswith("-") else text
