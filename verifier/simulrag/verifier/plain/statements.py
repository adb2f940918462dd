"""Turns a plain sentence into formal readings, way by way; none where a word is left over."""

import re
from collections.abc import Callable, Sequence

from pydantic import JsonValue

from simulrag.simulators.interface import Call, Output
from simulrag.verifier.claims import Figure, Problem, Reading
from simulrag.verifier.plain import choosing, courses, directs, ranks
from simulrag.verifier.plain.items import Item, changes_in_words
from simulrag.verifier.plain.marks import Comparative
from simulrag.verifier.plain.readings import direction, expression, multiple, number
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.plain.settings import Unsettled, complete, settings_of, values_of
from simulrag.verifier.plain.splits import Split, splits
from simulrag.verifier.quantities import Printed, family
from simulrag.verifier.reading.text import Span

Readings = list[Reading]
_UNCHANGED = re.compile(
    r"\b(?:unchanged|unmodified|unaltered|as it (?:is|stands)|plain|pure|itself|without|baseline|"
    r"otherwise|in that scenario|alone)\b",
    re.I,
)


def interpreted(scene: Scene) -> tuple[Readings, Problem | None]:
    """Return the readings of a sentence in terms of a function, or what stands in the way."""
    problem: Problem | None = None
    ways: tuple[Callable[[Scene], Readings], ...] = (
        ranks.superlatives,
        ranks.universals,
        _pairs,
        _stepped,
        _from_to,
        _changed,
        _moved_in_words,
        _alike,
        ranks.trends,
        ranks.ends,
        directs.paired,
        courses.courses,
        directs.directs,
    )
    for way in ways:
        scene.used = []
        try:
            found = way(scene)
        except Unsettled as error:
            problem = problem or error.problem
            continue
        if found and not scene.left_over():
            return found, None
    return [], problem


def _pairs(scene: Scene) -> Readings:
    for split in splits(scene):
        scene.used = []
        made = _pair(scene, split)
        if made and not scene.left_over():
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
    for word in _UNCHANGED.finditer(scene.text):
        scene.use(Span(text="", start=word.start(), end=word.end()))
    if split.ratio is not None:
        return _multiples(scene, split, calls)
    made: Readings = []
    for reference, subject in calls:
        made += _comparisons(scene, reference, subject, split)
    return made


#: Words that compare how much something changes, not how high it is.
_GAINS = re.compile(
    r"\b(?:by (?:more|fewer|less|about|roughly|practically|the same)|more degrees|number of degrees|"
    r"degrees gained|faster|slower|gains?|gained|(?:warms?|warmed|heats? up) (?:more|less))\b",
    re.I,
)
#: A place that is described and not named: "the Siberian city".
_DESCRIBED = re.compile(r"\b(?:the|its)\s+(?:[\w-]+\s+)?(?:city|town|place|capital|metropolis|counterpart|state|port)\b", re.I)


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
    outside = [*outside, *_shared(outside, inside)]
    inside = [i for i in inside if i not in outside]
    values = values_of(scene, inside)
    subjects = settings_of(scene, outside)
    years = [p.name for p in scene.function.parameters if p.kind == "year"]
    if years and _GAINS.search(scene.text) and not set(values) & set(years):
        if not any(len(values_of(scene, outside).get(name, [])) == 2 for name in years):
            return []
    made: list[_Pair] = []
    for name in years:
        given = values_of(scene, outside).get(name, [])
        if len(given) == 2 and values and name not in values:
            return _changes_compared(scene, name, given, outside, values)
    for subject in subjects:
        if values:
            if any(len(v) > 1 for v in values.values()):
                return []
            reference = {**subject, **{name: given[0] for name, given in values.items()}}
        elif _UNCHANGED.search(scene.text, split.left, split.right):
            reference = {
                k: v for k, v in subject.items() if scene.parameter(k).kind != "change"
            }
        else:
            return []
        pair = (
            complete(scene, reference, comparing=True),
            complete(scene, subject, comparing=True),
        )
        if pair[0] == pair[1]:
            return []
        made.append(([pair[0]], [pair[1]]))
    return made


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


def _shared(outside: Sequence[Item], inside: Sequence[Item]) -> list[Item]:
    """Return what is said only behind "than" and holds for both: "than Recife does in 2095"."""
    own = {i.parameter for i in outside}
    contrasted = any(i.parameter in own for i in inside)
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
    negated = _denied(scene, ratio.start)
    return [multiple((r[0], s[0]), output, ratio, negated=negated) for r, s in calls]


def _denied(scene: Scene, at: int) -> bool:
    """Tell whether the one negation of a sentence stands before a claim; it is used then."""
    return ranks.denied(scene, at)


def _comparisons(
    scene: Scene, reference: Sequence[Call], subject: Sequence[Call], split: Split | None
) -> Readings:
    """Return what the words of comparison say of a pair: each its direction or its size."""
    region = (split.left, split.right) if split else (0, 0)
    words = [
        c
        for c in scene.comparatives
        if not region[0] <= c.start < region[1]
        and not any(i.start <= c.start < i.end for i in scene.items)
        and not any(q.qualified_from < c.end and c.start < q.start for q in scene.numbers)
        and not _of_input(scene, c)
    ]
    if split is not None and split.transitive is not None:
        words = [split.transitive]
    words = _telling(words)
    if split is not None and scene.text[split.lead.start : split.lead.end].lower().startswith("than"):
        graded = [w for w in words if _GRADED.search(w.words)]
        if graded and any(w.sign < 0 for w in words if w not in graded):
            return []
        scene.use(*(w for w in words if graded and w not in graded))
        words = graded or words
    made: Readings = []
    if len(subject) == 2:  # what both do is no claim of its own: "gains more than"
        scene.use(*(c for c in scene.comparatives if c.sign > 0 and c not in words))
    held = choosing.named(scene, list(subject[0].arguments))
    varied = [
        name
        for name, value in subject[0].arguments.items()
        if reference[0].arguments.get(name) != value
    ]
    for word in words:
        output = choosing.for_comparison(scene, word, held, varied)
        if output is None:
            return []
        scene.use(word)
        made += _sized(scene, reference, subject, output, word)
    return made


_GRADED = re.compile(r"(?:er|more|less|worse)$|^(?:more|less)\b", re.I)


def _of_input(scene: Scene, word: Comparative) -> bool:
    """Tell whether a word of direction says how an input moves: "a drop of R0 from 2.6 to 1.5"."""
    gap = next(
        (scene.text[word.end : i.start] for i in scene.items if i.start >= word.end), "none at all"
    )
    moved = bool(re.fullmatch(r"\s*(?:(?:of|in|the|its)\s+){0,3}", gap)) and not word.outputs
    if moved:
        scene.use(word)
    return moved


def _telling(words: Sequence[Comparative]) -> list[Comparative]:
    """Leave out "more" beside a word that says more of what ("warms by more degrees")."""
    vague = ("more", "less", "up", "down")
    telling = [w for w in words if w.words.lower() not in vague]
    return telling or list(words)


def _sized(
    scene: Scene,
    reference: Sequence[Call],
    subject: Sequence[Call],
    output: Output,
    word: Comparative,
) -> Readings:
    operation = "double_difference" if len(subject) == 2 else "difference"
    calls = (*reference, *subject)
    negated = _denied(scene, word.start)
    figure = _difference_figure(scene, output, word)
    if word.sign == 2:  # they differ: by how much is said, not which is more
        return _apart(scene, calls, output, figure, negated=negated)
    if figure is None:
        made = expression(operation, calls, output)
        more = _VAGUE_LESS.search(scene.text) and len(subject) == 2
        turned = word.model_copy(update={"sign": -1}) if more else word
        return [direction(made, turned, output, negated=negated)]
    scene.use(figure)
    if figure.unit == "percent" and output.unit != "percent":
        operation = "percent_change"
    made = expression(operation, calls, output, negative=word.sign < 0)
    sized = number(made, figure, output, negated=negated, direction=word)
    return [sized]


def _apart(
    scene: Scene,
    calls: Sequence[Call],
    output: Output,
    figure: Printed | None,
    *,
    negated: bool,
) -> Readings:
    fitting = [q for q in scene.numbers if family(q.unit) == family(output.unit) and q.unit]
    chosen = figure or (fitting[0] if len(fitting) == 1 else None)
    if chosen is None or len(calls) != 2:
        return []
    scene.use(chosen)
    made = expression("difference", calls, output).model_copy(update={"absolute": True})
    return [number(made, chosen, output, negated=negated)]


#: A smaller change of the one that is compared: "warms less than".
_VAGUE_LESS = re.compile(r"\b(?:less|fewer|slower|smaller|lags?|lagged)\b", re.I)


def _difference_figure(scene: Scene, output: Output, word: Comparative) -> Printed | None:
    """Return the number that says by how much: "by 3 °C", "five degrees warmer", "40 % lower"."""
    for figure in scene.numbers:
        fits = family(figure.unit) == family(output.unit) or figure.unit == "percent"
        before = scene.text[max(0, figure.qualified_from - 4) : figure.qualified_from]
        by = re.search(r"\bby\s*$", before, re.I) or re.match(
            r"[\s-]*(?:\w+\s+)?$", scene.text[figure.unit_end : word.start]
        )
        if fits and by and (figure.unit or re.search(r"\bby\s*$", before, re.I)):
            return figure
    return None


def _stepped(scene: Scene) -> Readings:
    """Read "the next season was lower": compared with the one that it is counted from."""
    for parameter in scene.function.parameters:
        if not parameter.periods or len(scene.discourse.values) == 0:
            continue
        own = [i for i in scene.items if i.parameter == parameter.name]
        anchor = scene.discourse.latest(scene.simulator.name, parameter.name)
        if len(own) != 1 or anchor is None or own[0].value == anchor:
            continue
        if not _STEP.search(scene.text):
            continue
        subjects = settings_of(scene, scene.items)
        made: Readings = []
        for subject in subjects:
            calls = [
                complete(scene, {**subject, parameter.name: value}, comparing=True)
                for value in (anchor, own[0].value)
            ]
            made += _comparisons(scene, calls[:1], calls[1:], None)
            made += directs.values(scene, calls[1:]) if made else []
        scene.use(*scene.items)
        return made
    return []


_STEP = re.compile(
    r"\b(?:next|following|subsequent|after|previous|preceding|before|later|followed)\b", re.I
)


def _from_to(scene: Scene) -> Readings:
    """Read "from 1.5 to 2.2" and "between 1990 and 2050": the second compared with the first."""
    for first, second in zip(scene.items, scene.items[1:], strict=False):
        if first.parameter != second.parameter or first.value == second.value:
            continue
        before = scene.text[max(0, first.start - 25) : first.start]
        named = re.search(r"\b(?:from|between)\b", scene.text[first.start : first.end])
        lead = scene.text[first.start : first.start + named.end()] + " " if named else before
        gap = scene.text[first.end : second.start]
        joined = (re.search(r"\bfrom\s+(?:\w+\s+){0,2}$", lead, re.I) and re.search(r"\bto\b", gap)) or (
            re.search(r"\bbetween\s+(?:\w+\s+){0,2}$", lead, re.I) and re.search(r"\band\b", gap)
        )
        if not joined:
            continue
        rest = [i for i in scene.items if i not in (first, second)]
        made: Readings = []
        for setting in settings_of(scene, rest):
            calls = [
                complete(scene, {**setting, i.parameter: i.value}, comparing=True)
                for i in (first, second)
            ]
            made += _comparisons(scene, calls[:1], calls[1:], None)
        scene.use(*scene.items)
        return made
    return []


def _changed(scene: Scene) -> Readings:
    """Read what a change of an input does, compared with none: "more methane would cool"."""
    changed = [i for i in scene.items if scene.parameter(i.parameter).kind == "change"]
    if not changed:
        return []
    made: Readings = []
    for setting in settings_of(scene, scene.items):
        call = complete(scene, setting, comparing=True)
        made += _effects(scene, call)
    scene.use(*scene.items)
    for word in _UNCHANGED.finditer(scene.text):
        scene.use(Span(text="", start=word.start(), end=word.end()))
    return made


def _effects(scene: Scene, call: Call) -> Readings:
    changes = {o.changes_of: o for o in scene.function.outputs if o.changes_of}
    held = [o for o in choosing.named(scene, list(call.arguments)) if o.name in changes]
    inside = [
        c
        for c in scene.comparatives
        if not any(i.start <= c.start < i.end for i in scene.items)
    ]
    last = max(i.end for i in scene.items if scene.parameter(i.parameter).kind == "change")
    plain = [c for c in inside if c.aspect == "size" and c.sign and c.start >= last]
    words = [c for c in inside if c.outputs] or [c for c in plain if c.words.lower() not in ("more", "less")]
    made: Readings = []
    for word in _telling(words)[:1]:
        output = choosing.for_comparison(scene, word, held)
        if output is None:
            return []
        scene.use(*inside)
        effect = changes[output.name]
        negated = _denied(scene, word.start)
        made.append(
            direction(expression("value", (call,), effect), word, effect, negated=negated)
        )
    return made


#: By how much an input moves that is said to be higher or lower without a number, of its range.
_STEP_SHARE = 0.15


def _moved_in_words(scene: Scene) -> Readings:
    """Read "less immunity flattens the wave": two typical settings, one lower than the other."""
    moved = changes_in_words(scene.text, scene.function)
    if len({p.name for p, _, _ in moved}) != 1:
        return []
    parameter, sign, span = moved[0]
    given = [i for i in scene.items if i.parameter == parameter.name]
    if given or parameter.low is None or parameter.high is None:
        return []
    if parameter.kind == "change":
        moved_to: JsonValue = 100.0 * _STEP_SHARE * 2 * sign
        scene.assumed.append(f"{parameter.name}: {moved_to}, for a change without a number")
        scene.items.append(
            Item(parameter=parameter.name, value=moved_to, start=span.start, end=span.end)
        )
        return _changed(scene)
    base = parameter.typical
    if not isinstance(base, int | float):
        return []
    step = _STEP_SHARE * (parameter.high - parameter.low)
    base = min(max(base, parameter.low + step), parameter.high - step)
    other = base + sign * step
    typical = {
        p.name: p.typical
        for p in scene.function.parameters
        if p.kind in ("number", "share") and p.typical is not None
    }
    calls = [
        complete(scene, {**typical, **setting, parameter.name: value}, comparing=True)
        for setting in settings_of(scene, scene.items)
        for value in (base, other)
    ]
    if len(calls) != 2:
        return []
    scene.use(*scene.items, span)
    scene.comparatives = [
        c for c in scene.comparatives if not span.start <= c.start < span.end
    ]
    scene.assumed.append(f"{parameter.name}: {other:g} against {base:g}")
    return _comparisons(scene, calls[:1], calls[1:], None)


_HOW = re.compile(r"\bhow\s+$", re.I)


def _alike(scene: Scene) -> Readings:
    """Read that two settings give the same: "with 10 % and with 45 % immune ... the same"."""
    words = [c for c in scene.comparatives if c.sign in (0, 2)]
    scene.use(*(c for c in scene.comparatives if _HOW.search(scene.text[: c.start])))
    values = values_of(scene, scene.items)
    several = [name for name, given in values.items() if len(given) == 2]
    if len(words) == 0 or len(several) != 1:
        return []
    name = several[0]
    rest = {other: given[0] for other, given in values.items() if other != name}
    settings = [{**rest, name: value} for value in values[name]]
    calls = [complete(scene, setting, comparing=True) for setting in settings]
    held = choosing.named(scene, list(calls[0].arguments))
    output = choosing.for_comparison(scene, words[-1], held)
    if output is None:
        return []
    scene.use(*scene.items, *words)
    negated = _denied(scene, words[0].start)
    if words[-1].sign == 2:
        return _apart(scene, calls, output, None, negated=negated)
    made = expression("difference", calls, output)
    return [direction(made, words[-1], output, negated=negated)]


def figure_at(span: Span) -> Figure:
    """Return a place in the text as a figure without a number."""
    return Figure(text=span.text, start=span.start, end=span.end)
