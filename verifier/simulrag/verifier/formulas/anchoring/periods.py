"""Dates and periods that a text prints, each with its first and last day."""

import calendar
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from simulrag.simulators.epiweeks import epiweek
from simulrag.verifier.formulas.anchoring.lexicon import MONTHS, ORDINALS
from simulrag.verifier.formulas.anchoring.vocabulary import Reader, Token
from simulrag.verifier.number_words import ONES

#: Years that four digits may mean.
FIRST_YEAR, LAST_YEAR = 1750, 2299
#: The year that days and months without one stand in; it has a 29 February.
NO_YEAR = 2000

#: Part of a period -> from which to which share of it the words mean. Of a century they mean years
#: counted from its round one: early 2000-2042, mid 2030-2070, late 2058-2100, end 2080-2100, and
#: halves that meet in 2050.
_PARTS = {"early": (0.0, 0.42), "start": (0.0, 0.2), "beginning": (0.0, 0.2), "mid": (0.3, 0.7),
          "middle": (0.3, 0.7), "late": (0.58, 1.0), "end": (0.8, 1.0), "close": (0.8, 1.0),
          "turn": (0.9, 1.0), "first half": (0.0, 0.5), "second half": (0.5, 1.0),
          "latter half": (0.5, 1.0), "first week": (0.0, 0.3), "second week": (0.2, 0.5),
          "third week": (0.4, 0.75), "fourth week": (0.7, 1.0), "last week": (0.7, 1.0),
          "last two decades": (0.8, 1.0), "first two decades": (0.0, 0.2),
          "last decade": (0.9, 1.0), "last days": (0.8, 1.0), "last decades": (0.7, 1.0),
          "last third": (0.66, 1.0), "first third": (0.0, 0.34), "last quarter": (0.75, 1.0),
          "first days": (0.0, 0.2), "ends": (0.9, 1.0)}  # fmt: skip
#: From the first to the last day of a week, and words that tell one by either.
A_WEEK = timedelta(days=6)
_ENDING = frozenset(("ending", "ended", "ends"))
_BEGINNING = frozenset("beginning began begins starting started starts commencing".split())
#: Days that only a century has.
A_CENTURY = 36_000
#: Months so short are words or names too; "may" only behind one of the second.
SHORT_MONTH = 5
_BEFORE_MONTH = ("in", "by", "of", "mid", "late", "early", "until", "before", "-")
_FEASTS = {"christmas": (1, 12, 25), "new": (2, 1, 1), "thanksgiving": (1, 11, 26),
           "halloween": (1, 10, 31)}  # fmt: skip
_SATURDAY = 5
#: Words that begin the name of a week of US public health, with those that follow.
_EPIWEEKS = {"epiweek": (), "mmwr": ("week",), "epi": ("week",), "epidemiological": ("week",),
             "epidemiologic": ("week",)}  # fmt: skip
_FINAL = ("last", "final")
_ORDER = {word: at for at, word in enumerate(ORDINALS)}


@dataclass(frozen=True, slots=True)
class Period:
    """A day, month, year or longer stretch that a text prints.

    exact: its ends are what the text says; "early May" has none. year_known: False for "8 May",
    which then stands in the year `NO_YEAR`. year_alone: four digits, which may be a number too.
    is_week: a week that is told by its first day, its last or both.
    """

    first: date
    last: date
    exact: bool
    year_known: bool
    first_token: int
    end_token: int
    start: int
    stop: int
    year_alone: bool = False
    is_week: bool = False

    @property
    def is_day(self) -> bool:
        """Tell a day from what lasts longer."""
        return self.first == self.last

    @property
    def is_epiweek(self) -> bool:
        """Tell a week from Sunday to Saturday; no other way of naming days makes one."""
        return (self.last - self.first).days == 6 and self.last.weekday() == _SATURDAY

    def is_from_to(self, first: date, last: date) -> bool:
        """Tell whether its days are these."""
        if not self.exact or self.year_known:
            return self.exact and (self.first, self.last) == (first, last)
        after, end = (one + timedelta(days=1) for one in (last, self.last))  # of a leap year or not
        own = (self.first.month, self.first.day), (end.month, end.day)
        return own == ((first.month, first.day), (after.month, after.day))

    def holds(self, day: date, slack: int = 0) -> bool:
        """Tell whether a day lies in it, or so many days beside it."""
        room = timedelta(days=slack)
        if self.year_known:
            return self.first - room <= day <= self.last + room
        ends = ((year, calendar.monthrange(year, day.month)[1])
                for year in range(NO_YEAR - 1, NO_YEAR + 2))  # fmt: skip
        moved = (date(year, day.month, min(day.day, end)) for year, end in ends)
        return any(self.first - room <= one <= self.last + room for one in moved)


def periods(shown: Sequence[Token]) -> tuple[Period, ...]:
    """Return the dates and periods of a text, in its order."""
    reader = _Reader(shown)
    found: list[Period] = []
    index = 0
    while index < len(shown):
        word, period = shown[index], None
        if word.is_number or word.plain in _FIRST_WORDS:
            period = reader.at(index) or (reader.again(index, found[-1]) if found else None)
        if period is None:
            index += 1
            continue
        found.append(reader.part(period))
        index = period.end_token
    return tuple(found)


def with_weeks(shown: Sequence[Token], found: Sequence[Period]) -> tuple[Period, ...]:
    """Return dates, a day behind "week ending" or "week beginning" as that week."""
    made: list[Period] = []
    for one in found:
        before = {token.plain for token in shown[max(0, one.first_token - 4) : one.first_token]}
        if "week" in before and one.is_day and before & _ENDING:
            one = replace(one, first=one.first - A_WEEK)
        elif "week" in before and one.is_day and before & _BEGINNING:
            one = replace(one, last=one.last + A_WEEK)
        made.append(replace(one, is_week="week" in before and one.last - one.first == A_WEEK))
    return tuple(made)


#: Words with which a period may begin.
_FIRST_WORDS = frozenset(
    (*MONTHS, *_ORDER, *_FEASTS, "century", "decade", "year", "month", *_EPIWEEKS)
)
#: Words within names of places, behind which no month stands.
_PARTICLES = frozenset(("del", "de", "la", "el", "di", "do", "da", "du", "le"))


class _Reader(Reader):
    def at(self, index: int) -> Period | None:
        """Return the period that begins at a token, without words such as "early" before it."""
        word = self._word(index)
        if word[:1].isdecimal():
            return (
                self._iso(index) or self._slashed(index) or self._day_first(index)
                or self._year_at(index)
            )  # fmt: skip
        if word in MONTHS:
            return self._month_first(index)
        if word in _EPIWEEKS:
            return self._epiweek(index)
        if word in ("century", "decade", "year") or word in _ORDER:
            return self._century(index)
        size, month, day = _FEASTS.get(word, (0, 0, 0))
        if not size or (word == "new" and self._word(index + 1) != "year"):
            return None
        end = index + size
        end += 2 if self._words(end, end + 2) == ["'", "s"] else 0
        return self._dated(index, end + (self._word(end) == "day"), month, day)

    def again(self, index: int, known: Period) -> Period | None:
        """Return "that month" and "the same year" of the date before it."""
        word, day = self._word(index), known.last
        if self._word(index - 1) not in ("that", "same") or word not in ("month", "year"):
            return None
        first, last = (_month(day.year, day.month) if word == "month"
                       else (date(day.year, 1, 1), date(day.year, 12, 31)))  # fmt: skip
        return self._made(first, last, index, index + 1, year_known=known.year_known)

    def _made(
        self, first: date, last: date, index: int, end: int, *,
        exact: bool = True, year_known: bool = True, year_alone: bool = False,
    ) -> Period:  # fmt: skip
        start, stop = self._tokens[index].start, self._tokens[end - 1].end
        return Period(first, last, exact, year_known, index, end, start, stop, year_alone)

    def _year(self, index: int) -> int | None:
        word = self._word(index)
        if len(word) != 4 or not word.isdecimal():
            return None
        return int(word) if FIRST_YEAR <= int(word) <= LAST_YEAR else None

    def _iso(self, index: int) -> Period | None:
        year = self._year(index)
        if year is None or self._word(index + 1) != "-" or not self._glued(index + 2):
            return None
        month, day = self._word(index + 2), self._word(index + 4)
        if len(month) != 2 or not month.isdecimal() or not 1 <= int(month) <= 12:
            return None
        if self._word(index + 3) == "-" and self._glued(index + 4) and day.isdecimal():
            made = _day(year, int(month), int(day))
            return made and self._made(made, made, index, index + 5)
        return None

    def _slashed(self, index: int) -> Period | None:
        """Return "10/19/2022", where only one of the two can be the month."""
        one, other, year = (self._word(index + gap) for gap in (0, 2, 4))
        slashes = self._words(index, index + 4)[1::2] == ["/", "/"] and self._year(index + 4)
        if not slashes or not (one.isdecimal() and other.isdecimal()):
            return None
        day, month = max(int(one), int(other)), min(int(one), int(other))
        made = _day(int(year), month, day) if month <= 12 < day or month == day else None
        return made and self._made(made, made, index, index + 5)

    def _day_first(self, index: int) -> Period | None:
        """Return "8 February 2025", "8th of February"."""
        number, end = self._word(index), index + 1
        if not number.isdecimal() or not 1 <= int(number[:4]) <= 31:
            return None
        if self._word(end) in ("st", "nd", "rd", "th") and self._glued(end):
            end += 1
        last = self._last_day(end, int(number), index)
        end += 2 if last else self._word(end) == "of"
        month = MONTHS.get(self._word(end))
        return None if month is None else self._dated(index, end + 1, month, int(number), last)

    def _last_day(self, index: int, first: int, begins: int) -> int:
        """Return the second day of "2 to 8 February", behind the first; 0 for none.

        begins: where the date begins, before which "between" joins the days by "and".
        """
        sign, last = self._words(index, index + 2)
        days = last.isdecimal() and len(last) <= 2 and first < int(last) <= 31
        joined = sign in ("-", "to", "through") or (
            sign == "and" and self._word(begins - 1) == "between"
        )
        return int(last) if joined and days else 0

    def _month_first(self, index: int) -> Period | None:
        """Return "February 8, 2025", "February 2025", "February"."""
        month, end = MONTHS[self._word(index)], index + 1
        end += self._word(end) == "." and self._word(end + 1)[:1].isdecimal()
        number = self._word(end)
        if number.isdecimal() and len(number) <= 2 and 1 <= int(number) <= 31:
            after = end + 1
            after += self._word(after) in ("st", "nd", "rd", "th") and self._glued(after)
            last = self._last_day(after, int(number), index)
            return self._dated(index, after + (2 if last else 0), month, int(number), last)
        year = self._year(end) or self._year(end + (self._word(end) in ("of", ",")))
        if year is not None:
            end += 1 if self._year(end) else 2
            return self._made(*_month(year, month), index, end)
        short = len(self._word(index)) <= SHORT_MONTH
        if short and not self._tokens[index].word[:1].isupper():
            return None
        if short and index and self._word(index - 1) in _PARTICLES:  # Viña del Mar
            return None
        if self._word(index) == "may" and self._word(index - 1) not in _BEFORE_MONTH:
            return None
        return self._made(*_month(NO_YEAR, month), index, index + 1, year_known=False)

    def _dated(self, index: int, end: int, month: int, day: int, to: int = 0) -> Period | None:
        comma = self._word(end) == ","
        year = self._year(end + comma)
        first, last = (
            _day(NO_YEAR if year is None else year, month, one) for one in (day, to or day)
        )
        if first is None or last is None:
            return None
        end += 1 + comma if year is not None else 0
        return self._made(first, last, index, end, year_known=year is not None)

    def _year_at(self, index: int) -> Period | None:
        year = self._year(index)
        if year is None or (self._glued(index) and self._word(index - 1).isalpha()):
            return None
        if self._word(index + 1) == "s" and self._glued(index + 1):
            span = 100 if year % 100 == 0 and year < 2000 else 10
            return self._made(date(year, 1, 1), date(year + span - 1, 12, 31), index, index + 2)
        if self._word(index + 1) in "-/" and self._glued(index + 1) and self._glued(index + 2):
            last = self._word(index + 2)
            if len(last) == 2 and last.isdecimal() and int(last) == (year + 1) % 100:
                return self._made(date(year, 7, 1), date(year + 1, 7, 31), index, index + 3)
        return self._made(date(year, 1, 1), date(year, 12, 31), index, index + 1, year_alone=True)

    def _century(self, index: int) -> Period | None:
        word = self._word(index)
        if word == "century" and self._word(index - 1) in ("a", "per", "every"):
            return None  # a length of time
        if word == "century":
            return self._made(date(2001, 1, 1), date(2100, 12, 31), index, index + 1)
        if word in _ORDER and self._word(index + 1) == "century":
            first = 100 * (_ORDER[word] - 1) + 1
            if first > 0:
                return self._made(date(first, 1, 1), date(first + 99, 12, 31), index, index + 2)
        if word == "year" and self._words(index - 2, index) in (["of", "the"], ["the", "of"]):
            first, last = date(NO_YEAR, 1, 1), date(NO_YEAR, 12, 31)
            period = self._made(first, last, index, index + 1, exact=False, year_known=False)
            return period if self._part_before(index)[0] else None
        return None

    def _epiweek(self, index: int) -> Period | None:
        """Return "epiweek 5 of 2025", "MMWR week 40, 2024", "epi week 5 (2025)"."""
        more = _EPIWEEKS[self._word(index)]
        at = index + 1
        at += bool(more) and self._word(at) == "-"
        end = at + len(more)
        if tuple(self._words(at, end)) != more or not self._word(end).isdecimal():
            return None
        gap = self._word(end + 1) in ("of", ",", "in", "(")
        year = self._year(end + 1 + gap)
        if year is None:
            return None
        try:
            first, last = epiweek(year, int(self._word(end)))
        except ValueError:
            return None
        return self._made(first, last, index, end + 2 + gap)

    def _part_before(self, index: int) -> tuple[str, int]:
        """Return "early", "end", "second half" before a period, and at which token it begins."""
        at = index - 1
        while at >= 0 and self._word(at) in ("the", "of", "-", "this", "in", "following", "twenty",
                                            "first", "21", "st", "same", "that") and (
            index - at < 5 and not (self._word(at) == "in" and self._word(at - 1) != "late")
        ):  # fmt: skip
            at -= 1
        for size in (3, 2, 1):
            phrase = " ".join(self._words(at - size + 1, at + 1))
            if phrase in _PARTS:
                return phrase, at - size + 1
        return "", index

    def _counted_part(self, period: Period) -> Period | None:
        """Return "the first ten days of" and "the last two weeks of" a period before it."""
        at = period.first_token - 1
        while self._word(at) in ("of", "in", "the"):
            at -= 1
        end, number, unit = self._words(at - 2, at + 1)
        size = {"days": 1, "weeks": 7}.get(unit, 0) * int(
            number if number.isdecimal() and len(number) < 3 else ONES.get(number, 0)
        )
        if not 0 < size <= (period.last - period.first).days or end not in ("first", *_FINAL):
            return None
        rest = timedelta(days=size - 1)
        first, last = (
            (period.first, period.first + rest)
            if end == "first"
            else (period.last - rest, period.last)
        )
        return replace(period, first=first, last=last, first_token=at - 2,
                       start=self._tokens[at - 2].start, year_alone=False)  # fmt: skip

    def part(self, period: Period) -> Period:
        """Return a period narrowed by the words before it ("early 2050s", "end of May")."""
        if (counted := self._counted_part(period)) is not None:
            return counted
        phrase, at = self._part_before(period.first_token)
        days = (period.last - period.first).days
        if not phrase or days < 20:
            return period
        low, high = _PARTS[phrase]
        first = period.first + timedelta(days=int(low * (days + 1)))
        last = period.first + timedelta(days=int(high * (days + 1)) - 1)
        if days > A_CENTURY:
            round_year = period.last.year - 100
            first = date(round_year + round(100 * low), 1, 1)
            last = date(round_year + round(100 * high), 12, 31)
        sharp = "half" in phrase or "decade" in phrase
        return Period(first, last, sharp and period.exact, period.year_known, at, period.end_token,
                      self._tokens[at].start, period.stop)  # fmt: skip


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _month(year: int, month: int) -> tuple[date, date]:
    return date(year, month, 1), date(year, month, calendar.monthrange(year, month)[1])
