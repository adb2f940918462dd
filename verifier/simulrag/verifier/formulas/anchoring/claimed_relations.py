"""What a formula claims of two sides: which is the greater, and how many times as much it is."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from simulrag.verifier.formulas.anchoring.literals import Atom, RunOutput, is_difference
from simulrag.verifier.formulas.syntax import (
    TURNED,
    Application,
    Arithmetic,
    Each,
    Minus,
    Node,
    Number,
    Output,
    Variable,
    bare,
    constant,
    multiple,
    walk,
)

#: How an output's own sentence says by how much it rises or falls.
_TURNS_BY = re.compile(r"\{turn:[^}]*\} by \{size\}")
_TIMES = ("day", "week", "month", "year", "hour", "minute", "second")
Runs = tuple[RunOutput, ...]

#: Operator -> the signs of the left side less the right that it allows.
SIGNS = {
    ">": frozenset((1,)), ">=": frozenset((0, 1)), "<": frozenset((-1,)),
    "<=": frozenset((-1, 0)), "==": frozenset((0,)), "!=": frozenset((-1, 1)),
}  # fmt: skip
ANY_SIGN = frozenset((-1, 0, 1))


@dataclass(frozen=True)
class Claimed:
    """What a formula claims of one side against the other, which is empty for a change by itself.

    signs: those of the first less the second that it allows; empty where it orders nothing. times:
    how many times the second the first is compared with; 0 for a difference.
    """

    plus: Runs
    minus: Runs
    signs: frozenset[int]
    times: float = 0.0


def claimed(atom: Atom, *, scaled: bool = False) -> Claimed | None:
    """Return what a comparison claims of two sides; None where it has no two sides.

    scaled: numbers that multiply a run bring both to one scale, as of decades.
    """
    (one, left), (other, right) = multiple(bare(atom.left)), multiple(bare(atom.right))
    if atom.left_outputs and atom.right_outputs:
        claim = _of_two_runs(atom, 1.0 if scaled else other / one)
        unlike = isinstance(left, Minus) != isinstance(right, Minus)
        return None if unlike else claim  # how far one falls against how far another rises
    value, size, operator = left, _number(atom.right), atom.operator
    if not atom.left_outputs:
        value, size, one, operator = right, _number(atom.left), other, TURNED[operator]
    if size is None:
        return None
    if isinstance(value, Minus):
        value, size, operator = value.operand, -size, TURNED[operator]
    parts = _sides(value, atom.outputs)
    if parts is None:
        return None
    plus, minus, even = parts
    times = size / one if even else 0.0
    return Claimed(plus, minus, _signs(operator, size / one - even), times)


def of_changes(atom: Atom) -> Claimed | None:
    """Return the two runs of each side, where both are changes of the same, such as rises.

    As in `B.x - A.x > B.y - A.y`.
    """
    sides = [_sides(multiple(bare(side))[1], atom.outputs) for side in (atom.left, atom.right)]
    ends = [[{one.call for one in end} for end in side[:2]] for side in sides if side]
    if sides[0] is None or len(ends) < 2 or ends[0] != ends[1] or not all(ends[0]):
        return None
    return Claimed(*sides[0][:2], frozenset((1,)))


def _of_two_runs(atom: Atom, times: float) -> Claimed | None:
    shared = set(atom.left_outputs) & set(atom.right_outputs)
    sizes = all(isinstance(side, Application) and side.name == "abs"
                for side in (atom.left, atom.right))  # fmt: skip
    plus, minus = (tuple(one for one in side if one not in shared)
                   for side in (atom.left_outputs, atom.right_outputs))  # fmt: skip
    if not (plus and minus) or (shared and not sizes):  # sizes: how far two runs are from a third
        return None
    changes = times != 1 and any(is_change(one) for one in atom.outputs)
    signs = frozenset[int]() if changes else _signs(atom.operator, times - 1)
    return Claimed(plus, minus, signs, times)


def _signs(operator: str, distance: float) -> frozenset[int]:
    """Return the signs left to what is compared with a number so far from where sides are equal."""
    sign = (distance > 0) - (distance < 0)
    if operator == "==":
        return frozenset((sign,))
    if sign == 0:
        return SIGNS[operator]
    return frozenset((sign,)) if sign in SIGNS[operator] and operator != "!=" else frozenset()


def _number(node: Node) -> float | None:
    if isinstance(node, Application) and node.name in ("about", "quantity", "days", "weeks"):
        return _number(node.arguments[0])
    return constant(node)


def two_sides(node: Node) -> tuple[Node, Node] | None:
    """Return what a difference, ratio or percent change is of."""
    match node:
        case Arithmetic(operator="-" | "/", left=left, right=right):
            return left, right
        case Application(name="percent_change", arguments=(new, old)):
            return new, old
        case _:
            return None


def _sides(node: Node, outputs: Runs) -> tuple[Runs, Runs, float] | None:
    """Return the two sides of a difference, ratio or change, and its value where they are equal."""
    match node:
        case Minus(operand=operand):
            parts = _sides(operand, outputs)
            return (parts[1], parts[0], parts[2]) if parts and parts[1] else None
        case Application(name="mean" | "sum" | "low" | "high" | "about", arguments=(first, *_)):
            return _sides(first, outputs)
        case Each(element=element):
            return _sides(element, outputs)
        case Output():
            held = _held(node, outputs)
            return (held, (), 0.0) if any(map(is_change, held)) else None
        case _:
            pass
    sides = two_sides(node)
    plus, minus = (_held(side, outputs) for side in sides) if sides else ((), ())
    if sides and plus and not minus:
        return _sides(sides[0], outputs)
    if not sides or not plus or set(plus) & set(minus):
        return None
    ratio = isinstance(node, Arithmetic) and node.operator == "/"
    changes = is_difference(bare(sides[0])) or any(map(is_change, plus + minus))
    return None if ratio and changes else (plus, minus, float(ratio))


def _held(node: Node, outputs: Runs) -> Runs:
    inside = {(one.run, one.name) for one in walk(node) if isinstance(one, Output)}
    return tuple(one for one in outputs if (one.call, one.name) in inside)


def differences(node: Node) -> Iterator[tuple[Output, Output]]:
    """Yield the two runs of each difference, ratio or change of one output in a value."""
    for sides in filter(None, map(two_sides, walk(node))):
        found = [only_output(side) for side in sides]
        one, other = found
        if one and other and one.name == other.name and (one != other or sides[0] == sides[1]):
            yield one, other


def only_output(node: Node) -> Output | None:
    """Return the only output that a value is made of."""
    found = {one for one in walk(node) if isinstance(one, Output)}
    return found.pop() if len(found) == 1 else None


def placed(node: Node | None) -> tuple[Node | None, float]:
    """Return the name of `for` that a number is counted from, None for none, and the number."""
    match node:
        case Number(value=value):
            return None, value
        case Arithmetic(operator="+" | "-" as sign, left=Variable() as base,
                        right=Number(value=value)):  # fmt: skip
            return base, value if sign == "+" else -value
        case _:
            return node, 0.0


def names_of(output: RunOutput) -> tuple[str, ...]:
    """Return an output's name, and that of the output of which it is the change."""
    base = output.declared.changes_of if output.declared else ""
    return (output.name, base) if base else (output.name,)


def is_temporal(output: RunOutput) -> bool:
    """Tell whether an output is a date, a year or counted in a unit of time."""
    own = output.declared
    return own is not None and (own.kind == "date" or own.unit in _TIMES or "year" in output.name)


def is_change(output: RunOutput) -> bool:
    """Tell whether an output is itself a change, whose sign says which way."""
    declared = output.declared
    if declared is None:
        return False
    ways = declared.directions.rises or declared.directions.falls
    if declared.is_change and not ways:
        return False  # what is averted is less of something, and more of it
    return declared.is_change or bool(declared.changes_of or _TURNS_BY.search(declared.template))
