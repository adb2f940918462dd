"""Words that narrow what is said to a part that no setting has: "over land", "in the tropics".

Each may pass as a word of the domain; a reading that passes over one speaks of the whole.
"""

import re
from collections.abc import Iterable

from simulrag.verifier.plain.scene import Scene

_SIDE = (
    r"(?:(?:far|deep|high|extreme)\s+)?(?:north|south|east|west|north-?(?:east|west)|"
    r"south-?(?:east|west))(?:ern)?"
)
#: Parts of the world, of a country or of a place.
_PARTS = re.compile(
    r"\b(?:in|over|on|across|within|near|around|at|along|by|off|throughout|for)\s+(?:(?:the|its|their|all|most)\s+)*"
    r"(?:(?:open|dry|high|inner|polar|tropical|surrounding|northern|southern|nearby)\s+)*"
    rf"(?:tropics|subtropics|arctic|antarctic|hemisphere|poles?|mid-?latitudes|land|oceans?|seas?|lakes?|coasts?|"
    rf"mountains?|deserts?|hills?|countryside|suburbs?|outskirts|interior|regions?|county|counties|continents?|"
    rf"{_SIDE}(?!\s+(?:[A-Z]|of\s+[A-Z])))\b",
    re.I,
)
_SHARED = re.compile(
    r"\bper\s+(?:person|head|inhabitant|resident|capita|family|household)\b|\bevery\s+(?:second|other|third)\s+\w+|"
    r"\b(?:at|by|each|every|during\s+the)\s+(?:night|day|noon|dawn|dusk)\b|"
    r"\b(?:on|every|each)\s+(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\bon\s+week(?:days|ends)\b|"
    r"\b(?:in|within|for|over)\s+(?:just\s+|only\s+)?(?:a|one|a\s+single)\s+(?:hour|day|week|fortnight|month|year)\b|"
    r"\b(?:in|during|over|each|every)\s+(?:the\s+)?(?:winters?|summers?|springs?|autumns?|springtime|wintertime|summertime)\b",
    re.I,
)
#: Of a count of weeks: it is not one of days.
_SHORTER = re.compile(
    r"\b(?:an?|per|each|every|in\s+one|in\s+a\s+single)\s+(?:day|hour|minute)\b|\bdaily\b|\bhourly\b",
    re.I,
)
_PLACED = re.compile(
    rf"\b(?:{_SIDE}|central|rural|urban|coastal|inner|outer|upstate|downstate|downtown|suburban|greater|metropolitan|"
    r"inland|mainland|lower|upper)\s+$",
    re.I,
)


def narrowed(scene: Scene) -> Iterable[tuple[int, str]]:
    """Yield the words of a sentence that narrow it, each with where it stands."""
    yield from ((m.start(), m.group()) for m in _PARTS.finditer(scene.text))
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
