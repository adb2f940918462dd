"""Reads a question of English as the calls that it asks for, and as the formulas that answer it."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pydantic import JsonValue

from simulrag.simulators.arguments import check_value, missing, validate
from simulrag.simulators.capabilities import Refusing, inverse
from simulrag.simulators.errors import SimulatorError
from simulrag.simulators.immutable_data import lately
from simulrag.simulators.interface import Band, Call, Function, Parameter, Simulator
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Graded, Plan, Problem, problem_of
from simulrag.verifier.english.asked_calls import (
    Frame,
    Valued,
    best_function,
    by_parts,
    frames_of,
    is_usual,
)
from simulrag.verifier.english.asking import Asked, Condition, Part, asked, outputs_of
from simulrag.verifier.english.lexing import finds
from simulrag.verifier.english.object_reading import with_years
from simulrag.verifier.english.phrase_meanings import (
    ON_RECORD,
    Amount,
    Binding,
    Label,
    Setting,
    Turn,
)
from simulrag.verifier.english.question_formulas import (
    COMPARES,
    OF_CHANGE,
    extreme_asked,
    formulas_of,
)
from simulrag.verifier.english.sentences import unreadable
from simulrag.verifier.english.unanswered import (
    left_out,
    outside,
    phrases_of,
    unknown_name,
)
from simulrag.verifier.english.vocabulary import vocabulary
from simulrag.verifier.formulas.listings import period_left_open
from simulrag.verifier.formulas.syntax import (
    Items,
    Node,
    Text,
)

#: Questions for what a condition does.
_WHAT_IF = re.compile(r"\bwhat (?:if|happens|changes|would (?:happen|change))\b", re.I)
#: Words before the name of an input whose values are ranked: which of the states.
_WHICH = re.compile(r"\b(?:which|what|whose)(?: of)?(?: the| these| those)?(?: \w+)?\s+$", re.I)


def plan(question: str, registry: Registry, simulator: str = "") -> Plan:
    """Return the calls that a question asks for, each with the words it came from.

    simulator: the only one that is asked. Problems say what is missing, out of range, unknown, or
    not used; a question that nothing can help with has no calls, and says what is in scope.
    """
    problem = unreadable(question)
    if problem is not None:
        return Plan(question=question[:200], problems=(problem,))
    known = vocabulary(registry)
    heard = asked(question, known)
    best = best_function(heard, registry, simulator)
    if best is None:
        return Plan(question=question, problems=(_no_simulator(registry),))
    simulator_of, function, given = best
    results = (v.condition for held in given.values() for v in held)
    more = (one for one in results if one.source == "result")
    heard = replace(heard, conditions=(*heard.conditions, *more))
    sought = inverse(simulator_of, function.name)
    outside_of = outside(heard, simulator_of, function, sought.seeks if sought else "")
    if outside_of is not None:
        return Plan(question=question, problems=(outside_of,))
    return _planned(heard, simulator_of, function, given)


def formulas(question: str, registry: Registry) -> tuple[Node, ...]:
    """Return the formulas whose values answer a question; none where its plan has no calls.

    They are the outputs that it names of the calls of its plan, differences of two of them where
    it compares, and which name of a list has the highest or the lowest value.
    """
    calls = planned(question, registry).calls
    heard = asked(question, vocabulary(registry)) if calls else None
    return tuple(dict.fromkeys(formulas_of(heard, calls, registry))) if heard else ()


@lately(64)
def _kept(registry: Registry, question: str) -> Plan:
    return plan(question, registry)


def planned(question: str, registry: Registry) -> Plan:
    """Return the plan of a question, kept for the texts about it that come one after another."""
    return _kept(registry, question)


def _no_simulator(registry: Registry) -> Problem:
    scope = " ".join(f"{s.title}: {s.description}" for s in registry)
    return Problem(
        reason="no_simulator",
        message=f"no simulator at hand can help with this question. In scope are: {scope}",
        candidates=registry.names(),
    )


# From settings to calls.


def _over_all(heard: Asked, function: Function, given: Mapping[str, list[Valued]]) -> list[Frame]:
    """Return each name of a list by itself, where a question ranks them: which state.

    Those that it names; all there are, where it names none and nothing need be computed.
    """
    lists = [one for one in function.parameters if one.kind == "choices"]
    for one in lists if extreme_asked(heard) else ():
        said = [v.value for v in given.get(one.name, ()) if isinstance(v.value, list)]
        names = [name for held in said for name in held]
        if not said and function.observed and one.required:
            names = list(one.choices)
        words = [heard.tokens[hit.first] for hit in phrases_of(one).find(heard.tokens)]
        asked_for = next((w for w in words if _WHICH.search(heard.text, 0, w.start)), None)
        if asked_for is not None and len(names) > 1:
            binding = Binding(((one.name, Items(tuple(Text(str(name)) for name in names))),))
            condition = Condition(binding, asked_for.start, asked_for.end, 0, "result")
            return [{one.name: Valued([name], condition)} for name in names]
    return []


def _planned(
    heard: Asked, simulator: Simulator, function: Function, given: Mapping[str, list[Valued]]
) -> Plan:
    frames = frames_of(heard, function, given)
    if over := _over_all(heard, function, given):
        frames = [(frames or [{}])[0] | one for one in over]
    frames = [frame | by_parts(heard, function, frame) for frame in frames]
    drafts = [(function, frame) for frame in frames]
    unaltered = _unaltered(heard, drafts)
    drafts = [*_assigned(heard, simulator, function, frames), *unaltered]
    whole = any(ON_RECORD in one.binding.names for one in heard.conditions)
    made = [_call(simulator, asks, frame, whole=whole) for asks, frame in drafts]
    if unaltered and made[0][0] is None:  # what it would be held against is not asked for alone
        drafts, made = drafts[: -len(unaltered)], made[: -len(unaltered)]
    pairs = [
        (call, problem, frame) for (call, problem), (_, frame) in zip(made, drafts, strict=True)
    ]
    calls = {call.canonical(): (call, frame) for call, _, frame in pairs if call}
    used = {v.condition for _, frame in calls.values() for v in frame.values()}
    problems = [
        unknown_name(heard, simulator, problem) for call, problem, frame in pairs
        if problem and (call or not calls or not used >= {v.condition for v in frame.values()})
    ]  # fmt: skip
    taken = {parameter.name for one, _ in drafts for parameter in one.parameters}
    found = scales(heard)
    by_output = graded(heard, found, function)
    longest = max(found, key=lambda one: len(one.bands)) if found and not by_output else None
    return Plan(
        question=heard.text,
        bands=longest.bands if longest else (),
        bands_of_difference=longest is not None and of_difference(heard, longest),
        graded=by_output,
        calls=tuple(call for call, _ in calls.values()),
        words=tuple(
            tuple(heard.printed(v.condition.start, v.condition.end) for v in frame.values())
            for _, frame in calls.values()
        ),
        assumed=tuple(dict.fromkeys(s for d in drafts for s in _assumed(*d))),
        problems=tuple(_distinct([*problems, *left_out(heard, simulator, function, taken)])),
    )


def _distinct(problems: Iterable[Problem]) -> Iterator[Problem]:
    seen: set[str] = set()
    for one in problems:
        if one.message not in seen:
            seen.add(one.message)
            yield one


def _assumed(function: Function, frame: Frame) -> Iterator[str]:
    yield from (v.condition.assumed for v in frame.values() if v.condition.assumed)
    for one in function.parameters:
        if one.name not in frame and is_usual(one):
            yield f"{one.name}: {one.left_open.taken}, as nothing else is said"


Draft = tuple[Function, Frame]


def _assigned(
    heard: Asked, simulator: Simulator, function: Function, frames: Sequence[Frame]
) -> list[Draft]:
    """Return each setting with its function: another one where its own sentences name that."""
    drafts = [(function, frame) for frame in frames]
    own = [{v.condition.sentence for v in one.values() if _is_own(v, frames)} for one in frames]
    for other in _named_others(heard, simulator, function, frames):
        names = {o.name for o in other.outputs}
        where = {p.sentence for p in heard.parts if names & outputs_of(p.meaning)[1]}
        here = [at for at, held in enumerate(own) if held & where]
        if len(frames) > 1 and here and any(p.kind == "change" for p in other.parameters):
            last = here[-1]
            drafts[last] = (other, frames[last])
            continue
        frame = frames[0]
        drafts.append((other, {p.name: frame[p.name] for p in other.parameters if p.name in frame}))
    return drafts


def _is_own(one: Valued, frames: Sequence[Frame]) -> bool:
    """Tell whether a value is not that of all settings."""
    return not all(any(v.condition == one.condition for v in f.values()) for f in frames)


def _unaltered(heard: Asked, drafts: Sequence[Draft]) -> list[Draft]:
    """Return the setting without changes, where a change is asked for and nothing to compare."""
    if len(drafts) != 1:
        return []
    function, frame = drafts[0]
    altering = {p.name for p in function.parameters if p.kind == "change" or p.alters}
    if not altering & set(frame):
        return []
    units = {one.unit for one in function.outputs}
    given = (one.meaning for one in heard.of("amount"))
    told = any(
        isinstance(a, Amount) and a.sign == "==" and a.unit in units - {"percent", ""}
        for a in given
    )
    if told or not _asks_effect(heard, function):
        return []
    points = {p.name for p in function.parameters if p.kind == "points"}
    kept = {n: v for n, v in frame.items() if n not in altering | points}
    return [(function, kept)]


def _asks_effect(heard: Asked, function: Function) -> bool:
    """Tell whether a change of an output is asked for, or the state without the change."""
    changes = {one.name for one in function.outputs if one.changes_of}
    if _WHAT_IF.search(heard.text) or heard.unit == "percent":
        return True
    if any(changes & sure for _, sure in heard.topics):
        return True
    for at, part in enumerate(heard.parts):
        if part.category == "baseline":
            return True
        if part.category in OF_CHANGE:
            beside = heard.parts[max(at - 1, 0) : at] + heard.parts[at + 1 : at + 3]
            if any(one.category == "measure" for one in beside):
                return True
    return False


def _named_others(
    heard: Asked, simulator: Simulator, function: Function, frames: Sequence[Frame]
) -> list[Function]:
    """Return other functions whose outputs a question names and that its first setting completes.

    One that takes changes is asked for beside another only in a setting of its own.
    """
    mine = {o.name for o in function.outputs}
    named = [sure for _, sure in heard.topics if sure and not sure & mine]
    return [
        other for other in simulator.functions
        if frames and other is not function and not other.observed
        and all(not p.required or p.name in frames[0] for p in other.parameters)
        and any(one & {o.name for o in other.outputs} for one in named)
    ]  # fmt: skip


def _call(
    simulator: Simulator, function: Function, frame: Frame, *, whole: bool
) -> tuple[Call | None, Problem | None]:
    """Return the call of a setting, or what is missing, out of range or unknown.

    whole: a period that is not named is all that is on record.
    """
    arguments = {
        p.name: frame[p.name].value if p.name in frame else p.left_open.taken
        for p in function.parameters if p.name in frame or is_usual(p)
    }  # fmt: skip
    arguments = with_years(function, arguments)
    try:
        for name, value in arguments.items():
            arguments[name] = check_value(function.parameter(name), value)
        complete = validate(function, arguments)
        left_open = None if whole else period_left_open(function, arguments)
        if left_open is not None:
            raise missing(left_open)
        call = Call(simulator=simulator.name, function=function.name, arguments=arguments)
        unknown = [
            one for one in function.parameters
            if one.kind == "place" and not _finds(simulator, one, arguments.get(one.name))
        ]  # fmt: skip
        if isinstance(simulator, Refusing) and not unknown:
            simulator.refuse(call.model_copy(update={"arguments": complete}))
    except SimulatorError as error:
        return None, problem_of(error).model_copy(update={"simulator": simulator.name})
    located = any(p.kind == "points" and arguments.get(p.name) for p in function.parameters)
    if located or not unknown:
        return call, None
    return call, _unknown_place(simulator, unknown[0].name, arguments)  # evidence may hold it


def _finds(simulator: Simulator, parameter: Parameter, name: JsonValue) -> bool:
    if not isinstance(name, str) or not name:
        return True
    return finds(simulator, (parameter.name, name))


def _unknown_place(
    simulator: Simulator, parameter: str, arguments: Mapping[str, JsonValue]
) -> Problem:
    name = arguments.get(parameter)
    said = "give a nearby town, the country with it, or coordinates such as"
    return Problem(
        reason="unknown_name",
        message=f"{parameter} {name!r} is unknown; {said} '48.87 N, 2.22 E'",
        simulator=simulator.name,
        parameter=parameter,
        given=name,
    )


# Scales.

#: More characters between two classes than those of one scale have.
_FAR = 60


@dataclass(frozen=True, slots=True)
class Scale:
    """Classes that a question defines, with the unit of their limits, and where they stand."""

    bands: tuple[Band, ...]
    unit: str
    start: int
    sentence: int


def scales(heard: Asked) -> list[Scale]:
    """Return the scales of a question: negligible (less than 0.2 °C), modest (0.2 to 1 °C)."""
    found: list[Scale] = []
    held: list[tuple[Band, str, Part]] = []
    for band, unit, part in _bands(heard):
        fresh = all(band.label != one.label for one, _, _ in held)
        last = held[-1][2] if held else part
        if last.sentence != part.sentence or not fresh or part.start - last.end > _FAR:
            found.append(_scale(held))
            held = []
        held.append((band, unit, part))
    return [*found, _scale(held)] if held else found


def _scale(held: Sequence[tuple[Band, str, Part]]) -> Scale:
    first = held[0][2]
    unit = next((unit for _, unit, _ in held if unit), "")
    return Scale(tuple(band for band, _, _ in held), unit, first.start, first.sentence)


def _bands(heard: Asked) -> Iterator[tuple[Band, str, Part]]:
    parts = heard.parts
    for at, part in enumerate(parts):
        label = part.meaning
        if isinstance(label, Label) and label.amount is not None:
            yield _band(label.grade, label.amount), label.amount.unit, part
        behind = [one.category for one in parts[at + 1 : at + 3]]
        amount = parts[at + 2].meaning if len(behind) == 2 else None
        named = isinstance(label, str | Label | Turn | Setting)
        if named and behind == ["open", "amount"] and isinstance(amount, Amount):
            yield _band(_label(heard, at), amount), amount.unit, part


def _label(heard: Asked, at: int) -> str:
    """Return the words before limits in brackets: negligible, minor impact, big."""
    at -= heard.parts[at].category in ("turn_n", "effect", "change_n") and at > 0
    return heard.printed(heard.parts[at].start, heard.parts[at].end).lower()


def _band(label: str, amount: Amount) -> Band:
    low, high = amount.limits
    return Band(label=label, low=low and low.value, high=high and high.value)


def graded(heard: Asked, found: Sequence[Scale], function: Function) -> tuple[Graded, ...]:
    """Return the scales in percent, each with the output that is named before it."""
    outputs = {one.name: one for one in function.outputs}
    made: dict[str, Graded] = {}
    for scale in found:
        before = [p for p in heard.readings if p.start < scale.start]
        named = [n for p in before for n in outputs_of(p.meaning)[1] if n in outputs]
        output = outputs[named[-1]] if named else None
        if output is not None and output.changes_of:
            output = outputs[output.changes_of]
        if output is not None and scale.unit == "percent" and output.unit != "percent":
            made.setdefault(output.name, Graded(output=output.name, bands=scale.bands))
    return tuple(made.values())


def of_difference(heard: Asked, scale: Scale) -> bool:
    """Tell whether a scale is one of changes: its sentence speaks of one before it."""
    return any(
        one.category in COMPARES and one.sentence == scale.sentence and one.start < scale.start
        for one in heard.readings
    )
