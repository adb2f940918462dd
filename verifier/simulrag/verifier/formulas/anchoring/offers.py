"""Comparisons as a text would have them, written as parts of a formula, for messages."""

from dataclasses import replace

from simulrag.verifier.formulas.anchoring.literals import Atom, Literal
from simulrag.verifier.formulas.anchoring.multiples import bare, multiple
from simulrag.verifier.formulas.anchoring.periods import Period
from simulrag.verifier.formulas.anchoring.relations import FLIPPED
from simulrag.verifier.formulas.printing import written
from simulrag.verifier.formulas.syntax import (
    Application,
    Arithmetic,
    Comparison,
    Minus,
    Node,
    Number,
    Text,
)

#: Longest offer that a message holds, characters.
LONGEST = 500


def compared(atom: Atom, operator: str) -> str:
    """Return a comparison with another operator between its sides; empty where it is long."""
    return _offer(atom.left, operator, atom.right)


def with_literal(atom: Atom, literal: Literal, operator: str) -> str:
    """Return a comparison whose value has another operator to a literal."""
    own = literal.comparator == atom.operator and not atom.right_outputs
    return compared(atom, operator if own or atom.left_outputs else FLIPPED[operator])


def within(atom: Atom, literal: Literal, period: Period) -> str:
    """Return what a comparison limits between the ends of a printed stretch of time."""
    value = atom.left if atom.left_outputs else atom.right
    years = isinstance(literal.value, float)
    ends = [Number(float(end.year), str(end.year)) if years else Text(end.isoformat())
            for end in (period.first, period.last)]  # fmt: skip
    text = written(Comparison(ends[0], (("<=", value), ("<=", ends[1]))))
    return text if len(text) <= LONGEST else ""


def turned_over(atom: Atom) -> str:
    """Return a comparison with its two runs exchanged, or a change of one with its sign turned.

    Empty for a difference of runs: which is less which is often told by more than one word.
    """
    if atom.left_outputs and atom.right_outputs:
        left, right = _put(atom.left, _inner(atom.right)), _put(atom.right, _inner(atom.left))
        return _offer(left, atom.operator, right)
    value = atom.left if atom.left_outputs else atom.right
    if isinstance(value, Arithmetic) and value.operator == "-":
        return ""
    sides = (_exchanged(value), atom.right) if atom.left_outputs else (atom.left, _exchanged(value))
    return _offer(sides[0], atom.operator, sides[1])


def _offer(left: Node, operator: str, right: Node) -> str:
    text = written(Comparison(left, ((operator, right),)))
    return text if len(text) <= LONGEST else ""


def _inner(node: Node) -> Node:
    return multiple(bare(node))[1]


def _put(node: Node, inner: Node) -> Node:
    """Return a side of a comparison, a multiple perhaps, with another value in it."""
    if isinstance(node, Application) and node.name == "about":
        return replace(node, arguments=(_put(node.arguments[0], inner), *node.arguments[1:]))
    if isinstance(node, Arithmetic) and _inner(node) is not node:
        if _inner(node.left) == _inner(node):
            return replace(node, left=_put(node.left, inner))
        return replace(node, right=_put(node.right, inner))
    return inner


def _exchanged(node: Node) -> Node:
    """Return a difference, ratio or change the other way round; minus a single value."""
    match node:
        case Minus(operand=operand):
            return operand
        case Arithmetic(operator="-" | "/", left=left, right=right) if multiple(node)[1] is node:
            return replace(node, left=right, right=left)
        case Application(name="percent_change", arguments=(new, old)):
            return replace(node, arguments=(old, new))
        case Application(name="about" | "mean" | "sum", arguments=(first, *rest)):
            return replace(node, arguments=(_exchanged(first), *rest))
        case _:
            return Minus(node)
