"""Times that are counted from one that was named before: "a week later", "the week before"."""

import re
from collections.abc import Iterable, Sequence
from datetime import timedelta

from simulrag.verifier.plain.instants import Time
from simulrag.verifier.plain.windows import COUNT, N

_EDGE = (
    r"(?=\s*[,.;:]|\s*$|\s+(?:the|it|they|there|that|its|their|had|was|were|"
    r"[a-z]+\s+(?:count|figure|number|total)s?)\b)"
)
_OPENS = r"^\W*(?:(?:and|but|just|only|barely|about)\s+)*"
_COUNTED = re.compile(
    rf"{_OPENS}(?P<n>{N})\s+(?P<unit>week|day)s?\s+(?P<way>later|after(?:wards)?|on|earlier|before)\b(?!\s+(?:than|that|the|\d))",
    re.I,
)
_NEXT = re.compile(
    rf"(?:{_OPENS}(?:in\s+)?|\bin\s+)the\s+(?P<way>following|next|previous|preceding)\s+week\b{_EDGE}"
    rf"|(?:{_OPENS}|\s)(?:in\s+)?the\s+week\s+(?P<way2>before|after)\b{_EDGE}",
    re.I,
)
_THAT = re.compile(r"\b(?:in\s+)?that\s+(?P<unit>week)\b", re.I)
_BACK = ("earlier", "before", "previous", "preceding")


def relative_times(text: str, found: Sequence[Time], anchor: Time | None) -> Iterable[Time]:
    """Yield the times of a text that are told by the last one named before them."""
    for pattern in (_COUNTED, _NEXT, _THAT):
        for match in pattern.finditer(text):
            known = [t for t in found if t.end <= match.start() and t.grain in ("day", "week")]
            base = known[-1] if known else anchor
            if base is None or any(t.start < match.end() and match.start() < t.end for t in found):
                continue
            yield _from(match, base)


_LEAD = re.compile(r"\W*(?:in\s+)?", re.I)


def _from(match: re.Match[str], base: Time) -> Time:
    groups = match.groupdict()
    way = (groups.get("way") or groups.get("way2") or "").lower()
    days = 0
    if way:
        count = COUNT.get(groups["n"].lower()) or int(groups["n"]) if groups.get("n") else 1
        days = (
            count * (1 if groups.get("unit", "").lower() == "day" else 7) if groups.get("n") else 7
        )
        days = -days if way in _BACK else days
    shift = timedelta(days=days)
    return base.model_copy(
        update={
            "first": base.first + shift,
            "last": base.last + shift,
            "start": match.start() + len(_LEAD.match(match.group())[0]),  # type: ignore[index]
            "end": match.end(),
        }
    )
