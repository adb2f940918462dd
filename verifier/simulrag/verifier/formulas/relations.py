"""How a formula orders its sides, and how a text orders a value against a printed number."""

from dataclasses import dataclass

from simulrag.verifier.formulas import lexicon
from simulrag.verifier.formulas.literals import Atom, Literal, RunOutput
from simulrag.verifier.formulas.mentions import Mentions
from simulrag.verifier.formulas.syntax import (
    Application,
    Arithmetic,
    Each,
    Minus,
    Node,
    Number,
    Output,
    walk,
)

#: Operator -> the signs of the left side minus the right that it allows.
RELATIONS = {
    ">": frozenset((1,)), ">=": frozenset((0, 1)), "<": frozenset((-1,)),
    "<=": frozenset((-1, 0)), "==": frozenset((0,)), "!=": frozenset((-1, 1)),
}  # fmt: skip
_FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
#: Words that may stand between a comparator and its number.
_FILLERS = frozenset(("a", "an", "the", "about", "around", "some", "of", "by", "to", "as", "-",
                      "~", "roughly", "level", "mark", "only", "just", "its", "end", "start", "on",
                      "this", "that", "mid", "early", "late", "full", "week",
                      "ending"))  # fmt: skip


@dataclass(frozen=True)
class Claimed:
    """What is claimed: signs of a difference of two sides, or operators that a number allows."""

    plus: tuple[RunOutput, ...] = ()
    minus: tuple[RunOutput, ...] = ()
    signs: frozenset[int] = frozenset()
    operators: frozenset[str] = frozenset()
    words: str = ""


def claimed(atom: Atom) -> Claimed | None:
    """Return which side of a comparison is the greater; None where it orders nothing."""
    if atom.left_outputs and atom.right_outputs:
        if set(atom.left_outputs) & set(atom.right_outputs):
            return None
        return Claimed(atom.left_outputs, atom.right_outputs, RELATIONS[atom.operator])
    value, other, operator = atom.left, atom.right, atom.operator
    if not atom.left_outputs:
        value, other, operator = atom.right, atom.left, _FLIPPED[operator]
    constant = _constant(other)
    if isinstance(value, Minus) and constant is not None:
        value, constant, operator = value.operand, -constant, _FLIPPED[operator]
    parts = _parts(value, {o.name: o for o in atom.outputs}, atom.outputs)
    if constant is None or parts is None:
        return None
    plus, minus, pivot = parts
    signs = _signs(operator, constant - pivot)
    return None if signs is None else Claimed(plus, minus, signs)


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
    match node:
        case Number(value=value):
            return value
        case Minus(operand=operand):
            value = _constant(operand)
            return None if value is None else -value
        case Application(name="about" | "quantity" | "days" | "weeks", arguments=(first, *_)):
            return _constant(first)
        case _:
            return None


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
                if operator == "/" and any(is_change(one) for one in plus + minus):
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
    return declared is not None and (declared.is_change or bool(declared.changes_of))


def _held(node: Node, outputs: tuple[RunOutput, ...]) -> tuple[RunOutput, ...]:
    inside = {(one.run, one.name) for one in walk(node) if isinstance(one, Output)}
    return tuple(one for one in outputs if (one.call, one.name) in inside)


def printed_operator(text: Mentions, first: int, literal: Literal) -> Claimed | None:
    """Return which operators the words beside a printed number allow; None where none stand."""
    number = next((n for n in text.numbers if n.first == first), None)
    end = number.end if number else first + 1
    if number is not None and isinstance(literal.value, float):
        size = abs(literal.value)
        if not any(abs(size - v) <= 0.02 * size for v in (number.value, 100 * number.value)):
            return None
    for hit in text.of("comparator"):
        words = text.printed(hit.first, hit.end).lower()
        if number is None and words in lexicon.REACHING:
            continue
        trailing = words.startswith(lexicon.TRAILING)
        near = end <= hit.first <= end + 1 if trailing else _leads(text, hit.end, first)
        if near and not _outdone(text, hit.first, hit.end, first, trailing=trailing):
            return _allowed(text, hit.first, hit.meaning.name, words, literal)
    return None


def _leads(text: Mentions, end: int, first: int) -> bool:
    between = text.tokens[end:first]
    return end <= first and len(between) <= 3 and all(one.plain in _FILLERS for one in between)


def _outdone(text: Mentions, first: int, end: int, number: int, *, trailing: bool) -> bool:
    """Tell whether a longer comparator, or one closer to the number, stands there as well."""
    for other in text.of("comparator"):
        if other.first <= first and end <= other.end and other.end - other.first > end - first:
            return True
        if not trailing and end < other.end <= number and other.first >= end:
            return True
    return False


def _reach(text: Mentions, first: int) -> int:
    return 1 if text.tokens[first].plain in ("no", "none") else 4


def _allowed(
    text: Mentions, first: int, operator: str, words: str, literal: Literal
) -> Claimed | None:
    if isinstance(literal.value, float) and literal.value < 0:
        operator = _FLIPPED[operator]
    signs = RELATIONS[operator]
    if words in ("nearly", "almost", "even", "within"):
        return None
    denied = [hit for hit in text.of("negation") if _reach(text, hit.first) > 1]
    before = [hit for hit in text.of("negation") if first - _reach(text, hit.first) <= hit.first
              and hit.end <= first]  # fmt: skip
    if before:
        denied.clear()
        signs = frozenset((-1, 0, 1)) - signs
        words = f"{text.printed(before[-1].first, before[-1].end)} ... {words}"
    if any(hit.end <= first for hit in denied):
        return None  # what is denied further ahead may turn the limit or not
    side = 1 if 1 in signs else -1
    operators = {">", ">="} if side == 1 else {"<", "<="}
    if words in lexicon.NEARLY or operator in (">=", "<=") or literal.approximate:
        operators |= {"=="}
    return Claimed(operators=frozenset(operators), words=words)
