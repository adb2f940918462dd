"""A text cut into sentences, each with its place in the text.

The cut is made by code and is the same for search, readings and attributions, so that a sentence
number always means the same characters.
"""

import re

from simulrag.simulators.interface import Frozen

#: What ends with a full stop and no sentence: before a capital too, and before anything else.
_NEVER = re.compile(
    r"(?:\b(?:e\.g|i\.e|vs|cf|ca|approx|et al|figs?|eq|nos|dr|mrs?|prof|resp|spp?|subsp|var|vol|"
    r"refs?))\.$",
    re.IGNORECASE,
)
_END = re.compile(r"[.!?][)\]\"'”’]*(?=\s|$|[A-Z][a-z]+[A-Z ])")


class Sentence(Frozen):
    """text[start:end] of the text it was cut from; `index` counts from 0."""

    index: int
    start: int
    end: int
    text: str


def sentences(text: str) -> tuple[Sentence, ...]:
    """Cut a text into sentences; spans never overlap, and leave out only white space."""
    spans: list[tuple[int, int]] = []
    start = 0
    for match in _END.finditer(text):
        if _ends(text, start, match.start() + 1, match.end()):
            spans.append((start, match.end()))
            start = match.end()
    spans.append((start, len(text)))
    parts = [(first, last, text[first:last]) for first, last in spans if text[first:last].strip()]
    places = [
        (first + len(part) - len(part.lstrip()), last - len(part) + len(part.rstrip()))
        for first, last, part in parts
    ]
    return tuple(
        Sentence(index=index, start=first, end=last, text=text[first:last])
        for index, (first, last) in enumerate(places)
    )


def _ends(text: str, start: int, stop: int, end: int) -> bool:
    """Tell whether the full stop before `stop` ends a sentence that began at `start`."""
    before = text[max(start, stop - 12) : stop]
    after = text[end : end + 3].lstrip()
    if not after:
        return True
    return not (after[0].islower() or after[0] in ",;:)" or _NEVER.search(before))
