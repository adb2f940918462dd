"""Statements about how long a series lies above or below a value: "for nine weeks in a row"."""

import re

from simulrag.verifier.claims import Reading
from simulrag.verifier.plain import over_time
from simulrag.verifier.plain.denials import denied
from simulrag.verifier.plain.readings import expression, number
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.plain.steps import IN_A_ROW
from simulrag.verifier.quantities import Printed
from simulrag.verifier.reading.figures import comparator_of

Readings = list[Reading]
_ABOVE = ("above", "at_least", "just_above")
_BELOW = ("below", "at_most", "just_below")
_KEPT = re.compile(
    r"\b(?:for|stay(?:s|ed)?|remain(?:s|ed)?|kept?|spent|spend|lasted|was|were|had|saw|see|each|"
    r"every|"
    r"number of|there were|in a row|counted|running|"
    r"did|record\w*|report\w*|exceed\w*|topp\w*|brought|pass\w*|log\w*)\b",
    re.I,
)
_EACH_STEP = re.compile(r"\b(?:each|every|a|per)\s+(?:single\s+)?week\b", re.I)

#: In how many weeks something holds, no matter which: "in only two weeks".
_IN_ALL = re.compile(
    r"\b(?:in|for)\s+(?:only|just|exactly|precisely)\s+(?:\w+\s*)?$|"
    r"\b(?:only|just|exactly|precisely)\s+(?:in\s+)?(?:\w+\s*)?$|\bin\s+(?:\w+\s*)?$",
    re.I,
)


def side(figure: Printed) -> int:
    """Return 1 for a number that is said to be exceeded, -1 for one not reached, else 0."""
    comparator = comparator_of(figure)
    return 1 if comparator in _ABOVE else -1 if comparator in _BELOW else 0


def lengths(scene: Scene) -> Readings:
    """Read "stayed above 20,000 for eleven weeks in 2024-25"."""
    if not over_time.speaks_of_course(scene):
        return []
    limit, length = over_time.limit_figure(scene), over_time.length_figure(scene)
    parameter = over_time.limit_of(scene)
    if limit is None or length is None or parameter is None or not _KEPT.search(scene.text):
        return []
    which = side(limit)
    output = over_time.feature(scene, "steps_above" if which > 0 else "steps_below")
    days = _days(scene)
    if not which or output is None or days is None:
        return []
    scene.use(limit, length)
    total = _IN_ALL.search(scene.text[: length.end])
    scene.use(*over_time.spans_of(total))
    scene.use(*over_time.spans_of(IN_A_ROW.search(scene.text)))
    scene.use(*(d for d in scene.domains if _EACH_STEP.match(scene.text, d.start)))
    for word in scene.comparatives:
        if any(q.qualified_from <= word.start < q.start for q in (limit, length)):
            scene.use(word)
    negated = denied(scene, min(limit.start, length.start))
    calls = over_time.calls_over(scene, days, {parameter.name: float(limit.value)})
    printed = length.model_copy(update={"unit": output.unit})
    made = [
        number(expression("value", (call,), output), printed, output, negated=negated)
        for call in calls
    ]
    return (
        [_of_all(reading) for reading in made]
        if total and not IN_A_ROW.search(scene.text)
        else made
    )


def _of_all(reading: Reading) -> Reading:
    """Return the same of all weeks together, in a row or not: the high end of the run's value."""
    terms = tuple(term.model_copy(update={"end": "high"}) for term in reading.expression.terms)
    return reading.model_copy(
        update={"expression": reading.expression.model_copy(update={"terms": terms})}
    )


def _days(scene: Scene) -> over_time.Days | None:
    """Return the days of a named period or of a long time; an end of the stay is not enough."""
    times = [t for t in scene.times if t.grain in ("day", "week", "part")]
    if not times:
        return over_time.whole_period(scene)
    if len(times) == 1 and (times[0].last - times[0].first).days < 50:
        return None
    if len(times) > 2:
        return None
    return over_time.use_window(scene)
