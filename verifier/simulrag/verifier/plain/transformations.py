"""Sentences put in the order that is read, meaning kept: clefts, fronted parts, other subjects.

After the transformations of generative grammar (Harris 1957, Language 33:283, doi:10.2307/411155):
each turns one form of a sentence into another that is true under the same conditions.
"""

import re
from collections.abc import Iterator

from simulrag.verifier.plain.alignment import Aligned
from simulrag.verifier.plain.ellipses import ELLIPSES
from simulrag.verifier.plain.idioms import IDIOMS
from simulrag.verifier.plain.news import NEWS
from simulrag.verifier.plain.news_places import PLACES
from simulrag.verifier.plain.news_seasons import SEASONAL
from simulrag.verifier.plain.restatements import RESTATEMENTS
from simulrag.verifier.plain.retold import RETOLD
from simulrag.verifier.plain.rewordings import REWORDINGS
from simulrag.verifier.plain.short_forms import SHORT_FORMS
from simulrag.verifier.plain.told_lists import TOLD_LISTS
from simulrag.verifier.plain.turns_of_report import TURNS
from simulrag.verifier.reading.text import LONGEST_STATEMENT

_NAME = r"[A-Z][\w.'-]*(?:\s+[A-Z][\w.'-]*){0,3}"
_NUMBER = r"[-+]?\d[\d,]*(?:\.\d+)?"
_DEGREES = r"(?:\s?°\s?[CF]|\s+degrees(?:\s+(?:celsius|fahrenheit|centigrade))?)"
_UNIT = rf"(?:{_DEGREES}|\s+(?:hundred|thousand|million|per\s+100,000))?"
_SEASON = r"(?:19|20)\d\d\s?[-/]\s?\d\d"
_CRESTS = "crests|peaks|humps|waves|maxima|surges"
_ADJECTIVE = "(?:smaller|larger|lower|higher|bigger|weaker|stronger|taller|milder)"
_PATHWAY = r"(?:the\s+)?ssp[\s\d.-]*\d(?:\s+(?:path|pathway|scenario|road))?"

_TRANSFORMATIONS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), template)
    for pattern, template in (
        *ELLIPSES,
        # "It was in 2025-26, not in 2024-25, that Ohio ...".
        (rf"(?i)^\W*it\s+was\s+(?P<when>(?:in|during)\s+(?:the\s+)?(?:winter\s+of\s+|season\s+of\s+)?{_SEASON})(?:,\s+(?:and\s+)?not\s+(?:in|during)\s+(?:the\s+)?{_SEASON},?)?\s+"
         r"that\s+(?P<rest>[^,;:]+?)(?=[.]?\s*$)",
         "{rest} {when}"),
        # "Ohio recorded its highest weekly count so far in 2024-25".
        (rf"(?P<who>{_NAME})(?i:\s+(?:has\s+)?(?:recorded|had|saw|seen|logged|reported|reached|hit)\s+its\s+(?:highest|largest|biggest|worst|heaviest)\s+(?:recent\s+)?"
         rf"(?:single\s+)?(?:weekly\s+)?(?:flu\s+|influenza\s+)?(?:count|week|number|total|tally|peak|maximum|season|winter|year)(?:\s+of\s+(?:flu\s+|influenza\s+)?admissions)?\s*"
         rf"(?:so\s+far|to\s+date|yet|on\s+record|on\s+file|of\s+all)?\s+(?:in|during)\s+(?:the\s+)?(?P<when>{_SEASON}))(?=[\s.]*$)",
         "{who}'s {when} flu peak was the highest of all seasons"),
        (rf"(?i)\b(?:after|by\s+the\s+end\s+of|at\s+the\s+end\s+of|with)\s+a\s+(?:whole\s+|full\s+)?century\s+of\s+(?P<path>{_PATHWAY})",
         "in 2100 under {path}"),
        # "Brought 86, more than the 64 of the season before".
        (r"(?i)^\W*nowhere\s+in\s+(?P<where>[^,;:]+?)\s+(?:is|was)\s+there\s+an?\s+(?P<noun>week|season|winter)\s+(?:with|of)\s+",
         "no {noun} of {where} had "),
        (r"(?i)\b(?:in|over|during|within)\s+the\s+(?:[a-z]+\s+)?(?:weeks|days|months)\s+(?=(?:from|between)\s)",
         ""),
        # "It took Ohio until March to reach its maximum".
        (rf"(?i:^\W*it\s+took\s+)(?P<who>(?:the\s+)?{_NAME}|the\s+[a-z]+)\s+until\s+(?P<when>.+?)\s+(?:to\s+(?:reach|hit|get\s+to))\s+"
         r"(?P<what>[^,;:]+?)(?=[.]?\s*$)",
         "{who} reached {what} in {when}"),
        # "Ohio had the highest rate in the nation".
        (r"(?i)\b(?P<near>(?:(?:only|just)\s+)?(?:slightly|a\s+little|a\s+bit|marginally|well|far|clearly)\s+)?above\s+"
         r"(?:that|those|the\s+(?:one|ones|figure|level|total|count|value))\s+(?:of|in|for|from)\b",
         "{near}higher than that of"),
        (r"(?i)\b(?P<what>(?:methane|carbon|sulphur|[a-z]+)(?:\s+dioxide)?\s+emissions)\s+at\s+half\s+(?:of\s+)?(?:what|those|the\s+level)\s+"
         r"(?:(?:of|in|that|under)\s+)?(?P<ssp>ssp[\s\d.-]*\d)(?:\s+(?:assumes|has|prescribes|foresees|contains))?",
         "half the {what} of {ssp}"),
        # "Did not reach its top until March".
        (r"(?i)\b(?P<not>(?:did|does|would|will)(?:\s+not|n't))\s+(?:reach|hit|get\s+to|attain)\s+(?:its|their|the)\s+(?:top|peak|maximum|crest|"
         r"high\s+point|highest\s+point|height|summit)\b",
         "{not} peak"),
        # "Did not come around New Year but in February".
        (r"(?i)\bdid\s+not\s+(?:come|arrive|fall|peak|crest|take\s+place)\s+(?:in|on|at|around|by|during|before)\s+[^,;:]+?,?\s+but\s+(?:rather\s+)?"
         r"(?P<when>(?:in|on|at|around|during|towards)\s)",
         "came {when}"),
        # "Went by without a week of more than 1,000 admissions".
        (rf"(?i)\b(?:went\s+by|passed|ended|came\s+and\s+went|finished)\s+without\s+(?:a\s+(?:single\s+)?|any\s+|even\s+one\s+)week\s+"
         rf"(?:of|with|above|over|at)\s+(?:(?:more\s+than|over|above)\s+)?(?P<number>{_NUMBER})",
         "never exceeded {number} a week"),
        # "Two bumps, a smaller one in January and a larger one in March".
        (rf"(?i)\b(?P<two>two|2|a\s+pair\s+of)\s+(?:bumps|spikes|highs|tops|{_CRESTS})\s*[-,:(]+\s*(?:an?|the|its)?\s*(?:{_ADJECTIVE}\s+)?(?:one|first|other)\s+"
         rf"(?P<at>(?:in|at|around|on|by|near)\s[^,;]+?),?\s+(?:and|then)\s+(?:an?\s+|the\s+|then\s+)?(?:(?:somewhat|slightly|much|rather|even)\s+)?(?P<adjective>{_ADJECTIVE})\s+(?:one|other)\s+",
         "two crests, the first {at} and a second, {adjective} crest "),
        (rf"(?i)\b(?P<two>two|2|a\s+pair\s+of)\s+(?:bumps|spikes|highs|tops|{_CRESTS})\s*[-,:(]+\s*(?:with\s+)?(?:the\s+|its\s+)?(?:one|first)\s+(?:(?:maximum|peak|crest|top|high)\s+)?"
         r"(?P<at>(?:in|at|around|on|by|near)\s[^,;]+?),?\s+(?:and|then)\s+(?:one|another|the\s+(?:other|second)|a\s+second(?:\s+one)?)\s+",
         "two crests, the first {at} and the other "),
        (rf"(?i)\b(?:rose|climbed|went\s+up|came)\s+to\s+a\s+first\s+(?:high|top|{_CRESTS}|peak|crest)\s+(?P<at>(?:in|at|around|on|by|near)\s[^,;]+?),\s+"
         rf"(?:[a-z]+\s+(?:off|back|away|down|again)\s*,?\s+)?(?:and|then|before)\s+(?:[a-z]+\s+){{1,3}}to\s+a\s+second,?\s+(?:(?P<adjective>{_ADJECTIVE})\s+)?(?:one|high|top|peak|crest)\s+",
         "had two crests, the first {at} and a second, {adjective} crest "),
        # "Several degrees below zero": by more than two.
        (r"(?i)\b(?:several|some|many)\s+degrees\s+below\s+(?:zero|freezing|the\s+freezing\s+point)(?:\s+(?:celsius|centigrade))?\b",
         "below -2 °C"),
        # "... passed 20,000 in December and fell below that mark in March".
        (rf"(?i)(?<![\d,.])(?P<number>{_NUMBER}{_UNIT})(?P<between>\b.{{3,120}}?)\b(?:that|this|the\s+same)\s+"
         r"(?:mark|level|threshold|line|figure)\b",
         "{number}{between}{number}"),
    )
)  # fmt: skip
_ALL_FORMS = (
    *IDIOMS,
    *TURNS,
    *_TRANSFORMATIONS,
    *TOLD_LISTS,
    *RETOLD,
    *REWORDINGS,
    *SEASONAL,
    *NEWS,
    *PLACES,
    *SHORT_FORMS,
    *RESTATEMENTS,
)
#: Transformations of one sentence that are tried.
_MOST = 6
#: How often the same one is made, as for two things that are compared.
_OF_EACH = 2


def transformed(text: str) -> Iterator[Aligned]:
    """Yield a normalised sentence in other forms, one transformation each and then all in turn."""
    if len(text) > LONGEST_STATEMENT:
        return
    whole, made = Aligned.of(text), 0
    for pattern, template in _ALL_FORMS:
        for _ in range(_OF_EACH):
            match = pattern.search(whole.text)
            if match is None or made >= _MOST:
                break
            words = template if isinstance(template, str) else template(match)
            whole, made = whole.replaced(match, words), made + 1
            yield whole


_CONTRASTS = (
    (
        re.compile(
            r"^\W*(?:[Uu]nlike|[Ii]n\scontrast\sto)\s+(?P<other>[^,;:]+),\s+"
            rf"(?P<who>(?:the\s+)?{_NAME})(?P<rest>(?:'s)?\s.+)$",
            re.S,
        ),
        "{who}{rest}",
        "{other}{rest}",
    ),
    (
        re.compile(
            rf"^\W*(?P<lead>(?:[Ff]or|[Ii]n)\s+)(?P<who>{_NAME}),\s+unlike\s+(?:(?:for|in)\s+)?(?P<other>[^,;:]+),\s+(?P<rest>.+)$",
            re.S,
        ),
        "{lead}{who}, {rest}",
        "{lead}{other}, {rest}",
    ),
    (
        re.compile(
            rf"^\W*(?P<who>{_NAME}),\s+unlike\s+(?P<other>[^,;:]+),\s+(?P<rest>.+)$",
            re.S,
        ),
        "{who} {rest}",
        "{other} {rest}",
    ),
)  # fmt: skip


def contrast(text: str) -> tuple[Aligned, Aligned] | None:
    """Return what "A, unlike B, ..." says of A, and the same of B, of which it is denied."""
    if len(text) > LONGEST_STATEMENT or ("nlike" not in text and "contrast to" not in text):
        return None
    whole = Aligned.of(text)
    for pattern, said, denied in _CONTRASTS:
        match = pattern.match(text)
        if match is not None:
            return whole.replaced(match, said), whole.replaced(match, denied)
    return None
