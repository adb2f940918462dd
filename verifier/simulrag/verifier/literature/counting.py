"""Opposites of claims that begin by counting: "Most patients ...", "At least half of ...".

How many is what such a claim says, so that is what is turned round, and nothing after it.
"""

import re

#: Beginnings and what stands in their place; the first that fits is taken.
_BEGINNINGS = tuple(
    (re.compile(rf"^{pattern}\b", re.IGNORECASE), other)
    for pattern, other in (
        (r"neither (?P<one>.{1,60}?) nor", r"\g<one> or"),
        (r"(?:nearly|almost|virtually) all", "few"),
        (r"(?:nearly|almost|virtually) no", "many"),
        (r"all of", "not all of"),
        (r"all(?! in all)", "not all"),
        (r"not all", "all"),
        (r"every", "not every"),
        (r"none of", "some of"),
        (r"most", "few"),
        (r"many", "few"),
        (r"(?<!a )few", "many"),
        (r"some of", "none of"),
        (r"some", "no"),
        (r"(?:a|the) (?:large |vast )?majority of", "a minority of"),
        (r"a (?:small )?minority of", "a majority of"),
        (r"at least", "less than"),
        (r"(?:at most|up to|no more than)", "more than"),
        (r"(?:more|greater) than(?= (?:\d|half|one|two|three|a ))", "less than"),
        (r"over(?= \d)", "less than"),
        (r"(?:less|fewer) than(?= (?:\d|half|one|two|three|a ))", "more than"),
        (r"only(?= (?:about |around )?\d)", "more than"),
    )
)
#: "No evidence links A to B", but neither "no longer" nor "no one".
_NONE = re.compile(r"^no (?=\w)(?!longer|one\b|more|matter)", re.IGNORECASE)
#: A bare number of what is counted: "90 % of cases are ...", "One in two trials ...".
_COUNT = re.compile(
    r"^(?:(?:about|around|approximately|roughly|nearly|almost|some|an estimated|exactly) )?"
    r"(?:\d[\d.,]*(?:\s?(?:%|percent|per cent|million|billion))?(?:\s?(?:-|to)\s?\d[\d.,]*\s?%?)?|"
    r"one|two|three|half|a (?:third|quarter))(?: of| in| out of)\b",
    re.IGNORECASE,
)


def counted_otherwise(text: str) -> str | None:
    """Return a claim with its beginning turned round; None where it does not count there."""
    for pattern, other in _BEGINNINGS:
        found = pattern.match(text)
        if found:
            return _capital(found.expand(other) + text[found.end() :], text)
    found = _NONE.match(text)
    return _capital(text[found.end() :], text) if found else None


def counts(text: str) -> bool:
    """Tell whether a claim begins by a bare number of what it speaks of."""
    return bool(_COUNT.match(text))


def _capital(made: str, text: str) -> str:
    return made[0].upper() + made[1:] if text[0].isupper() else made
