"""The seasons of the year as stretches of days, where a statement dates something by them."""

from collections.abc import Iterator
from datetime import date

from simulrag.verifier.reading.dates import DateMention
from simulrag.verifier.reading.text import AnyCase

#: First and last days, month and day: by the calendar of meteorology or of astronomy.
_DAYS = {
    "winter": ((12, 1), (3, 20)),
    "spring": ((3, 1), (6, 21)),
    "summer": ((6, 1), (9, 22)),
    "autumn": ((9, 1), (12, 21)),
}
#: The days on which they may be said to begin and to end.
_BEGINS = {
    "winter": ((12, 1), (12, 21)),
    "spring": ((3, 1), (3, 20)),
    "summer": ((6, 1), (6, 21)),
    "autumn": ((9, 1), (9, 22)),
}
_BEFORE = {"winter": "autumn", "spring": "winter", "summer": "spring", "autumn": "summer"}
_AFTER = {before: season for season, before in _BEFORE.items()}
_SEASON = AnyCase(
    r"\b(?:(?P<edge>start|beginning|onset|end|close) of (?:the )?"
    r"(?P<of>winter|spring|summer|autumn)"
    r"|(?<!of )(?:(?P<lead>in|before|after|until|till|by|during|into|since) (?:the )?)?"
    r"(?:(?P<part>early|mid|late)[ -])?(?P<season>winter|spring|summer|autumn)"
    r"(?P<event> (?:begins|starts|sets in|arrives|comes|ends|is over|is out))?"
    r"(?P<begun>(?= (?:has|have|had|is|was) (?:not )?(?:yet |already |just |only just )*"
    r"(?:begun|started|arrived|come|here)\b))?)\b"
    r"(?! (?:wave|season|peak|holidays?|break|flu|solstice|equinox|epidemic|outbreak|virus))",
    holding=("winter", "spring", "summer", "autumn"),
)


#: The last days of a year, and the first ones.
_YEAR = AnyCase(
    r"\b(?:the )?(?:(?P<last>(?:very )?last|final|closing|dying)|(?:very )?first|opening) "
    r"(?:days|week|few days) of the (?:old |new |following |next )?year\b",
    holding=("of the",),
)


#: Which days of a season are meant, as parts of all of them.
_PARTS = {"early": (0.0, 0.5), "mid": (0.2, 0.8), "late": (0.5, 1.0)}
_A_YEAR = 2022


def _part(
    first: tuple[int, int], last: tuple[int, int], part: str
) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the first and the last days of "early spring"."""
    start = date(_A_YEAR, *first)
    end = date(_A_YEAR + (last < first), *last)
    begin, stop = (start + (end - start) * share for share in _PARTS[part.lower()])
    return (begin.month, begin.day), (stop.month, stop.day)


def seasons(text: str) -> Iterator[DateMention]:
    """Yield the seasons of a normalised statement by which it dates something."""
    for match in _YEAR.finditer(text):
        first, last = ((12, 24), (12, 31)) if match["last"] else ((1, 1), (1, 8))
        start, end = match.span()
        yield DateMention(text=match.group(), start=start, end=end, first=first, last=last)
    for match in _SEASON.finditer(text):
        name = (match["of"] or match["season"]).lower()
        edge = (match["edge"] or match["event"] or "").strip().lower()
        begun = match["begun"] is not None
        if not edge and not match["lead"] and not begun:
            continue
        first, last = _DAYS[name]
        if match["part"]:
            first, last = _part(first, last, match["part"])
        if edge or begun:
            over = edge in ("end", "close", "ends", "is over", "is out")
            first, last = _BEGINS[_AFTER[name] if over else name]
        start, end = match.span("of" if match["of"] else "season")
        start = match.start() if match["edge"] else start
        start = match.start("part") if match["part"] else start
        end = match.end() if match["event"] else end
        yield DateMention(text=text[start:end], start=start, end=end, first=first, last=last)
