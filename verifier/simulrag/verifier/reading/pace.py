"""What is done faster takes less time: "eight seconds faster", "14 % slower"."""

import re

from simulrag.simulators.interface import Output
from simulrag.verifier.quantities import family
from simulrag.verifier.reading.fact import Direction, Fact

_BEHIND = re.compile(
    r"(?:\s+(?:per|a|each|every)\s+[a-z]+)?\s*(?:(?P<fast>faster|quicker|(?:is|are)\s+(?:saved|gained))|(?P<slow>slower|(?:is|are)\s+lost))\b",
    re.IGNORECASE,
)
#: "Faster than before, though by ...", "slower, if only by ...".
_BY = (
    r"(?:\s+than\s+\w+)?"
    r"(?:,?\s+(?:before|today|now|though|although|albeit|but|yet|and|if|even|only|just))*,?\s+by"
)
_BEFORE = re.compile(
    r"\b(?:(?P<fast>(?:faster|quicker|sp(?:eeds?|ed)\s+(?:[\w-]+\s+){0,3}?up(?:\s+[\w'-]+){0,4}?|"
    r"beats?\s+[\w' -]{1,40}?)" + _BY + r"|(?:sav(?:es?|ed|ing)|gain(?:s|ed)?)(?:\s+[\w-]+){0,3}?)"
    r"|(?P<slow>(?:slower|slow(?:s|ed|ing)?\s+(?:[\w-]+\s+){0,3}?down(?:\s+[\w'-]+){0,4}?)"
    + _BY
    + r"|(?:costs?|los(?:es?|t|ing)|pays?(?=[^.;,]*\bwith))(?:\s+[\w-]+){0,3}?))\s+"
    r"(?:(?:about|around|roughly|nearly|almost|some|only|just|well|over|more|less|than)\s+){0,3}$",
    re.IGNORECASE,
)


#: Words of more and less that say the opposite of a time that one has: "loses time, 13 seconds".
_LOST = re.compile(
    r"(?:(?P<fast>gain(?:s|ed|ing)?)|los(?:e|es|t|ing))\b(?=\s+(?:\w+\s+){0,2}?(?:time\b|\d))", re.I
)


def paced(fact: Fact, text: str, output: Output) -> Fact:
    """Return a number beside a word of pace as a change of a time or a speed, others as they are.

    Neither word is one of more or less of any output by itself: what is faster has the higher
    speed and takes the shorter time.
    """
    kind = family(output.unit)
    if fact.kind not in ("number", "range") or kind not in ("time", "speed"):
        return fact
    found = _BEHIND.match(text, fact.end) or _BEFORE.search(text, fact.left, fact.start)
    at = fact.direction_at
    lost = _LOST.match(text, at[0]) if at is not None else None
    if found is None and lost is None:
        return fact
    if found is not None:
        fast = found["fast"] is not None
        at = found.span("fast" if fast else "slow")
    else:
        fast = lost is not None and lost["fast"] is not None
    direction: Direction = "fall" if fast == (kind == "time") else "rise"
    return fact._replace(direction=direction, direction_at=at, of_change=True, undirected=False)
