"""Operations on outputs of any simulator, with their intervals.

Each is written once here; `Operation` names them in readings and answers.
"""

import math
from collections.abc import Sequence
from typing import Literal

from simulrag.simulators.interface import Frozen, Quantity

Operation = Literal["value", "difference", "percent_change", "ratio", "maximum", "minimum"]

#: Units whose zero is arbitrary, with the unit of their differences.
DIFFERENCE_UNITS = {"degC": "delta_degC", "degF": "delta_degF", "percent": "percentage_point"}


class Interval(Frozen):
    """A closed interval of real numbers; a point has equal ends."""

    low: float
    high: float

    def meets(self, other: "Interval") -> bool:
        """Tell whether the two have a point in common, up to rounding in the last place."""
        slack = 1e-9 * max(1.0, abs(self.low), abs(self.high), abs(other.low), abs(other.high))
        return self.low <= other.high + slack and other.low <= self.high + slack

    def __neg__(self) -> "Interval":
        return Interval(low=-self.high, high=-self.low)


def known(quantity: Quantity) -> Interval:
    """Return the interval within which a quantity's own value is known."""
    low = quantity.value if quantity.value_low is None else quantity.value_low
    high = quantity.value if quantity.value_high is None else quantity.value_high
    return Interval(low=low, high=high)


def apply(operation: Operation, operands: Sequence[Quantity]) -> Quantity:
    """Return the operation's result, its value interval propagated from the operands'.

    difference(a, b) is b - a, percent_change(a, b) is 100 (b - a) / |a|, ratio(a, b) is b / a:
    the second operand is compared with the first. The ensemble spread (`low`, `high`) is kept
    only for a plain value: samples of two runs are not paired here.
    Raises ValueError where a divisor's interval holds zero or operands are missing.
    """
    if operation == "value":
        return operands[0]
    if len(operands) < 2:
        raise ValueError(f"{operation} needs two values, {len(operands)} given")
    if operation in ("maximum", "minimum"):
        pick = max if operation == "maximum" else min
        return pick(operands, key=lambda q: q.value)
    first, second = operands[:2]
    ends = [_combine(operation, x, y) for x in _ends(first) for y in _ends(second)]
    return Quantity(
        value=_combine(operation, first.value, second.value),
        unit=_unit(operation, second.unit),
        value_low=min(ends),
        value_high=max(ends),
    )


def _ends(quantity: Quantity) -> tuple[float, float]:
    interval = known(quantity)
    return interval.low, interval.high


def _combine(operation: Operation, first: float, second: float) -> float:
    if operation == "difference":
        return second - first
    if first == 0 or not math.isfinite(first):
        raise ValueError(f"{operation} is undefined: the value compared with is {first:g}")
    if operation == "ratio":
        return second / first
    return 100.0 * (second - first) / abs(first)


def _unit(operation: Operation, unit: str) -> str:
    if operation == "difference":
        return DIFFERENCE_UNITS.get(unit, unit)
    return "percent" if operation == "percent_change" else ""
