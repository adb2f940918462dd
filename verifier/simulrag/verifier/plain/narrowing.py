"""Words that narrow what is said to a part that no setting has: "over land", "in the tropics".

Each may pass as a word of the domain; a reading that passes over one speaks of the whole.
"""

import re
from collections.abc import Iterable

from simulrag.simulators.interface import Parameter
from simulrag.verifier.plain.discourse import days_of
from simulrag.verifier.plain.scene import Scene

_SIDE = (
    r"(?:(?:far|deep|high|extreme)\s+)?(?:north|south|east|west|north-?(?:east|west)|"
    r"south-?(?:east|west))(?:ern)?"
)
#: Parts of the world, of a country or of a place.
_PARTS = re.compile(
    r"\b(?:in|over|on|across|within|near|around|at|along|by|off|throughout|for)\s+(?:(?:the|its|"
    r"their|all|most)\s+)*"
    r"(?:(?:open|dry|high|inner|polar|tropical|surrounding|northern|southern|nearby)\s+)*"
    rf"(?:tropics|subtropics|arctic|antarctic|hemisphere|poles?|mid-?latitudes|land|oceans?|seas?|"
    rf"lakes?|coasts?|"
    rf"mountains?|deserts?|hills?|countryside|suburbs?|outskirts|interior|regions?|county|"
    rf"counties|continents?|"
    rf"{_SIDE}(?!\s+(?:[A-Z]|of\s+[A-Z])))\b",
    re.I,
)
_SHARED = re.compile(
    r"\bper\s+(?:person|head|inhabitant|resident|capita|family|household)\b|\bevery\s+(?:second|"
    r"other|third)\s+\w+|"
    r"\b(?:at|by|each|every|during\s+the)\s+(?:night|day|noon|dawn|dusk)\b|"
    r"\b(?:on|every|each)\s+(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\bon\s+week(?:days|"
    r"ends)\b|"
    r"\b(?:in|within|for|over)\s+(?:just\s+|only\s+)?(?:a|one|a\s+single)\s+(?:hour|day|week|"
    r"fortnight|month|year)\b|"
    r"\b(?:in|during|over|each|every)\s+(?:the\s+)?(?:winters?|summers?|springs?|autumns?|"
    r"springtime|wintertime|summertime)\b",
    re.I,
)
#: Of a count of weeks: it is not one of days.
_SHORTER = re.compile(
    r"\b(?:an?|per|each|every|in\s+one|in\s+a\s+single)\s+(?:day|hour|minute)\b|\bdaily\b|"
    r"\bhourly\b",
    re.I,
)
_PLACED = re.compile(
    rf"\b(?:{_SIDE}|central|rural|urban|coastal|inner|outer|upstate|downstate|downtown|suburban|"
    rf"greater|metropolitan|"
    r"inland|mainland|lower|upper)\s+$",
    re.I,
)


#: What lies before a period or after it is not what lies in it.
_BOUND = re.compile(
    r"\b(?:before|prior\s+to|until|till|up\s+to|after|preceding|following|outside(?:\s+of)?|"
    r"except(?:\s+for)?|barring)\s+"
    r"(?:(?:the|in|that\s+of)\s+)*(?:(?:season|winter)\s+(?:of\s+)?)?$",
    re.I,
)


def _bounded(scene: Scene) -> Iterable[tuple[int, str]]:
    """Yield what leads in a period that only bounds what is said: "never before 2024-25"."""
    periods = [i for i in scene.items if _is_season(scene.parameter(i.parameter))]
    told = [*scene.spans(periods), *scene.asides]
    for span in told:
        if match := _BOUND.search(scene.text[: span.start]):
            yield match.start(), match.group() + scene.text[span.start : span.end]


def _is_season(parameter: Parameter) -> bool:
    """Tell whether a parameter's values are about a year each, so that others lie around them."""
    spans = (days_of(parameter, name) for name in parameter.periods)
    return any((last - first).days < _A_YEAR for first, last in spans)


_A_YEAR = 400


def narrowed(scene: Scene) -> Iterable[tuple[int, str]]:
    """Yield the words of a sentence that narrow it, each with where it stands."""
    yield from ((m.start(), m.group()) for m in _PARTS.finditer(scene.text))
    yield from _bounded(scene)
    if _counts_weeks(scene):
        yield from ((m.start(), m.group()) for m in _SHORTER.finditer(scene.text))
    else:
        yield from ((m.start(), m.group()) for m in _SHARED.finditer(scene.text))
    for item in scene.items:
        if scene.parameter(item.parameter).kind in ("place", "choices"):
            match = _PLACED.search(scene.text[: item.start])
            if match is not None:
                yield match.start(), match.group()


def _counts_weeks(scene: Scene) -> bool:
    """Tell whether a function counts by weeks and residents, whose words these then are."""
    return scene.function.observed and any(o.spans_days or o.course for o in scene.function.outputs)
