"""How the date of a sentence is compared with that of a run: "before", "by", "not until"."""

import re

from simulrag.verifier.claims import Comparator
from simulrag.verifier.plain.instants import Time
from simulrag.verifier.plain.scene import Scene

_BEFORE = re.compile(r"\b(?:before|prior to|earlier than|ahead of)\s+(?:the\s+)?$", re.I)
#: Before the end of a month is on one of its days.
_END = re.compile(r"(?:the\s+)?(?:very\s+)?(?:end|close)\s+of\b", re.I)
_BY = re.compile(r"\b(?:by|no later than|not later than)\s+(?:the\s+)?$", re.I)
_UNTIL = re.compile(
    r"\b(?:until|till)\s+(?:(?P<about>about|around|roughly|approximately|nearly|almost|close\s+to)\s+|"
    r"(?:well|far|deep)\s+into\s+|some\s?time\s+in\s+|as\s+late\s+as\s+|after\s+)?(?:the\s+)?(?:very\s+)?$",
    re.I,
)
_AFTER = re.compile(r"\b(?:after|later than|past|beyond|since)\s+(?:the\s+)?$", re.I)
_AROUND = re.compile(
    r"\b(?:around|about|approximately|near|circa|roughly|close to)\s+(?:the\s+)?$", re.I
)


def time_comparator(scene: Scene, time: Time) -> tuple[Comparator, bool, Time]:
    """Return how a date is compared, and whether a denial only belongs to "not until"."""
    before = scene.text[: time.start]
    ways: tuple[tuple[re.Pattern[str], Comparator], ...] = (
        (_BEFORE, "below"),
        (_BY, "at_most"),
        (_AFTER, "above"),
        (_AROUND, "about"),
    )
    if until := _UNTIL.search(before):
        if until["about"]:
            return "about", True, time
        open_ended = re.search(r"\b(?:into|as\s+late|after)\b", until.group(), re.I)
        return "at_least" if open_ended else "equal", True, time
    if _BEFORE.search(before) and _END.match(scene.text, time.start):
        return "at_most", False, time
    for pattern, comparator in ways:
        if match := pattern.search(before):
            if re.search(r"\bnot\s+$", before[: match.start()], re.I) and comparator == "below":
                return "at_least", True, time
            return comparator, False, time
    return "equal", False, time
