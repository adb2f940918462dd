"""Choices out of values that the sentence lists: "the warmer of Rome and Berlin is Rome"."""

import re
from collections.abc import Iterable, Sequence

from simulrag.simulators.interface import Output
from simulrag.verifier.claims import Figure, Reading
from simulrag.verifier.plain import choosing
from simulrag.verifier.plain.denials import denied
from simulrag.verifier.plain.items import Item
from simulrag.verifier.plain.marks import SUPERLATIVE, Comparative
from simulrag.verifier.plain.quantifiers import COUNT, count_of
from simulrag.verifier.plain.readings import ranked
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.plain.settings import complete, settings_of
from simulrag.verifier.reading.text import Span

Readings = list[Reading]
_LEAD = re.compile(
    rf"\b(?i:of|among|amongst|between|out\s+of|from)\s+(?:the\s+)?(?:(?P<n>{COUNT})\s+)?(?:[a-z]+\s+)?(?:,\s*|:\s*)?$"
)
_JOIN = re.compile(r"\s*(?:,\s*)?(?:(?:and|or)\s+)?(?:that\s+of\s+|the\s+|in\s+)?", re.I)


def listed(scene: Scene) -> Readings:
    """Read "of Oslo, Rome and Cairo, Cairo is the warmest" and "the cooler of the two, Oslo"."""
    for group in _lists(scene):
        values = [str(i.value) for i in group]
        subjects = [i for i in scene.items if i.parameter == group[0].parameter and i not in group]
        if len({str(i.value) for i in subjects}) != 1 or str(subjects[0].value) not in values:
            continue
        for word in _words(scene, len(group)):
            made = _chosen(scene, group, subjects[0], word)
            if made:
                scene.use(*scene.items, word)
                return made
    return []


def _lists(scene: Scene) -> Iterable[list[Item]]:
    """Yield items of one input that follow "of" or "among" in a list of two or more."""
    for index, first in enumerate(scene.items):
        lead = _LEAD.search(scene.text[: first.start])
        if lead is None:
            continue
        group = [first]
        for item in scene.items[index + 1 :]:
            same = item.parameter == first.parameter
            new = str(item.value) not in [str(i.value) for i in group]
            if not (same and new and _JOIN.fullmatch(scene.text, group[-1].end, item.start)):
                break
            group.append(item)
        if len(group) > 1 and (lead["n"] is None or count_of(lead["n"]) == len(group)):
            yield group


def _words(scene: Scene, count: int) -> Iterable[Comparative]:
    """Yield what singles one out: a superlative, or of two a comparative with "the"."""
    for match in SUPERLATIVE.finditer(scene.text):
        yield Comparative(
            sign=1 if match["high"] else -1,
            start=match.start(),
            end=match.end(),
            words=match.group(),
        )
    for word in scene.comparatives:
        single = re.search(r"\bthe\s+(?:far\s+|clearly\s+)?$", scene.text[: word.start], re.I)
        if word.sign and count == 2 and single:
            yield word


def _chosen(scene: Scene, group: Sequence[Item], subject: Item, word: Comparative) -> Readings:
    rest = [i for i in scene.items if i.parameter != subject.parameter]
    settings = settings_of(scene, rest)
    if len(settings) != 1:
        return []
    others = [i for i in group if str(i.value) != str(subject.value)]
    calls = [
        complete(scene, {**settings[0], i.parameter: i.value}, comparing=True)
        for i in (subject, *others)
    ]
    held = choosing.named(scene, list(calls[0].arguments))
    output = choosing.for_comparison(scene, word, held) or _graded(scene, word)
    if output is None:
        return []
    figure = Figure(text=word.words, start=word.start, end=word.end)
    negated = denied(scene, word.start)
    scene.use(Span(text="", start=word.start, end=word.end))
    return [ranked(calls[0], calls[1:], output, word.sign, figure, negated=negated)]


def _graded(scene: Scene, word: Comparative) -> Output | None:
    """Return the output whose comparative a superlative belongs to: "warmest" of "warmer"."""
    stem = word.words.casefold().removesuffix("est")
    found = [
        o
        for o in scene.function.outputs
        if o.kind == "number"
        and not o.changes_of
        and stem + "er" in (*o.rise_words, *o.loose_rise_words, *o.fall_words, *o.loose_fall_words)
    ]
    return found[0] if found and word.words.casefold().endswith("est") else None
