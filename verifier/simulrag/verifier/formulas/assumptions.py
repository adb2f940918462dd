"""Inputs that a text leaves open, given by whoever reads it: put into the formula, and tried.

An assumption fills an input only where no run of the formula states it, so that "with against
without" stays what it says; else it says which of the values that runs state are assumed. A
verdict that turns at the ends of what is plausible hangs on it.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from pydantic import JsonValue

from simulrag.simulators import interface
from simulrag.simulators.arguments import nearest_names, shown
from simulrag.simulators.errors import SimulatorError
from simulrag.simulators.registry import Registry
from simulrag.verifier.formulas.listings import applies, node_of
from simulrag.verifier.formulas.notation import parse
from simulrag.verifier.formulas.syntax import (
    Application,
    Call,
    Comparison,
    Fields,
    Formula,
    FormulaError,
    Node,
    Number,
    Text,
    calls_of,
    rebuilt,
    walk,
)

#: Size that no input reaches.
_LARGEST = 1e15
#: Most choices of an assumed input that are tried.
_MOST_TRIED = 6


def filled(formula: Formula, assume: Mapping[str, JsonValue], registry: Registry) -> Formula:
    """Return a formula whose runs have the assumed inputs that none of them states.

    Raises FormulaError for a value that no input takes, SimulatorError for unknown functions.
    """
    if not assume:
        return formula
    calls = calls_of(formula.root)
    stated = {name for call in calls for name in _names(call)}
    _check_names(assume, calls, registry)
    _check_fields(assume, formula, calls, registry)
    open_ = {name: _literal(name, value) for name, value in assume.items() if name not in stated}

    def fill(node: Node) -> Node:
        if not isinstance(node, Call):
            return node
        declared = registry.function(node).parameters
        for one in declared:
            if one.required and one.name in assume and one.name in stated - _names(node):
                raise FormulaError(
                    f"assume {one.name} fills no run, as one of them states it; write "
                    f"{one.name} in each run of {node.function}"
                )
        added = [
            (one.name, open_[one.name])
            for one in declared
            if one.name in open_ and applies(one, dict(node.arguments))
        ]
        return replace(node, arguments=tuple(sorted((*node.arguments, *added), key=lambda a: a[0])))

    return replace(formula, root=rebuilt(formula.root, fill))


def shared(
    assume: Mapping[str, JsonValue],
    formulas: Sequence[str],
    let: Mapping[str, str],
    registry: Registry,
) -> list[dict[str, JsonValue]]:
    """Return what each of several formulas assumes of what is assumed for all of them.

    What some of them state fills no other, whose runs go without it, unless they need it. An input
    that none of them takes is left to each, so that each says so.
    """
    held = [_inputs(text, let, registry) for text in formulas]
    stated = set[str]().union(*(one.stated for one in held))
    taken = set[str]().union(*(one.taken for one in held))
    return [
        {
            name: value
            for name, value in assume.items()
            if name not in taken
            or name in (one.stated | one.needed)
            or (name in one.taken and name not in stated)
        }
        for one in held
    ]


def divided(
    assume: Mapping[str, JsonValue],
    formulas: Sequence[str],
    let: Mapping[str, str],
    registry: Registry,
) -> list[dict[str, JsonValue]]:
    """Return of what is assumed what each formula takes; what none takes is left to each."""
    held = [_inputs(text, let, registry).taken for text in formulas]
    known = set[str]().union(*held)
    return [{n: v for n, v in assume.items() if n in taken or n not in known} for taken in held]


class _Inputs(NamedTuple):
    """The inputs that the runs of a formula state, take and need."""

    stated: set[str]
    taken: set[str]
    needed: set[str]


def _inputs(text: str, let: Mapping[str, str], registry: Registry) -> _Inputs:
    """Return the inputs of a formula; none of one that cannot be read."""
    try:
        calls = [node for node in walk(parse(text, let).root) if isinstance(node, Call)]
        taken = [one for call in calls for one in registry.function(call).inputs]
    except (FormulaError, SimulatorError):
        return _Inputs(set(), set(), set())
    return _Inputs(
        {name for call in calls for name in _names(call)},
        {one.name for one in taken},
        {one.name for one in taken if one.required},
    )


def open_defaults(formula: Formula, registry: Registry) -> dict[str, JsonValue]:
    """Return the inputs that no run states and whose default is one of several that are plausible.

    A claim about the world must not hang on them unsaid, such as on the constants of a model.
    """
    calls = calls_of(formula.root)
    stated = {name for call in calls for name in _names(call)}
    return {
        one.name: one.default
        for call in calls
        for one in registry.function(call).parameters
        if one.left_open.tried and one.default is not None and one.name not in stated
    }


def alternatives(
    formula: Formula, assume: Mapping[str, JsonValue], registry: Registry
) -> Iterator[tuple[str, JsonValue, JsonValue, Formula]]:
    """Yield each assumed input with its value, another plausible one, and the formula with that.

    Of several values that runs have, each is exchanged alone, and stays between those beside it:
    "warmer than today" is not tried with a year behind the one that it is compared with.
    """
    given = [(name, one) for name, value in assume.items()
             for one in (value, *(value if isinstance(value, list) else ()))]  # fmt: skip
    for name, value in given:
        taken = _literal(name, value)
        parameter = _parameter(formula, name, taken, registry)
        if parameter is None:
            continue
        held = (dict(call.arguments).get(name) for call in calls_of(formula.root))
        beside = [one.value for one in held if isinstance(one, Number) and one.value != value]
        for other in parameter.left_open.tried or tuple(parameter.members)[:_MOST_TRIED]:
            if other == value or not _keeps_order(value, other, beside):
                continue
            made = _literal(name, other)

            def swap(node: Node, name: str = name, taken: Node = taken, made: Node = made) -> Node:
                if not isinstance(node, Call):
                    return node
                arguments = tuple(
                    (key, made if key == name and _same(held, taken) else held)
                    for key, held in node.arguments
                )
                return replace(node, arguments=arguments)

            yield name, value, other, replace(formula, root=rebuilt(formula.root, swap))


def _keeps_order(value: JsonValue, other: JsonValue, beside: Iterable[float]) -> bool:
    """Tell whether a number lies on the same side of those beside it as the one that it is for."""
    if not isinstance(value, int | float) or not isinstance(other, int | float):
        return True
    return all(one != other and (one < value) == (one < other) for one in beside)


def _names(call: Call) -> set[str]:
    return {name for name, _ in call.arguments}


def _check_names(
    assume: Mapping[str, JsonValue], calls: Sequence[Call], registry: Registry
) -> None:
    """Raise FormulaError for an assumed input that no run of the formula has."""
    known = {p.name for call in calls for p in registry.function(call).inputs}
    for name in assume:
        if name not in known:
            near = nearest_names(name, known, 1)
            hint = f"; did you mean {near[0]}?" if near else "."
            raise FormulaError(
                f"assume names {shown(name)}, which no run of the formula takes{hint} "
                f"They take {', '.join(sorted(known))}"
            )


def _check_fields(
    assume: Mapping[str, JsonValue], formula: Formula, calls: Sequence[Call], registry: Registry
) -> None:
    """Raise FormulaError for an assumed field that no object of the formula has."""
    parameters = {p.name for call in calls for p in registry.function(call).parameters}
    fields = {p.name for call in calls for p in registry.function(call).inputs} - parameters
    objects = [node for node in walk(formula.root) if isinstance(node, Fields)]
    stated = {name for node in objects for name, _ in node.fields}
    for name in assume:
        if name in fields - stated:
            raise FormulaError(f"assume {name} fills no object; write {name} in those that take it")


def _literal(name: str, value: JsonValue) -> Node:
    match value:
        case bool() | None:
            wanted = "give a number, a text, a list or an object"
            raise FormulaError(f"assume {name} is {shown(value)}; {wanted}")
        case int() | float() if not abs(value) < _LARGEST:
            raise FormulaError(f"assume {name} is {shown(value)}, which is no usable number")
        case list() | dict():
            for part in value.values() if isinstance(value, dict) else value:
                _literal(name, part)
        case _:
            pass
    return node_of(value)


def _same(node: Node, other: Node) -> bool:
    if isinstance(node, Number) and isinstance(other, Number):
        return node.value == other.value
    return node == other


def _parameter(
    formula: Formula, name: str, taken: Node, registry: Registry
) -> interface.Parameter | None:
    """Return the declaration of an input that a run has at its assumed value."""
    for node in walk(formula.root):
        if isinstance(node, Call) and any(n == name and _same(v, taken) for n, v in node.arguments):
            return registry.function(node).parameter(name)
    return None


def in_fahrenheit(root: Node, values: Collection[float]) -> Node:
    """Return a formula with some of the numbers that it compares in degrees Fahrenheit."""

    def scaled(node: Node) -> Node:
        if isinstance(node, Application) and node.name == "about":
            return replace(node, arguments=tuple(map(scaled, node.arguments)))
        if isinstance(node, Number) and node.value in values:
            return Application("quantity", (node, Text("degF")))
        return node

    def change(node: Node) -> Node:
        if not isinstance(node, Comparison):
            return node
        rest = tuple((operator, scaled(value)) for operator, value in node.rest)
        return replace(node, first=scaled(node.first), rest=rest)

    return rebuilt(root, change)
