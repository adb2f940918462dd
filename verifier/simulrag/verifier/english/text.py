"""Text as sentences, each with where it stands."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

#: Longest question that is read, characters.
LONGEST_TEXT = 5_000
#: Where a sentence may end: a mark with a space behind it, or a line that ends a paragraph.
_END = re.compile(r"[.!?]+[\"'”’)]*(?=\s|$)|\n\s*\n|\n(?=\s*(?:[-*•]|\d+[.)])\s)")
_BULLET = re.compile(r"\s*(?:[-*•–]\s+|\d+[.)]\s+|#+\s+|>\s+)*")
#: Words whose full stop ends no sentence.
_SHORT = frozenset(
    "mr mrs ms dr st vs approx ca no fig e.g i.e etc jan feb mar apr jun jul aug sep sept oct nov "
    "dec u.s u.k d.c u.s.a".split()
)


@dataclass(frozen=True, slots=True)
class Span:
    """A sentence without its bullet: text[start:end] of its text."""

    text: str
    start: int

    @property
    def end(self) -> int:
        """Return where it ends."""
        return self.start + len(self.text)


def is_text(text: str) -> bool:
    """Tell whether a string holds characters alone: half of a pair of surrogates is none."""
    return not any("\ud800" <= one <= "\udfff" for one in text)


def sentences(text: str) -> list[Span]:
    """Return the sentences of a text, in its order."""
    return list(_sentences(text))


def _sentences(text: str) -> Iterator[Span]:
    start = 0
    for end in _END.finditer(text):
        if end[0][0] == "." and _goes_on(text, start, end):
            continue
        yield from _sentence(text, start, end.end())
        start = end.end()
    yield from _sentence(text, start, len(text))


def _goes_on(text: str, start: int, end: re.Match[str]) -> bool:
    """Tell a full stop within a sentence: of an abbreviation, an initial, a numbered item."""
    bullet = _BULLET.match(text, start)
    if bullet is not None and bullet.end() > end.start():
        return True
    before = text[start : end.start()].rpartition(" ")[2].lower().lstrip("(")
    if before in _SHORT or (len(before) == 1 and before.isalpha()):
        return text[end.end() :].lstrip()[:1] != ""
    return False


def _sentence(text: str, start: int, end: int) -> Iterator[Span]:
    bullet = _BULLET.match(text, start, end)
    first = bullet.end() if bullet else start
    held = text[first:end].strip()
    if any(one.isalnum() for one in held):
        yield Span(held, first)
