"""Which output a fact is about: by its unit, the words beside it, and what the text named."""

import re
from collections.abc import Mapping, Sequence

from simulrag.simulators.interface import Output
from simulrag.simulators.kept import once_for_each
from simulrag.verifier.claims import Plan
from simulrag.verifier.quantities import Printed, as_share, family
from simulrag.verifier.reading.fact import Fact
from simulrag.verifier.reading.grading import band_named
from simulrag.verifier.reading.mentions import FALL, RISE
from simulrag.verifier.reading.nameless import NAMELESS
from simulrag.verifier.reading.percentages import of_people
from simulrag.verifier.reading.text import find_phrases, phrase_pattern
from simulrag.verifier.reading.topics import Topic
from simulrag.verifier.reading.units_of_things import counted_in, of_each

#: The end of an interval, which is of the first output that has one where none is named.
_END = re.compile(
    r"\b(?:worst|best) case\b|\b(?:upper|lower) (?:bound|limit|end|one)\b|\b(?:top|"
    r"bottom) of the (?:range|interval)\b",
    re.I,
)
_GROWS = re.compile(rf"\b(?:{RISE}|{FALL}|growth)\b", re.IGNORECASE)
#: Words for more or less of many things.
_ANY = re.compile(
    rf"(?:{RISE}|{FALL}|later|earlier|sooner|faster|slower|longer|shorter|more|less|fewer|"
    r"greater|larger|smaller|bigger|worse|better)",
    re.IGNORECASE,
)
#: A share of things that are counted, and no change ("20 % of the trips").
_OF = re.compile(r"\s+of\s+(?:all|the|these|those)\b", re.IGNORECASE)
#: What a label leads to ("moderate improvements in", "minor environmental effect on").
_ABOUT = re.compile(
    r"\s+(?:[\w-]+\s+){0,2}?(?:improvement|reduction|increase|decrease|change|impact|effect|benefit|"
    r"cut|rise|drop|gain|loss|progress|advancement|enhancement|co-benefit)s?\s+(?:in|on|of|to|for)\s+",
    re.IGNORECASE,
)
#: What a label grades that is told by a word of its own: "substantial environmental benefits".
_BENEFIT = re.compile(
    r"\s+(?!overall|total|net|combined|further|additional|time)[a-z-]+\s+(?:co-)?(?:benefit|gain|"
    r"advantage|win)s?\b(?!\s+(?:in|on|of|to|for)\b)",
    re.IGNORECASE,
)
#: Most characters between such words and the output that they lead to.
_NEAR = 40
#: Words for the highest point of anything.
_MAXIMUM = re.compile(
    r"\b(?:peak\w*|maxim\w+|top\w*|crest\w*|highest|height|worst|busiest|culminat\w+|high[\s-]"
    r"(?:point|water mark)|largest|most|ceiling|apex|zenith|summit|climax)\b",
    re.IGNORECASE,
)
#: A number followed by none of these is a count of something that it names.
_NO_NOUN = re.compile(
    r"\s*(?:$|[.,;:!?()\]%]|(?:and|instead|pass|get|or|in|on|at|is|was|are|for|of|with|by|to|after|before|during|"
    r"from|under|per|a|an|the|is|would|will|may|could|has|have|had|which|that|when|while|as|but|"
    r"comes?|lies|occurs?|arrives?|follows|falls|does|can|cannot|should|"
    r"than|more|fewer|less|daily|concurrent|median|new|simultaneous|peak|total|hospital|make|makes|up|each|every)\b)",
    re.IGNORECASE,
)


#: A side of the state without changes, of whatever is named beside it.
_SIDE = re.compile(r"(?:below|under|beneath|short of|above|over|beyond|in excess of)\s")


def output_of(
    fact: Fact, text: str, topics: Sequence[Topic], outputs: Sequence[Output], plan: Plan
) -> Output | None:
    """Return the output that a fact is about, or None where it is about something else."""
    if fact.like is not None:
        return output_of(fact.like, text, topics, outputs, plan)
    if fact.kind == "date":
        return _of_date(fact, text, topics, [o for o in outputs if o.kind == "date"])
    if fact.kind == "label":
        return _of_label(fact, text, topics, outputs, plan)
    if fact.kind == "direction":
        word = fact.label.casefold()
        own = [o for o in outputs if any(_same(word, w) for w in (*o.rise_words, *o.fall_words))]
        if not own and _SIDE.match(word):
            return _named(fact, topics, [o for o in outputs if o.kind == "number"])
        when = _time_of_maximum(fact, topics, own)
        if when is not None:
            return when
        if own and _names_other(fact, text, topics, outputs, own):
            return None  # "the attack rate rises" says nothing of the first weeks' growth
        # Of several unlike quantities that all may rise, the text has to name one.
        unlike = {o.name for o in _relative(outputs)} & {o.name for o in own}
        # So has "longer", which the main output has no use for.
        vague = bool(_ANY.fullmatch(word)) and all(o is not outputs[0] for o in own)
        return (_named if unlike or vague else _nearest)(fact, topics, own)
    return _of_number(fact, text, topics, outputs, plan)


def _time_of_maximum(fact: Fact, topics: Sequence[Topic], own: Sequence[Output]) -> Output | None:
    """Return the date that is earlier or later where its maximum is what is named before it."""
    dated = next((o for o in own if o.kind == "date"), None)
    before = [t for t in topics if fact.left <= t.start and t.end <= fact.start]
    return dated if before and _MAXIMUM.search(before[-1].words) else None


def _names_other(
    fact: Fact, text: str, topics: Sequence[Topic], outputs: Sequence[Output], own: Sequence[Output]
) -> bool:
    """Tell whether the subject of a direction is a number that the word is not one of."""
    names = {o.name for o in own}
    before = [t for t in topics if fact.left <= t.start and t.end <= fact.start]
    last = max((t.end for t in before), default=0)
    nearest = {t.output for t in before if t.end == last}
    numbers = {o.name for o in outputs if o.kind == "number"}
    joined = re.fullmatch(r"(?:\s+\w+){0,3}\s+", text[last : fact.start]) is not None
    return joined and bool(nearest) and nearest <= numbers and not nearest & names


def changed_output(fact: Fact, topics: Sequence[Topic], held: Sequence[Output]) -> Output | None:
    """Return the output that a change's own clause names, whatever the unit of the number."""
    own = [t for t in topics if fact.left <= t.start < fact.right]
    return _named(fact, own, [o for o in held if o.kind == "number"])


def _of_date(
    fact: Fact, text: str, topics: Sequence[Topic], dated: Sequence[Output]
) -> Output | None:
    """Return the date that is spoken of: one that is named, or the only one of a maximum."""
    named = _named(fact, topics, dated)
    if named is not None or not topics or not _MAXIMUM.search(text):
        return named
    return dated[0] if dated else None


def _same(word: str, phrase: str) -> bool:
    return bool(phrase_pattern((phrase,)).fullmatch(word))


def _of_label(
    fact: Fact, text: str, topics: Sequence[Topic], outputs: Sequence[Output], plan: Plan
) -> Output | None:
    if fact.band is None:
        return next((o for o in outputs if fact.label in o.choices), None)
    if plan.graded:
        return _graded(fact, text, topics, outputs, plan)
    if plan.bands:
        effect = _nearest_before(fact, topics)
        own = next((o for o in outputs if o.name == effect and o.changes_of), None)
        main = next((o for o in outputs if o.kind == "number" and not o.changes_of), None)
        return own or main
    graded = [o for o in outputs if any(fact.band in s.bands for s in o.scales)]
    return _nearest(fact, topics, graded)


#: Most characters between an effect and the label that grades it.
_FAR = 120


def _nearest_before(fact: Fact, topics: Sequence[Topic]) -> str:
    """Return the output that is named last before a fact, else next behind it; "" for none."""
    before = [t for t in topics if t.end <= fact.start and fact.start - t.end <= _FAR]
    behind = [t for t in topics if fact.end <= t.start < fact.right]
    named = before[-1:] or behind[:1]
    return named[0].output if named else ""


def _graded(
    fact: Fact, text: str, topics: Sequence[Topic], outputs: Sequence[Output], plan: Plan
) -> Output | None:
    """Return the output that a label grades: one that its clause names, or else the sentence.

    What follows it in "a minor change in comfort" is what it is about; where that is no output,
    the word grades nothing.
    """
    benefit = _BENEFIT.match(text, fact.end)
    if benefit is not None and all(
        t.end <= benefit.start() or benefit.end() <= t.start for t in topics
    ):
        return None
    after = _ABOUT.match(text, fact.end)
    if after is not None:
        topics = [t for t in topics if 0 <= t.start - after.end() < _NEAR]
    else:
        topics = [t for t in topics if fact.left <= t.start < fact.right] or topics
        topics = _own_topics(fact, text, topics)
    scaled = {s.output for s in plan.graded}
    named = {t.output for t in topics} & scaled
    output = _named(fact, topics, [o for o in outputs if o.name in named])
    scale = plan.scale_of(output.name) if output is not None else None
    return output if scale is not None and band_named(fact.label, scale) is not None else None


def _of_number(
    fact: Fact, text: str, topics: Sequence[Topic], outputs: Sequence[Output], plan: Plan
) -> Output | None:
    if fact.printed[-1].unit == "percent":
        counted = counted_in(fact, text, _numeric(outputs)[0]) if len(plan.calls) > 1 else None
        if counted is not None:
            return counted
        if of_people(text, fact.end):  # no change of the patients
            outputs = [o for o in outputs if o.unit == "percent" and not o.is_change]
    return _of_quantity(fact, text, topics, outputs, plan)


def _of_quantity(
    fact: Fact, text: str, topics: Sequence[Topic], outputs: Sequence[Output], plan: Plan
) -> Output | None:
    unit = fact.printed[-1].unit
    numeric, by_family = _numeric(outputs)
    fitting = by_family.get(family(unit), [])
    if unit == "percent":
        fitting = [o for o in fitting if not o.changes_of]
        if is_part(fact, text):  # three quarters of the patients are no change of their number
            fitting = [o for o in fitting if not o.is_change]
            if not fitting:
                return None
        compared = _multiplies(fact) or (fact.direction != "none" and len(plan.calls) > 1)
        own = _own_topics(fact, text, topics)
        named = changed_output(fact, own, numeric) if compared and fact.of_change else None
        if named is not None and named.unit != "percent":
            return named  # "the peak is five times as high", "80 % higher"
    if not fitting and unit == "percent":
        fitting = [o for o in numeric if o.unit == "degC"] if fact.of_change else []
        relative = _relative(numeric)
        changes = fact.direction != "none" or fact.printed[0].signed
        if not fitting and (changes or not _OF.match(text, fact.end)):
            return _named(fact, _own_topics(fact, text, topics), relative)
    if not topics and (_needs_name(fact, unit, text) or _of_another(fact, text, numeric, plan)):
        return None
    if unit:
        absolute = [o for o in fitting if not o.changes_of and not o.unit.startswith("delta_")]
        named = _named(fact, _own_topics(fact, text, topics), fitting)
        named = named or _named(fact, topics, fitting)
        if named is not None and absolute and _of_other_clause(fact, text, topics, named):
            named = None
        named = of_each(named, text, fitting)
        stated = None if named else _stated_of(fact, text, topics, numeric)
        return named or stated or (absolute or fitting or [None])[0]
    return _of_count(fact, text, topics, fitting)


def is_part(fact: Fact, text: str) -> bool:
    """Tell whether a share in words is one of a whole that is named behind it."""
    printed = fact.printed[-1]
    words = printed.text[-1:].isalpha() and printed.unit_end == printed.end
    return words and not printed.signed and as_share(text, _unread(printed)).unit == "percent"


def _unread(printed: Printed) -> Printed:
    return printed.model_copy(update={"unit": "", "value": printed.value / 100})


@once_for_each
def _numeric(outputs: Sequence[Output]) -> tuple[list[Output], Mapping[str, list[Output]]]:
    """Return the outputs that are numbers, together and by the kind of quantity."""
    numeric = [o for o in outputs if o.kind == "number"]
    by_family: dict[str, list[Output]] = {}
    for output in numeric:
        by_family.setdefault(family(output.unit), []).append(output)
    return numeric, by_family


def _multiplies(fact: Fact) -> bool:
    """Tell whether a number is a factor in words: "twice as high", "five times"."""
    return fact.printed[-1].text[-1:].isalpha()


def _of_another(fact: Fact, text: str, outputs: Sequence[Output], plan: Plan) -> bool:
    """Tell whether a share whose output is not named has a subject that is none of the plan's.

    "Winter rainfall goes up by 18 %" is no change of what was simulated; "It goes up" may be.
    """
    if fact.printed[-1].unit != "percent":
        return False
    own = {str(v).casefold() for call in plan.calls for v in call.arguments.values()}
    named = [w for o in outputs for w in (*o.words, *o.unit_words, *o.rise_words, *o.fall_words)]
    known = {part for phrase in (*own, *named) for part in _WORD.findall(phrase.casefold())}
    before = _WORD.findall(text[fact.left : fact.start].casefold())
    return any(
        word not in NAMELESS and not {word, word.removesuffix("s")} & known
        and not _GROWS.fullmatch(word)
        for word in before
    )  # fmt: skip


_WORD = re.compile(r"[^\W\d_]{2,}")


def _relative(numeric: Sequence[Output]) -> list[Output]:
    """Return the outputs whose changes are in percent, so that any percentage is a change."""
    bases = {o.changes_of for o in numeric if o.unit == "percent"}
    return [o for o in numeric if o.name in bases]


#: What goes on with something else: "falls by 27 % and idling by 93 %".
_JOINT = re.compile(r",|\b(?:and|while|whereas|but)\b", re.IGNORECASE)


#: What a time is a part of: "takes 1 s of the average trip".
_WHOLE = re.compile(r"\s+(?:out )?of\s+(?:the|an?|each|every)\s+(?:average\s+)?", re.IGNORECASE)


def _own_topics(fact: Fact, text: str, topics: Sequence[Topic]) -> list[Topic]:
    """Leave out what is named after a comma behind a number that has an output before it."""
    before = any(fact.left <= t.start < fact.start for t in topics)
    return [
        t
        for t in topics
        if not (
            before
            and t.start >= fact.end
            and (
                _JOINT.search(text, fact.end, t.start) or _WHOLE.fullmatch(text, fact.end, t.start)
            )
        )
    ]


def _of_other_clause(fact: Fact, text: str, topics: Sequence[Topic], named: Output) -> bool:
    """Tell whether a value stands apart from the change that is named: "at 30.75 °C, ..."."""
    if not named.changes_of or fact.of_change:
        return False
    places = [t for t in topics if t.output == named.name and t.start >= fact.end]
    return bool(places) and "," in text[fact.end : places[0].start]


def _needs_name(fact: Fact, unit: str, text: str) -> bool:
    """Tell whether a number says too little by its unit: a time, or a share without a change."""
    if family(unit) == "time":
        return not _REACHED.search(text)
    return unit == "percent" and not (fact.of_change or _multiplies(fact) or _GROWS.search(text))


#: What a time may run to, though nothing names the time itself.
_REACHED = re.compile(
    r"\breach\w*\s+(?:its|their|the|a)\s+(?:top|height|maximum|highest|ceiling|zenith|apex|summit|"
    r"climax)\b",
    re.IGNORECASE,
)
#: What joins a number to the name before it ("the peak is low, with a median value of 6 weeks").
_VALUE_OF = re.compile(
    r"[^.;:]*\b(?:(?:median|mean|average|magnitude|value|level|height)\s+(?:[a-z]+\s+){0,2}?(?:of|at|is)|"
    r"(?:change|increase|decrease|rise|fall|reduc)\w*\s+by)\s+(?:(?:about|approximately|around|only|just|"
    r"nearly|roughly)\s+)?$",
    re.IGNORECASE,
)


def _stated_of(
    fact: Fact, text: str, topics: Sequence[Topic], numeric: Sequence[Output]
) -> Output | None:
    """Return the output of which a number is said to be a value, whatever its unit.

    A value in a unit of another family is wrong, and no value of an output that has the unit.
    """
    before = [t for t in topics if t.end <= fact.start]
    joined = [t for t in before if _VALUE_OF.fullmatch(text, t.end, fact.start)]
    names = {o.name: o for o in numeric}
    return next((names[t.output] for t in reversed(joined) if t.output in names), None)


def _of_count(
    fact: Fact, text: str, topics: Sequence[Topic], fitting: Sequence[Output]
) -> Output | None:
    tail = text[fact.end :]
    counted = [o for o in fitting if _followed(tail, o)]
    if not counted and not _NO_NOUN.match(tail):
        return None
    named = _named(fact, topics, counted or fitting)
    if named is not None or (counted and not (counted[0].stochastic and len(counted) > 1)):
        return named or counted[0]
    # "On the peak day" names a date, and in it what is highest on that day.
    inside = [o for o in fitting if any(find_phrases(t.words, o.words) for t in topics)]
    if inside:
        return inside[0]
    spread = [o for o in fitting if o.stochastic]
    return spread[0] if spread and _END.search(text) else None


def _followed(tail: str, output: Output) -> bool:
    if not output.unit_words:
        return False
    found = phrase_pattern(output.unit_words).search(tail)
    return found is not None and len(tail[: found.start()].split()) <= 2


def _named(fact: Fact, topics: Sequence[Topic], fitting: Sequence[Output]) -> Output | None:
    """Return the fitting output that the text names nearest to the fact, its clause first."""
    names = {o.name: o for o in fitting} if topics else {}
    near = [t for t in topics if t.output in names]
    if not near:
        return None
    best = min(near, key=lambda t: (not fact.left <= t.start < fact.right, _distance(fact, t)))
    return names[best.output]


def _distance(fact: Fact, topic: Topic) -> int:
    return max(0, fact.start - topic.end, topic.start - fact.end)


def _nearest(fact: Fact, topics: Sequence[Topic], fitting: Sequence[Output]) -> Output | None:
    return _named(fact, topics, fitting) or (fitting[0] if fitting else None)
