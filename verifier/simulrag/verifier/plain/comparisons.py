"""What words of comparison say of two settings: which is more, by how much, or that they differ."""

import re
from collections.abc import Sequence
from decimal import Decimal

from simulrag.simulators.interface import Call, Output
from simulrag.verifier.claims import Reading, Term
from simulrag.verifier.plain import choosing
from simulrag.verifier.plain.courses import PARTS, worded
from simulrag.verifier.plain.denials import denied
from simulrag.verifier.plain.marks import PIVOT, Comparative
from simulrag.verifier.plain.readings import direction, expression, number
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.plain.slightness import small_reading
from simulrag.verifier.plain.splits import Split
from simulrag.verifier.quantities import Printed, family
from simulrag.verifier.reading.ratios import Ratio, multiple
from simulrag.verifier.reading.text import Span, find_phrases

Readings = list[Reading]


def comparisons(
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
    words = _without_names(scene, telling(words))
    multiple_of = _FACTOR.search(scene.text) if len(reference) == len(subject) == 1 else None
    if not words and multiple_of is not None:
        return _multiplied(scene, reference[0], subject[0], multiple_of)
    if split is not None and scene.text[split.lead.start : split.lead.end].lower().startswith(
        "than"
    ):
        if _of_another(scene, words, split):
            return []
        graded = [w for w in words if _GRADED.search(w.words)]
        if graded and any(w.sign < 0 for w in words if w not in graded):
            return []
        scene.use(*(w for w in words if graded and w not in graded))
        words = graded or words
    made: Readings = []
    if len(subject) == 2:  # what both do is no claim of its own: "gains more than"
        scene.use(*(c for c in scene.comparatives if c.sign > 0 and c not in words))
    held = choosing.named(scene, list(subject[0].arguments))
    if any(_lessens(scene, word) for word in words):
        return []
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


def _without_names(scene: Scene, words: Sequence[Comparative]) -> list[Comparative]:
    """Leave out a word that only names the output ("global warming falls"), beside others."""
    spans = [s for _, s in scene.topics]
    names = [
        w
        for w in words
        if w.words.casefold().endswith("ing")
        and any(s.start < w.start and w.end <= s.end for s in spans)
    ]
    if len(names) == len(words):
        return [*words]
    scene.use(*names)
    return [w for w in words if w not in names]


_GRADED = re.compile(r"(?:er|more|less|worse)$|^(?:more|less)\b", re.I)


def _of_another(scene: Scene, words: Sequence[Comparative], split: Split) -> bool:
    """Tell whether "than" belongs to a word before it and not to those that are read.

    "More CO2 than in ssp585, and Oslo gets hotter": hotter than what, is not told.
    """
    start = split.lead.start
    own = [c for c in scene.compared if c.end <= start and c not in words]
    return bool(words and own) and all(w.start >= split.right for w in words)


#: "More than doubles": the subject is a multiple of what it is compared with.
_FACTOR = re.compile(
    r"\b(?P<q>more than\s+|nearly\s+|almost\s+|about\s+|roughly\s+)?"
    r"(?P<verb>doubl|tripl|quadrupl|halv)(?:es?|ed|ing)\b",
    re.I,
)
_FACTORS = {"doubl": 2.0, "tripl": 3.0, "quadrupl": 4.0, "halv": 0.5}


def _multiplied(scene: Scene, reference: Call, subject: Call, match: re.Match[str]) -> Readings:
    held = choosing.named(scene, list(subject.arguments))
    word = Comparative(sign=1, start=match.start(), end=match.end(), words="")
    output = choosing.for_comparison(scene, word, held)
    if output is None or output.unit == "degC":
        return []
    above = (match["q"] or "").strip().lower() == "more than"
    ratio = Ratio(
        value=_FACTORS[match["verb"].lower()],
        start=match.start("verb"),
        end=match.end(),
        tail=match.end(),
        qualifier="above" if above else "about",
        text=scene.text[match.start("verb") : match.end()],
    )
    scene.use(Span(text="", start=match.start(), end=match.end()))
    terms = tuple(Term(call=call, output=output.name) for call in (reference, subject))
    return [multiple((terms[0], terms[1]), ratio, negated=denied(scene, match.start()))]


def use_shared_pivots(scene: Scene, *calls: Call) -> None:
    """Account for "relative to ssp245" where all settings follow it."""
    for match in PIVOT.finditer(scene.text):
        item = next((i for i in scene.items if 0 <= i.start - match.end() <= _NEAR), None)
        if item is None or scene.parameter(item.parameter).kind == "change":
            continue  # a change that is compared with holds for the other alone
        if all(c.arguments.get(item.parameter) == item.value for c in calls):
            scene.use(Span(text="", start=match.start(), end=match.end()))


_NEAR = 15


def _lessens(scene: Scene, word: Comparative) -> bool:
    """Tell whether "less" belongs to a word that may lie on either side: "less cold"."""
    after = scene.text[word.end :]
    loose = [w for o in scene.function.outputs for w in o.loose_words]
    return word.words.lower() == "less" and any(
        s.start <= 1 for s in find_phrases(after, loose)[:1]
    )


#: Kinds of inputs that rise and fall.
_MOVABLE = ("number", "integer", "share", "change")


def _of_input(scene: Scene, word: Comparative) -> bool:
    """Tell whether a word of direction says how an input moves: "a drop of R0 from 2.6 to 1.5"."""
    after = next((i for i in scene.items if i.start >= word.end), None)
    if after is None or word.outputs or scene.parameter(after.parameter).kind not in _MOVABLE:
        return False
    gap = scene.text[word.end : after.start]
    moved = bool(re.fullmatch(r"\s*(?:(?:of|in|the|its)\s+){0,3}(?:\w+ly\s+)?", gap))
    if moved:
        scene.use(word)
    return moved


def telling(words: Sequence[Comparative]) -> list[Comparative]:
    """Leave out "more" beside a word that says more of what ("warms by more degrees")."""
    vague = ("more", "less", "up", "down")
    telling = [w for w in words if w.words.lower() not in vague]
    return telling or list(words)


#: "Warms by more degrees than": which of two changes is larger.
_BY_MORE = re.compile(r"\b(?:more|fewer)\s+degrees\b", re.I)


def _sized(
    scene: Scene,
    reference: Sequence[Call],
    subject: Sequence[Call],
    output: Output,
    word: Comparative,
) -> Readings:
    operation = "double_difference" if len(subject) == 2 else "difference"
    if operation == "difference" and _BY_MORE.search(scene.text) and output.unit == "degC":
        return []  # changes are compared, and nothing was found from which they are counted
    calls = (*reference, *subject)
    negated = denied(scene, word.start) != word.denies
    figure = _difference_figure(scene, output, word) or _part(scene, output, word)
    if word.sign == 2:  # they differ: by how much is said, not which is more
        return apart(scene, calls, output, figure, negated=negated)
    turned = word
    if _is_lessened(scene, word, twice=len(subject) == 2):
        if word.sign < 0:
            return []  # "cools less than" takes for granted that it cools
        turned = word.model_copy(update={"sign": -word.sign})
    if figure is None:
        made = expression(operation, calls, output)
        before = scene.text[: word.start]
        small = _SMALL.search(before) or _SMALL_BEFORE.search(before)
        small = small or _SMALL_WITHIN.search(scene.text, word.start, word.end)
        if small is not None and operation == "difference" and not negated:
            scene.use(Span(text="", start=small.start(), end=small.end()))
            told = direction(made, turned, output)
            return [told, small_reading(told, output, small)]
        return [direction(made, turned, output, negated=negated)]
    scene.use(figure)
    if figure.unit == "percent" and output.unit != "percent":
        operation = "percent_change"
    made = expression(operation, calls, output, negative=turned.sign < 0)
    sized = number(made, figure, output, negated=negated, direction=word)
    return [sized]


def apart(
    scene: Scene,
    calls: Sequence[Call],
    output: Output,
    figure: Printed | None,
    *,
    negated: bool,
) -> Readings:
    fitting = [q for q in scene.numbers if family(q.unit) == family(output.unit)]
    chosen = figure or (fitting[0] if len(fitting) == 1 else None)
    if chosen is None or len(calls) != 2:
        return []
    scene.use(chosen)
    made = expression("difference", calls, output).model_copy(update={"absolute": True})
    return [number(made, chosen, output, negated=negated)]


_SMALL = re.compile(
    r"\b(?:(?P<barely>barely|hardly|scarcely|only\s+just|fractionally)|slightly|marginally|narrowly|a\s+(?:little|bit|touch|"
    r"shade|tad))\s+$",
    re.I,
)
_SMALL_BEFORE = re.compile(r"\b(?P<barely>barely|hardly)\s+(?:be\s+|any\s+)?$", re.I)
#: "Was slightly above": part of the comparison itself.
_SMALL_WITHIN = re.compile(
    r"\b(?:(?P<barely>barely|only\s+just)|slightly|narrowly|a\s+little)\b", re.I
)


#: A smaller change of the one that is compared: "warms less than".
def _is_lessened(scene: Scene, word: Comparative, *, twice: bool) -> bool:
    """Tell whether "less" grades a verb for a change: "warms the world less than"."""
    if _VAGUE_LESS.search(word.words):
        return False
    if twice:
        return bool(_VAGUE_LESS.search(scene.text))
    verb = not word.words.lower().endswith("er")
    return verb and bool(_LESS_THAN.match(scene.text, word.end))


#: "Less" behind a verb and what it is done to, right before what is compared with.
_LESS_THAN = re.compile(
    r"(?:\s+(?!by\b)[\w'-]+){0,5}?\s+less\s+(?:[\w'.-]+\s+){0,6}?than\s+(?!an?\b|half\b|one\b|two\b|\d)",
    re.I,
)
_VAGUE_LESS = re.compile(r"\b(?:less|fewer|slower|slowly|smaller|lags?|lagged)\b", re.I)


_PARTS = "|".join(sorted(PARTS, key=len, reverse=True))
_HEDGED = (
    r"(?P<q>(?:more than|over|well over|at least|less than|under|about|around|roughly|nearly|"
    r"almost)\s+)?"
)
#: How far off a part in words may be, relative to itself, with a hedge and without.
_HEDGED_PART, _PLAIN_PART = Decimal("0.3"), Decimal("0.2")
#: "A third fewer", "trims it by about a tenth".
_PART_BEFORE = re.compile(rf"\b{_HEDGED}(?P<part>{_PARTS})\s+$", re.I)
_PART_BEHIND = re.compile(rf"[^,;:.]{{0,50}}?\bby\s+{_HEDGED}(?P<part>{_PARTS})(?!\s+of\b)\b", re.I)


def _part(scene: Scene, output: Output, word: Comparative) -> Printed | None:
    """Return a part in words that something is more or less by, of a quantity with a true zero."""
    if not output.about_relative or output.kind != "number" or output.unit == "degC":
        return None
    head = scene.text[: word.start]
    match = _PART_BEFORE.search(head) or _PART_BEHIND.match(scene.text, word.end)
    if match is None:
        return None
    found = worded(match, "part", PARTS[" ".join(match["part"].lower().split())])
    if found.qualifier != "about":
        return found
    loose = _HEDGED_PART if match["q"] else _PLAIN_PART
    return found.model_copy(update={"qualifier": "exact", "half_unit": loose * found.value})


#: "5 °C or more warmer", but not "of 19 °C is lower".
_LEADS_ON = re.compile(
    r"[\s-]*(?:(?!is\b|are\b|was\b|were\b|be\b|will\b|would\b|has\b|had\b|and\b|but\b)\w+\s+)?",
    re.I,
)
_BEHIND = re.compile(
    r"\s*(?:(?:by|about|some|around|roughly|nearly|almost|a|an|another)\s+)*", re.I
)


def _beside(text: str, figure: Printed, word: Comparative) -> bool:
    """Tell whether a number stands beside a word of comparison: "3 °C warmer", "rose 40 %"."""
    if figure.unit_end <= word.start:
        return _LEADS_ON.fullmatch(text, figure.unit_end, word.start) is not None
    behind = max(figure.qualified_from, word.end)
    return figure.start >= word.end and _BEHIND.fullmatch(text, word.end, behind) is not None


def _difference_figure(scene: Scene, output: Output, word: Comparative) -> Printed | None:
    """Return the number that says by how much: "by 3 °C", "five degrees warmer", "40 % lower"."""
    for figure in scene.numbers:
        fits = family(figure.unit) == family(output.unit) or figure.unit == "percent"
        before = scene.text[max(0, figure.qualified_from - 4) : figure.qualified_from]
        by = re.search(r"\bby\s*$", before, re.I) or _beside(scene.text, figure, word)
        counted = (
            word.words.lower() in ("more", "fewer")
            and not scene.text[figure.unit_end : word.start].strip()
        )
        if fits and by and (figure.unit or counted or re.search(r"\bby\s*$", before, re.I)):
            return figure
    return None
