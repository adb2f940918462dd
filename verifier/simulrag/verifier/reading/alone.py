"""What is said of one result alone: "only idling goes down" says that the others do not."""

from collections.abc import Sequence

from simulrag.verifier.claims import Reading
from simulrag.verifier.reading.attributes import attributed
from simulrag.verifier.reading.text import AnyCase
from simulrag.verifier.reading.topics import Topic

_BEFORE = AnyCase(r"\b(?:only|solely|nothing but|none but)\s+(?:the\s+|in\s+|for\s+)*$")
_THE_ONLY = AnyCase(r"\b(?:the|its) (?:only|sole|one)\s+(?:\w+\s+)?(?:that|which|to)\b")
_BEHIND = AnyCase(r"\s+(?:alone|only)\b(?!\s+(?:by|to|slightly|a|an|\d))")


def alone(text: str, readings: Sequence[Reading], topics: Sequence[Topic]) -> str:
    """Return words by which directions are of one result alone, or of a change merely named."""
    if not all(r.comparator in ("rises", "falls") and not r.negated for r in readings):
        return ""
    sole = _THE_ONLY.search(text)
    if sole is not None:
        return sole.group()
    for topic in topics:
        found = _BEFORE.search(text, 0, topic.start) or _BEHIND.match(text, topic.end)
        if found is not None:
            return found.group()
    return attributed(text, readings, topics)
