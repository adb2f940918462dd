"""Statements about when a series passes a value: "first exceeded 20,000 in the week ending ..."."""

import re

from simulrag.simulators.courses import CourseFeature
from simulrag.simulators.interface import Call
from simulrag.verifier.claims import Comparator, Reading
from simulrag.verifier.plain import over_time
from simulrag.verifier.plain.compared_times import time_comparator
from simulrag.verifier.plain.denials import denied
from simulrag.verifier.plain.instants import Time
from simulrag.verifier.plain.limits import side
from simulrag.verifier.plain.readings import dated, expression, number
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.quantities import Printed
from simulrag.verifier.reading.text import Span

Readings = list[Reading]
#: "It took until March to get back under 10,000".
_UNTIL = re.compile(r"\b(?:until|till)\s+(?:the\s+)?$", re.I)
_FIRST = re.compile(
    r"\b(?:first|for\s+the\s+first\s+time|initially|already|not\s+until|took\s+until)\b", re.I
)
_LAST = re.compile(
    r"\b(?:last(?=\s+(?:exceed|above|topp|surpass|had|saw|record))|for\s+the\s+last\s+time)\b", re.I
)
_STAYED = re.compile(
    r"\b(?:stay|remain|kept|keep|held|hold|did\s+not\s+(?:fall|drop|dip|sink))\w*\b", re.I
)
_AGAIN = re.compile(r"\b(?:again|back|once\s+more|returned|no\s+longer|down)\b", re.I)
_ROSE = re.compile(
    r"\b(?:climb|rose|rise|reach|exceed|pass|top|surpass|hit|went|gone|go|shot|jump|break|broke|cross|"
    r"breach|move|mov|push|leap|leapt|soar|surge)\w*\b",
    re.I,
)
_SANK = re.compile(
    r"\b(?:fell|fall|fallen|dropp|drop|sank|sunk|sink|slipp|slip|dipp|dip|declin|went|gone|got|get|came|come|"
    r"eas|reced|retreat|return|slid|tumbl|plung)\w*\b",
    re.I,
)
#: Verbs that lead to a value itself: "reached 20,000", "the mark of 20,000 was crossed".
_MARK = re.compile(r"\b(?:reach|hit|cross|pass|breach|broke|break|top|exceed|surpass)\w*\b", re.I)
#: A number that is the peak's own is no limit that is passed: "its maximum of 731".
_OF_PEAK = re.compile(
    r"\b(?:maximum|peak|high|record|top|height|worst|crest|summit)\s+(?:week(?:ly)?\s+)?"
    r"(?:of|at|value\s+of|with|:)\s+(?:[a-z]+\s+){0,2}$",
    re.I,
)
_TOOK = re.compile(r"\bit\s+took\b", re.I)
#: The part of the year in which the time that is named lies.
_THAT_SEASON = re.compile(r"\bthat\s+(?:autumn|fall|winter|spring|summer|season|year)\b", re.I)
_STILL = re.compile(r"\bstill\b", re.I)


def crossings(scene: Scene) -> Readings:
    """Return what is said of the week in which a value is passed."""
    limit, parameter = over_time.limit_figure(scene), over_time.limit_of(scene)
    if not over_time.speaks_of_course(scene) or limit is None or parameter is None:
        return []
    if _OF_PEAK.search(scene.text[: limit.start]):
        return []
    times = over_time.free_times(scene)
    if len(times) != 1 or _STILL.search(scene.text):
        return []
    named = _feature(scene, limit, times[0])
    output = over_time.feature(scene, named) if named else None
    days = over_time.whole_period(scene)
    if output is None or days is None:
        return []
    comparator, time = _when(scene, times[0], named)
    negated = _denied(scene, time)
    if negated and named in ("below_again", "above") and not _FIRST.search(scene.text):
        return []  # what stays above a value all along does not pass it either
    scene.use(limit, time, *_accounted(scene, limit))
    calls = over_time.calls_over(scene, days, {parameter.name: float(limit.value)})
    made = [dated(call, output, time, comparator, negated=negated) for call in calls]
    return made if negated else [*_passed(scene, calls, limit), *made]


def _feature(scene: Scene, limit: Printed, time: Time) -> CourseFeature | None:
    """Return which week is meant; none where only a state is told."""
    which, text = side(limit), scene.text
    before = text[: limit.start]
    if not which:
        which = 1 if _MARK.search(text) and not _SANK.search(before) else 0
    led = re.search(
        r"\bby\s+(?:the\s+)?$|\b(?:before|until|till)\s+(?:the\s+)?$", text[: time.start], re.I
    )
    if which > 0 and _AGAIN.search(text):
        return None  # a later crossing than the first
    if which > 0:
        if _LAST.search(text) or (_STAYED.search(text) and _UNTIL.search(text[: time.start])):
            return "last_above"
        if _FIRST.search(text):
            return "first_above"
        return "above" if _ROSE.search(text) or led else None
    if which < 0 and (_AGAIN.search(text) or _SANK.search(before)):
        return "below_again"
    return None


def _when(scene: Scene, time: Time, named: CourseFeature | None) -> tuple[Comparator, Time]:
    if _UNTIL.search(scene.text[: time.start]):
        return ("about" if named == "last_above" else "equal"), time
    comparator, _, time = time_comparator(scene, time)
    return comparator, time


def _denied(scene: Scene, time: Time) -> bool:
    """Tell whether the crossing is denied; "not until" only says when it comes."""
    found = denied(scene, time.start)
    return found and not _UNTIL.search(scene.text[: time.start])


def _accounted(scene: Scene, limit: Printed) -> list[Span]:
    """Return the words that say that a value is passed and in which order."""
    words = [
        m
        for pattern in (_FIRST, _LAST, _STAYED, _AGAIN, _ROSE, _SANK, _TOOK, _THAT_SEASON)
        for m in pattern.finditer(scene.text)
    ]
    spans = [Span(text=m.group(), start=m.start(), end=m.end()) for m in words]
    near = [c for c in scene.comparatives if limit.qualified_from <= c.start < limit.start]
    verbs = [c for c in scene.comparatives if any(s.start <= c.start < s.end for s in spans)]
    return [*spans, *scene.spans([*near, *verbs])]


def _passed(scene: Scene, calls: list[Call], limit: Printed) -> Readings:
    """Return that the value is passed at all, without which no week is the first."""
    highest = over_time.feature(scene, "highest")
    if highest is None:
        return []
    above = limit.model_copy(update={"qualifier": "above"})
    return [number(expression("value", (call,), highest), above, highest) for call in calls]
