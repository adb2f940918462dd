"""A text cut into sentences, each with its place in the text.

The cut is made by code and is the same for takeaways, explanations and attributions, so that a
sentence number always means the same characters.
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
#: Labels of structured abstracts, which often run into the text ("ResultsOf the 97 ...").
_LABEL = (
    "BACKGROUND|CONTEXT|OBJECTIVES?|AIMS?|PURPOSE|IMPORTANCE|INTRODUCTION|RATIONALE|DESIGN|SETTING|"
    "DATA SOURCES?|STUDY SELECTION|DATA EXTRACTION|PARTICIPANTS|PATIENTS|SAMPLE|METHODS?|"
    "MATERIALS? AND METHODS|METHODS AND FINDINGS|INTERVENTIONS?|MAIN OUTCOME MEASURES?|"
    "MEASUREMENTS?|FINDINGS|RESULTS|DISCUSSION|INTERPRETATION|CONCLUSIONS?|CONCLUSIONS AND "
    "RELEVANCE|SIGNIFICANCE|FUNDING|TRIAL REGISTRATION"
)
LABEL = re.compile(rf"^\W*({_LABEL})\b[:.]?\s*")


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
        end = match.end()
        if _ends(text, start, match.start() + 1, end):
            spans.append((start, end))
            start = end
    spans.append((start, len(text)))
    return tuple(
        Sentence(index=index, start=first, end=last, text=text[first:last])
        for index, (first, last) in enumerate(_trimmed(text, spans))
    )


def label(sentence: str) -> str:
    """Return the label of a structured abstract that a sentence begins with, in capitals; or ""."""
    found = LABEL.match(sentence)
    return found.group(1).upper() if found else ""


def unlabelled(sentence: str) -> str:
    """Return a sentence without such a label."""
    return LABEL.sub("", sentence)


def _ends(text: str, start: int, stop: int, end: int) -> bool:
    """Tell whether the full stop before `stop` ends a sentence that began at `start`."""
    before = text[max(start, stop - 12) : stop]
    after = text[end : end + 3].lstrip()
    if not after:
        return True
    return not (after[0].islower() or after[0] in ",;:)" or _NEVER.search(before))


def _trimmed(text: str, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    found = list[tuple[int, int]]()
    for start, end in spans:
        part = text[start:end]
        first = start + len(part) - len(part.lstrip())
        last = start + len(part.rstrip())
        if last > first:
            found.append((first, last))
    return found
