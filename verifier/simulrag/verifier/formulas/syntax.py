"""What a formula consists of: frozen nodes, made by `notation` and read by everything else.

Nodes compare by value, so that two formulas that say the same in the same words are equal.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any, cast

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
