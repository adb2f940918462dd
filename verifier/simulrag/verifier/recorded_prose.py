"""Values of runs that recorded evidence states in prose, sentence by sentence, as formulas."""

import re
from collections.abc import Iterator, Mapping, Sequence

from simulrag.simulators.errors import SimulatorError
from simulrag.simulators.interface import Call, Label, Output, Quantity, Value
from simulrag.simulators.registry import Registry
from simulrag.verifier.english.reader import Read, claim
from simulrag.verifier.english.sentences import sentences
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.formulas import syntax
from simulrag.verifier.formulas.evaluation import Evaluator
from simulrag.verifier.formulas.runs import Runs
from simulrag.verifier.formulas.syntax import (
    Application,
    Arithmetic,
    Comparison,
    FormulaError,
    Junction,
    Minus,
    Node,
    Number,
    Text,
)
from simulrag.verifier.formulas.values import Amount, in_unit

#: What counts the parts of a text: "(1) with ...".
_COUNTED = re.compile(r"\((?:\d|[ivx]{1,4}|[a-f])\)\s")
#: What is known of a call: values of its outputs.
Stated = tuple[Call, dict[str, Value]]


def stated_values(text: str, context: Sequence[str], registry: Registry) -> list[Stated]:
    """Return what prose states of runs, with what follows from its differences and changes.

    context: the questions that it answers. Calls are complete, with their defaults.
    """
    with EvidenceStore() as store:
        return _Prose(Evaluator(Runs(registry, store, ())), registry).values(text, context)


class _Prose:
    def __init__(self, evaluator: Evaluator, registry: Registry) -> None:
        self._evaluator = evaluator
        self._registry = registry
        self._known: dict[str, Stated] = {}

    def values(self, text: str, context: Sequence[str]) -> list[Stated]:
        """Return the values that a text states."""
        roots = [
            read.root for one in sentences(_COUNTED.sub("", text))
            if isinstance(read := claim(one.text, context, self._registry), Read)
        ]  # fmt: skip
        equal = [pair for root in roots for pair in _equalities(root)]
        for left, right in equal:
            try:
                self._stated(left, right)
            except (FormulaError, SimulatorError):  # such as a call that no simulator makes
                continue
        for left, right in equal:
            if isinstance(left, Arithmetic):
                self._derived(left, right)
        for call, held in tuple(self._known.values()):
            self._lead_back(call, held)
        return list(self._known.values())

    def _of(self, call: Call) -> dict[str, Value]:
        return self._known.setdefault(call.canonical(), (call, {}))[1]

    def _stated(self, left: Node, right: Node) -> None:
        if not isinstance(left, syntax.Output) or left.part is not None:
            return
        call = self._call(left.run)
        output = self._registry.function(call).output(left.name)
        held = self._of(call)
        value = self._value(right, output)
        if value is not None:
            held.setdefault(output.name, value)

    def _call(self, node: syntax.Call) -> Call:
        (call,) = self._evaluator.calls(node)
        return call

    def _complete(self, call: Call) -> Call:
        return self._evaluator.runs.call(call.simulator, call.function, call.arguments)

    def _value(self, node: Node, output: Output) -> Value | None:
        if isinstance(node, Text):
            return Label(value=node.value) if output.kind == "category" else None
        amount = self._evaluator.value(node, {}) if output.kind == "number" else None
        if not isinstance(amount, Amount):
            return None
        held = in_unit(amount, output.unit)
        return Quantity(
            value=held.centre, unit=output.unit,
            value_low=held.centre - held.half, value_high=held.centre + held.half,
        )  # fmt: skip

    def _derived(self, difference: Arithmetic, right: Node) -> None:
        """Fill in the one value that a stated difference leaves open ("0.12 below")."""
        left, other = difference.left, difference.right
        if difference.operator != "-" or not (
            isinstance(left, syntax.Output) and isinstance(other, syntax.Output)
        ):
            return
        try:
            first, second = self._call(left.run), self._call(other.run)
            amount = self._evaluator.value(right, {})
        except (FormulaError, SimulatorError):
            return
        if not isinstance(amount, Amount):
            return
        one, two = self._of(first).get(left.name), self._of(second).get(other.name)
        if isinstance(one, Quantity) and two is None:
            self._of(second)[other.name] = _shifted(one, -amount.centre, amount)
        elif isinstance(two, Quantity) and one is None:
            self._of(first)[left.name] = _shifted(two, amount.centre, amount)

    def _lead_back(self, call: Call, held: Mapping[str, Value]) -> None:
        """Fill in the unaltered value that a result and its change lead back to."""
        function = self._registry.function(call)
        plain = self._complete(function.unaltered(call))
        for output in function.outputs:
            value, change = held.get(output.changes_of), held.get(output.name)
            if plain == call or not (isinstance(value, Quantity) and isinstance(change, Quantity)):
                continue
            if output.unit.startswith("delta_"):
                half = ((change.value_high or 0.0) - (change.value_low or 0.0)) / 2
                amount = Amount(change.value, change.value, change.value, "", half=half)
                shifted = _shifted(value, -change.value, amount)
                self._of(plain).setdefault(output.changes_of, shifted)


def _equalities(root: Node) -> Iterator[tuple[Node, Node]]:
    """Yield what a truth says to be equal, the written side second."""
    match root:
        case Junction(operator="and", operands=operands):
            for one in operands:
                yield from _equalities(one)
        case Comparison(first=first, rest=(("==", second),)):
            left, right = (second, first) if _is_written(first) else (first, second)
            yield left, _without_hedge(right)
        case _:
            return


def _is_written(node: Node) -> bool:
    return isinstance(node, Number | Text | Minus | Application)


def _without_hedge(node: Node) -> Node:
    return node.arguments[0] if isinstance(node, Application) and node.name == "about" else node


def _shifted(quantity: Quantity, gap: float, amount: Amount) -> Quantity:
    own = 0.0
    if quantity.value_low is not None and quantity.value_high is not None:
        own = (quantity.value_high - quantity.value_low) / 2
    value, half = quantity.value + gap, own + amount.half
    return Quantity(
        value=value, unit=quantity.unit, value_low=value - half, value_high=value + half
    )
