"""What the reader of a verdict needs beyond it: what is true, and what would decide."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

import numpy as np

from simulrag.simulators.capabilities import emulated
from simulrag.simulators.registry import Registry
from simulrag.verifier.formulas.decision import (
    Against,
    day_span_text,
    ends_text,
    held_in,
    leading,
    leading_pair,
    limits_of,
    value_text,
)
from simulrag.verifier.formulas.evaluation import Evaluator
from simulrag.verifier.formulas.formula_words import in_words
from simulrag.verifier.formulas.listings import Element, Scope, bound
from simulrag.verifier.formulas.printing import written
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
    has_output,
    ranged,
    rebuilt,
    walk,
)
from simulrag.verifier.formulas.truths import REFUTED, SUPPORTED
from simulrag.verifier.formulas.values import Amount, subtract

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
        f"{in_words(side, registry)} is {value_text(evaluator.value(side, {}), with_range=True)}"
        for side in sides
    )


def would_decide(root: Node, evaluator: Evaluator, against: Against) -> str:
    """Return what would decide an open statement; empty where its derivation says why it is."""
    atom = _single(leading(root, evaluator, against, held=None), evaluator, against, held=None)
    if not isinstance(atom, Comparison) or evaluator.truth(atom, {}).why:
        return ""
    told = _limits_that_decide(root, evaluator, against)
    return "; ".join(filter(None, (told, *_larger(atom, evaluator, against))))


def _limits_that_decide(root: Node, evaluator: Evaluator, against: Against) -> str:
    """Return with which limits in its place an open comparison would decide the whole statement."""
    inner = leading(root, evaluator, against, held=None)
    while isinstance(inner, Not):
        inner = leading(inner.operand, evaluator, against, held=None)
    element, scopes = _cases(inner, evaluator)
    if not isinstance(element, Comparison):
        return ""
    own, operator, other = leading_pair(element)
    values = [evaluator.value(own, scope) for scope in scopes]
    amounts = [value for value in values if isinstance(value, Amount)]
    trial = Trial(root, element, evaluator, against)
    if ranged([element]).ranges or operator in ("==", "!=") or has_output(other):
        if element is not inner or len(amounts) != 1:
            return ""
        if has_output(other):
            apart = evaluator.value(other, {})
            if not isinstance(apart, Amount):
                return ""
            if math.isinf(apart.centre) or math.isinf(amounts[0].centre):
                return ""
            span = _span(subtract(amounts[0], apart))
            return f"their difference is {span}; a claim about a margin beyond is decided"
        return _of_number(amounts[0], trial, limits_of(element, evaluator, {}))
    if len(amounts) < len(values) or any(isinstance(one, Variable) for one in walk(other)):
        return ""
    return trial.limits(amounts)


def _cases(node: Node, evaluator: Evaluator) -> tuple[Node, list[Scope]]:
    """Return a statement and the names that `for` binds around it, once for each element."""
    match node:
        case Application(name="all" | "any", arguments=(Each() as each,)):
            over = evaluator.elements_of(each.source, {})
            element = each.element.operand if isinstance(each.element, Not) else each.element
            return element, [bound(each.variables, one, {}) for one in over]
        case _:
            return node, [{}]


def _span(value: Amount) -> str:
    """Return the 90 % range of a value, rounded outward: "2037 to 2080", "2037 or later"."""
    return ends_text(*_limits(value, *value.predicted()), year=value.year)


def _of_number(value: Amount, trial: "Trial", limits: Sequence[Amount]) -> str:
    """Return which numbers and ranges, or dates and periods, decide, where one is open."""
    within, beyond = trial.word(_TRUE), trial.word(_FALSE)
    if value.exact and value.day_span:
        return f"the {day_span_text(value)} lies only in part within what is claimed"
    if trial.against != "world":
        low, high = _limits(value, value.low, value.high)
        said = f"it is known to lie from {low} to {high}"
        return f"{said}; a limit outside of that is {beyond}" if beyond else said
    kind = "a date or period" if value.unit == "date" else "a number or range"
    centre = value_text(value, with_range=value.unit == "date", limits=limits)
    told = [
        f"{which} is {word}"
        for which, word in (
            (f"{kind} that holds the centre, {centre},", within),
            (f"one that lies outside of {_span(value)}", beyond),
        )
        if word and not (word == within and math.isinf(value.centre))
    ]
    return ", ".join(told)


_WORDS = {True: "supported", False: "refuted"}
_ONE, _TWO = Number(1.0, "1"), Number(2.0, "2")
#: Statements that hold, and do not, whatever runs say.
_TRUE, _FALSE = Comparison(_ONE, (("<", _TWO),)), Comparison(_TWO, (("<", _ONE),))


@dataclass(frozen=True)
class Trial:
    """What a statement comes to with another limit in one of its comparisons."""

    root: Node
    inner: Comparison
    evaluator: Evaluator
    against: Against

    def replaced(self, other: Node) -> bool | None:
        """Return whether the statement holds with another comparison in its place."""

        def put(part: Node) -> Node:
            return other if part == self.inner else part

        root = rebuilt(self.root, put)
        evaluator = self.evaluator.on(self.evaluator.runs)
        return held_in(evaluator.truth(root, {}), self.against)

    def word(self, other: Node) -> str:
        """Return the verdict with another comparison in its place; empty where it is open."""
        held = self.replaced(other)
        return "" if held is None else _WORDS[held]

    def limits(self, values: Sequence[Amount]) -> str:
        """Return from which limits on the statement is decided; an order grows with its limit.

        Each is tried as it is printed, in the unit of the values, on a grid of two digits of what
        they may be.
        """
        ends = [end for value in values for end in _reach(value)]
        if not ends:
            return ""
        step = 10.0 ** -_decimals(values[0], min(ends), max(ends))
        first, last = math.floor(min(ends) / step) - 1, math.ceil(max(ends) / step) + 1
        at_ends = self._held(values[0], first * step), self._held(values[0], last * step)
        if at_ends[0] is at_ends[1]:
            return ""
        told, timed = list[str](), values[0].year or values[0].unit == "date"
        for held, near, far, held_below in ((at_ends[0], first, last, True),
                                            (at_ends[1], last, first, False)):  # fmt: skip
            if held is None:
                continue
            while abs(far - near) > 1:
                middle = (near + far) // 2
                if self._held(values[0], middle * step) is held:
                    near = middle
                else:
                    far = middle
            limit = value_text(_at(values[0], near * step, step))
            sides = ("", limit) if held_below else (limit, "")
            told.append(f"a limit of {ends_text(*sides, year=timed)} is {_WORDS[held]}")
        said = ", ".join(sorted(told, key=lambda one: one.endswith(_WORDS[False])))
        several = sum(isinstance(node, Comparison) for node in walk(self.root)) > 1
        return (
            f"in place of {written(leading_pair(self.inner)[2])} {said}"
            if several and said
            else said
        )

    def _held(self, value: Amount, limit: float) -> bool | None:
        own, operator, _ = leading_pair(self.inner)
        if value.unit == "date":
            other: Node = Text(date.fromordinal(round(limit)).isoformat())
        else:
            other = Number(limit, repr(limit))
        return self.replaced(Comparison(own, ((operator, other),)))


def _reach(value: Amount) -> list[float]:
    """Return the finite ends of all that a value may be; a year that does not come has none."""
    ends = [value.low, value.high, *value.predicted()]
    if value.members is not None:
        held = value.members.values[np.isfinite(value.members.values)]
        ends += [float(end) for end in (held.min(initial=ends[0]), held.max(initial=ends[0]))]
    return [end for end in ends if math.isfinite(end)]


def _at(value: Amount, limit: float, step: float) -> Amount:
    decimals = round(-math.log10(step))
    return Amount(
        limit, limit, limit, value.unit, decimals=decimals, year=value.year, counted=value.counted
    )


def _decimals(value: Amount, low: float, high: float) -> int:
    """Return the decimals with which a limit is told: two digits of what a value may be."""
    width = high - low
    known = 0 < width < math.inf and value.unit != "date"
    decimals = 1 - math.floor(math.log10(width)) if known else value.decimals
    return min(decimals, value.decimals)


def _limits(value: Amount, low: float, high: float) -> tuple[str, str]:
    """Return the ends of an interval, rounded outward to two digits of its width."""
    step = 10.0 ** -_decimals(value, low, high)

    def told(end: float, outward: Callable[[float], int]) -> str:
        if not math.isfinite(end):
            return ""
        at = outward(round(end / step, 6)) * step
        return value_text(_at(value, at, step))

    return told(low, math.floor), told(high, math.ceil)


def _larger(atom: Comparison, evaluator: Evaluator, against: Against) -> Iterator[str]:
    """Return which larger ensemble, or which engine, knows the values of a statement better."""
    registry = evaluator.runs.registry
    odds = evaluator.truth(atom, {}).odds() if against == "world" else None
    if against == "record" or (against == "world" and odds is None):
        return
    if odds is not None:  # as many members again might put the chance beyond a limit
        error = _ERRORS * math.sqrt(odds.low * (1.0 - odds.low) / odds.count)
        if min(abs(odds.low - SUPPORTED), abs(odds.low - REFUTED)) >= error:
            return
    for call in {node for node in walk(atom) if isinstance(node, Call)}:
        wide = next((p for p in registry.function(call).parameters if p.name == _MEMBERS), None)
        if wide is not None and wide.high is not None:
            yield f"a larger ensemble of {call.function}, such as members={wide.high:g}, may decide"
        elif against == "run" and (engine := emulated(registry.simulator(call.simulator))):
            yield engine


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
