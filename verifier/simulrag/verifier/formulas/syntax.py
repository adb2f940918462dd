"""What a formula consists of: frozen nodes, made by `notation` and read by everything else.

Nodes compare by value, so that two formulas that say the same in the same words are equal.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache
from operator import is_
from typing import Any, NamedTuple, cast

from simulrag.simulators.errors import SimulRAGError

#: Types of fields that hold no nodes.
_PLAIN = (str, float, bool, tuple[str, ...])


class FormulaError(SimulRAGError):
    """A formula that cannot be read or evaluated; the message shows what would be valid."""

    reason = "bad_formula"


class Node:
    """A part of a formula."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Number(Node):
    """A number as it was written: "4.00" states more than "4"."""

    value: float
    printed: str


@dataclass(frozen=True, slots=True)
class Text(Node):
    """A label, a date or a name."""

    value: str

    @property
    def printed(self) -> str:
        """Return it as it was written, as that of a number."""
        return self.value


@dataclass(frozen=True, slots=True)
class Flag(Node):
    """True or False, which only named arguments of the language take."""

    value: bool


@dataclass(frozen=True, slots=True)
class Variable(Node):
    """A name bound by `for`."""

    name: str


@dataclass(frozen=True, slots=True)
class Listing(Node):
    """A list of the language by its name: `states`, `seasons`, `scenarios`."""

    name: str


@dataclass(frozen=True, slots=True)
class ParameterName(Node):
    """`simulator.function.parameter`, whose choices are a list."""

    simulator: str
    function: str
    name: str


@dataclass(frozen=True, slots=True)
class Items(Node):
    """`[a, b, ...]`."""

    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Fields(Node):
    """`{"name": value, ...}`: an object that an argument holds."""

    fields: tuple[tuple[str, Node], ...]


@dataclass(frozen=True, slots=True)
class Bands(Node):
    """`{label: (low, high), ...}`; an end that is None is open. low <= value < high."""

    bands: tuple[tuple[str, Number | None, Number | None], ...]


@dataclass(frozen=True, slots=True)
class Call(Node):
    """`simulator.function(name=value, ...)`: one run, or one for each value of a variable."""

    simulator: str
    function: str
    arguments: tuple[tuple[str, Node], ...]


@dataclass(frozen=True, slots=True)
class Output(Node):
    """`run.name`, an output or a series; of a part of the run where one is named."""

    run: Call
    name: str
    part: Node | None = None


@dataclass(frozen=True, slots=True)
class Minus(Node):
    operand: Node


@dataclass(frozen=True, slots=True)
class Arithmetic(Node):
    operator: str
    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class Comparison(Node):
    """`first op value op value ...`, true where every neighbouring pair is."""

    first: Node
    rest: tuple[tuple[str, Node], ...]

    def pairs(self) -> Iterator[tuple[Node, str, Node]]:
        """Return each comparison of two values."""
        left = self.first
        for operator, right in self.rest:
            yield left, operator, right
            left = right


@dataclass(frozen=True, slots=True)
class Not(Node):
    operand: Node


@dataclass(frozen=True, slots=True)
class Junction(Node):
    """Truths joined by `and` or `or`."""

    operator: str
    operands: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Each(Node):
    """`element for a, b in source`."""

    element: Node
    variables: tuple[str, ...]
    source: Node


@dataclass(frozen=True, slots=True)
class Application(Node):
    """A function of the language with its arguments."""

    name: str
    arguments: tuple[Node, ...]
    named: tuple[tuple[str, Node], ...] = ()

    def get(self, name: str) -> Node | None:
        """Return a named argument."""
        return dict(self.named).get(name)


@dataclass(frozen=True)
class Formula:
    """What a claim says, formally: a truth over outputs of simulators, or a value to compute.

    text: as it was handed in. let: names that stand for parts of it. root: what both say,
    expanded.
    """

    text: str
    root: Node
    let: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def is_truth(self) -> bool:
        """Tell a statement, which is true or not, from a value."""
        return is_truth(self.root)


def is_truth(node: Node) -> bool:
    """Tell whether a node says something true or false."""
    if isinstance(node, Application):
        return node.name in ("all", "any")
    return isinstance(node, Comparison | Not | Junction)


#: Functions that pick among values, so that what they pick has a chance.
_PICKING = ("argmax", "argmin", "rank", "band")


def has_chance(root: Node) -> bool:
    """Tell whether what a formula comes to has a chance: it says or counts truths, or picks."""
    return any(
        is_truth(node) or (isinstance(node, Application) and node.name in _PICKING)
        for node in walk(root)
    )


def listed(root: Node) -> Each | None:
    """Return the list that a formula asks for as a whole: by itself, or under `rank`."""
    match root:
        case Each():
            return root
        case Application(name="rank", arguments=(Each() as each,), named=()):
            return each
        case _:
            return None


@cache
def parts_of(kind: type[Node]) -> tuple[str, ...]:
    """Return the names of the fields of a kind of node that may hold nodes."""
    return tuple(one.name for one in fields(cast("Any", kind)) if one.type not in _PLAIN)


def children(node: Node) -> list[Node]:
    """Return the nodes directly below a node, in the order in which they are written."""
    found: list[Node] = []
    for name in parts_of(type(node)):
        _collect(getattr(node, name), found)
    return found


def _collect(held: object, found: list[Node]) -> None:
    if isinstance(held, Node):
        found.append(held)
    elif isinstance(held, tuple):
        for part in cast("tuple[object, ...]", held):
            if not isinstance(part, str):
                _collect(part, found)


def walk(node: Node) -> Iterator[Node]:
    """Return a node and everything below it."""
    left = [node]
    while left:
        one = left.pop()
        yield one
        left += reversed(children(one))


def calls_of(node: Node) -> list[Call]:
    """Return the calls in a node, each as often as it stands there."""
    return [one for one in walk(node) if isinstance(one, Call)]


def rebuilt(node: Node, change: Callable[[Node], Node]) -> Node:
    """Return a tree with a change made to each node, the lowest first."""
    held = {name: getattr(node, name) for name in parts_of(type(node))}
    made = {name: _rebuilt_part(part, change) for name, part in held.items()}
    changed = {name: part for name, part in made.items() if part is not held[name]}
    return change(replace(cast("Any", node), **changed) if changed else node)


def _rebuilt_part(held: object, change: Callable[[Node], Node]) -> object:
    if isinstance(held, Node):
        return rebuilt(held, change)
    if isinstance(held, tuple):
        parts = cast("tuple[object, ...]", held)
        made: tuple[object, ...] = tuple(_rebuilt_part(part, change) for part in parts)
        return parts if all(map(is_, made, parts)) else made
    return held


# Comparisons.

#: Comparisons with their sides exchanged.
TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}
#: Comparisons that hold where another does not.
DENIED = {"<": ">=", ">": "<=", "<=": ">", ">=": "<", "==": "!=", "!=": "=="}
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
        for other in left:
            found = _limited(other)
            if found and found[0] == value and found[1][0] == TURNED[operator][0]:
                left = [one for one in left if one is not pair and one is not other]
                made.append(Ranged(value, ((operator, limit), found[1:])))
                break
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
