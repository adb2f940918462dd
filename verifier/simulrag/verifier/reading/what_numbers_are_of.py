"""What the words around a number say that it is of: a subject before it, a baseline behind it."""

import re

from simulrag.verifier.quantities import Printed
from simulrag.verifier.reading.fact import Fact
from simulrag.verifier.reading.text import AnyCase

#: A clause that goes on about the subject of the one before it: "positive, but below 1 °C".
_GOES_ON = AnyCase(
    r"\W*(?:but|and|yet|though)\s+(?:(?:is|are|was|still|not|stays?|remains?|lies|just|only|at|well|"
    r"far|also)\s+)*"
)


def subject_from(text: str, left: int, qualified: int) -> int:
    """Return where the words begin that say what a number of a clause is of."""
    return 0 if left and _GOES_ON.fullmatch(text[left:qualified].rstrip() + " ") else left


#: "Within one percent of the baseline" is how far it is from that at most.
_OF_BASELINE = re.compile(
    r"\s*of\s+(?:the|its|their|what|today['’]s|that)\s*(?:(?:baseline|former|old|present|current|original|"
    r"previous|it|they)\b|$)",
    re.I,
)
_WITHIN = re.compile(r"\bwithin\s+(?:\w+\s+)?$", re.I)


def is_near(figure: Printed, before: str, after: str) -> bool:
    """Tell whether a number is how far something is from its baseline at most."""
    return bool(_OF_BASELINE.match(after) and _WITHIN.search(before)) and figure.unit != ""


#: "0.02 °C is all the cooling that Bonn gets".
_ALL_THE = AnyCase(
    r"\s+(?:is|was|are|were|makes up)\s+(?:all|the whole|the entire|the only)\s+(?:of\s+)?the\s"
)
_COMMA = AnyCase(r"[^,.;]{0,25},")
_LEADS_BY = AnyCase(r"^\W*by\s+(?:\w+\s+)?$")


def is_all(text: str, fact: Fact) -> bool:
    """Tell whether a number is the size of a change that is named behind it, which has a sign."""
    return _ALL_THE.match(text, fact.printed[-1].unit_end) is not None


def leads_by(text: str, start: int, end: int) -> bool:
    """Tell whether a number opens a statement as a distance: "By 0.1 °C, it misses the class"."""
    return _LEADS_BY.search(text, 0, start) is not None and _COMMA.match(text, end) is not None
