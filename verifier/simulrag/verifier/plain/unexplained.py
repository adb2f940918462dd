"""What of a sentence no interpretation accounts for: a reading counts only if that is nothing."""

import re
from collections.abc import Iterable, Iterator

from simulrag.verifier.plain.course_words import COURSE
from simulrag.verifier.plain.instants import Time
from simulrag.verifier.plain.items import Item, relative_periods
from simulrag.verifier.plain.marks import PIVOT, SUPERLATIVE, UNREAD, Comparative
from simulrag.verifier.plain.narrowing import narrowed
from simulrag.verifier.plain.regions import regions
from simulrag.verifier.plain.rephrasing import unread_turns
from simulrag.verifier.plain.represented import opens_series
from simulrag.verifier.plain.scene import SEASONS, Scene
from simulrag.verifier.plain.strange_names import opening_name, strange_names
from simulrag.verifier.plain.unfollowed import unfollowed
from simulrag.verifier.plain.vocabulary import unknown_words
from simulrag.verifier.quantities import quantities
from simulrag.verifier.reading.mentions import unique_parameters
from simulrag.verifier.reading.signs import RISE
from simulrag.verifier.reading.text import Span, find_phrases

#: Words for times; those of none of the times read keep a sentence from being read.
_TIMES = re.compile(
    r"\b(?:centur(?:y|ies)|(?:first|last|final|early|late|next|coming)\s+(?:\w+\s+)?decades?|"
    r"mid-\w+|the\s+\d{1,2}(?:st|nd|rd|th)\b(?!\s+century)|(?<!that )(?<!same )months?|autumn|"
    r"spring|fortnight|"
    r"(?<=to )the\s+(?:next|following)(?=\s*(?:[.,;:]|$))|"
    r"(?<!several )(?<!some )(?<!few )(?<!many )(?:weeks?|days?|years?)\s+(?:later|earlier|ago|"
    r"past|before|after|on end))\b",
    re.I,
)
_POINTERS = re.compile(
    r"\b(?:(?:that|this|the\s+same)\s+(?:week|day|month|date)|(?:those|these|the\s+same)\s+(?:\w+\s+)?"
    r"(?:years|decades|dates|centuries))\b",
    re.I,
)
_SEVERAL = re.compile(r"those|these", re.I)
_ADDED = r"doubl\w*|tripl\w*|quadrupl\w*|above|over|extra|additional|plus|boost\w*|lift\w*|push\w*"
#: "A second wave": not the one that an output is of.
_FURTHER = re.compile(r"\b(?:second|third|another|further)\s+(?:\w+\s+)?$", re.I)


def left_over(scene: Scene) -> str:
    """Return the first words that no interpretation has accounted for, "" where none are."""
    left = [
        *_found(scene),
        *_worded(scene.text),
        *_worded_unless(scene),
        *_further(scene),
        *_continued(scene),
        *_of_models(scene),
        *_slowed(scene),
        *_owned(scene),
        *_unset(scene),
        *unknown_words(scene.text, scene.simulator),
        *unread_turns(scene.text),
        *narrowed(scene),
        *regions(scene),
        *unfollowed(scene),
        *strange_names(scene),
        *opening_name(scene),
    ]
    free = [(at, words) for at, words in sorted(left) if not _is_used(scene, at)]
    return free[0][1] if free else ""


def _found(scene: Scene) -> Iterator[tuple[int, str]]:
    """Yield what was found in a sentence and has a meaning for results."""
    text = scene.text
    spans = [
        *(t for t in scene.times if t.grain != "now" and not _of_whole_series(scene, t)),
        *scene.items,
        *scene.domains,
        *scene.quantifiers,
        *scene.asides,
        *scene.others,
        *scene.joint,
    ]
    yield from ((s.start, text[s.start : s.end]) for s in spans)
    yield from ((s.start, s.text) for s in (*scene.numbers, *scene.ratios, *scene.negations))
    yield from ((c.start, c.words) for c in scene.comparatives if not _harmless(scene, c))
    yield from ((i.start, "a change without a direction") for i in scene.items
                if _undirected(scene, i))  # fmt: skip


def _worded(text: str) -> Iterator[tuple[int, str]]:
    """Yield words that always change what is said."""
    for pattern in _ALWAYS:
        yield from ((m.start(), m.group()) for m in pattern.finditer(text))
    yield from ((m.start("a"), m["a"]) for m in _BETWEEN.finditer(text))


def _worded_unless(scene: Scene) -> Iterator[tuple[int, str]]:
    """Yield words that change what is said, but where the scene tells what they are of."""
    text, mean = scene.text, _is_mean(scene)
    yield from ((m.start(), m.group()) for m in COURSE.finditer(text)
                if m.group().lower() != "average" or not mean)  # fmt: skip
    yield from ((m.start(), m.group()) for m in PIVOT.finditer(text) if _compares(scene, m))
    yield from ((m.start(), m.group()) for m in _POINTERS.finditer(text) if _points(scene, m))
    yield from ((m.start(), m.group()) for m in _MEASURED.finditer(text) if not mean)


#: What happens anew is said of the time since which it has not.
_ANEW = re.compile(r"\b(?:first|again|last|anew|once\s+more)\b", re.I)


def _of_whole_series(scene: Scene, time: Time) -> bool:
    """Tell whether "since 2022" says no more than that the whole series is spoken of."""
    named = any(scene.parameter(i.parameter).periods for i in scene.items)
    alone = not named and not scene.named_period and len(scene.times) <= _TIMES_OF_RECORD
    return alone and opens_series(scene, time) and not _ANEW.search(scene.text)


#: The day of a record may stand beside the year since which it is one.
_TIMES_OF_RECORD = 2


def _is_mean(scene: Scene) -> bool:
    """Tell whether the function's own outputs are means, so that "on average" adds nothing."""
    return any(
        re.search(r"\b(?:mean|average)\b", word)
        for o in scene.function.outputs
        for word in (*o.words, *o.loose_words)
    )


_MODELLED = re.compile(r"\b(?:median|ensemble|quantile|percentile)s?\b", re.I)


def _of_models(scene: Scene) -> Iterable[tuple[int, str]]:
    """Yield words that only results of a model have, where what was observed is spoken of."""
    if not scene.function.observed or any(o.published for o in scene.function.outputs):
        return
    yield from ((m.start(), m.group()) for m in _MODELLED.finditer(scene.text))
    own = {p.name for p in scene.function.parameters}
    yield from ((start, scene.text[start:end]) for start, end in further_periods(scene, own))
    for parameter in unique_parameters(scene.simulator):
        if parameter.name not in own and parameter.required and parameter.kind in _SET:
            yield from ((s.start, s.text) for s in find_phrases(scene.text, parameter.words))


def further_periods(scene: Scene, own: set[str]) -> Iterable[tuple[int, int]]:
    """Yield "the winter before" and the like, where a function has no such periods."""
    for parameter in unique_parameters(scene.simulator):
        if parameter.periods and parameter.name not in own:
            yield from ((i.start, i.end) for i in relative_periods(scene.text, (parameter,)))


#: Kinds of inputs that are set in a model and observed nowhere.
_SET = ("number", "integer", "share")


def _further(scene: Scene) -> Iterable[tuple[int, str]]:
    for _, span in scene.topics:
        match = _FURTHER.search(scene.text[: span.start])
        if match is not None:
            yield match.start(), match.group() + span.text


#: A noun that makes another thing of the one before it: "doubling CO2 emissions".
_CONTINUES = re.compile(r"\s+emissions?\b", re.I)


def _continued(scene: Scene) -> Iterable[tuple[int, str]]:
    for output, span in scene.topics:
        match = _CONTINUES.match(scene.text, span.end)
        if match is not None and span.end > span.start and not output.proportional_to:
            yield match.end() - 1, scene.text[span.start : match.end()]


def _is_used(scene: Scene, at: int) -> bool:
    spans = [*scene.used, *(s for _, s in scene.topics), *_said(scene)]
    return any(s.start <= at < s.end for s in spans)


def _said(scene: Scene) -> list[Span]:
    """Return times and states counted from that are accounted for by what they are."""
    return [
        *scene.baselines,
        *(s for s in scene.spans(t for t in scene.times if t.grain == "now")),
    ]


def _harmless(scene: Scene, word: Comparative) -> bool:
    """Tell whether a comparative belongs to a qualifier ("more than 400") or is a bare "up"."""
    qualifies = any(
        q.qualified_from < word.end and word.start < q.end for q in quantities(scene.text)
    )
    return qualifies or word.words.lower() in ("up", "down", "more", "less")


#: Means and widths, where no output is one: "ten thousand a week on average", "0.8 °C wide".
_MEASURED = re.compile(r"\b(?:on average|averag(?:ed?|es|ing)|(?:in )?the mean)\b", re.I)
_WIDE = re.compile(r"(?<=[°CFK] )wide\b|(?<=degrees )wide\b|\bwidth\b", re.I)
#: How far a value moves, said without a way: "changed by -48", "went from 151 to 103".
_MOVED = re.compile(
    r"\bchang(?:e|es|ed|ing)\s+(?:by|of)\s+(?:about\s+|around\s+|some\s+)?[-+]?\d|"
    r"(?<=\bwent )from\s+\d|(?<=\bgoes )from\s+\d|(?<=\bgoing )from\s+\d|(?<=\bmoved )from\s+\d|"
    r"\b(?:the\s+two|both|these\s+two)\s+(?:settings|interventions|strategies|runs|outcomes|"
    r"options)\b|"
    r"\b(?:began|begins?|started|starts?|opened|ended|ends?|finished|closed)\s+(?:at|with|on)\s+"
    r"(?:about\s+|around\s+|some\s+)?\d(?![\d,]*\s+(?:january|february|march|april|may|june|july|"
    r"august|"
    r"september|october|november|december))|"
    r"\b(?:gain|loss)(?:es|s)?\b|"
    r"\bthe\s+(?:first|last|final|opening|closing)\s+week\b",
    re.I,
)
#: In how many weeks something holds is no value of all of them.
_COUNTED_STEPS = re.compile(
    r"\b(?:only|just|exactly|precisely|but)\s+(?:in\s+)?(?:an?|one|1|two|three|four|five|\d+)"
    r"\s+(?:single\s+)?weeks?\b"
    r"(?!\s+(?:later|earlier|before|after|ago|on|apart|behind|ahead))",
    re.I,
)
#: Steps in a row, and each step: what a value at one of them does not say.
_STEPS = re.compile(
    r"\bweeks?\s+(?:in\s+a\s+row|running|in\s+succession|straight|on\s+end|at\s+a\s+stretch)\b|"
    r"\b(?:consecutive|straight|successive)\s+weeks?\b|"
    r"(?<=[a-z]\s)(?:each|every)\s+(?:single\s+|and\s+every\s+)?week\s*(?=[,.;]|$|(?:from|between|"
    r"until|of|in|since|after|before)\b)",
    re.I,
)
_SUPERLATIVES = (
    r"most|fewest|highest|lowest|largest|smallest|biggest|greatest|worst|hardest|heaviest|busiest|"
    r"mildest|warmest|"
    r"coldest|hottest|coolest|earliest|latest|best"
)
#: Places in an order other than the first; a reading that takes them for the first is wrong.
_PLACED = re.compile(
    r"\b(?:second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|next|\d+(?:nd|rd|th|"
    r"st))[\s-]+"
    r"(?:most|fewest|least|earliest|latest|\w+est|worst|best)\b|\b(?:top|bottom)[\s-]+(?:two|"
    r"three|four|five|"
    r"six|seven|eight|nine|ten|twenty|\d+|half|quarter|third)\b|\brank(?:s|ed|ing)?\b|"
    r"\brunners?-up\b|"
    r"\b(?:two|three|four|five|six|seven|eight|nine|ten|\d+)\s+(?:[\w-]+\s+){0,2}?(?:highest|"
    r"lowest|largest|"
    r"smallest|biggest|worst|hardest|busiest|mildest|warmest|coldest)\b|"
    rf"\b(?:one|some|many|several|most|each|part)\s+of\s+the\s+(?:very\s+)?(?:{_SUPERLATIVES})\b|"
    rf"\b(?:among|amongst)\s+the\s+(?:very\s+)?(?:{_SUPERLATIVES})\b",
    re.I,
)
#: Verbs that turn or grade what a noun of change behind them says ("slows the warming").
_GRADES = re.compile(
    r"\b(?:slow|limit|curb|damp|temper|reduc|lessen|weaken|moderat|offset|counteract|mask|delay|"
    r"speed|accelerat|amplif|strengthen|reinforc|halt|stop|prevent|avoid|cap)\w*\b",
    re.I,
)


#: How wide a number is to be taken, which changes what it says.
_SPREAD = re.compile(r"\b(?:give\s+or\s+take|plus\s+or\s+minus)\b|\+/-|±", re.I)
#: The lower of two limits in words, which is easily taken for no number.
_BETWEEN = re.compile(
    r"\bbetween\s+(?P<a>an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\s+and\s+(?=[a-z\d-]+\s)",
    re.I,
)
#: Words that multiply or divide: a reading that passes over one has not understood it.
_MULTIPLIES = re.compile(
    r"\b(?:doubl(?:e|es|ed|ing)|tripl(?:e|es|ed|ing)|trebl(?:e|es|ed|ing)|quadrupl(?:e|es|ed|ing)|"
    r"halv(?:e|es|ed|ing)|"
    r"half|twice|thrice|(?:two|three|four|five|six|seven|eight|nine|ten|twelve)?-?fold|"
    r"(?:two|three|four)[\s-](?:thirds|quarters|fifths)|(?:a|one)\s+(?:third|quarter|fifth|sixth|"
    r"tenth)|fraction|"
    r"times(?=\s+(?:as|the|that|those|higher|larger|more|what)))\b",
    re.I,
)
#: "Too weak to spread" denies what follows.
_EXCESS = re.compile(r"\btoo\s+(?!\s*[,.])[a-z]+\b", re.I)
#: What is only supposed is not said: "perhaps", "if pigs fly".
#: A unit that the numbers of a sentence are put in, though it does not stand beside them.
_CONVERTED = re.compile(r"\bin(?:to)? (?:degrees )?(?:Fahrenheit|kelvins?)\b", re.I)
_SUPPOSED = re.compile(r"\b(?:perhaps|maybe|possibly|allegedly|supposedly)\b|,\s+then\b", re.I)
#: What somebody holds or held to be, or what might have been, is not said to be.
_HELD = re.compile(
    r"\b(?:few|many|most|some|nobody|no\s+one|none|everyone|everybody|anyone|people|experts?|"
    r"critics|"
    r"forecasters?|officials|observers|others?|they|he|she|you)\s+(?:(?:would|had|has|have|could|"
    r"may|might|"
    r"once|still|now|people|experts?)\s+)*(?:believ|think|thought|expect|guess|imagin|assum|"
    r"suppos|project|"
    r"predict|claim|argu|fear|hop|wish|want|feel|felt|suspect|anticipat|reckon|forecast)\w*\b|"
    r"\b(?:was|were|had\s+been)\s+(?:\w+\s+)?(?:expected|projected|predicted|forecast|thought|"
    r"believed|"
    r"assumed|supposed|meant|feared|said|rumou?red|anticipated)\s+to\b|"
    r"\b(?:could|might|may)\s+(?:\w+\s+)?have\s+(?:been|had|seen|come|risen|fallen|\w+ed)\b|"
    r"^\W*(?:suppose|assume|imagine|pretend)\b(?!.*[:,]\s)",
    re.I,
)
#: The lower of two limits, which is easily taken for a pronoun: "one to four degrees".
_ONE_TO = re.compile(
    r"\bone\s+(?:to|or)\s+(?=(?:two|three|four|five|six|seven|eight|nine|ten|\d[\d.]*)\s+"
    r"(?:degrees?|weeks|months|days|percent|per\s+cent|points|°))",
    re.I,
)
#: How much in round words, which no reading without a number holds: "by several hundred".
_VAGUE_AMOUNT = re.compile(
    r"\b(?:several|many|(?:a\s+)?few|some|a\s+couple\s+of)\s+(?:hundred|thousand|dozen|million)\b|"
    r"\b(?:hundreds|thousands|dozens|scores|tens)\s+(?:of|more|fewer)\b",
    re.I,
)
#: "Keeps the peak from rising": what does not happen.
_KEPT_FROM = re.compile(
    r"\b(?:keep|kept|hold|held|sav|far)\w*\b[^.;:]{0,60}?\bfrom\s+(?:ris|fall|grow|climb|increas|"
    r"drop|shrink|warm|cool|exceed|pass|gett|becom)ing\b",
    re.I,
)
_ALWAYS = (
    UNREAD, SUPERLATIVE, SEASONS, _TIMES, _EXCESS, _WIDE, _MOVED, _SPREAD, _PLACED, _SUPPOSED,
    _HELD, _KEPT_FROM, _ONE_TO, _CONVERTED, _COUNTED_STEPS, _STEPS, _VAGUE_AMOUNT, _MULTIPLIES,
)  # fmt: skip
_OWNED = re.compile(
    r"'s?\s+(?P<what>(?:[a-z][\w-]*\s+){1,4}?)(?:is|was|are|were|will|would|has|had)\b"
)


def _unset(scene: Scene) -> Iterable[tuple[int, str]]:
    """Yield words of an input that would have to take its default, though it is spoken of."""
    given = {item.parameter for item in scene.items}
    moved = any(scene.parameter(name).kind == "change" for name in given)
    for parameter in scene.function.parameters:
        optional = not parameter.required and parameter.default is not None
        changed = parameter.kind == "change" and moved  # "halving CO2 and methane" halves both
        loose = optional and parameter.kind in ("number", "share")
        if (loose or changed) and parameter.name not in given:
            yield from ((s.start, s.text) for s in find_phrases(scene.text, parameter.words))


def _owned(scene: Scene) -> Iterable[tuple[int, str]]:
    """Yield what a place is said to have and no output speaks of: "Cairo's tap water is ..."."""
    for item in scene.items:
        match = _OWNED.match(scene.text, item.end)
        if match is None:
            continue
        known = [
            *(s for _, s in scene.topics),
            *scene.spans(scene.items),
            *scene.spans(scene.times),
        ]
        if not any(match.start("what") <= s.start < match.end("what") for s in known):
            yield match.start("what"), match["what"]


def _slowed(scene: Scene) -> Iterable[tuple[int, str]]:
    nouns = [c for c in scene.comparatives if c.outputs and c.words.lower().endswith("ing")]
    for match in _GRADES.finditer(scene.text):
        gaps = [scene.text[match.end() : c.start] for c in nouns if c.start >= match.end()]
        if any(re.fullmatch(r"\s+(?:[\w-]+\s+){0,3}", gap) for gap in gaps):
            yield match.start(), match.group()


def _compares(scene: Scene, match: re.Match[str]) -> bool:
    """Tell whether "than" and the like lead in something that could be compared with."""
    after = match.end()
    if any(0 <= s.start - after <= len(" that in the ") for s in scene.baselines):
        return False
    figures = [q for q in quantities(scene.text) if not SEASONS.match(scene.text, q.start)]
    if any(q.qualified_from <= match.start() < q.start for q in figures):
        return False
    named = any(0 <= i.start - after <= len(" in the state of ") for i in scene.items)
    return named or match.group().lower().startswith("than")


def _points(scene: Scene, match: re.Match[str]) -> bool:
    """Tell whether "that week" points at none that the sentence has named before.

    "Those decades" may be a period that was named before the sentence.
    """
    if _SEVERAL.match(match.group()) and any(p.periods for p in scene.function.parameters):
        return False
    return not any(t.end <= match.start() for t in scene.times)


def _undirected(scene: Scene, item: Item) -> bool:
    """Tell whether a change has no word or sign that says which way it goes."""
    if scene.parameter(item.parameter).kind != "change" or item.value == 0:
        return False
    if isinstance(item.value, int | float) and item.value < 0:
        return False
    around = scene.text[max(0, item.start - 45) : item.end + 30]
    return not re.search(rf"\b(?:{RISE}|{_ADDED})\b|\+", around, re.I)
