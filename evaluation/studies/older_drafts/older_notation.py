"""Translates formulas of an older notation, which has helpers that today's says by operators.

Tolerances of its labels are written out where today's outputs declare others.
"""

import ast
import json
from collections.abc import Mapping, Sequence
from typing import cast

from simulrag.simulators.interface import Call, Function
from simulrag.simulators.registry import Registry
from simulrag.verifier.older_arguments import todays_arguments

#: What the labels take "about" to mean where outputs declare more: for weeks, and for shares.
WEEKS, SHARE_POINTS = "0.5", "2"


class NoCounterpart(Exception):
    """A part of the older notation that today's language does not have."""


def translated(old: str, let: Mapping[str, str], registry: Registry) -> tuple[str, dict[str, str]]:
    """Return a formula of the older notation and its names in today's. Raises NoCounterpart."""
    names = {name: ast.parse(part, mode="eval").body for name, part in let.items()}
    parts = ".parts[" in old or "_in_" in old

    def today(text: str) -> str:
        changed = _Today(text, names, registry, parts=parts).visit(ast.parse(text, mode="eval"))
        return ast.unparse(ast.fix_missing_locations(changed))

    return today(old), {name: today(part) for name, part in let.items()}


class _Today(ast.NodeTransformer):
    """Rewrites a tree; numbers and texts become names that print as they were printed.

    parts: whether anything is said of a part of a run; where not, runs are not told to keep them.
    """

    def __init__(
        self, old: str, let: Mapping[str, ast.expr], registry: Registry, *, parts: bool
    ) -> None:
        self._old = old
        self._let = let
        self._registry = registry
        self._parts = parts

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        if isinstance(node.value, str):
            return ast.Name(json.dumps(node.value, ensure_ascii=False))
        return ast.Name(ast.get_source_segment(self._old, node) or repr(node.value))

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        match node.value:
            case ast.Attribute(value=run, attr="parts"):
                part = ast.Attribute(self.visit(run), "part")
                return ast.Call(part, [self.visit(node.slice)], [])
            case _:
                raise NoCounterpart(f"a subscript: {ast.unparse(node)}")

    def visit_ListComp(self, node: ast.ListComp) -> ast.expr:
        raise NoCounterpart(f"a list of computed points: {ast.unparse(node)}")

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        match node:
            case ast.Compare(left=ast.Call() as low, ops=[ast.LtE(), ast.LtE()]) if _about(low):
                return self._between(low, node)
            case ast.Compare(left=left, ops=[ast.Eq()], comparators=[ast.Call() as right]):
                return self._equal(left, node) if _about(right) else self._general(node)
            case _:
                return self._general(node)

    def _general(self, node: ast.expr) -> ast.expr:
        return cast("ast.expr", super().generic_visit(node))

    def _equal(self, left: ast.expr, node: ast.Compare) -> ast.expr:
        within = self._tolerance(left)
        changed = self._general(node)
        match changed:
            case ast.Compare(comparators=[ast.Call() as about]) if within:
                about.keywords.append(ast.keyword("within", ast.Name(within)))
            case _:
                pass
        return changed

    def _between(self, low: ast.expr, node: ast.Compare) -> ast.expr:
        """about(a) <= x <= about(b): x is about either, or between them."""
        value, high = node.comparators
        near = [ast.Compare(value, [ast.Eq()], [end]) for end in (low, high)]
        ends = [end.args[0] for end in (low, high) if isinstance(end, ast.Call)]
        inside = ast.Compare(ends[0], [ast.LtE(), ast.LtE()], [value, ends[1]])
        text = ast.unparse(ast.BoolOp(ast.Or(), [*near, inside]))
        again = _Today(text, self._let, self._registry, parts=self._parts)
        return again.visit(ast.parse(text, mode="eval").body)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        match node:
            case ast.Call(func=ast.Name(id=name)):
                return self._helper(name, node)
            case ast.Call(func=ast.Attribute(value=ast.Name(id=simulator), attr=function)):
                called = self._function(simulator, function)
                layout = {
                    name
                    for one in called.parameters
                    for name in one.selection.parts_with
                    if not self._parts
                }
                objects = _objects(called, node.keywords, self._registry)
                kept = [
                    ast.keyword(one.arg, ast.Name(objects[one.arg])) if one.arg in objects else one
                    for one in node.keywords
                    if one.arg not in layout
                ]
                return self._general(ast.Call(node.func, node.args, kept))
            case _:
                return self._general(node)

    def _helper(self, name: str, node: ast.Call) -> ast.expr:
        unit = node.args[1] if name == "q" else None
        arguments = [self.visit(argument) for argument in node.args]
        match name, arguments:
            case "q", [number, _] if isinstance(unit, ast.Constant) and unit.value == "week":
                return ast.Call(ast.Name("weeks"), [number], [])
            case "q", [number, written]:
                return ast.Call(ast.Name("quantity"), [number, written], [])
            case "date", [day]:
                return day
            case "factor", [growth]:
                times = ast.BinOp(growth, ast.Div(), ast.Name("100"))
                return ast.BinOp(times, ast.Add(), ast.Name("1"))
            case "share", [part, whole]:
                hundred = ast.BinOp(ast.Name("100"), ast.Mult(), part)
                return ast.BinOp(hundred, ast.Div(), whole)
            case "residents", _:
                raise NoCounterpart("residents(...): no output says how many live in a state")
            case _:
                keywords = [ast.keyword(k.arg, self.visit(k.value)) for k in node.keywords]
                return ast.Call(node.func, arguments, keywords)

    def _tolerance(self, left: ast.expr) -> str:
        match left:
            case ast.Call(func=ast.Name(id="share")):
                return SHARE_POINTS
            case ast.Attribute(value=ast.Name(id=name), attr=output) if name in self._let:
                return WEEKS if self._unit(self._let[name], output) == "week" else ""
            case _:
                return ""

    def _unit(self, run: ast.expr, output: str) -> str:
        match run:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=simulator), attr=function)):
                known = self._function(simulator, function).outputs
                return next((one.unit for one in known if one.name == output), "")
            case _:
                return ""

    def _function(self, simulator: str, function: str) -> Function:
        call = Call(simulator=simulator, function=function, arguments={})
        return self._registry.function(call)


def _objects(
    function: Function, given: Sequence[ast.keyword], registry: Registry
) -> dict[str | None, str]:
    """Return the arguments that are objects, as they are written today."""
    names = {one.name for one in function.parameters if one.kind == "objects"}
    literal = {k.arg: k.value for k in given if k.arg in names or isinstance(k.value, ast.Constant)}
    plain = {str(name): ast.literal_eval(value) for name, value in literal.items()}
    made = todays_arguments(function, plain, registry)
    return {name: json.dumps(made[name], ensure_ascii=False) for name in names & plain.keys()}


def _about(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "about"
    )
