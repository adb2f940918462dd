"""Sentences about what is yet to come, of which nothing was observed."""

import re

from simulrag.simulators.interface import Function
from simulrag.verifier.claims import Problem

#: A time counted from a day that nobody knows, that of the sentence: "Next winter ...".
_FROM_UNKNOWN_DAY = re.compile(
    r"(?:in\s+)?next\s+(?:winter|season|year|spring|summer|autumn|fall)\b"
    r"(?=.*\b(?:will|going\s+to|expected|likely|may|might|could)\b)",
    re.I | re.S,
)
#: Verbs and times of the future. What text says of its own readers ("will remember") is none.
_AHEAD = re.compile(
    r"\b(?:will(?!\s+(?:\w+\s+)?(?:remember|recall|note|notice|find|recogni[sz]e|know)\b)|won't|"
    r"shall|(?:is|are)\s+(?:going|bound|set|due|about|poised|on\s+(?:track|course)|heading|"
    r"shaping\s+up)\s+(?:to|for)|(?:can|should|may)\s+expect|from\s+now\s+on|"
    r"(?:before|until|till)\s+(?:the|this)\s+(?:decade|century|year)\s+is\s+(?:out|over)|"
    r"(?<!\bthe )next\s+(?:winter|season|year|autumn|fall|spring|summer|flu\s+season)|"
    r"(?:could|may|might)\s+(?:\w+\s+)?(?:see|reach|top|exceed|hit|pass|rise|fall|double|climb|peak)|"
    r"(?:never|not\s+ever)\s+again|in\s+the\s+(?:years|decades?|seasons|winters)\s+(?:ahead|to"
    r"\s+come))\b|'ll\b",
    re.I,
)


def counts_from_unknown_day(text: str) -> bool:
    """Tell whether a text begins with a time counted from the unknown day of its writing."""
    return bool(_FROM_UNKNOWN_DAY.match(text))


def not_observed_yet(text: str, function: Function) -> Problem | None:
    """Return why a function that holds an observed series says nothing of the future, or None."""
    series = function.observed and any(o.spans_days or o.course for o in function.outputs)
    found = _AHEAD.search(text) if series else None
    if found is None:
        return None
    return Problem(
        reason="other_period",
        message=f"{found.group()!r} speaks of what comes after all that was observed",
        given=found.group(),
    )
