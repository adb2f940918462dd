"""Growth told as a multiple: "grows tenfold over the first four weeks" is a growth of 900 %."""

import re
from decimal import Decimal

from simulrag.simulators.interface import Output
from simulrag.verifier.claims import Reading
from simulrag.verifier.plain.denials import denied
from simulrag.verifier.plain.readings import expression, number
from simulrag.verifier.plain.relations import Relation, relations
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.plain.settings import complete, settings_of
from simulrag.verifier.quantities import Printed, Qualifier
from simulrag.verifier.reading.ratios import Ratio
from simulrag.verifier.reading.text import Span

_GROWS = re.compile(
    r"\b(?:grow\w*|grew|ris\w+|rose|increas\w+|multipl\w+|climb\w*|expand\w*)\b", re.I
)
_FOLD = re.compile(r"fold|times", re.I)
_TENTH = Decimal("0.1")


def grown(scene: Scene) -> list[Reading]:
    """Return the readings of a multiple that an output of growth in percent has grown to."""
    output = _growth(scene)
    told = _multiple(scene) if output is not None else None
    settings = settings_of(scene, scene.items) if told is not None else []
    if output is None or told is None or not settings:
        return []
    figure = _percent(told)
    if any(q.unit not in ("week", "month") for q in scene.numbers):
        return []
    negated = denied(scene, told.start)
    scene.use(*scene.items, Span(text="", start=told.start, end=told.end), *scene.ratios)
    scene.keep(*(Span(text="", start=q.start, end=q.unit_end) for q in scene.numbers))
    scene.use(*(c for c in scene.comparatives if _GROWS.fullmatch(c.words)))
    scene.use(*(c for c in scene.comparatives if told.start <= c.start < told.end))
    calls = [complete(scene, setting, comparing=scene.function.compares) for setting in settings]
    return [
        number(expression("value", (call,), output), figure, output, negated=negated)
        for call in calls
    ]


def _growth(scene: Scene) -> Output | None:
    """Return the output of growth over a time that a sentence names."""
    if scene.function.observed:
        return None
    if scene.function.compares:
        changes = [o for o, _ in scene.topics if o.unit == "percent" and "lower" in o.fall_words]
        return changes[0] if changes else None
    named = [o for o, s in scene.topics if o.unit == "percent" and re.search(r"week|month", s.text)]
    return named[0] if named else None


def _multiple(scene: Scene) -> Ratio | None:
    verbs: list[Relation] = [
        r
        for r in relations(scene.text, scene.spans(scene.items))
        if r.kind == "multiplies" and r.sign
    ]
    folds = [r for r in scene.ratios if _FOLD.search(r.text)]
    grows = _GROWS.search(scene.text)
    if len(verbs) == 1 and verbs[0].ratio is not None and not folds:
        return verbs[0].ratio
    return folds[0] if len(folds) == 1 and not verbs and grows else None


def _percent(ratio: Ratio) -> Printed:
    """Return the growth to a multiple, percent."""
    growth = Decimal(str(round(100.0 * (ratio.value - 1.0), 6)))
    ways: dict[str, Qualifier] = {"above": "above", "below": "below"}
    loose = Decimal(str(100.0 * ratio.value)) * _TENTH
    return Printed(
        text=ratio.text,
        start=ratio.start,
        end=ratio.end,
        unit_end=ratio.end,
        value=growth,
        half_unit=Decimal(0) if ratio.qualifier in ways else loose,
        unit="percent",
        qualifier=ways.get(ratio.qualifier, "exact"),
        qualified_from=ratio.start,
    )
