"""Limits of the question's classes that a statement only names again, and says nothing of.

"Going by the 25 °C line, the place is mild": 25 °C is where a class begins, and no value of a run.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import chain

from simulrag.simulators.interface import Band
from simulrag.simulators.kept import once_for_each
from simulrag.verifier.claims import Plan
from simulrag.verifier.quantities import Printed, family, quantities
from simulrag.verifier.reading.text import AnyCase, Pieces, blanked, small_letters

_NOUNS = (
    "threshold", "limit", "line", "boundary", "border", "borderline", "cut-off", "cutoff",
    "cut off", "divide", "division", "mark", "yardstick", "benchmark", "bar", "watershed",
    "criterion", "demarcation", "split", "break", "breakpoint", "standard",
    "test", "rule", "definition", "scale",
)  # fmt: skip
_VERBS = (
    "split", "part", "divid", "cut", "separat", "begin", "start", "end", "chang", "switch",
    "meet", "draw", "drawn", "lie", "run", "set", "put", "plac", "fix",
)  # fmt: skip
#: Without one of these no limit is named.
_PIECES = Pieces({n[:4] if len(n) > 4 else n for n in _NOUNS} | set(_VERBS))
_PLURAL = "|".join(f"{n}(?:s|es)?" for n in (*_NOUNS[1:], *_NOUNS[:1])) + "|boundaries|criteria"
_ADJECTIVE = r"(?:(?!and\b|or\b|is\b|to\b)[a-z'-]+\s+)"
_LIMIT = rf"(?:{_ADJECTIVE}{{0,3}}?(?:{_PLURAL}))\b"
#: What leads in something that is only a frame for what is said.
_FRAME = (
    r"(?:(?:(?:going|judg(?:ed|ing)|to (?:go|judge)|measur(?:ed|ing)|grad(?:ed|ing)|rat(?:ed|ing)|"
    r"assess(?:ed|ing)|gaug(?:ed|ing)|weigh(?:ed|ing)|class(?:ed|ing|ified|ifying)|sort(?:ed|ing)|"
    r"reckon(?:ed|ing)|held|holding|set|view(?:ed|ing)|seen|plac(?:ed|ing)|put|compar(?:ed|ing)|"
    r"tested|testing|match(?:ed|ing)|bas(?:ed|ing))\s+(?:it\s+|this\s+|that\s+)?"
    r"(?:up\s+)?(?:by|against|beside|alongside|with|to|next to|on|upon|relative to|under|using))|"
    r"by|using|applying|adopting|employing|taking|given|according to|as per|on the basis of|"
    r"in terms of|in (?:the )?light of|in view of|in accordance with|in line with|"
    r"(?:(?:^|[,;:])\s*(?:and\s+|but\s+)?(?:on|with|against|from|for|under|relative to)))"
)
_DETERMINER = r"(?:(?:the|an?|this|that|these|those|its|our|their|said)\s+(?:question's\s+)?)?"
#: A frame before the number of a limit, and the noun behind it.
_FRAMED = AnyCase(rf"{_FRAME}\s+{_DETERMINER}{_ADJECTIVE}{{0,2}}?$")
_NOUN_BEHIND = AnyCase(rf"[\s-]+{_LIMIT}")
#: A frame and the noun before the number of a limit.
_FRAMED_NOUN = AnyCase(
    rf"{_FRAME}\s+{_DETERMINER}{_LIMIT}\s+(?:(?:that\s+|which\s+)?(?:is\s+)?"
    r"(?:lies|lying|set|drawn|fixed|put|placed|running|runs|stands|standing)\s+)?(?:of|at)\s+$"
)
#: "With 25 °C as the line"
_AS = AnyCase(rf"\s+(?:as|for)\s+{_DETERMINER}{_LIMIT}")
_LEADS_AS = AnyCase(r"(?:with|taking|using|given|having|if (?:we|one|you) takes?)\s+$")
#: A clause of its own that says where a limit lies.
_CLAUSE = AnyCase(
    r"(?:^|[,;:(])\s*(?:(?:and|but|or)\s+)?(?:(?:if|since|as|because|when|where|given that|with|"
    r"seeing that|seeing as|while|for|considering that|provided)\s+)?"
    rf"(?:{_DETERMINER}{_LIMIT}(?:\s+(?:for|between|of)\s+[^.;:,\d]{{1,50}}?)?\s+"
    r"(?:is|being|was|are|lies?|lying|runs?|running|falls?|falling|stands?|standing|sits?|sitting|"
    r"set|drawn|put|placed|fixed)(?:\s+(?:set|drawn|put|placed|fixed|found|to be found|"
    r"taken to be|said to be))?"
    rf"|(?:[a-z']+\s+){{0,3}}?(?:draws?|drawing|puts?|putting|sets?|setting|plac(?:es|ing)|"
    rf"fix(?:es|ing))\s+{_DETERMINER}{_LIMIT}"
    r"|(?:the|its|these|those|both|our)\s+(?:[a-z']+\s+)?(?:scale|question|classification|"
    r"classes|labels|categories|bands)\s+(?:splits?|parts?|divides?|cuts?|chang(?:es?)|"
    r"switch(?:es)?|meets?|separates?)(?:\s+[a-z]+\s+from\s+[a-z]+)?)"
    r"\s+(?:at\s+)?$"
)
#: "For this town, significant begins above 1.2"
_BEGINS = AnyCase(
    r"(?:^|[,;:(]|\bas|\bsince|\bfor|\bwhile|\band)\s+(?:the\s+)?(?:[a-z']+\s+){1,2}"
    r"(?:begin(?:s|ning)?|start(?:s|ing)?|end(?:s|ing)?|sets in|kicks in|takes over|stops)\s+"
    r"(?:only\s+)?(?:at|above|beyond|over|from|with|below|under)\s+$"
)
#: "The scale that splits at 25 °C", "the warm class, which begins at 25 °C"
_RELATIVE = AnyCase(
    r"(?:,\s*)?\b(?:that|which)\s+(?:[a-z]+\s+)?(?:splits?|parts?|divides?|cuts?|begins?|starts?|"
    r"ends?|changes|switches|separates?|runs?)(?:\s+[a-z]+\s+from\s+[a-z]+)?\s+(?:only\s+)?"
    r"(?:at|from|with|up to)\s+$"
)
_SCALE_BEFORE = AnyCase(r"\b(?:scale|class(?:es|ification)?|category|band|bracket|label|grade)\s*$")
#: Ends that are named together: "the 0.2 °C and 1.0 °C limits".
_TOGETHER = re.compile(r"\s*(?:and|or|to|,|/|-)\s*(?:the\s+)?")


def without_restated_limits(text: str, plan: Plan) -> str:
    """Return a normalised text with limits that it only names again put into blanks.

    They are left where no class is told beside them: then they are what is spoken of.
    """
    if not plan.bands or not _PIECES.held_by(text):
        return text
    spans = list(_restated(text, plan.bands))
    if not spans:
        return text
    plain = blanked(text, spans)
    return plain if _labels(plan.bands).search(plain) else text


@once_for_each
def _labels(bands: Sequence[Band]) -> AnyCase:
    """Return a pattern of the words of classes, the last of each by itself, too."""
    names = set(chain.from_iterable((b.label, b.label.split()[-1], *b.words) for b in bands))
    return AnyCase(rf"\b(?:{'|'.join(map(re.escape, sorted(map(small_letters, names))))})")


def _restated(text: str, bands: Sequence[Band]) -> Iterator[tuple[int, int]]:
    ends = {end for b in bands for end in b.ends}
    for first, last in _together(text, [q for q in quantities(text) if _is_end(q, ends)]):
        span = _limit_at(text, first.start, last.unit_end)
        if span is not None:
            yield span


def _is_end(printed: Printed, ends: set[float]) -> bool:
    plain = not printed.unit or family(printed.unit) == "temperature"
    return plain and float(printed.value) in ends


def _together(text: str, figures: Sequence[Printed]) -> Iterator[tuple[Printed, Printed]]:
    """Yield the first and the last of figures that are named together."""
    at = 0
    while at < len(figures):
        first = at
        while at + 1 < len(figures) and _TOGETHER.fullmatch(
            text, figures[at].unit_end, figures[at + 1].start
        ):
            at += 1
        yield figures[first], figures[at]
        at += 1


def _limit_at(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Return where words stand that only name a limit again, its number at text[start:end]."""
    noun = _NOUN_BEHIND.match(text, end)
    framed = _FRAMED.search(text, 0, start) if noun else _FRAMED_NOUN.search(text, 0, start)
    if framed is not None:
        return framed.start(), noun.end() if noun else end
    as_limit = _AS.match(text, end)
    if as_limit is not None:
        led = _LEADS_AS.search(text, 0, start)
        return (led.start() if led else start), as_limit.end()
    clause = _CLAUSE.search(text, 0, start) or _BEGINS.search(text, 0, start)
    if clause is None:
        clause = _RELATIVE.search(text, 0, start)
        if clause is None or not _SCALE_BEFORE.search(text, 0, clause.start()):
            return None
    return clause.start(), end
