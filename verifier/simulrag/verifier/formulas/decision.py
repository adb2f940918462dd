"""Turns an evaluated formula into a verdict: supported, refuted or undecided, and why."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from simulrag.simulators.interface import Call
from simulrag.verifier.formulas.evaluation import Evaluator
from simulrag.verifier.formulas.listings import Element, bound
from simulrag.verifier.formulas.printing import TURNED, written
from simulrag.verifier.formulas.syntax import (
    Application,
    Arithmetic,
    Comparison,
    Each,
    Formula,
    Junction,
    Minus,
    Node,
    Not,
    Output,
    walk,
)
from simulrag.verifier.formulas.truths import Truth
from simulrag.verifier.formulas.values import Amount, Category, Period, Undefined, Value, Written

#: What a claim is held against: the record, the runs as such, or the world as the ensemble tells.
Against = Literal["record", "run", "world"]
Decision = Literal["supported", "refuted", "undecided"]


@dataclass(frozen=True, slots=True)
class Decided:
    """What was decided of a formula, and on what."""

    decision: Decision
    against: Against
    truth: Truth
    derivation: str
    claimed: str = ""
    simulated: str = ""
    low: float | None = None
    high: float | None = None
    unit: str = ""

    @property
    def probability(self) -> float | None:
        """The share of members in which it holds; None where none tell or parts are open."""
        odds = self.truth.odds()
        if self.against != "world" or odds is None or odds.low != odds.high:
            return None
        return odds.low


def held_against(wanted: Against, evaluator: Evaluator, calls: Sequence[Call]) -> Against:
    """Return what a claim is held against: always the record where all calls are observed."""
    observed = [evaluator.runs.function(call).observed for call in calls]
    if calls and all(observed):
        return "record"
    return "world" if wanted == "record" else wanted


def decide(formula: Formula, evaluator: Evaluator, against: Against) -> Decided:
    """Evaluate a formula and return the decision. Raises FormulaError or SimulatorError."""
    truth = evaluator.truth(formula.root, {})
    held = _held(truth, against)
    decision: Decision = "undecided"
    if held is not None:
        decision = "supported" if held else "refuted"
    leading = _leading(formula.root, evaluator, against, held)
    told = _told(formula.root, evaluator, against)
    if truth.why and held is None:
        told = f"{told}; {truth.why}"
    return Decided(decision, against, truth, told, *_sides(leading, evaluator))


def _held(truth: Truth, against: Against) -> bool | None:
    return truth.in_world() if against == "world" else truth.run


def _atoms(node: Node) -> Iterator[Node]:
    """Return the statements that a formula consists of, each with its own `not`."""
    if isinstance(node, Junction):
        for operand in node.operands:
            yield from _atoms(operand)
    else:
        yield node


def _leading(root: Node, evaluator: Evaluator, against: Against, held: bool | None) -> Node:
    """Return the statement that the decision rests on: the first that is as true as the whole."""
    atoms = list(_atoms(root))
    for atom in atoms:
        if _held(evaluator.truth(atom, {}), against) is held:
            return atom
    return atoms[0]


def _sides(atom: Node, evaluator: Evaluator) -> tuple[str, str, float | None, float | None, str]:
    """Return what was claimed and simulated in a statement, and the interval of the latter."""
    denied = isinstance(atom, Not)
    atom = atom.operand if isinstance(atom, Not) else atom
    if not isinstance(atom, Comparison):
        return "", "", None, None, ""
    own, operator, other = next(atom.pairs())
    if not _has_output(own):
        own, operator, other = other, TURNED[operator], own
    value = evaluator.value(own, {})
    claimed = written(other) if not _has_output(other) else ""
    if claimed and operator != "==":
        claimed = f"{operator} {claimed}"
    if claimed and denied:
        claimed = f"not {claimed}"
    if not isinstance(value, Amount):
        return claimed, value_text(value), None, None, ""
    if value.unit == "date":
        return claimed, value_text(value), None, None, "date"
    low, high = value.predicted()
    return claimed, value_text(value), low, high, value.unit or ""


def _has_output(node: Node) -> bool:
    return any(isinstance(part, Output) for part in walk(node))


def _told(node: Node, evaluator: Evaluator, against: Against) -> str:
    """Return a statement with the values of its outputs: "25.8 - 21.8 = 4.0 == about(4.0)"."""
    match node:
        case Junction(operator=operator, operands=operands):
            joint = "; " if operator == "and" else " or "
            return joint.join(_told(part, evaluator, against) for part in operands)
        case Not(operand=operand):
            return f"not ({_told(operand, evaluator, against)})"
        case Comparison():
            made = [_side_text(node.first, evaluator)]
            for operator, side in node.rest:
                made.append(f"{operator} {_side_text(side, evaluator)}")
            return " ".join(made)
        case Application(name=name, arguments=(Each() as each,)):
            return _counted(name, each, evaluator, against)
        case _:
            return written(node)


def _side_text(node: Node, evaluator: Evaluator) -> str:
    """Return a side with what it is worth; one without outputs as it is written."""
    if not _has_output(node):
        return written(node)
    if isinstance(node, Application) and node.name == "about":
        return f"about {_side_text(node.arguments[0], evaluator)}"
    value = value_text(evaluator.value(node, {}), with_range=True)
    parts = _parts(node, evaluator)
    return f"{parts} = {value}" if parts else value


def _parts(node: Node, evaluator: Evaluator) -> str:
    """Return the values that a sum, difference or ratio is made of; "" for a single one."""
    match node:
        case Arithmetic(operator=operator, left=left, right=right):
            sides = [_operand(side, evaluator) for side in (left, right)]
            return f" {operator} ".join(sides)
        case Minus(operand=operand):
            inner = _operand(operand, evaluator)
            return f"-({inner})" if inner.startswith("-") else f"-{inner}"
        case Application(name="abs" | "percent_change" as name, arguments=arguments):
            return f"{name}({', '.join(_operand(one, evaluator) for one in arguments)})"
        case _:
            return ""


def _operand(node: Node, evaluator: Evaluator) -> str:
    inner = _parts(node, evaluator)
    if inner:
        return f"({inner})"
    return value_text(evaluator.value(node, {})) if _has_output(node) else written(node)


def _counted(name: str, each: Each, evaluator: Evaluator, against: Against) -> str:
    """Return in how many cases a statement holds, and the first that decides otherwise."""
    over = evaluator.elements_of(each.source, {})
    held = [
        _held(evaluator.truth(each.element, bound(each.variables, one, {})), against)
        for one in over
    ]
    sure, open_ = (sum(one is wanted for one in held) for wanted in (True, None))
    wanted = name != "all"
    found = next((one for one, truth in zip(over, held, strict=True) if truth is wanted), None)
    told = f"{sure} of {len(over)} are so"
    if open_:
        told += f", {open_} open"
    if found is not None:
        told += f"; {'so' if wanted else 'not'} for {_plain(found)}"
    return told


def _plain(element: Element) -> str:
    match element:
        case Amount():
            return value_text(element)
        case tuple():
            return " and ".join(_plain(part) for part in element)
        case _:
            return f"{element:g}" if isinstance(element, float) else str(element)


_SIGNS = {
    "degC": "°C", "delta_degC": "°C", "degF": "°F", "delta_degF": "°F", "percent": "%",
    "percentage_point": "points",
}  # fmt: skip


#: Units that are words, with a plural.
_COUNTED = ("second", "minute", "hour", "day", "week", "month", "year")


def value_text(value: Value, *, with_range: bool = False) -> str:
    """Return a value for a person, rounded as its output is; with its 90 % range where asked."""
    match value:
        case Undefined(why=why):
            return f"undefined ({why})"
        case Category(label=label):
            return label
        case Written(text=text) | Period(text=text):
            return text
        case Amount(unit="date"):
            return date.fromordinal(round(value.centre)).isoformat()
        case Amount():
            return _amount_text(value, with_range=with_range)


def _amount_text(value: Amount, *, with_range: bool) -> str:
    number = _rounded(value.centre, value.decimals)
    unit = _SIGNS.get(value.unit or "", value.unit or "")
    unit = f"{unit}s" if unit in _COUNTED and float(number) != 1 else unit
    text = f"{number} {unit}".rstrip()
    if not with_range:
        return text
    ends = value.predicted()
    decimals = _told_decimals(*ends, value.decimals)
    low, high = (_rounded(end, decimals) for end in ends)
    if low == high:
        return text
    return f"{_rounded(value.centre, decimals)} {unit}".rstrip() + f" [{low} to {high}]"


def _told_decimals(low: float, high: float, most: int) -> int:
    """Return the decimals of a value's text: two significant digits of its spread, at most."""
    spread = high - low
    if not 0 < spread < math.inf:
        return most
    return min(most, 1 - math.floor(math.log10(spread)))


#: From here on a number is written with its power of ten.
_LONG = 1e15


def _rounded(number: float, decimals: int) -> str:
    number, decimals = round(number, decimals), max(decimals, 0)
    text = f"{number:.{decimals}f}" if abs(number) < _LONG else f"{number:.6g}"
    return text.lstrip("-") if float(text) == 0 else text
