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
    rf"{_OPENS}(?P<n>{N})\s+(?P<unit>week|day)s?\s+(?P<way>later|after(?:wards)?|on|earlier|"
    rf"before)\b(?!\s+(?:than\b|that\b|the\b|\d))",
    re.I,
)
_INNER = re.compile(
    rf"\b(?:than|as|been|was|were|level|compared\s+(?:with|to)|stood)\s+(?:it\s+(?:was|had"
    rf"\s+been)\s+|they\s+(?:were|had\s+been)\s+)?"
    rf"(?:just\s+|only\s+)?(?P<n>{N})\s+(?P<unit>week|day)s?\s+(?P<way>earlier|before|"
    rf"previously)\b(?!\s+(?:than|that|the|\d))"
    rf"|\b(?:followed|came|arrived|peaked|crested|reached\s+\w+\s+\w+|maximum|peak|[\d,]*\d)"
    rf"\s+(?:just\s+|only\s+)?(?P<n2>{N})\s+"
    r"(?P<unit2>week|day)s?\s+(?P<way2>later|afterwards?)\b(?!\s+than)",
    re.I,
)
_NEXT = re.compile(
    rf"(?:{_OPENS}(?:in\s+)?|\bin\s+)the\s+(?P<way>following|next|previous|preceding)"
    rf"\s+week\b{_EDGE}"
    rf"|(?:{_OPENS}|\s)(?:in\s+)?the\s+week\s+(?P<way2>before|after)\b{_EDGE}",
    re.I,
)
_THAT = re.compile(
    r"\b(?:in\s+)?that\s+(?P<unit>week)\b|^\W*(?:(?:and|but)\s+)?(?:in|during)\s+the\s+(?:very"
    r"\s+)?same\s+"
    r"(?P<unit2>week)\b(?=,|\s+[A-Z])",
    re.I,
)
_BACK = ("earlier", "before", "previous", "previously", "preceding")


def relative_times(text: str, found: Sequence[Time], anchor: Time | None) -> Iterable[Time]:
    """Yield the times of a text that are told by the last one named before them."""
    for pattern in (_COUNTED, _INNER, _NEXT, _THAT):
        for match in pattern.finditer(text):
            known = [t for t in found if t.end <= match.start() and t.grain in ("day", "week")]
            base = known[-1] if known else anchor
            if base is None or any(t.start < match.end() and match.start() < t.end for t in found):
                continue
            yield _from(match, base)


_LEAD = re.compile(r"^\W*(?:in\s+)?", re.I)


def _from(match: re.Match[str], base: Time) -> Time:
    groups = match.groupdict()
    way = (groups.get("way") or groups.get("way2") or "").lower()
    days = 0
    told = groups.get("n") or groups.get("n2")
    unit = (groups.get("unit") or groups.get("unit2") or "week").lower()
    if way:
        count = (COUNT.get(told.lower()) or int(told)) if told else 1
        days = count * (1 if unit == "day" else 7)
        days = -days if way in _BACK else days
    shift = timedelta(days=days)
    lead = len(match.group()) - len(_LEAD.sub("", match.group(), count=1))
    named = next((name for name in ("n", "n2") if groups.get(name)), "")
    start = match.start(named) if named else match.start() + lead
    return base.model_copy(
        update={
            "first": base.first + shift,
            "last": base.last + shift,
            "start": start,
            "end": match.end(),
        }
    )
