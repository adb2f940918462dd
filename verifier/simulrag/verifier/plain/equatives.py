"""Comparisons that no comparative of their own leads in: "not as warm as", "surpassed by"."""

import re
from collections.abc import Iterable, Sequence

from simulrag.simulators.interface import Function, Output
from simulrag.verifier.plain.marks import Aspect, Comparative

#: Comparatives whose plain form is another word, or no word of degree.
_PLAIN_FORMS = {"worse": "bad", "better": "good", "more": "", "less": "", "fewer": "", "later": ""}
_GENERIC: tuple[tuple[int, Aspect, str], ...] = (
    (1, "size", "high|large|big|great|many|much|heavy|strong|tall|severe|bad"),
    (-1, "size", "low|small|few|little|light|weak|mild"),
    (1, "time", "late"),
    (-1, "time", "early|soon"),
)
#: Words between the adjective and what it is compared with ("as many flu admissions as").
_MEANT = r"(?:\s+(?!(?:as|than)\b)[\w'/-]+){0,8}?"
_DENIED = r"(?:not|never|n't|isn't|nowhere near|far from)"
_VERB = r"(?:\s+(?:be|been|get|have|had|see|seen|record|report)(?:ed|en)?)?"
_NOUNED = r"(?:quite\s+|nearly\s+|anywhere\s+near\s+|half\s+)?"


def equatives(text: str, function: Function) -> list[Comparative]:
    """Return comparisons such as "is not as warm as" and "was surpassed by", in order.

    Each stretches to the word behind which what is compared with begins.
    """
    return [*_equatives(text, function.outputs), *_passives(text), *_prepositions(text)]


_HEDGE = (
    r"(?:(?:about|roughly|almost|nearly|practically|virtually|more\s+or\s+less|broadly|"
    r"essentially|much|exactly|just|"
    r"pretty\s+much|approximately)\s+)*"
)
#: What follows a preposition that leads in another setting and no number.
_OTHER = (
    r"(?=\s+(?:that(?!\s+(?:mark|level|line|threshold|figure|number|value|limit))|those|the"
    r"\s+ones?|what|its\s+own|the\s+(?:national|previous|preceding|following|next|nationwide)|"
    r"in\b|[A-Z][\w.]*(?:\s[A-Z][\w.]*){0,2}(?:'s|s'|\s*[.,;]?\s*$)))"
)
_LENGTH = r"(?:weeks?|days?|months?|fortnight)"
#: How far behind or ahead, as a length of time.
_BY_TIME = rf"(?=\s[^.;:]{{2,60}}?\bby\s+(?:[a-z]+\s+){{0,3}}(?:\d+\s+)?{_LENGTH}\b)"
#: Prepositions and the like that compare by themselves -> sign and aspect.
_PREPOSITIONS: tuple[tuple[re.Pattern[str], int, Aspect], ...] = (
    (re.compile(rf"\babove{_OTHER}"), 1, "size"),
    (re.compile(rf"\bbelow{_OTHER}"), -1, "size"),
    (re.compile(
        rf"\b{_HEDGE}(?:level|on\s+a\s+par|neck\s+and\s+neck|identical|comparable|similar|equal|"
        rf"close)"
        rf"(?:\s+in\s+(?:size|height|number))?\s+(?:with|to){_OTHER}", re.I), 0, "size"),
    (re.compile(
        rf"\b{_HEDGE}the\s+same(?:\s+(?:size|height|level|number))?\s+as{_OTHER}", re.I),
     0, "size"),
    (re.compile(rf"\b(?:match(?:es|ed)|equall?(?:s|ed)){_OTHER}"), 0, "size"),
    (re.compile(rf"\b(?:trail(?:s|ed)|lagg?(?:s|ed)(?:\s+behind)?|"
                rf"f[ae]ll(?:s)?\s+behind|came\s+behind){_BY_TIME}", re.I),
     1, "time"),
    (re.compile(rf"\b(?:preced(?:es|ed)|le(?:d|ads)|anticipat(?:es|ed)){_BY_TIME}", re.I),
     -1, "time"),
)  # fmt: skip
_TIMED = re.compile(
    rf"(?<=\b)(?P<unit>{_LENGTH})\s+(?P<way>after|before|behind|ahead\s+of)"
    r"(?=\s+(?:the\s+(?:national|nationwide|nation|country|US|one)|its\b|that\s+of|those\s+of|"
    r"[A-Z](?!hristmas|ew\s+Year|hanksgiving)))"
)


def _prepositions(text: str) -> Iterable[Comparative]:
    """Yield "above that of", "level with" and "three weeks after Ohio"."""
    for pattern, sign, aspect in _PREPOSITIONS:
        for match in pattern.finditer(text):
            yield Comparative(
                sign=sign,
                start=match.start(),
                end=match.end(),
                words=match.group(),
                aspect=aspect,
                transitive=True,
            )
    for match in _TIMED.finditer(text):
        later = match["way"].lower() in ("after", "behind")
        yield Comparative(
            sign=1 if later else -1,
            start=match.start("way"),
            end=match.end("way"),
            words=match["way"],
            aspect="time",
            transitive=True,
        )


_AS_AS = re.compile(r"\b(?:as|so)\s.*\bas\b", re.I | re.S)


def _equatives(text: str, outputs: Sequence[Output]) -> Iterable[Comparative]:
    if not _AS_AS.search(text):
        return
    for sign, aspect, words, names in (*_generic(), *_own(outputs)):
        pattern = rf"\b(?:as|so)\s+(?:{words})\b{_MEANT}\s+as\b"
        for match in re.finditer(pattern, text, re.I):
            before = text[: match.start()]
            lead = next((m for m in (w.search(before) for w in _LEADS) if m is not None), None)
            start = lead.start() if lead else match.start()
            least = lead is not None and bool(lead.groupdict().get("least"))
            less = least or (lead is not None and bool(lead.groupdict().get("denied")))
            if lead is None and not _IS.search(before):
                continue
            yield Comparative(
                sign=-sign if less else 0,
                start=start,
                end=match.end(),
                words=text[start : match.end()],
                outputs=names,
                aspect=aspect,
                transitive=True,
                denies=least,
            )


_LEADS = (
    re.compile(rf"(?:\b|(?<=\w))(?P<denied>{_DENIED}){_VERB}\s+{_NOUNED}$"),
    re.compile(r"\b(?P<least>at\s+least)\s+$", re.I),
    re.compile(
        r"\b(?:about|roughly|just|exactly|nearly|almost|practically|virtually|approximately|"
        r"around)\s+$",
        re.I,
    ),
)
_IS = re.compile(
    r"(?<!twice)(?<!half)(?<!times)(?<!\bnot)(?<!n't)(?<!never)\s(?:is|was|are|were|had|saw|"
    r"recorded|reported|counted)\s+$",
    re.I,
)


def _generic() -> Iterable[tuple[int, Aspect, str, tuple[str, ...]]]:
    for sign, aspect, words in _GENERIC:
        yield sign, aspect, words, ()


def _own(outputs: Sequence[Output]) -> Iterable[tuple[int, Aspect, str, tuple[str, ...]]]:
    """Yield the plain forms of outputs' own comparatives: "warm" of "warmer"."""
    known = {word for _, _, words in _GENERIC for word in words.split("|")}
    owners: dict[tuple[str, int], list[str]] = {}
    for output in outputs:
        for words, sign in (
            ((*output.rise_words, *output.loose_rise_words), 1),
            ((*output.fall_words, *output.loose_fall_words), -1),
        ):
            for word in words:
                plain = plain_form(word)
                if plain and plain not in known:
                    owners.setdefault((plain, sign), []).append(output.name)
    for (plain, sign), names in owners.items():
        yield sign, "size", re.escape(plain), tuple(dict.fromkeys(names))


def plain_form(comparative: str) -> str:
    """Return the adjective of a comparative, "" where it is none: "hot" of "hotter"."""
    word = comparative.casefold()
    if word in _PLAIN_FORMS:
        return _PLAIN_FORMS[word]
    if word.startswith("more "):
        return word.removeprefix("more ")
    stem = re.fullmatch(r"([a-z]{3,})er", word)
    if stem is None:
        return ""
    plain = stem[1]
    if plain.endswith("i"):
        return plain[:-1] + "y"
    doubled = re.search(r"([bdgmnprt])\1$", plain)
    return plain[:-1] if doubled else plain


_BEATEN = (
    r"exceeded|surpassed|topped|beaten|outstripped|outnumbered|overtaken|outdone|eclipsed|dwarfed|"
    r"bettered|outpaced|overshadowed"
)
#: "Exceeded by 300" says by how much, and not by what.
BEATEN_BY = re.compile(rf"\b(?:{_BEATEN})\s+by\s+(?:\w+\s+)?$", re.I)
_PASSIVE = re.compile(
    rf"\b(?:(?:was|were|is|are|be|been|being|got)\s+)?(?:\w+ly\s+)?(?:{_BEATEN})\s+by"
    r"(?!\s+(?:some |about |around |roughly |nearly |almost |more than |less than |over |only |"
    r"just )*"
    r"(?:\d|an?\b|half|one\b|two\b|three\b|none|no\b))",
    re.I,
)


def _passives(text: str) -> Iterable[Comparative]:
    for match in _PASSIVE.finditer(text):
        yield Comparative(
            sign=-1,
            start=match.start(),
            end=match.end(),
            words=match.group(),
            transitive=True,
        )
