"""Statements of how long a series takes from its highest value to a part of it."""

import re

from simulrag.verifier.claims import Reading
from simulrag.verifier.plain import over_time
from simulrag.verifier.plain.amounts import remaining_share
from simulrag.verifier.plain.denials import denied
from simulrag.verifier.plain.readings import expression, number
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.quantities import Qualifier
from simulrag.verifier.reading.text import Span

Readings = list[Reading]
_TOOK = re.compile(r"\b(?:took|takes?|needed|needs?)\b", re.I)
_WITHIN = re.compile(
    r"\b(?:within|inside|in\s+(?:less|fewer)\s+than)\s+(?:the\s+)?(?:next\s+|first\s+)?$", re.I
)
_FROM_TOP = re.compile(
    r"\b(?:after|of|from|following|since)\s+(?:(?:its|the|their|that)\s+)?(?:[\w-]+\s+){0,2}?(?:peak|top|maximum|crest|high\s+point)\b",
    re.I,
)


def declines(scene: Scene) -> Readings:
    """Read "it took four weeks to fall by half" and "within a month of its peak it had halved"."""
    length = over_time.length_figure(scene)
    output = over_time.feature(scene, "steps_to_part")
    if not over_time.speaks_of_course(scene) or length is None or output is None:
        return []
    within = _WITHIN.search(scene.text[: length.qualified_from])
    took = _TOOK.search(scene.text)
    from_top = _FROM_TOP.search(scene.text)
    share = remaining_share(scene)
    days = over_time.whole_period(scene)
    if share is None or from_top is None or days is None or not (took or within):
        return []
    times = over_time.free_times(scene)
    if len(times) > 1 or any(
        not from_top.start() - 25 <= t.start <= from_top.end() + 25 for t in times
    ):
        return []
    qualifier: Qualifier = "at_most" if within else length.qualifier
    words = [c for c in scene.comparatives if c.sign < 0]
    scene.use(length, *times, *words)
    for match in (within, took, from_top):
        scene.use(*over_time.spans_of(match))
    for match in re.finditer(r"\bit\s+took\b", scene.text, re.I):
        scene.use(Span(text="", start=match.start(), end=match.end()))
    negated = denied(scene, length.start)
    part = next(p for p in scene.function.parameters if p.kind == "share")
    printed = length.model_copy(update={"qualifier": qualifier, "unit": output.unit})
    return [
        number(expression("value", (call,), output), printed, output, negated=negated)
        for call in over_time.calls_over(scene, days, {part.name: round(share, 3)})
    ]
