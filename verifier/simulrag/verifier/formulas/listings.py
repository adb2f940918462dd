"""What `for` runs over: the lists of the language, as the elements that a name is bound to."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

from pydantic import JsonValue

from simulrag.simulators.arguments import nearest_names, shown
from simulrag.simulators.errors import SimulatorError
from simulrag.simulators.interface import Function, Parameter
from simulrag.simulators.registry import Registry
from simulrag.verifier.formulas.printing import written
from simulrag.verifier.formulas.syntax import (
    Application,
    Arithmetic,
    Call,
    Fields,
    FormulaError,
    Items,
    Listing,
    Minus,
    Node,
    Number,
    ParameterName,
    Text,
    Variable,
)
from simulrag.verifier.formulas.values import Amount

#: What a name of `for` may be bound to; several at once for `a, b in pairs(list)`.
Element: TypeAlias = "str | float | Amount | Held | tuple[Element, ...]"
Scope: TypeAlias = Mapping[str, Element]


@dataclass(frozen=True, slots=True)
class Held:
    """An object by its fields, in their order."""

    fields: "tuple[tuple[str, Element], ...]"

    def __str__(self) -> str:
        """Return the fields in words, of which a text that comes first says what it is.

        "less travel, share 20".
        """
        words = [
            f"{name} {f'{value:g}' if isinstance(value, float) else value}"
            for name, value in self.fields
        ]
        first = self.fields[0][1] if self.fields else None
        return ", ".join([first, *words[1:]] if isinstance(first, str) else words)


#: Most elements of one list.
MOST_ELEMENTS = 2_000
_LAST_YEAR = 1e9


def elements(source: Node, scope: Scope, registry: Registry) -> Sequence[Element]:
    """Return the elements of a list; FormulaError where a node is none, or too long."""
    match source:
        case Items(items=items):
            return [constant(item, scope) for item in items]
        case Listing(name=name):
            return parameter_named(name, registry).members
        case Application(name="choices", arguments=(ParameterName() as named,)):
            return tuple(_parameter(named, registry).choices)
        case Application(name="years", arguments=arguments):
            return _years([constant(argument, scope) for argument in arguments])
        case Application(name="pairs", arguments=(inner,)):
            held = elements(inner, scope, registry)
            _check_length(len(held) * (len(held) - 1) // 2)
            return list(combinations(held, 2))
        case _:
            raise FormulaError(
                "`for` runs over a list: [a, b], years(2030, 2060, 5), states, seasons, scenarios, "
                "choices(simulator.function.parameter), pairs(list) or RUN.SERIES"
            )


def constant(node: Node, scope: Scope) -> Element:
    """Return the value of a node without runs: what is written, bound, or their sum."""
    match node:
        case Number(value=value):
            return value
        case Text(value=value):
            return value
        case Variable(name=name):
            return scope[name]
        case Items(items=items):
            return tuple(constant(item, scope) for item in items)
        case Fields(fields=fields):
            return Held(tuple((name, constant(value, scope)) for name, value in fields))
        case Minus(operand=operand):
            return -_number(constant(operand, scope))
        case Arithmetic(operator="+" | "-" as operator, left=left, right=right):
            sign = 1.0 if operator == "+" else -1.0
            first, second = (_number(constant(part, scope)) for part in (left, right))
            return first + sign * second
        case _:
            raise FormulaError(
                f"{shown(written(node))} stands where a number, a text or a name of `for` should"
            )


def function_of(call: Call, registry: Registry) -> Function | None:
    """Return the declaration of what a call names; None if there is none."""
    try:
        return registry.function(call)
    except SimulatorError:
        return None


def is_altering(parameter: Parameter) -> bool:
    """Tell whether an input may alter what a run is compared with."""
    return parameter.kind == "change" or parameter.alters


def argument(node: Node, scope: Scope) -> JsonValue:
    """Return the value of a run's argument as JSON."""
    return _as_json(constant(node, scope))


def plays_a_part(parameter: Parameter, function: Function, output: str) -> bool:
    """Tell whether an output, or a series, of a function depends on an input."""
    of = parameter.left_open.outputs
    return not of or output in of or all(one.name != output for one in function.outputs)


def applies(parameter: Parameter, given: Mapping[str, Node], *, surely: bool = False) -> bool:
    """Tell whether an input has a meaning beside others: no scenario in years of the past.

    surely: with whatever a name of `for` may stand for.
    """
    for name, (low, high) in parameter.applies.items():
        held = given.get(name)
        ends = held.arguments if isinstance(held, Application) else (held,)
        for end in (one.value for one in ends if isinstance(one, Number)):
            if (low is not None and end < low) or (high is not None and end > high):
                return False
        if surely and not isinstance(held, Number | None):
            return False
    return True


def period_left_open(function: Function, given: Container[str]) -> Parameter | None:
    """Return the input that says of which period a run is, where it has none and no day either.

    Such a run is of all that is on record, which a text must say. None for any other run.
    """
    open_ones = (p for p in function.parameters if p.selection.periods and p.usual is None)
    dated = any(p.kind == "date" and p.name in given for p in function.parameters)
    return next((p for p in open_ones if p.name not in given and not dated), None)


def alters(function: Function, given: Mapping[str, Node]) -> bool:
    """Tell whether any argument alters what a run is compared with."""
    return any(altered(one, given[one.name]) for one in function.parameters if one.name in given)


def altered(parameter: Parameter, node: Node) -> bool:
    """Tell whether an argument alters what a run is compared with; a name of `for` may."""
    if not is_altering(parameter):
        return False
    try:
        return parameter.altered(argument(node, {}))
    except (FormulaError, KeyError):  # a name of `for`, which stands for several values
        return True


def _as_json(value: Element) -> JsonValue:
    match value:
        case str():
            return value
        case Amount():
            raise FormulaError("a value of a series cannot be an argument of a run")
        case Held(fields=fields):
            return {name: _as_json(part) for name, part in fields}
        case tuple():
            return [_as_json(part) for part in value]
        case _:
            return int(value) if float(value).is_integer() else value


def node_of(value: JsonValue) -> Node:
    """Return an argument as it is written in formulas; `argument` gives it back."""
    match value:
        case list():
            return Items(tuple(node_of(one) for one in value))
        case dict():
            return Fields(tuple((name, node_of(one)) for name, one in value.items()))
        case int() | float():
            return Number(float(value), f"{value:.12g}")
        case _:
            return Text(str(value))


def bound(variables: Sequence[str], element: Element, scope: Scope) -> Scope:
    """Return the scope with the names of `for` bound to an element of its list."""
    if len(variables) == 1:
        return {**scope, variables[0]: element}
    if not isinstance(element, tuple) or len(element) != len(variables):
        raise FormulaError(f"`for {', '.join(variables)}` needs elements of {len(variables)} parts")
    return {**scope, **dict(zip(variables, element, strict=True))}


def parameter_named(listing: str, registry: Registry) -> Parameter:
    """Return the parameter that a list of the language is named after: `seasons` is that of the
    first whose name ends in _season, `scenarios`, as there is none such, of the first scenario."""
    singular = listing.removesuffix("s")
    having = [one for simulator in registry for function in simulator.functions
              for one in function.parameters if one.choices]  # fmt: skip
    ending = [one for one in having if one.name.endswith(f"_{singular}")]
    called = [one for one in having if one.name in (listing, singular)]
    if not ending and not called:
        raise FormulaError(
            f"no simulator here has {listing}; write [a, b] or "
            "choices(simulator.function.parameter)"
        )
    return (*ending, *called)[0]


def _parameter(named: ParameterName, registry: Registry) -> Parameter:
    parameters = {one.name: one for one in registry.function(named).parameters}
    one = parameters.get(named.name)
    if one is None or not one.choices:
        with_choices = [name for name, p in parameters.items() if p.choices]
        raise FormulaError(
            f"{named.function} has no choices for {shown(named.name)}; it has some for "
            f"{', '.join(nearest_names(named.name, with_choices) or with_choices)}"
        )
    return one


def _years(ends: Sequence[Element]) -> Sequence[Element]:
    first, last, *more = (_number(end) for end in ends)
    step = more[0] if more else 1.0
    whole = all(float(x).is_integer() for x in (first, last, step))
    if not whole or step <= 0 or last < first or abs(first) > _LAST_YEAR or last > _LAST_YEAR:
        raise FormulaError(
            "years are years(first, last) or years(first, last, step), whole numbers, the first "
            "before the last"
        )
    _check_length(int((last - first) // step) + 1)
    return [float(year) for year in range(int(first), int(last) + 1, int(step))]


def _number(value: Element) -> float:
    if not isinstance(value, int | float):
        raise FormulaError(f"{shown(value)} stands where a number should")
    return float(value)


def _check_length(count: int) -> None:
    if count > MOST_ELEMENTS:
        raise FormulaError(f"a list has {count} elements; at most {MOST_ELEMENTS} are allowed")
