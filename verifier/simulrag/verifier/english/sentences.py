"""Text as sentences, each with where it stands."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from simulrag.verifier.claims import Problem

#: Longest question that is read, characters.
LONGEST_TEXT = 5_000
#: Where a sentence may end: a mark with a space behind it, or a line that ends a paragraph.
_END = re.compile(r"(?<![.!?])[.!?]+[\"'”’)]*(?=\s|$)|\n\s*\n|\n(?=\s*(?:[-*•]|\d+[.)])\s)")
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


def unreadable(text: str, longest: int = LONGEST_TEXT) -> Problem | None:
    """Return why a question or a sentence cannot be read, whatever it says."""
    if not text.strip():
        return Problem(reason="empty", message="there is no text; write it in a sentence")
    if len(text) > longest:
        said = f"the text has {len(text)} characters; at most {longest} are read"
        return Problem(reason="too_long", message=said)
    if any("\ud800" <= one <= "\udfff" for one in text):  # half of a pair of surrogates
        return Problem(reason="unread", message="the text holds a character that is no text")
    return None


def sentences(text: str) -> list[Span]:
    """Return the sentences of a text, in its order."""
    return list(_sentences(text))


def _sentences(text: str) -> Iterator[Span]:
    start, bullet, last = 0, _after_bullet(text, 0), len(text.rstrip())
    for end in _END.finditer(text):
        if end[0][0] == ".":
            of_bullet = bullet > end.start()
            if of_bullet or (end.end() < last and _abbreviates(text, start, end.start())):
                continue
        yield from _sentence(text, start, end.end())
        start = end.end()
        bullet = _after_bullet(text, start)
    yield from _sentence(text, start, len(text))


def _after_bullet(text: str, start: int) -> int:
    bullet = _BULLET.match(text, start)
    return start if bullet is None else bullet.end()


def _abbreviates(text: str, start: int, stop: int) -> bool:
    """Tell the full stop of an abbreviation or an initial, which goes on."""
    first = max(text.rfind(" ", start, stop) + 1, start)
    before = text[first:stop].lower().lstrip("(")
    unit = text[start:first].rstrip()[-1:].isdecimal()  # "20 W. The ..."
    return before in _SHORT or (len(before) == 1 and before.isalpha() and not unit)


def _sentence(text: str, start: int, end: int) -> Iterator[Span]:
    bullet = _BULLET.match(text, start, end)
    first = bullet.end() if bullet else start
    held = text[first:end].strip()
    if any(one.isalnum() for one in held):
        yield Span(held, first)
