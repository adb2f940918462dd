"""Times in plain text: days, weeks, months, years, decades and parts of a century."""

import calendar
import re
from collections.abc import Iterable, Sequence
from datetime import date, timedelta

from simulrag.verifier.plain.apposed_times import apposed
from simulrag.verifier.plain.holidays import holidays
from simulrag.verifier.plain.instants import Grain, Time
from simulrag.verifier.plain.parts_of_years import parts_of_years
from simulrag.verifier.plain.relative_times import relative_times
from simulrag.verifier.reading.dates import DateMention, dates
from simulrag.verifier.reading.text import Span

_CENTURY = (
    r"(?:the\s+|this\s+|the\s+present\s+|the\s+current\s+)?"
    r"(?:21st[\s-]|twenty[\s-]first[\s-])?century"
)
_PAST_CENTURY = r"(?:the\s+)?(?:19th|nineteenth)[\s-]century"
#: Parts of centuries -> first and last year.
_PARTS: tuple[tuple[str, int, int], ...] = (
    (rf"end-of-(?:the-)?century|(?:the\s+)?(?:very\s+)?(?:end|close)\s+of\s+{_CENTURY}|century'?s?[\s-]end|"
     rf"(?:the\s+)?(?:last|final|closing|concluding)\s+(?:two\s+decades|twenty\s+years|20\s+years)\s+of\s+{_CENTURY}|"
     rf"(?:the\s+)?(?:closing|final|last)\s+decades\s+of\s+{_CENTURY}|"
     rf"(?:ends?|finish(?:es)?|closes?)\s+{_CENTURY}|late[\s-]+(?:in\s+)?{_CENTURY}|the\s+century\s+ends|(?:the\s+)?century's\s+close|century\s+is\s+out",
     2081, 2100),
    (r"(?:late|end)-(?:of-)?century|the\s+century's\s+(?:last|final)\s+two\s+decades", 2081, 2100),
    (rf"(?:the\s+)?(?:mid|middle\s+of)[\s-]*{_CENTURY}|mid-?century|(?:the\s+)?middle\s+of\s+{_CENTURY}",
     2041, 2060),
    (rf"(?:the\s+)?(?:second|latter)\s+half\s+of\s+{_CENTURY}", 2051, 2100),
    (rf"(?:the\s+)?first\s+half\s+of\s+{_CENTURY}", 2001, 2050),
    (rf"(?:the\s+)?first\s+(?:two\s+decades|twenty\s+years|20\s+years)\s+of\s+(?:{_CENTURY}|this\s+one)",
     2001, 2020),
    (rf"(?:the\s+)?first\s+decade\s+of\s+(?:{_CENTURY}|this\s+one)", 2001, 2010),
    (r"(?:the\s+)?last\s+decade\s+of\s+(?:the\s+)?(?:nineteenth|19th)(?:\s+century)?", 1891, 1900),
    (r"(?:the\s+)?last\s+decade\s+of\s+(?:the\s+)?(?:twentieth|20th)(?:\s+century)?", 1991, 2000),
    (r"(?:the\s+)?first\s+decade\s+of\s+(?:the\s+)?(?:twentieth|20th)(?:\s+century)?", 1901, 1910),
    (r"(?:the\s+)?turn\s+of\s+the\s+(?:millennium|21st\s+century|twenty-first\s+century)",
     2000, 2000),
    (r"(?:the\s+)?near[\s-]term", 2021, 2040),
    (r"(?:the\s+)?(?:mid|medium)[\s-]term", 2041, 2060),
    (r"(?:the\s+)?long[\s-]term(?!\s+(?:warming|annual|mean|average|temperature|response|effect|"
    r"sensitivity|equilibrium|run))", 2081, 2100),
    (rf"(?:the\s+)?(?:second|latter)\s+half\s+of\s+{_PAST_CENTURY}|(?:the\s+)?late\s+{_PAST_CENTURY}",
     1850, 1900),
)  # fmt: skip
_PART_PATTERNS = [(re.compile(rf"\b(?:{p})\b", re.I), a, b) for p, a, b in _PARTS]
_DECADE = re.compile(
    r"(?<![\d-])(?:the\s+)?(?:(early|mid|late)[\s-]+)?((?:1[5-9]|2\d)\d)0s\b", re.I
)
_OF_DECADE = {"": (0, 9), "early": (0, 3), "mid": (3, 6), "late": (6, 9)}
_YEARS = re.compile(r"(?<![\d.,/-])((?:1[5-9]|2\d)\d\d)\s*-\s*((?:1[5-9]|2\d)\d\d)(?![\d-])")
_YEAR = re.compile(
    r"(?<![\d.,/-])((?:1[5-9]|2\d)\d\d)(?![\d%]|[.,]\d|-\d|\s*(?:patients|people|a week)|"
    r"\s+(?:(?:flu|influenza|hospital|weekly|new)\s+)*(?:admissions|hospitali[sz]ations|cases)\b)"
)
_NOW = re.compile(r"\b(?:now|today|at present|currently|present[\s-]day|nowadays|present)\b", re.I)
#: The middle of the years that "now" stands for.
_PRESENT = (2015, 2025)

_WEEKDAY = r"(?:(?:on\s+)?(?:Saturday|Sunday|Sat\.?),?\s+)?"
_WEEK_LEAD = re.compile(
    r"(?:\b(?:a|the|that|one|single)\s+)*\b(?:w/e|(?:reporting\s+)?(?:week|wk\.?|seven\s+days|7\s+days))\s+"
    r"(?:(?:that|which)\s+)?(?:"
    r"(?:end(?:ing|ed|s)?|finish(?:ing|ed)|clos(?:ing|ed)|running|up)?\s*"
    r"(?:on|in|to|up\s+to|through|until|with|at)?"
    rf"|of|from|starting|beginning)\s+(?:on\s+)?{_WEEKDAY}(?:the\s+)?$",
    re.I,
)
_ORDINAL_WEEK = re.compile(
    r"(?:the\s+)?(first|second|third|fourth|last|final|opening|closing)\s+(?:(?:full\s+)?week|(?:(?:very|few)\s+)?days)\s+(?:of|in)\s+$",
    re.I,
)
_WEEKS = {"first": 0, "opening": 0, "second": 1, "third": 2, "fourth": 3}
_SATURDAY = 5
#: Behind a day; "a December week" is any of the month's.
_WEEK_BEHIND = re.compile(
    r"\s+week(?:end)?\b(?:,?\s+(?:of\s+)?(?:in\s+)?(?:19|20)\d\d\b(?!\s*[-/]\s*\d))?", re.I
)
#: A first week with fewer days in its month than this may be counted to the month before.
_WHOLE = 7
_HALF = re.compile(r"(?:the\s+)?(first|second)\s+half\s+of\s+$", re.I)
_OFFSET = re.compile(
    r"(?<!\d )(?<!s )(?<!in the )(?<!over the )(?<!during the )(?<!within the )\b(a|one|two|"
    r"three|1|2|3|the)\s+(day|week)s?\s+(before|after)\s+$",
    re.I,
)
_COUNTS = {"a": 1, "one": 1, "two": 2, "three": 3, "1": 1, "2": 2, "3": 3, "the": 1}


def times(
    text: str,
    period: tuple[date, date] | None,
    taken: Sequence[Span] = (),
    anchor: Time | None = None,
) -> list[Time]:
    """Return the times that a normalised text names, in order.

    period: where a date without a year belongs if nothing beside it says which; without it such
    a date is left out. Nothing inside `taken` is read.
    anchor: the time that an earlier sentence named last, from which "a week later" counts.
    """
    found: list[Time] = []
    dated = list(_dated(text, period))
    parts = parts_of_years(text, dated)
    for time in (
        *_parts(text),
        *holidays(text, period),
        *parts,
        *dated,
        *_same_week(text, dated),
        *_years(text),
        *_now(text),
    ):
        inside = any(time.start < s.end and s.start < time.end for s in taken)
        if not inside and not any(time.start < t.end and t.start < time.end for t in found):
            found.append(time)
    found += _that_month(text, found, anchor)
    found += relative_times(text, found, anchor)
    found = _merged(text, sorted(_days_of_month(text, found), key=lambda time: time.start))
    return apposed(text, sorted(found, key=lambda time: time.start))


_SAME_WEEK = re.compile(
    r"\b(?:the\s+)?same\s+(?:week|time|point)\s+(?:(?:in|of)\s+(?P<year>(?:19|20)\d\d)\b(?!\s*[-/]\s*\d)|"
    r"(?P<n>a|one|two|three)\s+years?\s+(?P<way>earlier|before|later|after(?:wards)?)|"
    r"(?:of\s+)?the\s+(?P<next>previous|preceding|following|next)\s+year)\b",
    re.I,
)


def _same_week(text: str, dated: Sequence[Time]) -> Iterable[Time]:
    """Read "the same week in 2022" by the week named before it: as many weeks of 52 away."""
    for match in _SAME_WEEK.finditer(text):
        known = [t for t in dated if t.end <= match.start() and t.grain == "week"]
        if not known:
            continue
        base = known[-1]
        if match["year"]:
            years = int(match["year"]) - base.first.year
        else:
            years = _COUNTS[match["n"].lower()] if match["n"] else 1
            back = (match["way"] or match["next"]).lower() in (
                "earlier",
                "before",
                "previous",
                "preceding",
            )
            years = -years if back else years
        shift = timedelta(weeks=52 * years)
        day = base.first + shift
        yield Time(
            first=day,
            last=day,
            start=match.start(),
            end=match.end(),
            grain="week",
            other=day + timedelta(days=7 if years < 0 else -7),
        )


def _spanning(first: int, last: int, start: int, end: int) -> Time:
    return Time(
        first=date(first, 1, 1), last=date(last, 12, 31), start=start, end=end, grain="years"
    )


def _parts(text: str) -> Iterable[Time]:
    for pattern, first, last in _PART_PATTERNS:
        for match in pattern.finditer(text):
            yield _spanning(first, last, match.start(), match.end())


def _years(text: str) -> Iterable[Time]:
    for match in _YEARS.finditer(text):
        if int(match[1]) <= int(match[2]):
            yield _spanning(int(match[1]), int(match[2]), match.start(), match.end())
    for match in _DECADE.finditer(text):
        decade, (first, last) = 10 * int(match[2]), _OF_DECADE[(match[1] or "").lower()]
        yield _spanning(decade + first, decade + last, match.start(), match.end())
    for match in _YEAR.finditer(text):
        yield _spanning(int(match[1]), int(match[1]), match.start(), match.end())


def _now(text: str) -> Iterable[Time]:
    for match in _NOW.finditer(text):
        first, last = _PRESENT
        yield _spanning(first, last, match.start(), match.end()).model_copy(update={"grain": "now"})


_THAT_MONTH = re.compile(
    r"\b(?:the\s+)?(?P<part>end|close|beginning|start|middle)\s+of\s+(?:that|the\s+same)\s+month\b",
    re.I,
)
_MONTH_PARTS = {
    **dict.fromkeys(("end", "close"), (21, 31)),
    **dict.fromkeys(("beginning", "start"), (1, 10)),
    "middle": (11, 20),
}


def _that_month(text: str, before: Sequence[Time], anchor: Time | None) -> Iterable[Time]:
    """Read "the end of that month" by the date named before it."""
    for match in _THAT_MONTH.finditer(text):
        known = [t for t in before if t.end <= match.start()] or ([anchor] if anchor else [])
        if known:
            first, last = _MONTH_PARTS[match["part"].lower()]
            month = known[-1].first
            final = calendar.monthrange(month.year, month.month)[1]
            yield Time(
                first=month.replace(day=first),
                last=month.replace(day=min(last, final)),
                start=match.start(),
                end=match.end(),
                grain="part",
            )


def _dated(text: str, period: tuple[date, date] | None) -> Iterable[Time]:
    mentions = dates(text, weeks=False)
    for mention in mentions:
        year = _year_of(text, mention, mentions, period) or _only_year(text)
        if year is not None:
            time = _widened(text, mention, year)
            yield from _first_of_two(text, time)
            yield time


def _merged(text: str, found: Sequence[Time]) -> list[Time]:
    """Join "late January and early February", of which each begins where the other ends."""
    made: list[Time] = []
    for time in found:
        before = made[-1] if made else None
        gap = text[before.end : time.start] if before else ""
        follows = before is not None and 0 <= (time.first - before.last).days <= 1
        lead = text[: before.start] if before else ""
        if (
            before is not None
            and follows
            and before.grain == time.grain == "part"
            and re.fullmatch(r"\s+(?:and|or)\s+(?:in\s+)?", gap, re.I)
            and not re.search(r"\bbetween\s+$", lead, re.I)
        ):
            made[-1] = before.model_copy(update={"last": time.last, "end": time.end})
        else:
            made.append(time)
    return made


_DAYS = re.compile(
    r"\b(?:from|between)\s+(?P<one>the\s+(?P<a>\d{1,2})(?:st|nd|rd|th))\s+(?:to|and|until)\s+"
    r"(?P<two>the\s+(?P<b>\d{1,2})(?:st|nd|rd|th))(?=\s*[,.;]|\s+(?!of\b)[a-z])",
    re.I,
)


def _days_of_month(text: str, found: Sequence[Time]) -> Iterable[Time]:
    """Read "in November 2022, from the 19th to the 26th" as two days of the one month named."""
    match = _DAYS.search(text)
    months = [t for t in found if t.grain == "part" and (t.last - t.first).days in range(27, 31)]
    if match is None or len(months) != 1:
        return found
    month = months[0].first
    last = calendar.monthrange(month.year, month.month)[1]
    numbers = [int(match["a"]), int(match["b"])]
    if not all(1 <= n <= last for n in numbers):
        return found
    days = [
        Time(
            first=month.replace(day=number),
            last=month.replace(day=number),
            start=match.start(group),
            end=match.end(group),
            grain="day",
        )
        for number, group in zip(numbers, ("one", "two"), strict=True)
    ]
    others = [t.model_copy(update={"grain": "now"}) if t is months[0] else t for t in found]
    return [*others, *days]


_FIRST_OF_TWO = re.compile(
    r"(?:the\s+)?(?P<day>\d{1,2})(?:st|nd|rd|th)?\s+(?:and|to|until)\s+(?:the\s+)?$", re.I
)


def _first_of_two(text: str, later: Time) -> Iterable[Time]:
    """Read the first day of "between the 1st and the 15th of February 2025"."""
    match = _FIRST_OF_TWO.search(text[: later.start])
    if match is None or later.grain != "day" or not 1 <= int(match["day"]) < later.first.day:
        return
    day = later.first.replace(day=int(match["day"]))
    yield Time(first=day, last=day, start=match.start(), end=match.end("day"), grain="day")


#: What may stand between two dates that share the year of the second.
_BESIDE = re.compile(
    r"(?:st|nd|rd|th)?\s*(?:and|to|until|till|or|-|through|up\s+to)\s+(?:(?:the|late|early|mid|week|weeks|ending|"
    r"end|beginning|start|middle|of|first|last|second|third|in|on)[\s-]+)*",
    re.I,
)


def _year_of(
    text: str,
    mention: DateMention,
    mentions: Sequence[DateMention],
    period: tuple[date, date] | None,
) -> int | None:
    """Return a date's year: its own, that of one beside it, or the one that the period gives."""
    if mention.year is not None:
        return mention.year
    later = next((m for m in mentions if m.start > mention.start and m.year), None)
    if (
        later is not None
        and later.year is not None
        and _BESIDE.fullmatch(text, mention.end, later.start)
    ):
        return later.year if mention.first <= later.first else later.year - 1
    if period is not None:
        first, last = period
        years = [y for y in (first.year, last.year) if first <= mention.days(y)[0] <= last]
        if len(set(years)) == 1:
            return years[0]
    after = next((m for m in mentions if m.start > mention.start and m.year), None)
    if after is not None and after.year is not None:
        return after.year if mention.first <= after.first else after.year - 1
    before = next((m for m in reversed(mentions) if m.end <= mention.start and m.year), None)
    if before is not None and before.year is not None:
        if _BACK.search(text, before.end, mention.start) or _CREST.match(text, mention.end):
            return before.year if mention.first <= before.first else before.year - 1
        return before.year if mention.first >= before.first else before.year + 1
    return None


#: What leads in a time before the one that was named: "... by 29 March 2025, after 55,000 in", or
#: follows it: "a quarter of their December peak".
_BACK = re.compile(r"\b(?:after|following|since|from|than|having)\b[^;.]*$", re.I)
_CREST = re.compile(r"\s+(?:peak|maximum|high|crest|height|record|top)\b", re.I)


_LONE_YEAR = re.compile(r"(?<![\d.,/-])(?:19|20)\d\d(?![\d%/-]|[.,]\d)")


def _only_year(text: str) -> int | None:
    """Return the one year that a text names, of whatever: "the first week of 2025 ... April"."""
    years = set(_LONE_YEAR.findall(text))
    return int(years.pop()) if len(years) == 1 and not _SEASON.search(text) else None


_SEASON = re.compile(r"(?:19|20)\d\d\s*[-/]\s*\d\d")


def _week_of_month(first: date, lead: re.Match[str], end: int) -> Time:
    """Return a week by its number in a month: those whose Saturdays lie in it, or the full ones."""
    last = first.replace(day=calendar.monthrange(first.year, first.month)[1])
    opening = first + timedelta(days=(_SATURDAY - first.weekday()) % _WHOLE)
    closing = last - timedelta(days=(last.weekday() - _SATURDAY) % _WHOLE)
    full = bool(re.search(r"\bfull\b", lead.group(), re.I))
    word = lead[1].lower()
    week = timedelta(days=_WHOLE)
    if word in _WEEKS:
        day = opening + week * _WEEKS[word] + (week if full and opening.day < _WHOLE else week * 0)
        other = day + week if opening.day < _WHOLE and not full else None
    else:
        day, other = closing, closing + week if closing != last and not full else None
    return Time(first=day, last=day, start=lead.start(), end=end, grain="week", other=other)


def _widened(text: str, mention: DateMention, year: int) -> Time:
    """Return the days of a date with the words that lead it in ("the week ending ...")."""
    first, last = mention.days(year)
    before = text[: mention.start]
    if mention.exact and (lead := _WEEK_LEAD.search(before)):
        return Time(first=first, last=first, start=lead.start(), end=mention.end, grain="week")
    if (lead := _ORDINAL_WEEK.search(before)) and not mention.exact:
        return _week_of_month(first, lead, mention.end)
    if (lead := _HALF.search(before)) and not mention.exact:
        middle = first + timedelta(days=14)
        ends = (first, middle) if lead[1].lower() == "first" else (middle, last)
        return Time(first=ends[0], last=ends[1], start=lead.start(), end=mention.end, grain="part")
    if lead := _OFFSET.search(before):
        days = _COUNTS[lead[1].lower()] * (7 if lead[2].lower() == "week" else 1)
        shift = timedelta(days=days if lead[3].lower() == "after" else -days)
        whole = lead[1].lower() == "the" and lead[2].lower() == "week"
        return Time(
            first=first + shift,
            last=last + shift,
            start=lead.start(),
            end=mention.end,
            grain="week" if whole else "day",
        )
    after = _WEEK_BEHIND.match(text, mention.end) if mention.exact else None
    end = after.end() if after else mention.end
    grain: Grain = "week" if after else "day" if mention.exact else "part"
    return Time(
        first=first, last=first if after else last, start=mention.start, end=end, grain=grain
    )
