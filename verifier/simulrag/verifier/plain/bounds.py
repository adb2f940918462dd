"""Differences said to lie between two numbers, as two sentences: one for each of the limits.

"Warms by 1 to 4.5 °C" holds where it warms by at least 1 °C and by at most 4.5 °C.
"""

import re
from collections.abc import Iterator

from simulrag.verifier.plain.alignment import Aligned
from simulrag.verifier.reading.text import LONGEST_STATEMENT

_WORDS = (
    "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|"
    "sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
)
NUMBER = (
    rf"(?:[-+]?\d[\d,]*(?:\.\d+)?(?![\d.]*\d)|(?:{_WORDS})(?:\s+and\s+a\s+(?:half|quarter))?|half)"
)
_UNIT = (
    r"(?:\s*(?:%|°\s?[CF]\b|K\b)|\s+(?:percent(?:age\s+points?)?|per\s+cent|tenths\s+of\s+a\s+degree|degrees?(?:\s+(?:celsius|"
    r"fahrenheit|centigrade))?(?![\w-])|weeks?|days?|kelvins?))"
)
RANGE = re.compile(
    rf"(?:(?:somewhere|anywhere|something)\s+)?(?:between\s+|from\s+)?(?<![\w.,-])(?P<a>{NUMBER})(?P<own>{_UNIT})?\s*"
    rf"(?:and|to|-|or)\s*(?P<b>{NUMBER})(?P<unit>{_UNIT})",
    re.I,
)
#: Words before a range and behind it that make it one of a difference.
_MOVES = (
    r"(?:rise|rises|rose|climbs?|climbed|warms?|warmed|cools?|cooled|gains?|gained|falls?|fell|drops?|dropped|"
    r"increases?|increased|decreases?|decreased|grows?|grew|heats?\s+up)"
)
_LED = re.compile(
    rf"(?:\bby\s+|\b{_MOVES}\s+(?:by\s+)?|\b(?:difference|gap|distance|contrast|margin)\b[^.;]*\b(?:is|was|of|amounts\s+to)\s+)"
    r"(?:(?:about|around|roughly|some|only|just|perhaps|a\s+further|another)\s+)*$",
    re.I,
)
_GRADED = re.compile(
    r"\s+(?:(?:more|less|apart|later|earlier)\b|(?:warm|cool|hott|cold|high|low|larg|small|long|short|late|earli|fewe)e?r\b|"
    r"(?:above|below)\s+(?:that|those|what|[A-Z]))"
)


def bounded(whole: Aligned) -> Iterator[tuple[Aligned, Aligned]]:
    """Yield a normalised sentence with the lower and with the upper limit of a difference."""
    text = whole.text
    if len(text) > LONGEST_STATEMENT:
        return
    for match in RANGE.finditer(text):
        if not (_LED.search(text[: match.start()]) or _GRADED.match(text, match.end())):
            continue
        yield (
            whole.replaced(match, "at least {a}{unit}"),
            whole.replaced(match, "at most {b}{unit}"),
        )


def is_difference(text: str, start: int, end: int) -> bool:
    """Tell whether a range at text[start:end] is one of a difference: "by 1 to 4.5 °C"."""
    led = re.sub(
        r"(?i)(?:(?:somewhere|anywhere|something)\s+)?(?:between|from)?\s*$", "", text[:start]
    )
    return bool(_LED.search(led + " ") or _GRADED.match(text, end))
