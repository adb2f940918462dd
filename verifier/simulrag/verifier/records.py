"""Recorded evidence as runs: published records in place of simulations.

A record is a JSON object with `evidence_answer` and, where they are known, `question`,
`evidence_question` and `reference_answer`. Evidence in prose is read as English like any statement;
evidence in JSON by the paths that their simulators state.
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
from simulrag.simulators.operations import Interval
from simulrag.simulators.record_layouts import Held, layout
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Plan
from simulrag.verifier.english.questions import plan
from simulrag.verifier.recorded_prose import Stated, stated_values
from simulrag.verifier.units import convert

_NUMBER = re.compile(r"[-+]?\d[\d,]*(?:\.\d+)?")


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
    if data is not None:
        held = _with_baselines(_ordered(asked.calls, calls), data, registry)
        values = _from_json(data, asked.model_copy(update={"calls": held}), registry)
    else:
        context = tuple(filter(None, (record.question, record.evidence_question)))
        values = stated_values(record.evidence_answer, context, registry)
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


def _from_json(data: Mapping[str, JsonValue], made: Plan, registry: Registry) -> list[Stated]:
    values: list[Stated] = []
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
    found = layout(registry.simulator(call.simulator), call.function)
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
