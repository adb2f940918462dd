"""Which output a statement in plain text is about."""

import re
from collections.abc import Sequence

from simulrag.simulators.interface import Output
from simulrag.verifier.plain.marks import Comparative
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.quantities import Printed, family
from simulrag.verifier.reading.text import Span, find_phrases, phrase_pattern


def named(scene: Scene, bound: Sequence[str]) -> list[Output]:
    """Return the outputs that are named and have all they need, the most particular first.

    Those that need an input come first, then those that are named by the most words.
    """
    length: dict[str, int] = {}
    for output, span in _longest(scene.topics, observed=scene.function.observed):
        length[output.name] = max(length.get(output.name, 0), span.end - span.start)
    for word in scene.comparatives:
        for name in word.outputs:
            length.setdefault(name, word.end - word.start)
    held = [
        o
        for o in scene.function.outputs
        if o.name in length
        and all(need in bound for need in o.needs)
        and not o.changes_of
        and (not o.course or o.course in ("highest", "lowest"))  # the rest is for words of courses
    ]
    if _SUMMED.search(scene.text) or _all_season(scene):
        held = [o for o in held if not o.course and o.highest_over is None]
        held = [o for o in held if "total" in o.loose_words or "total" in o.words] or held
    return sorted(held, key=lambda o: -len(o.needs))


def _longest(topics: Sequence[tuple[Output, Span]], *, observed: bool) -> list[tuple[Output, Span]]:
    """Leave out figures named inside the name of another: "transient climate response" to ..."""
    return [
        (output, span)
        for output, span in topics
        if not any(
            (o.published if observed else output.unit)
            and family(o.unit) == family(output.unit)
            and s.start <= span.start < span.end <= s.end
            and s.end - s.start > span.end - span.start
            and output.name not in {other.name for other, own in topics if own == s}
            for o, s in topics
        )
    ]


#: What is added up is the highest or lowest of nothing: "totalled 32,000 between May and June".
_SUMMED = re.compile(
    r"\b(?:total(?:s|l?ed|l?ing)?|in\s+total|add(?:s|ed|ing)?\s+up|amount(?:s|ed|ing)?\s+to|"
    r"sum(?:s|med|ming)?(?:\s+up)?|in\s+all(?=\s*[,.;]|\s*$)|altogether|all\s+told|cumulative(?:ly)?)\b",
    re.I,
)


def sums_up(text: str) -> bool:
    """Tell whether what a text speaks of is added up."""
    return bool(_SUMMED.search(text) or _WHOLE.search(text))


_WHOLE = re.compile(
    r"\b(?:totals?|combined|cumulative|overall|all\s+(?:season|winter)|(?:over|across|for|in|of)\s+the\s+"
    r"(?:whole|entire|full)\b|as\s+a\s+whole|taken\s+together)\b",
    re.I,
)


#: What is counted from the first day to the last, where nothing is said of a highest.
_THROUGHOUT = re.compile(
    r"\b(?:over|across|throughout|during|in\s+the\s+course\s+of)\s+(?:the|a|an|that)\s+(?:whole\s+|entire\s+|full\s+)?"
    r"(?:season|epidemic|outbreak|winter)\b",
    re.I,
)
_HIGHEST = re.compile(
    r"\b(?:peak\w*|crest\w*|maxim\w+|highest|top|tops|worst|height|most|busiest|weekly|daily|week|day)\b",
    re.I,
)


def _all_season(scene: Scene) -> bool:
    """Tell whether people are counted over a season that is modelled, and not at its peak."""
    if scene.function.observed or not _THROUGHOUT.search(scene.text):
        return False
    return not _HIGHEST.search(scene.text)


def for_number(scene: Scene, figure: Printed, held: Sequence[Output]) -> Output | None:
    """Return the output that a printed number is of, by its unit and what it counts."""
    if _BASE.search(scene.text[: figure.start]):
        return None
    fitting = [
        o
        for o in held
        if o.kind == "number" and (family(o.unit) or "") == (family(figure.unit) or "")
    ]
    rated = is_rated(scene) or bool(_ONE_IN.match(figure.text))
    if rated and any(_is_rate(o) for o in scene.function.outputs) and not figure.unit:
        fitting = [o for o in fitting if _is_rate(o)]  # a rate is no count
    at = next((i.end for i in scene.items if 0 <= i.start - figure.end <= 1), figure.end)
    tail = scene.text[at : at + 60]
    counted = {o.name: _counted(tail, o) for o in fitting}
    longest = max((end for end, _ in counted.values()), default=0)
    if longest:
        return next(o for o in fitting if counted[o.name][0] == longest)
    if figure.text.isalpha() and _counts_other(scene, tail, fitting):
        return None  # "two crests"
    named_next = any(0 <= s.start - at <= 1 and o in fitting for o, s in scene.topics)
    noun = not figure.unit and _NOUN.match(tail) and not named_next
    if noun and (not _counts_before(scene, figure, fitting) or _counts_other(scene, tail, fitting)):
        return None
    preferred = [o for o in fitting if bool(_is_rate(o)) == rated]
    return (preferred or fitting or [None])[0]


def is_rated(scene: Scene) -> bool:
    """Tell whether a sentence counts by the number of people: "for every 100,000 residents"."""
    if _RATED.search(scene.text):
        return True
    rates = [o for o in scene.function.outputs if _is_rate(o)]
    words = [w for o in rates for w in o.unit_words if re.search(r"\d|hundred", w)]
    shared = {w for o in scene.function.outputs if o not in rates for w in o.loose_words}
    words += [w for o in rates for w in o.loose_words if w not in shared]
    return bool(find_phrases(scene.text, words))


#: "Of every 6,000 residents": what is counted against, and no count.
_BASE = re.compile(
    r"\b(?:of|in|out\s+of|for|per|among)\s+(?:every|each|any|per)\s+$|\bper\s+$", re.I
)
_RATED = re.compile(
    r"\b(?:(?:per (?:100[, ]?000|100k|million|thousand|10,000|1,000|capita|head|inhabitant|"
    r"resident|person)|rates?|"
    r"relative to (?:their|its) "
    r"(?:number|size|population)s?|likely to be (?:hospitali[sz]ed|admitted))\b|"
    r"(?:one|1) (?:in|out of) (?:every )?(?=\d|(?:a )?(?:hundred|thousand|million)))",
    re.I,
)
_ONE_IN = re.compile(r"(?:one|1)\s+(?:\w+\s+){0,3}(?:in|out\s+of)\b", re.I)
#: A noun right after a number says what it counts; one of these says nothing of it.
_NOUN = re.compile(
    r"\s+(?!(?:and|or|in|on|at|is|was|were|are|for|of|with|by|to|after|before|during|from|under|per|a|an|"
    r"the|would|will|may|could|has|have|had|which|that|when|while|as|but|than|mark|again|more|fewer|"
    r"higher|lower|each|every|weekly|daily|new|median|nationwide|nationally|there|this|last|still|such|so|"
    r"across|over|through|until|since|respectively|today|warmer|cooler|hotter|colder|above|below|"
    r"apart|at|came|fell|occurred|arrived|happened|landed)\b)[a-z]",
    re.I,
)


def _counted(tail: str, output: Output) -> tuple[int, str]:
    """Return how much of the words after a number an output's unit words take up."""
    if not output.unit_words:
        return 0, ""
    match = phrase_pattern(output.unit_words).search(tail)
    if match is None or len(tail[: match.start()].split()) > 3:
        return 0, ""
    last = max(
        (m for m in phrase_pattern(output.unit_words).finditer(tail) if m.start() < 45),
        key=lambda m: m.end() - m.start(),
    )
    return last.end() - last.start(), last.group()


def _counts_before(scene: Scene, figure: Printed, fitting: Sequence[Output]) -> bool:
    """Tell whether what is counted stands before the number: "admissions ...: 2,846 | ..."."""
    words = [w for o in fitting for w in o.unit_words]
    return bool(words) and bool(phrase_pattern(tuple(words)).search(scene.text[: figure.start]))


def _counts_other(scene: Scene, tail: str, fitting: Sequence[Output]) -> bool:
    """Tell whether what a number counts is what some other output is counted in: "2 waves"."""
    own = {w.casefold() for o in fitting for w in o.unit_words}
    others = tuple(
        word
        for function in scene.simulator.functions
        for o in function.outputs
        for word in o.unit_words
        if word.casefold() not in own
    )
    return any(s.start <= 1 for s in find_phrases(tail, others))


def _is_rate(output: Output) -> bool:
    return any("100" in word for word in output.unit_words)


def _dated(scene: Scene) -> bool:
    """Tell whether a sentence speaks of when something is: "the date of the peak"."""
    return any(
        _IS_TIME.search(s.text)
        or re.search(
            r"\b(?:date|day|timing|time|week)\s+of(?:\s+[\w']+){0,4}\s+$|"
            r"\b(?:to|on|affects?|changes?|influences?)\s+when(?:\s+[\w']+){0,4}\s+$",
            scene.text[: s.start],
        )
        or re.match(r"\s+(?:date|day|week|timing)\b", scene.text[s.end :])
        for o, s in scene.topics
        if o.kind == "date"
    )


#: An output that is called by its time: "the timing of the peak".
_IS_TIME = re.compile(r"\b(?:date|day|timing)\b(?!\s+has\b)", re.I)
#: "The same month" says less than the same day and nothing of a size.
_SAME_MONTH = re.compile(r"\s+(?:calendar\s+)?(?:month|year|quarter)\b", re.I)


def for_comparison(
    scene: Scene, word: Comparative, held: Sequence[Output], varied: Sequence[str] = ()
) -> Output | None:
    """Return the output that a word of comparison is of: its own, or one of its aspect.

    varied: the inputs in which the compared settings differ. Where one of them is a date, times
    are compared on the calendar; else by how long after the start they are.
    """
    if word.sign == 0 and _SAME_MONTH.match(scene.text, word.end):
        return None
    if word.aspect == "time" or (word.sign == 0 and _dated(scene)):
        dates = any(scene.parameter(name).kind == "date" for name in varied)
        held = sorted(held, key=lambda o: (o.kind == "date") != dates)
        if not dates and any(q.unit in ("week", "day", "month") for q in scene.numbers):
            held = [o for o in held if o.kind != "date"]
        timed = [o for o in held if o.kind == "date" or o.unit in ("week", "day")]
        own = [o for o in timed if o.name in word.outputs] or [
            o for o in timed if word.words.lower() in (*o.rise_words, *o.fall_words)
        ]
        return (own or timed or [None])[0]
    sized = [o for o in held if o.kind == "number" and o.unit not in ("week", "day")]
    own = [o for o in sized if o.name in word.outputs]
    rated = [o for o in sized if _is_rate(o)] if is_rated(scene) else []
    if rated:
        return rated[0]
    spoken = {o.name for o, s in scene.topics if not word.start <= s.start < word.end}
    if own and spoken & {o.name for o in sized} and not spoken & {o.name for o in own}:
        return None  # "a busier season": by its peak or by its total
    chosen = [o for o in (own or sized) if not _is_rate(o)] or own or sized
    if chosen and family(chosen[0].unit) == "temperature" and _MILD.search(word.words):
        return None  # a milder place is a warmer one, a milder summer a cooler one
    return (chosen or [None])[0]


_MILD = re.compile(r"\bmild", re.I)
