"""Words that say that something rises or falls."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from simulrag.verifier.quantities import Printed
from simulrag.verifier.reading.beside import (
    Beside,
    compared_by_verb,
    number_beside,
    values_beside,
)
from simulrag.verifier.reading.clauses import outside
from simulrag.verifier.reading.fact import Direction, Vocabulary
from simulrag.verifier.reading.mentions import FALL, RISE
from simulrag.verifier.reading.named_changes import comes_to
from simulrag.verifier.reading.signs import FALL_PIECES, RISE_PIECES
from simulrag.verifier.reading.text import AnyCase, Phrases, Span

#: What may stand between a word of direction and the number after it.
_LINK = re.compile(
    r"\s*(?:trend|effect|temperature|change|shift|influence)?"
    r"\s*(?:in|for|at|between|from|over|than)?[^.;]*?"
    r"(?:\b(?:of|by|is|was|be|to|exceeds?|at|about|around|nearly|than|only|is an?)\b[\w\s,-]*"
    r"|[\s:=(]*)$",
    re.IGNORECASE,
)


#: A value that is said to cross a limit is compared with it, not with another value.
_CROSSES = re.compile(
    r"(?:fall|fell|drop|ris|rose|climb)\w*\s+(?:below|under|above|over|past|beyond)\s+[-+]?\d",
    re.IGNORECASE,
)


#: "to 9 °C" names a value; "from 1990 to 2050 is 9 °C" does not.
TO = AnyCase(r"\bto\s+(?:(?!is\b|was\b|be\b|amounts?\b|comes\b|totals?\b)\w+\s+)?$")


#: What a difference is in: "a distinction in local warming impacts" says not which is warmer.
_GRADED = re.compile(
    r"\b(?:variation|differen\w+|distinction|contrast|dispar\w+|diverg\w+|gap)\s+(?:\w+\s+){0,2}?"
    r"(?:in|of|between)\s+(?:\w+\s+){0,3}$",
    re.IGNORECASE,
)


_RISES = AnyCase(rf"\b(?:{RISE})\b", holding=RISE_PIECES)
#: What is said of results only: what is saved or avoided is less than there was.
_FALLS = AnyCase(
    rf"\b(?:{FALL}|fewer|sav(?:e|es|ed|ing)|spar(?:es|ed|ing)|avoid(?:s|ed|ing)?|(?:stay|kept|"
    rf"keep)s? out of the (?:air|atmosphere)|disappear\w*|"
    r"eas(?:es|ed|ing)|(?<=emissions )ease|dwindl\w*|subsid\w*|abat(?:es?|ed|ing)|diminish\w*|"
    r"slash\w*|trim(?:s|med|ming)?|"
    r"vanish\w*|undercut\w*|(?:not|no longer) (?:emitted|released|burn(?:ed|t)|used|"
    r"needed|spent))\b",
    holding=(
        *FALL_PIECES, "eas", "dwindl", "subsid", "abat", "diminish", "slash", "trim", "air",
        "atmosphere", "fewer", "sav", "spar", "avoid", "disappear", "vanish", "undercut", "emitted",
        "released", "burn", "used", "needed", "spent",
    ),
)  # fmt: skip
#: A level that is the higher one: "gives the higher reading, 26.5 °C".
HIGHER_LEVEL = AnyCase(
    r"\s+(?:[\w-]+\s+)?(?:reading|temperature|value|figure|level|projection)s?(?:,|\s*[(:]|\s+of)\s*$"
)
#: A share of what something is compared with: "12 % below the baseline".
_BESIDE = AnyCase(
    r"\s*(?:(?P<low>below)|(?P<high>above|on top of))\s+(?:the|that|its|those|what|today)\b"
    r"(?!\s+(?:[\w-]+\s+){0,2}?(?:\d|threshold|limit|mark|line|freezing|cut-?off))"
)
#: A comparative just behind a number: "16 more vehicles", "20 seconds less than today".
_BEHIND = AnyCase(
    r"\s*(?:(?P<low>less|fewer|off)|(?P<high>more|extra|additional))\b"
    r"(?!\s+than\s+(?:[a-z]+\s+){0,2}\d|\s+or\b)"
)


_IDIOM_AFTER = re.compile(
    r"\s*(?:within|into|between(?=\s+[-+]?\d)|under|(?:well |far |just )?short|in the|outside|"
    r"on|to be|apart|ill|"
    r"sick|victim)\b",
    re.IGNORECASE,
)
#: "a modest fall on account of", where a fall is no falling on a date
_NOUN_BEFORE = re.compile(r"\b(?:an?|the|this|no|any)\s+(?:[\w-]+\s+)?$", re.IGNORECASE)
_PACE = re.compile(
    r"\b(?:slow\w*\s+(?:[\w-]+\s+){0,3}?down|sp(?:eed|ed)\w*\s+(?:[\w-]+\s+){0,3}?up)$", re.I
)
_FOR = re.compile(r"\bfor\s+$")


class DirectionWord(NamedTuple):
    start: int
    end: int
    direction: Direction
    own: bool
    #: The word of an output that it stands for ("higher" for "above"); its own where empty.
    stands_for: str = ""


def direction_words(text: str, inputs: Sequence[Span], words: Vocabulary) -> list[DirectionWord]:
    """Return the words of direction outside restated inputs, in order."""
    found: list[DirectionWord] = []
    both: tuple[tuple[Phrases, AnyCase, Direction], ...] = (
        (words.rises, _RISES, "rise"),
        (words.falls, _FALLS, "fall"),
    )
    for phrases, _, direction in both if words.directions.find(text) else ():
        found += [
            DirectionWord(start=s.start, end=s.end, direction=direction, own=True)
            for s in phrases.find(text)
            if all(s.end <= w.start or s.start >= w.end for w in found)
        ]
    for _, pattern, direction in both:
        for match in pattern.finditer(text):
            span = match.span()
            if all(span[1] <= w.start or span[0] >= w.end for w in found):
                found.append(
                    DirectionWord(start=span[0], end=span[1], direction=direction, own=False)
                )
    for match in (*_VERB.finditer(text), *_ASKED.finditer(text)):
        verb = _verb(match)
        if all(verb.end <= w.start or verb.start >= w.end for w in found):
            found.append(verb)
    for word in (*values_beside(text), *compared_by_verb(text)):
        if all(word.end <= w.start or word.start >= w.end for w in found):
            found.append(_beside(word))
    found += _beside_baseline(text, found)
    kept = [
        w for w in found if outside(w.start, w.end, inputs) and not _idiom(text, w.start, w.end)
    ]
    return sorted(_without_alternatives(text, kept), key=lambda w: w.start)


#: What makes a verb of "warm" and "cool".
_MODAL = "|".join(rf"(?<=\b{word} )" for word in ("to", "not", "will", "would", "may", "could"))
#: Verbs that move a value, which are no words of an output's own.
_VERB = AnyCase(
    r"\b(?:(?P<rise>extra|additional|another|further|jump(?:s|ed|ing)?|"
    r"surg(?:e[sd]?|ing)|soar(?:s|ed|ing)?|leap(?:s|t|ed)?|"
    r"(?:creep|crept|edg|inch|nudg)\w* (?:up|higher)|heat(?:s|ed|ing)?(?: up)?|"
    rf"(?:{_MODAL})warm)|"
    r"(?P<fall>s[iau]nk(?:s|ing)?|slip(?:s|ped|ping)?|slump\w*|plung\w+|plummet\w*|dip(?:s|ped)?|"
    r"giv(?:es?|ing) up|gave up|forfeit\w*|"
    r"slid(?:e|es|ing)?|reced\w+|chill(?:s|ed|ing)?|los(?:e|es|t|ing)|shed(?:s|ding)?|"
    r"(?:creep|crept|edg|inch|nudg)\w* (?:down|lower)|"
    rf"(?:{_MODAL})cool))\b",
    holding=(
        "extra", "additional", "another", "further", "jump", "surg", "soar", "leap", "creep",
        "crept", "edg", "inch", "nudg", "heat", "warm", "sink", "sank", "sunk", "slip", "slump",
        "plung", "plummet", "dip", "giv", "gave", "forfeit", "slid", "reced", "chill",
        "los", "shed", "cool",
    ),
)  # fmt: skip
#: "Does Lagos warm", "nor would it cool".
_ASKED = AnyCase(
    r"\b(?:does|do|did|will|would|could)\s+(?!not\b)(?:[^\s,;.]+\s+){1,6}?(?:(?P<rise>warm)|"
    r"(?P<fall>cool))(?=\s*(?:[,;.]|$|(?:by|between|from|until|over|at all|in|under|more|less)\b))",
    holding=("warm", "cool"),
)


def _verb(found: re.Match[str]) -> DirectionWord:
    direction: Direction = "rise" if found["rise"] else "fall"
    stands_for = {"warm": "warming", "cool": "cooling"}.get(found[direction], "")
    start, end = found.span(direction)
    return DirectionWord(
        start=start,
        end=end,
        direction=direction,
        own=bool(stands_for),
        stands_for=stands_for,
    )


def _beside(word: Beside) -> DirectionWord:
    return DirectionWord(
        start=word.start,
        end=word.end,
        direction=word.direction,
        own=True,
        stands_for="higher" if word.direction == "rise" else "lower",
    )


#: A side of the state that changes are counted from: "keeps trips under today's level".
_BASELINE = AnyCase(
    r"\b(?:(?P<low>below|under|beneath|short of)|(?P<high>above|over|beyond|in excess of))\s+"
    r"(?:the|its|their|today's|what it is|that of the)\s+(?:(?:baseline|present|current|"
    r"original|former|"
    r"earlier|initial)\b|(?:(?:level|value|figure)\b))"
    r"(?=\s*(?:$|[.,;:!?]|level|value|figure|one|case|and|but|by|in|with|under|despite|even))",
    holding=(
        "baseline", "present", "current", "original", "former", "earlier", "initial", "level",
        "value", "figure",
    ),
)  # fmt: skip


def _beside_baseline(text: str, found: Sequence[DirectionWord]) -> list[DirectionWord]:
    made: list[DirectionWord] = []
    for match in _BASELINE.finditer(text):
        start, end = match.span()
        if all(end <= w.start or start >= w.end for w in found):
            way: Direction = "fall" if match["low"] else "rise"
            made.append(DirectionWord(start=start, end=end, direction=way, own=True))
    return made


def _idiom(text: str, start: int, end: int) -> bool:
    """Tell whether a direction word says none: "falls within", "fell below 9", "for cooling"."""
    if _PACE.search(text, 0, end):
        return True  # "slows trips down"
    after = _IDIOM_AFTER.match(text, end)
    word = text[start:end].lower()
    if _CROSSES.match(text, start) or _GRADED.search(text, 0, start):
        return True
    noun = _NOUN_BEFORE.search(text, 0, start) is not None and word == "fall"
    wanted = _FOR.search(text, 0, start) and not word.endswith("er")  # "makes for longer trips"
    return bool(after and word.startswith("fall") and not noun) or bool(wanted)


def _without_alternatives(text: str, found: list[DirectionWord]) -> list[DirectionWord]:
    """Drop "warming or cooling": a choice that is named and not made."""
    dropped: set[int] = set()
    for a in found:
        for b in found:
            if a.end <= b.start and re.fullmatch(
                r"\s*(?:or|nor|/)\s*(?:an?\s+)?", text[a.end : b.start]
            ):
                dropped |= {a.start, b.start}
    return [w for w in found if w.start not in dropped]


#: What may stand between a number and the word behind it: "6.9 kg of the CO2 are avoided".
_GAP = re.compile(
    r"\s*(?:of\s+)?(?:\w+\s+)?|\s+of\s+(?:the|its|all|former)\s+(?:[\w-]+\s+){1,2}|\s+(?:of\s+(?:(?:the|its|all|total|overall|average)\s+){0,2}(?:[\w-]+\s+){1,2})?"
    r"(?:is|are|was|were|gets?|can be|could be|would be|will be)\s+(?:(?:[\w-]+ly|thus|"
    r"thereby)\s+|the\s+(?:[\w-]+\s+){0,3})?",
    re.IGNORECASE,
)


#: A number as the subject: "nine tenths of a degree is what Lagos gains".
_IS_WHAT = AnyCase(
    r"\s*(?:is|are|was|were|would be|will be)\s+(?:all\s+|about\s+)?(?:what|that|how much|"
    r"the amount by which|as much as)\s+(?:[^\s,;]+\s+){1,5}"
)


def compared_behind(text: str, end: int) -> DirectionWord | None:
    """Return the comparative just behind a number that makes it a difference."""
    found = _BEHIND.match(text, end) or _BESIDE.match(text, end)
    if found is None:
        return None
    low = found["low"] is not None
    start, stop = found.span("low" if low else "high")
    return DirectionWord(start=start, end=stop, direction="fall" if low else "rise", own=False)


def governing_word(
    text: str, first: Printed, last: Printed, near: Sequence[DirectionWord]
) -> DirectionWord | None:
    """Return the word that gives a number its direction: "an increase of 1.08", "0.3 warmer"."""
    beside = _BESIDE.match(text, last.unit_end)
    if beside is not None and last.unit == "percent":
        low = beside["low"] is not None
        start, end = beside.span("low" if low else "high")
        return DirectionWord(start=start, end=end, direction="fall" if low else "rise", own=False)
    other = number_beside(text, last.unit_end) if last.unit not in ("", "percent") else None
    if other is not None:
        return _beside(other)
    behind = compared_behind(text, last.unit_end)
    if behind is not None:
        return behind
    for word in near:
        if word.start >= last.unit_end and _IS_WHAT.fullmatch(text, last.unit_end, word.start):
            return word
        gap = text[last.unit_end : word.start]
        if word.start >= last.unit_end and _GAP.fullmatch(gap) and gap.strip() != "or":
            return word
    for word in reversed(near):
        if word.end > first.start:
            continue
        if HIGHER_LEVEL.match(text, word.end, first.start):
            return None
        gap = text[word.end : first.start]
        if comes_to(text, word.start, word.end, gap):
            return word  # "the warming comes to 0.4 °C"
        if TO.search(gap) or len(gap) > 60:
            return None
        return word if _LINK.fullmatch(gap) else None
    return None
