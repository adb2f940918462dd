"""Comparisons of two outputs of one setting: the transient response with the equilibrium one."""

import re

from simulrag.verifier.claims import Expression, Reading, Term
from simulrag.verifier.plain.denials import denied
from simulrag.verifier.plain.marks import Comparative
from simulrag.verifier.plain.readings import direction, number
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.plain.settings import complete, settings_of
from simulrag.verifier.quantities import Printed
from simulrag.verifier.reading.text import Span

Readings = list[Reading]
_THAN = re.compile(r"\s+than\s+(?:(?:the|its|that\s+of\s+the)\s+)?(?:assessed\s+)?$", re.I)


def kinds(scene: Scene) -> Readings:
    """Read that one output is more or less than another, both of the same unit."""
    named = {o.name: (o, s) for o, s in scene.topics if s.end > s.start}
    words = [c for c in scene.comparatives if c.sign in (1, -1) and c.aspect == "size"]
    if len(named) != 2 or len(words) != 1 or len(scene.numbers) > 1 or scene.ratios:
        return []
    (first, one), (second, other) = sorted(named.values(), key=lambda pair: pair[1].start)
    word = words[0]
    than = _THAN.search(scene.text, word.end, other.start)
    settings = settings_of(scene, scene.items)
    if first.unit != second.unit or than is None or not one.end <= word.start:
        return []
    if len(settings) != 1 or scene.text[word.end : than.start()].strip():
        return []
    by = _amount(scene, word, other)
    if scene.numbers and by is None:
        return []
    call = complete(scene, settings[0], comparing=False)
    terms = (Term(call=call, output=second.name), Term(call=call, output=first.name))
    scene.use(*scene.items, word, Span(text="", start=than.start(), end=than.end()))
    made = Expression(
        operation="difference", terms=terms, negative=by is not None and word.sign < 0
    )
    if by is not None:
        scene.use(by)
        return [number(made, by, first, negated=denied(scene, word.start), direction=word)]
    return [direction(made, word, first, negated=denied(scene, word.start))]


_BY = re.compile(r"\bby\s+$", re.I)


def _amount(scene: Scene, word: Comparative, other: Span) -> Printed | None:
    """Return by how much one is more: "1.2 °C higher than it", "higher than it by 1.2 °C"."""
    for figure in scene.numbers:
        beside = not scene.text[figure.unit_end : word.start].strip() and figure.end <= word.start
        behind = figure.start >= other.end and _BY.search(scene.text[: figure.qualified_from])
        if beside or behind:
            return figure
    return None
