"""Whether what a formula names exists: simulators, functions, inputs and outputs.

A name with a near match is a slip, and the formula comes back (FormulaError, "did you mean"). One
without is of something that no simulator has (UnknownName): the claim lies outside.
"""

from collections.abc import Iterator, Sequence

from simulrag.simulators.arguments import nearest_names, shown
from simulrag.simulators.errors import UnknownName
from simulrag.simulators.registry import Registry
from simulrag.verifier.formulas.runs import SEED
from simulrag.verifier.formulas.syntax import (
    Application,
    Call,
    Each,
    FormulaError,
    Node,
    Output,
    children,
    walk,
)

#: Functions whose argument may be a series, whose names show only once it is run.
_OF_SERIES = ("at", "when_max", "max", "min", "mean", "sum")


class NoSuchOutput(UnknownName):
    """An output that a function does not have."""

    reason = "no_such_output"


def check_names(root: Node, registry: Registry) -> None:
    """Raise FormulaError for a name that is misspelt, UnknownName for one that is of nothing."""
    for node in walk(root):
        if isinstance(node, Call):
            _check_call(node, registry)
    for node in _single_values(root):
        names = [one.name for one in registry.function(node.run).outputs]
        _check(f"{node.run.function} has no output", node.name, names, NoSuchOutput)


def _check_call(call: Call, registry: Registry) -> None:
    _check("there is no simulator", call.simulator, registry.names())
    functions = {one.name: one for one in registry.simulator(call.simulator).functions}
    _check(f"{call.simulator} has no function", call.function, list(functions))
    inputs = [one.name for one in functions[call.function].parameters]
    for name, _ in call.arguments:
        if name != SEED:
            _check(f"{call.function} has no parameter", name, inputs)


def _check(
    what: str, name: str, names: Sequence[str], error: type[UnknownName] = UnknownName
) -> None:
    if name in names:
        return
    near = nearest_names(name, names, 1)
    listed = ", ".join(names)
    if near:
        raise FormulaError(f"{what} {shown(name)}; did you mean {near[0]}? Choose one of {listed}")
    raise error(f"{what} {shown(name)}; choose one of {listed}", parameter=name, given=name)


def _single_values(node: Node) -> Iterator[Output]:
    """Yield the outputs that stand for one value; a series may have a name of its own."""
    if isinstance(node, Output):
        yield node
        return
    series = node.source if isinstance(node, Each) else None
    of_series = isinstance(node, Application) and node.name in _OF_SERIES
    first = node.arguments[0] if isinstance(node, Application) and of_series else None
    for child in children(node):
        if isinstance(child, Output) and (child is series or child is first):
            continue
        yield from _single_values(child)
