"""What is said to have happened in some week of a month: it did if it did in any of its weeks."""

import calendar
import re
from collections.abc import Iterator
from datetime import date, timedelta

from simulrag.verifier.plain.alignment import Aligned
from simulrag.verifier.reading.text import LONGEST_STATEMENT

_MONTH = "|".join(calendar.month_name[1:])
_YEAR = r"(?:19|20)\d\d(?![\d-]|\s*/)"
_SOME = r"(?P<some>(?:a|one)\s+single|an?|one|some|at\s+least\s+one)"
_WEEK = re.compile(
    rf"(?P<lead>^\W*|\b(?:in|during)\s+){_SOME}\s+(?:single\s+)?"
    rf"(?:week\s+(?:of|in)\s+(?P<month>{_MONTH})|(?P<named>{_MONTH})\s+week)\b"
    rf"(?:,?\s+(?:(?:of|in)\s+)?(?P<year>{_YEAR}))?",
    re.I,
)
#: What is denied of "a week" is denied of each, which is read as it stands.
_ANY = re.compile(r"an?\b", re.I)
#: What is denied of some week is said of all of them; how many there were is another matter.
_DENIED = re.compile(r"\b(?:no|not|never|none|nor|without|only|nothing)\b|n't\b", re.I)
_SEASON = re.compile(r"(?<!\d)(?P<century>20)?(?P<first>\d\d)\s?[-/]\s?(?:20)?\d\d(?!\d)")
_AUGUST = 8
_SATURDAY = 5


def names_some_week(text: str) -> bool:
    """Tell whether a normalised sentence speaks of one week of a month, whichever it was."""
    match = _WEEK.search(text) if len(text) <= LONGEST_STATEMENT else None
    return match is not None and not (_ANY.match(match["some"]) and _DENIED.search(text))


def week_by_week(text: str) -> list[Aligned]:
    """Return a sentence about some week of a month as one for each; none where it is denied."""
    found = list(_WEEK.finditer(text))
    if len(found) != 1 or _DENIED.search(text):
        return []
    match = found[0]
    month = _month_of(text, match)
    if month is None:
        return []
    whole = Aligned.of(text)
    the = "the" if match["lead"].strip() else "The"
    return [
        whole.replaced(match, f"{{lead}}{the} week ending {day.day} {day:%B %Y}")
        for day in _saturdays(month)
    ]


def _month_of(text: str, match: re.Match[str]) -> date | None:
    """Return the first day of the month, in the year that is named or that the season gives."""
    name = (match["month"] or match["named"]).capitalize()
    number = list(calendar.month_name).index(name)
    if match["year"]:
        return date(int(match["year"]), number, 1)
    seasons = {int(m["first"]) for m in _SEASON.finditer(text)}
    if len(seasons) != 1:
        return None
    return date(2000 + seasons.pop() + (number < _AUGUST), number, 1)


def _saturdays(month: date) -> Iterator[date]:
    """Yield the days of a month that end a week."""
    day = month + timedelta(days=(_SATURDAY - month.weekday()) % 7)
    while day.month == month.month:
        yield day
        day += timedelta(days=7)
