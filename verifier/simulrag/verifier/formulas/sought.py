"""What `solve` varies: which runs take the input that is looked for, between which ends.

The input varies in the runs that leave it out, so that "against a limit of 0" stays what it says.
Where all runs state one and the same value, that is where a search starts, and it varies in all.
"""

import math
from dataclasses import replace

from simulrag.simulators.registry import Registry
from simulrag.verifier.formulas.assumptions import rebuilt
from simulrag.verifier.formulas.listings import Element, Scope, constant
from simulrag.verifier.formulas.syntax import (
    Application,
    Call,
    FormulaError,
    Node,
    Text,
    Variable,
    walk,
)


def sought(node: Application, scope: Scope) -> tuple[str, float, float]:
    """Return the input that `solve` looks for, and its lowest and highest value."""
    name, low, high = (constant(argument, scope) for argument in node.arguments[2:])
    if not isinstance(name, str) or not all(isinstance(x, int | float) for x in (low, high)):
        raise FormulaError('solve is written solve(value, target, "r0", 1.0, 4.0)')
    ends = float(str(low)), float(str(high))
    if ends[0] >= ends[1] or not math.isfinite(ends[1] - ends[0]):
        raise FormulaError(
            f"solve looks from {ends[0]:g} to {ends[1]:g}; the first is the lower, and both "
            "are finite"
        )
    return name, *ends


def bound_to(scope: Scope, name: str, value: float) -> dict[str, Element]:
    """Return a scope in which the input that is looked for has a value."""
    return {**scope, _variable(name).name: value}


def varied(value: Node, name: str, registry: Registry) -> Node:
    """Return what is solved for, with the input that is looked for a name in its runs.

    Raises FormulaError where each run states another value of it.
    """
    return _with_argument(value, name, registry, (name, _variable(name)))


def left_out(value: Node, name: str, registry: Registry) -> Node:
    """Return what is solved for without the input that is looked for, as it is told in words."""
    return _with_argument(value, name, registry)


def _with_argument(value: Node, name: str, registry: Registry, *argument: tuple[str, Node]) -> Node:
    chosen = _chosen(value, name, registry)

    def change(node: Node) -> Node:
        if not isinstance(node, Call) or node not in chosen:
            return node
        others = [one for one in node.arguments if one[0] != name]
        return replace(node, arguments=tuple(sorted([*others, *argument], key=lambda a: a[0])))

    return rebuilt(value, change)


def opened(root: Node, registry: Registry) -> Node:
    """Return a formula in which all that is solved for has its input as a name."""

    def open_(node: Node) -> Node:
        match node:
            case Application(name="solve", arguments=(value, target, Text(value=name), *ends)):
                inner = varied(value, name, registry)
                return replace(node, arguments=(inner, target, Text(name), *ends))
            case _:
                return node

    return rebuilt(root, open_)


def unit_of(value: Node, name: str, registry: Registry) -> str:
    """Return the unit of an input of the runs below a node."""
    for call in _with_input(value, name, registry):
        one = registry.function(call).parameter(name)
        return "percent" if one.kind in ("change", "share") else one.unit
    return ""


def _chosen(value: Node, name: str, registry: Registry) -> list[Call]:
    """Return the runs in which an input varies; all where none has it, which is told of them."""
    calls = [node for node in walk(value) if isinstance(node, Call)]
    known = _with_input(value, name, registry) or calls
    open_ = [call for call in known if name not in dict(call.arguments)]
    if not open_ and len({dict(call.arguments)[name] for call in known}) > 1:
        raise FormulaError(
            f"each run states another {name}, so that none is left in which it is looked for; "
            f"leave {name} out of the runs that it varies in"
        )
    return open_ or known


def _with_input(value: Node, name: str, registry: Registry) -> list[Call]:
    return [
        node
        for node in walk(value)
        if isinstance(node, Call)
        and any(one.name == name for one in registry.function(node).parameters)
    ]


def _variable(name: str) -> Variable:
    """Return the name that stands for an input; no name of `for` has a space."""
    return Variable(f"sought {name}")
