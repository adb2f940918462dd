"""Words of plain text that compare, rank, count out, deny or hedge, whatever the subject."""

import re
from collections.abc import Iterable, Sequence
from typing import Literal

from simulrag.simulators.interface import Frozen, Function, Output, Parameter
from simulrag.simulators.kept import once_for_each
from simulrag.verifier.plain.quantifiers import count_of, fits, is_count, known_words
from simulrag.verifier.quantities import Printed
from simulrag.verifier.reading.text import Span, find_phrases

Aspect = Literal["size", "time"]


class Comparative(Frozen):
    """A word that says more (1), less (-1), the same (0) or another (2) at text[start:end]."""

    sign: int
    start: int
    end: int
    words: str
    #: Outputs whose own word it is; empty for words that any quantity may have.
    outputs: tuple[str, ...] = ()
    aspect: Aspect = "size"
    #: The word leads in what is compared with by itself ("exceeds", "trails").
    transitive: bool = False
    #: The word denies its own direction: "at least as high as" is not lower.
    denies: bool = False


_GENERIC: tuple[tuple[int, Aspect, str], ...] = (
    (1, "size", r"higher|larger|bigger|greater|more|heavier|worse|stronger|taller|ris(?:es|en|"
                r"ing|e)|rose|"
     r"increas(?:es|ed|ing|e)|gr[eo]w(?:s|n|ing)?|rais(?:es|ed|ing|e)|climb(?:s|ed|ing)?|"
     r"(?:drives?|drove|pushe[sd]|goes|went|going) up|"
     r"harder|amplif(?:y|ies|ied)|boosts?|boosted|enlarg(?:es|ed|e)|magnif(?:y|ies|ied)|"
     r"(?<!end )(?<!ends )(?<!ended )(?<!ending )(?<!wind )(?<!winds )(?<!wound )up"),
    (-1, "size", r"lower|smaller|fewer|less|lighter|weaker|lesser|quieter|milder|fall(?:s|en|"
                 r"ing)?(?! (?:on|in|within|between|behind|short|under)\b)|fell(?! (?:on|in|"
                 r"within|between|behind|short|under)\b)|drop(?:s|ped|ping)?|"
     r"declin(?:es|ed|ing|e)|decreas(?:es|ed|ing|e)|shr[iau]nk(?:s|en|ing)?|lower(?:s|ed|ing)|"
     r"reduc(?:es|ed|ing|e)|"
     r"slump(?:s|ed)?|slip(?:s|ped)?|dampens?|cuts(?! (?:in|off)\b)|trims?|trimmed|flattens?|"
     r"flattened|(?:goes|went|going|comes|"
     r"came) down|down"),
    (0, "size", r"on a par|neck and neck|level(?= (?:at|with|in|on|over|by|throughout)\b)|"
                r"(?:practically |exactly |roughly |much |essentially |almost |nearly |about |"
                r"virtually )*the same"
                r"(?! (?:settings?|conditions|assumptions|inputs?|parameters|circumstances)\b)|"
                r"(?:does|do|"
                r"did) not (?:depend|change|differ|vary|matter)|"
     r"doesn't (?:depend|change|differ|vary|matter)|independent of|where it (?:was|is)|"
     r"one and the same|equally(?: \w+)?|(?:(?:has|have|had|having) )?(?:next to |virtually |"
     r"practically |almost )?no "
     r"(?:effect|influence|bearing|impact)|(?:next to |virtually |practically |"
     r"almost )no difference|"
     r"(?:has|have|had) (?:hardly|scarcely|barely) any (?:effect|influence|impact)|identical|equal|"
     r"unchanged|flat|no difference|"
     r"scarcely (?:moved|changed)|hardly (?:moved|changed)|barely (?:moved|changed)|stable|steady"),
    (2, "size", r"matters?|ma(?:kes?|de) (?:a|some|quite a|all the|a big) difference|differ(?:s|"
    r"ed|ing)?|apart|of each other|from each other|separate[sd]?"),
    (0, "time", r"(?:(?:in|during|on) )?(?:exactly |precisely )?the (?:very |exact )?same "
                r"(?:week|day|date)(?! (?:in|of) \d{4}(?![-/]))|(?:at|around) (?:exactly |"
                r"roughly |about )?"
                r"the same time|simultaneously"),
    (1, "time", r"later|delay(?:s|ed)?|postpon(?:es|ed|e)|(?:pushe[sd]|moves?|moved|shifts?|"
                r"shifted)(?: \w+){0,4}? back"),
    (-1, "time", r"earlier|sooner|(?:brings?|brought|pulls?|pulled|moves?|moved|shifts?|"
                 r"shifted)(?: \w+){0,6}? forward|advances?"),
    (1, "size", r"surged|surging|soar(?:s|ed|ing)?|jump(?:s|ed|ing)|leap(?:s|t|ed|ing)|"
                r"swell(?:s|ed|ing)|rocket(?:s|ed)|spik(?:es|ed)|shot up|balloon(?:s|ed)"),
    (-1, "size", r"plung(?:es|ed|ing)|plummet(?:s|ed|ing)?|dipp(?:ed|ing)|tumbl(?:es|ed|ing)|"
                 r"sank|sinks?|sunk|sinking|reced(?:es|ed|ing)|subsid(?:es|ed|ing)|wan(?:es|ed|"
                 r"ing)|"
                 r"dwindl(?:es|ed|ing)|abat(?:es|ed|ing)|"
                 r"(?<=kept )falling|(?<=keep )falling|"
                 r"retreat(?:s|ed|ing)|slid(?:es|ing)?|crash(?:es|ed)|collaps(?:es|ed)|ebb(?:s|ed|"
                 r"ing)"),
)  # fmt: skip
_GENERIC_PATTERNS: list[tuple[int, Aspect, re.Pattern[str]]] = [
    (s, a, re.compile(rf"\b(?:{w})\b", re.I)) for s, a, w in _GENERIC
]
#: What stays, where it is no size: "leaves the date of the peak where it was".
_DATED = re.compile(r"\b(?:date|timing|day|moment) of\b[^.;:]*$", re.I)
_STANDS = r"(?:was|is|stood|lies|lay|were) (?:well |far |clearly |slightly )?"
_THAT = r"(?= (?:that|those|the one|its|what)\b)"
#: "Three degrees above Oslo's": a distance, not a limit.
_OWNED = r"(?= (?:that\b|those\b|what\b|(?-i:[A-Z])[\w'. -]{2,30}?(?:'s|s')))"
_DEGREES = r"(?:(?<=degrees )|(?<=degree )|(?<=°C )|(?<=°F ))"
#: What "was exceeded" is the one that was compared with.
_ACTIVE = r"(?<!\bwas )(?<!\bwere )(?<!\bbeen )(?<!\bis )(?<!\bare )(?<!\bbeing )"
_TRANSITIVE: tuple[tuple[int, re.Pattern[str]], ...] = (
    (
        1,
        re.compile(
            rf"\b(?:{_ACTIVE}(?:exceed(?:s|ed)?|surpass(?:es|ed)?|topp(?:ed|s)(?! out)|beats?|"
            r"outstrip(?:s|ped)|"
            r"outnumber(?:s|ed)|overtakes?|overtook|overtaken|outdid|eclipse[sd]|dwarf(?:s|ed))|"
            r"(?:stood|stands|was|were|is|ranked|came out|ends? up|ended up) ahead of|"
            rf"ahead of(?! (?:the calendar|time|schedule))|{_STANDS}above{_THAT}|"
            rf"{_DEGREES}(?:above|over|higher than){_OWNED})\b(?! by\b)",
            re.I,
        ),
    ),
    (
        -1,
        re.compile(
            rf"\b(?:{_STANDS}below{_THAT}|{_DEGREES}(?:below|under|lower than){_OWNED}|"
            rf"trail(?:s|ed)|undercuts?|"
            r"(?:lags?|lagged|falls?|fell|stays?|stayed|remain(?:s|ed)?|is|was|were) behind|"
            r"(?:falls?|fell|stays?|stayed|remain(?:s|ed)?|came|comes) "
            r"(?:(?:well|far|just|a little) )?short of)\b",
            re.I,
        ),
    ),
)

PIVOT = re.compile(
    r"\b(?:than(?: (?:in|under|on|with|at|for|following))?|rather than|instead of|compared (?:to|"
    r"with)|in comparison (?:to|with)|"
    r"in place of|from (?:that|those|what|the one) (?:of|in|for|it was in)|relative to|"
    r"measured against|set against|as opposed to|versus|vs\.?|against|as against|unlike)\b",
    re.I,
)

_HIGH = (
    r"most|highest|largest|biggest|greatest|worst|heaviest|hardest|warmest|hottest|strongest|"
    r"severest|top|busiest"
)
_LOW = (
    r"fewest|lowest|smallest|least|mildest|lightest|weakest|coldest|coolest|quietest|calmest|"
    r"gentlest"
)
SUPERLATIVE = re.compile(rf"\b(?:(?P<high>{_HIGH})|(?P<low>{_LOW}))\b", re.I)

#: Words that deny what follows; the others only keep a sentence from being read.
DENIAL = re.compile(
    r"^(?:not|never|cannot|neither|without ever|n't|fail(?:s|ed)? to|ha(?:s|ve|d) yet to|"
    r"anything but)$",
    re.I,
)
NEGATION = re.compile(
    r"\b(?:(?:never|not) (?:left|leaves?)|"
    r"not|never|no|none|nobody|neither|nor|cannot|without(?: ever)?|hardly|scarcely|barely|"
    r"nothing|fail(?:s|ed)? to|ha(?:s|ve|d) yet to|anything but|"
    r"contrary|nowhere|unable|lacks?)\b|n't\b",
    re.I,
)
#: A time behind "only", which then says no more than the time: "peaked only in late March".
_WHEN = (
    r"(?:in|on|at|around|by|during|towards?) (?:the |late |early |mid-?|middle of |end of |"
    r"beginning of |start of |first |second |last |week |of )*(?:january|february|march|april|may|"
    r"june|july|august|september|october|november|december|christmas|new year|[0-9]+ )"
)
#: Words that turn a sentence round or split it, and are not followed here.
UNREAD = re.compile(
    r"\b(?:whereas|although|though|unless|except|contrary to|"
    rf"(?:never|not) (?:left|leave)|only(?! (?:{_WHEN}|about|around|some|roughly|just|nearly|a|~|"
    r"\d|one|"
    r"two|three|four|five|half))|no matter|apart from|besides|other than|would spare|"
    r"(?<!same )share of|proportion of|probability|chance|average of|"
    r"(?:outside|inside|within) (?:of )?(?:the|its|that) (?:[\w-]+ ){0,4}(?:range|interval)|"
    r"two out of|one in|(?:it is|it's|that is) (?:false|untrue|incorrect|wrong|a lie|a myth|a "
    r"misconception|a mistake)|half of|third of|quarter of|tenth of|percent of|per cent of|% of|"
    r"if not|wide|overlaps?)\b",
    re.I,
)


def comparatives(
    text: str, function: Function, further: Sequence[Comparative] = ()
) -> list[Comparative]:
    """Return the words of comparison in a normalised text, in order; of overlaps the longest.

    further: comparisons that stretch over several words, as `equatives` finds them.
    """
    found: list[Comparative] = [*_own(text, function.outputs), *further]
    for sign, pattern in _TRANSITIVE:
        found += [_comparative(m, sign, "size", transitive=True) for m in pattern.finditer(text)]
    for sign, aspect, pattern in _GENERIC_PATTERNS:
        found += [
            _comparative(
                m, sign, "time" if sign == 0 and _DATED.search(text[: m.start()]) else aspect
            )
            for m in pattern.finditer(text)
        ]
    spans = {(c.start, c.end) for c in found}
    free = {s for s in spans if not any(_covers(o, s) for o in spans)}
    kept = [c for c in found if (c.start, c.end) in free]
    kept.sort(key=lambda c: not c.transitive)
    unique = {(c.start, c.end): c for c in reversed(kept)}
    return sorted(unique.values(), key=lambda c: c.start)


def is_followed(word: str) -> bool:
    """Tell whether a word by itself compares, denies or leads in a comparison."""
    patterns = (*(p for _, _, p in _GENERIC_PATTERNS), *(p for _, p in _TRANSITIVE))
    return any(p.fullmatch(word) for p in (*patterns, NEGATION, PIVOT, SUPERLATIVE, UNREAD))


def _covers(outer: tuple[int, int], inner: tuple[int, int]) -> bool:
    wide = outer[1] - outer[0] > inner[1] - inner[0]
    return wide and outer[0] < inner[1] and inner[0] < outer[1]


def _comparative(
    match: re.Match[str], sign: int, aspect: Aspect, *, transitive: bool = False
) -> Comparative:
    return Comparative(
        sign=sign,
        start=match.start(),
        end=match.end(),
        words=match.group(),
        aspect=aspect,
        transitive=transitive,
    )


#: "Less warm" is the other way round.
_LESS = re.compile(r"\bless\s+(?:(?!than\b|in\b|under\b|of\b|at\b)\w+\s+)?$", re.I)


def _own(text: str, outputs: Sequence[Output]) -> Iterable[Comparative]:
    for output in outputs:
        for words, sign in (
            ((*output.rise_words, *output.loose_rise_words), 1),
            ((*output.fall_words, *output.loose_fall_words), -1),
        ):
            for span in find_phrases(text, words):
                if lessened := _LESS.search(text[: span.start]):
                    yield Comparative(
                        sign=-sign,
                        start=lessened.start(),
                        end=span.end,
                        words=text[lessened.start() : span.end],
                        outputs=_owners(span.text, outputs),
                        aspect=_aspect(span.text),
                    )
                    continue
                generic = any(p.fullmatch(span.text) for _, _, p in _GENERIC_PATTERNS)
                yield Comparative(
                    sign=sign,
                    start=span.start,
                    end=span.end,
                    words=span.text,
                    outputs=() if generic else _owners(span.text, outputs),
                    aspect=_aspect(span.text),
                )


def _owners(word: str, outputs: Sequence[Output]) -> tuple[str, ...]:
    return tuple(o.name for o in outputs if word.casefold() in _directions(o))


def _directions(output: Output) -> frozenset[str]:
    words = (
        *output.rise_words,
        *output.fall_words,
        *output.loose_rise_words,
        *output.loose_fall_words,
    )
    return frozenset(word.casefold() for word in words)


def _aspect(word: str) -> Aspect:
    timed = any(p.fullmatch(word) for _, aspect, p in _GENERIC_PATTERNS if aspect == "time")
    return "time" if timed else "size"


Sense = Literal["all", "none", "rest", "some"]


class Domain(Frozen):
    """All values of a parameter, named at text[start:end] ("every state", "any other week")."""

    parameter: str
    #: all: what is said holds for each; none: for no one; rest: the others are compared with;
    #: some: which ones is not said, or was said before.
    sense: Sense
    start: int
    end: int


_ADJECTIVE = r"(?:(?!(?:others?|in|of|on|at|for|the|and|or|with)\b)[\w'-]+\s+){0,3}?"


def domains(text: str, parameters: Sequence[Parameter], outputs: Sequence[Output]) -> list[Domain]:
    """Return where a text speaks of all values of a parameter."""
    found: list[Domain] = []
    for parameter in parameters:
        if parameter.kind not in ("choice", "choices", "date"):
            continue
        if not parameter.words:
            continue
        known = known_words(parameter, outputs)
        for sense, pattern in _domains_of(parameter):
            for match in pattern.finditer(text):
                if not any(match.start() < d.end and d.start < match.end() for d in found):
                    found.append(
                        Domain(
                            parameter=parameter.name,
                            sense=sense if _whole(match, parameter, known) else "some",
                            start=match.start(),
                            end=match.end(),
                        )
                    )
        if parameter.periods:
            found += _whole_length(text, parameter, found)
    return sorted(found, key=lambda d: d.start)


@once_for_each
def _domains_of(
    parameter: Parameter,
) -> tuple[tuple[Literal["all", "none", "rest"], re.Pattern[str]], ...]:
    """Return the patterns of a parameter's nouns behind words for all, none and the others."""
    words = "|".join(re.escape(w) for w in sorted(parameter.words, key=len, reverse=True))
    nouns = rf"(?:{words})(?:s|es)?"
    return tuple((sense, re.compile(p.replace("NOUN", nouns), re.I)) for sense, p in _DOMAINS)


def _whole_length(text: str, parameter: Parameter, found: Sequence[Domain]) -> Iterable[Domain]:
    """Yield "in four years" behind a superlative, where so many periods are held."""
    for match in _LENGTH.finditer(text):
        taken = any(match.start() < d.end and d.start < match.end() for d in found)
        count = match["n"].casefold()
        whole = is_count(count) and fits(count_of(count), len(parameter.members))
        if whole and not taken and SUPERLATIVE.search(text[: match.start()]):
            yield Domain(
                parameter=parameter.name, sense="rest", start=match.start(), end=match.end()
            )


_LENGTH = re.compile(
    r"\b(?:in|for|over|across|of|during)\s+(?:(?:at\s+least|all|the|last|past)\s+)*(?P<n>\w+)\s+"
    r"(?:(?:flu|influenza)\s+)?(?:years|winters|seasons)\b",
    re.I,
)
_LEADS = frozenset(
    "in than that of no none not a one other others any every each all among amongst out the "
    "whatever whichever from and".split()
)


def _whole(match: re.Match[str], parameter: Parameter, known: frozenset[str]) -> bool:
    """Tell whether all values are meant: no other adjective, and their right number if any."""
    for word in match.group().casefold().split():
        if is_count(word):
            if parameter.kind != "date" and not fits(count_of(word), len(parameter.members)):
                return False
        elif word not in known | _LEADS and word.removesuffix("s") not in known:
            return False
    return True


_NUMBER = r"(?:two|three|four|five|six|\d+|fifty|51|50)"
_COUNTED = rf"(?:{_NUMBER}\s+)?{_ADJECTIVE}NOUN\b"
_DOMAINS: tuple[tuple[Literal["all", "none", "rest"], str], ...] = (
    (
        "none",
        rf"\b(?:no|none\s+of\s+the|not\s+a\s+single|not\s+one|without\s+(?:a|any|one))"
        rf"\s+(?:single\s+)?{_COUNTED}",
    ),
    ("rest", rf"\bno\s+other\s+{_ADJECTIVE}NOUN\b"),
    (
        "rest",
        r"\b(?:than\s+)?(?:in\s+|that\s+of\s+|that\s+in\s+)?(?:any|every|all|each)\s+"
        rf"(?:of\s+the\s+|the\s+)?others?\s+{_ADJECTIVE}NOUN\b",
    ),
    (
        "rest",
        rf"\b(?:of|among|amongst|out\s+of|in)\s+(?:all|any)\s+(?:of\s+)?(?:the\s+)?{_COUNTED}",
    ),
    ("rest", rf"\b(?:of|among|amongst)\s+the\s+{_NUMBER}\s+{_ADJECTIVE}NOUN\b"),
    ("rest", rf"\b(?:among|amongst)\s+the\s+{_ADJECTIVE}NOUN\b"),
    ("rest", rf"\b(?:of|among)\s+the\s+{_ADJECTIVE}NOUN\b(?=\s+(?:from\s+)?\d{{4}})"),
    (
        "all",
        r"\b(?:in\s+)?(?:every|each(?:\s+of\s+the)?|all(?:\s+of)?(?:\s+the)?|whatever|whichever|"
        r"any)"
        rf"\s+(?:single\s+)?{_COUNTED}",
    ),
    ("all", rf"\bthe\s+{_NUMBER}\s+{_ADJECTIVE}NOUN\b"),
)


def free_numbers(figures: Sequence[Printed], taken: Sequence[Span]) -> list[Printed]:
    """Return the numbers that lie in none of the spans."""
    return [q for q in figures if all(q.end <= s.start or q.start >= s.end for s in taken)]
