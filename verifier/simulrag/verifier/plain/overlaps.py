"""How two assessed ranges lie to each other: whether they overlap, or one lies above the other."""

import re

from pydantic import JsonValue

from simulrag.simulators.interface import Call, Output
from simulrag.verifier.claims import Expression, Figure, Reading, Term
from simulrag.verifier.plain import choosing
from simulrag.verifier.plain.denials import denied
from simulrag.verifier.plain.readings import counted
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.plain.settings import complete, settings_of
from simulrag.verifier.reading.text import Span

Readings = list[Reading]
_RANGE = r"(?:ranges?|intervals?|bands?)"
_WHOLLY = r"(?:entirely|wholly|completely|fully|altogether|clearly)"
#: Words that say that two ranges have values in common; "no" among them says that they have none.
_MEET = re.compile(
    r"\b(?:overlap(?:s|ped|ping)?|intersect(?:s|ed)?|(?:have|has|share|shares)\s+(?P<none>no\s+|not\s+a\s+single\s+)?"
    r"(?:some\s+|any\s+|a\s+|certain\s+)?(?:values?|temperatures?|common\s+values?|overlap|common\s+ground)(?:\s+in\s+common)?|"
    r"(?:have|has)\s+(?P<nothing>nothing|something|anything)\s+in\s+common|touch(?:\s+each\s+other)?)\b",
    re.I,
)
_PLACED = re.compile(
    rf"\b{_RANGE}\b[^;:]*?\b(?:(?:lies|sits|is|stays|remains|falls|ends|starts|begins)\s+(?:{_WHOLLY}\s+)?"
    r"(?P<way>above|below)\s+(?:the\s+(?:top|upper\s+end|lower\s+end|bottom)\s+of\s+)?)"
    rf"(?=that\b|those\b|the\s+(?:whole\s+)?(?:very\s+likely\s+)?(?:{_RANGE}|one)\b|[A-Z][\w.-]*'s\b|ssp)",
    re.I,
)
_SPOKEN = re.compile(rf"\b{_RANGE}\b", re.I)
#: The one probability that ranges of settings are assessed with.
_LIKELY = re.compile(r"(?<!very )\blikely\b", re.I)
_TWO = 2


def compares_ranges(text: str) -> bool:
    """Tell whether a sentence says how ranges lie to each other, which no value of them says."""
    return bool(_PLACED.search(text) or (_SPOKEN.search(text) and _MEET.search(text)))


def overlaps(scene: Scene) -> Readings:
    """Read "the ranges of A and B do not overlap" and "that of A lies entirely above that of B"."""
    meet, placed = _MEET.search(scene.text), _PLACED.search(scene.text)
    output = _assessed(scene)
    settings = settings_of(scene, scene.items) or _crossed(scene)
    told = placed or meet
    if output is None or told is None or len(settings) != _TWO or scene.numbers:
        return []
    first, second = (complete(scene, setting, comparing=True) for setting in settings)
    scene.use(*scene.items, *scene.comparatives, Span(text="", start=told.start(), end=told.end()))
    scene.use(*scene.domains)
    if placed:
        low, high = (second, first) if placed["way"].lower() == "above" else (first, second)
        negated = denied(scene, placed.start("way"))
        return [_beyond(output, low, high, placed).model_copy(update={"negated": negated})]
    return _met(output, first, second, told, apart=_denied(scene, told))


def _crossed(scene: Scene) -> list[dict[str, JsonValue]]:
    """Return the two settings whose values do not stand in one list: "that of A ... that of B"."""
    by_name: dict[str, list[JsonValue]] = {}
    for item in scene.items:
        known = by_name.setdefault(item.parameter, [])
        if item.value not in known:
            known.append(item.value)
    several = [name for name, given in by_name.items() if len(given) == _TWO]
    if len(several) != 1 or any(len(given) > _TWO for given in by_name.values()):
        return []
    rest = {name: given[0] for name, given in by_name.items() if name != several[0]}
    return [{**rest, several[0]: value} for value in by_name[several[0]]]


def _assessed(scene: Scene) -> Output | None:
    """Return the published output that is spoken of; its ranges are the very likely ones."""
    if _LIKELY.search(scene.text) or not _SPOKEN.search(scene.text):
        return None
    given = [item.parameter for item in scene.items]
    held = [o for o in choosing.named(scene, given) if o.published and o.needs]
    return held[0] if held else None


def _denied(scene: Scene, told: re.Match[str]) -> bool:
    groups = told.groupdict()
    none = groups["none"] or (groups["nothing"] or "").lower() == "nothing"
    if none:
        scene.use(*scene.negations)
    return bool(none) or denied(scene, told.start())


def _met(
    output: Output, first: Call, second: Call, told: re.Match[str], *, apart: bool
) -> Readings:
    """Return that two ranges have values in common, or that one lies beyond the other."""
    if apart:
        either = [(_beyond(output, *pair, told),) for pair in ((first, second), (second, first))]
        return [counted(either, 1, 1)]
    return [
        _above(
            Term(call=low, output=output.name, end="low"),
            Term(call=high, output=output.name, end="high"),
            told,
        )
        for low, high in ((first, second), (second, first))
    ]


def _beyond(output: Output, low: Call, high: Call, told: re.Match[str]) -> Reading:
    """Return that the range of one setting begins where that of another has ended."""
    return _above(
        Term(call=low, output=output.name, end="high"),
        Term(call=high, output=output.name, end="low"),
        told,
    )


def _above(low: Term, high: Term, told: re.Match[str]) -> Reading:
    return Reading(
        expression=Expression(operation="difference", terms=(low, high)),
        comparator="rises",
        figures=(Figure(text=told.group(), start=told.start(), end=told.end()),),
    )
