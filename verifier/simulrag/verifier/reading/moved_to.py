"""Verbs that say which way a value was reached: "lifts it to 8.76 °C"."""

from typing import Literal

from simulrag.verifier.reading.fact import Fact
from simulrag.verifier.reading.signs import FALL, RISE
from simulrag.verifier.reading.text import AnyCase

_MOVED = AnyCase(
    rf"\b(?!add(?:s|ed|ing)? up\b)(?:(?P<rise>(?<!adds )(?<!add )(?<!adding )(?:{RISE})"
    rf"|warm(?:s|ed|ing)?|heat(?:s|ed)?(?: up)?|lift(?:s|ed)?|"
    rf"push(?:es|ed) up)|(?P<fall>{FALL}|cool(?:s|ed|ing)?(?: down| off)?|slips?|dips?|slides?))"
    r"(?:\s+(?!(?:and|or|while|but|by|from|of|in|with)\b)[\w'’-]+){0,4}?(?:\s+from\s[^,;]{1,30}?)?"
    r"\s+to\s+(?:(?:an?|the|about|around|some|only|just|roughly|nearly|mean|average|of)\s+){0,4}$",
    holding=("to",),
)


def moved_to(fact: Fact, text: str) -> tuple[Literal["rise", "fall"], int, int] | None:
    """Return which way a value is said to have been reached, and where the verb stands."""
    if fact.kind != "number" or fact.negated or not fact.printed:
        return None
    found = _MOVED.search(text, fact.left, fact.printed[0].qualified_from)
    if found is None:
        return None
    way: Literal["rise", "fall"] = "rise" if found["rise"] else "fall"
    return (way, *found.span(way))
