"""Measures of a season written in a few words, such as "50 % of 65+ vaccinated from 2022-10-15".

Everything in a text must be understood: a measure is never applied in part.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

import numpy as np

from simulrag.simulators.epidemiology.functions import FORMS_TOLD
from simulrag.simulators.epidemiology.measure_phrases import Found, Said, measures_in
from simulrag.simulators.epidemiology.measure_words import fillers, month_and_day
from simulrag.simulators.epidemiology.measures import (
    AGES,
    SETTINGS,
    TREATED,
    Conditions,
    Measures,
    Window,
)
from simulrag.simulators.epidemiology.transmission import STEP
from simulrag.simulators.errors import BadValue, OutOfRange

#: Protected share of the vaccinated where no efficacy is given: CDC's estimates for seasonal
#: vaccines lie around it in most seasons (CDC, Past Seasons' Vaccine Effectiveness Estimates).
EFFICACY = 40.0


@dataclass(frozen=True)
class Measure:
    """One measure as it was `said`, and when it holds in a season."""

    said: Said
    first: date
    #: None where it holds to the end of the season.
    end: date | None

    def words(self) -> str:
        """Return the measure as it was understood."""
        share = f"{self.said.percent:.4g} %"
        said = {
            "vaccination": f"{share} of {self._people()} vaccinated (efficacy {self.efficacy:g} %)",
            "antivirals": f"{share} of cases treated with antivirals{self._shortened()}",
            "travel": f"{share} less travel",
            "all": f"{share} fewer contacts",
        }.get(self.said.kind, f"{share} fewer {self.said.kind} contacts")
        until = f" until {self.end}" if self.end and self.said.kind != "vaccination" else ""
        return f"{said} from {self.first}{until}"

    @property
    def ages(self) -> tuple[str, ...]:
        """The ages that are vaccinated."""
        return self.said.ages or AGES

    @property
    def efficacy(self) -> float:
        """Percent of the vaccinated who are protected."""
        return EFFICACY if self.said.efficacy is None else self.said.efficacy

    def _people(self) -> str:
        return "everybody" if self.ages == AGES else f"ages {', '.join(self.ages)}"

    def _shortened(self) -> str:
        if self.said.shorter_days is not None:
            return f", who are infectious for {self.said.shorter_days:g} d less"
        return "" if self.said.shorter is None else f", infectious {self.said.shorter:g} % shorter"


def read_measure(text: str, start: date, days: int) -> Measure:
    """Read one measure of a season of `days` from `start` on.

    Raises BadValue for a text that is not understood as a whole, OutOfRange for a share above
    100 % or a time outside of the season.
    """
    said = _only(text, measures_in(text))
    first = start if not said.first else _day(text, said.first, start, start)
    end = None if not said.end else _end(text, said.end, first, start)
    measure = Measure(said, first, end)
    _check(text, measure, start, days)
    return measure


def _only(text: str, found: Sequence[Found]) -> Said:
    if len(found) != 1:
        raise _not_read(text, "exactly one kind of measure" if found else "a kind of measure")
    one = found[0]
    outside = (text[: one.start], text[one.end :])
    leftover = " ".join(words.strip() for words in outside if not fillers().fullmatch(words))
    if one.said is None:
        raise _not_read(text, one.lacks)
    if leftover:
        raise _not_read(text, f"a text without {leftover!r}")
    return one.said


def _not_read(text: str, wanted: str) -> BadValue:
    return BadValue(
        f"measures: {text[:80]!r} is not understood ({wanted} is needed); forms are " + FORMS_TOLD,
        parameter="measures",
        given=text,
    )


def _end(text: str, words: str, first: date, start: date) -> date:
    if words.endswith(" days"):
        return first + timedelta(days=int(words.removesuffix(" days")))
    return _day(text, words, max(first, start), start, after=True)


def _day(text: str, words: str, earliest: date, start: date, *, after: bool = False) -> date:
    """Return the day that words say: without a year the first one that is not too early.

    after: of a whole month that has an end, the day behind it.
    """
    if words.startswith("week "):
        return start + timedelta(days=round(7 * float(words.removeprefix("week "))))
    whole = words.startswith("end of ")
    day = month_and_day(words.removeprefix("end of "))
    try:
        if isinstance(day, str):
            return date.fromisoformat(day)
        month, number, year = day
        found = date(year or earliest.year, month, number)
        if year is None and found < earliest:
            found = date(earliest.year + 1, month, number)
    except ValueError:
        raise _not_read(text, "a date that exists") from None
    if not whole:
        return found
    behind = (found.replace(day=1) + timedelta(days=32)).replace(day=1)
    return behind if after else behind - timedelta(days=1)


def _check(text: str, measure: Measure, start: date, days: int) -> None:
    last = start + timedelta(days=days - 1)
    said = measure.said
    if max(said.percent, measure.efficacy, said.shorter or 0.0) > 100.0:
        raise OutOfRange(
            f"measures: {text[:80]!r} has a share above 100 %; allowed is 0 to 100 %",
            parameter="measures",
            given=text,
            nearest=100,
        )
    if not start <= measure.first <= last or (measure.end and measure.end <= measure.first):
        raise OutOfRange(
            f"measures: {text[:80]!r} holds from {measure.first} until {measure.end or last}; "
            f"allowed are days from {start} to {last}, the end after the beginning",
            parameter="measures",
            given=text,
            nearest=start.isoformat(),
        )


def measures_of(asked: list[Measure], start: date, days: int, infectious_days: float) -> Measures:
    """Return measures by step of the season.

    infectious_days : mean infectious period without treatment. Raises OutOfRange where treatment
    is to shorten it by all of it or more.
    """
    steps = round(days / STEP)
    vaccinations: dict[int, np.ndarray] = {}
    windows: list[Window] = []
    for one in asked:
        first = round((one.first - start).days / STEP)
        if one.said.kind == "vaccination":
            share = one.said.percent * one.efficacy * 1e-4
            left = 1.0 - vaccinations.get(first, np.zeros(len(AGES)))
            protected = np.array([share * (age in one.ages) for age in AGES])
            vaccinations[first] = 1.0 - left * (1.0 - protected)
        else:
            end = steps if one.end is None else min(steps, round((one.end - start).days / STEP))
            windows.append(Window(_conditions(one, infectious_days), first, end))
    return Measures(tuple(windows), vaccinations)


def _conditions(one: Measure, infectious_days: float) -> Conditions:
    kind, share = one.said.kind, one.said.percent / 100.0
    if kind == "antivirals":
        return Conditions(infectious_period=1.0 - share * (1.0 - _left(one, infectious_days)))
    if kind == "travel":
        return Conditions(travel=1.0 - share)
    return Conditions(
        settings=np.array([1.0 - share if kind in (name, "all") else 1.0 for name in SETTINGS])
    )


def _left(one: Measure, infectious_days: float) -> float:
    """Return for which share of the usual time treated people are infectious."""
    if one.said.shorter is not None:
        return 1.0 - one.said.shorter / 100.0
    if one.said.shorter_days is None:
        return TREATED
    if one.said.shorter_days >= infectious_days:
        raise OutOfRange(
            f"measures: antivirals shorten the infectious period by {one.said.shorter_days:g} "
            f"days; it lasts {infectious_days:g} days, allowed is less than that",
            parameter="measures",
            given=one.said.shorter_days,
        )
    return 1.0 - one.said.shorter_days / infectious_days
