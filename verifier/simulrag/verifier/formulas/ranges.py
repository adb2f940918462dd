"""What comparisons consist of: values, numbers that multiply them, and limits on either side.

`1.9 <= x <= 2.1`, `x >= 1.9 and x <= 2.1` and `x == about(2.0, within=0.1)` say the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from simulrag.verifier.formulas.printing import TURNED
from simulrag.verifier.formulas.syntax import (
    Application,
    Arithmetic,
    Comparison,
    Junction,
    Minus,
    Node,
    Number,
    Output,
    walk,
)

#: A comparison of two values.
Pair = tuple[Node, str, Node]


@dataclass(frozen=True, slots=True)
class Ranged:
    """A value, and the limits between which it is said to lie, each with its operator."""

    value: Node
    limits: tuple[tuple[str, Node], ...]


class Found(NamedTuple):
    """The ranges in a conjunction, its other comparisons of two values, and all else."""

    ranges: Sequence[Ranged]
    pairs: Sequence[Pair]
    others: Sequence[Node]


def ranged(parts: Sequence[Node]) -> Found:
    """Return what the parts of a conjunction say, their limits of one value put together."""
    pairs, others = _flat(parts)
    made: list[Ranged] = []
    left = list(pairs)
    for pair in pairs:
        own = _limited(pair)
        if own is None or pair not in left:
            continue
        value, operator, limit = own
        other = next((one for one in left if _opposes(one, value, operator)), None)
        found = other and _limited(other)
        if other is not None and found is not None:
            left = [one for one in left if one is not pair and one is not other]
            made.append(Ranged(value, ((operator, limit), found[1:])))
    return Found(made, left, others)


def _flat(parts: Sequence[Node]) -> tuple[list[Pair], list[Node]]:
    pairs: list[Pair] = []
    others: list[Node] = []
    for part in parts:
        match part:
            case Comparison():
                pairs.extend(part.pairs())
            case Junction(operator="and", operands=operands):
                inner, rest = _flat(operands)
                pairs.extend(inner)
                others.extend(rest)
            case _:
                others.append(part)
    return pairs, others


def _limited(pair: Pair) -> Pair | None:
    """Return a value of runs with the limit that an order gives it; None for other comparisons."""
    left, operator, right = pair
    if operator in ("==", "!="):
        return None
    if has_output(left) and not has_output(right):
        return pair
    return (right, TURNED[operator], left) if has_output(right) and not has_output(left) else None


def _opposes(pair: Pair, value: Node, operator: str) -> bool:
    """Tell whether a comparison limits the same value on the other side."""
    own = _limited(pair)
    return own is not None and own[0] == value and own[1][0] == TURNED[operator][0]


def has_output(node: Node) -> bool:
    """Tell whether a node reads a run."""
    return any(isinstance(part, Output) for part in walk(node))


def constant(node: Node) -> float | None:
    """Return what a node without runs amounts to; None where it is no such number."""
    match node:
        case Number(value=value):
            return value
        case Minus(operand=operand):
            value = constant(operand)
            return None if value is None else -value
        case Arithmetic(operator=operator, left=left, right=right):
            one, other = constant(left), constant(right)
            if one is None or other is None or (operator == "/" and not other):
                return None
            return {"+": one + other, "-": one - other, "*": one * other,
                    "/": one / (other or 1.0)}[operator]  # fmt: skip
        case _:
            return None


def multiple(node: Node) -> tuple[float, Node]:
    """Return the number by which a value is multiplied, 1 for none, and that value."""
    if isinstance(node, Arithmetic) and node.operator in ("*", "/"):
        size = constant(node.right)
        if size:
            times, inner = multiple(node.left)
            return times * size if node.operator == "*" else times / size, inner
        size = constant(node.left)
        if size and node.operator == "*":
            times, inner = multiple(node.right)
            return times * size, inner
    return 1.0, node


def bare(node: Node) -> Node:
    """Return a side of a comparison without `about`."""
    return node.arguments[0] if isinstance(node, Application) and node.name == "about" else node
