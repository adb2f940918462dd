"""Statements about what happened between two days: "fell by half", "never above 1,000"."""

import re
from collections.abc import Sequence
from datetime import date, timedelta
from decimal import Decimal

from simulrag.simulators.interface import Call, Output
from simulrag.verifier.claims import Reading
from simulrag.verifier.plain import choosing
from simulrag.verifier.plain.bands import least_of
from simulrag.verifier.plain.denials import denied
from simulrag.verifier.plain.quantified import counted
from simulrag.verifier.plain.readings import direction, expression, number
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.plain.settings import complete, settings_of
from simulrag.verifier.plain.steps import EACH, STEADILY
from simulrag.verifier.quantities import Printed
from simulrag.verifier.reading.figures import comparator_of

Readings = list[Reading]
PARTS = {
    "half": 50.0, "a half": 50.0, "a third": 100 / 3, "one third": 100 / 3, "two thirds": 200 / 3,
    "a quarter": 25.0, "one quarter": 25.0, "three quarters": 75.0, "a fifth": 20.0,
    "four fifths": 80.0, "three fifths": 60.0, "two fifths": 40.0, "a tenth": 10.0,
    "nine tenths": 90.0,
}  # fmt: skip
_PART = re.compile(
    rf"\bby\s+(?P<q>(?:more than|over|well over|at least|less than|under|about|around|roughly|"
    rf"nearly|almost)\s+)?"
    rf"(?P<part>{'|'.join(sorted(PARTS, key=len, reverse=True))})\b",
    re.I,
)
_FACTOR = re.compile(
    r"\b(?P<q>(?:more than|over|nearly|almost|about|roughly|practically)\s+)?"
    r"(?P<verb>halved|doubled|tripled|quadrupled|trebled|halves?|doubles?|triples?|halving|"
    r"doubling|tripling|(?:two|three|four|five|six|seven|eight|nine|ten)-?fold)\b(?! digits?)",
    re.I,
)
#: Beginnings of verbs that multiply -> the change in percent.
_FACTORS = {"halv": -50.0, "doubl": 100.0, "tripl": 200.0, "trebl": 200.0, "quadrupl": 300.0}
_EVER = re.compile(
    r"\b(?:never|ever|at any (?:point|time)|always|throughout|all through|stayed|remained|"
    r"did not once)\b",
    re.I,
)


_TO_TOP = re.compile(
    r"\b(?:to|towards?)\s+(?:an?|its|the)\s+(?:[\w-]+,?\s+){0,3}?(?:crest|peak|high|top|maximum|summit|low|trough)\b",
    re.I,
)


def courses(scene: Scene) -> Readings:
    """Return the readings of changes between two days and of limits kept over a time."""
    if _TO_TOP.search(scene.text):
        return []  # what it climbs to is told, and not from when

    ends = [p for p in scene.function.parameters if p.kind == "date"]
    if len(ends) != 2:
        return []
    if scene.window is None or scene.only_ends:
        return []
    inner = scene.inner_window if _EVER.search(scene.text) else None
    ends_named = [p.name for p in ends]
    fixed = dict(zip(ends_named, (d.isoformat() for d in inner[:2]), strict=True)) if inner else {}
    calls = [
        complete(scene, {**setting, **fixed}, comparing=False)
        for setting in settings_of(scene, scene.items)
    ]
    scene.keep(*(inner[2] if inner else ()))
    used = [*scene.used]
    found: Readings = [*_of_calls(scene, calls)]
    if any(r.unit == "percent" or r.comparator == "about" for r in found) and _of_month(scene):
        scene.used = used
        other = _of_calls(scene, [_ending_inside(call, ends_named[1]) for call in calls])
        if other:
            found = [counted([tuple(found), tuple(other)], 1, 2)]
    scene.use(*scene.items)
    return found


def _of_calls(scene: Scene, calls: Sequence[Call]) -> Readings:
    found: Readings = []
    for call in calls:
        used = [*scene.used]
        made = _limits(scene, call) or _changes(scene, call)
        if not made:
            return []
        found += made
        if call is not calls[-1]:
            scene.used = used  # the next setting is said the same of
    return found


#: A month has at least so many days between its first and its last.
_MONTH_DAYS = 27


def _of_month(scene: Scene) -> bool:
    """Tell whether what is said is of one month, whose last week may end in it or after it."""
    times = [t for t in scene.times if t.grain in ("day", "week", "part")]
    return len(times) == 1 and (times[0].last - times[0].first).days >= _MONTH_DAYS


def _ending_inside(call: Call, name: str) -> Call:
    """Return a call up to the last week that lies wholly before the end of its last one."""
    last = date.fromisoformat(str(call.arguments[name])) - timedelta(days=6)
    return call.model_copy(update={"arguments": {**call.arguments, name: last.isoformat()}})


def _limits(scene: Scene, call: Call) -> Readings:
    """Read "no week above 1,000" and "stayed above 20,000"."""
    weekly = [d for d in scene.domains if d.sense in ("all", "none")]
    kept = _EVER.search(scene.text)
    figures = [q for q in scene.numbers if not any(s.start <= q.start < s.end for s in scene.used)]
    if len(figures) != 1 or not (weekly or kept):
        return _reached(scene, call, figures)
    figure = figures[0]
    none = any(d.sense == "none" for d in weekly) or denied(scene, figure.start)
    highest, lowest = _extremes(scene, figure)
    if highest is None or lowest is None:
        return []
    scene.use(figure, *weekly)
    for word in scene.comparatives:
        if figure.qualified_from <= word.start < figure.start:
            scene.use(word)
    return _bounded(call, figure, highest, lowest, none=none)


_ROSE = re.compile(
    r"\b(?:climb|rose|ris|reach|exceed|pass|top|surpass|hit|went|go|shot|jump|peak)\w*\b[^.;:]*$",
    re.I,
)
_SANK = re.compile(r"\b(?:fell|fall|dropp|drop|sank|sink|slipp|slip|dipp|dip)\w*\b[^.;:]*$", re.I)


#: Verbs that lead to a value which is exceeded.
_PASSES = re.compile(
    r"\b(?:exceed|pass|topp?|surpass|cross|break|broke|breach)(?:e?s|ed|ing)?\s+(?:the\s+)?(?:mark\s+of\s+|level\s+of\s+)?$",
    re.I,
)


def _reached(scene: Scene, call: Call, figures: Sequence[Printed]) -> Readings:
    """Read "climbed past 15 in December": the highest week did; "dropped below": the lowest."""
    if len(figures) != 1:
        return []
    figure = figures[0]
    before = scene.text[: figure.start]
    if comparator_of(figure) == "equal" and _PASSES.search(before):
        figure = figure.model_copy(update={"qualifier": "above"})
    above = comparator_of(figure) in ("above", "at_least", "just_above") and _ROSE.search(before)
    below = comparator_of(figure) in ("below", "at_most", "just_below") and _SANK.search(before)
    highest, lowest = _extremes(scene, figure)
    output = highest if above else lowest if below else None
    if output is None:
        return []
    scene.use(figure, *(c for c in scene.comparatives if c.end <= figure.start))
    negated = denied(scene, figure.start)
    return [number(expression("value", (call,), output), figure, output, negated=negated)]


def _bounded(
    call: Call, figure: Printed, highest: Output, lowest: Output, *, none: bool
) -> Readings:
    comparator = comparator_of(figure)
    below = comparator in ("below", "at_most", "just_below")
    above = comparator in ("above", "at_least", "just_above")
    if none:
        output = lowest if below else highest
        made = number(expression("value", (call,), output), figure, output, negated=True)
        return [made if below or above else least_of(made, figure)]
    if not (below or above):
        return []
    output = highest if below else lowest
    return [number(expression("value", (call,), output), figure, output)]


def _extremes(scene: Scene, figure: Printed) -> tuple[Output | None, Output | None]:
    held = [
        o
        for o in scene.function.outputs
        if o.kind == "number" and o.course in ("highest", "lowest")
    ]
    fitting = choosing.for_number(scene, figure, [o for o in held if o.course == "highest"])
    if fitting is None:
        return None, None
    other = next(
        (o for o in held if o.course == "lowest" and o.unit_words == fitting.unit_words), None
    )
    return fitting, other


def _changes(scene: Scene, call: Call) -> Readings:
    """Read "fell by more than half", "tripled" and "were flat"."""
    changes = [o for o in scene.function.outputs if o.unit == "percent"]
    if not changes or not choosing.named(scene, list(call.arguments)) or _of_steps(scene.text):
        return []  # what each step did is not told by the ends
    output = changes[0]
    made = expression("value", (call,), output)
    words = [
        c
        for c in scene.comparatives
        if c.aspect == "size"
        and not any(q.qualified_from <= c.start < q.end for q in scene.numbers)
        and c.words.lower() not in ("more", "less")
    ]
    if match := _FACTOR.search(scene.text):
        printed = worded(match, "verb", _factor(match["verb"].lower()))
        scene.use(printed)
        scene.use(*words)
        return [_percent(call, output, printed, negated=denied(scene, match.start()))]
    if not words:
        return []
    word = words[0]
    if _GRADES.search(word.words) and not any(t.grain != "years" for t in scene.times):
        return []  # "the peak was lower": than another, and not at the end of its season
    scene.use(*words)
    if match := _PART.search(scene.text):
        value = PARTS[match["part"].lower()]
        printed = worded(match, "part", value if word.sign > 0 else -value)
        scene.use(printed)
        return [_percent(call, output, printed, negated=denied(scene, word.start))]
    figures = [q for q in scene.numbers if q.unit == "percent"]
    if figures:
        scene.use(figures[0])
        signed = expression("value", (call,), output, negative=word.sign < 0)
        return [
            number(signed, figures[0], output, negated=denied(scene, word.start), direction=word)
        ]
    negated = denied(scene, word.start)
    return [direction(made, word, output, negated=negated)]


_GRADES = re.compile(
    r"(?:high|low|larg|small|bigg|great|few|heavi|light|weak|strong|mild)er$", re.I
)


def _of_steps(text: str) -> bool:
    return bool(EACH.search(text) or STEADILY.search(text))


_FOLDS = "two three four five six seven eight nine ten".split()


def _factor(word: str) -> float:
    fold = word.removesuffix("fold").rstrip("-")
    if fold in _FOLDS:
        return 100.0 * (_FOLDS.index(fold) + 1)
    return next(value for stem, value in _FACTORS.items() if word.startswith(stem))


#: Least that a part in words leaves open, percentage points: "nine tenths" is no 90.0 %.
LEAST = 3.0


def _loose(value: float) -> Decimal:
    """Return half of what a factor in words leaves open: a tenth of it, percentage points."""
    return Decimal(str(round(max(LEAST, 10.0 * (1.0 + value / 100.0)), 6)))


def worded(match: re.Match[str], group: str, value: float) -> Printed:
    """Return a change in words as a number: "nearly halved" is about -50 %."""
    q = (match["q"] or "").strip().lower()
    sizes = {
        "more than": "above", "over": "above", "well over": "above", "at least": "at_least",
        "less than": "below", "under": "below",
    }  # fmt: skip
    qualifier = sizes.get(q, "about")
    return Printed(
        text=match[group],
        start=match.start(group),
        end=match.end(group),
        unit_end=match.end(group),
        value=Decimal(str(value)),
        half_unit=_loose(value) if qualifier == "about" else Decimal(0),
        unit="percent",
        qualifier=qualifier,  # type: ignore[arg-type]
        qualified_from=match.start(),
    )


def _percent(call: Call, output: Output, printed: Printed, *, negated: bool) -> Reading:
    """Return the reading of a signed change; "more than" is of its size."""
    falling = printed.value < 0
    size = printed.model_copy(update={"value": abs(printed.value)})
    if negated and size.qualifier == "about":  # what does not halve changes by less
        size = size.model_copy(update={"qualifier": "at_least", "half_unit": Decimal(0)})
    made = expression("value", (call,), output, negative=falling)
    reading = number(made, size, output, negated=negated)
    figure = reading.figures[0].model_copy(
        update={"value": float(size.value), "half_unit": float(size.half_unit)}
    )
    return reading.model_copy(update={"figures": (figure,)})
