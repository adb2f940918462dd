"""Sentences put in the order that is read, meaning kept: clefts, fronted parts, other subjects.

After the transformations of generative grammar (Harris 1957, Language 33:283, doi:10.2307/411155):
each turns one form of a sentence into another that is true under the same conditions.
"""

import re
from collections.abc import Iterator

from simulrag.verifier.plain.alignment import Aligned
from simulrag.verifier.plain.rewordings import REWORDINGS
from simulrag.verifier.reading.text import LONGEST_STATEMENT

_NAME = r"[A-Z][\w.'-]*(?:\s+[A-Z][\w.'-]*){0,3}"
_NUMBER = r"[-+]?\d[\d,]*(?:\.\d+)?"
_DEGREES = r"(?:\s?°\s?[CF]|\s+degrees(?:\s+(?:celsius|fahrenheit|centigrade))?)"
_UNIT = rf"(?:{_DEGREES}|\s+(?:hundred|thousand|million|per\s+100,000))?"
_HEDGE = r"(?:(?:about|around|roughly|nearly|almost|some|only|just|a\s+full|more\s+than|over|at\s+least)\s+)*"
_LAG = (
    rf"{_HEDGE}(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|\d+)\s+(?:full\s+)?"
    r"(?:days?|weeks?|fortnights?|months?)\s+(?:after|before|later\s+than|earlier\s+than|ahead\s+of|behind)\s+[^,;:]+?"
)

_TRANSFORMATIONS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), template)
    for pattern, template in (
        # "It is Auckland that warms most": what is brought out is the subject.
        (rf"(?i:\bit\s+(?:is|was|will\s+be)\s+)(?P<who>(?:the\s+)?{_NAME})\s+(?:that|which|who)\s+", "{who} "),
        (rf"(?i:\bit\s+(?:is|was)\s+)(?P<where>in\s+(?:the\s+)?{_NAME})\s+that\s+(?P<rest>.+)$",
         "{where} {rest}"),
        # "... passed 20,000 in December and fell below that mark in March".
        (rf"(?i)(?P<number>{_NUMBER}{_UNIT})(?P<between>\b.{{3,120}}?)\b(?:that|this|the\s+same)\s+"
         r"(?:mark|level|threshold|line|figure)\b", "{number}{between}{number}"),
        # "by 1 to 2 °C, which is the very likely range".
        (rf"(?i)(?P<low>{_NUMBER})(?:{_DEGREES})?\s*(?:to|-|and)\s*(?P<high>{_NUMBER}{_UNIT}),?\s+(?:which\s+is\s+|as\s+)?"
         r"(?:the|its|a)\s+(?P<level>(?:very\s+)?likely|assessed)\s+range\b",
         "the {level} range {low} to {high}"),
    )
)  # fmt: skip
#: Transformations of one sentence that are tried.
_MOST = 6
#: How often the same one is made, as for two things that are compared.
_OF_EACH = 2


def transformed(text: str) -> Iterator[Aligned]:
    """Yield a normalised sentence in other forms, one transformation each and then all in turn."""
    if len(text) > LONGEST_STATEMENT:
        return
    whole, made = Aligned.of(text), 0
    for pattern, template in (*_TRANSFORMATIONS, *REWORDINGS):
        for _ in range(_OF_EACH):
            match = pattern.search(whole.text)
            if match is None or made >= _MOST:
                break
            words = template if isinstance(template, str) else template(match)
            whole, made = whole.replaced(match, words), made + 1
            yield whole
