"""Finds the input at which a value meets a target (regula falsi on a monotone function).

The input varies in the runs that leave it out, so that "against a limit of 0" stays what it says.
Where all runs state one and the same value, that is where a search starts, and it varies in all.
"""

import itertools
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from simulrag.simulators.registry import Registry
from simulrag.verifier.formulas.listings import Element, Scope, constant
from simulrag.verifier.formulas.members import Array, Draws
from simulrag.verifier.formulas.syntax import (
    Application,
    Call,
    FormulaError,
    Node,
    Text,
    Variable,
    calls_of,
    rebuilt,
    walk,
)
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
    centres = [tried[x].centre for x in sorted(tried)]
    if not min(centres) <= wanted.centre <= max(centres):
        return Undefined(
            f"the target {wanted.centre:g} lies outside of {min(centres):.6g} to "
            f"{max(centres):.6g}, which {low:g} to {high:g} reach"
        )
    steps = np.diff(centres)
    if not (np.all(steps > 0) or np.all(steps < 0)):
        return Undefined(
            f"the value neither rises nor falls all along {low:g} to {high:g}"
            f"{_monotone_part(tried, steps, wanted.centre)}"
        )
    sign = 1.0 if steps[0] > 0 else -1.0
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
        below = None if beyond is None else -beyond
        return float(np.interp(sign * target, ordered, points, below, beyond))

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
    """Return each member's own input: where its line meets its target.

    Where that lies beyond the ends, it is infinite: how far is not known.
    """
    held = side_by_side([*made, wanted])
    if held is None:
        return None
    source, rows = held
    stacked = np.stack(rows, axis=1)
    inputs = [meets(row[:-1].tolist(), float(row[-1]), math.inf) for row in stacked]
    return Draws(source, np.array(inputs))


def sought(node: Application, scope: Scope) -> tuple[str, float, float]:
    """Return the input that `solve` looks for, and its lowest and highest value."""
    name, low, high = (constant(argument, scope) for argument in node.arguments[2:])
    if not isinstance(name, str) or not all(isinstance(x, int | float) for x in (low, high)):
        raise FormulaError('solve is written solve(value, target, "r0", 1.0, 4.0)')
    ends = float(str(low)), float(str(high))
    if ends[0] >= ends[1] or not math.isfinite(ends[1] - ends[0]):
        raise FormulaError(
            f"solve looks from {ends[0]:g} to {ends[1]:g}; the first is the lower, and both "
            "are finite"
        )
    return name, *ends


def bound_to(scope: Scope, name: str, value: float) -> dict[str, Element]:
    """Return a scope in which the input that is looked for has a value."""
    return {**scope, _variable(name).name: value}


def varied(value: Node, name: str, registry: Registry) -> Node:
    """Return what is solved for, with the input that is looked for a name in its runs.

    Raises FormulaError where each run states another value of it.
    """
    return _with_argument(value, name, registry, (name, _variable(name)))


def left_out(value: Node, name: str, registry: Registry) -> Node:
    """Return what is solved for without the input that is looked for, as it is told in words."""
    return _with_argument(value, name, registry)


def _with_argument(value: Node, name: str, registry: Registry, *argument: tuple[str, Node]) -> Node:
    chosen = _chosen(value, name, registry)

    def change(node: Node) -> Node:
        if not isinstance(node, Call) or node not in chosen:
            return node
        others = [one for one in node.arguments if one[0] != name]
        return replace(node, arguments=tuple(sorted([*others, *argument], key=lambda a: a[0])))

    return rebuilt(value, change)


def opened(root: Node, registry: Registry) -> Node:
    """Return a formula in which all that is solved for has its input as a name."""

    def open_(node: Node) -> Node:
        match node:
            case Application(name="solve", arguments=(value, target, Text(value=name), *ends)):
                inner = varied(value, name, registry)
                return replace(node, arguments=(inner, target, Text(name), *ends))
            case _:
                return node

    solves = any(isinstance(one, Application) and one.name == "solve" for one in walk(root))
    return rebuilt(root, open_) if solves else root


def unit_of(value: Node, name: str, registry: Registry) -> str:
    """Return the unit of an input of the runs below a node."""
    for call in _with_input(value, name, registry):
        one = registry.function(call).parameter(name)
        return "percent" if one.kind in ("change", "share") else one.unit
    return ""


def _chosen(value: Node, name: str, registry: Registry) -> list[Call]:
    """Return the runs in which an input varies; all where none has it, which is told of them."""
    calls = calls_of(value)
    known = _with_input(value, name, registry) or calls
    open_ = [call for call in known if name not in dict(call.arguments)]
    if not open_ and len({dict(call.arguments)[name] for call in known}) > 1:
        raise FormulaError(
            f"each run states another {name}, so that none is left in which it is looked for; "
            f"leave {name} out of the runs that it varies in"
        )
    return open_ or known


def _with_input(value: Node, name: str, registry: Registry) -> list[Call]:
    return [
        node
        for node in walk(value)
        if isinstance(node, Call)
        and any(one.name == name for one in registry.function(node).parameters)
    ]


def _variable(name: str) -> Variable:
    """Return the name that stands for an input; no name of `for` has a space."""
    return Variable(f"sought {name}")
