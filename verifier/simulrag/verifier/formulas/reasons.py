"""What the reader of a verdict needs beyond it: what is true, and what would decide."""

import math
from collections.abc import Callable, Iterator

import numpy as np

from simulrag.simulators.emulating import emulated
from simulrag.simulators.registry import Registry
from simulrag.verifier.formulas.assumptions import rebuilt
from simulrag.verifier.formulas.decision import (
    Against,
    ends_text,
    held_in,
    leading,
    leading_pair,
    value_text,
)
from simulrag.verifier.formulas.evaluation import Evaluator
from simulrag.verifier.formulas.listings import Element, bound
from simulrag.verifier.formulas.ranges import has_output, ranged
from simulrag.verifier.formulas.syntax import (
    Application,
    Call,
    Comparison,
    Each,
    Node,
    Not,
    Number,
    Text,
    Variable,
    walk,
)
from simulrag.verifier.formulas.telling import in_words
from simulrag.verifier.formulas.truths import REFUTED, SUPPORTED, Odds
from simulrag.verifier.formulas.values import Amount, Value, subtract

#: The input that says how many members an ensemble has.
_MEMBERS = "members"
#: Standard errors within which a chance may lie beyond a limit.
_ERRORS = 1.64


def what_is_true(root: Node, evaluator: Evaluator, against: Against, registry: Registry) -> str:
    """Return in words what is true instead of a refuted statement; empty where nothing tells."""
    atom = _single(leading(root, evaluator, against, held=False), evaluator, against, held=False)
    if not isinstance(atom, Comparison):
        return ""
    own, _, other = leading_pair(atom)
    sides = [own, *([other] if has_output(other) else [])]
    return ", ".join(
        f"{in_words(side, registry)} is {value_text(_worth(side, evaluator), with_range=True)}"
        for side in sides
    )


def would_decide(root: Node, evaluator: Evaluator, against: Against) -> str:
    """Return what would decide an open statement; empty where its derivation says why it is."""
    atom = _single(leading(root, evaluator, against, held=None), evaluator, against, held=None)
    if not isinstance(atom, Comparison) or evaluator.truth(atom, {}).why:
        return ""
    own, operator, other = leading_pair(atom)
    value = _worth(own, evaluator)
    told = "; ".join(_larger(atom, evaluator, against))
    if has_output(other):
        return "; ".join(filter(None, (_of_margin(value, _worth(other, evaluator)), told)))
    if not isinstance(value, Amount):
        return told
    if against != "world":
        limits = _limits(value, value.low, value.high)
        said = f"it is known to lie from {limits[0]} to {limits[1]}; a limit outside of that"
    elif ranged([atom]).ranges or operator in ("==", "!="):
        said = (
            f"{_kind(value)} that holds the centre, {_centre(value)}, is supported, one that "
            f"lies outside of {_span(value)} refuted"
        )
    else:
        said = _of_order(value, operator)
    return "; ".join(filter(None, (said, told)))


def _of_margin(one: Value, other: Value) -> str:
    """Return how far apart two values of runs are, where their order is open."""
    if not (isinstance(one, Amount) and isinstance(other, Amount)):
        return ""
    return (
        f"their difference is {_span(subtract(one, other))}; a claim about a margin beyond is "
        "decided"
    )


def _centre(value: Amount) -> str:
    return value_text(value, with_range=value.unit == "date")


def _kind(value: Amount) -> str:
    return "a date or period" if value.unit == "date" else "a number or range"


def _span(value: Amount) -> str:
    """Return the 90 % range of a value, rounded outward: "2037 to 2080", "2037 or later"."""
    return ends_text(*_limits(value, *value.predicted()), year=value.year)


def _of_order(value: Amount, operator: str) -> str:
    """Return from which limits on an order is decided; members without a value decide none."""
    low, high = value.predicted()
    if value.members is not None:
        held = value.members.values
        low = float(np.quantile(np.where(np.isnan(held), -math.inf, held), REFUTED, method="lower"))
        high = float(
            np.quantile(np.where(np.isnan(held), math.inf, held), SUPPORTED, method="higher")
        )
    above = operator in (">", ">=")
    words = ("supported", "refuted") if above else ("refuted", "supported")
    shown = _limits(value, low, high)
    told = [
        f"a limit of {text} or {more} is {word}"
        for end, text, more, word in zip((low, high), shown, ("less", "more"), words, strict=True)
        if math.isfinite(end)
    ]
    return ", ".join(told if above else told[::-1])


def _limits(value: Amount, low: float, high: float) -> tuple[str, str]:
    """Return the ends of an interval, rounded outward to two digits of its width."""
    width = high - low
    known = 0 < width < math.inf and value.unit != "date"
    decimals = 1 - math.floor(math.log10(width)) if known else value.decimals
    decimals = min(decimals, value.decimals)
    step = 10.0**-decimals

    def told(end: float, outward: Callable[[float], int]) -> str:
        if not math.isfinite(end):
            return ""
        at = outward(round(end / step, 6)) * step
        return value_text(Amount(at, at, at, value.unit, decimals=decimals, year=value.year))

    return told(low, math.floor), told(high, math.ceil)


def _larger(atom: Comparison, evaluator: Evaluator, against: Against) -> Iterator[str]:
    """Return which larger ensemble, or which engine, knows the values of a statement better."""
    registry = evaluator.runs.registry
    odds = evaluator.truth(atom, {}).odds() if against == "world" else None
    if against == "record" or (against == "world" and not (odds and _near_a_limit(odds))):
        return
    for call in {node for node in walk(atom) if isinstance(node, Call)}:
        wide = next((p for p in registry.function(call).parameters if p.name == _MEMBERS), None)
        if wide is not None and wide.high is not None:
            yield f"a larger ensemble of {call.function}, such as members={wide.high:g}, may decide"
        elif against == "run" and (engine := emulated(registry.simulator(call.simulator))):
            yield engine


def _near_a_limit(odds: Odds) -> bool:
    """Tell whether as many members again might put a chance beyond a limit."""
    p = odds.low
    error = _ERRORS * math.sqrt(p * (1.0 - p) / odds.count)
    return min(abs(p - SUPPORTED), abs(p - REFUTED)) < error


def _single(atom: Node, evaluator: Evaluator, against: Against, *, held: bool | None) -> Node:
    """Return the comparison on which a statement hangs: of lists, that of the first such case."""
    match atom:
        case Not(operand=operand):
            turned = None if held is None else not held
            inner = leading(operand, evaluator, against, turned)
            return _single(inner, evaluator, against, held=turned)
        case Application(arguments=(Each(variables=names, element=element, source=source),)):
            for one in evaluator.elements_of(source, {}):
                if isinstance(one, Amount):  # a value of a series is no literal
                    return atom
                if held_in(evaluator.truth(element, bound(names, one, {})), against) is held:
                    inner = leading(_put(element, names, one), evaluator, against, held)
                    return _single(inner, evaluator, against, held=held)
            return atom
        case _:
            return atom


def _put(node: Node, names: tuple[str, ...], element: Element) -> Node:
    """Return a node with an element of a list in the place of its names."""
    scope = bound(names, element, {})

    def put(part: Node) -> Node:
        if not isinstance(part, Variable) or part.name not in scope:
            return part
        match scope[part.name]:
            case str() as text:
                return Text(text)
            case int() | float() as number:
                return Number(float(number), f"{number:g}")
            case _:
                return part

    return rebuilt(node, put)


def _worth(node: Node, evaluator: Evaluator) -> Value:
    return evaluator.value(node, {})
