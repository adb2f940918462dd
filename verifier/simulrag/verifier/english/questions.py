"""Reads a question of English as the calls that it asks for, and as the formulas that answer it."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from pydantic import JsonValue

from simulrag.simulators.arguments import check_value, validate
from simulrag.simulators.errors import SimulatorError
from simulrag.simulators.interface import Call, Function, Parameter, Simulator
from simulrag.simulators.inverses import inverse
from simulrag.simulators.kept import lately
from simulrag.simulators.possible import Refusing
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Plan, Problem, problem_of
from simulrag.verifier.english.answers import (
    extreme_asked,
    formulas_of,
    graded,
    of_difference,
    scales,
)
from simulrag.verifier.english.asked_calls import (
    LEVEL,
    Frame,
    Valued,
    best_function,
    by_parts,
    frames_of,
    is_usual,
)
from simulrag.verifier.english.asking import Asked, Condition, asked, outputs_of
from simulrag.verifier.english.lexing import finds
from simulrag.verifier.english.meanings import Amount, Binding
from simulrag.verifier.english.objects import with_years
from simulrag.verifier.english.sentences import LONGEST_TEXT
from simulrag.verifier.english.unanswered import (
    left_out,
    outside,
    phrases_of,
    unknown_name,
)
from simulrag.verifier.english.vocabulary import vocabulary
from simulrag.verifier.formulas.syntax import Items, Node, Text

#: Roles of words that ask for what a change brings, or for the state without it.
_ASKS_EFFECT = ("change_n", "change_v", "difference", "baseline", "differ")


#: Questions for what a condition does.
_WHAT_IF = re.compile(r"\bwhat (?:if|happens|changes|would (?:happen|change))\b", re.I)


#: Words before the name of an input whose values are ranked: which of the states.
_WHICH = re.compile(r"\b(?:which|what|whose)(?: of)?(?: the| these| those)?(?: \w+)?\s+$", re.I)


def plan(question: str, registry: Registry, simulator: str = "") -> Plan:
    """Return the calls that a question asks for, each with the words it came from.

    simulator: the only one that is asked. Problems say what is missing, out of range, unknown, or
    not used; a question that nothing can help with has no calls, and says what is in scope.
    """
    problem = _unreadable(question)
    if problem is not None:
        return Plan(question=question[:200], problems=(problem,))
    known = vocabulary(registry)
    heard = asked(question, known)
    best = best_function(heard, registry, simulator)
    if best is None:
        return Plan(question=question, problems=(_no_simulator(registry),))
    heard, simulator_of, function, given = best
    heard = _with_levels(heard, given)
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
    made = planned(question, registry)
    heard = asked(question, vocabulary(registry))
    return tuple(dict.fromkeys(formulas_of(heard, made.calls, registry)))


def _with_levels(heard: Asked, given: Mapping[str, list[Valued]]) -> Asked:
    """Return a question with the values of results that it gives among its conditions."""
    more = (v.condition for held in given.values() for v in held if v.condition.group == LEVEL)
    return replace(heard, conditions=(*heard.conditions, *more))


@lately(64)
def _kept(registry: Registry, question: str) -> Plan:
    return plan(question, registry)


def planned(question: str, registry: Registry) -> Plan:
    """Return the plan of a question, kept for the texts about it that come one after another."""
    return _kept(registry, question)


def _unreadable(question: str) -> Problem | None:
    if any("\ud800" <= one <= "\udfff" for one in question):  # half of a pair of surrogates
        return Problem(reason="unread", message="the question holds a character that is no text")
    if not question.strip():
        return Problem(reason="empty", message="the question is empty; ask one in a sentence")
    if len(question) > LONGEST_TEXT:
        said = f"the question has {len(question)} characters; at most {LONGEST_TEXT} are read"
        return Problem(reason="too_long", message=said)
    return None


def _no_simulator(registry: Registry) -> Problem:
    scope = " ".join(f"{s.title}: {s.description}" for s in registry)
    return Problem(
        reason="no_simulator",
        message=f"no simulator at hand can help with this question. In scope are: {scope}",
        candidates=registry.names(),
    )


# From settings to calls.


def _over_all(
    heard: Asked, function: Function, given: Mapping[str, list[Valued]]
) -> Mapping[str, list[Valued]]:
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
            condition = Condition(binding, asked_for.start, asked_for.end, 0, LEVEL)
            return {**given, one.name: [Valued([name], condition) for name in names]}
    return given


def _planned(
    heard: Asked, simulator: Simulator, function: Function, given: Mapping[str, list[Valued]]
) -> Plan:
    over = _over_all(heard, function, given)
    if over is not given:
        name = next(name for name in over if over[name] is not given.get(name))
        rest = frames_of(heard, function, given) or [{}]
        frames = [{**rest[0], name: one} for one in over[name]]
    else:
        frames = frames_of(heard, function, given)
    frames = [frame | by_parts(heard, function, frame) for frame in frames]
    drafts = [(function, frame) for frame in frames]
    unaltered = _unaltered(heard, drafts)
    drafts = [*_assigned(heard, simulator, function, frames), *unaltered]
    made = [_call(simulator, asks, frame) for asks, frame in drafts]
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
        words=tuple(_words(heard, frame) for _, frame in calls.values()),
        assumed=tuple(dict.fromkeys(s for d in drafts for s in _assumed(*d))),
        problems=tuple(_distinct([*problems, *left_out(heard, simulator, function, taken)])),
    )


def _distinct(problems: Iterable[Problem]) -> Iterator[Problem]:
    seen: set[str] = set()
    for one in problems:
        if one.message not in seen:
            seen.add(one.message)
            yield one


def _words(heard: Asked, frame: Frame) -> tuple[str, ...]:
    return tuple(heard.printed(v.condition.start, v.condition.end) for v in frame.values())


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
    if _WHAT_IF.search(heard.text):
        return True
    if any(changes & sure for _, sure in heard.topics):
        return True
    for at, part in enumerate(heard.parts):
        if part.category == "baseline":
            return True
        if part.category in _ASKS_EFFECT:
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
    simulator: Simulator, function: Function, frame: Frame
) -> tuple[Call | None, Problem | None]:
    """Return the call of a setting, or what is missing, out of range or unknown."""
    arguments = {
        p.name: frame[p.name].value if p.name in frame else p.left_open.taken
        for p in function.parameters if p.name in frame or is_usual(p)
    }  # fmt: skip
    arguments = with_years(function, arguments)
    try:
        for name, value in arguments.items():
            arguments[name] = check_value(function.parameter(name), value)
        complete = validate(function, arguments)
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
