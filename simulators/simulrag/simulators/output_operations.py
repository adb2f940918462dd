"""What can be said of outputs of any simulator: intervals, and how they follow from arguments.

Of members, of which some may be undefined (NaN), the centre and quantiles; of a run what is known,
and what is the least that its model gives; of many runs a course, when it crosses a threshold, and
which argument leads to a value.
"""

import math
import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import JsonValue

from simulrag.simulators.arguments import validate
from simulrag.simulators.capabilities import Swept
from simulrag.simulators.errors import BadValue, OutOfRange, UnknownName
from simulrag.simulators.interface import (
    Call,
    Frozen,
    Output,
    Parameter,
    Quantity,
    Run,
    Series,
    Simulator,
    Statistic,
    Value,
)


@dataclass(frozen=True, slots=True)
class Interval:
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


def centre(values: Sequence[float], statistic: Statistic = "median") -> float | None:
    """Return the median or mean of the values that are defined; None where less than half are."""
    found = [value for value in values if not math.isnan(value)]
    if not found or 2 * len(found) < len(values):
        return None
    return statistics.fmean(found) if statistic == "mean" else statistics.median(found)


def ninety_percent(values: Sequence[float]) -> tuple[float, float] | None:
    """Return the 5 and 95 percentiles of values; None where less than half of them are defined."""
    found = sorted(value for value in values if not math.isnan(value))
    if not found or 2 * len(found) < len(values):
        return None
    return quantile(found, 0.05), quantile(found, 0.95)


def quantile(ordered: Sequence[float], share: float) -> float:
    """Return a quantile (share 0 to 1) of sorted numbers, linear between them; NaN of none."""
    if not len(ordered):
        return math.nan
    at = share * (len(ordered) - 1)
    below = math.floor(at)
    low, high = ordered[below], ordered[min(below + 1, len(ordered) - 1)]
    whole = low == high or at == below or low == -math.inf
    return low if whole else low + (at - below) * (high - low)


class Crossing(Frozen):
    """When a series first reaches a threshold and stays beyond it; None where it never does.

    `earliest` and `latest` are those of the ends of the interval.
    """

    threshold: float
    time: str | None
    earliest: str | None
    latest: str | None


def run(simulator: Simulator, call: Call, **changes: JsonValue) -> Run:
    """Run a call, some of its arguments changed. Raises SimulatorError."""
    function = next(f for f in simulator.functions if f.name == call.function)
    arguments = validate(function, {**call.arguments, **changes})
    return simulator.run(call.model_copy(update={"arguments": arguments}))


def number(made: Run, output: str) -> Quantity:
    """Return an output of a run that is a number. Raises UnknownName or BadValue."""
    value = made.outputs.get(output)
    if value is None:
        raise UnknownName(
            f"{made.call.function} has no output {output!r}; it has {', '.join(made.outputs)}",
            parameter="output",
            given=output,
            candidates=tuple(made.outputs),
        )
    if not isinstance(value, Quantity):
        raise BadValue(f"output {output!r} is no number", parameter="output", given=output)
    return value


def series(
    simulator: Simulator, call: Call, parameter: str, values: Sequence[JsonValue], output: str
) -> Series:
    """Return an output over values of a parameter, such as years, with its interval."""
    if isinstance(simulator, Swept):
        swept = simulator.sweep(call, parameter, values, output)
        if swept is not None:
            return swept
    found = [number(run(simulator, call, **{parameter: value}), output) for value in values]
    banded = all(q.low is not None and q.high is not None for q in found)
    return Series(
        unit=found[0].unit if found else "",
        times=tuple(str(value) for value in values),
        values=tuple(q.value for q in found),
        low=tuple(q.value if q.low is None else q.low for q in found) if banded else (),
        high=tuple(q.value if q.high is None else q.high for q in found) if banded else (),
    )


def crossing(course: Series, threshold: float) -> Crossing:
    """Return from which time on a series is at or beyond a threshold until its end."""
    return Crossing(
        threshold=threshold,
        time=_first_beyond(course.times, course.values, threshold),
        earliest=_first_beyond(course.times, course.high, threshold),
        latest=_first_beyond(course.times, course.low, threshold),
    )


def _first_beyond(times: Sequence[str], values: Sequence[float], threshold: float) -> str | None:
    found: str | None = None
    for time, value in zip(reversed(times), reversed(values), strict=False):
        if value < threshold:
            break
        found = time
    return found


#: Halvings of a parameter's range in the search for a value.
HALVINGS = 40


def inverse(
    simulator: Simulator, call: Call, parameter: str, output: str, target: float
) -> Quantity:
    """Return the value of a parameter at which an output reaches a target.

    The output must rise or fall all along the parameter's range. `low` and `high` are the values
    at which the ends of the output's interval reach the target; the end of the range stands where
    an end never does. Raises OutOfRange where the target cannot be reached.
    """
    function = next(f for f in simulator.functions if f.name == call.function)
    asked = function.parameter(parameter)
    if asked.low is None or asked.high is None:
        raise BadValue(f"{parameter} has no range to search in", parameter=parameter)
    ends = asked.low, asked.high

    def at(value: float) -> Quantity:
        return number(run(simulator, call, **{parameter: value}), output)

    first, last = (at(end) for end in ends)
    reach = sorted((first.value, last.value))
    if not reach[0] <= target <= reach[1] or reach[0] == reach[1]:
        raise OutOfRange(
            f"{output} cannot be {target:g} by {parameter} alone: it reaches {reach[0]:.4g} to "
            f"{reach[1]:.4g} where {parameter} goes from {ends[0]:g} to {ends[1]:g}",
            parameter=parameter,
            given=target,
            nearest=reach[0] if target < reach[0] else reach[1],
        )
    rising = last.value > first.value
    middle = _solve(lambda x: at(x).value, ends, target, rising)
    if first.low is None or first.high is None:
        return Quantity(value=middle, unit=asked.unit or _parameter_unit(asked))
    sides = (
        _solve(lambda x: _end(at(x), "low"), ends, target, rising),
        _solve(lambda x: _end(at(x), "high"), ends, target, rising),
    )
    return Quantity(
        value=middle,
        unit=asked.unit or _parameter_unit(asked),
        low=min(*sides, middle),
        high=max(*sides, middle),
        level=first.level,
    )


def _parameter_unit(parameter: Parameter) -> str:
    return "percent" if parameter.kind in ("change", "share") else ""


def _end(quantity: Quantity, side: Literal["low", "high"]) -> float:
    end = quantity.low if side == "low" else quantity.high
    return quantity.value if end is None else end


def _solve(
    function: Callable[[float], float], ends: tuple[float, float], target: float, rising: bool
) -> float:
    """Return where a monotone function reaches a target; an end of the range where it does not.

    False position, halved on the side that stays (Illinois), so that some ten calls do.
    """
    low, high = ends
    sign = 1.0 if rising else -1.0
    below, above = (sign * (function(end) - target) for end in ends)
    if below >= 0.0 or above <= 0.0:
        return low if below >= 0.0 else high
    side = 0
    for _ in range(HALVINGS):
        middle = (low * above - high * below) / (above - below)
        off = sign * (function(middle) - target)
        if abs(off) < 1e-9 or high - low < 1e-9 * max(1.0, abs(high)):
            return middle
        if off > 0.0:
            high, above = middle, off
            below *= 0.5 if side == 1 else 1.0
            side = 1
        else:
            low, below = middle, off
            above *= 0.5 if side == -1 else 1.0
            side = -1
    return (low * above - high * below) / (above - below)


def floor_warnings(declared: Sequence[Output], outputs: Mapping[str, Value]) -> tuple[str, ...]:
    """Return a warning for each output of a run that is the least its model can give."""
    return tuple(_warning(one, outputs[one.name]) for one in declared if _at_least(one, outputs))


def _at_least(output: Output, outputs: Mapping[str, Value]) -> bool:
    held = outputs.get(output.name)
    floor = output.floor
    return floor is not None and isinstance(held, Quantity) and held.value <= floor.value


def _warning(output: Output, value: Value) -> str:
    number = value.value if isinstance(value, Quantity) else 0.0
    why = f": {output.floor.why}" if output.floor and output.floor.why else ""
    return (
        f"{output.name} {number:.{output.decimals}f} {output.unit}".rstrip()
        + f" is the least that the model can give{why}; settings that reach it do not differ in it."
    )
