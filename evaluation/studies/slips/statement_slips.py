"""Slips in what a formula states of its runs: number, unit, date, label, direction, output."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from decimal import Decimal

from simulrag.simulators.interface import Output as Declared
from simulrag.verifier.formulas.syntax import (
    Application,
    Arithmetic,
    Bands,
    Comparison,
    Junction,
    Node,
    Not,
    Number,
    Output,
    Text,
    walk,
)
from studies.older_drafts.printed import numbers, prints_day
from studies.slips import near_values as near
from studies.slips.condition_slips import Case
from studies.slips.trees import exchanged, rewritten, runs

_TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
#: Unit of a value -> the unit in which its number is easily taken.
_UNITS = {
    "degC": "degF", "delta_degC": "degF", "second": "minute", "kg": "t", "g": "kg", "km/h": "mph",
    "l": "gal", "m": "km",
}  # fmt: skip
#: Outputs in these units differ by a constant of the place, which cancels between its runs.
_TEMPERATURES = frozenset({"degC", "delta_degC"})


Slip = Callable[[Case], Iterator[Node]]


def everywhere(change: Callable[[Node, Case], Iterable[Node]]) -> Slip:
    """Return the slip that makes a change at one place of a formula."""
    return lambda case: rewritten(case.root, lambda node: change(node, case))


def in_numbers(others: Callable[[str], Iterable[Node]]) -> Slip:
    """Return the slip by which a number that the text prints is another; not 0, nor one in a run.

    others: of a number as printed.
    """

    def slip(case: Case) -> Iterator[Node]:
        printed = numbers(case.text)

        def change(node: Node) -> Iterable[Node]:
            if isinstance(node, Number) and node.value and abs(node.value) in printed:
                return others(node.printed)
            return ()

        return rewritten(case.root, change, without="named")

    return slip


def wide(node: Node, case: Case) -> Iterator[Node]:
    """Yield a comparison with a tolerance that nobody states: half of the number."""
    match node:
        case Comparison(first=first, rest=((operator, Application(name="about") as about),)):
            for new in _widened(about, _tolerance(first, case)):
                yield Comparison(first, ((operator, new),))
        case _:
            pass


def _widened(about: Application, own: float) -> Iterator[Node]:
    """Return an `about` with a tolerance that is well above its own."""
    match about:
        case Application(arguments=(Number(value=value),), named=()) if abs(value) > 4 * own:
            half = near.number(Decimal(f"{abs(value) / 2:.3g}"))
            yield replace(about, named=(("within", half),))
        case _:
            pass


def _tolerance(node: Node, case: Case) -> float:
    """Return the largest tolerance that the outputs of a value declare; of percentages 2."""
    held = [declared_output(one, case) for one in walk(node) if isinstance(one, Output)]
    told = [one.tolerance for one in held if one is not None]
    widths = [max(one.absolute, one.difference) for one in told]
    return max([2.0 if unit_of(node, case) == "percent" else 0.0, *widths])


def other_unit(node: Node, case: Case) -> Iterator[Node]:
    """Yield a number in another unit."""
    match node:
        case Comparison(first=first, rest=((operator, side),)):
            for new in _in_other_unit(side, unit_of(first, case)):
                yield Comparison(first, ((operator, new),))
        case Application(name="days" | "weeks" as name, arguments=held):
            yield Application("weeks" if name == "days" else "days", held)
        case _:
            pass


def _in_other_unit(side: Node, unit: str) -> Iterator[Node]:
    match side:
        case Application(name="about", arguments=(held,)):
            yield from (replace(side, arguments=(new,)) for new in _in_other_unit(held, unit))
        case Number(value=0.0):
            pass
        case Number() if unit == "percent":
            yield near.number(Decimal(side.printed) / 100)
        case Number() if unit in ("day", "week"):
            yield Application("weeks" if unit == "day" else "days", (side,))
        case Number() if unit in _UNITS:
            yield Application("quantity", (side, Text(_UNITS[unit])))
        case _:
            pass


def unit_of(node: Node, case: Case) -> str:
    """Return the unit of a value; "" for a plain number and where it is not plain."""
    match node:
        case Output():
            declared = declared_output(node, case)
            return "" if declared is None else declared.unit or declared.kind
        case Application(name="percent_change"):
            return "percent"
        case Application(name="abs", arguments=(held,)):
            return unit_of(held, case)
        case Arithmetic(operator="-", left=left):
            unit = unit_of(left, case)
            return {"date": "day", "degC": "delta_degC"}.get(unit, unit)
        case _:
            return ""


def declared_output(node: Output, case: Case) -> Declared | None:
    """Return what an output tells about itself; None for a series."""
    outputs = case.registry.function(node.run).outputs
    return next((one for one in outputs if one.name == node.name), None)


def other_day(node: Node, case: Case) -> Iterator[Node]:
    """Yield another date in what is stated."""
    if isinstance(node, Text) and prints_day(case.text, node.value):
        yield from map(Text, near.days(node.value))


def other_label(node: Node, case: Case) -> Iterator[Node]:
    """Yield another of the labels that a value may have."""
    match node:
        case Comparison(first=first, rest=(("==" | "!=" as operator, Text() as label),)):
            for other in _labels(first, case):
                if other != label.value:
                    yield Comparison(first, ((operator, Text(other)),))
        case _:
            pass


def _labels(node: Node, case: Case) -> tuple[str, ...]:
    match node:
        case Application(name="band", arguments=(_, Bands(bands=bands))):
            return tuple(label for label, _, _ in bands)
        case Output():
            declared = declared_output(node, case)
            return tuple(declared.choices) if declared is not None else ()
        case _:
            return ()


def turned(node: Node, _: Case) -> Iterator[Node]:
    """Yield a comparison turned."""
    if isinstance(node, Comparison) and all(sign in _TURNED for sign, _ in node.rest):
        yield replace(node, rest=tuple((_TURNED[sign], side) for sign, side in node.rest))


def turned_difference(node: Node, _: Case) -> Iterator[Node]:
    """Yield the two sides of a difference, ratio or change exchanged."""
    match node:
        case Arithmetic(operator="-" | "/", left=left, right=right) if _both(left, right):
            yield replace(node, left=right, right=left)
        case Application(name="percent_change", arguments=(new, old)):
            yield replace(node, arguments=(old, new))
        case _:
            pass


def _both(left: Node, right: Node) -> bool:
    return all(any(isinstance(n, Output) for n in walk(side)) for side in (left, right))


def dropped(node: Node, _: Case) -> Iterator[Node]:
    """Yield what joins statements without one of them."""
    if isinstance(node, Junction):
        for index in range(len(node.operands)):
            rest = (*node.operands[:index], *node.operands[index + 1 :])
            yield rest[0] if len(rest) == 1 else replace(node, operands=rest)


def negated(node: Node, case: Case) -> Iterator[Node]:
    """Yield a negation dropped, or the whole denied."""
    if isinstance(node, Not):
        yield node.operand
    if node is case.root:
        yield Not(node)


def other_output(case: Case) -> Iterator[Node]:
    """Return the formula about another output of the same function, in all its runs."""
    named = dict.fromkeys(
        (node.run.simulator, node.run.function, node.name)
        for node in walk(case.root)
        if isinstance(node, Output) and declared_output(node, case)
    )
    for simulator, function, name in named:
        held = [
            node
            for node in dict.fromkeys(walk(case.root))
            if isinstance(node, Output)
            and (node.run.simulator, node.run.function, node.name) == (simulator, function, name)
        ]
        for other in _alike(held[0], case):
            changes: dict[Node, Node] = {node: replace(node, name=other) for node in held}
            yield exchanged(case.root, changes)


def _alike(node: Output, case: Case) -> list[str]:
    """Return the outputs of the same kind, in the same unit where there are any."""
    own = declared_output(node, case)
    outputs = case.registry.function(node.run).outputs
    kind = [o for o in outputs if own and o.kind == own.kind and o is not own and not o.needs]
    same = [o for o in kind if own and o.unit == own.unit]
    return [o.name for o in same or kind if own and not _cancels(own, o, case)]


def _cancels(own: Declared, other: Declared, case: Case) -> bool:
    """Tell whether two outputs differ by what cancels between the runs of a formula."""
    held = runs(case.root)
    places = {dict(run.arguments).get("place") for run in held}
    return len(held) > 1 and len(places) == 1 and {own.unit, other.unit} <= _TEMPERATURES
