"""Idioms of reports on peaks, seasons and what never happened, in the words that are read.

As in `news`: each form is true under the same conditions as the one it is made from.
"""

import re
from collections.abc import Callable

from simulrag.verifier.plain.news_words import END, NAME, NUMBER, SEASON, THINGS
from simulrag.verifier.plain.quantifiers import count_of

Template = str | Callable[[re.Match[str]], str]
_TOP = r"(?:peak|crest|maximum|height|surge|high\s+point|worst\s+week|summit)"
_NAMED_SEASON = rf"(?:the\s+)?(?:(?:season|winter)\s+of\s+)?{SEASON}(?:\s+(?:season|winter))?"
_STRETCH = (
    rf"(?P<t>since\s+{_NAMED_SEASON}|from\s+{_NAMED_SEASON}\s+on(?:wards?)?|"
    rf"(?:between|from)\s+{_NAMED_SEASON}\s+(?:and|to|through|until)\s+{_NAMED_SEASON})"
)
_NEVER = r"\b(?:never|always|not\s+once|at\s+no\s+(?:time|point))\b"
_SEASONS = r"(?:(?:flu|influenza)\s+)?(?:seasons|winters)"
_WORTH = {"hundred": "100", "thousand": "1,000", "million": "1,000,000"}


def _from_on(match: re.Match[str]) -> str:
    """Return a stretch by the seasons that bound it: "since 2022-23", "from 2022-23 to 2024-25"."""
    first, *last = re.findall(SEASON, match["t"])
    return f"from {first} to {last[0]}" if last else f"since {first}"


def _ever(match: re.Match[str]) -> str:
    told = match.groupdict().get("k")
    years = [int(season[:4]) for season in re.findall(SEASON, match["t"])]
    rightly = told is None or count_of(told) == years[-1] - years[0] + 1
    rest = "{a}{never}{b}" if rightly else "{a}{never}{b} in the {k} seasons"
    return f"In every season {_from_on(match)}, {rest}"


def _of_list(match: re.Match[str]) -> str:
    return "{lead}that of " + ("{b}" if match["last"] else "{a}")


_PLAIN: tuple[tuple[str, Template], ...] = (
    (r"(?i)\bthe\s+(?P<n>hundred|thousand|million)[\s-]+(?:mark|line|threshold|barrier|level)\b",
     lambda m: _WORTH[m["n"].lower()]),
    (r"(?i)\ba\s+good\s+(?P<unit>week|month|fortnight)\s+(?=(?:before|after|earlier|later|ahead|"
     r"behind)\b)",
     "more than a {unit} "),
    # The first and the last of those that are named.
    (rf"(?i)(?P<lead>\bfrom\s+(?P<a>{SEASON})\s+to\s+(?P<b>{SEASON})[^.;:]*?,\s+)(?:it\s+(?:is|was)"
     rf"\s+)?the\s+(?:(?P<last>most\s+recent|latest|last|newest|final)|first|earliest|oldest)"
     rf"(?:\s+(?:one|of\s+(?:them|these|those|all)|season|winter))?\b(?=\s+(?:that\s+)?(?:had|has|"
     rf"was|is|brought|saw|peaked|gave|stayed|reached|went))",
     _of_list),
    # What never happened in a stretch of seasons.
    (rf"(?i)^\W*(?P<q>in\s+none|not\s+one|none|not\s+a\s+single\s+one|no\s+one|not\s+(?:in\s+)?any)"
     rf"\s+of\s+(?P<what>(?:the\s+|these\s+|all\s+)?(?:(?:two|three|four|five|six)\s+)?{_SEASONS})\s+"
     rf"{_STRETCH}\s+(?:took|brought|pushed|lifted|sent|carried|drove|led)\s+(?P<p>{NAME})\s+"
     rf"(?P<over>beyond|above|over|past|to)\s+(?P<n>{NUMBER})\s+(?P<x>{THINGS})(?:\s+(?:in\s+)?"
     rf"(?:a|any|one)\s+(?:single\s+)?week)?{END}",
     lambda m: "in no season " + _from_on(m) + " did weekly {x} in {p} "
     + ("reach" if m["over"].lower() == "to" else "exceed") + " {n}"),
    (rf"(?i)^(?P<a>\W*[^;:]{{3,80}}?)(?P<never>{_NEVER})(?P<b>[^;:]*?)(?:\s+in\s+the\s+"
     rf"(?P<k>two|three|four|five|six)\s+{_SEASONS})?,?\s+{_STRETCH}{END}",
     _ever),
    (rf"(?i)^\W*{_STRETCH},?\s+(?P<a>[^;:]{{3,80}}?)(?P<never>{_NEVER})(?P<b>[^;:]*?){END}",
     _ever),
    (rf"(?i)^\W*(?:in|over|during|across|throughout)\s+(?P<n>(?:all\s+|the\s+)*(?:two|three|four|"
     rf"five|six))\s+{_SEASONS}\s+{_STRETCH},?\s+(?P<a>[^;:]{{3,80}}?)(?P<never>{_NEVER})"
     rf"(?P<b>[^;:]*?){END}",
     lambda m: "In all {n} seasons ".replace("{n}", m["n"].split()[-1]) + _from_on(m)
     + ", {a}{never}{b}"),
    (rf"(?i)\bfrom\s+(?:each|one|every)\s+(?:season|winter)\s+to\s+the\s+next\s+(?:between\s+"
     rf"(?P<a>{SEASON})\s+and|from\s+(?P<c>{SEASON})\s+(?:to|until|through))\s+(?P<b>{SEASON})",
     lambda m: "with each season from " + (m["a"] or m["c"]) + " to {b}"),
    # Two crests of which one is the real one.
    (rf"(?i)\b(?:had|saw|shows?|showed)\s+an?\s+(?:(?:small|first|minor|lesser|lower|early|little)\s+"
     rf"){{1,2}}(?:bump|spike|hump|wave|crest|peak|rise|surge)\s+(?P<a>(?:at|around|in|near|before|"
     rf"just\s+after)\s[^,;:]+?),?\s+(?:and|but|then|before)\s+(?:then\s+)?(?:its|the|a|an)\s+"
     rf"(?:real|main|true|actual|proper|big|bigger|higher|larger|second,?\s+(?:higher|larger|bigger))\s+"
     rf"(?:one|{_TOP})\s+(?=in\b|at\b|around\b|on\b|near\b)",
     "had two crests, the first {a} and a second, higher crest "),
    # Models.
    (r"(?i)\bflatten(?P<s>s|ed|ing)?\s+the\s+(?:(?:simulated|epidemic|modelled|hospital|flu)\s+)?curve",
     lambda m: "lower" + (m["s"] or "") + " the simulated peak"),
    (r"(?i)\b(?P<in>in|for|with)\s+(?:both|either|each)\s+(?:runs?|simulations?|instances?|variants?|"
     r"experiments?|of\s+the\s+(?:two\s+)?(?:runs|simulations))\b",
     "in both cases"),
    (r"(?i)\b(?:is|are|was|would\s+be)(?:\s+not|n't)\s+(?:nearly\s+|quite\s+)?(?:enough|sufficient)\s+"
     r"(?:for|to\s+(?:cause|start|trigger|spark|set\s+off|produce|create|get))\s+an?\s+",
     "cannot cause an "),
    (r"(?i)\b(?:is|are|was|would\s+be)\s+(?:insufficient|too\s+(?:low|little|small|weak))\s+"
     r"(?:for|to\s+(?:cause|start|trigger|spark|set\s+off|produce|create|get))\s+an?\s+",
     "cannot cause an "),
    # "The scenario with the lowest best estimate for 2041-2060 is SSP2-4.5".
    (r"^\W*[Tt]he\s+(?:one\s+)?(?:scenario|pathway|city|town|state|place|season|winter|setting)\s+(?:with|that\s+has|that\s+had|"
     r"which\s+has|which\s+had|having)\s+(?P<what>the\s+(?:lowest|highest|largest|smallest|biggest|most|fewest|least)\s+[^,;:]+?)\s+"
     r"(?P<v>is|was)\s+(?P<who>(?-i:[A-Z])[^,;:]{2,40}?)(?=[.]?\s*$)",
     lambda m: f"{m['who']} {'has' if m['v'] == 'is' else 'had'} {m['what']}"),
)  # fmt: skip
IDIOMS: tuple[tuple[re.Pattern[str], Template], ...] = tuple(
    (re.compile(pattern), template) for pattern, template in _PLAIN
)
