"""Statements that compare one setting with another: "warmer under ssp585 than under ssp126"."""

import itertools
import re
from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from simulrag.simulators.interface import Call
from simulrag.verifier.claims import Reading, Term
from simulrag.verifier.plain import choosing
from simulrag.verifier.plain.compared_effects import is_of_effects
from simulrag.verifier.plain.comparisons import comparisons, use_shared_pivots
from simulrag.verifier.plain.denials import denied
from simulrag.verifier.plain.items import Item
from simulrag.verifier.plain.marks import Comparative
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.plain.settings import complete, settings_of, values_of
from simulrag.verifier.plain.splits import Split, splits
from simulrag.verifier.plain.unexplained import left_over
from simulrag.verifier.reading.ratios import multiple
from simulrag.verifier.reading.text import Span

Readings = list[Reading]
UNCHANGED = re.compile(
    r"\b(?:unchanged|unmodified|unaltered|as it (?:is|stands)|plain|pure|itself|without|baseline|"
    r"otherwise|in that scenario|alone)\b",
    re.I,
)


def pairs(scene: Scene) -> Readings:
    if is_of_effects(scene):
        return []  # what changes do is no level
    for split in splits(scene):
        scene.used, scene.kept = [], []
        made = _pair(scene, split)
        if made and not left_over(scene):
            return made
    return []


def _pair(scene: Scene, split: Split) -> Readings:
    inside = [
        i for i in scene.items if split.left <= i.start < split.right and not _nested(scene, i)
    ]
    outside = [i for i in scene.items if i not in inside]
    calls = _compared(scene, split, outside, inside)
    if not calls:
        return []
    scene.use(split.lead, *inside, *outside)
    scene.use(Span(text="", start=split.left, end=split.left))
    for word in UNCHANGED.finditer(scene.text):
        scene.use(Span(text="", start=word.start(), end=word.end()))
    use_shared_pivots(scene, calls[0][0][0], calls[0][1][0])
    if split.ratio is not None:
        return _multiples(scene, split, calls)
    made: Readings = []
    for reference, subject in calls:
        made += comparisons(scene, reference, subject, split)
    return made


#: Words that compare how much something changes, not how high it is.
_GAINS = re.compile(
    r"\b(?:by (?:more|fewer|less|about|roughly|practically|the same)|more degrees|"
    r"number of degrees|"
    r"degrees gained|faster|slower|more (?:slowly|quickly|rapidly|strongly)|more warmth|gains?|"
    r"gained|(?:warms?|warmed|heats? up) (?:more|less))\b",
    re.I,
)
#: Words that lead in the two years of a change; "in 1990 as in 2010" says the same of each.
_FROM = re.compile(r"\b(?:between|from|since|by)\b", re.I)
#: A place that is described and not named: "the Siberian city".
_DESCRIBED = re.compile(
    r"\b(?:the|its)\s+(?:[\w-]+\s+)?(?:city|town|place|capital|metropolis|counterpart|state|port)\b",
    re.I,
)


def _nested(scene: Scene, item: Item) -> bool:
    """Tell whether an item only stands inside another one: "15 % of Georgians immune"."""
    return any(
        o.parameter != item.parameter
        and o.start <= item.start
        and item.end <= o.end
        and o.end - o.start > item.end - item.start
        for o in scene.items
    )


_Pair = tuple[list[Call], list[Call]]


def _compared(
    scene: Scene, split: Split, outside: Sequence[Item], inside: Sequence[Item]
) -> list[_Pair]:
    """Return the calls compared with and compared: two each where a change is compared."""
    if _without_subject(scene, outside, inside):
        return []
    outside, inside = _years_shared(scene, outside, inside)
    outside = [*outside, *_shared(scene, split, outside, inside)]
    inside = [i for i in inside if i not in outside]
    values = values_of(scene, inside)
    if _left_open(scene, outside, values):
        return []
    subjects = settings_of(scene, outside)
    years = [p.name for p in scene.function.parameters if p.kind == "year"]
    spans = any(len(values_of(scene, outside).get(name, [])) == 2 for name in years)
    moves = years or any(o.unit == "degC" for o in scene.function.outputs)
    if moves and not spans and _GAINS.search(scene.text) and not set(values) & set(years):
        return []
    made: list[_Pair] = []
    for name in years:
        given = values_of(scene, outside).get(name, [])
        told = _GAINS.search(scene.text) or _FROM.search(scene.text)
        if len(given) == 2 and values and name not in values and told:
            return _changes_compared(scene, name, given, outside, values)
    for subject in subjects:
        references = _references(scene, subject, values, split)
        for reference in references:
            pair = (
                complete(scene, reference, comparing=True),
                complete(scene, subject, comparing=True),
            )
            if pair[0] == pair[1]:
                return []
            made.append(([pair[0]], [pair[1]]))
        if not references:
            return []
    return made


def _references(
    scene: Scene,
    subject: Mapping[str, JsonValue],
    values: Mapping[str, Sequence[JsonValue]],
    split: Split,
) -> list[dict[str, JsonValue]]:
    """Return what a setting is compared with: one, or each of a list ("than Rome and Cairo")."""
    several = [name for name, given in values.items() if len(given) > 1]
    if values and not several:
        kept = _without_replaced(scene, subject, values)
        return [{**kept, **{name: given[0] for name, given in values.items()}}]
    if len(several) == 1 and len(values) == 1 and _all_of(scene, several[0], split):
        return [{**subject, several[0]: value} for value in values[several[0]]]
    if not values and UNCHANGED.search(scene.text, split.left, split.right):
        return [{k: v for k, v in subject.items() if scene.parameter(k).kind != "change"}]
    return []


def _without_replaced(
    scene: Scene, subject: Mapping[str, JsonValue], values: Mapping[str, Sequence[JsonValue]]
) -> dict[str, JsonValue]:
    """Leave out a setting's changes where other inputs change in place: "than with CH4 halved"."""
    changed = [name for name in values if scene.parameter(name).kind == "change"]
    replaced = bool(changed) and not any(name in subject for name in changed)
    return {
        k: v for k, v in subject.items() if not (replaced and scene.parameter(k).kind == "change")
    }


def _all_of(scene: Scene, name: str, split: Split) -> bool:
    """Tell whether the values compared with are listed with "and", and nothing is denied."""
    own = [i for i in scene.items if i.parameter == name and split.left <= i.start < split.right]
    gaps = [scene.text[a.end : b.start] for a, b in itertools.pairwise(own)]
    joined = all(
        re.fullmatch(r"\s*(?:,|,?\s+and|,?\s+or)\s+(?:in\s+|the\s+)?", gap) for gap in gaps
    )
    return joined and not scene.negations and split.ratio is None


def _years_shared(
    scene: Scene, outside: Sequence[Item], inside: Sequence[Item]
) -> tuple[list[Item], list[Item]]:
    """Give both settings the two years between which something is said to change more or less."""
    years = [i for i in (*outside, *inside) if scene.parameter(i.parameter).kind == "year"]
    others = [i for i in inside if i not in years]
    if not _GAINS.search(scene.text) or len({str(i.value) for i in years}) != 2 or not others:
        return [*outside], [*inside]
    return [i for i in outside if i not in years] + sorted(years, key=_year), others


def _year(item: Item) -> float:
    return float(item.value) if isinstance(item.value, int | float) else 0.0


def _without_subject(scene: Scene, outside: Sequence[Item], inside: Sequence[Item]) -> bool:
    """Tell whether only what is compared with has a place, so that the subject is a pronoun."""
    own = {i.parameter for i in outside}
    for item in inside:
        latest = scene.discourse.latest(scene.simulator.name, item.parameter)
        value = item.value if isinstance(item.value, list) else [item.value]
        located = scene.parameter(item.parameter).kind in ("place", "choices")
        known = latest in (item.value, value) and not _DESCRIBED.search(scene.text)
        if located and item.parameter not in own and not known:
            return True
    return False


def _left_open(
    scene: Scene, outside: Sequence[Item], values: Mapping[str, Sequence[JsonValue]]
) -> bool:
    """Tell whether what is compared with has a value that the subject would only be lent."""
    own = {i.parameter for i in outside}
    lent = (name for name in values if name not in own)
    return any(
        scene.parameter(name).typical is not None
        and scene.discourse.latest(scene.simulator.name, name) is None
        for name in lent
    )


def _shared(
    scene: Scene, split: Split, outside: Sequence[Item], inside: Sequence[Item]
) -> list[Item]:
    """Return what is said only behind "than" and holds for both: "than Recife does in 2095".

    A setting that differs in its changes alone shares all else: "than under unmodified ssp370".
    """
    own = {i.parameter for i in outside}
    unchanged = UNCHANGED.search(scene.text, split.left, split.right) and any(
        scene.parameter(name).kind == "change" for name in own
    )
    contrasted = bool(unchanged) or any(i.parameter in own for i in inside)
    return [i for i in inside if contrasted and i.parameter not in own]


def _changes_compared(
    scene: Scene,
    name: str,
    times: Sequence[JsonValue],
    outside: Sequence[Item],
    values: dict[str, list[JsonValue]],
) -> list[_Pair]:
    rest = [i for i in outside if i.parameter != name]
    own = settings_of(scene, rest)
    if len(own) != 1 or any(len(v) > 1 for v in values.values()):
        return []
    other = {**own[0], **{k: v[0] for k, v in values.items()}}
    calls = [
        [complete(scene, {**setting, name: time}, comparing=True) for time in times]
        for setting in (other, own[0])
    ]
    return [] if calls[0] == calls[1] else [(calls[0], calls[1])]


def _multiples(scene: Scene, split: Split, calls: Sequence[_Pair]) -> Readings:
    ratio = split.ratio
    if ratio is None:
        return []
    held = choosing.named(scene, list(calls[0][1][0].arguments))
    output = choosing.for_comparison(
        scene, Comparative(sign=1, start=ratio.start, end=ratio.end, words=""), held
    )
    if output is None or output.unit in ("degC",):
        return []
    for word in scene.comparatives:
        if ratio.start <= word.start < ratio.tail:
            scene.use(word)
    scene.use(ratio)
    negated = denied(scene, ratio.start)
    name = output.name
    return [
        multiple(
            (Term(call=r[0], output=name), Term(call=s[0], output=name)), ratio, negated=negated
        )
        for r, s in calls
    ]
