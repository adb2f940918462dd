"""Whether the members of a simulator's ensembles are paired, and whether its values are of them.

Members are paired where the n-th has the same random draws in every call: then nothing that is
changed changes nothing, a small step moves each member a little, and the range of a difference is
that of the difference and not that of two throws of the dice.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

import numpy as np
from pydantic import JsonValue

from simulrag.simulators.arguments import validate
from simulrag.simulators.capabilities import PAIRING, Sampled
from simulrag.simulators.diagnostics import Finding
from simulrag.simulators.errors import SimulatorError
from simulrag.simulators.interface import (
    Call,
    Day,
    Function,
    Output,
    Parameter,
    Quantity,
    Run,
    Simulator,
)
from simulrag.simulators.output_operations import centre, ninety_percent

#: Least correlation of members before and after a small step.
LEAST = 0.5
#: Small steps, shares of an input's range. With the second, members that share their draws come
#: together however chaotic the system is, and dice that are thrown anew do not.
STEP, SMALLER = 0.01, 1e-5
#: Share of the members' 90 % range by which a value may lie off their centre.
OFF = 0.1
#: Kinds of inputs that are numbers, and those of them whose values are whole.
NUMERIC, WHOLE = ("number", "integer", "share", "change", "year", "date"), ("integer", "year")

Members = Mapping[str, Sequence[float]]
Arguments = Mapping[str, JsonValue]


@dataclass(frozen=True)
class Pair:
    """How an output's members move with an input: `correlation` is None where it has no spread."""

    parameter: str
    before: JsonValue
    after: JsonValue
    output: str
    correlation: float | None


def call_of(simulator: Simulator, function: Function, arguments: Arguments, seed: int = 0) -> Call:
    """Return a call with its arguments completed. Raises SimulatorError."""
    complete = validate(function, arguments)
    return Call(simulator=simulator.name, function=function.name, arguments=complete, seed=seed)


def drawn(simulator: Simulator, function: Function, arguments: Arguments) -> Members:
    """Return the members of a call by output; none where the simulator has none for it.

    A foreign simulator is run for them each time. Raises SimulatorError for a call that it refuses.
    """
    call = call_of(simulator, function, arguments)
    simulator.run(call)
    if not isinstance(simulator, Sampled):
        return {}
    try:
        return simulator.samples(call)
    except SimulatorError:  # this function has none
        return {}


def equal(first: Members, second: Members) -> str:
    """Return the first output whose members differ at all; "" where all are the same."""
    for name in dict.fromkeys((*first, *second)):
        held, other = (np.asarray(one.get(name, ()), dtype=float) for one in (first, second))
        if not np.array_equal(held, other, equal_nan=True):
            return name
    return ""


def correlation(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Return the correlation of members that both have; None where one has no spread."""
    count = min(len(first), len(second))
    held, other = (np.asarray(one, dtype=float)[:count] for one in (first, second))
    both = np.isfinite(held) & np.isfinite(other)
    held, other = held[both], other[both]
    if len(held) < 3 or np.ptp(held) == 0.0 or np.ptp(other) == 0.0:
        return None
    return float(np.corrcoef(held, other)[0, 1])


def stepped(parameter: Parameter, value: JsonValue, share: float) -> JsonValue:
    """Return a value a small step off, on the other side where it would leave the range.

    The step is a share of the range (negative: downwards), and at most ten times that share of the
    value where it is not 0; of a whole number it is 1, of a date a day. None for a value that is
    none of these.
    """
    ahead = share > 0
    if parameter.kind == "date" and isinstance(value, str):
        return (date.fromisoformat(value) + timedelta(days=1 if ahead else -1)).isoformat()
    if not isinstance(value, int | float) or isinstance(value, bool):
        return None
    low, high = range_of(parameter) or (0.0, 0.0)
    sizes = [size for size in (high - low, 10.0 * abs(value)) if size > 0]
    size = 1.0 if parameter.kind in WHOLE else abs(share) * min(sizes, default=1.0)
    step = size if ahead else -size
    inside = high <= low or low <= value + step <= high
    made = round(value + step if inside else value - step, 9)
    return int(made) if parameter.kind in WHOLE else made


def range_of(parameter: Parameter) -> tuple[float, float] | None:
    """Return the range of an input; None where it has none."""
    low = 0.0 if parameter.kind == "share" and parameter.low is None else parameter.low
    high = 100.0 if parameter.kind == "share" and parameter.high is None else parameter.high
    return None if low is None or high is None else (low, high)


def pairs(
    simulator: Simulator,
    function: Function,
    arguments: Arguments,
    base: Members,
    parameter: Parameter,
    share: float = STEP,
) -> Iterator[Pair]:
    """Yield how each output's members move with a small step of an input from a call's value.

    None where the call leaves the input open. Raises SimulatorError for a step that is refused.
    """
    before = validate(function, arguments).get(parameter.name)
    after = stepped(parameter, before, share)
    if parameter.kind not in NUMERIC or after is None or after == before:
        return
    moved = drawn(simulator, function, {**arguments, parameter.name: after})
    for name, values in base.items():
        found = correlation(values, moved.get(name, ()))
        yield Pair(parameter.name, before, after, name, found)


def pairing(simulator: Simulator, function: Function) -> Iterator[Finding]:
    """Try the members of the example: the same again, small steps, and the values beside them."""
    if function.observed:
        return
    run = simulator.run(call_of(simulator, function, function.example))
    base = drawn(simulator, function, function.example)
    name = f"{function.name}: members"
    if not base:
        yield _without(name, run)
        return
    wrong = [*_unknown(function, base), *_again(simulator, function, base)]
    wrong += [*_small_steps(simulator, function, base), *_off_centre(function, run, base)]
    yield from wrong
    if not wrong:
        count = max(map(len, base.values()))
        yield Finding(name, "ok", f"{count} of {', '.join(base)}, paired")


def _without(name: str, run: Run) -> Finding:
    ranged = [key for key, value in run.outputs.items() if getattr(value, "low", None) is not None]
    if not ranged:
        return Finding(name, "ok", "none; its outputs are points")
    return Finding(
        name,
        "note",
        f"none, though {', '.join(ranged)} has a range: that of a difference of two calls cannot "
        "be known",
        "give members, or take a seed (docs/own-simulator.md)",
    )


def _unknown(function: Function, base: Members) -> Iterator[Finding]:
    known = [output.name for output in function.outputs]
    for name in base:
        if name.partition(" in ")[0] not in known:
            yield Finding(
                f"{function.name}: members",
                "failed",
                f"members of {name!r}, which is no output; there are {', '.join(known)}",
                'name outputs, those of a part as "peak in Ohio"',
            )


def _again(simulator: Simulator, function: Function, base: Members) -> Iterator[Finding]:
    """Make the call again, and with every optional argument given at its default."""
    name = f"{function.name}: members, nothing changed"
    if key := equal(base, drawn(simulator, function, function.example)):
        yield Finding(name, "failed", f"the same call again gave other members of {key}", PAIRING)
        return
    defaults = {
        p.name: p.default
        for p in function.parameters
        if not p.required and p.default is not None and p.name not in function.example
    }
    if key := equal(base, drawn(simulator, function, {**function.example, **defaults})):
        yield Finding(
            name,
            "failed",
            f"{', '.join(defaults)} given at the default gave other members of {key}",
            PAIRING,
        )


def _small_steps(simulator: Simulator, function: Function, base: Members) -> Iterator[Finding]:
    for parameter in function.parameters:
        name = f"{function.name}: members, {parameter.name}"
        try:
            apart = _apart(simulator, function, base, parameter, STEP)
            # A limit of the system may lie on one side: a car more, the next green.
            still = apart and all(
                _apart(simulator, function, base, parameter, share) for share in (SMALLER, -SMALLER)
            )
        except SimulatorError as error:
            yield Finding(name, "note", f"a small step of it is refused: {error}")
            continue
        if not apart:
            continue
        said = ", ".join(f"{one.output} {one.correlation:.2f}" for one in apart)
        told = f"from {apart[0].before} to {apart[0].after} members correlate only so much: {said}"
        if not still:
            yield Finding(
                name,
                "note",
                f"{told}; with a thousandth of that step they do, so that they share their draws "
                "and the system drives them apart",
                "say so in the handbook: a difference of two near calls has a wide range",
            )
        elif _is_coarse(parameter):
            yield Finding(name, "note", f"{told}; its smallest step is a large one")
        else:
            yield Finding(name, "failed", f"{told}; they must share their draws", PAIRING)


def _apart(
    simulator: Simulator, function: Function, base: Members, parameter: Parameter, share: float
) -> list[Pair]:
    """Return outputs whose members do not move together."""
    found = pairs(simulator, function, function.example, base, parameter, share)
    return [one for one in found if one.correlation is not None and one.correlation <= LEAST]


def _is_coarse(parameter: Parameter) -> bool:
    """Tell whether the smallest step of an input is more than a small share of its range."""
    low, high = range_of(parameter) or (0.0, 0.0)
    return parameter.kind in WHOLE and STEP * (high - low) < 1.0


def _off_centre(function: Function, run: Run, base: Members) -> Iterator[Finding]:
    """Tell of values that are not the centre of their members."""
    for output in function.outputs:
        value, values = run.outputs.get(output.name), base.get(output.name)
        if values is None or not isinstance(value, Quantity | Day):
            continue
        middle, ends = centre(values, output.statistic), ninety_percent(values)
        if middle is None or ends is None or _is_of(value, output, middle, ends):
            continue
        yield Finding(
            f"{function.name}: members of {output.name}",
            "failed",
            f"its value is {value.value}, but the {output.statistic} of its members "
            f"{_told(middle, output)}",
            f"let the value be the {output.statistic} of the members, or declare another "
            "`statistic` of the output",
        )


def _is_of(value: Quantity | Day, output: Output, middle: float, ends: tuple[float, float]) -> bool:
    slack = OFF * (ends[1] - ends[0])
    if isinstance(value, Day):
        return abs(date.fromisoformat(value.value).toordinal() - middle) <= max(1.0, slack)
    low, high = (value.value if end is None else end for end in (value.value_low, value.value_high))
    slack = max(slack, 0.5 * 10.0**-output.decimals, 1e-6 * abs(value.value))
    return low - slack <= middle <= high + slack


def _told(middle: float, output: Output) -> str:
    if output.kind == "date":
        return date.fromordinal(math.floor(middle + 0.5)).isoformat()
    return f"{middle:g}"
