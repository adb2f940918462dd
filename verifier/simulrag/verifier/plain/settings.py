"""Settings of a function that a sentence speaks of: what it says, takes up or leaves open."""

import itertools
import re
from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from simulrag.simulators.arguments import check_value, validate
from simulrag.simulators.errors import SimulatorError
from simulrag.simulators.interface import Call, Parameter
from simulrag.verifier.claims import Problem
from simulrag.verifier.plain.discourse import days_of
from simulrag.verifier.plain.items import Item, as_value
from simulrag.verifier.plain.quantifiers import nouns
from simulrag.verifier.plain.scene import Scene

#: Values of parameters; `states` and their like are lists.
Setting = Mapping[str, JsonValue]


class Unsettled(Exception):
    """A setting that cannot be completed: what is missing or wrong, as data."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


def values_of(scene: Scene, found: Sequence[Item]) -> dict[str, list[JsonValue]]:
    """Return the distinct values that items give to each parameter, in order."""
    values: dict[str, list[JsonValue]] = {}
    for item in found:
        if scene.parameter(item.parameter).kind == "texts":
            _join(values.setdefault(item.parameter, []), item.value)
            continue
        known = values.setdefault(item.parameter, [])
        value = as_value(scene.parameter(item.parameter), item.value)
        if value not in known:
            known.append(value)
    return values


def _join(known: list[JsonValue], value: JsonValue) -> None:
    """Add conditions in free words to those that hold with them."""
    both = [known.pop() if known else [], value]
    flat = [str(one) for part in both if isinstance(part, list) for one in part]
    known.append(list(dict.fromkeys(flat)))


def settings_of(scene: Scene, found: Sequence[Item]) -> list[dict[str, JsonValue]]:
    """Return one setting, or one for each of several values of a single parameter."""
    values = values_of(scene, found)
    several = [name for name, given in values.items() if len(given) > 1]
    if len(several) > 1 or not all(_listed(scene, found, name) for name in several):
        return []
    if not several:
        return [{name: given[0] for name, given in values.items()}]
    name = several[0]
    rest = {other: given[0] for other, given in values.items() if other != name}
    return [{**rest, name: value} for value in values[name]]


_LIST = re.compile(
    r"\s*(?:,\s*)?(?:(?:and|or|nor|as well as|&)\s+)?(?:(?:in|for|the|of|that|neighbou?ring|"
    r"state|states|with|at)\s+){0,3}",
    re.I,
)


def _listed(scene: Scene, found: Sequence[Item], name: str) -> bool:
    """Tell whether the values of a parameter stand in a list: "Texas and California"."""
    own = [i for i in found if i.parameter == name]
    return all(
        _LIST.fullmatch(scene.text, a.end, b.start) or a.value == b.value or a.start == b.start
        for a, b in itertools.pairwise(own)
    )


def complete(scene: Scene, setting: Setting, *, comparing: bool) -> Call:
    """Return the call of a setting, what it leaves open taken from before or as is usual.

    comparing: settings that are compared may share a typical value where none is given.
    Raises Unsettled where a condition is missing or a value is not allowed.
    """
    arguments: dict[str, JsonValue] = dict(setting)
    comparing = comparing or scene.function.compares
    guessed = False
    for parameter in scene.function.parameters:
        if parameter.name in arguments or not _applies(parameter, arguments):
            continue
        # Where the sentence names every condition, it speaks of a run as it is made.
        usual = comparing and (guessed or parameter.default is None)
        value, said = _filled(scene, parameter, comparing=usual)
        if value is None and (value := _gone_on(scene, parameter, arguments)) is not None:
            said = ", from what was said before"
        guessed = guessed or said == _SHARED
        if value is None and _only_moves(scene, parameter, arguments):
            value, said = parameter.typical, ", which changes no size here"
        if value is not None:
            arguments[parameter.name] = value
            if said:
                shown = _shown(parameter, value)
                scene.assumed.append(f"{parameter.name}: {shown}{said}")
    arguments = {k: v for k, v in arguments.items() if _applies(scene.parameter(k), arguments)}
    try:
        checked = {k: check_value(scene.parameter(k), v) for k, v in arguments.items()}
        validate(scene.function, checked)
    except SimulatorError as error:
        raise Unsettled(_problem(scene, error)) from None
    return Call(simulator=scene.simulator.name, function=scene.function.name, arguments=checked)


_POINTS_BACK = re.compile(r"\b(?:it|its|that|this)\b", re.I)


def _gone_on(scene: Scene, parameter: Parameter, arguments: Setting) -> JsonValue:
    """Return a choice of the sentence before that a pronoun takes up, for the same or later years.

    What was measured before holds for none of them.
    """
    last = next(iter(scene.discourse.calls[-1:]), None)
    if last is None or last.function != scene.function.name or parameter.kind != "choice":
        return None
    spans = [p.name for p in scene.function.parameters if p.periods and p is not parameter]
    later = [str(arguments.get(n, "")) >= str(last.arguments.get(n)) for n in spans]
    if not later or not all(later) or not _POINTS_BACK.search(scene.text):
        return None
    return last.arguments.get(parameter.name)


_SHARED = ", which both settings share"


def _shown(parameter: Parameter, value: JsonValue) -> str:
    """Return a value for the list of what was assumed."""
    if not isinstance(value, list):
        return str(value)
    return "all" if len(value) == len(parameter.choices) > 1 else ", ".join(map(str, value))


def _only_moves(scene: Scene, parameter: Parameter, arguments: Setting) -> bool:
    """Tell whether a value that is left open moves results in time, and the sentence tells none."""
    moot = parameter.only_moves
    timed = any(o.since == parameter.name for o, _ in scene.topics) or bool(scene.times)
    return bool(moot) and not timed and all(arguments.get(n) == v for n, v in moot.items())


def _applies(parameter: Parameter, arguments: Setting) -> bool:
    for other, (low, high) in parameter.applies.items():
        value = arguments.get(other)
        if isinstance(value, int | float) and (
            (low is not None and value < low) or (high is not None and value > high)
        ):
            return False
    return True


def _filled(scene: Scene, parameter: Parameter, *, comparing: bool) -> tuple[JsonValue, str]:
    optional = parameter.default is not None and not parameter.required
    if parameter.name in scene.tried:
        return scene.tried[parameter.name], ""
    if parameter.kind == "change" or (optional and parameter.typical is None):
        return None, ""
    if parameter.kind == "date" and not parameter.required and scene.weekly is not None:
        scene.use(scene.weekly)
        return scene.weekly.first.isoformat(), ""
    if parameter.kind == "date" and parameter.required and parameter.default_year is None:
        return _end_of_window(scene, parameter), ""
    if parameter.periods and (implied := _implied(scene, parameter)):
        return implied, ", from its dates"
    taken_up = parameter.required or parameter.periods or parameter.typical is not None
    latest = scene.discourse.latest(scene.simulator.name, parameter.name)
    if among := scene.discourse.among(scene.simulator.name, parameter.name):
        one = _meant(scene, parameter, among)
        return (one, ", from what was said before") if one is not None else (None, "")
    if taken_up and latest is not None and not _whole_series(scene, parameter):
        return latest, ", from what was said before"
    if comparing and parameter.typical is not None:
        return parameter.typical, _SHARED
    if _of_all(scene, parameter):
        return [*parameter.choices], ", as none is named"
    return None, ""


def _meant(scene: Scene, parameter: Parameter, among: Sequence[JsonValue]) -> JsonValue:
    """Return which of several places is "the state": the one that is no group; None if many are."""
    singles = [v for v in among if not isinstance(v, list) or len(v) == 1]
    noun = nouns(parameter)
    told = noun and re.search(rf"\b(?:the|that|this|its)\s+(?:{noun})\b", scene.text, re.I)
    return singles[0] if told and len(singles) == 1 else None


#: Words with which sentences open that name nothing.
_OPENERS = re.compile(
    r"\W*(?:an?|the|in|on|at|for|by|from|to|of|with|within|without|after|before|since|until|between|"
    r"during|over|around|about|no|not|never|more|less|fewer|most|every|each|all|both|it|this|that|"
    r"there|when|while|as|if|only|some|roughly|nearly|almost|early|late|than|then|one|two|three|four|"
    r"five|six|seven|eight|nine|ten|week|weekly|first|admissions|hospitals?)\b",
    re.I,
)


def _of_all(scene: Scene, parameter: Parameter) -> bool:
    """Tell whether what was counted is meant of all places together: none is or was named.

    An unknown name might open a sentence, where every word is in capitals.
    """
    if parameter.kind != "choices" or not parameter.required or not scene.function.observed:
        return False
    opening = len(scene.text) - len(scene.text.lstrip(" '\"("))
    known = [s for _, s in scene.topics] + scene.asides + scene.spans(scene.times)
    told = any(s.start <= opening < s.end for s in known)
    return bool(parameter.loose_groups) and (told or bool(_OPENERS.match(scene.text)))


def _end_of_window(scene: Scene, parameter: Parameter) -> JsonValue:
    """Return the first or the last day that is spoken of, for the first or second of two dates."""
    dates = [p.name for p in scene.function.parameters if p.kind == "date" and p.required]
    if len(dates) != 2 or scene.window is None or scene.only_ends:
        return None
    first, last, words = scene.window
    scene.keep(*words)
    return (first if parameter.name == dates[0] else last).isoformat()


EVER = re.compile(
    r"\b(?:on (?:file|record)|ever|so far|whole (?:series|record)|available data|in the data|"
    r"all[\s-]time|since (?:early )?\d{4}|since (?:the )?"
    r"(?:reporting|records?|data|series|counts?|observations) "
    r"(?:began|begins?|start(?:s|ed)?)(?:\s+in(?:\s+early)?\s+\d{4})?)\b",
    re.I,
)


def _whole_series(scene: Scene, parameter: Parameter) -> bool:
    return bool(parameter.periods and EVER.search(scene.text))


def _implied(scene: Scene, parameter: Parameter) -> str:
    """Return the period in which all dates of the sentence lie."""
    days = [t for t in scene.times if t.grain in ("day", "week", "part")]
    if not days or _whole_series(scene, parameter):
        return ""
    for name in parameter.periods:
        first, last = days_of(parameter, name)
        if all(first <= t.first and t.last <= last for t in days):
            return name
    return ""


def _problem(scene: Scene, error: SimulatorError) -> Problem:
    given = error.given
    return Problem(
        reason=error.reason,
        message=str(error),
        simulator=scene.simulator.name,
        parameter=error.parameter,
        given=given if isinstance(given, str | int | float) else None,
        nearest=error.nearest if isinstance(error.nearest, str | int | float) else None,
        candidates=error.candidates,
    )
