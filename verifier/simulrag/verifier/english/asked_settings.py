"""The settings that a question asks a function for: each combination of what it gives."""

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pydantic import JsonValue

from simulrag.simulators.interface import Function, Parameter
from simulrag.verifier.english.asking import Asked, Condition
from simulrag.verifier.english.meanings import DURING, Binding, choices_on
from simulrag.verifier.english.objects import Spoken
from simulrag.verifier.formulas.listings import applies, argument, node_of
from simulrag.verifier.formulas.syntax import Application, Text

#: Most settings that one question may ask for.
MOST_FRAMES = 24
#: Words between values of which both are asked for.
_ALTERNATIVES = frozenset("or versus vs than between compared against".split())
_EACH = ("each", "every", "either")
#: The group of a condition that is an object.
WORDED = -98
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


def given_to(heard: Asked, function: Function, items: Sequence[Spoken]) -> dict[str, list[Valued]]:
    """Return for each parameter the values that a question gives it, in their order."""
    given: dict[str, list[Valued]] = {}
    for condition in heard.conditions:
        for parameter, value in _values(condition, function):
            held = given.setdefault(parameter.name, [])
            if all(_key(one.value) != _key(value) for one in held):
                held.append(Valued(value, condition))
    for name, held in _objects(heard, function, items):
        given.setdefault(name, []).extend(held)
    return given


def _values(condition: Condition, function: Function) -> Iterator[tuple[Parameter, JsonValue]]:
    if condition.group == WORDED:
        return
    for parameter in function.parameters:
        node = condition.binding.get(parameter.name)
        if node is not None:
            if not isinstance(node, Application):
                yield parameter, argument(node, {})
            return
    day = condition.binding.get(DURING)
    if isinstance(day, Text):
        yield from choices_on(function, day.value)


def _key(value: JsonValue) -> str:
    return " ".join(str(value).casefold().split())


def object_binding(one: Spoken) -> Binding:
    """Return the condition that an object is."""
    return Binding(((one.parameter.name, node_of(dict(one.value or {}))),))


def _objects(
    heard: Asked, function: Function, items: Sequence[Spoken]
) -> Iterator[tuple[str, list[Valued]]]:
    for parameter in function.parameters:
        own = [one for one in items if one.parameter.name == parameter.name and one.value]
        if own:
            held: list[list[JsonValue]] = [[]]
            for before, one in itertools.zip_longest([None, *own], own):
                if one is None:
                    break
                between = heard.text[before.end : one.start] if before else ""
                if " or " in f" {between} ":
                    held.append([])
                held[-1].append(dict(one.value or {}))
            condition = Condition(object_binding(own[0]), own[0].start, own[-1].end, 0, WORDED)
            yield parameter.name, [Valued(objects, condition) for objects in held]


# The settings that are asked for.


def frames_of(heard: Asked, function: Function, given: Mapping[str, list[Valued]]) -> list[Frame]:
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
        own = [s for s in sets if _goes_with(frame, s, years, parameters)] or [{}]
        held = ({**frame, **_with_points(one, points, parameters)} for one in own)
        made += (_applicable(one, parameters) for one in held)
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


def by_parts(heard: Asked, function: Function, frame: Frame) -> Frame:
    """Return what makes a call give each name of a list by itself, where a question compares."""
    taken = {p.name for p in function.parameters}
    made: Frame = {}
    for parameter in function.parameters:
        one = frame.get(parameter.name)
        parts_with = parameter.selection.parts_with
        if one is None or not parts_with or not taken >= set(parts_with):
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
