"""Changes by a part, or to a part, in words: "by a fifth", "to a tenth of what it was"."""

import re
from collections.abc import Sequence
from decimal import Decimal

from simulrag.verifier.quantities import Printed, printed_number, qualifier_at
from simulrag.verifier.reading.clauses import outside
from simulrag.verifier.reading.text import Span, holds_any

_PARTS = ("half", "third", "quarter", "fifth", "sixth", "eighth", "tenth")
_PART = rf"(?:an?|one|two|three|four|five|seven|nine)[\s-]+(?:{'|'.join(_PARTS)})s?"
_PERCENT = r"(?<![\w.,+-])\d+(?:\.\d+)?\s?(?:%|per ?cent)"
_FORMER = (
    r"(?:what|(?:the|its|their|that of the) (?:baseline|former|original|earlier|initial|previous|"
    r"starting|old))\b"
)
#: What says that a part is all there is left of something.
_LEFT = r"(?:remains?|survives?|(?:is|are|was|were) (?:still )?left|is still there)\b"
_HEDGE = r"(?:(?!(?:an?|one|two|three)\b)[\w]+\s+){0,3}?"
_SHARE = re.compile(
    rf"\bby\s+{_HEDGE}(?P<by>{_PART}|half)(?=\s*(?:[.,;:!?)]|$)|\s+(?!of\b)(?:[a-z]+\b))"
    rf"|(?P<more>{_PART})(?=\s+(?:\w+er|more|less)\b)"
    rf"|\b(?:to|is|are)\s+{_HEDGE}(?P<left>{_PART}|half)"
    r"(?=\s+(?:of\s+)?(?:what|its|their|that|those|"
    r"the (?:baseline|former|original|earlier|present|latter|other))\b)"
    rf"|(?<!by )(?P<of>{_PERCENT})(?=\s+of\s+{_FORMER})"
    rf"|(?P<rest>{_PART}|half|{_PERCENT})"
    rf"(?=(?:\s+of\s+(?:[\w-]+\s+){{1,4}}?|\s+){_LEFT})"
    rf"|(?P<as>{_PART}|half)(?=\s+as\s+(?:long|much|high|large)\b)",
    re.IGNORECASE,
)
#: Such words before a unit are a number of it ("by a quarter degree").
_UNIT = re.compile(
    r"\s+(?:an?\s+)?(?:degree|percent|per cent|kelvin|week|day|month|year|minute|second|hour|kilo|"
    r"gram|litre|liter|met(?:er|re))",
    re.IGNORECASE,
)
#: A part in words is meant to about a twentieth of itself.
_LOOSENESS = Decimal("0.05")


def shares(text: str, taken: Sequence[Span]) -> list[Printed]:
    """Return the parts of a normalised sentence as changes in percent, in order.

    "By a fifth" is 20 %, and the words beside it say which way; "to a tenth of what it was" is
    -90 %, and so is "a tenth as long".
    """
    if not holds_any(text, (*_PARTS, "%", "cent")):
        return []
    found = (_printed(text, match) for match in _SHARE.finditer(text))
    return [p for p in found if p is not None and outside(p.start, p.end, taken)]


def _printed(text: str, match: re.Match[str]) -> Printed | None:
    kind = next(name for name, words in match.groupdict().items() if words)
    start, end = match.span(kind)
    words = match[kind]
    part = _part(words)
    if part is None or _UNIT.match(text, end):
        return None
    remains = kind in ("left", "as", "of", "rest")
    qualifier, qualified_from = qualifier_at(text, start, end)
    return Printed(
        text=text[start:end],
        start=start,
        end=end,
        unit_end=end,
        value=100 * (part.value - 1) if remains else 100 * part.value,
        half_unit=100 * (part.half_unit if words[0].isdigit() else part.value * _LOOSENESS),
        unit="percent",
        qualifier=qualifier,
        qualified_from=qualified_from,
        signed=remains,
    )


def _part(words: str) -> Printed | None:
    """Return a part as a number of which the whole is one; percentages are such, too."""
    part = printed_number("half" if words.lower().endswith("half") else words)
    if part is None or not words[0].isdigit():
        return part
    return part.model_copy(update={"value": part.value / 100, "half_unit": part.half_unit / 100})
