"""A formula and its `let` as Python's trees, and edits of their text at the nodes."""

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from simulrag.evaluation.formulas import slip_words as words
from simulrag.evaluation.formulas.slip_meaning import declared, parameter_of
from simulrag.simulators.interface import Function, Output, Parameter
from simulrag.simulators.registry import Registry

#: A node, and what is written in its place.
Edit = tuple[ast.expr, str]
Edits = Sequence[Edit]
_N = TypeVar("_N", bound=ast.AST)
_PLAIN = str.maketrans("−–“”„‘’\n\r\t\u00a0", '--"""\'\'    ')
_SIGNS: Mapping[type[ast.cmpop], str] = {
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Run:
    """A call of a simulator's function, where it is written."""

    node: ast.Call
    function: Function
    arguments: Mapping[str, ast.expr]

    def names_only(self) -> bool:
        """Tell a run whose arguments are all literals, which can stand anywhere."""
        return not any(
            isinstance(n, ast.Name) for a in self.arguments.values() for n in ast.walk(a)
        )


def constant(node: ast.expr) -> object:
    """Return the value of a literal, else None."""
    return node.value if isinstance(node, ast.Constant) else None


def number(node: ast.expr) -> str:
    """Return a number as Python says it, with its sign; empty for what is none."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = number(node.operand)
        return f"-{inner}" if inner else ""
    value = constant(node)
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else ""


def quoted(value: str) -> str:
    """Return a text as a formula writes it."""
    return f'"{value}"'


class Sheet:
    """The parts of a formula that say something; parts of `let` that nothing names are left out."""

    def __init__(self, text: str, formula: str, let: Mapping[str, str], registry: Registry) -> None:
        self.text = text
        self._given = formula, dict(let)
        self._registry = registry
        self._sources: dict[str, str] = {}
        self._trees: dict[str, ast.expr] = {}
        self._part: dict[ast.AST, str] = {}
        self._parents: dict[ast.AST, ast.AST] = {}
        self._read("", formula)

    def _read(self, part: str, written: str) -> None:
        """Take in a part and the parts of `let` that it names."""
        source = written.translate(_PLAIN).replace("≥", ">=").replace("≤", "<=").strip()
        self._sources[part] = source.replace("≠", "!=")
        self._trees[part] = ast.parse(self._sources[part], mode="eval").body
        for node in ast.walk(self._trees[part]):
            self._part[node] = part
            self._parents.update((child, node) for child in ast.iter_child_nodes(node))
            name = node.id if isinstance(node, ast.Name) else ""
            if name in self._given[1] and name not in self._sources:
                self._read(name, self._given[1][name])

    # --- finding -----------------------------------------------------------------------------

    def nodes(self, kind: type[_N]) -> list[_N]:
        """Return the nodes of a kind."""
        return [n for tree in self._trees.values() for n in ast.walk(tree) if isinstance(n, kind)]

    def parent(self, node: ast.AST) -> ast.AST | None:
        """Return the node directly above."""
        return self._parents.get(node)

    def above(self, node: ast.AST, kind: type[_N]) -> _N | None:
        """Return the nearest node of a kind above a node."""
        over = self._parents.get(node)
        while over is not None and not isinstance(over, kind):
            over = self._parents.get(over)
        return over

    def calls(self, name: str) -> list[ast.Call]:
        """Return the uses of a function of the language."""
        found = [n for n in self.nodes(ast.Call) if isinstance(n.func, ast.Name)]
        return [n for n in found if isinstance(n.func, ast.Name) and n.func.id == name]

    def numbers(self) -> Iterator[tuple[ast.expr, str]]:
        """Return the numbers with their signs, as they are written."""
        for node in self.nodes(ast.expr):
            over = self.parent(node)
            if number(node) and not (isinstance(over, ast.expr) and number(over)):
                yield node, self.source(node).replace(" ", "").replace("_", "")

    def texts(self) -> list[tuple[ast.expr, str]]:
        """Return the texts that stand in the formula."""
        found = [(n, n.value) for n in self.nodes(ast.Constant)]
        return [(node, value) for node, value in found if isinstance(value, str)]

    @cached_property
    def values(self) -> frozenset[object]:
        """What the formula names: texts, and numbers without their signs."""
        return frozenset(
            [*(v for _, v in self.texts()), *(abs(float(n)) for _, n in self.numbers())]
        )

    @cached_property
    def runs(self) -> tuple[Run, ...]:
        """The runs, in the order in which they are written."""
        found = [(node, self._function(node)) for node in self.nodes(ast.Call)]
        return tuple(
            Run(node, function, {str(k.arg): k.value for k in node.keywords})
            for node, function in found
            if function
        )

    def _function(self, node: ast.AST) -> Function | None:
        """Return the function whose run a node is, also by a name of `let`."""
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=simulator), attr=name)):
                return declared(self._registry, simulator, name)
            case ast.Call(func=ast.Attribute(value=inner, attr="part")):
                return self._function(inner)
            case ast.Name(id=name) if name in self._trees:
                return self._function(self._trees[name])
            case _:
                return None

    def outputs(self, within: ast.AST | None = None) -> list[tuple[ast.Attribute, Function]]:
        """Return the outputs that are named, with the functions that have them."""
        every = self.nodes(ast.Attribute)
        if within is not None:
            every = [n for n in self._below(within) if isinstance(n, ast.Attribute)]
        return [(n, f) for n in every if (f := self._function(n.value))]

    def _below(self, node: ast.AST) -> Iterator[ast.AST]:
        """Return a node and all below it, also what names of `let` stand for."""
        for one in ast.walk(node):
            yield one
            if isinstance(one, ast.Name) and one.id in self._trees:
                yield from self._below(self._trees[one.id])

    def owner(self, node: ast.AST) -> Parameter | None:
        """Return the parameter of a run that a literal is given to."""
        keyword = self.above(node, ast.keyword)
        run = next((r for r in self.runs if keyword in r.node.keywords), None)
        return parameter_of(run.function, str(keyword.arg)) if run and keyword else None

    def parameter_with(self, value: str) -> Parameter | None:
        """Return a parameter of the runs that has a value as a choice."""
        every = (p for run in self.runs for p in run.function.parameters)
        return next((p for p in every if value in p.choices), None)

    def declared_beside(self, node: ast.AST) -> list[Output]:
        """Return the outputs in the comparison that a node stands in."""
        compare = self.above(node, ast.Compare)
        found = self.outputs(compare) if compare else []
        return [o for a, f in found for o in f.outputs if o.name == a.attr]

    def labels_beside(self, node: ast.AST) -> list[list[str]]:
        """Return the lists of labels that a text beside them may come from."""
        compare = self.above(node, ast.Compare)
        if compare is None or self.parent(node) is not compare:
            return []
        bands = [n for n in ast.walk(compare) if isinstance(n, ast.Dict)]
        lists = [[str(constant(k)) for k in one.keys if k] for one in bands]
        return lists + [list(o.choices) for o in self.declared_beside(node) if o.choices]

    def units_beside(self, node: ast.AST) -> set[str]:
        """Return the units that a compared number may be in, none where that is no output's."""
        compare = self.above(node, ast.Compare)
        if compare is None or not self.is_side(node):
            return set()
        said = self.source(compare)
        if "percent_change(" in said:
            return {"percent"}
        mixed = re.search(r"[*/]|\b(count|rank|log|quantity)\(", said)
        return set() if mixed else {one.unit for one in self.declared_beside(node)}

    def is_side(self, node: ast.AST) -> bool:
        """Tell a number that is a whole side of a comparison, or stands there in `about`."""
        over = self.parent(node)
        about = isinstance(over, ast.Call) and self.source(over.func) == "about"
        return isinstance(over, ast.Compare) or about

    def is_year(self, node: ast.AST) -> bool:
        """Tell a number that is a calendar year."""
        if parameter := self.owner(node):
            return parameter.kind == "year"
        over, compare = self.parent(node), self.above(node, ast.Compare)
        value = abs(float(number(node) or 0)) if isinstance(node, ast.expr) else 0
        if isinstance(over, ast.Call) and self.source(over.func) in ("years", "at"):
            return value >= 1800
        said = self.source(compare) if compare else ""
        timed = re.search(r"exceedance_year|argm|first\(|when_max", said)
        return bool(timed) and 1800 <= value <= 2200

    def unlikely(self, old: object, new: object, parameter: Parameter | None = None) -> bool:
        """Tell whether no reader could honestly take the new value for the old one."""
        one, other = (words.named(self.text, value, parameter) for value in (old, new))
        return new in self.values or not words.either(self.text, one, other)

    # --- writing -----------------------------------------------------------------------------

    def source(self, node: ast.AST) -> str:
        """Return the text of a node."""
        return ast.get_source_segment(self._sources[self._part[node]], node) or ""

    def signs(self, node: ast.Compare) -> list[str]:
        """Return the operators of a comparison."""
        return [_SIGNS.get(type(op), "==") for op in node.ops]

    def compared(self, node: ast.Compare, signs: Sequence[str]) -> str:
        """Return a comparison with other operators; `about` stands only beside == and !=."""
        sides = [self._bare(side, signs) for side in (node.left, *node.comparators)]
        rest = [f"{sign} {side}" for sign, side in zip(signs, sides[1:], strict=True)]
        return " ".join([sides[0], *rest])

    def amount(self, node: ast.Compare) -> ast.expr:
        """Return what a comparison ends in, without `about`."""
        side = node.comparators[-1]
        about = isinstance(side, ast.Call) and self.source(side.func) == "about"
        return side.args[0] if isinstance(side, ast.Call) and about else side

    def _bare(self, side: ast.expr, signs: Sequence[str]) -> str:
        match side:
            case ast.Call(func=ast.Name(id="about"), args=[inner]) if not {"==", "!="} & {*signs}:
                return self.source(inner)
            case _:
                return self.source(side)

    def without(self, run: Run, name: str) -> str:
        """Return a run without one of its arguments."""
        kept = [f"{n}={self.source(v)}" for n, v in run.arguments.items() if n != name]
        return f"{self.source(run.node.func)}({', '.join(kept)})"

    def exchanged(self, one: ast.expr, other: ast.expr) -> Sequence[Edit]:
        """Return the edits that put two nodes in each other's places."""
        said = [f"({self.source(n)})" if isinstance(n, ast.BinOp) else self.source(n)
                for n in (one, other)]  # fmt: skip
        return [(one, said[1]), (other, said[0])]

    def edited(self, edits: Sequence[Edit]) -> tuple[str, dict[str, str]]:
        """Return the formula and its `let` with nodes written anew, the last ones first."""
        parts = {part: source.encode() for part, source in self._sources.items()}
        for node, new in sorted(edits, key=lambda edit: -edit[0].col_offset):
            part, end = self._part[node], node.end_col_offset or 0
            parts[part] = parts[part][: node.col_offset] + new.encode() + parts[part][end:]
        written = {part: source.decode() for part, source in parts.items()}
        return written.pop(""), {**self._given[1], **written}
