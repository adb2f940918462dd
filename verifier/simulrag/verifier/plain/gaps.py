"""Statements of how the distance of two settings changes: "wider in 2095 than in 2035"."""

import itertools
import re
from collections.abc import Sequence

from simulrag.simulators.interface import Call, Output
from simulrag.verifier.claims import Figure, Reading
from simulrag.verifier.plain import choosing
from simulrag.verifier.plain.denials import denied
from simulrag.verifier.plain.items import Item
from simulrag.verifier.plain.readings import expression
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.plain.settings import complete, settings_of
from simulrag.verifier.reading.text import Span

Readings = list[Reading]
_GAP = re.compile(
    r"\b(?:the\s+)?(?:gap|difference|distance|contrast|spread|gulf|margin)\s+(?:(?:[\w'-]+\s+){0,5}?)between\s+",
    re.I,
)
_TWO = re.compile(r"\s*(?:,\s*)?(?:and|&)\s+(?:in\s+|the\s+|that\s+in\s+|under\s+)*", re.I)
_WIDER = r"wider|larger|bigger|greater|higher"
_NARROWER = r"narrower|smaller|lower|less"
_COMPARED = re.compile(
    rf"\b(?:(?P<wider>{_WIDER})|(?P<narrower>{_NARROWER}))\b(?P<rest>[^.;]*?)\bthan\b", re.I
)
_MOVES = re.compile(
    r"\b(?:(?P<wider>widen(?:s|ed|ing)?|grow(?:s|n|ing)?|grew|increas(?:es|ed|ing)|open(?:s|ed)(?:\s+up)?)|"
    r"(?P<narrower>narrow(?:s|ed|ing)?|shrink(?:s|ing)?|shrank|shrunk|clos(?:es|ed|ing)|decreas(?:es|ed|ing)))\b",
    re.I,
)
_FROM = re.compile(r"\b(?:between|from)\s+(?:\w+\s+)?$", re.I)


def gaps(scene: Scene) -> Readings:
    """Read how far two settings are apart at one time, compared with another."""
    lead = _GAP.search(scene.text)
    pair = _pair(scene, lead.end()) if lead else None
    if lead is None or pair is None or scene.numbers or scene.ratios:
        return []
    times = [i for i in scene.items if _timed(scene, i) and i.start >= pair[1].end]
    word = _COMPARED.search(scene.text, pair[1].end) or _MOVES.search(scene.text, pair[1].end)
    if len(times) != 2 or word is None or times[0].parameter != times[1].parameter:
        return []
    order = _in_order(scene, word, times)
    rest = [i for i in scene.items if i not in pair and i not in times]
    settings = settings_of(scene, rest)
    if order is None or len(settings) != 1:
        return []
    calls = [
        complete(scene, {**settings[0], t.parameter: t.value, p.parameter: p.value}, comparing=True)
        for t in order
        for p in pair
    ]
    made = _read(scene, calls, word)
    if made:
        scene.use(*scene.items, Span(text="", start=lead.start(), end=pair[0].start))
        scene.use(Span(text="", start=word.start(), end=word.end()))
        scene.use(*(c for c in scene.comparatives if word.start() <= c.start < word.end()))
    return made


def _pair(scene: Scene, at: int) -> tuple[Item, Item] | None:
    """Return two values of one input, right behind "between" and joined by "and"."""
    own = [i for i in scene.items if i.start >= at]
    for first, second in itertools.pairwise(own):
        lead = scene.text[at : first.start]
        joined = _TWO.fullmatch(scene.text, first.end, second.start)
        if first.parameter == second.parameter and joined and len(lead.split()) <= 2:
            return None if first.value == second.value or _timed(scene, first) else (first, second)
    return None


def _timed(scene: Scene, item: Item) -> bool:
    parameter = scene.parameter(item.parameter)
    return parameter.kind == "year" or bool(parameter.periods)


def _in_order(scene: Scene, word: re.Match[str], times: Sequence[Item]) -> tuple[Item, Item] | None:
    """Return the time that is compared with and the one that is compared."""
    first, second = times
    if word.re is _MOVES:
        led = _FROM.search(scene.text[: first.start])
        joined = re.fullmatch(
            r"\s*(?:and|to|until)\s+(?:\w+\s+)?", scene.text[first.end : second.start]
        )
        return (first, second) if led and joined and str(first.value) < str(second.value) else None
    return (
        (second, first)
        if first.end <= word.end() <= second.start
        or (word.end() <= second.start and first.start < word.end())
        else None
    )


def _read(scene: Scene, calls: Sequence[Call], word: re.Match[str]) -> Readings:
    held: list[Output] = [
        o for o in choosing.named(scene, list(calls[0].arguments)) if o.kind == "number"
    ]
    if not held:
        return []
    return [
        Reading(
            expression=expression("gap_change", calls, held[0]),
            comparator="rises" if word["wider"] else "falls",
            figures=(Figure(text=word.group(), start=word.start(), end=word.end()),),
            negated=denied(scene, word.start()),
        )
    ]
