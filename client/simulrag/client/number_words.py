"""Numbers that stand in a text without digits: in words, as factors, signs and months.

"Seventy-one", "a dozen", "half", "doubled", "tenfold", "½", "Ⅸ", "January".
"""

import re

from simulrag.simulators.interface import Frozen

_CARDINAL = (
    "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|"
    "sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
)
_SCALE = "hundred|thousand|million|billion|trillion|dozen"
_PART = "half|halves|third|quarter|fourth|fifth|sixth|seventh|eighth|ninth|tenth|hundredth"
#: Numbers in words. "One" alone is a pronoun more often than not, and no number here.
_WORDS = (
    rf"(?:(?:a|an|one)[\s-]+)?(?:{_SCALE})\b|(?:a|an|one)[\s-]+(?:{_PART})\b|"
    rf"(?:{_CARDINAL})(?:[\s-]+(?:and[\s-]+)?(?:one|{_CARDINAL}|{_SCALE}|(?:{_PART})s?)\b)*\b"
)
#: Words that are a number or a factor by themselves, whatever stands beside them.
_FACTORS = (
    r"(?:doubl|tripl|trebl|quadrupl|quintupl)(?:e[sd]?|ing)\b|halv(?:e[sd]?|ing)\b|half\b|"
    r"twice\b|thrice\b|\w+fold\b|(?:two|three|four)[- ]thirds?\b|thirds\b|quarters?\b|"
    r"dozens?\b|hundreds\b|thousands\b|millions?\b|billions?\b|trillions?\b|zero\b"
)
#: Months, which make a date. May and March are words besides, so that they need a capital and no
#: sentence that begins with them.
_MONTHS = (
    r"(?-i:January|February|April|June|July|August|September|October|November|December)\b|"
    r"(?-i:(?<=[a-z,] )(?:March|May)\b)"
)
#: Signs that are a number: fractions, superscripts by themselves, circled and Roman ones.
_SIGNS = (
    "²³¹¼-¾\u0bf0-\u0bf2\u2070-\u2079\u2080-\u2089⅐-↉①-⒛⓪-⓿❶-➓㈠-㈩㉈-㉏㊀-㊉"
    "〇零一二三四五六七八九十百千万億兆"
)
#: Roman numerals of I, V and X; the other letters make too many abbreviations.
_ROMAN = r"(?-i:(?=[IVX]{2})X{0,3}(?:IX|IV|V?I{0,3})\b)"
_PATTERN = re.compile(rf"(?<!\w)(?:(?i:{_WORDS}|{_FACTORS})|{_MONTHS}|{_ROMAN}|[{_SIGNS}]+)")


class Wording(Frozen):
    """A number without digits at text[start:end]."""

    text: str
    start: int
    end: int


def wordings(text: str) -> list[Wording]:
    """Return the numbers without digits of a text, in order; those that touch are one."""
    spans = [found.span() for found in _PATTERN.finditer(text)]
    merged: list[tuple[int, int]] = []
    for start, end in spans:
        if merged and not text[merged[-1][1] : start].strip(" -"):
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return [Wording(text=text[start:end], start=start, end=end) for start, end in merged]


def said_in(text: str) -> frozenset[str]:
    """Return the numbers without digits of a text, to tell what was given."""
    found = wordings(text)
    parts = (part for wording in found for part in re.split(r"[\s-]+", wording.text))
    return frozenset(word.casefold() for word in (*(w.text for w in found), *parts))
