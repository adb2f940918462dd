"""Statements about the separate waves of a series: "two peaks, one around New Year"."""

import re

from simulrag.verifier.claims import Reading
from simulrag.verifier.plain import over_time
from simulrag.verifier.plain.denials import denied
from simulrag.verifier.plain.readings import dated, direction, expression
from simulrag.verifier.plain.scene import Scene

Readings = list[Reading]
_ONE = r"(?:only\s+|just\s+)?(?:a\s+single|one\s+single|a\s+sole|only\s+one|just\s+one)"
_TWO = r"(?:two|2|a\s+pair\s+of|twin|double|dual)"
_THREE = r"(?:three|3)"
_ADJECTIVE = r"(?:(?!than\b|of\b)[a-z][\w-]*,?\s+){0,2}?"
_COUNTED = re.compile(
    rf"\b(?:(?P<one>{_ONE})|(?P<two>{_TWO})|(?P<three>{_THREE}))[\s-]+(?P<adjective>{_ADJECTIVE})NOUN\b",
    re.I,
)
_SHAPED = re.compile(
    r"\b(?:(?P<two>(?:double|twin|two)-(?:peaked|humped|crested)|bimodal|peaked\s+twice|crested\s+twice)"
    r"|(?P<one>single-peaked|unimodal|peaked\s+(?:only|just)\s+once))\b",
    re.I,
)
_SECOND = re.compile(
    r"\b(?:a|another|the|its|their)\s+(?P<adjective>(?:second|further|later),?\s+(?:[a-z-]+\s+){0,2}?)NOUN\b",
    re.I,
)
_HIGHER = re.compile(r"\b(?:higher|larger|bigger|stronger|taller|greater|worse)\b", re.I)
_LOWER = re.compile(r"\b(?:smaller|lower|weaker|lesser|milder)\b", re.I)


def waves(scene: Scene) -> Readings:
    """Return what is said of the number of waves, and of when and how high the later one is."""
    output = over_time.feature(scene, "waves")
    if output is None or not over_time.speaks_of_course(scene):
        return []
    nouns = "|".join(re.escape(w) for w in sorted(output.words, key=len, reverse=True))
    counted = _SHAPED.search(scene.text) or _search(_COUNTED, nouns, scene.text)
    second = _search(_SECOND, nouns, scene.text)
    found = counted or second
    days = over_time.whole_period(scene)
    if found is None or days is None:
        return []
    scene.use(*over_time.spans_of(found), *over_time.spans_of(second))
    scene.use(*(q for q in scene.numbers if found.start() <= q.start < found.end()))
    count = 2.0 if found is second else _count(found)
    negated = denied(scene, found.start())
    dates = _dated(scene, days, only_second=counted is None)
    if dates is None or (negated and dates):
        return []
    figure = over_time.in_words(found, count)
    comparator = "at_least" if found is second else "equal"
    made = [
        over_time.exactly(call, output, figure, comparator).model_copy(update={"negated": negated})
        for call in over_time.calls_over(scene, days)
    ]
    return [*made, *dates, *_contrast(scene, days, second or found)]


def _search(pattern: re.Pattern[str], nouns: str, text: str) -> re.Match[str] | None:
    return re.search(pattern.pattern.replace("NOUN", f"(?:{nouns})"), text, re.I)


def _count(found: re.Match[str]) -> float:
    groups = found.groupdict()
    return 2.0 if groups.get("two") else 3.0 if groups.get("three") else 1.0


#: "From August to June": between which days, and no times of waves.
_SPAN = re.compile(r"\b(?:from|between|since)\s+(?:the\s+)?$", re.I)


def _dated(scene: Scene, days: over_time.Days, *, only_second: bool) -> Readings | None:
    """Return when the waves crest; None where more or other times are named."""
    times = over_time.free_times(scene)
    names = ("second_crest",) if only_second else ("first_crest", "second_crest")
    if not times:
        return []
    if len(times) != len(names) or _SPAN.search(scene.text[: times[0].start]):
        return None
    scene.use(*times)
    made: Readings = []
    for name, time in zip(names, times, strict=True):
        output = over_time.feature(scene, name)
        if output is None:
            return None
        made += [
            dated(call, output, time, "about", negated=False)
            for call in over_time.calls_over(scene, days)
        ]
    return made


def _contrast(scene: Scene, days: over_time.Days, found: re.Match[str]) -> Readings:
    """Read "a second, smaller peak": the later crest against the earlier one."""
    output = over_time.feature(scene, "crest_contrast")
    words = [
        c
        for c in scene.comparatives
        if c.sign in (1, -1)
        and found.start() <= c.start < found.end()
        and (_HIGHER.match(c.words) or _LOWER.match(c.words))
    ]
    if output is None or len(words) != 1 or "second" not in found.group().lower():
        return []
    scene.use(words[0])
    return [
        direction(expression("value", (call,), output), words[0], output)
        for call in over_time.calls_over(scene, days)
    ]
