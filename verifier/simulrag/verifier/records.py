"""Recorded evidence as runs: published records in place of simulations.

A record is a JSON object with `evidence_answer` and, where they are known, `question`,
`evidence_question` and `reference_answer`. Evidence in prose is read as English like any statement;
evidence in JSON by the paths that their simulators state.
"""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from pydantic import JsonValue

from simulrag.simulators.capabilities import Held, record_layout
from simulrag.simulators.errors import BadValue, SimulatorError
from simulrag.simulators.immutable_data import lately
from simulrag.simulators.interface import (
    Call,
    Check,
    Day,
    Frozen,
    Label,
    Output,
    Quantity,
    Run,
    Value,
)
from simulrag.simulators.output_operations import Interval
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Plan
from simulrag.verifier.english.questions import plan
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
from simulrag.verifier.units import convert

_NUMBER = re.compile(r"[-+]?\d[\d,]*(?:\.\d+)?")
#: What is known of a call: values of its outputs.
_Stated = tuple[Call, dict[str, Value]]


class Record(Frozen):
    """One published record; texts that are unknown are empty."""

    question: str = ""
    reference_answer: str = ""
    evidence_question: str = ""
    evidence_answer: str


class Recorded(Frozen):
    """The runs of a record and the plan whose calls they answer."""

    plan: Plan
    runs: tuple[Run, ...]


def parse_records(text: str) -> tuple[Record, ...]:
    """Return the records of a JSON text, one object or a list; BadValue for anything else."""
    try:
        data = cast("JsonValue", json.loads(text))
        items = data if isinstance(data, list) else [data]
        return tuple(Record.model_validate(item, extra="ignore") for item in items)
    except (ValueError, RecursionError) as error:
        raise BadValue(
            "evidence must be a JSON object with 'evidence_answer' (and 'question'), or a list of "
            f"them: {str(error).splitlines()[0]}",
            parameter="evidence",
        ) from None


def record_for(question: str, records: Sequence[Record]) -> Record:
    """Return the record of a question; the only one where there is just one."""
    asked = " ".join(question.split())
    for record in records:
        if asked and asked in (
            " ".join(record.question.split()),
            " ".join(record.evidence_question.split()),
        ):
            return record
    if len(records) == 1:
        return records[0]
    raise BadValue(
        f"none of the {len(records)} records of the evidence has this question; give the record "
        "itself, or a question that one of them has",
        parameter="question",
        given=question[:80],
    )


def recorded(record: Record, question: str, registry: Registry) -> Recorded:
    """Return the runs that a record stands for, keyed to the calls its questions ask for."""
    return _recorded(registry, (record, question))


@lately(64)  # for the claims about a record that come one after another
def _recorded(registry: Registry, asked_of: tuple[Record, str]) -> Recorded:
    registry = registry.of_records
    record, question = asked_of
    asked = plan(question or record.question or record.evidence_question, registry)
    made = plan(record.evidence_question, registry) if record.evidence_question else asked
    calls = made.calls if made.calls else asked.calls
    data = _json_inside(record.evidence_answer)
    if data is not None:
        held = _with_baselines(_ordered(asked.calls, calls), data, registry)
        values = _from_json(data, asked.model_copy(update={"calls": held}), registry)
    else:
        context = tuple(filter(None, (record.question, record.evidence_question)))
        values = _stated_values(record.evidence_answer, context, registry)
        held = _ordered(asked.calls, calls)
    joined = asked.model_copy(update={"calls": held})
    runs = tuple(_run(call, stated, record.evidence_answer) for call, stated in values if stated)
    return Recorded(plan=joined, runs=runs)


def _ordered(asked: Sequence[Call], made: Sequence[Call]) -> tuple[Call, ...]:
    """Return the calls of the evidence, those of the question first and in its order."""
    first = [call for call in asked if call in made]
    return (*first, *(call for call in made if call not in first))


def _run(call: Call, values: Mapping[str, Value], text: str) -> Run:
    """Return a recorded run; one that is read under other names is another run."""
    held = "\n".join([text, *sorted(values)])
    version = "recorded-" + hashlib.sha256(held.encode()).hexdigest()[:12]
    return Run(
        id=call.run_id(version),
        call=call,
        version=version,
        build="recorded elsewhere",
        outputs=values,
        context=text,
        check=Check(tested="a recorded run cannot be tested again", verdict="not_evaluated"),
        source="recorded",
    )


def _json_inside(text: str) -> Mapping[str, JsonValue] | None:
    start = text.find("{")
    if start < 0:
        return None
    try:
        data, _ = json.JSONDecoder().raw_decode(text[start:])
    except ValueError:
        return None
    return cast("Mapping[str, JsonValue]", data) if isinstance(data, dict) else None


def _with_baselines(
    calls: tuple[Call, ...], data: Mapping[str, JsonValue], registry: Registry
) -> tuple[Call, ...]:
    """Add the unaltered state of each call where the evidence holds it beside the altered one."""
    plain = {
        one.canonical(): one
        for call in calls
        if any(_follow(data, held.baseline) for held in _layout(call, registry).values())
        for one in [registry.function(call).unaltered(call)]
    }
    return (*calls, *(one for one in plain.values() if one not in calls))


def _from_json(data: Mapping[str, JsonValue], made: Plan, registry: Registry) -> list[_Stated]:
    values: list[_Stated] = []
    for call in made.calls:
        function = registry.function(call)
        plain = call == function.unaltered(call)
        found: dict[str, Value] = {}
        for name, held in _layout(call, registry).items():
            path = (plain and held.baseline) or held.path
            if (value := _at(data, function.output(name), held, path)) is not None:
                found[name] = value
        values.append((call, found))
    return values


def _layout(call: Call, registry: Registry) -> Mapping[str, Held]:
    """Return where evidence holds the outputs of a call that its function has."""
    names = {one.name for one in registry.function(call).outputs}
    found = record_layout(registry.simulator(call.simulator), call.function)
    return {name: held for name, held in found.items() if name in names}


def _at(data: Mapping[str, JsonValue], output: Output, held: Held, path: str) -> Value | None:
    value = _follow(data, path)
    if value is None or isinstance(value, dict | list):
        return None
    if output.kind == "category":
        return Label(value=str(value))
    if output.kind == "date":
        return Day(value=str(value))
    value = _real(value)
    if value is None:
        return None
    ends = _follow(data, held.interval)
    low, high = (
        (_real(ends[0]), _real(ends[1]))
        if isinstance(ends, list) and len(ends) == 2
        else (None, None)
    )
    return Quantity(
        value=_in_unit(value, output, held),
        unit=output.unit,
        low=low if low is None else _in_unit(low, output, held),
        high=high if high is None else _in_unit(high, output, held),
        level=0.9 if low is not None else None,
    )


def _in_unit(recorded: float, output: Output, held: Held) -> float:
    """Return a recorded figure in the output's own unit."""
    if held.unit in ("", output.unit):
        return recorded
    point = Interval(low=recorded, high=recorded)
    return convert(point, held.unit, output.unit, difference=False).low


def _real(value: JsonValue) -> float | None:
    """Return a number, also one that is kept as text."""
    if isinstance(value, str):
        plain = value.strip().replace("\u2212", "-")
        return float(plain.replace(",", "")) if _NUMBER.fullmatch(plain) else None
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _follow(data: Mapping[str, JsonValue] | JsonValue, path: str) -> JsonValue:
    for name in path.split(".") if path else ["\0"]:
        if not isinstance(data, Mapping) or name not in data:
            return None
        data = data[name]
    return data if not isinstance(data, Mapping) else None


#: What counts the parts of a text: "(1) with ...".
_COUNTED = re.compile(r"\((?:\d|[ivx]{1,4}|[a-f])\)\s")


def _stated_values(text: str, context: Sequence[str], registry: Registry) -> list[_Stated]:
    """Return what prose states of runs, with what follows from its differences and changes.

    context: the questions that it answers. Calls are complete, with their defaults.
    """
    with EvidenceStore() as store:
        return _Prose(Evaluator(Runs(registry, store, ())), registry).values(text, context)


class _Prose:
    def __init__(self, evaluator: Evaluator, registry: Registry) -> None:
        self._evaluator = evaluator
        self._registry = registry
        self._known: dict[str, _Stated] = {}

    def values(self, text: str, context: Sequence[str]) -> list[_Stated]:
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
        arguments = function.unaltered(call).arguments
        plain = self._evaluator.runs.call(call.simulator, call.function, arguments)
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
            is_written = isinstance(first, Number | Text | Minus | Application)
            left, right = (second, first) if is_written else (first, second)
            yield left, _without_hedge(right)
        case _:
            return


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
