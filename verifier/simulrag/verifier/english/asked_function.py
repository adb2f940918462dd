"""Which function a question asks, and what it gives to it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from simulrag.simulators.interface import Function, Parameter, Simulator
from simulrag.simulators.inverses import Inverse, inverse
from simulrag.simulators.kept import once_for_each
from simulrag.simulators.registry import Registry
from simulrag.verifier.english.asked_settings import WORDED, Valued, given_to, object_binding
from simulrag.verifier.english.asking import Asked, Condition, Part
from simulrag.verifier.english.meanings import Amount, Binding, Input
from simulrag.verifier.english.objects import Spoken, spoken
from simulrag.verifier.english.unanswered import (
    unused_amounts,
)

#: Kinds of parameter that many functions share, so that they tell little of what is asked.
_COMMON = ("place", "year", "date", "points")
#: The group of a condition that is the value of a result.
LEVEL = -96
#: Questions for a time.
_WHEN = re.compile(
    r"(?:^|[.?!]\s+|\bby )when (?!\w+ing\b)|\bhow soon\b|\b(?:which|what) year\b", re.I
)


def best_function(
    question: Asked, registry: Registry, only: str
) -> tuple[Asked, Simulator, Function, dict[str, list[Valued]]] | None:
    names = frozenset[str]().union(*(one.binding.names for one in question.conditions))
    named = frozenset[str]().union(*(outputs for outputs, _ in question.topics))
    found: list[tuple[float, int, Asked, Simulator, Function, dict[str, list[Valued]]]] = []
    for simulator in [registry.simulator(only)] if only else registry:
        items = spoken(question.text, simulator)
        heard = _apart(question, items)
        for function in simulator.functions:
            if not _may_be(function, names, named, items):
                continue
            sought = inverse(simulator, function.name)
            level = _level(heard, sought, registry) if sought else None
            if sought and level is None:
                continue
            given = given_to(heard, function, items) | ({level[0]: [level[1]]} if level else {})
            given |= _of_unit(heard, function, given)
            score = _score(heard, simulator, function, given)
            if score is not None:
                score += 4 * bool(sought)
                found.append((score, len(found), heard, simulator, function, given))
    if not found:
        return None
    return max(found, key=lambda one: (one[0], -one[1]))[2:]


def _apart(heard: Asked, items: Sequence[Spoken]) -> Asked:
    """Return a question in which the words of objects give no other condition."""
    held = [one for one in items if one.value]
    if not held:
        return heard
    kept = (
        one for one in heard.conditions
        if not any(item.start <= one.start and one.end <= item.end for item in held)
    )  # fmt: skip
    own = (Condition(object_binding(item), item.start, item.end, 0, WORDED) for item in held)
    return replace(heard, conditions=(*kept, *own))


def _level(heard: Asked, sought: Inverse, registry: Registry) -> tuple[str, Valued] | None:
    """Return the value of a result that a question gives: its parameter, and the value."""
    if _asks_for(heard, sought.seeks) is None:
        return None
    outputs = (o for s in registry for f in s.functions for o in f.outputs)
    unit = next((one.unit for one in outputs if one.name == sought.of), "")
    for part in heard.readings:
        amount = part.meaning
        if part.category == "amount" and isinstance(amount, Amount):
            known = ("", unit, unit.removeprefix("delta_"), "degree")
            fits = amount.unit in known or amount.outputs is not None
            if fits and amount.high is None and amount.kind == "number":
                binding = Binding(((sought.level, amount.value),))
                held = Condition(binding, part.start, part.end, part.sentence, LEVEL)
                return sought.level, Valued(amount.value.value, held)
    return None


def _asks_for(heard: Asked, sought: str) -> Part | None:
    """Return where a question asks for an input, or the year, that gives a result."""
    if sought == "year":
        return next(iter(heard.parts), None) if _WHEN.search(heard.text) else None
    for sentence in sorted({one.sentence for one in heard.parts}):
        own = [one for one in heard.readings if one.sentence == sentence]
        words = {str(one.meaning) for one in own if one.category == "unknown"}
        if not words & {"which", "what", "how"}:
            continue
        given = any(sought in c.binding.names and c.sentence == sentence for c in heard.conditions)
        for one in own:
            is_named = isinstance(one.meaning, Input) and one.meaning.name == sought
            if (is_named and not given) or one.meaning == sought:
                return one
    return None


def _of_unit(
    heard: Asked, function: Function, given: Mapping[str, list[Valued]]
) -> dict[str, list[Valued]]:
    """Return a number for the one input that lacks a value and has its unit: 30 minutes."""
    open_ones = [p for p in function.parameters if p.required and p.unit and p.name not in given]
    for parameter in open_ones:
        held = [
            (part, part.meaning) for part in unused_amounts(heard)
            if isinstance(part.meaning, Amount) and part.meaning.unit == parameter.unit
        ]  # fmt: skip
        if len(held) == 1 and [p.unit for p in open_ones].count(parameter.unit) == 1:
            part, amount = held[0]
            binding = Binding(((parameter.name, amount.value),))
            condition = Condition(binding, part.start, part.end, part.sentence, LEVEL)
            return {parameter.name: [Valued(amount.value.value, condition)]}
    return {}


def _may_be(
    function: Function, names: frozenset[str], outputs: frozenset[str], items: Sequence[Spoken]
) -> bool:
    """Tell whether a function has any input or output that a question names."""
    inputs, results = names_of(function)
    return bool(items) or not names.isdisjoint(inputs) or not outputs.isdisjoint(results)


@once_for_each
def names_of(function: Function) -> tuple[frozenset[str], frozenset[str]]:
    """Return the names of the inputs and of the outputs of a function."""
    held = function.parameters, function.outputs
    return frozenset(one.name for one in held[0]), frozenset(one.name for one in held[1])


def _score(
    heard: Asked, simulator: Simulator, function: Function, given: Mapping[str, list[Valued]]
) -> float | None:
    """Return how well a function answers; None where the question is not about it."""
    spoken = _spoken(heard, function)
    kinds = {p.name: p.kind for p in function.parameters}
    own = sum(kinds[name] not in _COMMON for name in given)
    names, outputs = names_of(function)
    if not own and not any(outputs & sure for _, sure in heard.topics):
        return None  # a single word that may mean it asks for nothing alone
    complete = all(not p.required or p.name in given or is_usual(p) for p in function.parameters)
    own_name = f"{simulator.name}.{function.name}"
    left = {
        one.binding for one in heard.conditions
        if names.isdisjoint(one.binding.names) and not one.binding.is_about(own_name)
    }  # fmt: skip
    seeks = inverse(simulator, function.name) is not None
    complete = complete and bool(spoken or not heard.topics)
    bonus = 3 * complete + 4 * seeks
    return bonus + own + 0.25 * (len(given) - own) + spoken - 2 * len(left)


def is_usual(parameter: Parameter) -> bool:
    return parameter.left_open.taken is not None


def _spoken(heard: Asked, function: Function) -> float:
    """Return how much of what is asked for a function has: at most 2."""
    _, names = names_of(function)
    score = 0.0
    for outputs, sure in heard.topics:
        score += 1.0 if names & sure else 0.25 if names & outputs else 0.0
    return min(score, 2.0)
