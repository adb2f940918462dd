"""Changes that are named as things: "the cut amounts to 33 %", "the warming comes to 1 °C"."""

import re

from simulrag.verifier.reading.text import AnyCase

_THING = re.compile(
    r"(?:(?:in|de)crease|reduction|cut|drop|fall|rise|decline|saving|gain|growth|warming|cooling)s?",
    re.I,
)
_COMES_TO = AnyCase(
    r"[^.;,]*\b(?:amount(?:s|ed|ing)?|comes?|came|adds? up|gets?|coming|runs?|totals?|close|"
    r"equal|equates?|sums? up|"
    r"works? out)\s+(?:to|at)\s+(?:(?:about|around|roughly|nearly|almost|some|only|just|"
    r"exactly|more than|less than|over|under)\s+)*"
)
_ARTICLE = re.compile(r"\b(?:the|an?|its|this|that|'s)\s+(?:[\w-]+\s+){0,4}$", re.IGNORECASE)


def comes_to(text: str, start: int, end: int, gap: str) -> bool:
    """Tell whether text[start:end] names a change whose amount the words of the gap lead in."""
    thing = _THING.fullmatch(text, start, end) and _ARTICLE.search(text, 0, start)
    return bool(thing) and _COMES_TO.fullmatch(gap) is not None
