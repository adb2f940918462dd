"""What no simulator represents: names of a formula, subjects and conditions of its text.

A name with a near match is a slip, and the formula comes back (FormulaError, "did you mean"). One
without is of something that no simulator has (UnknownName): the claim lies outside.

A change of an input that applies from a year on acts in every year from then on. A text in which
it begins or ends in another year is of something else, and a run would decide it wrongly.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence

from simulrag.simulators.arguments import choice_named, nearest_names, shown
from simulrag.simulators.capabilities import Limited
from simulrag.simulators.errors import OutOfRange, SimulatorError, UnknownName
from simulrag.simulators.immutable_data import once_for_each
from simulrag.simulators.interface import Function, Parameter, Simulator
from simulrag.simulators.registry import Registry, candidates
from simulrag.verifier.formulas.anchoring.mentions import Meaning, vocabulary_of
from simulrag.verifier.formulas.anchoring.vocabulary import Phrases, longest, tokens
from simulrag.verifier.formulas.listings import altered
from simulrag.verifier.formulas.runs import SEED
from simulrag.verifier.formulas.syntax import (
    Application,
    Call,
    Each,
    FormulaError,
    Node,
    Number,
    Output,
    Text,
    calls_of,
    children,
    walk,
)

#: Words that give something a beginning, or an end.
_BEGINS = (
    r"from|since|(?:start|beginn)ing(?: in| from| with)?|(?:starts?|begins?)(?: in| from)?|"
    r"as of|as from"
)
_ENDS = r"after|before|by|until|till?|through|(?:kick|set)s? in (?:in|from)"
#: The year that follows such words.
_YEAR = r"(?:the )?(?:year |early |mid-|late )?(?P<year>(?:1[89]|20|21)\d\d)\b"
_BEGUN = re.compile(rf"\b(?:{_BEGINS}) {_YEAR}", re.IGNORECASE)
_TIMED = re.compile(rf"\b(?:{_BEGINS}|{_ENDS}) {_YEAR}", re.IGNORECASE)


def acts_from(function: Function, parameter: Parameter) -> tuple[int, ...]:
    """Return the years in which a change may begin to act: where it applies, or all years do."""
    if parameter.kind != "change":
        return ()
    years = [one for one in function.parameters if one.kind == "year"]
    starts = [(parameter.applies.get(one.name, (None, None))[0], one.low) for one in years]
    return tuple(int(at) for first, low in starts if first is not None for at in (first, low or 0))


class OtherSubject(SimulatorError):
    """Something else than what a simulator represents."""

    reason = "other_subject"


def check_subject(text: str, root: Node, registry: Registry) -> None:
    """Raise OtherSubject where a text names what its formula cannot mean.

    That is a quantity or subject that a simulator of the formula says it does not represent, or
    another disease, planet or scenario family than its inputs can be. Words that the functions
    themselves declare, such as a label "dies out", are theirs.
    """
    shown = tokens(text)
    calls = calls_of(root)
    for name in sorted({call.simulator for call in calls} & set(registry.names())):
        called = {call.function for call in calls if call.simulator == name}
        functions = [one for one in registry.simulator(name).functions if one.name in called]
        spoken = [table for one in functions for table in (vocabulary_of(one), about_of(one))]
        own = [hit for table in spoken for hit in table.find(shown)]
        for hit in longest(_subjects(registry.simulator(name)).find(shown)).values():
            held = any(one.first <= hit.first and hit.end <= one.end for one in own)
            if hit.meaning and not held:
                said = text[shown[hit.first].start : shown[hit.end - 1].end]
                _check_place(said, registry.simulator(name))
                raise OtherSubject(
                    f"{said!r} is not represented by {name}: {hit.meaning}",
                    parameter=hit.meaning,
                    given=said,
                )


def _check_place(said: str, simulator: Simulator) -> None:
    """Raise FormulaError where what a formula's functions do not represent is a region of others.

    A point, told by its coordinates, is none: a village called Snow.
    """
    for function in simulator.functions:
        for one in function.inputs:
            found = candidates(simulator, one.name, said) if one.kind == "place" else ()
            if found and "(" not in found[0].title:
                raise FormulaError(
                    f"the text speaks of {said!r}, which is a place, and the formula has none; "
                    f"{simulator.name}.{function.name} takes {one.name}={json.dumps(said)}"
                )


@once_for_each
def about_of(function: Function) -> Phrases[Meaning]:
    """Return phrases for what a function is about."""
    return Phrases((word, Meaning("subject", function.name)) for word in function.words)


@once_for_each
def _subjects(simulator: Simulator) -> Phrases[str]:
    """Return phrases for what is not represented, with its kind; for labels of outputs, "".

    Of what an input cannot be, the kind is the name of the input. What some inputs can be, such as
    ages, is known to the functions that have them alone.
    """
    held: Mapping[str, tuple[str, ...]] = {}
    if isinstance(simulator, Limited):
        held = {**simulator.not_represented, **simulator.other_values}
    declared = [one for f in simulator.functions for one in f.outputs]
    known = (w for one in declared for v, words in one.choices.items() for w in (v, *words))
    strange = ((phrase, name) for name, phrases in held.items() for phrase in phrases)
    return Phrases((*((word, "") for word in known), *strange))


class OtherCondition(OutOfRange):
    """A condition that is not represented."""

    reason = "other_condition"


def begun(text: str) -> Iterator[tuple[int, int]]:
    """Yield the years in which something begins in a text, each with where it is printed."""
    yield from ((int(one["year"]), one.start("year")) for one in _BEGUN.finditer(text))


def check_timing(texts: Sequence[str], root: Node, registry: Registry) -> None:
    """Raise OtherCondition where a text times a change otherwise than its simulator does.

    A year that the formula itself holds is accounted for: it is that of a run.
    """
    changed = next(_timed_changes(root, registry), None)
    if changed is None:
        return
    call, parameter = changed
    years = acts_from(registry.function(call), parameter)
    held = {node.value for node in walk(root) if isinstance(node, Number)}
    held |= set(map(float, years))
    for found in (found for text in texts for found in _TIMED.finditer(text)):
        if float(found["year"]) not in held:
            allowed = " or ".join(map(str, years))
            raise OtherCondition(
                f"{found[0]!r}: {call.simulator} changes {parameter.name} in every year from "
                f"{allowed} on; a change that begins or ends in another year is not represented",
                parameter=parameter.name,
                given=int(found["year"]),
            )


def _timed_changes(root: Node, registry: Registry) -> Iterator[tuple[Call, Parameter]]:
    """Yield the inputs that a formula changes and that act over years of their own."""
    for call in calls_of(root):
        given = dict(call.arguments)
        function = registry.function(call)
        for one in function.parameters:
            if acts_from(function, one) and one.name in given and altered(one, given[one.name]):
                yield call, one


#: Functions whose argument may be a series, whose names show only once it is run.
_OF_SERIES = ("at", "when_max", "max", "min", "mean", "sum")


class NoSuchOutput(UnknownName):
    """An output that a function does not have."""

    reason = "no_such_output"


def check_names(root: Node, registry: Registry) -> None:
    """Raise FormulaError for a name that is misspelt, UnknownName for one that is of nothing."""
    for node in walk(root):
        if isinstance(node, Call):
            _check_call(node, registry)
    for node in _single_values(root):
        names = [one.name for one in registry.function(node.run).outputs]
        _check(f"{node.run.function} has no output", node.name, names, NoSuchOutput)


def _check_call(call: Call, registry: Registry) -> None:
    _check("there is no simulator", call.simulator, registry.names())
    functions = {one.name: one for one in registry.simulator(call.simulator).functions}
    _check(f"{call.simulator} has no function", call.function, list(functions))
    parameters = functions[call.function].parameters
    inputs = [one.name for one in parameters]
    for name, given in call.arguments:
        if name != SEED:
            taking = _taking(given, parameters) if name not in inputs else []
            _check(f"{call.function} has no parameter", name, inputs, near=taking)


def _taking(given: Node, parameters: Sequence[Parameter]) -> list[str]:
    """Return the inputs that have what was given to another as a choice: "July" of a season."""
    if not isinstance(given, Text):
        return []
    return [one.name for one in parameters if choice_named(one, given.value) in one.choices]


def _check(
    what: str, name: str, names: Sequence[str], error: type[UnknownName] = UnknownName,
    near: Sequence[str] = (),
) -> None:  # fmt: skip
    if name in names:
        return
    near = near or nearest_names(name, names, 1)
    listed = ", ".join(names)
    if near:
        raise FormulaError(f"{what} {shown(name)}; did you mean {near[0]}? Choose one of {listed}")
    raise error(f"{what} {shown(name)}; choose one of {listed}", parameter=name, given=name)


def _single_values(node: Node) -> Iterator[Output]:
    """Yield the outputs that stand for one value; a series may have a name of its own."""
    if isinstance(node, Output):
        yield node
        return
    series = node.source if isinstance(node, Each) else None
    of_series = isinstance(node, Application) and node.name in _OF_SERIES
    first = node.arguments[0] if isinstance(node, Application) and of_series else None
    for child in children(node):
        if isinstance(child, Output) and (child is series or child is first):
            continue
        yield from _single_values(child)
