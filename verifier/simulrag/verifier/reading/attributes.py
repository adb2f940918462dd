"""Changes that are only named, of which something else is said: "longer trips annoy drivers"."""

from collections.abc import Sequence

from simulrag.verifier.claims import Reading
from simulrag.verifier.reading.text import AnyCase
from simulrag.verifier.reading.topics import Topic

#: For each of what a result is not counted: "CO2 per head of population".
_PER = AnyCase(
    r"\s+(?:per|for each|for every)\s+(?:head|capita|person|resident|inhabitant|passenger|"
    r"household|kilomet(?:er|re)|mile|hour|day|year|citizen)\b"
)
#: What a named change may do without more being said of it than that it comes.
_COMES = AnyCase(
    r"\s*(?:$|[.,;:!?]|\b(?:is|are|was|were|be|been|will be|would be|has|have|had|than|in|with|on|"
    r"for|by|of|to|at|and|or|but|under|after|before|despite|while|when|as|from|through|along|"
    r"comes?|belongs?|results?|follows?|ensues?|occurs?|remains?|goes|go|awaits?|too|alone|overall|"
    r"(?:will|would|may|could|can|should)\s+(?:not\s+)?(?:be|result|follow|ensue|come|occur|have))\b)"
)


def attributed(text: str, readings: Sequence[Reading], topics: Sequence[Topic]) -> str:
    """Return what is said of a change of which only the direction was read; "" for nothing."""
    if not all(r.comparator in ("rises", "falls") for r in readings):
        return ""
    for topic in topics:
        per = _PER.match(text, topic.end)
        if per is not None:
            return per.group()
        adjective = any(
            not text[f.end : topic.start].strip() and f.start < topic.start
            for r in readings
            for f in r.figures
        )
        inside = any(topic.start <= f.start < topic.end for r in readings for f in r.figures)
        if adjective and not inside and _COMES.match(text, topic.end) is None:
            return text[topic.end :].strip(" .")
    return ""
