"""Turns of phrase in the plainer words that readings are made for, every other word in its place.

Only phrases that mean the same whatever they are said of are replaced, by words that are no
longer than they are; blanks fill what is left.
"""

import re
from collections.abc import Callable, Sequence

from simulrag.verifier.reading.text import LONGEST_STATEMENT

#: What a sentence is credited to, where that is no part of what it says.
_SOURCE = (
    r"(?:(?:the\s+)?(?:ipcc|panel|(?:sixth|latest)\s+assessment(?:\s+report)?|ar6|report|assessment|summary|"
    r"authors|models?|simulations?|figures|data|record|records|reanalysis|assessed\s+figures)"
    r"(?:'s)?(?:\s+(?:table|tables|report|summary|figures?|assessment|authors|scientists))?(?:\s+spm\.?1)?)"
)
_CREDIT = (
    rf"(?:(?:says?|said|writes?|reports?|states?|finds?|found|notes?|concludes?|concluded|estimates?)\s+{_SOURCE}"
    rf"|{_SOURCE}\s+(?:says?|said|writes?|reports?|states?|finds?|found|notes?|concludes?|concluded|"
    r"estimates?|suggests?|shows?|has\s+it|tells?\s+us)"
    rf"|(?:going|judging)\s+by\s+{_SOURCE}|if\s+{_SOURCE}\s+is\s+(?:right|to\s+be\s+believed))"
)
#: A quantity has "too low a value" for what does not happen then.
_SHORT = (
    r"(?:is|are|was|were|would\s+be|will\s+be|be)\s+(?:(?:simply|just|far|much|still|"
    r"plainly|clearly)\s+)*"
)
_WHOM = r"(?:for\s+(?:(?!not\b|no\b)[\w']+\s+){1,4}?)?"
_CENTURY = r"(?:the|this|our|the\s+present|the\s+21st|the\s+twenty-first)\s+century"

Replacement = str | Callable[[re.Match[str]], str]
_TURNS: tuple[tuple[re.Pattern[str], Replacement], ...] = tuple(
    (re.compile(pattern, re.I), replacement)
    for pattern, replacement in (
        (rf",\s*(?:or\s+so\s+|so\s+|as\s+)?{_CREDIT}(?=\s*[.,;]|\s*$)", ""),
        (rf"^\W*(?:as\s+)?{_CREDIT}\s*[,:]", ""),
        (r"^\W*(?:we(?:\s+are|'re)\s+told|it\s+is\s+said|they\s+say|word\s+is)\s+that\b", ""),
        (r"(?<=ly)\s+speaking\b(?=\s*[,.])", ""),
        (
            rf"\b{_SHORT}(?:not|n't)\s+(?:nearly\s+|quite\s+|anywhere\s+near\s+)?(?:enough|sufficient)\s+{_WHOM}to\b",
            "cannot",
        ),
        (rf"\b{_SHORT}(?:insufficient|inadequate)\s+{_WHOM}to\b", "cannot"),
        (
            rf"\b{_SHORT}too\s+(?:low|small|weak|little|few|high|large|big|great|strong|much|many)\s+{_WHOM}to\b",
            "cannot",
        ),
        (
            r"\b(?:exactly\s+|just\s+|precisely\s+|right\s+)?where\s+(?:it|they)\s+(?:was|were|would\s+(?:otherwise\s+)?"
            r"(?:be|have\s+been)|is|had\s+been)(?:\s+(?:going\s+to\s+be|anyway|otherwise|heading|without\s+it))*\b",
            "unchanged",
        ),
        (
            r"\b(?:when|if|where|while|as\s+long\s+as|provided(?:\s+that)?)\s+(?:the\s+)?(?:transmission|spread|transmissibility)\s+"
            r"(?:does\s+not|doesn't)\s+(?:depend\s+on|vary\s+with|change\s+with|follow)\s+the\s+seasons?\b",
            "without seasonality",
        ),
        (
            r"\b(?:even\s+)?(?:after|at\s+the\s+end\s+of|with)\s+a\s+century\s+of\s+(?:(?:very|extremely)\s+)?"
            r"(?:high|unchecked|unabated|runaway)\s+emissions,",
            "",
        ),
        (r"\b(?:the\s+)?(?:world|planet|globe|earth)\s+of\s+(?=\d{4}-\d{4}\b)", "the world in "),
        (
            rf"\b(?:for|over|during|through|throughout)\s+(?:the\s+rest|the\s+remainder|what\s+is\s+left)\s+of\s+{_CENTURY}",
            "from now to 2100",
        ),
        (
            rf"\b(?:over|in|during|through)\s+the\s+(?:course|coming\s+decades|decades\s+to\s+come)\s+of\s+{_CENTURY}",
            "from now to 2100",
        ),
        (
            rf"\b(?:between|from)\s+now\s+(?:and|to|until)\s+the\s+end\s+of\s+{_CENTURY}",
            "from now to 2100",
        ),
        (
            r"(?:(?<=\ba\s)|(?<=\ban\s))(?:comfortable|pleasant|balmy|chilly|frigid|mild|cool|warm|hot|scorching|sweltering|icy|"
            r"agreeable|modest|mere|whopping|respectable|temperate|bitter|frosty|toasty)(?=\s+-?\d[\d.]*\s?(?:°|degrees|K\b))",
            "",
        ),
        (rf"\buntil\s+the\s+end\s+of\s+{_CENTURY}(?=.*\bssp)", "from now to 2100"),
    )
)  # fmt: skip


#: "Averages 3 °C a year" gives no rate.
_YEARLY = re.compile(
    r"(?P<kept>\baverag(?:es|ed|ing)\b[^.;]*?(?:°\s?[CF]|degrees|celsius|fahrenheit))\s+(?:a|per)\s+year\b",
    re.I,
)
_MOVED = re.compile(
    r"\b(?P<verb>halving|doubling|tripling|quadrupling)(?=\s[^.;,]{1,40}?\bfrom\s+(?P<a>\d+(?:\.\d+)?)"
    r"(?:\s*(?:%|percent|per\s+cent))?\s+to\s+(?P<b>\d+(?:\.\d+)?))",
    re.I,
)
_TIMES = {"halving": 0.5, "doubling": 2.0, "tripling": 3.0, "quadrupling": 4.0}


def _consistent(match: re.Match[str]) -> str:
    """Leave a factor out that both its ends are given of, where they agree with it."""
    first, last = float(match["a"]), float(match["b"])
    agrees = first > 0 and abs(last / first - _TIMES[match["verb"].lower()]) < 0.05
    return "taking" if agrees else match.group()


def rephrased(text: str) -> str:
    """Return a normalised sentence with its turns of phrase in plainer words, of equal length.

    A text that is too long to be read is returned as it is.
    """
    if len(text) > LONGEST_STATEMENT:
        return text
    for pattern, replacement in _TURNS:
        text = _replaced(text, pattern, replacement)
    text = _replaced(text, _YEARLY, lambda match: match["kept"])
    return _in_stated_unit(_replaced(text, _MOVED, _consistent))


def _replaced(text: str, pattern: re.Pattern[str], replacement: Replacement) -> str:
    def padded(match: re.Match[str]) -> str:
        words = replacement if isinstance(replacement, str) else replacement(match)
        held = match.group()
        if len(words) > len(held):
            return held
        return words + " " * (len(held) - len(words))

    return pattern.sub(padded, text)


#: A unit that is named once for all temperatures of a sentence.
_UNIT_NAMED = re.compile(
    r"(?:^|,)\s*(?:\(?(?:measured\s+|expressed\s+|put\s+|given\s+)?(?:in|on\s+the)\s+(?:(?:american|us|u\.s\.|imperial)"
    r"\s+(?:units?|terms|measure|degrees)|(?:degrees\s+)?fahrenheit(?:\s+(?:scale|terms|degrees))?))\)?\s*(?=[,.]|$),?",
    re.I,
)
_BARE_DEGREES = re.compile(
    r"(?<=\s)degrees?\b(?!\s*(?:fahrenheit|celsius|centigrade|[CF]\b))", re.I
)
_CELSIUS = re.compile(r"°\s?C\b|\bcelsius\b|\bkelvin\b|\d\s?K\b", re.I)
_FAHRENHEIT = re.compile(r"°\s?F\b|\bfahrenheit\b", re.I)


def _in_stated_unit(text: str) -> str:
    """Give bare degrees the unit that a phrase names for the whole sentence."""
    match = _UNIT_NAMED.search(text)
    if match is None or _CELSIUS.search(text):
        return text
    rest = text[: match.start()] + " " * len(match.group()) + text[match.end() :]
    if _FAHRENHEIT.search(rest):
        return rest
    if not _BARE_DEGREES.search(rest):
        return text
    return _replaced(rest, _BARE_DEGREES, "°F")


def unread_turns(text: str) -> Sequence[tuple[int, str]]:
    """Return phrases that deny by degree and could not be put more plainly."""
    return [(m.start(), m.group()) for m in _DEGREE_DENIES.finditer(text)]


_DEGREE_DENIES = re.compile(
    r"\btoo\s+(?!(?:many|much)\s+\w+\s+(?:in|on)\b)\w+\s+(?:for\b[^,;.:]{0,50}?\s)?to\s+[a-z]+|"
    r"\b(?:not|n't)\s+(?:nearly\s+|quite\s+)?(?:enough|sufficient)\b|\binsufficient\b",
    re.I,
)
