"""Conditions of which each is to hold: "whether R0 is 1.5 or 2.5, the peak is lower with ..."."""

import re
from collections.abc import Iterator

_NUMBER = r"\d+(?:\.\d+)?(?:\s*(?:%|percent))?"
_WHETHER = re.compile(
    r"^\W*(?P<lead>(?:no\s+matter\s+)?whether(?:\s+with|\s+at)?|be\s+it(?:\s+with|\s+at)?)\s+"
    r"(?P<what>[^,;:]{0,40}?)(?P<values>(?<![\w.])"
    rf"{_NUMBER}(?:,\s*{_NUMBER})*,?\s+or\s+{_NUMBER})(?P<rest>[^,;:\d]{{0,60}}),\s+(?=\S)",
    re.I,
)
_VALUE = re.compile(_NUMBER, re.I)
_IS = re.compile(r"\b(?:is|are|was|were|be|equals|stands\s+at)\b", re.I)


def alternatives(text: str) -> Iterator[tuple[str, ...]]:
    """Yield a sentence once for each of the values that its condition leaves open, if it does."""
    match = _WHETHER.match(text)
    if match is None:
        return
    values = _VALUE.findall(match["values"])
    what = _IS.sub(lambda m: "of".ljust(len(m.group())), match["what"])
    rest = _IS.sub(lambda m: " " * len(m.group()), match["rest"])
    lead = "With".ljust(match.start("what") - match.start("lead"))
    yield tuple(
        text[: match.start("lead")]
        + lead
        + what
        + value.rjust(len(match["values"]))
        + rest
        + text[match.end("rest") :]
        for value in values
    )
