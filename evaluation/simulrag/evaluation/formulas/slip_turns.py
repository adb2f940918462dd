"""Slips of what is exchanged, turned, denied or forgotten."""

import ast
import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from simulrag.evaluation.formulas.slip_sheet import Edits, Run, Sheet, constant, number
from simulrag.evaluation.formulas.slip_words import named

_OPPOSITE = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
_EXTREMES = {"max": "min", "min": "max", "argmax": "argmin", "argmin": "argmax",
             "low": "high", "high": "low"}  # fmt: skip
_COUNTING = ("count", "rank", "first")


def swaps(sheet: Sheet) -> Iterator[Edits]:
    for one, other in combinations(sheet.runs, 2):
        for name in sorted(one.arguments.keys() & other.arguments.keys()):
            yield sheet.exchanged(one.arguments[name], other.arguments[name])
        if one.function is other.function and one.names_only():
            yield sheet.exchanged(one.node, other.node)
    for node in sheet.nodes(ast.BinOp):
        if (
            isinstance(node.op, ast.Sub | ast.Div)
            and not number(node.left)
            and not number(node.right)
        ):
            yield sheet.exchanged(node.left, node.right)
    for call in sheet.calls("percent_change"):
        yield sheet.exchanged(call.args[0], call.args[1])
    compared = [n for n, _ in sheet.numbers() if sheet.is_side(n)]
    for one, other in combinations(compared, 2):
        if sheet.above(one, ast.Compare) is not sheet.above(other, ast.Compare):
            yield sheet.exchanged(one, other)


def comparisons(sheet: Sheet) -> Iterator[Edits]:
    for node in sheet.nodes(ast.Compare):
        signs, sides = sheet.signs(node), (node.left, node.comparators[-1])
        ends = [number(side) for side in sides]
        fixed = [end or constant(side) for end, side in zip(ends, sides, strict=True)]
        between = len(signs) > 1 and all(fixed)
        if not between and any(sign in _OPPOSITE for sign in signs):
            yield [(node, sheet.compared(node, [_OPPOSITE.get(sign, sign) for sign in signs]))]
        counts = re.search(rf"\b(?:{'|'.join(_COUNTING)})\(", sheet.source(node))
        if len(signs) == 1 and not counts and any(float(end) for end in ends if end):
            yield [(node, sheet.compared(node, ["=="]))]
        if len(signs) == 1 and counts:
            strict = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
            yield [(node, sheet.compared(node, [strict.get(signs[0], signs[0])]))]
        yield from _unequal(sheet, node, signs)
    for old, new in _EXTREMES.items():
        yield from ([(call.func, new)] for call in sheet.calls(old))


def _unequal(sheet: Sheet, node: ast.Compare, signs: Sequence[str]) -> Iterator[Edits]:
    """Return limits where a number is stated: "about 30" taken for "more than 30"."""
    amount = sheet.amount(node)
    if signs == ["=="] and (printed := number(amount)) and float(printed):
        left = sheet.source(node.left)
        yield from ([(node, f"{left} {sign} {printed}")] for sign in ("<", ">"))


def negations(sheet: Sheet) -> Iterator[Edits]:
    for node in sheet.nodes(ast.UnaryOp):
        if isinstance(node.op, ast.Not):
            yield [(node, f"({sheet.source(node.operand)})")]
    for node in sheet.nodes(ast.Compare):
        signs = sheet.signs(node)
        if len(signs) == 1 and signs[0] in ("==", "!="):
            yield [(node, sheet.compared(node, ["!=" if signs[0] == "==" else "=="]))]
        elif not isinstance(sheet.parent(node), ast.UnaryOp):
            yield [(node, f"not ({sheet.source(node)})")]
    for old, new in (("all", "any"), ("any", "all")):
        for call in sheet.calls(old):
            yield from ([(call.func, new)], [(call, f"not {sheet.source(call)}")])


def conjuncts(sheet: Sheet) -> Iterator[Edits]:
    for node in sheet.nodes(ast.BoolOp):
        word = " and " if isinstance(node.op, ast.And) else " or "
        for gone in (value for value in node.values if not _said_anyway(sheet, value)):
            kept = [f"({sheet.source(v)})" for v in node.values if v is not gone]
            said = word.join(kept)
            inner = len(kept) > 1 and sheet.parent(node) is not None
            yield [(node, f"({said})" if inner else said)]
    for node in sheet.nodes(ast.Compare):
        sides, signs = [sheet.source(s) for s in (node.left, *node.comparators)], sheet.signs(node)
        if len(signs) == 2 and not _said_anyway(sheet, node):
            yield [(node, f"{sides[0]} {signs[0]} {sides[1]}")]
            yield [(node, f"{sides[1]} {signs[1]} {sides[2]}")]
    for run in sheet.runs:
        yield from ([(run.node, sheet.without(run, name))] for name in _optional(sheet, run))


def _optional(sheet: Sheet, run: Run) -> list[str]:
    """Return the arguments that a run can do without although the text prints them."""
    given = [p for p in run.function.parameters if not p.required and p.name in run.arguments]
    return [
        p.name
        for p in given
        if named(sheet.text, number(run.arguments[p.name]) or constant(run.arguments[p.name]), p)
    ]


def _said_anyway(sheet: Sheet, limit: ast.expr) -> bool:
    """Tell limits that hold anyway: a number well within them is stated of the same value."""
    if not isinstance(limit, ast.Compare) or len(limit.comparators) != 2:
        return False
    low, high = number(limit.left), number(limit.comparators[1])
    over, value = sheet.parent(limit), sheet.source(limit.comparators[0])
    if not (low and high and isinstance(over, ast.BoolOp) and isinstance(over.op, ast.And)):
        return False
    stated = [v for v in over.values if isinstance(v, ast.Compare) and sheet.signs(v) == ["=="]]
    centres = [number(sheet.amount(v)) for v in stated if sheet.source(v.left) == value]
    return any(float(low) < float(centre) < float(high) for centre in centres if centre)
