"""Inputs that a statement moves the other way than every run: "raising SO2" beside a cut of it."""

import re
from collections.abc import Iterator, Sequence

from simulrag.simulators.interface import Call, Parameter
from simulrag.simulators.kept import once_for_each
from simulrag.verifier.reading.mention import Mention
from simulrag.verifier.reading.mentions import FALL, RISE
from simulrag.verifier.reading.text import Phrases, Span

_TAIL = r"(?:\s+(?:in|of|the|its|their|global|worldwide|local|total|emissions?))*"
_BEFORE = re.compile(rf"\b(?:(?P<rise>{RISE}|boosting)|(?P<fall>{FALL})){_TAIL}\s+$", re.IGNORECASE)
_AFTER = re.compile(
    r"\s+(?:emissions?\s+)?(?:(?P<rise>increases?|rises?|growth)|"
    r"(?P<fall>decreases?|reductions?|cuts?|drops?|declines?))\b(?!\s+(?:in|of|by)\b)",
    re.IGNORECASE,
)
#: How far back the word of direction stands, characters.
_REACH = 60


class _Changing:
    """The inputs that are given as changes, and the phrases that name each."""

    def __init__(self, parameters: Sequence[Parameter]) -> None:
        changing = [p for p in parameters if p.kind == "change"]
        self.each = [(p.name, Phrases((*p.words, *p.family))) for p in changing]
        self.any = Phrases(tuple(w for p in changing for w in (*p.words, *p.family)))


_changing = once_for_each(_Changing)


def opposed(
    text: str, found: Sequence[Mention], calls: Sequence[Call], parameters: Sequence[Parameter]
) -> Span | None:
    """Return where a normalised text moves an input as none of the calls does, if anywhere.

    Only inputs that some call changes count; numbers are compared elsewhere.
    """
    known = _changing(parameters)
    free = [
        s
        for s in known.any.find(text)
        if not any(m.start < s.end and s.start < m.end for m in found)
    ]
    for span in free:
        sign = _sign(text, span)
        held = list(_held(span, known, calls))
        if sign and any(held) and not any(value * sign > 0 for value in held):
            return span
    return None


def _held(span: Span, known: _Changing, calls: Sequence[Call]) -> Iterator[float]:
    """Yield what the calls give to the inputs that some words name."""
    for name, phrases in known.each:
        if phrases.find(span.text):
            values = (call.arguments.get(name) for call in calls)
            yield from (float(v) for v in values if isinstance(v, int | float))


def _sign(text: str, span: Span) -> int:
    word = _BEFORE.search(text[max(0, span.start - _REACH) : span.start])
    word = word or _AFTER.match(text, span.end)
    if word is None:
        return 0
    return 1 if word["rise"] else -1
