"""Statements about every step of a series: "rose week after week", "fell for six weeks running"."""

import re

from simulrag.verifier.claims import Comparator, Reading
from simulrag.verifier.plain import over_time
from simulrag.verifier.plain.denials import denied
from simulrag.verifier.plain.marks import Comparative
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.plain.windows import COUNT, N
from simulrag.verifier.quantities import Printed
from simulrag.verifier.reading.figures import comparator_of

Readings = list[Reading]
_STEP = r"week"
#: Every step, without exception.
EACH = re.compile(
    rf"\b(?:every\s+(?:single\s+)?{_STEP}|each\s+(?:single\s+|and\s+every\s+)?{_STEP}|"
    rf"{_STEP}\s+(?:after|by|upon|on)\s+{_STEP}|{_STEP}-(?:after|by|on)-{_STEP}|"
    rf"from\s+(?:one\s+)?{_STEP}\s+to\s+(?:the\s+next|{_STEP})|with\s+(?:each|every)\s+(?:passing"
    rf"\s+)?{_STEP}|"
    r"without\s+(?:(?:a|any|one|ever\s+a|so\s+much\s+as\s+a)\s+)?(?:single\s+)?(?:break|"
    r"interruption|pause|let-?up|"
    r"setback|respite|reversal|exception)|uninterrupted(?:ly)?|unbroken|non-?stop|monotonically)\b",
    re.I,
)
#: The same, but for steps that hardly count.
STEADILY = re.compile(
    r"\b(?:steadily|steady|continuous(?:ly)?|continual(?:ly)?|relentlessly|consistently|throughout|"
    r"all\s+through)\b",
    re.I,
)
IN_A_ROW = re.compile(
    rf"\b(?:(?:for|the)\s+)?(?P<n>{N})\s+(?:(?:consecutive|straight|successive)\s+{_STEP}s?"
    rf"|{_STEP}s?\s+(?:in\s+a\s+row|running|in\s+succession|straight|on\s+end|at\s+a\s+stretch))\b",
    re.I,
)
_THAN_BEFORE = re.compile(
    rf"\bthan\s+(?:in\s+|during\s+)?(?:the\s+|each\s+)?(?:(?:previous|preceding|prior)"
    rf"\s+(?:{_STEP}|one)|"
    rf"(?:{_STEP}|one)\s+before(?:\s+it)?|last)\b",
    re.I,
)
_SINCE = re.compile(r"\b(?:from|after|since|following|starting)\b[^,;]{0,40}$", re.I)


def steps(scene: Scene) -> Readings:
    """Return what is said of every step between two days, or of the steps in a row."""
    words = [c for c in scene.comparatives if c.aspect == "size" and c.sign in (1, -1)]
    if not over_time.speaks_of_course(scene) or len({c.sign for c in words}) != 1:
        return []
    found = IN_A_ROW.search(scene.text)
    each = EACH.search(scene.text) or STEADILY.search(scene.text)
    if (found is None and each is None) or _of_limit(scene, words):
        return []
    made = _in_a_row(scene, found, words[0].sign) if found else []
    if not made and each is not None:
        made = _every(scene, each, words[0])
    scene.use(*words)
    for pattern in (EACH, STEADILY, IN_A_ROW, _THAN_BEFORE):
        scene.use(*over_time.spans_of(pattern.search(scene.text)))
    scene.use(*(d for d in scene.domains if d.sense == "all"))
    return made


def _of_limit(scene: Scene, words: list[Comparative]) -> bool:
    """Tell whether "more" leads in a number, which a series then lies above."""
    return any(q.qualified_from <= c.start < q.start for q in scene.numbers for c in words)


def _every(scene: Scene, each: re.Match[str], word: Comparative) -> Readings:
    days = over_time.use_window(scene, inner=True)
    strict = bool(EACH.search(scene.text))
    if days is None:
        return []
    if strict:
        output = over_time.feature(scene, "steps_not_up" if word.sign > 0 else "steps_not_down")
    else:
        marked = "marked_steps_down" if word.sign > 0 else "marked_steps_up"
        output = over_time.feature(scene, marked)
    if output is None:
        return []
    negated = denied(scene, each.start()) or denied(scene, word.start)
    none = over_time.in_words(each, 0.0 if strict else 0.5)
    calls = over_time.calls_over(scene, days)
    return [
        over_time.exactly(call, output, none, "at_most").model_copy(update={"negated": negated})
        for call in calls
    ]


def _in_a_row(scene: Scene, found: re.Match[str], sign: int) -> Readings:
    count = COUNT.get(found["n"].lower()) or int(found["n"])
    printed = _printed(scene, found)
    negated = denied(scene, found.start())
    if scene.window is None or (not scene.times and not scene.named_period):
        return []
    single = [t for t in scene.times if t.grain in ("day", "week")]
    if len(scene.times) == 1 and single and _SINCE.search(scene.text[: single[0].start]):
        days = over_time.use_window(scene)
        output = over_time.feature(scene, "steps_not_down" if sign < 0 else "steps_not_up")
        figure, comparator = over_time.in_words(found, 0.0), "at_most"
    else:
        days = over_time.use_window(scene)
        output = over_time.feature(scene, "longest_fall" if sign < 0 else "longest_rise")
        figure = over_time.in_words(found, float(count), 0.5)
        comparator: Comparator = comparator_of(printed) if printed else "equal"
    if days is None or output is None:
        return []
    if printed is not None:
        scene.use(printed)
    return [
        over_time.exactly(call, output, figure, comparator).model_copy(update={"negated": negated})
        for call in over_time.calls_over(scene, days)
    ]


def _printed(scene: Scene, found: re.Match[str]) -> Printed | None:
    """Return the number of steps as it is printed, with what qualifies it."""
    return next((q for q in scene.numbers if q.start == found.start("n")), None)
