"""Times that are counted from one named in the same sentence: "seven weeks on", "a month after"."""

import re
from collections.abc import Iterable, Sequence
from datetime import timedelta

from simulrag.verifier.plain.instants import Time
from simulrag.verifier.plain.windows import COUNT, N
from simulrag.verifier.reading.text import Span

_UNIT = r"(?P<unit>week|fortnight|month|day)s?"
_LENGTH = rf"(?:(?:just|only|barely|some|about)\s+)?(?P<n>{N}|an?)\s+{_UNIT}"
#: Counted from the time before it; nothing that it would be counted from follows.
_BEHIND = re.compile(
    rf"\b{_LENGTH}\s+(?P<way>(?:later|on|afterwards?|thereafter|hence|earlier|beforehand|previously)\b(?!\s+than\b)|"
    r"(?:after|before|prior)\b(?!\s+(?:the|that|this|it|a|an|its|their|than|christmas|new\s+year|\d)\b))"
    r"|\b(?:in\s+)?the\s+(?P<next>following|next|previous|preceding|prior)\s+(?:week|one)\b"
    r"|\b(?:in|to|by|for|of)\s+the\s+(?P<bare>next|following)(?=\s*[,.;:)]|\s*$)"
    r"|\b(?:in\s+)?the\s+week\s+(?P<beside>before|after|following|prior)(?=\s*[,.;:)]|\s*$|\s+(?:it|that)\b|\s+[a-z]+ed\b)(?:\s+(?:it|that)\b)?"
    r"|\b(?:within|in)\s+(?:just\s+|only\s+|the\s+space\s+of\s+|barely\s+)?(?:the\s+(?:next|following)\s+)?"
    rf"(?P<n2>{N}|an?)\s+(?P<unit2>week|fortnight|month)s?\b(?!\s+(?:of|before|to|after|from))",
    re.I,
)
#: Counted from the time right behind it: "a month after the peak of 30 December".
_AHEAD = re.compile(
    rf"\b{_LENGTH}\s+(?P<way>after|before|following|past|prior\s+to)\s+(?=the\b|that\b|its\b|\d|christmas\b|new\b)",
    re.I,
)
_BACK = (
    "earlier",
    "before",
    "beforehand",
    "previously",
    "previous",
    "preceding",
    "prior",
    "prior to",
)
_DAYS = {"day": 1, "week": 7, "fortnight": 14, "month": 28}
#: How far behind "a month after" the time may end that it is counted from, characters.
_NEAR = 60


def counted_times(text: str, found: Sequence[Time]) -> list[Time]:
    """Return the times of a text that are counted from one of the times found in it."""
    made: list[Time] = []
    weeks = [t for t in found if t.grain in ("week", "day")]
    for match in _BEHIND.finditer(text):
        if _lies_in(match, found) or not weeks:
            continue
        known = [t for t in (*weeks, *made) if t.end <= match.start()]
        if known:
            made.append(_shifted(match, max(known, key=lambda t: t.start)))
    made += _ahead(text, weeks)
    return made


def is_without_base(text: str, found: Sequence[Time]) -> bool:
    """Tell whether a text counts from what is none of the times found: "a week after its peak"."""
    weeks = [t for t in found if t.grain in ("week", "day")]
    behind = [
        m
        for m in _BEHIND.finditer(text)
        if not _lies_in(m, found) and not any(t.end <= m.start() for t in weeks)
    ]
    ahead = [m for m in _AHEAD.finditer(text) if not _lies_in(m, weeks)]
    return bool(behind) or len([*_ahead(text, weeks)]) < len(ahead)


def counting_words(text: str) -> list[Span]:
    """Return where a text counts from a time ("five weeks after"): its number is no other."""
    return [
        Span(text=m.group(), start=m.start(), end=m.end())
        for pattern in (_BEHIND, _AHEAD)
        for m in pattern.finditer(text)
    ]


def _ahead(text: str, weeks: Sequence[Time]) -> Iterable[Time]:
    for match in _AHEAD.finditer(text):
        base = next((t for t in weeks if match.end() <= t.start <= match.end() + _NEAR), None)
        if base is not None and not _lies_in(match, weeks):
            # It stands where its base ends, so that what is said of the base comes before it.
            yield _shifted(match, base).model_copy(update={"start": base.end, "end": base.end})


def _lies_in(match: re.Match[str], found: Sequence[Time]) -> bool:
    return any(t.start < match.end() and match.start() < t.end for t in found)


def _shifted(match: re.Match[str], base: Time) -> Time:
    groups = match.groupdict()
    way = (
        groups.get("way")
        or groups.get("next")
        or groups.get("bare")
        or groups.get("beside")
        or "later"
    ).lower()
    told = (groups.get("n") or groups.get("n2") or "one").lower()
    unit = (groups.get("unit") or groups.get("unit2") or "week").lower()
    count = 1 if told in ("a", "an") else COUNT.get(told) or int(told)
    days = count * _DAYS[unit] * (-1 if " ".join(way.split()) in _BACK else 1)
    shift = timedelta(days=days)
    month = timedelta(days=7 * count) * (1 if days > 0 else -1)
    return Time(
        first=base.first + shift,
        last=base.first + shift,
        start=match.start(),
        end=match.end(),
        grain="week",
        other=base.first + shift + month if unit == "month" else None,
    )
