"""Which function a question asks, and the settings that it asks it for."""

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pydantic import JsonValue

from simulrag.simulators.capabilities import Inverse, inverse
from simulrag.simulators.immutable_data import once_for_each
from simulrag.simulators.interface import Function, Parameter, Simulator
from simulrag.simulators.registry import Registry
from simulrag.verifier.english.asking import Asked, Condition, Part
from simulrag.verifier.english.phrase_meanings import Amount, Binding, Input
from simulrag.verifier.english.unanswered import COMMON_KINDS, unused_amounts
from simulrag.verifier.english.vocabulary import lemma, role_of
from simulrag.verifier.formulas.listings import applies, argument, node_of
from simulrag.verifier.formulas.syntax import Application

#: Most settings that one question may ask for.
_MOST_FRAMES = 24
#: Words between values of which both are asked for.
_ALTERNATIVES = frozenset("or versus vs than between compared against".split())
_EACH = ("each", "every", "either")
#: What stands between inputs of two families that are changed together.
_JOINED = re.compile(
    r"[\s,]*(?:(?:and|plus|with|as well as|together with)\s+)?(?:an?|the|also)?\s*"
)


@dataclass(frozen=True, slots=True)
class Valued:
    """A value for a parameter of a function, and the condition that gives it."""

    value: JsonValue
    condition: Condition


Frame = dict[str, Valued]


def _given_to(heard: Asked, function: Function) -> dict[str, list[Valued]]:
    """Return for each parameter the values that a question gives it, in their order."""
    given: dict[str, list[Valued]] = {}
    for condition in heard.conditions:
        for parameter, node in condition.binding.arguments(function):
            if isinstance(node, Application):  # a list of years
                continue
            value = argument(node, {})
            held = given.setdefault(parameter.name, [])
            if all(_key(one.value) != _key(value) for one in held):
                held.append(Valued(value, condition))
    return given


def _key(value: JsonValue) -> str:
    return " ".join(str(value).casefold().split())


# The settings that are asked for.


def frames_of(heard: Asked, function: Function, given: Mapping[str, list[Valued]]) -> list[Frame]:
    parameters = {p.name: p for p in function.parameters}
    changes = [v for n in given if parameters[n].kind == "change" for v in given[n]]
    changes.sort(key=lambda one: one.condition.start)
    points = given.get(next((p.name for p in parameters.values() if p.kind == "points"), ""), [])
    sets = _sets(heard, function, changes)
    rest = {
        name: list(_joined(heard, values, name, function))
        if parameters[name].kind in ("choices", "objects")
        else values
        for name, values in given.items()
        if parameters[name].kind not in ("change", "points")
    }
    for name, held in rest.items():
        members = [v for v in held if v.value in parameters[name].members]
        held = members or held  # history is no scenario beside others
        rest[name] = moved(heard, parameters[name], held)
    years = [v for n, held in rest.items() if parameters[n].kind == "year" for v in held]
    combined = itertools.product(*rest.values())
    made: list[Frame] = []
    for values in itertools.islice(combined, _MOST_FRAMES):
        frame = dict(zip(rest, values, strict=True))
        own = [s for s in sets if _goes_with(frame, s, years, parameters)] or [{}]
        held = ({**frame, **_with_points(one, points, parameters)} for one in own)
        made += (_applicable(one, parameters) for one in held)
    distinct: dict[tuple[tuple[str, str], ...], Frame] = {}
    for frame in made:
        distinct.setdefault(tuple(sorted((n, _key(v.value)) for n, v in frame.items())), frame)
    places = {k: sorted((v.condition.start for v in f.values()), reverse=True)
              for k, f in distinct.items()}  # fmt: skip
    return [distinct[key] for key in sorted(distinct, key=lambda key: places[key])][:_MOST_FRAMES]


def moved(heard: Asked, parameter: Parameter, held: list[Valued]) -> list[Valued]:
    """Return values without the default that another one replaces: a signal by a green wave."""
    others = [one for one in held if one.value != parameter.default]
    if not parameter.alters or len(others) != 1 or len(held) != 2:
        return held
    ends = sorted(one.condition.start for one in held)
    between = heard.text[ends[0] : ends[1]].split()
    return held if _ALTERNATIVES & set(between) else others


def by_parts(heard: Asked, function: Function, frame: Frame) -> Frame:
    """Return what makes a call give each name of a list by itself, where a question compares."""
    made: Frame = {}
    for parameter in function.parameters:
        one, parts_with = frame.get(parameter.name), _parting(function, parameter.name)
        if one is None or not parts_with:
            continue
        between = set(heard.text[one.condition.start : one.condition.end].casefold().split())
        words = {f"{a.plain} {b.plain}" for a, b in itertools.pairwise(heard.tokens)}
        each = {f"{many} {word.casefold()}" for many in _EACH for word in parameter.words}
        compares = isinstance(one.value, list) and len(one.value) > 1 and between & _ALTERNATIVES
        if not compares and not words & each:
            continue
        said = f"each of the {parameter.name} by itself, as they are compared" if compares else ""
        for name, value in parts_with.items():
            if name not in frame:
                made[name] = Valued(value, replace(one.condition, assumed=said))
    return made


def _joined(
    heard: Asked, values: Sequence[Valued], name: str, function: Function
) -> Iterator[Valued]:
    """Yield the names or objects of a list together, those apart that are held against others."""
    held: list[list[Valued]] = []
    for one in values:
        if not held or _apart(heard, held[-1][-1].condition, one.condition, name, function):
            held.append([])
        held[-1].append(one)
    for each in held:
        items = [n for v in each for n in (v.value if isinstance(v.value, list) else [v.value])]
        last = max(one.condition.end for one in each)
        distinct = {_key(one): one for one in items}
        yield Valued([*distinct.values()], replace(each[0].condition, end=last))


def _apart(heard: Asked, one: Condition, other: Condition, name: str, function: Function) -> bool:
    """Tell whether two of a list are held against each other, and no call has each by itself."""
    between = set(heard.text[one.end : other.start].casefold().split())
    if function.parameter(name).kind == "objects":
        return "or" in between
    before = heard.text[: one.start].casefold().split()[-1:]
    return not _parting(function, name) and bool(_ALTERNATIVES & {*between, *before})


def _parting(function: Function, name: str) -> Mapping[str, JsonValue]:
    """Return the arguments with which a call has each of a list by itself, where there are any."""
    held = function.parameter(name).selection.parts_with
    return held if held.keys() <= {one.name for one in function.parameters} else {}


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
    inputs = function.parameters
    families = {word for held in current for word in function.parameter(held).family(inputs)}
    own = function.parameter(name).family(inputs)
    if families & own or not (families or own):
        return True
    end = max(v.condition.end for v in current.values())
    return bool(_JOINED.fullmatch(heard.text, end, one.condition.start))


def _goes_with(
    frame: Frame, one: Frame, years: Sequence[Valued], parameters: Mapping[str, Parameter]
) -> bool:
    """Tell whether changes go with a year: that of their sentence, if it names one."""
    sentences = {v.condition.sentence for v in one.values()}
    beside = {
        _key(year.value) for year in years
        if year.condition.sentence in sentences
    }  # fmt: skip
    own = {_key(v.value) for n, v in frame.items() if parameters[n].kind == "year"}
    return not beside or not own or bool(beside & own)


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
    given = {name: node_of(one.value) for name, one in frame.items()}
    return {name: one for name, one in frame.items() if applies(parameters[name], given)}


# Which function.

#: Questions for a time.
_WHEN = re.compile(
    r"(?:^|[.?!]\s+|\bby )when (?!\w+ing\b)|\bhow soon\b|\b(?:which|what) year\b", re.I
)

Given = dict[str, list[Valued]]


def best_function(
    question: Asked, registry: Registry, only: str = ""
) -> tuple[Simulator, Function, Given] | None:
    """Return the function that a question asks, with the values that it gives; None for none.

    only: the one simulator that is asked.
    """
    best = max(answering(question, registry, only), key=lambda one: one[0], default=None)
    return best and best[1:]


def answering(
    heard: Asked, registry: Registry, only: str = "", *, hinted: bool = False
) -> Iterator[tuple[float, Simulator, Function, Given]]:
    """Yield the functions that a question may ask: how well each answers, and its values.

    hinted: of a sentence; words that may mean other things count as well, and a level that is
    passed is one of all functions that take it.
    """
    words = (lemma(one.plain, role_of()) for one in heard.tokens) if hinted else ()
    passes = any("exceed" in role_of().get(one, ()) for one in words)
    for simulator in [registry.simulator(only)] if only else registry:
        searches = (inverse(simulator, f.name) for f in simulator.functions if hinted)
        levels = {one.level: one for one in searches if one and one.seeks == "year"}
        for function in simulator.functions:
            own = (levels[one.name] for one in function.parameters if one.name in levels)
            sought = inverse(simulator, function.name) or next(own, None)
            passed = passes and sought and sought.seeks == "year"
            asks = sought and (passed or _asks_for(heard, sought.seeks) is not None)
            level = _level(heard, sought, registry) if sought and asks else {}
            if sought and not level:
                continue
            given = _given_to(heard, function) | level
            given |= _of_unit(heard, function, given)
            score = _score(heard, simulator, function, given, hinted=hinted)
            if score is not None:
                yield score + (hinted and bool(level)), simulator, function, given


def _level(heard: Asked, sought: Inverse, registry: Registry) -> Given:
    """Return the value of a result that a question gives, by its parameter; nothing for none."""
    outputs = (o for s in registry for f in s.functions for o in f.outputs)
    unit = next((one.unit for one in outputs if one.name == sought.of), "")
    for part in heard.readings:
        amount = part.meaning
        if part.category == "amount" and isinstance(amount, Amount):
            known = ("", unit, unit.removeprefix("delta_"), "degree")
            fits = amount.unit in known or amount.outputs is not None
            if fits and amount.high is None and amount.kind == "number":
                return {sought.level: [_valued(sought.level, amount, part)]}
    return {}


def _valued(name: str, amount: Amount, part: Part) -> Valued:
    """Return a number that is an input's without words for it."""
    binding = Binding(((name, amount.value),))
    held = Condition(binding, part.start, part.end, part.sentence, "result")
    return Valued(amount.value.value, held)


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


def _of_unit(heard: Asked, function: Function, given: Mapping[str, list[Valued]]) -> Given:
    """Return a number for the one input that lacks a value and has its unit: 30 minutes."""
    open_ones = [p for p in function.parameters if p.required and p.unit and p.name not in given]
    for parameter in open_ones:
        held = [
            (part, part.meaning) for part in unused_amounts(heard)
            if isinstance(part.meaning, Amount) and part.meaning.unit == parameter.unit
        ]  # fmt: skip
        if len(held) == 1 and [p.unit for p in open_ones].count(parameter.unit) == 1:
            part, amount = held[0]
            return {parameter.name: [_valued(parameter.name, amount, part)]}
    return {}


@once_for_each
def names_of(function: Function) -> tuple[frozenset[str], frozenset[str]]:
    """Return the names of the inputs and of the outputs of a function."""
    held = function.parameters, function.outputs
    return frozenset(one.name for one in held[0]), frozenset(one.name for one in held[1])


def _score(
    heard: Asked, simulator: Simulator, function: Function, given: Mapping[str, Sequence[Valued]],
    *, hinted: bool,
) -> float | None:  # fmt: skip
    """Return how well a function answers; None where the question is not about it."""
    spoken = _spoken(heard, function)
    kinds = {p.name: p.kind for p in function.parameters}
    own = sum(kinds[name] not in COMMON_KINDS for name in given)
    names, outputs = names_of(function)
    if not own and not any(outputs & topic[not hinted] for topic in heard.topics):
        return None  # a single word that may mean it asks for nothing alone
    complete = all(not p.required or p.name in given or is_usual(p) for p in function.parameters)
    own_name = f"{simulator.name}.{function.name}"
    sought = inverse(simulator, function.name)
    told = names | {sought.seeks} if sought else names
    left = {
        one.binding for one in heard.conditions
        if told.isdisjoint(one.binding.names) and not one.binding.is_about(own_name)
    }  # fmt: skip
    complete = complete and bool(spoken or not heard.topics)
    bonus = 3 * complete + 8 * bool(sought and not hinted)
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
