"""Stretches of several periods, all of which a reading has to hold: "never since 2022-23".

A way of reading that takes the period at which a stretch begins, or those at both its ends, for
what is spoken of passes over the others.
"""

import itertools
import re
from collections.abc import Sequence
from datetime import date

from pydantic import JsonValue

from simulrag.verifier.claims import Reading
from simulrag.verifier.plain.scene import SEASONS, Scene

_SINCE = re.compile(r"\bsince\s+(?:(?:the|at\s+least|winter\s+of|season\s+of)\s+)*$", re.I)
_FROM = re.compile(r"\b(?:from|starting\s+(?:with|in))\s+(?:(?:the|winter\s+of)\s+)*$", re.I)
_ON = re.compile(r"(?:\s+(?:season|winter))?\s+on(?:wards?)?\b(?!\s+(?:the|a)\b)", re.I)
_BETWEEN = re.compile(r"\bbetween\s+(?:(?:the|winter\s+of)\s+)*$", re.I)
_NOUN = r"\s*(?:seasons?|winters?)?\s*"
_AND = re.compile(rf"{_NOUN}and\s+(?:the\s+)?", re.I)
_TO = re.compile(rf"{_NOUN}(?:to|through|until|up\s+to|-)\s*(?:the\s+)?", re.I)


def passed_over(
    scene: Scene, readings: Sequence[Reading], values: Sequence[JsonValue], days: Sequence[date]
) -> str:
    """Return the words for a stretch of periods of which no reading holds the later ones, or ""."""
    if scene.named_period and scene.period is not None:
        for match in SEASONS.finditer(scene.text):
            held = set(map(str, values)) & _members(scene)
            later = len(held) > 1 or any(d > scene.period[1] for d in days)
            if _opens(scene.text, match.start(), match.end()) and not later:
                return scene.text[match.start() : match.end()]
    if any(r.expression.operation != "value" for r in readings):
        return ""  # of what is compared, both ends are meant
    return _between(scene, values)


def _members(scene: Scene) -> set[str]:
    return {name for p in scene.function.parameters if p.periods for name in p.members}


def _opens(text: str, start: int, end: int) -> bool:
    before = text[:start]
    onwards = _ON.match(text, end)
    return bool(_SINCE.search(before) or (onwards and _FROM.search(before)) or _onwards(onwards))


def _onwards(match: re.Match[str] | None) -> bool:
    return match is not None and match.group().lower().endswith(("onward", "onwards"))


def _between(scene: Scene, values: Sequence[JsonValue]) -> str:
    for parameter in scene.function.parameters:
        own = [i for i in scene.items if i.parameter == parameter.name] if parameter.periods else []
        names = parameter.members
        for one, other in itertools.pairwise(own):
            if str(one.value) not in names or str(other.value) not in names:
                continue
            gap, before = scene.text[one.end : other.start], scene.text[: one.start]
            joined = _TO.fullmatch(gap) or (_AND.fullmatch(gap) and _BETWEEN.search(before))
            first, last = names.index(str(one.value)), names.index(str(other.value))
            inner = names[first + 1 : last]
            if joined and not all(name in values for name in inner):
                return scene.text[one.start : other.end]
    return ""
