"""Records of a series: "New Hampshire's worst flu week since 2022 fell in the 2022-23 season"."""

import re

from simulrag.verifier.claims import Figure, Reading
from simulrag.verifier.plain.compared_times import time_comparator
from simulrag.verifier.plain.denials import denied
from simulrag.verifier.plain.marks import SUPERLATIVE
from simulrag.verifier.plain.readings import dated, ranked
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.plain.settings import EVER, complete, settings_of
from simulrag.verifier.reading.text import Span

Readings = list[Reading]
#: Verbs by which the record is said to lie in a period.
_LIES = re.compile(
    r"\b(?:(?:fell|falls|came|comes|was|is|were|occurred|occurs|happened|lies|lay|dates|stems|took\s+place)\s+(?:from|in|"
    r"during|within|back\s+to)|belongs?\s+to|belonged\s+to|was\s+that\s+of|is\s+that\s+of)\s+"
    r"(?:the\s+)?(?:winter\s+of\s+|season\s+of\s+)?$|=\s*$",
    re.I,
)


def record_dates(scene: Scene) -> Readings:
    """Return that the highest of the whole series fell on a day: "the worst week of all four
    winters: 3 January 2026".
    """
    word = SUPERLATIVE.search(scene.text)
    dates = [o for o, _ in scene.topics if o.kind == "date" and o.spans_days]
    times = [t for t in scene.times if t.grain in ("day", "week")]
    own = next((p for p in scene.function.parameters if p.periods), None)
    if word is None or not word["high"] or not dates or len(times) != 1 or own is None:
        return []
    over = [d for d in scene.domains if d.parameter == own.name and d.sense == "rest"]
    if len(over) != 1 or over[0].start < word.end() or scene.numbers or scene.named_period:
        return []
    settings = settings_of(scene, [i for i in scene.items if i.parameter != own.name])
    if len(settings) != 1 or _COMPARED.search(scene.text[over[0].end : times[0].start]):
        return []
    call = complete(scene, settings[0], comparing=False)
    kept = {k: v for k, v in call.arguments.items() if scene.parameter(k).kind == "choices"}
    comparator, _, time = time_comparator(scene, times[0])
    scene.use(*scene.items, *over, time, Span(text="", start=word.start(), end=word.end()))
    quantified = [q for q in scene.quantifiers if q.start >= word.end()]
    scene.use(*(Span(text="", start=q.start, end=q.end) for q in quantified))
    whole = call.model_copy(update={"arguments": kept})
    return [dated(whole, dates[0], time, comparator, negated=denied(scene, time.start))]


_COMPARED = re.compile(r"\bthan\b|\bnot\b", re.I)


def records(scene: Scene) -> Readings:
    """Return that the highest of all periods is that of the one which is named."""
    ever, word = EVER.search(scene.text), SUPERLATIVE.search(scene.text)
    tops = [o for o, s in scene.topics if o.highest_over and word and s.start == word.start()]
    for parameter in scene.function.parameters:
        own = [i for i in scene.items if i.parameter == parameter.name]
        if not parameter.periods or len(own) != 1 or not tops or ever is None or word is None:
            continue
        if not word["high"] or not _LIES.search(scene.text[: own[0].start]):
            continue
        settings = settings_of(scene, [i for i in scene.items if i not in own])
        if len(settings) != 1 or scene.numbers:
            return []
        names = [own[0].value, *(n for n in parameter.choices if n != own[0].value)]
        calls = [
            complete(scene, {**settings[0], parameter.name: name}, comparing=False)
            for name in names
        ]
        scene.keep(Span(text="", start=ever.start(), end=ever.end()))
        scene.use(*scene.items)
        at = Figure(text=word.group(), start=word.start(), end=word.end())
        negated = denied(scene, own[0].start)
        return [ranked(calls[0], calls[1:], tops[0], 1, at, negated=negated)]
    return []
