"""Seasons that each had more, or less, than the one before: "declined steadily from 2022-23 on"."""

import itertools
import re
from collections.abc import Sequence

from simulrag.simulators.interface import Parameter
from simulrag.verifier.claims import Reading
from simulrag.verifier.plain import choosing
from simulrag.verifier.plain.denials import denied
from simulrag.verifier.plain.items import Item
from simulrag.verifier.plain.readings import counted, direction, expression
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.plain.settings import complete, settings_of
from simulrag.verifier.reading.text import Span

Readings = list[Reading]
_PERIOD = r"(?:season|winter|year)"
_STEADY = re.compile(
    r"\b(?:steadily|continuously|continually|consistently|progressively|monotonically|relentlessly|uninterruptedly|"
    r"without\s+(?:an?\s+|any\s+)?(?:interruption|pause|break|exception)|ke(?:ep|eps|pt)\s+(?:on\s+)?(?=[a-z]+ing\b)|"
    rf"(?:from\s+)?(?:one\s+)?{_PERIOD}\s+(?:by|after|on|to|upon)\s+(?:the\s+next|{_PERIOD})|"
    rf"(?:with|in)\s+(?:every|each)\s+(?:single\s+|new\s+|further\s+|passing\s+)?{_PERIOD})\b",
    re.I,
)
_BETWEEN = re.compile(
    r"\b(?:between|from|since)\s+(?:the\s+)?(?:(?:season|winter)s?\s+(?:of\s+)?)?$", re.I
)
_TWO = 2


def steady(scene: Scene) -> Readings:
    """Read "rose steadily between 2022-23 and 2024-25": each season against the one before it."""
    found = _STEADY.search(scene.text)
    words = [c for c in scene.comparatives if c.sign in (1, -1) and c.aspect == "size"]
    words = [c for c in words if found and not found.start() <= c.start < found.end()]
    if found is None or len(words) != 1 or scene.numbers:
        return []
    for parameter in scene.function.parameters:
        ends = [i for i in scene.items if i.parameter == parameter.name and not i.steps]
        if not parameter.periods or not _spans(scene, ends):
            continue
        rest = [i for i in scene.items if i.parameter != parameter.name]
        settings = settings_of(scene, rest)
        if len(settings) != 1:
            return []
        calls = [
            complete(scene, {**settings[0], parameter.name: name}, comparing=False)
            for name in _through(parameter, ends)
        ]
        held = choosing.named(scene, list(calls[0].arguments)) if calls else []
        output = choosing.for_comparison(scene, words[0], held, [parameter.name])
        if output is None or len(calls) < _TWO:
            return []
        scene.use(words[0], *scene.items, *scene.domains)
        scene.keep(Span(text="", start=found.start(), end=found.end()))
        denies = denied(scene, words[0].start)
        made = [
            direction(expression("difference", pair, output), words[0], output)
            for pair in itertools.pairwise(calls)
        ]
        return [counted([(r,) for r in made], 0, len(made) - 1)] if denies else made
    return []


def _spans(scene: Scene, ends: Sequence[Item]) -> bool:
    """Tell whether two seasons are ends: "between A and B", "from A to B"."""
    if len(ends) != _TWO or not _BETWEEN.search(scene.text[: ends[0].start]):
        return False
    gap = scene.text[ends[0].end : ends[1].start]
    return bool(
        re.fullmatch(r"\s+(?:and|to|until|through)\s+(?:the\s+)?(?:winter\s+of\s+)?", gap, re.I)
    )


def _through(parameter: Parameter, ends: Sequence[Item]) -> Sequence[str]:
    first, last = (parameter.members.index(str(i.value)) for i in ends)
    return parameter.members[first : last + 1]
