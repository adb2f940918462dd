"""Words of comparison and of number that nothing else of the reader has taken up."""

import re
from collections.abc import Iterable

from simulrag.verifier.plain.scene import Scene

_COMPARATIVE = re.compile(
    r"\b(?:heavier|worse|stronger|taller|smaller|lighter|weaker|lesser|quieter|milder|harder|gentler|"
    r"busier|calmer|deeper|bigger|larger|higher|lower|harsher|rougher|tougher|sharper|steeper)\b",
    re.I,
)
#: Several that were named before: "all three states", "each of the two".
_SEVERAL = re.compile(
    r"\b(?:all|each\s+of\s+the|any\s+of\s+the|none\s+of\s+the|both\s+of\s+the|neither\s+of\s+the)\s+"
    r"(?:two|three|four|five|six|seven|\d{1,2})\s+[a-z]+\b",
    re.I,
)


#: More of a verb, where nothing is told that it is more than: "A warms more from 1990 on".
_MORE = re.compile(
    r"(?<![\d%°CFK]\s)\b(?!(?:no|not|any|some|much|far|even|and|or|once|is|are|was|were|be|the|"
    r"\d+|degrees?)\b)[a-z]+(?:s|ed|ing)\s+(?P<more>more|less)(?=\s*(?:[.;,]|$)|\s+(?:from|between|in|"
    r"by|under|until|over|with|on|at|during|along)\b)",
    re.I,
)
_THAN = re.compile(r"\bthan\b", re.I)
#: What is denied to be likely, what is added up, a wait, and a place in an order.
_TURNED = re.compile(
    r"\bunlikely\b|\bplus\s+(?=\d)|\bwait\w*\s+(?:longer|less)\b|"
    r"\b(?:top(?:s|ped|ping)?|head(?:s|ed|ing)?|lead(?:s|ing)?|led|(?:top|bottom|head|foot|end)\s+of)\s+the\s+"
    r"(?:list|table|tables|ranking|rankings|chart|charts|league|pile|field|pack|order|scale)\b",
    re.I,
)


#: What makes a limit, a neighbour or a denial of the number behind it, in other words than those
#: that numbers are read with.
_LEADS = re.compile(
    r"\b(?:north\s+of|south\s+of|east\s+of|west\s+of|(?:well\s+)?clear\s+of|anything\s+but|far\s+(?:from|off)|"
    r"not\s+far\s+(?:from|off)|unlike|outside(?:\s+of)?|inside(?:\s+of)?|as\s+far\s+as|close\s+on|"
    r"getting\s+on\s+for|side\s+of|the\s+(?:better|best)\s+part\s+of|(?:in|on)\s+the\s+order\s+of|at\s+best|"
    r"at\s+worst|(?:degrees?|points?|°\s?[CF]|percent|%)\s+of|other\s+than|different\s+from|"
    r"(?<=\s)max\.?|(?<=\s)min\.?)\s*$",
    re.I,
)


#: How near to something, where the amount is in words: "within a degree of each other".
_NEAR = re.compile(
    r"\bwithin\s+(?:[\w'-]+\s+){0,3}?(?:degrees?|points?)\b[^,;.]{0,25}?\bof\b", re.I
)


def _near(scene: Scene) -> Iterable[tuple[int, str]]:
    for match in _NEAR.finditer(scene.text):
        told = (q.qualified_from < match.end() and q.end > match.start() for q in scene.numbers)
        if not any(told):
            yield match.start(), match.group()


def _led(scene: Scene) -> Iterable[tuple[int, str]]:
    for figure in scene.numbers:
        match = _LEADS.search(scene.text[: figure.qualified_from])
        if match is not None:
            yield match.end() - 1, match.group()


def unfollowed(scene: Scene) -> Iterable[tuple[int, str]]:
    """Yield what compares or counts and is neither a word of comparison nor a number here."""
    for match in _COMPARATIVE.finditer(scene.text):
        known = any(c.start <= match.start() < c.end for c in scene.compared)
        qualifies = any(q.qualified_from <= match.start() < q.unit_end for q in scene.numbers)
        ratio = any(r.start <= match.start() <= r.tail for r in scene.ratios)
        if not known and not qualifies and not ratio:
            yield match.start(), match.group()
    for match in _SEVERAL.finditer(scene.text):
        known = (*scene.quantifiers, *scene.domains, *scene.items)
        if not any(k.start < match.end() and match.start() < k.end for k in known):
            yield match.start(), match.group()
    yield from ((m.start(), m.group()) for m in _TURNED.finditer(scene.text))
    yield from _led(scene)
    yield from _near(scene)
    for match in _MORE.finditer(scene.text):
        at = match.start("more")
        told = _THAN.search(scene.text, match.end())
        if not told and not any(s.start <= at < s.end for s in scene.used):
            yield at, match.group()
