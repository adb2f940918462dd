"""What a formula means, as a key: formulas that say the same in other words have equal keys.

Sides turned, operands commuted, exchanged arguments inside `abs`, defaults written out and days of
one reported week all vanish in it, so that what is altered to no effect is no slip.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TypeVar, cast

from simulrag.simulators import interface
from simulrag.simulators.errors import SimulRAGError
from simulrag.simulators.registry import Registry
from simulrag.verifier.formulas.syntax import (
    Application,
    Arithmetic,
    Bands,
    Call,
    Comparison,
    Each,
    Flag,
    Items,
    Junction,
    Minus,
    Node,
    Not,
    Number,
    Output,
    Text,
    children,
    walk,
)

ISO = re.compile(r"\d{4}-\d{2}-\d{2}")
#: First year in which scenarios part; before it they are one history.
SCENARIOS_PART = 2015
_INVERSE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}
_TURNED = {">": "<", ">=": "<="}
#: Parameter -> the outputs that are the same whatever it is.
_WITHOUT = {
    "metric": ("attack_rate", "peak_weekly_rate"),
    "states": ("effective_r", "spread"),
    "seasonality": ("effective_r", "spread"),
}
_UNORDERED = ("max", "min", "sum", "mean")
Key = tuple[object, ...]
_T = TypeVar("_T")


def week_end(day: str) -> str:
    """Return the Saturday that ends the reported week of a day; no day: as it is."""
    try:
        found = date.fromisoformat(day)
        return (found + timedelta(days=(5 - found.weekday()) % 7)).isoformat()
    except (ValueError, OverflowError):
        return day


def declared(registry: Registry, simulator: str, name: str) -> interface.Function | None:
    """Return a function by its names, or None."""
    try:
        call = interface.Call(simulator=simulator, function=name, arguments={})
        return registry.function(call)
    except SimulRAGError:
        return None


def is_weekly(parameter: interface.Parameter | None) -> bool:
    """Tell a date that stands for its whole week."""
    return parameter is not None and parameter.kind == "date" and "week" in parameter.description


def parameter_of(function: interface.Function | None, name: str) -> interface.Parameter | None:
    """Return a declared parameter, or None."""
    return next((p for p in function.parameters if p.name == name), None) if function else None


@dataclass(frozen=True, slots=True)
class Meanings:
    """Makes keys of nodes with what a registry declares."""

    registry: Registry

    def of(self, node: Node) -> Key:
        """Return the key of a node."""
        match node:
            case Comparison():
                pairs = [self._pair(*pair) for pair in node.pairs()]
                return self._balanced(node) or _joined("and", pairs)
            case Not(operand=operand):
                return self._denied(operand)
            case Junction(operator=operator, operands=operands):
                return _joined(operator, [self.of(one) for one in operands])
            case Number() | Minus() | Arithmetic(operator="+" | "-"):
                return ("sum", *_sorted(self._terms(node, 1)))
            case Arithmetic(operator="*", left=left, right=right):
                return ("*", *_sorted([self.of(left), self.of(right)]))
            case Call():
                return self._call(node)
            case Application():
                return self._application(node)
            case _:
                return self._plain(node)

    def _plain(self, node: Node) -> Key:
        """Return a key that keeps order and words."""
        below = [self.of(child) for child in children(node)]
        match node:
            case Text(value=value) | Flag(value=value):
                return ("text", value)
            case Bands(bands=bands):
                ends = [(n, a and a.value, b and b.value) for n, a, b in bands]
                return ("bands", *ends)
            case Output(run=run, name=name, part=part):
                ending = [self.of(part)] if part else []
                return ("output", name, self._call(run, name), *ending)
            case Each(variables=variables):
                return ("each", variables, *below)
            case Arithmetic(operator=operator):
                return (operator, *below)
            case _:
                return (type(node).__name__, *below) if below else (repr(node),)

    def _application(self, node: Application) -> Key:
        arguments = [self.of(one) for one in node.arguments]
        match node:
            case Application(name="abs", arguments=(Application(name="percent_change") as inner,)):
                return ("abs%", *_sorted([self.of(one) for one in inner.arguments]))
            case Application(name="abs", arguments=(inner,)):
                return ("abs", *_either_way(self._terms(inner, 1)))
            case Application(name="week", arguments=(Text(value=day),)):
                return ("week", week_end(day))
            case _:
                held = _sorted(arguments) if node.name in _UNORDERED else arguments
                named = [(name, self.of(value)) for name, value in node.named]
                return (node.name, *held, *_sorted(named))

    def _call(self, node: Call, output: str = "") -> Key:
        """Return the key of a run, without arguments that change nothing."""
        function = declared(self.registry, node.simulator, node.function)
        plain = {n: v.value for n, v in node.arguments if isinstance(v, Number | Text)}
        held: list[Key] = []
        for name, value in node.arguments:
            parameter = parameter_of(function, name)
            if function and parameter and _is_idle(function, parameter, plain, output):
                continue
            if name == "aggregation" and self._is_one(node):
                continue
            held.append((name, self._argument(value, parameter)))
        return ("run", node.simulator, node.function, *held)

    def _is_one(self, run: Call) -> bool:
        """Tell a run of one state, of which every sum is the same."""
        states = dict(run.arguments).get("states")
        return isinstance(states, Text) or (isinstance(states, Items) and len(states.items) == 1)

    def _argument(self, value: Node, parameter: interface.Parameter | None) -> Key:
        match value:
            case Text(value=day) if is_weekly(parameter):
                return ("text", week_end(day))
            case Items(items=items) if parameter and parameter.kind == "choices":
                return ("items", *_sorted({self.of(item) for item in items}))
            case Text() if parameter and parameter.kind == "choices":
                return ("items", self.of(value))
            case _:
                return self.of(value)

    def _terms(self, node: Node, sign: int) -> list[tuple[int, Key]]:
        """Return a value as a sum of signed terms."""
        match node:
            case Number(value=value):
                return [(1, ("number", sign * value))] if value else []
            case Minus(operand=operand):
                return self._terms(operand, -sign)
            case Arithmetic(operator="+" | "-" as operator, left=left, right=right):
                other = sign if operator == "+" else -sign
                return [*self._terms(left, sign), *self._terms(right, other)]
            case Application(name="about", arguments=(Number(value=value),)):
                within = [self.of(v) for _, v in node.named]
                side = sign if value > 0 else -sign if value < 0 else 0
                return [(side, ("about", abs(value), *within))]
            case _:
                return [(sign, self.of(node))]

    def _pair(self, left: Node, operator: str, right: Node) -> Key:
        if operator in _TURNED:
            return self._pair(right, _TURNED[operator], left)
        if (label := self._label(left, operator, right)) is not None:
            return label
        terms = [*self._terms(left, 1), *self._terms(right, -1)]
        known = [key[1] for _, key in terms if key[0] == "number"]
        constant = round(sum((float(str(one)) for one in known), 0.0), 9) + 0.0
        rest = [term for term in terms if term[1][0] != "number"]
        if operator in ("==", "!="):
            return self._weekly((left, right), (operator, *_either_way(rest, constant)))
        return self._weekly((left, right), (operator, tuple(_sorted(rest)), constant))

    def _label(self, left: Node, operator: str, right: Node) -> Key | None:
        """Return a band's own ends where a value is compared with its label."""
        match left, right:
            case Application(name="band", arguments=(value, Bands(bands=bands))), Text(value=label):
                ends = [(a and a.value, b and b.value) for name, a, b in bands if name == label]
                return (operator, "band", self.of(value), tuple(ends))
            case _:
                return None

    def _weekly(self, sides: tuple[Node, Node], key: Key) -> Key:
        """Return a key in which days of one week are one, beside an output that is a week."""
        outputs = [n for side in sides for n in walk(side) if isinstance(n, Output)]
        for one in outputs:
            function = declared(self.registry, one.run.simulator, one.run.function)
            spans = [o.day_span for o in function.outputs if o.name == one.name] if function else []
            if any(spans):
                return ("weekly", ISO.sub(lambda day: week_end(day[0]), repr(key)))
        return key

    def _balanced(self, node: Comparison) -> Key | None:
        """Return one key for `0.67 <= a / b <= 1.5` and for the same of `b / a`."""
        match node.first, node.rest:
            case (
                Number(value=low),
                ((one, Arithmetic(operator="/", left=left, right=right)), (_, Number(value=high))),
            ) if low > 0 and one in ("<", "<=") and round(1 / low, 1) == round(high, 1):
                return ("ratio", high, *_sorted([self.of(left), self.of(right)]))
            case _:
                return None

    def _denied(self, node: Node) -> Key:
        match node:
            case Not(operand=operand):
                return self.of(operand)
            case Comparison():
                pairs = [self._pair(a, _INVERSE[sign], b) for a, sign, b in node.pairs()]
                return _joined("or", pairs)
            case Junction(operator=operator, operands=operands):
                other = "or" if operator == "and" else "and"
                return _joined(other, [self._denied(one) for one in operands])
            case Application(name="all" | "any" as name, arguments=(Each() as each,)):
                other = "any" if name == "all" else "all"
                inner = (self._denied(each.element), self.of(each.source))
                return (other, ("each", each.variables, *inner))
            case _:
                return ("not", self.of(node))


def _is_idle(
    function: interface.Function,
    parameter: interface.Parameter,
    given: Mapping[str, object],
    output: str,
) -> bool:
    """Tell an argument that changes nothing of an output: a default, or one that cannot matter."""
    value, year = given.get(parameter.name), given.get("year")
    if value is not None and value == parameter.default:
        return True
    if parameter.name == "scenario" and isinstance(year, float) and year < SCENARIOS_PART:
        return True
    if output in _WITHOUT.get(parameter.name, ()):
        return True
    kinds = [o.kind for o in function.outputs if o.name == output]
    only_moves = parameter.name == "start_date" and given.get("seasonality") == "none"
    return only_moves and kinds == ["number"]


def _sorted(keys: Iterable[_T]) -> list[_T]:
    return sorted(keys, key=repr)


def _either_way(terms: Sequence[tuple[int, Key]], constant: float = 0.0) -> Key:
    """Return terms whose common sign means nothing, as beside `==` and inside `abs`."""
    flipped = [
        (1, ("number", -float(str(k[1])))) if k[0] == "number" else (-sign, k) for sign, k in terms
    ]
    one, other = (tuple(_sorted(terms)), constant), (tuple(_sorted(flipped)), 0.0 - constant)
    return min(one, other, key=repr)


def _joined(operator: str, keys: Iterable[Key]) -> Key:
    """Return truths joined, each once, without limits that a tighter one says anyway."""
    limits: dict[Key, float] = {}
    flat: set[Key] = set()
    tighter = max if operator == "and" else min
    for key in keys:
        for one in cast("Iterable[Key]", key[1:]) if key[0] == operator else (key,):
            if one[0] in ("<", "<=") and isinstance(constant := one[-1], float):
                limits[one[:-1]] = tighter(limits.get(one[:-1], constant), constant)
            else:
                flat.add(one)
    found: list[Key] = [*flat, *((*limit, constant) for limit, constant in limits.items())]
    return found[0] if len(found) == 1 else (operator, *_sorted(found))
