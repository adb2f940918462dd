"""Lists that are said to be in order: "from warmest to coldest: Dakar, Lisbon, Dublin"."""

import itertools
import re
from collections.abc import Iterable, Sequence

from simulrag.verifier.claims import Reading
from simulrag.verifier.plain import choosing
from simulrag.verifier.plain.items import Item
from simulrag.verifier.plain.marks import Comparative
from simulrag.verifier.plain.readings import direction, expression
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.plain.settings import Setting, complete, settings_of
from simulrag.verifier.reading.text import Span

Readings = list[Reading]
_UP = (
    r"warm(?:est)?|hot(?:test)?|high(?:est)?|larg(?:e|est)|big(?:gest)?|most|top|worst|"
    r"strong(?:est)?"
)
_DOWN = (
    r"cold(?:est)?|cool(?:est)?|low(?:est)?|small(?:est)?|fewest|least|bottom|mild(?:est)?|"
    r"weak(?:est)?"
)
#: The first word says which end of the list is which.
_ORDER = re.compile(
    rf"\b(?:from\s+(?:the\s+)?(?:(?P<down>{_UP})\s+to\s+(?:the\s+)?(?:{_DOWN})|(?P<up>{_DOWN})\s+to\s+(?:the\s+)?(?:{_UP}))|"
    rf"(?:(?P<first>warmest|hottest|highest|largest|biggest|worst|strongest)|"
    rf"(?P<last>coldest|coolest|lowest|smallest|mildest|weakest))\s+(?:one\s+)?first|"
    r"in\s+(?:(?P<rising>ascending|rising|increasing)|(?P<falling>descending|falling|decreasing))\s+order)\b",
    re.I,
)
#: What only says that a list is one.
_RANKED = re.compile(
    r"\b(?:rank(?:s|ed|ing)?|order(?:s|ed|ing)?|sort(?:s|ed|ing)?|list(?:s|ed|ing)?|lin(?:e|es|ed|ing)\s+up|"
    r"sequence|(?:two|three|four|five|six)(?:\s+of\s+them)?(?=\s+(?:rank|line|are|come|go)))\b",
    re.I,
)
_JOINED = re.compile(
    r"\s*(?:,|;|-|>|<)?\s*(?:(?:and|then|finally|lastly|followed\s+by|next)\s+){0,2}(?:in\s+|under\s+|the\s+)?",
    re.I,
)
#: Two would be a comparison of their own.
_FEWEST = 3


def orderings(scene: Scene) -> Readings:
    """Read that each of a list is more, or less, than the one before it."""
    order = _ORDER.search(scene.text)
    if order is None or scene.numbers or scene.negations or scene.ratios:
        return []
    for group in _lists(scene):
        rest = [i for i in scene.items if i.parameter != group[0].parameter]
        settings = settings_of(scene, rest)
        own = [i for i in scene.items if i.parameter == group[0].parameter]
        if len(settings) == 1 and len(own) == len(group):
            return _in_order(scene, order, group, settings[0])
    return []


def _lists(scene: Scene) -> Iterable[list[Item]]:
    for name in dict.fromkeys(i.parameter for i in scene.items):
        group = [i for i in scene.items if i.parameter == name]
        joined = all(
            _JOINED.fullmatch(scene.text, a.end, b.start) for a, b in itertools.pairwise(group)
        )
        apart = len({str(i.value) for i in group}) == len(group)
        if joined and apart and len(group) >= _FEWEST and _is_whole(scene.text, group):
            yield group


#: A name beside a list is one of it that is not known.
_NAME_BEFORE = re.compile(
    r"[A-Z][\w'.-]*\s*(?:,|;|-|>|and|then|followed\s+by)[\s,]*(?:then\s+|and\s+)?$"
)
_NAME_BEHIND = re.compile(r"\s*(?:,|;|-|>)?\s*(?:(?:and|then|followed\s+by)\s+)*[A-Z]")


def _is_whole(text: str, group: Sequence[Item]) -> bool:
    """Tell whether no name stands right before or behind a list."""
    before, behind = text[: group[0].start], text[group[-1].end :]
    return not _NAME_BEFORE.search(before) and not _NAME_BEHIND.match(behind)


def _in_order(scene: Scene, order: re.Match[str], group: Sequence[Item], rest: Setting) -> Readings:
    rises = bool(order["up"] or order["last"] or order["rising"])
    word = Comparative(
        sign=1 if rises else -1, start=order.start(), end=order.end(), words=order.group()
    )
    calls = [
        complete(scene, {**rest, item.parameter: item.value}, comparing=True) for item in group
    ]
    held = choosing.named(scene, list(calls[0].arguments))
    output = choosing.for_comparison(scene, word, held)
    if output is None:
        return []
    scene.use(*scene.items, Span(text="", start=order.start(), end=order.end()))
    scene.use(*(Span(text="", start=m.start(), end=m.end()) for m in _RANKED.finditer(scene.text)))
    return [
        direction(expression("difference", pair, output), word, output)
        for pair in itertools.pairwise(calls)
    ]
