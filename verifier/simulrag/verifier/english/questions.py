"""Reads a question of English as the calls that it asks for, and as the formulas that answer it."""

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pydantic import JsonValue

from simulrag.simulators.arguments import check_value, validate
from simulrag.simulators.errors import SimulatorError
from simulrag.simulators.free_text import TextItem, text_items
from simulrag.simulators.interface import Call, Function, Parameter, Simulator
from simulrag.simulators.kept import lately
from simulrag.simulators.possible import Refusing
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Plan, Problem
from simulrag.verifier.english.answers import (
    extreme_asked,
    formulas_of,
    graded,
    of_difference,
    scales,
)
from simulrag.verifier.english.asking import Asked, Condition, Part, asked, outputs_of
from simulrag.verifier.english.entries import DURING, FUNCTION
from simulrag.verifier.english.meanings import Amount, Binding, Input
from simulrag.verifier.english.unanswered import (
    left_out,
    outside,
    phrases_of,
    unknown_name,
    unused_amounts,
)
from simulrag.verifier.english.vocabulary import vocabulary
from simulrag.verifier.formulas.listings import argument
from simulrag.verifier.formulas.syntax import Application, Items, Node, Number, Text

#: Most settings that one question may ask for.
MOST_FRAMES = 24
#: Longest question that is read, in characters.
LONGEST = 20_000
#: Kinds of parameter that many functions share, so that they tell little of what is asked.
_COMMON = ("place", "year", "date", "points")
#: Roles of words that ask for what a change brings, or for the state without it.
_ASKS_EFFECT = ("change_n", "change_v", "difference", "baseline", "baseline_ref", "differ")


@dataclass(frozen=True, slots=True)
class Valued:
    """A value for a parameter of a function, and the condition that gives it."""

    value: JsonValue
    condition: Condition


Frame = dict[str, Valued]
#: Words between values of which both are asked for.
_ALTERNATIVES = frozenset("or versus vs than between compared against".split())
_EACH = ("each", "every", "either")
#: The group of a condition that is the value of a result.
_LEVEL = -96
#: The group of a condition in free words.
_WORDED = -98
#: Questions for a time.
_WHEN = re.compile(
    r"(?:^|[.?!]\s+|\bby )when |\bhow soon\b|\b(?:which|what) year\b", re.I
)
#: Words that ask for a probability.
_CHANCES = frozenset("chance probability likelihood odds risk".split())
#: Questions for what a condition does.
_WHAT_IF = re.compile(r"\bwhat (?:if|happens|changes|would (?:happen|change))\b", re.I)
#: What stands between inputs of two families that are changed together.
_JOINED = re.compile(
    r"[\s,]*(?:(?:and|plus|with|as well as|together with)\s+)?(?:an?|the|also)?\s*"
)


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
    best = _best(heard, registry, simulator)
    if best is None:
        return Plan(question=question, problems=(_no_simulator(registry),))
    heard, simulator_of, function, given = best
    heard = _with_levels(heard, given)
    outside_of = outside(heard, simulator_of, function.seeks)
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
    more = (v.condition for held in given.values() for v in held if v.condition.group == _LEVEL)
    return replace(heard, conditions=(*heard.conditions, *more))


@lately(64)
def _kept(registry: Registry, question: str) -> Plan:
    return plan(question, registry)


def planned(question: str, registry: Registry) -> Plan:
    """Return the plan of a question, kept for the texts about it that come one after another."""
    return _kept(registry, question)


def _unreadable(question: str) -> Problem | None:
    if not question.isprintable() and not _is_text(question):
        return Problem(reason="unread", message="the question holds a character that is no text")
    if not question.strip():
        return Problem(reason="empty", message="the question is empty; ask one in a sentence")
    if len(question) > LONGEST:
        said = f"the question has {len(question)} characters; at most {LONGEST} are read"
        return Problem(reason="too_long", message=said)
    return None


def _is_text(question: str) -> bool:
    return not any("\ud800" <= one <= "\udfff" for one in question)


def _no_simulator(registry: Registry) -> Problem:
    scope = " ".join(f"{s.title}: {s.description}" for s in registry)
    return Problem(
        reason="no_simulator",
        message=f"no simulator at hand can help with this question. In scope are: {scope}",
        candidates=registry.names(),
    )


# Which function is asked.


def _best(
    question: Asked, registry: Registry, only: str
) -> tuple[Asked, Simulator, Function, dict[str, list[Valued]]] | None:
    names = frozenset[str]().union(*(one.binding.names for one in question.conditions))
    named = frozenset[str]().union(*(outputs for outputs, _ in question.topics))
    found: list[tuple[float, int, Asked, Simulator, Function, dict[str, list[Valued]]]] = []
    for simulator in [registry.simulator(only)] if only else registry:
        items = text_items(question.text, simulator)
        heard = _apart(question, items)
        for function in simulator.functions:
            if not _may_be(function, names, named, items):
                continue
            level = _level(heard, function, registry)
            if function.seeks and level is None:
                continue
            given = _given(heard, function, items) | ({level[0]: [level[1]]} if level else {})
            given |= _of_unit(heard, function, given)
            score = _score(heard, simulator, function, given)
            if score is not None:
                found.append((score, len(found), heard, simulator, function, given))
    if not found:
        return None
    return max(found, key=lambda one: (one[0], -one[1]))[2:]


def _apart(heard: Asked, items: Sequence[TextItem]) -> Asked:
    """Return a question whose conditions in free words give no other condition."""
    held = [one for one in items if one.text]
    if not held:
        return heard
    kept = (
        one for one in heard.conditions
        if not any(item.start <= one.start and one.end <= item.end for item in held)
    )  # fmt: skip
    own = (
        Condition(Binding(((item.parameter, Text(item.text)),)), item.start, item.end, 0, _WORDED)
        for item in held
    )
    return replace(heard, conditions=(*kept, *own))


def _level(heard: Asked, function: Function, registry: Registry) -> tuple[str, Valued] | None:
    """Return the value of a result that a question gives: its parameter, and the value."""
    parameter = next((one for one in function.parameters if one.level_of), None)
    if parameter is None:
        return None
    start = 0
    if function.seeks:
        asks = _asks_for(heard, function.seeks)
        if asks is None:
            return None
    else:
        if parameter.required:
            return None
        said = [one.start for one in heard.tokens if one.plain in _CHANCES]
        if not said:
            return None
        start = said[0]
    outputs = (o for s in registry for f in s.functions for o in f.outputs)
    unit = next((one.unit for one in outputs if one.name == parameter.level_of), "")
    for part in heard.readings:
        amount = part.meaning
        if part.category == "amount" and isinstance(amount, Amount) and part.start >= start:
            known = ("", unit, unit.removeprefix("delta_"), "degree")
            fits = amount.unit in known or amount.outputs is not None
            if fits and amount.high is None and amount.kind == "number":
                binding = Binding(((parameter.name, amount.value),))
                held = Condition(binding, part.start, part.end, part.sentence, _LEVEL)
                return parameter.name, Valued(amount.value.value, held)
    return None


def _asks_for(heard: Asked, sought: str) -> Part | None:
    """Return where a question asks for an input, or the year, that gives a result."""
    if sought == "year":
        return next((one for one in heard.parts if _WHEN.search(heard.text)), None)
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
            condition = Condition(binding, part.start, part.end, part.sentence, _LEVEL)
            return {parameter.name: [Valued(amount.value.value, condition)]}
    return {}


def _may_be(
    function: Function, names: frozenset[str], outputs: frozenset[str], items: Sequence[TextItem]
) -> bool:
    """Tell whether a function has any input or output that a question names."""
    return (
        bool(items)
        or any(p.name in names for p in function.parameters)
        or any(one.name in outputs for one in function.outputs)
    )


def _score(
    heard: Asked, simulator: Simulator, function: Function, given: Mapping[str, list[Valued]]
) -> float | None:
    """Return how well a function answers; None where the question is not about it."""
    spoken = _spoken(heard, function)
    kinds = {p.name: p.kind for p in function.parameters}
    own = sum(kinds[name] not in _COMMON for name in given)
    if not spoken and not own:
        return None
    complete = all(
        not p.required or p.name in given or _usual(function, p) for p in function.parameters
    )
    names = set(kinds)
    left = {
        one.binding for one in heard.conditions
        if names.isdisjoint(one.binding.names) and not _is_about(one.binding, simulator, function)
    }  # fmt: skip
    complete = complete and bool(spoken or not heard.topics)
    return 3 * complete + 4 * bool(function.seeks) + own + 0.25 * (len(given) - own) + spoken - 2 * len(left)


def _usual(function: Function, parameter: Parameter) -> bool:
    return bool(function.compares or function.seeks) and parameter.typical is not None


def _spoken(heard: Asked, function: Function) -> float:
    """Return how much of what is asked for a function has: at most 2."""
    names = {one.name for one in function.outputs}
    score = 0.0
    for outputs, sure in heard.topics:
        score += 1.0 if names & sure else 0.25 if names & outputs else 0.0
    return min(score, 2.0)


def _is_about(one: Binding, simulator: Simulator, function: Function) -> bool:
    """Tell whether a condition only names what a function is about."""
    name = Text(f"{simulator.name}.{function.name}")
    return any(
        option.startswith(FUNCTION) and isinstance(value, Items) and name in value.items
        for option, value in one.options
    )


# What is given to it.


def _given(heard: Asked, function: Function, items: Sequence[TextItem]) -> dict[str, list[Valued]]:
    """Return for each parameter the values that a question gives it, in their order."""
    given: dict[str, list[Valued]] = {}
    for condition in heard.conditions:
        for parameter, value in _values(condition, function):
            held = given.setdefault(parameter.name, [])
            if all(_key(one.value) != _key(value) for one in held):
                held.append(Valued(value, condition))
    for name, held in _in_free_words(heard, function, items):
        given.setdefault(name, []).extend(held)
    return given


def _values(condition: Condition, function: Function) -> Iterator[tuple[Parameter, JsonValue]]:
    if condition.group == _WORDED:
        return
    for parameter in function.parameters:
        node = condition.binding.get(parameter.name)
        if node is not None:
            yield from ((parameter, value) for value in _plain(node))
            return
    day = condition.binding.get(DURING)
    for parameter in function.parameters if isinstance(day, Text) else ():
        for value, (first, last) in parameter.periods.items():
            if isinstance(day, Text) and first <= day.value <= last:
                yield parameter, value


def _plain(node: Node) -> Iterator[JsonValue]:
    """Return what an argument stands for: itself, or each of a list of years."""
    if isinstance(node, Application):
        first, last = (one.value for one in node.arguments if isinstance(one, Number))
        yield from range(int(first), int(last) + 1)
    else:
        yield argument(node, {})


def _key(value: JsonValue) -> str:
    return " ".join(str(value).casefold().split())


def _in_free_words(
    heard: Asked, function: Function, items: Sequence[TextItem]
) -> Iterator[tuple[str, list[Valued]]]:
    for parameter in function.parameters:
        own = [one for one in items if one.parameter == parameter.name and one.text]
        if parameter.kind == "texts" and own:
            held: list[list[JsonValue]] = [[]]
            for before, one in itertools.zip_longest([None, *own], own):
                if one is None:
                    break
                between = heard.text[before.end : one.start] if before else ""
                if " or " in f" {between} ":
                    held.append([])
                held[-1].append(one.text)
            binding = Binding(((parameter.name, Text(own[0].text)),))
            condition = Condition(binding, own[0].start, own[-1].end, 0, _WORDED)
            yield parameter.name, [Valued(texts, condition) for texts in held]


# The settings that are asked for.


def _frames(heard: Asked, function: Function, given: Mapping[str, list[Valued]]) -> list[Frame]:
    parameters = {p.name: p for p in function.parameters}
    changes = _sorted(v for n in given if parameters[n].kind == "change" for v in given[n])
    points = given.get(next((p.name for p in parameters.values() if p.kind == "points"), ""), [])
    sets = _sets(heard, function, changes)
    rest = {
        name: _joined(values) if parameters[name].kind == "choices" else values
        for name, values in given.items()
        if parameters[name].kind not in ("change", "points")
    }
    for name, held in rest.items():
        members = [v for v in held if v.value in parameters[name].members]
        held = members or held  # history is no scenario beside others
        rest[name] = _moved(heard, parameters[name], held)
    years = [v for n, held in rest.items() if parameters[n].kind == "year" for v in held]
    combined = itertools.product(*rest.values())
    made: list[Frame] = []
    for values in itertools.islice(combined, MOST_FRAMES):
        frame = dict(zip(rest, values, strict=True))
        for one in [s for s in sets if _goes_with(frame, s, years, parameters)] or [{}]:
            made.append(_applicable({**frame, **_with_points(one, points, parameters)}, parameters))
    distinct: dict[tuple[tuple[str, str], ...], Frame] = {}
    for frame in made:
        distinct.setdefault(tuple(sorted((n, _key(v.value)) for n, v in frame.items())), frame)
    return sorted(distinct.values(), key=_place)[:MOST_FRAMES]


def _moved(heard: Asked, parameter: Parameter, held: list[Valued]) -> list[Valued]:
    """Return values without the default that another one replaces: a signal by a green wave."""
    others = [one for one in held if one.value != parameter.default]
    if not parameter.alters or len(others) != 1 or len(held) != 2:
        return held
    ends = sorted(one.condition.start for one in held)
    between = heard.text[ends[0] : ends[1]].split()
    return held if _ALTERNATIVES & set(between) else others


def _by_parts(heard: Asked, function: Function, frame: Frame) -> Frame:
    """Return what makes a call give each name of a list by itself, where a question compares."""
    taken = {p.name for p in function.parameters}
    made: Frame = {}
    for parameter in function.parameters:
        one = frame.get(parameter.name)
        if one is None or not parameter.parts_with or not taken >= set(parameter.parts_with):
            continue
        between = set(heard.text[one.condition.start : one.condition.end].casefold().split())
        words = {f"{a.plain} {b.plain}" for a, b in itertools.pairwise(heard.tokens)}
        each = {f"{many} {word.casefold()}" for many in _EACH for word in parameter.words}
        compares = isinstance(one.value, list) and len(one.value) > 1 and between & _ALTERNATIVES
        if not compares and not words & each:
            continue
        said = f"each of the {parameter.name} by itself, as they are compared" if compares else ""
        for name, value in parameter.parts_with.items():
            if name not in frame:
                made[name] = Valued(value, replace(one.condition, assumed=said))
    return made


def _sorted(values: Iterable[Valued]) -> list[Valued]:
    return sorted(values, key=lambda one: one.condition.start)


def _place(frame: Frame) -> tuple[int, ...]:
    return tuple(sorted((one.condition.start for one in frame.values()), reverse=True))


def _joined(values: Sequence[Valued]) -> list[Valued]:
    """Return the names of a list together."""
    names = [n for v in values for n in (v.value if isinstance(v.value, list) else [v.value])]
    if not names:
        return []
    last = max(one.condition.end for one in values)
    return [Valued(list(dict.fromkeys(map(str, names))), replace(values[0].condition, end=last))]


def _sets(heard: Asked, function: Function, changes: Sequence[Valued]) -> list[Frame]:
    """Return the changes that go together: of one family, or in one phrase."""
    sets: list[Frame] = []
    for one in changes:
        name = next(p.name for p in function.parameters if one.condition.binding.get(p.name))
        if sets and name not in sets[-1] and _together(heard, sets[-1], one, name, function):
            sets[-1][name] = one
        else:
            sets.append({name: one})
    return sets


def _together(heard: Asked, current: Frame, one: Valued, name: str, function: Function) -> bool:
    families = {word for held in current for word in function.parameter(held).family}
    own = set(function.parameter(name).family)
    if families & own or not (families or own):
        return True
    end = max(v.condition.end for v in current.values())
    return bool(_JOINED.fullmatch(heard.text, end, one.condition.start))


def _goes_with(
    frame: Frame, one: Frame, years: Sequence[Valued], parameters: Mapping[str, Parameter]
) -> bool:
    """Tell whether changes go with a year: that of their sentence, if it names one they act in."""
    sentences = {v.condition.sentence for v in one.values()}
    beside = {
        _key(year.value) for year in years
        if year.condition.sentence in sentences and _acts(one, year, parameters)
    }  # fmt: skip
    own = {_key(v.value) for n, v in frame.items() if parameters[n].kind == "year"}
    return not beside or not own or bool(beside & own)


def _acts(one: Frame, year: Valued, parameters: Mapping[str, Parameter]) -> bool:
    names = {n for n, p in parameters.items() if p.kind == "year"}
    return all(
        _within(year.value, ends)
        for held in one for name, ends in parameters[held].applies.items() if name in names
    )  # fmt: skip


def _with_points(
    one: Frame, points: Sequence[Valued], parameters: Mapping[str, Parameter]
) -> Frame:
    """Return changes with the points that follow them, where points mean something for them."""
    for name, parameter in parameters.items():
        if parameter.kind == "points" and points and set(parameter.applies) & set(one):
            end = max(v.condition.end for v in one.values())
            after = [p for p in points if p.condition.start >= end]
            return {**one, name: (after or points)[0 if after else -1]}
    return one


def _applicable(frame: Frame, parameters: Mapping[str, Parameter]) -> Frame:
    """Return a setting without what has no meaning in it, as an emission change in 1990."""
    return {
        name: one for name, one in frame.items()
        if all(
            other not in frame or _within(frame[other].value, ends)
            for other, ends in parameters[name].applies.items()
        )
    }  # fmt: skip


def _within(value: JsonValue, ends: tuple[float | None, float | None]) -> bool:
    if not isinstance(value, int | float):
        return True
    low, high = ends
    return (low is None or low <= value) and (high is None or value <= high)


# From settings to calls.


def _over_all(
    heard: Asked, function: Function, given: Mapping[str, list[Valued]]
) -> Mapping[str, list[Valued]]:
    """Return each name of a list that a question ranks without naming any: which state."""
    for one in function.parameters if function.observed and extreme_asked(heard) else ():
        hits = phrases_of(one).find(heard.tokens) if one.kind == "choices" else []
        if one.required and one.name not in given and hits:
            part = heard.tokens[hits[0].first]
            binding = Binding(((one.name, Items(tuple(Text(name) for name in one.choices))),))
            condition = Condition(binding, part.start, part.end, 0, _LEVEL)
            return {**given, one.name: [Valued([name], condition) for name in one.choices]}
    return given


def _planned(
    heard: Asked, simulator: Simulator, function: Function, given: Mapping[str, list[Valued]]
) -> Plan:
    over = _over_all(heard, function, given)
    if over is not given:
        name = next(name for name in over if name not in given)
        rest = _frames(heard, function, given) or [{}]
        frames = [{**rest[0], name: one} for one in over[name]]
    else:
        frames = _frames(heard, function, given)
    frames = [frame | _by_parts(heard, function, frame) for frame in frames]
    drafts = [(function, frame) for frame in frames]
    unaltered = _unaltered(heard, drafts)
    drafts = [*_assigned(heard, simulator, function, frames), *unaltered]
    made = [_call(simulator, asks, frame) for asks, frame in drafts]
    if unaltered and made[0][0] is None:  # what it would be held against is not asked for alone
        drafts, made = drafts[: -len(unaltered)], made[: -len(unaltered)]
    calls = {call.canonical(): (call, frame) for (call, _), (_, frame) in zip(made, drafts) if call}
    used = {v.condition for _, frame in calls.values() for v in frame.values()}
    used |= _out_of_place(frames, given)
    problems = [
        unknown_name(heard, simulator, problem) for (call, problem), (_, frame) in zip(made, drafts)
        if problem and (call or not (calls and used.issuperset(v.condition for v in frame.values())))
    ]  # fmt: skip
    taken = {*_taken(one for one, _ in drafts)}
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
        problems=tuple(_distinct([*problems, *left_out(heard, simulator, taken)])),
    )


def _distinct(problems: Iterable[Problem]) -> Iterator[Problem]:
    seen: set[str] = set()
    for one in problems:
        if one.message not in seen:
            seen.add(one.message)
            yield one


def _taken(functions: Iterable[Function]) -> Iterator[str]:
    """Yield the names of the conditions that some functions take."""
    for function in functions:
        yield from (parameter.name for parameter in function.parameters)


def _words(heard: Asked, frame: Frame) -> tuple[str, ...]:
    return tuple(heard.printed(v.condition.start, v.condition.end) for v in frame.values())


def _assumed(function: Function, frame: Frame) -> Iterator[str]:
    yield from (v.condition.assumed for v in frame.values() if v.condition.assumed)
    for one in function.parameters:
        if one.name not in frame and _usual(function, one):
            yield f"{one.name}: {one.typical}, as nothing else is said"


def _out_of_place(frames: Sequence[Frame], given: Mapping[str, list[Valued]]) -> set[Condition]:
    """Return the conditions that mean nothing in some setting, and were left out of it."""
    return {
        v.condition for name, held in given.items() for v in held
        if any(name not in frame for frame in frames)
    }  # fmt: skip


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
        if len(frames) > 1 and here and _alters(other):
            last = here[-1]
            drafts[last] = (other, frames[last])
            continue
        frame = frames[0]
        drafts.append((other, {p.name: frame[p.name] for p in other.parameters if p.name in frame}))
    return drafts


def _is_own(one: Valued, frames: Sequence[Frame]) -> bool:
    """Tell whether a value is not that of all settings."""
    return not all(any(v.condition == one.condition for v in f.values()) for f in frames)


def _alters(function: Function) -> bool:
    return any(p.kind == "change" for p in function.parameters)


def _complete(function: Function, frame: Mapping[str, Valued]) -> bool:
    return all(not p.required or p.name in frame for p in function.parameters)


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
        if part.category in ("baseline", "baseline_ref"):
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
        if frames and other is not function and not other.observed and _complete(other, frames[0])
        and any(one & {o.name for o in other.outputs} for one in named)
    ]  # fmt: skip


def _call(
    simulator: Simulator, function: Function, frame: Frame
) -> tuple[Call | None, Problem | None]:
    """Return the call of a setting, or what is missing, out of range or unknown."""
    arguments = {
        p.name: frame[p.name].value if p.name in frame else p.typical
        for p in function.parameters if p.name in frame or _usual(function, p)
    }  # fmt: skip
    try:
        for name, value in arguments.items():
            arguments[name] = check_value(function.parameter(name), value)
        complete = validate(function, arguments)
        call = Call(simulator=simulator.name, function=function.name, arguments=arguments)
        known = all(
            _finds(simulator, one, arguments.get(one.name))
            for one in function.parameters if one.kind == "place"
        )  # fmt: skip
        if isinstance(simulator, Refusing) and known:
            simulator.refuse(call.model_copy(update={"arguments": complete}))
    except SimulatorError as error:
        return None, _refused(simulator, error)
    return call, _unknown_place(simulator, function, arguments)


def _finds(simulator: Simulator, parameter: Parameter, name: JsonValue) -> bool:
    return not isinstance(name, str) or not name or bool(simulator.find(parameter.name, name))


def _unknown_place(
    simulator: Simulator, function: Function, arguments: Mapping[str, JsonValue]
) -> Problem | None:
    """Return that a place is unknown; its call is kept, as recorded evidence may hold it."""
    located = any(p.kind == "points" and arguments.get(p.name) for p in function.parameters)
    for parameter in function.parameters:
        name = arguments.get(parameter.name)
        if parameter.kind == "place" and not located and not _finds(simulator, parameter, name):
            said = "give a nearby town, the country with it, or coordinates such as"
            return Problem(
                reason="unknown_name",
                message=f"{parameter.name} {name!r} is unknown; {said} '48.87 N, 2.22 E'",
                simulator=simulator.name,
                parameter=parameter.name,
                given=name,
            )
    return None


def _refused(simulator: Simulator, error: SimulatorError) -> Problem:
    plain = (str, int, float, bool)
    return Problem(
        reason=error.reason,
        message=str(error),
        simulator=simulator.name,
        parameter=error.parameter,
        given=error.given if isinstance(error.given, plain) else None,
        nearest=error.nearest if isinstance(error.nearest, plain) else None,
        candidates=error.candidates,
    )
