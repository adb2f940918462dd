"""Statements that compare what two changes of inputs do: "cools more than halving CH4 does".

What a change does is a difference from the same setting without it. Where two such differences
are compared, both settings keep only the changes that are said of them.
"""

import re
from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from simulrag.simulators.interface import Call, Output
from simulrag.verifier.claims import Figure, Reading
from simulrag.verifier.plain import choosing
from simulrag.verifier.plain.comparisons import use_shared_pivots
from simulrag.verifier.plain.items import Item
from simulrag.verifier.plain.marks import Comparative
from simulrag.verifier.plain.readings import direction, expression
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.plain.settings import complete, settings_of
from simulrag.verifier.plain.splits import Split, splits
from simulrag.verifier.reading.text import Span

Readings = list[Reading]
_NOUN = r"(?:effects?|impacts?|influences?|responses?|consequences?)"
#: How much is done, by a noun for what is done: "has a smaller effect on it than".
_SIZED = re.compile(
    rf"\b(?:(?P<more>more(?:\s+of\s+an)?|bigger|larger|greater|stronger)|(?P<less>less(?:\s+of\s+an)?|smaller|weaker|lesser))\s+"
    rf"(?:[a-z]+\s+)?{_NOUN}\b",
    re.I,
)
#: The same without a noun: "does less for its annual mean than".
_DOES = re.compile(
    r"\b(?:do|does|did)\s+(?:far\s+|much\s+|even\s+|a\s+little\s+|slightly\s+)?(?:(?P<more>more)|(?P<less>less))\s+for\b",
    re.I,
)
#: How much is done, by a verb: "cools it by more than", "does more to cool it".
_GRADE = re.compile(
    r"\b(?:(?P<more>more(?:\s+strongly)?|further|more\s+effectively)|(?P<less>less(?:\s+strongly)?|less\s+effectively))"
    r"(?=\s+(?:to\s+|(?:[\w'°%.-]+\s+){0,8}?than\b))",
    re.I,
)
#: A verb, as against what something is: "warmer".
_ADJECTIVE = re.compile(r"er$|^(?:more|less)\b", re.I)
_WOULD = re.compile(r"\b(?:to|would|will|can|could|does|do)\s+$", re.I)


def is_of_effects(scene: Scene) -> bool:
    """Tell whether a sentence grades what a change of an input does, and not what comes of it."""
    if not _changes(scene):
        return False
    return bool(_sized(scene.text) or (_verb(scene) and _GRADE.search(scene.text)))


def compared_effects(scene: Scene) -> Readings:
    """Read "halving CO2 cools Oslo by more than halving CH4 does"."""
    if not any(o.changes_of for o in scene.function.outputs) or not is_of_effects(scene):
        return []
    for split in splits(scene):
        scene.used, scene.kept = [], []
        if scene.text[split.lead.start : split.lead.end].lower().startswith("than"):
            made = _read(scene, split)
            if made:
                return made
    scene.used, scene.kept = [], []
    return []


def _sized(text: str) -> re.Match[str] | None:
    return _SIZED.search(text) or _DOES.search(text)


def _changes(scene: Scene) -> list[Item]:
    return [i for i in scene.items if scene.parameter(i.parameter).kind == "change"]


def _verb(scene: Scene) -> Comparative | None:
    """Return the one verb that says which way something is moved, outside of the inputs."""
    held = [
        c
        for c in scene.comparatives
        if c.sign in (1, -1)
        and c.aspect == "size"
        and (not _ADJECTIVE.search(c.words) or _WOULD.search(scene.text[: c.start]))
        and not c.words.lower().startswith(("more", "less", "up", "down"))
        and not any(i.start <= c.start < i.end for i in scene.items)
        and c not in _aside(scene)
    ]
    return held[0] if len(held) == 1 else None


#: Between a word for a change of an input and the change: "raising the world's CO2 by 50 %".
_OF_CHANGE = re.compile(r"\s+(?:(?!than\b|as\b)[\w'-]+\s+){0,3}")


def _aside(scene: Scene) -> list[Comparative]:
    """Return the words that belong to a change of an input, or to the name of an output."""
    moved = _changes(scene)
    named = [s for _, s in scene.topics]
    return [
        c
        for c in scene.comparatives
        if any(s.start < c.start and c.end <= s.end for s in named)
        or (
            c.words.lower().endswith("ing")
            and any(_OF_CHANGE.fullmatch(scene.text, c.end, max(i.start, c.end)) for i in moved)
        )
    ]


def _read(scene: Scene, split: Split) -> Readings:
    settings = _settings(scene, split)
    if settings is None:
        return []
    calls = [complete(scene, setting, comparing=True) for setting in settings]
    plain = [_without(scene, call) for call in calls]
    if calls[0] == calls[1] or any(c == p for c, p in zip(calls, plain, strict=True)):
        return []
    sized = _sized(scene.text[: split.lead.start])
    verb = None if sized else _verb(scene)
    grade = sized or _GRADE.search(scene.text[: split.lead.end])
    changed = {o.changes_of: o for o in scene.function.outputs if o.changes_of}
    held = [o for o in choosing.named(scene, list(calls[0].arguments)) if o.name in changed]
    word = verb or Comparative(sign=1, start=0, end=0, words="")
    output = choosing.for_comparison(scene, word, held)
    if grade is None or output is None or scene.numbers or scene.negations or scene.ratios:
        return []
    _use(scene, split, grade, verb, calls)
    made = [_larger(output, (plain[0], calls[0], plain[1], calls[1]), grade)]
    if verb is not None:
        reference, subject = (expression("value", (call,), changed[output.name]) for call in calls)
        made += [direction(e, verb, changed[output.name]) for e in (subject, reference)]
    return made


def _settings(
    scene: Scene, split: Split
) -> tuple[Mapping[str, JsonValue], Mapping[str, JsonValue]] | None:
    """Return what is compared with and what is compared; None where one of them is not told.

    What only stands behind "than" holds for both, changes excepted.
    """
    inside = [i for i in scene.items if split.left <= i.start < split.right]
    outside = [i for i in scene.items if i not in inside]
    kinds = {p.name: p.kind for p in scene.function.parameters}
    given, compared = settings_of(scene, outside), settings_of(scene, inside)
    if len(given) != 1 or len(compared) != 1:
        return None
    shared = {k: v for k, v in compared[0].items() if kinds[k] != "change" and k not in given[0]}
    subject = {**shared, **given[0]}
    others = any(kinds[k] == "change" for k in compared[0])
    base = {k: v for k, v in subject.items() if not (others and kinds[k] == "change")}
    return {**base, **compared[0]}, subject


def _without(scene: Scene, call: Call) -> Call:
    """Return a setting with none of its changes."""
    kept = {k: v for k, v in call.arguments.items() if scene.parameter(k).kind != "change"}
    none = {
        p.name: p.default
        for p in scene.function.parameters
        if p.kind == "change" and p.name in call.arguments
    }
    return call.model_copy(update={"arguments": {**kept, **none}})


def _use(
    scene: Scene,
    split: Split,
    grade: re.Match[str],
    verb: Comparative | None,
    calls: Sequence[Call],
) -> None:
    scene.use(split.lead, *scene.items, Span(text="", start=grade.start(), end=grade.end()))
    scene.use(*_aside(scene), *([verb] if verb else []))
    scene.use(*(c for c in scene.comparatives if grade.start() <= c.start < grade.end()))
    use_shared_pivots(scene, *calls)


def _larger(output: Output, calls: Sequence[Call], grade: re.Match[str]) -> Reading:
    """Return that the second two of four calls are further apart than the first two, or less."""
    return Reading(
        expression=expression("gap_change", calls, output),
        comparator="rises" if grade["more"] else "falls",
        figures=(Figure(text=grade.group(), start=grade.start(), end=grade.end()),),
    )
