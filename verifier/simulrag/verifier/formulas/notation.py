"""Reads formulas: a small part of Python's expressions, parsed and never executed.

`ast.parse` builds the tree; every node of it must stand on a short list, or the formula is refused
with what would be valid. Names of `let` are expanded, so that what follows sees the whole formula.
"""

import ast
import difflib
import keyword
import math
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock

from simulrag.simulators.arguments import shown
from simulrag.verifier.formulas.language import LISTS, OPERATIONS, Operation
from simulrag.verifier.formulas.syntax import (
    Application,
    Arithmetic,
    Bands,
    Call,
    Comparison,
    Each,
    Fields,
    Flag,
    Formula,
    FormulaError,
    Items,
    Junction,
    Listing,
    Minus,
    Node,
    Not,
    Number,
    Output,
    ParameterName,
    Text,
    Variable,
    is_truth,
)

#: Longest formula or part of `let`, characters; most parts of `let`; nodes once it is expanded.
LONGEST, MOST_NAMES, MOST_NODES = 4_000, 40, 2_000
#: Deepest nesting of an expanded formula.
DEEPEST = 60

_TYPOGRAPHY = str.maketrans(
    {"−": "-", "–": "-", "≥": ">=", "≤": "<=", "≠": "!=", "“": '"', "”": '"', "„": '"',
     "‘": "'", "’": "'", "\n": " ", "\r": " ", "\t": " ", "\u00a0": " "}
)  # fmt: skip
_COMPARISONS: Mapping[type[ast.cmpop], str] = {
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
}  # fmt: skip
_ARITHMETIC: Mapping[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/",
}  # fmt: skip
#: Texts; within them a backslash may stand before a quote or another backslash only.
_STRINGS = re.compile(r"\"(?:[^\"\\]|\\[\"'\\])*\"|'(?:[^'\\]|\\[\"'\\])*'")
#: What Python's own reader would warn of or take for something else: escapes, comments, "1or 2".
_FOREIGN = re.compile(r"\\|#|(?<![\w.])\d[\d_.]*(?![\d_.]|[eE][-+]?\d)[^\W\d]")


def parse(text: str, let: Mapping[str, str] | None = None) -> Formula:
    """Return the formula that a text says. `let`: names -> the parts they stand for.

    Raises FormulaError for what is not in the language, with what is.
    """
    macros = dict(let or {})
    if len(macros) > MOST_NAMES:
        raise FormulaError(f"let has {len(macros)} names; at most {MOST_NAMES} are allowed")
    for name in macros:
        _check_name(name)
    reader = _Reader({name: _tree(part, f"let {name}") for name, part in macros.items()})
    tree = _tree(text, "the formula")
    root = reader.read(tree.expression, tree.source)
    if isinstance(root, Call):
        raise FormulaError(
            f"the formula names a run and none of its outputs; write {root.simulator}."
            f"{root.function}(...).OUTPUT"
        )
    if isinstance(root, Text | Flag | Items | Fields | Listing | Bands | ParameterName):
        raise FormulaError(f"{shown(text)} says nothing; compare an output, or name one to compute")
    return Formula(text=text, root=root, let=macros)


@dataclass(frozen=True, slots=True)
class _Tree:
    source: bytes
    expression: ast.expr


#: CPython counts the depth of a tree for all threads together, and raises SystemError where two
#: make one at once (python/cpython#106905).
_PARSER = Lock()


@lru_cache(maxsize=1024)
def _tree(text: str, what: str) -> _Tree:
    if len(text) > LONGEST:
        raise FormulaError(f"{what} has {len(text)} characters; at most {LONGEST} are allowed")
    source = text.translate(_TYPOGRAPHY).strip()
    if not source:
        raise FormulaError(f"{what} is empty; write for example {_EXAMPLE}")
    bare = _STRINGS.sub(lambda held: '"' * len(held[0]), source)
    if (found := _FOREIGN.search(bare)) or not bare.isascii():
        strange = found[0] if found else next(c for c in bare if not c.isascii())
        raise FormulaError(f"{what} holds {strange!r}, which the language does not have")
    try:
        with _PARSER:
            body = ast.parse(source, mode="eval").body
        return _Tree(source.encode(), body)
    except SyntaxError as error:
        raise FormulaError(f"{what} cannot be read: {_explained(source, error)}") from None
    except (ValueError, RecursionError, MemoryError):
        raise FormulaError(f"{what} is nested too deeply") from None


_EXAMPLE = 'climate.global_temperature(year=2050, scenario="ssp245").global_warming > 1.5'


def _explained(source: str, error: SyntaxError) -> str:
    """Return what is wrong, with the corrected text where only parentheses are missing."""
    start, end = (error.offset or 1) - 1, (error.end_offset or 0) - 1
    if "must be parenthesized" in error.msg and end > start:
        mended = f"{source[:start]}({source[start:end]}){source[end:]}"
        return f"a list by `for` beside other arguments stands in parentheses: {mended}"
    return f"{error.msg} at character {start + 1}: {shown(source[max(0, start - 20) : start + 20])}"


def _check_name(name: str) -> None:
    own = (*OPERATIONS, *LISTS, *keyword.kwlist)
    if not name.isidentifier() or not name.isascii() or name in own:
        raise FormulaError(
            f"let names {shown(name)}; a name is letters and digits, none of the language's own"
        )


class _Reader:
    """Turns Python's tree into ours, with the names of `let` expanded where they stand."""

    def __init__(self, macros: Mapping[str, _Tree]) -> None:
        self._macros = macros
        self._expanded: dict[str, tuple[Node, int, int]] = {}
        self._expanding: list[str] = []
        self._bound: list[str] = []
        #: Names that `for` binds around the part of `let` that is being read.
        self._outside: tuple[str, ...] = ()
        self._nodes = 0
        self._depth = 0
        self._deepest = 0
        self._source = b""

    def read(self, tree: ast.expr, source: bytes) -> Node:
        before, self._source = self._source, source
        try:
            return self._node(tree)
        finally:
            self._source = before

    def _node(self, tree: ast.expr) -> Node:
        self._nodes += 1
        self._depth += 1
        self._deepest = max(self._deepest, self._depth)
        if self._nodes > MOST_NODES:
            raise FormulaError(f"the formula has more than {MOST_NODES} parts; say less at a time")
        if self._depth > DEEPEST:
            raise FormulaError(f"the formula is nested more than {DEEPEST} deep")
        try:
            return self._made(tree)
        finally:
            self._depth -= 1

    def _made(self, tree: ast.expr) -> Node:
        match tree:
            case ast.Constant(value=bool() as flag):
                return Flag(flag)
            case ast.Constant(value=int() | float() as value):
                return self._number(tree, value)
            case ast.Constant(value=str() as text):
                return _text(text)
            case ast.Name(id=name):
                return self._named(name)
            case ast.Call():
                return self._call(tree)
            case ast.Attribute():
                return self._attribute(tree)
            case ast.List(elts=items) | ast.Tuple(elts=items):
                return Items(tuple(self._node(item) for item in items))
            case ast.GeneratorExp() | ast.ListComp():
                return self._each(tree)
            case ast.Dict():
                return self._object(tree)
            case _:
                return self._operator(tree)

    def _operator(self, tree: ast.expr) -> Node:
        match tree:
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                node = self._value(operand)
                if isinstance(node, Number) and not node.printed.startswith("-"):
                    return Number(-node.value, f"-{node.printed}")
                return Minus(node)
            case ast.UnaryOp(op=ast.UAdd(), operand=operand):
                return self._value(operand)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return Not(self._truth(operand))
            case ast.BinOp(left=left, op=operator, right=right) if type(operator) in _ARITHMETIC:
                sign = _ARITHMETIC[type(operator)]
                return Arithmetic(sign, self._value(left), self._value(right))
            case ast.BoolOp(op=operator, values=values):
                sign = "and" if isinstance(operator, ast.And) else "or"
                return Junction(sign, tuple(self._truth(value) for value in values))
            case ast.Compare():
                return self._comparison(tree)
            case _:
                raise FormulaError(
                    f"{shown(self._said(tree))} is not in the language: it has numbers, texts, "
                    "runs, + - * /, comparisons, and, or, not, and its own functions"
                )

    def _said(self, tree: ast.AST) -> str:
        if not isinstance(tree, ast.expr):
            return type(tree).__name__
        # Python counts columns in bytes.
        return self._source[tree.col_offset : tree.end_col_offset].decode()

    def _number(self, tree: ast.expr, value: float) -> Number:
        try:
            finite = math.isfinite(float(value))
        except OverflowError:
            finite = False
        if not finite:
            raise FormulaError(f"{shown(self._said(tree))} is no finite number")
        return Number(float(value), self._said(tree))

    def _named(self, name: str) -> Node:
        if name in self._bound:
            return Variable(name)
        if name in self._macros:
            return self._macro(name)
        if name in LISTS:
            return Listing(name)
        if self._expanding and name in self._outside:
            raise FormulaError(
                f"let {self._expanding[-1]} names {name}, which `for` binds; write out that part "
                "under the `for`"
            )
        raise FormulaError(
            f"name {shown(name)} is unknown{_nearest(name, (*self._bound, *self._macros, *LISTS))};"
            " texts stand in quotes, runs are simulator.function(...), other names come from `for` "
            "or `let`"
        )

    def _macro(self, name: str) -> Node:
        """Return what a name of `let` stands for; counted as often as it stands there."""
        if name in self._expanding:
            raise FormulaError(f"let {name} is defined by itself: {' -> '.join(self._expanding)}")
        if name in self._expanded:
            node, count, height = self._expanded[name]
            self._nodes += count
            if self._nodes > MOST_NODES or self._depth + height > DEEPEST:
                raise FormulaError(f"the formula has more than {MOST_NODES} parts once let expands")
            return node
        before, outer, deepest = self._nodes, self._bound, self._deepest
        around, self._outside = self._outside, (*self._outside, *outer)
        self._expanding.append(name)
        self._bound, self._deepest = [], self._depth
        node = self.read(self._macros[name].expression, self._macros[name].source)
        height = self._deepest - self._depth
        self._bound, self._deepest = outer, max(deepest, self._deepest)
        self._expanding.pop()
        self._outside = around
        self._expanded[name] = node, self._nodes - before, height
        return node

    def _value(self, tree: ast.expr) -> Node:
        """Return a node that has a value, not a truth, a list or a run."""
        node = self._node(tree)
        others = Call | Items | Fields | Each | Listing | Bands | Flag
        if is_truth(node) or isinstance(node, others):
            wanted = "one of its outputs" if isinstance(node, Call) else "a value"
            raise FormulaError(f"{shown(self._said(tree))} stands where {wanted} should")
        return node

    def _truth(self, tree: ast.expr) -> Node:
        node = self._node(tree)
        if not is_truth(node):
            raise FormulaError(
                f"{shown(self._said(tree))} is neither true nor false; compare it, such as > 0"
            )
        return node

    def _comparison(self, tree: ast.Compare) -> Comparison:
        rest: list[tuple[str, Node]] = []
        for operator, right in zip(tree.ops, tree.comparators, strict=True):
            sign = _COMPARISONS.get(type(operator))
            if sign is None:
                raise FormulaError(
                    f"{shown(self._said(tree))}: compare by < <= > >= == !=; for one of several "
                    'write x == "a" or x == "b"'
                )
            rest.append((sign, self._side(right)))
        return Comparison(self._side(tree.left), tuple(rest))

    def _side(self, tree: ast.expr) -> Node:
        node = self._value(tree)
        held = node.arguments[:1] if isinstance(node, Application) and node.name == "about" else ()
        if any(isinstance(part, Application) and part.name == "about" for part in held):
            raise FormulaError("about(about(...)) says no more than about(...)")
        return node

    def _attribute(self, tree: ast.Attribute) -> Node:
        if tree.attr.startswith("_"):
            raise FormulaError(f"{shown(self._said(tree))}: no name begins with _")
        match tree.value:
            case ast.Attribute(value=ast.Name(id=simulator), attr=function) if (
                simulator not in self._macros and simulator not in self._bound
            ):
                return ParameterName(simulator, function, tree.attr)
            case _:
                run = self._node(tree.value)
        if isinstance(run, Call):
            return Output(run, tree.attr)
        if isinstance(run, Output) and run.name == "part" and run.part is not None:
            return Output(run.run, tree.attr, run.part)
        raise FormulaError(f"{shown(self._said(tree))}: only a run has outputs")

    def _call(self, tree: ast.Call) -> Node:
        match tree.func:
            case ast.Attribute(value=ast.Name(id=simulator), attr=function) if (
                simulator not in self._macros and simulator not in self._bound
            ):
                return self._run(tree, simulator, function)
            case ast.Attribute(value=inner, attr="part"):
                return self._part(tree, inner)
            case ast.Name(id=name) if name in OPERATIONS:
                return self._application(tree, name, OPERATIONS[name])
            case ast.Name(id=name):
                raise FormulaError(
                    f"function {shown(name)} is unknown{_nearest(name, OPERATIONS)}; there are "
                    f"{', '.join(OPERATIONS)}, and runs: simulator.function(name=value)"
                )
            case _:
                raise FormulaError(
                    f"{shown(self._said(tree))} is no run; a run is simulator.function(name=value)"
                )

    def _run(self, tree: ast.Call, simulator: str, function: str) -> Call:
        if tree.args or any(keyword.arg is None for keyword in tree.keywords):
            raise FormulaError(
                f"{simulator}.{function} takes its arguments by name, such as year=2050"
            )
        _check_once(f"{simulator}.{function}", tree.keywords)
        arguments = [(str(k.arg), self._argument(k.value)) for k in tree.keywords]
        return Call(simulator, function, tuple(sorted(arguments, key=lambda held: held[0])))

    def _argument(self, tree: ast.expr) -> Node:
        node = self._node(tree)
        if not all(isinstance(part, Number | Text | Variable) for part in _leaves(node)):
            raise FormulaError(
                f"{shown(self._said(tree))}: an argument of a run is a number, a text, a list of "
                'them, an object of them such as {"kind": "schools closed", "weeks": 6}, or a name '
                "bound by `for`, as it is or with a number added (y + 10)"
            )
        return node

    def _part(self, tree: ast.Call, inner: ast.expr) -> Output:
        run = self._node(inner)
        if not isinstance(run, Call) or len(tree.args) != 1 or tree.keywords:
            raise FormulaError('a part is RUN.part("NAME").OUTPUT')
        return Output(run, "part", self._argument(tree.args[0]))

    def _application(self, tree: ast.Call, name: str, operation: Operation) -> Node:
        unknown = [k.arg or "**" for k in tree.keywords if k.arg not in operation.named]
        if unknown or not operation.takes(len(tree.args)):
            raise FormulaError(f"{name} is written {operation.usage}")
        _check_once(name, tree.keywords)
        arguments = tuple(self._node(argument) for argument in tree.args)
        named = tuple((str(k.arg), self._node(k.value)) for k in tree.keywords)
        operation.check(name, arguments)
        return Application(name, arguments, named)

    def _each(self, tree: ast.GeneratorExp | ast.ListComp) -> Each:
        if len(tree.generators) != 1 or tree.generators[0].ifs or tree.generators[0].is_async:
            raise FormulaError("a list is `x for name in list`, with one `for` and no `if`")
        generator = tree.generators[0]
        variables = _variables(generator.target)
        source = self._node(generator.iter)
        for name in variables:
            if name in (*self._bound, *self._macros, *OPERATIONS, *LISTS):
                raise FormulaError(f"`for {name}`: that name stands for something else")
        self._bound = [*self._bound, *variables]
        try:
            return Each(self._node(tree.elt), variables, source)
        finally:
            self._bound = self._bound[: -len(variables)]

    def _object(self, tree: ast.Dict) -> Bands | Fields:
        """Return bands, where values are pairs of ends; else an object with its fields."""
        if not tree.keys or any(isinstance(value, ast.Tuple) for value in tree.values):
            return self._bands(tree)
        names = [key.value if isinstance(key, ast.Constant) else None for key in tree.keys]
        fields = [name for name in names if isinstance(name, str)]
        if len(set(fields)) < len(names):
            raise FormulaError(
                f"{shown(self._said(tree))}: the names of an object are texts, each given once"
            )
        values = map(self._argument, tree.values)
        return Fields(tuple((_text(name).value, v) for name, v in zip(fields, values, strict=True)))

    def _bands(self, tree: ast.Dict) -> Bands:
        bands: list[tuple[str, Number | None, Number | None]] = []
        for key, value in zip(tree.keys, tree.values, strict=True):
            match key, value:
                case ast.Constant(value=str() as label), ast.Tuple(elts=[low, high]):
                    bands.append((_text(label).value, self._end(low), self._end(high)))
                case _:
                    raise FormulaError('bands are {"low": (None, 5), "high": (5, None)}')
        _check_bands(bands)
        return Bands(tuple(bands))

    def _end(self, tree: ast.expr) -> Number | None:
        if isinstance(tree, ast.Constant) and tree.value is None:
            return None
        node = self._node(tree)
        if not isinstance(node, Number):
            raise FormulaError(f"{shown(self._said(tree))}: the ends of a band are numbers or None")
        return node


def _text(text: str) -> Text:
    strange = next((c for c in text if unicodedata.category(c) in ("Cc", "Cs")), None)
    if strange is not None:
        raise FormulaError(f"the text {shown(text)} holds {strange!r}, which no name has")
    return Text(text)


def _check_once(name: str, keywords: Sequence[ast.keyword]) -> None:
    given = [one.arg for one in keywords]
    twice = next((one for one in given if given.count(one) > 1), None)
    if twice is not None:
        raise FormulaError(f"{name} is given {shown(twice)} twice; give it once")


def _check_bands(bands: Sequence[tuple[str, Number | None, Number | None]]) -> None:
    for label, low, high in bands:
        if low is not None and high is not None and low.value >= high.value:
            raise FormulaError(
                f"band {shown(label)} runs from {low.printed} to {high.printed}; the lower end "
                "stands first"
            )
    if not bands or len({label for label, _, _ in bands}) < len(bands):
        raise FormulaError('bands have a label each, such as {"low": (None, 5), "high": (5, None)}')


def _leaves(node: Node) -> Iterable[Node]:
    match node:
        case Items(items=items):
            return [leaf for item in items for leaf in _leaves(item)]
        case Fields(fields=fields):
            return [leaf for _, value in fields for leaf in _leaves(value)]
        case Arithmetic(operator="+" | "-", left=left, right=right):
            return [*_leaves(left), *_leaves(right)]
        case _:
            return [node]


def _variables(target: ast.expr) -> tuple[str, ...]:
    targets: Sequence[ast.expr] = target.elts if isinstance(target, ast.Tuple) else [target]
    names = [one.id for one in targets if isinstance(one, ast.Name)]
    if len(names) != len(targets) or len(set(names)) != len(names):
        raise FormulaError("`for` binds one name, or several such as `for a, b in pairs(states)`")
    return tuple(names)


def _nearest(name: str, names: Iterable[str]) -> str:
    close = difflib.get_close_matches(name, list(names), 1)
    return f"; did you mean {close[0]}?" if close else ""
