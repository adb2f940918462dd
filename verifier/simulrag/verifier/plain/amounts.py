"""Statements of how much a series changed: "fell by 31,000", "shrank to a third", "sixfold"."""

import re
from decimal import Decimal

from simulrag.verifier.claims import Reading
from simulrag.verifier.plain import over_time
from simulrag.verifier.plain.courses import LEAST
from simulrag.verifier.plain.denials import denied
from simulrag.verifier.plain.marks import Comparative
from simulrag.verifier.plain.readings import expression, number
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.quantities import Printed, Qualifier, quantities
from simulrag.verifier.reading.text import Span

Readings = list[Reading]
_Q = (
    r"(?P<q>(?:well\s+|far\s+)?(?:more|less)\s+than|(?:well\s+)?over|at\s+least|under|at\s+most|"
    r"about|around|roughly|"
    r"nearly|almost|some|close\s+to|approximately|practically|just\s+(?:over|under)|barely|a"
    r"\s+good|only)\s+"
)
_PARTS: dict[str, float] = {
    r"(?:a\s+|one\s+)?half": 1 / 2, r"(?:a|one)[\s-]third": 1 / 3, r"two[\s-]thirds": 2 / 3,
    r"(?:a|one)[\s-](?:quarter|fourth)": 1 / 4, r"three[\s-](?:quarters|fourths)": 3 / 4,
    r"(?:a|one)[\s-]fifth": 1 / 5, r"two[\s-]fifths": 2 / 5, r"three[\s-]fifths": 3 / 5,
    r"four[\s-]fifths": 4 / 5, r"(?:a|one)[\s-]sixth": 1 / 6, r"five[\s-]sixths": 5 / 6,
    r"(?:a|one)[\s-]eighth": 1 / 8, r"(?:a|one)[\s-]tenth": 1 / 10, r"nine[\s-]tenths": 9 / 10,
}  # fmt: skip
_PART = "|".join(sorted(_PARTS, key=len, reverse=True))
_WORDS = {
    w: n for n, w in enumerate(
        "two three four five six seven eight nine ten eleven twelve".split(), start=2
    )
} | {"fifteen": 15, "twenty": 20}  # fmt: skip
_TIMES = rf"(?P<times>{'|'.join(_WORDS)}|\d+(?:\.\d+)?)"
_VERBS = {"halv": 0.5, "doubl": 2.0, "tripl": 3.0, "trebl": 3.0, "quadrupl": 4.0, "quintupl": 5.0}
#: What is left after a fall, or what a rise comes to, as a share of what was there before.
_TO = re.compile(
    rf"\b(?:to|at)\s+(?:{_Q})?(?P<part>{_PART}|\d+(?:\.\d+)?\s*(?:%|percent|per\s+cent))"
    r"(?:\s+(?:of\s+(?:(?:its|the|their|that)\s+)?(?:(?:former|previous|earlier|original|initial)"
    r"\s+)?"
    r"(?:level|value|size|what\s+it\s+(?:had\s+been|was)|number|count|volume)s?))?",
    re.I,
)
_BY = re.compile(
    rf"\bby\s+(?:{_Q})?(?P<part>{_PART})(?![\s-]+(?:a\s+)?(?:degree|week|month))\b", re.I
)
_LOST = re.compile(rf"\b(?:los[te]|lost|shed)\s+(?:{_Q})?(?P<part>{_PART})\b", re.I)
_MULTIPLIED = re.compile(
    rf"\b(?:{_Q})?(?:by\s+)?(?:(?:a\s+)?factor\s+of\s+(?:{_Q.replace('<q>', '<q2>')})?{_TIMES}|"
    rf"{_TIMES.replace('<times>', '<fold>')}[\s-]?fold)\b",
    re.I,
)
_VERB = re.compile(
    rf"\b(?:{_Q})?(?P<verb>(?:halv|doubl|tripl|trebl|quadrupl|quintupl)(?:es|ed|ing|e|"
    rf"))\b(?![\s-]+(?:digits?|peak|hump))",
    re.I,
)
#: A change from the highest value, whenever that was.
_OF_TOP = re.compile(
    r"\b(?:of|from|below|after)\s+(?:its|the|their|that)\s+(?:[\w-]+\s+){0,2}(?:peak|height|"
    r"maximum|top|crest|high)\b",
    re.I,
)
_CUT = re.compile(
    r"\b(?:was|were|been|had|has|is|are)?\s*(?:cut|reduced|brought|scaled|down)\b", re.I
)


def amounts(scene: Scene) -> Readings:
    """Return what is said of the change from the first to the last week of a time."""
    if not over_time.speaks_of_course(scene) or scene.only_ends:
        return []
    words = [
        c
        for c in scene.comparatives
        if c.aspect == "size"
        and c.sign in (1, -1)
        and c.words.lower() not in ("more", "less")
        and not any(q.qualified_from <= c.start < q.start for q in scene.numbers)
    ]
    figure = _relative(scene, words) or _absolute(scene, words)
    if figure is None or len({w.sign for w in words}) > 1 or _OF_TOP.search(scene.text):
        return []
    output = over_time.feature(scene, "relative_change" if figure.unit else "change")
    days = over_time.use_window(scene)
    if output is None or days is None:
        return []
    negated = denied(scene, words[0].start if words else figure.start)
    scene.use(figure, *words)
    scene.use(*scene.ratios, *over_time.spans_of(_CUT.search(scene.text)))
    falls = figure.value < 0 or (not figure.unit and words[0].sign < 0)
    size = figure.model_copy(update={"value": abs(figure.value)})
    if negated and size.qualifier == "about":  # what does not double changes by less
        size = size.model_copy(update={"qualifier": "at_least", "half_unit": Decimal(0)})
    made: Readings = []
    for call in over_time.calls_over(scene, days):
        read = number(
            expression("value", (call,), output, negative=falls), size, output, negated=negated
        )
        shown = read.figures[0].model_copy(
            update={"value": float(size.value), "half_unit": float(size.half_unit)}
        )
        made.append(read.model_copy(update={"figures": (shown,)}) if figure.unit else read)
    return made


def _relative(scene: Scene, words: list[Comparative]) -> Printed | None:
    """Return a change in words as a signed number of percent."""
    text = scene.text
    falls = any(w.sign < 0 for w in words) or bool(_CUT.search(text))
    if match := _VERB.search(text):
        stem = next(s for s in _VERBS if match["verb"].lower().startswith(s))
        return _percent(scene, match, "verb", _VERBS[stem])
    if match := _MULTIPLIED.search(text):
        told = (match["times"] or match["fold"]).lower()
        times = float(_WORDS.get(told) or told)
        group = "times" if match["times"] else "fold"
        return _percent(scene, match, group, 1.0 / times if falls else times)
    if match := _LOST.search(text):
        return _percent(scene, match, "part", 1.0 - _part(match["part"]))
    if not words and not falls:
        return None
    if match := _BY.search(text):
        part = _part(match["part"])
        return _percent(scene, match, "part", 1.0 - part if falls else 1.0 + part)
    match = _TO.search(text)
    return _percent(scene, match, "part", _part(match["part"])) if match and falls else None


def _part(words: str) -> float:
    printed = re.match(r"\d+(?:\.\d+)?", words)
    if printed:
        return float(printed.group()) / 100.0
    return next(v for p, v in _PARTS.items() if re.fullmatch(p, words, re.I))


_SIZES: dict[str, Qualifier] = {
    "more": "above", "over": "above", "good": "above", "less": "below", "under": "below",
    "least": "at_least", "most": "at_most",
}  # fmt: skip

#: A limit told behind the number: "by a factor of six or more".
_OR_MORE = re.compile(r"\s+or\s+(?:even\s+)?(?:more|less)\b", re.I)
_TURNED: dict[Qualifier, Qualifier] = {
    "above": "below", "below": "above", "at_least": "at_most", "at_most": "at_least",
}  # fmt: skip


def _said_size(words: list[str]) -> Qualifier:
    """Return the qualifier that words amount to; a change that is no limit leaves a tenth open."""
    for word, qualifier in _SIZES.items():
        if word in words:
            return qualifier
    return "about"


def _percent(scene: Scene, match: re.Match[str], group: str, multiple: float) -> Printed:
    """Return the change to a multiple in percent, a tenth of it left open where it is no limit.

    A limit is one of how far the change goes: "cut to less than half" is a fall of more than 50 %.
    """
    groups = match.groupdict()
    said = " ".join(filter(None, (groups.get("q"), groups.get("q2")))).lower()
    behind = _OR_MORE.match(scene.text, match.end())
    qualifier = _said_size((behind.group() if behind else said).lower().split())
    if behind:
        scene.use(Span(text="", start=match.end(), end=behind.end()))
    if match.re is _TO:
        qualifier = _TURNED.get(qualifier, qualifier)
    for q in quantities(scene.text):
        if match.start() <= q.start < match.end():
            scene.use(q)
    scene.use(Span(text=match.group(), start=match.start(), end=match.end()))
    return Printed(
        text=match[group],
        start=match.start(group),
        end=match.end(group),
        unit_end=match.end(),
        value=Decimal(str(round(100.0 * (multiple - 1.0), 6))),
        half_unit=_open(multiple) if qualifier == "about" else Decimal(0),
        unit="percent",
        qualifier=qualifier,
        qualified_from=match.start(),
    )


def _absolute(scene: Scene, words: list[Comparative]) -> Printed | None:
    """Return the number by which a series rose or fell: "by 31,000"."""
    limit = over_time.limit_figure(scene)
    if limit is None or not words:
        return None
    led = re.search(r"\bby\s*(?:\sa\s+total\s+of\s*)?$", scene.text[: limit.qualified_from], re.I)
    return limit if led else None


def remaining_share(scene: Scene) -> float | None:
    """Return the percentage that a fall in words leaves: 50 of "fall by half"; None for none."""
    words = [c for c in scene.comparatives if c.aspect == "size" and c.sign < 0]
    figure = _relative(scene, words) if words or _VERB.search(scene.text) else None
    if figure is None or not -100 < figure.value < 0:
        return None
    return 100.0 + float(figure.value)


def _open(multiple: float) -> Decimal:
    """Return what "about" leaves open of a change to a multiple, percentage points."""
    return Decimal(str(round(max(LEAST, 10.0 * multiple), 6)))
