"""Numbers that stand before the words that say which way: "by 11 %, trips are shorter"."""

import re
from collections.abc import Sequence

from simulrag.verifier.reading.directions import DirectionWord

#: A number at the head of what it is about: "by 11 %, trips are shorter", "it is by 11 % that".
_FRONTED = re.compile(
    r"(?:^|[,;:]\s*|\b(?:is|was|are|were|not|but)\s+)by\s+(?:(?:about|around|roughly|nearly|some|only|"
    r"just|almost|over|(?:more|less) than|at (?:least|most)|as much as)\s+)*$",
    re.IGNORECASE,
)
#: Digits in names are no numbers.
_NAME = re.compile(r"[A-Za-z]\d")


def word_behind(
    text: str, start: int, end: int, directions: Sequence[DirectionWord]
) -> DirectionWord | None:
    """Return the next word of direction behind a number that stands first with its "by"."""
    if not _FRONTED.search(text, 0, start):
        return None
    word = next((w for w in directions if w.start >= end), None)
    return (
        word if word and not re.search(r"[.;\d]", _NAME.sub("", text[end : word.start])) else None
    )
