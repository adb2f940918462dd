"""What is done against a season: vaccination, fewer contacts, less travel, antivirals.

Vaccination is all-or-nothing: of the people of the ages asked for, coverage times efficacy are
protected from one day on, whether infected before or not; doses of those who are not susceptible
change nothing. Treated people are infectious for `TREATED` of the usual time: oseltamivir shortens
influenza in adults by 21 % (Dobson et al. 2015, Lancet 385:1729,
doi 10.1016/S0140-6736(14)62449-1); that infectiousness is shortened as much is an assumption.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta

import numpy as np
from numpy.typing import NDArray
from pydantic import JsonValue

from simulrag.simulators.arguments import check_value, object_in_words
from simulrag.simulators.epidemiology.parameters import (
    AGES,
    EFFICACY,
    KINDS,
    LESS_TRAVEL,
    MEASURES,
    SHORTER,
    TREATMENT,
    VACCINATED,
)
from simulrag.simulators.epidemiology.presets import STEP
from simulrag.simulators.errors import BadValue, MissingCondition, OutOfRange
from simulrag.simulators.interface import Parameter

Array = NDArray[np.float64]

#: Settings in the order of the shipped table of shares.
SETTINGS = ("household", "school", "work", "community")


@dataclass(frozen=True)
class Conditions:
    """Factors on contacts by setting, (4,), on travel and on the infectious period."""

    settings: Array = field(default_factory=lambda: np.ones(len(SETTINGS)))
    travel: float = 1.0
    infectious_period: float = 1.0


@dataclass(frozen=True)
class Window:
    """Conditions that hold from a step until before another one."""

    conditions: Conditions
    first: int
    end: int


@dataclass(frozen=True)
class Measures:
    """All that is done, by step of the season.

    vaccinations : step -> (5,) share of the susceptible of each age who are protected before it
    """

    windows: tuple[Window, ...] = ()
    vaccinations: Mapping[int, Array] = field(default_factory=dict[int, Array])

    def active(self, step: int) -> tuple[int, ...]:
        """Return the numbers of the windows that hold in a step."""
        return tuple(i for i, w in enumerate(self.windows) if w.first <= step < w.end)

    def conditions(self, active: tuple[int, ...]) -> Conditions:
        """Return the factors of some windows, multiplied."""
        chosen = [self.windows[i].conditions for i in active]
        return Conditions(
            settings=np.prod([np.ones(len(SETTINGS)), *(c.settings for c in chosen)], axis=0),
            travel=float(np.prod([c.travel for c in chosen])),
            infectious_period=float(np.prod([c.infectious_period for c in chosen])),
        )


NO_MEASURES = Measures()

_CLOSED = {"schools closed": "school", "workplaces closed": "work"}
_ENDS = ("until", "weeks")
#: Fields that a kind takes beside when it begins.
_TAKES: Mapping[str, tuple[str, ...]] = {
    kind: ("share", *_ENDS) for kind in KINDS
} | {kind: _ENDS for kind in _CLOSED} | {
    VACCINATED: ("share", "ages", "efficacy"),
    TREATMENT: ("share", "shorter", "shorter_days", *_ENDS),
}  # fmt: skip
#: Fields of which a measure has one at most.
_EITHER = (("from", "from_week"), _ENDS, ("shorter", "shorter_days"))

Given = Mapping[str, JsonValue]


@dataclass(frozen=True)
class Measure:
    """One measure with the days on which it holds; `end` is None for the end of the season."""

    given: Given
    first: date
    end: date | None

    @property
    def kind(self) -> str:
        """What is done."""
        return str(self.given["kind"])

    def number(self, name: str, otherwise: float) -> float:
        """Return a field that is a number."""
        value = self.given.get(name)
        return float(value) if isinstance(value, int | float) else otherwise

    @property
    def ages(self) -> tuple[str, ...]:
        """The ages that are vaccinated."""
        listed = self.given.get("ages")
        return tuple(map(str, listed)) if isinstance(listed, list) else AGES

    def words(self) -> str:
        """Return the measure with its days."""
        days = {"from": self.first.isoformat(), "until": self.end and self.end.isoformat()}
        kept = {n: v for n, v in self.given.items() if n not in ("from_week", "weeks")}
        return object_in_words(MEASURES, kept | {n: day for n, day in days.items() if day})


def asked_measures(given: JsonValue, start: date, days: int) -> list[Measure]:
    """Return the measures of a season of `days` from `start` on.

    Raises as `check_value`, BadValue for fields that do not belong together, MissingCondition
    without a share that is needed, OutOfRange for a time outside of the season.
    """
    items = check_value(MEASURES, given)
    objects = [one for one in items if isinstance(one, dict)] if isinstance(items, list) else []
    return [_measure(f"measures[{at}]", one, start, days) for at, one in enumerate(objects)]


def _measure(name: str, given: Given, start: date, days: int) -> Measure:
    _check_fields(name, given)
    bare = Measure(given, start, None)
    after = timedelta(days=round(7 * bare.number("from_week", 0.0)))
    first = _day(given.get("from")) or start + after
    lasting = bare.number("weeks", 0.0)
    end = first + timedelta(days=round(7 * lasting)) if lasting else _day(given.get("until"))
    _check_days(name, first, end, start, days)
    return Measure(given, first, end)


def _day(given: JsonValue) -> date | None:
    return date.fromisoformat(given) if isinstance(given, str) else None


def _check_fields(name: str, given: Given) -> None:
    kind = str(given["kind"])
    takes = (*_TAKES[kind], "from", "from_week")
    for key in given:
        if key not in ("kind", *takes):
            raise BadValue(
                f"{name}.{key} is {given[key]!r}, but {kind!r} takes {', '.join(takes)}",
                parameter=f"{name}.{key}",
                given=given[key],
            )
    for one, other in _EITHER:
        if one in given and other in given:
            raise BadValue(f"{name} has {one} and {other}; give one of them", parameter=name)
    shortens = "shorter" in given or "shorter_days" in given
    if "share" in takes and "share" not in given and not shortens:
        raise MissingCondition(
            f"{name}.share is missing ({KINDS[kind][0]}); give 0 to 100 %",
            parameter=f"{name}.share",
        )


def _check_days(name: str, first: date, end: date | None, start: date, days: int) -> None:
    last = start + timedelta(days=days - 1)
    if not start <= first <= last or (end is not None and end <= first):
        raise OutOfRange(
            f"{name} holds from {first} until {end or last}; allowed are days from {start} to "
            f"{last}, the end after the beginning",
            parameter=name,
            given=first.isoformat(),
            nearest=start.isoformat(),
        )


def measures_of(
    asked: Iterable[Measure], start: date, days: int, infectious_days: float
) -> Measures:
    """Return measures by step of the season.

    infectious_days : mean infectious period without treatment. Raises OutOfRange where treatment
    is to shorten it by all of it or more.
    """
    steps = round(days / STEP)
    vaccinations: dict[int, np.ndarray] = {}
    windows: list[Window] = []
    for one in asked:
        first = round((one.first - start).days / STEP)
        if one.kind == VACCINATED:
            share = one.number("share", 100.0) * one.number("efficacy", _default(EFFICACY)) * 1e-4
            left = 1.0 - vaccinations.get(first, np.zeros(len(AGES)))
            protected = np.array([share * (age in one.ages) for age in AGES])
            vaccinations[first] = 1.0 - left * (1.0 - protected)
        else:
            end = steps if one.end is None else min(steps, round((one.end - start).days / STEP))
            windows.append(Window(_conditions(one, infectious_days), first, end))
    return Measures(tuple(windows), vaccinations)


def _default(field: Parameter) -> float:
    return float(str(field.default))


def _conditions(one: Measure, infectious_days: float) -> Conditions:
    share = one.number("share", 100.0) / 100.0
    if one.kind == TREATMENT:
        return Conditions(infectious_period=1.0 - share * (1.0 - _left(one, infectious_days)))
    if one.kind == LESS_TRAVEL:
        return Conditions(travel=1.0 - share)
    cut = _settings(one.kind)
    return Conditions(settings=np.array([1.0 - share * (name in cut) for name in SETTINGS]))


def _settings(kind: str) -> Sequence[str]:
    """Return the settings whose contacts a kind avoids: "fewer contacts" those of all."""
    named = _CLOSED.get(kind) or kind.removeprefix("fewer ").removesuffix("contacts").strip()
    return (named,) if named else SETTINGS


def _left(one: Measure, infectious_days: float) -> float:
    """Return for which share of the usual time treated people are infectious."""
    days = one.number("shorter_days", 0.0)
    if not days:
        return 1.0 - one.number("shorter", _default(SHORTER)) / 100.0
    if days >= infectious_days:
        raise OutOfRange(
            f"antivirals shorten the infectious period by {days:g} days (shorter_days); it lasts "
            f"{infectious_days:g} days, allowed is less than that",
            parameter="measures",
            given=days,
        )
    return 1.0 - days / infectious_days
