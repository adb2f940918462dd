"""Which side of a comparison a formula makes the greater."""

from collections.abc import Container
from dataclasses import dataclass

from simulrag.verifier.formulas.anchoring.literals import Atom, RunOutput, is_difference
from simulrag.verifier.formulas.syntax import (
    TURNED,
    Application,
    Arithmetic,
    Each,
    Minus,
    Node,
    Output,
    bare,
    constant,
    multiple,
    walk,
)

#: Operator -> the signs of the left side minus the right that it allows.
RELATIONS = {
    ">": frozenset((1,)), ">=": frozenset((0, 1)), "<": frozenset((-1,)),
    "<=": frozenset((-1, 0)), "==": frozenset((0,)), "!=": frozenset((-1, 1)),
}  # fmt: skip


@dataclass(frozen=True)
class Claimed:
    """The signs that a formula gives to one side less the other."""

    plus: tuple[RunOutput, ...] = ()
    minus: tuple[RunOutput, ...] = ()
    signs: frozenset[int] = frozenset()


def claimed(atom: Atom, *, scaled: bool = False) -> Claimed | None:
    """Return which side of a comparison is the greater; None where it orders nothing.

    scaled: numbers that multiply a run bring both to one scale, as of decades.
    """
    if atom.left_outputs and atom.right_outputs:
        shared = set(atom.left_outputs) & set(atom.right_outputs)
        sizes = all(isinstance(side, Application) and side.name == "abs"
                    for side in (atom.left, atom.right))  # fmt: skip
        if shared and sizes:  # how far two runs are from a third
            return _without(_of_two(atom, scaled=scaled), shared)
        return None if shared else _of_two(atom, scaled=scaled)
    value, other, operator = atom.left, atom.right, atom.operator
    if not atom.left_outputs:
        value, other, operator = atom.right, atom.left, TURNED[operator]
    constant = _constant(other)
    if isinstance(value, Minus) and constant is not None:
        value, constant, operator = value.operand, -constant, TURNED[operator]
    parts = _parts(value, {o.name: o for o in atom.outputs}, atom.outputs)
    if constant is None or parts is None:
        return None
    plus, minus, pivot = parts
    signs = _signs(operator, constant - pivot)
    return None if signs is None else Claimed(plus, minus, signs)


def _without(claim: Claimed | None, shared: Container[RunOutput]) -> Claimed | None:
    """Return what is claimed of the runs of two sides that they do not share."""
    if claim is None:
        return None
    plus, minus = (tuple(one for one in side if one not in shared)
                   for side in (claim.plus, claim.minus))  # fmt: skip
    return Claimed(plus, minus, claim.signs) if plus and minus else None


def ratio(atom: Atom) -> tuple[Claimed, float] | None:
    """Return the two runs of which a comparison says how many times as much the one is."""
    (one, left), (other, right) = multiple(bare(atom.left)), multiple(bare(atom.right))
    if atom.left_outputs and atom.right_outputs:
        return Claimed(atom.left_outputs, atom.right_outputs), other / one
    value, times = (left, constant(right)) if atom.left_outputs else (right, constant(left))
    if times is None or not isinstance(value, Arithmetic) or value.operator != "/":
        return None
    plus, minus = _held(value.left, atom.outputs), _held(value.right, atom.outputs)
    return (Claimed(plus, minus), times * other / one) if plus and minus else None


def of_changes(atom: Atom) -> Claimed | None:
    """Return the two runs of each side of a comparison, where both sides are changes of the same.

    As in `B.x - A.x > B.y - A.y`. Nothing is claimed of which run has more.
    """
    known = {one.name: one for one in atom.outputs}
    sides = [_parts(multiple(bare(side))[1], known, atom.outputs)
             for side in (atom.left, atom.right)]  # fmt: skip
    ends = [[{one.call for one in end} for end in side[:2]] for side in sides if side]
    if len(ends) < 2 or ends[0] != ends[1] or not all(ends[0]) or sides[0] is None:
        return None
    return Claimed(sides[0][0], sides[0][1])


def _of_two(atom: Atom, *, scaled: bool) -> Claimed | None:
    """Return what is claimed of two runs, the one perhaps against a multiple of the other."""
    (one, left), (other, right) = multiple(bare(atom.left)), multiple(bare(atom.right))
    if isinstance(left, Minus) != isinstance(right, Minus):
        return None  # how far the one falls against how far the other rises
    times = 1 if scaled else other / one
    signs = RELATIONS[atom.operator] if times == 1 else _signs(atom.operator, times - 1)
    if signs is None or (times != 1 and any(is_change(output) for output in atom.outputs)):
        return None
    return Claimed(atom.left_outputs, atom.right_outputs, signs)


def _signs(operator: str, distance: float) -> frozenset[int] | None:
    """Return the signs that are left to what is compared with a number so far from the pivot."""
    sign = (distance > 0) - (distance < 0)
    if operator == "!=":
        return None if sign else RELATIONS["!="]
    if operator == "==":
        return frozenset((sign,))
    if sign == 0:
        return RELATIONS[operator]
    if (operator in (">", ">=")) == (sign > 0):
        return frozenset((sign,))
    return None


def _constant(node: Node) -> float | None:
    if isinstance(node, Application) and node.name in ("about", "quantity", "days", "weeks"):
        return _constant(node.arguments[0])
    return constant(node)


_Parts = tuple[tuple[RunOutput, ...], tuple[RunOutput, ...], float]


def _parts(
    node: Node, known: dict[str, RunOutput], outputs: tuple[RunOutput, ...]
) -> _Parts | None:
    """Return the two sides of a difference, ratio or change, and its value where they are equal."""
    match node:
        case Minus(operand=operand):
            parts = _parts(operand, known, outputs)
            return parts and (parts[1], parts[0], parts[2]) if parts and parts[1] else None
        case Arithmetic(operator="-" | "/" as operator, left=left, right=right):
            plus, minus = _held(left, outputs), _held(right, outputs)
            if plus and minus and not set(plus) & set(minus):
                changes = any(is_change(one) for one in plus + minus)
                if operator == "/" and (changes or is_difference(bare(left))):
                    return None
                return plus, minus, 0.0 if operator == "-" else 1.0
            return _parts(left, known, outputs) if plus and not minus else None
        case Application(name="percent_change", arguments=(new, old)):
            return _held(new, outputs), _held(old, outputs), 0.0
        case Application(name="mean" | "sum" | "low" | "high" | "about", arguments=(first, *_)):
            return _parts(first, known, outputs)
        case Each(element=element):
            return _parts(element, known, outputs)
        case Output(name=name) if name in known:
            return (_held(node, outputs), (), 0.0) if is_change(known[name]) else None
        case _:
            return None


def is_change(output: RunOutput) -> bool:
    """Tell whether an output is itself a change, whose sign says which way."""
    declared = output.declared
    if declared is None or (
        declared.is_change and not (declared.directions.rises or declared.directions.falls)
    ):
        return False  # what is averted is less of something, and more of it
    return declared.is_change or bool(declared.changes_of)


def _held(node: Node, outputs: tuple[RunOutput, ...]) -> tuple[RunOutput, ...]:
    inside = {(one.run, one.name) for one in walk(node) if isinstance(one, Output)}
    return tuple(one for one in outputs if (one.call, one.name) in inside)
