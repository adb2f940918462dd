"""Dates that a statement tells of: a day of a part of a month, and the days between two dates."""

import re
from collections.abc import Sequence

from simulrag.verifier.reading.dates import DateMention, dates

_LONGEST_MONTH = 31


def told_dates(text: str) -> list[DateMention]:
    """Return the dates of a normalised statement in order, what belongs together as one."""
    return _joined(text, [_with_day(text, mention) for mention in dates(text)])


_BETWEEN = re.compile(r"\b(?:some|any)?(?:where )?between\s+(?:the\s+)?$", re.IGNORECASE)
_AND = re.compile(r"\s+and\s+(?:the\s+)?", re.IGNORECASE)


def _joined(text: str, found: Sequence[DateMention]) -> list[DateMention]:
    """Take "between Halloween and Thanksgiving" for one stretch of days."""
    made: list[DateMention] = []
    for mention in found:
        last = made[-1] if made else None
        lead = _BETWEEN.search(text, 0, last.start) if last else None
        if last and lead and _AND.fullmatch(text, last.end, mention.start):
            words = text[lead.start() : mention.end]
            changes = {"start": lead.start(), "end": mention.end, "text": words}
            made[-1] = last.model_copy(update={**changes, "last": mention.last, "until": mention})
        else:
            made.append(mention)
    return made


#: "Just before the middle of October, on the 13th": the day says which is meant.
_ON_THE = re.compile(
    r",?\s+(?:on|namely|namely on|to be (?:precise|exact),? on|more precisely on)\s+the\s+"
    r"(\d{1,2})(?:st|nd|rd|th)\b(?!\s+(?:of|day|week))",
    re.IGNORECASE,
)
_NEAR_IT = re.compile(
    r"\b(?:(?:(?:just|shortly|right|soon|a little)\s+)?(?:before|after|past)|around|about|towards?|"
    r"in|at|near)\s+(?:the\s+)?$",
    re.IGNORECASE,
)


#: The rest of a season in the new year, and not its first day: "a matter of the new year".
_OF_THE = re.compile(r"\b(?:of|in|into|within|to)\s+the\s+$", re.IGNORECASE)

#: "In the week of Thanksgiving", "in Christmas week".
_WEEK_OF = re.compile(
    r"\b(?:same\s+)?week\s+(?:is\s+(?:that|the\s+one|the\s+week)\s+of|of|with|as|containing|including|around|"
    r"that\s+(?:has|contains|includes|holds))\s+(?:the\s+)?$",
    re.IGNORECASE,
)
_WEEK = re.compile(r"\s+week\b(?!\s*\d)", re.IGNORECASE)
#: "At the turn of the year" is no single day.
_AT_THE = re.compile(r"\b(?:at|on|around|about|with|near)\s+(?:the\s+)?$", re.IGNORECASE)


def _with_day(text: str, mention: DateMention) -> DateMention:
    """Return the day that stands behind a part of its month, with all that says when it is."""
    if mention.text.lower() == "new year" and _OF_THE.search(text, 0, mention.start):
        return mention.model_copy(update={"last": (7, 31)})
    if mention.text.lower().endswith("turn of the year") and _AT_THE.search(text, 0, mention.start):
        return mention.model_copy(update={"first": (12, 30), "last": (1, 2)})
    week = _WEEK_OF.search(text, 0, mention.start)
    behind = _WEEK.match(text, mention.end)
    if (week or behind) and (mention.exact or mention.moving):
        start = week.start() if week else mention.start
        end = behind.end() if behind else mention.end
        # Weeks begin on Sundays or Mondays: the day may be any of its week.
        changes = {"start": start, "end": end, "text": text[start:end], "moved": (-4, 4)}
        return mention.model_copy(update=changes)
    on = _ON_THE.match(text, mention.end) if mention.first[0] == mention.last[0] else None
    if on is None or mention.exact or not 1 <= int(on[1]) <= _LONGEST_MONTH:
        return mention
    near = _NEAR_IT.search(text, 0, mention.start)
    start = near.start() if near else mention.start
    day = (mention.first[0], int(on[1]))
    changes = {"first": day, "last": day, "start": start, "end": on.end()}
    return mention.model_copy(update={**changes, "text": text[start : on.end()]})
