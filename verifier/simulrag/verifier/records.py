"""Recorded evidence as runs: published records in place of simulations.

A record is a JSON object with `evidence_answer` and, where they are known, `question`,
`evidence_question` and `reference_answer`. Evidence in prose is read by the same grammar as any
statement; evidence in JSON by the paths that the outputs declare.
"""

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from typing import cast

from pydantic import JsonValue

from simulrag.simulators.errors import BadValue
from simulrag.simulators.in_records import of_records
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
from simulrag.simulators.kept import lately
from simulrag.simulators.operations import Interval, known
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Plan, Reading
from simulrag.verifier.derived_values import (
    Values,
    as_subtracted,
    derive,
    lead_back,
    unaltered,
)
from simulrag.verifier.quantities import Printed, printed_number, quantities
from simulrag.verifier.reading.questions import plan
from simulrag.verifier.reading.statements import read
from simulrag.verifier.reading.text import normalise, sentences
from simulrag.verifier.units import UnitMismatchError, convert


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
        return tuple(Record.model_validate(_known_fields(item)) for item in items)
    except (ValueError, RecursionError) as error:
        raise BadValue(
            "evidence must be a JSON object with 'evidence_answer' (and 'question'), or a list of "
            f"them: {str(error).splitlines()[0]}",
            parameter="evidence",
        ) from None


def _known_fields(item: JsonValue) -> JsonValue:
    if not isinstance(item, dict):
        return item
    return {name: value for name, value in item.items() if name in Record.model_fields}


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
    registry = of_records(registry)
    record, question = asked_of
    asked = plan(question or record.question or record.evidence_question, registry)
    made = plan(record.evidence_question, registry) if record.evidence_question else asked
    calls = made.calls if made.calls else asked.calls
    data = _json_inside(record.evidence_answer)
    held = _with_baselines(_ordered(asked.calls, calls), data or {}, registry)
    joined = asked.model_copy(update={"calls": held})
    if data is not None:
        values = _from_json(data, joined, registry)
    else:
        joined, values = _prose(record.evidence_answer, joined, registry)
    runs = tuple(
        _run(call, values[call.canonical()], record.evidence_answer)
        for call in joined.calls
        if values.get(call.canonical())
    )
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
        if any(_follow(data, o.record_baseline_path) for o in registry.function(call).outputs)
        for one in [unaltered(call, registry.function(call))]
    }
    return (*calls, *(one for one in plain.values() if one not in calls))


def _from_json(data: Mapping[str, JsonValue], made: Plan, registry: Registry) -> Values:
    values: Values = {}
    for call in made.calls:
        function = registry.function(call)
        plain = call == unaltered(call, function)
        found: dict[str, Value] = {}
        for output in function.outputs:
            path = (plain and output.record_baseline_path) or output.record_path
            if (value := _at(data, output, path)) is not None:
                found[output.name] = value
        values[call.canonical()] = found
    return values


def _at(data: Mapping[str, JsonValue], output: Output, path: str) -> Value | None:
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
    ends = _follow(data, output.record_interval_path)
    low, high = (
        (_real(ends[0]), _real(ends[1]))
        if isinstance(ends, list) and len(ends) == 2
        else (None, None)
    )
    return Quantity(
        value=_in_unit(value, output),
        unit=output.unit,
        low=low if low is None else _in_unit(low, output),
        high=high if high is None else _in_unit(high, output),
        level=0.9 if low is not None else None,
    )


def _in_unit(recorded: float, output: Output) -> float:
    """Return a recorded figure in the output's own unit."""
    if output.record_unit in ("", output.unit):
        return recorded
    point = Interval(low=recorded, high=recorded)
    return convert(point, output.record_unit, output.unit, difference=False).low


def _real(value: JsonValue) -> float | None:
    """Return a number, also one that is kept as text."""
    if isinstance(value, str):
        printed = printed_number(normalise(value))
        whole = printed is not None and printed.text == value.strip()
        return float(printed.value) if printed is not None and whole else None
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _follow(data: Mapping[str, JsonValue] | JsonValue, path: str) -> JsonValue:
    for name in path.split(".") if path else ["\0"]:
        if not isinstance(data, Mapping) or name not in data:
            return None
        data = data[name]
    return data if not isinstance(data, Mapping) else None


def _prose(text: str, made: Plan, registry: Registry) -> tuple[Plan, Values]:
    """Return the values that prose states, with the unaltered states that it has beside others.

    Two values of one output for one call are those with its changes and without them.
    """
    values, twice = _from_prose(text, made, registry)
    without = [unaltered(call, registry.function(call)) for call in twice]
    plain = {call.canonical(): call for call in without if call not in made.calls}
    if not plain:
        return made, values
    wider = made.model_copy(update={"calls": (*made.calls, *plain.values())})
    found, _ = _from_prose(text, wider, registry)
    whole = all(found.get(call.canonical()) for call in wider.calls)
    return (wider, found) if whole else (made, values)


def _from_prose(text: str, made: Plan, registry: Registry) -> tuple[Values, list[Call]]:
    """Return the values that prose states, and the calls of which it states two of one output."""
    twice: list[Call] = []
    values: Values = {call.canonical(): {} for call in made.calls}
    differences: list[Reading] = []
    for sentence in sentences(_evenly(_COUNTED.sub("", text))):
        for reading in read(sentence.text, made, registry, in_full=False).readings:
            if reading.expression.operation == "value":
                if _differs(values, reading, registry):
                    twice.append(reading.expression.terms[0].call)
                _assign(values, reading, registry)
            elif reading.expression.operation == "difference":
                differences.append(as_subtracted(reading, sentence.text, registry))
    for reading in differences:
        derive(values, reading)
    for call in made.calls:
        lead_back(values, call, registry)
    return values, twice


#: What counts the parts of a text: "(1) with ...".
_COUNTED = re.compile(r"\((?:\d|[ivx]{1,4}|[a-f])\)\s")
_DECIMALS = re.compile(r"[-+]?\d+\.(?P<decimals>\d+)")


def _evenly(text: str) -> str:
    """Return a text with as many decimals for all numbers of a unit: programs print 8.50 as 8.5."""
    found = [(q, _DECIMALS.fullmatch(q.text)) for q in quantities(text) if q.unit]
    printed = [(q, len(m["decimals"])) for q, m in found if m is not None]
    most: dict[str, int] = {}
    for number, decimals in printed:
        most[number.unit] = max(most.get(number.unit, 0), decimals)
    for number, decimals in reversed(printed):
        zeros = "0" * (most[number.unit] - decimals)
        text = text[: number.end] + zeros + text[number.end :]
    return text


def _differs(values: Values, reading: Reading, registry: Registry) -> bool:
    """Tell whether a reading states another number than one that is held already."""
    term = reading.expression.terms[0]
    held = values.get(term.call.canonical(), {}).get(term.output)
    if not isinstance(held, Quantity) or reading.comparator != "equal" or reading.negated:
        return False
    stated = _quantity(reading, registry.function(term.call).output(term.output))
    return stated is not None and not known(held).meets(known(stated))


def _assign(values: Values, reading: Reading, registry: Registry) -> None:
    term = reading.expression.terms[0]
    held = values.setdefault(term.call.canonical(), {})
    output = registry.function(term.call).output(term.output)
    if term.output in held or reading.negated:
        return
    if reading.comparator == "is" and output.kind == "category":
        held[term.output] = Label(value=reading.label)
    elif reading.comparator in ("equal", "about") and output.kind == "number":
        quantity = _quantity(reading, output)
        if quantity is not None:
            held[term.output] = quantity


def _quantity(reading: Reading, output: Output) -> Quantity | None:
    printed = printed_number(normalise(reading.figures[0].text))
    if printed is None:
        return None
    interval = _interval(printed, reading, output)
    if interval is None:
        return None
    sign = -1.0 if reading.expression.negative else 1.0
    low, high = sorted((sign * interval.low, sign * interval.high))
    return Quantity(value=(low + high) / 2, unit=output.unit, value_low=low, value_high=high)


def _interval(printed: Printed, reading: Reading, output: Output) -> Interval | None:
    difference = reading.expression.operation == "difference" or output.unit.startswith("delta_")
    try:
        return convert(printed.interval(), reading.unit, output.unit, difference=difference)
    except UnitMismatchError:
        return None
