"""Finds the input at which a value meets a target (regula falsi on a monotone function)."""

import itertools
import math
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

import numpy as np

from simulrag.verifier.formulas.members import Array, Draws
from simulrag.verifier.formulas.values import Amount, Undefined, in_unit, side_by_side

Ends: TypeAlias = "tuple[float, float]"

#: Share of the searched range within which an input counts as found.
_CLOSE = 1e-6


def solved(
    at: Callable[[float], Amount | Undefined],
    target: Amount,
    low: float,
    high: float,
    grid: int,
    most: int,
) -> Amount | Undefined:
    """Return the input from low to high at which `at` meets the target.

    Undefined where the value does not rise or fall all along `grid` points, or does not meet the
    target between them. At most `most` points are tried. Each member has an input of its own, read
    off the line through the points that were tried.
    """
    tried: dict[float, Amount] = {}
    for x in np.linspace(low, high, grid):
        value = at(float(x))
        if isinstance(value, Undefined):
            return value
        tried[float(x)] = value
    first = tried[low]
    wanted = target if first.unit is None else in_unit(target, first.unit)
    steps = np.diff([tried[x].centre for x in sorted(tried)])
    if not (np.all(steps > 0) or np.all(steps < 0)):
        return Undefined(
            f"the value neither rises nor falls all along {low:g} to {high:g}"
            f"{_monotone_part(tried, steps, wanted.centre)}"
        )
    sign = 1.0 if steps[0] > 0 else -1.0
    ends = sorted((tried[low].centre, tried[high].centre))
    if not ends[0] <= wanted.centre <= ends[1]:
        return Undefined(
            f"the target {wanted.centre:g} lies outside of {ends[0]:.6g} to {ends[1]:.6g}, which "
            f"{low:g} to {high:g} reach"
        )
    refused = _narrow(at, tried, wanted.centre, sign, most)
    return refused or _answer(tried, wanted, sign)


def _monotone_part(tried: dict[float, Amount], steps: Array, wanted: float) -> str:
    """Return between which of the points tried a value that turns meets its target, in words."""
    points = sorted(tried)
    turns = np.flatnonzero(np.sign(steps[1:]) != np.sign(steps[:-1])) + 1
    ends = [0, *turns.tolist(), len(steps)]
    parts = [(points[a], points[b]) for a, b in itertools.pairwise(ends)
             if min(tried[points[a]].centre, tried[points[b]].centre) <= wanted
             <= max(tried[points[a]].centre, tried[points[b]].centre) and steps[a]]  # fmt: skip
    told = " or ".join(f"{a:g} to {b:g}" for a, b in parts)
    return f"; it does, and meets the target, from {told}" if told else ""


def _narrow(
    at: Callable[[float], Amount | Undefined],
    tried: dict[float, Amount],
    wanted: float,
    sign: float,
    most: int,
) -> Undefined | None:
    """Try points between the two that bracket the target, until they lie close together."""
    span = max(tried) - min(tried)
    while len(tried) < most:
        below, above = _bracket(tried, wanted, sign)
        if above - below <= _CLOSE * span:
            break
        low, high = (sign * (tried[x].centre - wanted) for x in (below, above))
        share = -low / (high - low) if high > low else 0.5
        # Kept off the ends, so that the bracket shrinks from both.
        x = below + min(max(share, 0.1), 0.9) * (above - below)
        value = at(x)
        if isinstance(value, Undefined):
            return value
        tried[x] = value
        if value.centre == wanted:
            break
    return None


def _bracket(tried: dict[float, Amount], wanted: float, sign: float) -> tuple[float, float]:
    points = sorted(tried)
    below = max((x for x in points if sign * (tried[x].centre - wanted) <= 0), default=points[0])
    above = min((x for x in points if x > below), default=points[-1])
    return below, above


def _answer(tried: dict[float, Amount], wanted: Amount, sign: float) -> Amount:
    points = sorted(tried)
    made = [tried[x] for x in points]

    def meets(values: Sequence[float], target: float, beyond: float | None = None) -> float:
        ordered = np.maximum.accumulate(sign * np.asarray(values))
        return float(np.interp(sign * target, ordered, points, beyond, beyond))

    def between(curves: Iterable[Sequence[float]], targets: Sequence[float]) -> Ends:
        found = [meets(curve, target) for curve in curves for target in targets]
        return min(found), max(found)

    centres = [one.centre for one in made]
    centre = meets(centres, wanted.centre)
    known = [one.low for one in made], [one.high for one in made], centres
    low, high = between(known, (wanted.low, wanted.high, wanted.centre))
    members = _members(made, wanted, meets)
    spread = None
    if members is None and not all(one.exact for one in (*made, wanted)):
        curves = zip(*(one.predicted() for one in made), strict=True)
        spread = between([list(one) for one in curves], wanted.predicted())
    return Amount(centre, low, high, "", members, spread)


def _members(
    made: Sequence[Amount], wanted: Amount, meets: Callable[[Sequence[float], float, float], float]
) -> Draws | None:
    """Return each member's own input: where its line meets its target; NaN where it does not."""
    held = side_by_side([*made, wanted])
    if held is None:
        return None
    source, rows = held
    stacked = np.stack(rows, axis=1)
    inputs = [meets(row[:-1].tolist(), float(row[-1]), math.nan) for row in stacked]
    return Draws(source, np.array(inputs))
