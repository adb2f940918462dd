"""Reads measures written in a few words, such as "50 % of 65+ vaccinated from 2022-10-15".

Everything in a text must be understood: a measure is never applied in part.
"""

import re
from dataclasses import dataclass
from datetime import date, timedelta

import numpy as np

from simulrag.simulators.epidemiology.functions import FORMS
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
_NUMBER = r"\d+(?:\.\d+)?"
_PERCENT = rf"({_NUMBER})\s*(?:%|percent\b|per cent\b)"
_EFFICACY = re.compile(rf"(?:efficacy|effectiveness)(?: of)?\s*{_PERCENT}|{_PERCENT}\s*effective\b")
_FROM = re.compile(rf"\bfrom (?:(\d{{4}}-\d\d-\d\d)|week ({_NUMBER}))(?: on\b)?")
_UNTIL = re.compile(rf"\b(?:until|to) (\d{{4}}-\d\d-\d\d)|\bfor ({_NUMBER}) weeks?\b")
_AGES = {
    "0-4": r"\b0-4\b|\bunder 5\b",
    "5-17": r"\b5-17\b|\bschool-?age children\b|\bschoolchildren\b",
    "18-49": r"\b18-49\b",
    "50-64": r"\b50-64\b",
    "65+": r"\b65\+|\b65 and (?:over|older)\b|\bover 65\b",
}
_KINDS = {
    "vaccination": r"\bvaccinat(?:ed|ion)\b",
    "antivirals": r"\b(?:treated with )?antivirals?(?: treatment)?\b|\btreated\b",
    "travel": r"\btravel\b",
    "school": r"\bschools?\b",
    "work": r"\b(?:work|workplaces?)\b",
    "household": r"\b(?:households?|home)\b",
    "community": r"\bcommunity\b",
}
_CLOSED = re.compile(r"\b(?:closed|closures?|close)\b")
_FILLERS = re.compile(
    r"\b(?:of|the|are|is|with|and|fewer|less|contacts?|people|everybody|aged|at|in|by|cut|reduced|"
    r"cases)\b|[,;:.()-]"
)


@dataclass(frozen=True)
class Measure:
    """One measure: `kind` of `_KINDS`, its strength in percent, and when it holds."""

    kind: str
    percent: float
    efficacy: float
    ages: tuple[str, ...]
    first: date
    #: None where it holds to the end of the season.
    end: date | None

    def words(self) -> str:
        """Return the measure as it was understood."""
        share = f"{self.percent:g} %"
        said = {
            "vaccination": f"{share} of {self._people()} vaccinated (efficacy {self.efficacy:g} %)",
            "antivirals": f"{share} of cases treated with antivirals",
            "travel": f"{share} less travel",
        }.get(self.kind, f"{share} fewer {self.kind} contacts")
        until = f" until {self.end}" if self.end and self.kind != "vaccination" else ""
        return f"{said} from {self.first}{until}"

    def _people(self) -> str:
        return "everybody" if self.ages == AGES else f"ages {', '.join(self.ages)}"


def read_measure(text: str, start: date, days: int) -> Measure:
    """Read one measure of a season of `days` from `start` on.

    Raises BadValue for a text that is not understood as a whole, OutOfRange for a share above
    100 % or a time outside of the season.
    """
    rest = " ".join(text.casefold().split())
    kinds = [kind for kind, words in _KINDS.items() if re.search(words, rest)]
    if len(kinds) != 1:
        raise _not_read(text, "exactly one kind of measure" if kinds else "a kind of measure")
    first, rest = _first(rest, start)
    end, rest = _end(rest, first)
    efficacy, rest = _efficacy(rest)
    ages = tuple(age for age, words in _AGES.items() if re.search(words, rest))
    for words in (_KINDS[kinds[0]], *_AGES.values()):
        rest = re.sub(words, " ", rest)
    percent, rest = _percent(text, rest)
    leftover = _FILLERS.sub(" ", rest).split()
    vaccinates = kinds[0] == "vaccination"
    if leftover or (not vaccinates and (ages or efficacy is not None)):
        raise _not_read(text, "a text without " + repr(" ".join(leftover) or "ages or efficacy"))
    measure = Measure(
        kinds[0], percent, EFFICACY if efficacy is None else efficacy, ages or AGES, first, end
    )
    _check(text, measure, start, days)
    return measure


def _not_read(text: str, wanted: str) -> BadValue:
    return BadValue(
        f"measures: {text[:80]!r} is not understood ({wanted} is needed); forms are "
        + ", ".join(FORMS),
        parameter="measures",
        given=text,
    )


def _first(rest: str, start: date) -> tuple[date, str]:
    found = _FROM.search(rest)
    if found is None:
        return start, rest
    day = _day(found[1]) if found[1] else start + timedelta(days=round(7 * float(found[2])))
    return day, _without(rest, found)


def _end(rest: str, first: date) -> tuple[date | None, str]:
    found = _UNTIL.search(rest)
    if found is None:
        return None, rest
    day = _day(found[1]) if found[1] else first + timedelta(days=round(7 * float(found[2])))
    return day, _without(rest, found)


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise _not_read(text, "a date that exists") from None


def _efficacy(rest: str) -> tuple[float | None, str]:
    found = _EFFICACY.search(rest)
    return (float(found[1] or found[2]), _without(rest, found)) if found else (None, rest)


def _percent(text: str, rest: str) -> tuple[float, str]:
    found, closed = re.findall(_PERCENT, rest), _CLOSED.search(rest)
    if len(found) + bool(closed) != 1:
        raise _not_read(text, "one share in percent")
    return float(found[0]) if found else 100.0, _CLOSED.sub(" ", re.sub(_PERCENT, " ", rest))


def _without(rest: str, found: re.Match[str]) -> str:
    return rest[: found.start()] + " " + rest[found.end() :]


def _check(text: str, measure: Measure, start: date, days: int) -> None:
    last = start + timedelta(days=days - 1)
    shares = (measure.percent, measure.efficacy)
    if max(shares) > 100.0:
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


def measures_of(asked: list[Measure], start: date, days: int) -> Measures:
    """Return measures by step of the season."""
    steps = round(days / STEP)
    vaccinations: dict[int, np.ndarray] = {}
    windows: list[Window] = []
    for one in asked:
        first = round((one.first - start).days / STEP)
        if one.kind == "vaccination":
            share = np.array([one.percent * one.efficacy * 1e-4 * (a in one.ages) for a in AGES])
            left = 1.0 - vaccinations.get(first, np.zeros(len(AGES)))
            vaccinations[first] = 1.0 - left * (1.0 - share)
        else:
            end = steps if one.end is None else min(steps, round((one.end - start).days / STEP))
            windows.append(Window(_conditions(one), first, end))
    return Measures(tuple(windows), vaccinations)


def _conditions(one: Measure) -> Conditions:
    left = 1.0 - one.percent / 100.0
    if one.kind == "antivirals":
        return Conditions(infectious_period=1.0 - one.percent / 100.0 * (1.0 - TREATED))
    if one.kind == "travel":
        return Conditions(travel=left)
    return Conditions(settings=np.array([left if one.kind == name else 1.0 for name in SETTINGS]))
