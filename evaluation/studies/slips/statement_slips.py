"""Slips in what a formula states of its runs: number, unit, date, label, direction, output."""

from collections.abc import Iterator
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
from studies.slips.trees import Path, exchanged, put, runs, spots

_TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
#: Unit of a value -> the unit in which its number is easily taken.
_UNITS = {
    "degC": "degF", "delta_degC": "degF", "second": "minute", "kg": "t", "g": "kg", "km/h": "mph",
    "l": "gal", "m": "km",
}  # fmt: skip
#: Outputs in these units differ by a constant of the place, which cancels between its runs.
_TEMPERATURES = frozenset({"degC", "delta_degC"})


def _numbers(case: Case) -> Iterator[tuple[Path, Number]]:
    """Return the numbers outside of runs that the text prints; not 0, which no text needs to."""
    printed = numbers(case.text)
    for path, node in spots(case.root):
        stated = isinstance(node, Number) and node.value and "named" not in path
        if stated and isinstance(node, Number) and abs(node.value) in printed:
            yield path, node


def other_number(case: Case) -> Iterator[Node]:
    """Return the formula with another number of the same print."""
    for path, node in _numbers(case):
        yield from (put(case.root, path, new) for new in near.digits(node.printed))


def other_magnitude(case: Case) -> Iterator[Node]:
    """Return the formula with the decimal point of a number moved."""
    for path, node in _numbers(case):
        yield from (put(case.root, path, new) for new in near.magnitudes(node.printed))


def other_sign(case: Case) -> Iterator[Node]:
    """Return the formula with the sign of a number turned."""
    for path, node in _numbers(case):
        yield from (put(case.root, path, new) for new in near.opposite(node.printed))


def wide(case: Case) -> Iterator[Node]:
    """Return the formula with a tolerance that nobody states: half of the number."""
    for path, node in spots(case.root):
        match node:
            case Comparison(first=first, rest=((operator, Application(name="about") as about),)):
                for new in _widened(about, _tolerance(first, case)):
                    yield put(case.root, path, Comparison(first, ((operator, new),)))
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


def other_unit(case: Case) -> Iterator[Node]:
    """Return the formula with a number in another unit."""
    for path, node in spots(case.root):
        match node:
            case Comparison(first=first, rest=((operator, side),)):
                for new in _in_other_unit(side, unit_of(first, case)):
                    yield put(case.root, path, Comparison(first, ((operator, new),)))
            case Application(name="days" | "weeks" as name, arguments=held):
                other = "weeks" if name == "days" else "days"
                yield put(case.root, path, Application(other, held))
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


def other_day(case: Case) -> Iterator[Node]:
    """Return the formula with another date in what it states."""
    for path, node in spots(case.root):
        if isinstance(node, Text) and prints_day(case.text, node.value):
            yield from (put(case.root, path, Text(day)) for day in near.days(node.value))


def other_label(case: Case) -> Iterator[Node]:
    """Return the formula with another of the labels that a value may have."""
    for path, node in spots(case.root):
        match node:
            case Comparison(first=first, rest=(("==" | "!=" as operator, Text() as label),)):
                for other in _labels(first, case):
                    if other != label.value:
                        made = Comparison(first, ((operator, Text(other)),))
                        yield put(case.root, path, made)
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


def turned(case: Case) -> Iterator[Node]:
    """Return the formula with a comparison turned."""
    for path, node in spots(case.root):
        if isinstance(node, Comparison) and all(sign in _TURNED for sign, _ in node.rest):
            rest = tuple((_TURNED[sign], side) for sign, side in node.rest)
            yield put(case.root, path, replace(node, rest=rest))


def turned_difference(case: Case) -> Iterator[Node]:
    """Return the formula with the two sides of a difference, ratio or change exchanged."""
    for path, node in spots(case.root):
        match node:
            case Arithmetic(operator="-" | "/", left=left, right=right) if _both(left, right):
                yield put(case.root, path, replace(node, left=right, right=left))
            case Application(name="percent_change", arguments=(new, old)):
                yield put(case.root, path, replace(node, arguments=(old, new)))
            case _:
                pass


def _both(left: Node, right: Node) -> bool:
    return all(any(isinstance(n, Output) for n in walk(side)) for side in (left, right))


def dropped(case: Case) -> Iterator[Node]:
    """Return the formula without one of the statements that it joins."""
    for path, node in spots(case.root):
        if isinstance(node, Junction):
            for index in range(len(node.operands)):
                rest = (*node.operands[:index], *node.operands[index + 1 :])
                made = rest[0] if len(rest) == 1 else replace(node, operands=rest)
                yield put(case.root, path, made)


def negated(case: Case) -> Iterator[Node]:
    """Return the formula with a negation dropped, or the whole denied."""
    for path, node in spots(case.root):
        if isinstance(node, Not):
            yield put(case.root, path, node.operand)
    yield Not(case.root)


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
