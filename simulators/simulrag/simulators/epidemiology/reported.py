"""Weekly influenza admissions as hospitals reported them to CDC, by state and of the country."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from statistics import quantiles

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.epidemiology.admission_functions import (
    CALENDAR,
    EPIWEEKS,
    FIRST_EPIWEEK,
    FIRST_MONTH,
    LAST_EPIWEEK,
    REVISED,
    SEASONS,
)
from simulrag.simulators.epidemiology.reported_source import (
    NATION,
    PER,
    REPORTS,
    Tables,
    shipped_tables,
)
from simulrag.simulators.epidemiology.states import STATES
from simulrag.simulators.epiweeks import epiweek

Array = NDArray[np.float64]

#: Weeks in which hospitals did not have to report (CDC, 1 May to 31 October 2024).
VOLUNTARY = (date(2024, 5, 4), date(2024, 10, 31))
#: Percentiles of peaks that separate low, moderate, high and very high intensity, as in CDC's
#: severity assessment (Biggerstaff et al. 2018, doi 10.1093/aje/kwx334: IT50, IT90, IT98).
INTENSITY = (50, 90, 98)


@dataclass(frozen=True)
class Weekly:
    """Admissions in weeks that end on `days` (Saturdays), persons; NaN where none was reported.

    admissions : (weeks,), or (places, weeks) for several places; residents : (), or (places,)
    """

    place: str
    days: tuple[date, ...]
    admissions: Array
    residents: Array

    @property
    def rate(self) -> Array:
        """Admissions per 100,000 residents in each week."""
        return PER * self.admissions / self.residents[..., None]

    @property
    def season_name(self) -> str:
        """The season that the middle one of the weeks falls into."""
        return season_of(self.days[len(self.days) // 2])

    def season(self, name: str, weeks: str = CALENDAR) -> "Weekly":
        """Return the weeks of a season; KeyError for one that is not held."""
        first, last = season_span(SEASONS[name], weeks)
        return self._of([i for i, day in enumerate(self.days) if first <= day <= last])

    def week(self, day: date) -> "Weekly":
        """Return the week, Sunday to Saturday, that holds a day; no week if it is not held."""
        end = week_end(day)
        return self._of([i for i, last in enumerate(self.days) if last == end])

    def between(self, first: date, last: date) -> "Weekly":
        """Return the weeks that end on one of these days or between them."""
        return self._of([i for i, day in enumerate(self.days) if first <= day <= last])

    def _of(self, rows: list[int]) -> "Weekly":
        days = tuple(self.days[i] for i in rows)
        return Weekly(self.place, days, self.admissions[..., rows], self.residents)


def week_end(day: date) -> date:
    """Return the Saturday on or after a day."""
    return day + timedelta(days=(5 - day.weekday()) % 7)


def season_span(year: int, weeks: str = CALENDAR) -> tuple[date, date]:
    """Return the first and last day on which weeks of a season end that begins in a year."""
    if weeks == EPIWEEKS:
        return epiweek(year, FIRST_EPIWEEK)[1], epiweek(year + 1, LAST_EPIWEEK)[1]
    return date(year, FIRST_MONTH, 1), date(year + 1, FIRST_MONTH - 1, 31)


def season_of(day: date, weeks: str = CALENDAR) -> str:
    """Return the season that a week falls into which ends on a day, as "2022-23"."""
    year = day.year if season_span(day.year, weeks)[0] <= day else day.year - 1
    return f"{year}-{(year + 1) % 100:02d}"


@cache
def _tables() -> Tables:
    """Return the tables in use: of one that was brought, the revised reports alone."""
    shipped = shipped_tables()
    if REPORTS.in_use is None:
        return shipped
    brought = REPORTS.numbers()
    places: list[str] = shipped["places"].tolist()
    weeks = sorted({week for _, week in brought})
    first = np.full((len(places), len(weeks)), np.nan, dtype=np.float32)
    known = shipped["weeks"].tolist()
    first[:, [weeks.index(week) for week in known]] = shipped["first"]
    return {
        "places": shipped["places"],
        "weeks": np.array(weeks),
        "admissions": table(brought, places, weeks),
        "first": first,
        "residents": shipped["residents"],
    }


def table(
    counts: Mapping[tuple[str, str], float], places: Sequence[str], weeks: Sequence[str]
) -> NDArray[np.float32]:
    """Return (places, weeks) numbers, NaN where none is known."""
    rows = [[counts.get((place, week), np.nan) for week in weeks] for place in places]
    return np.array(rows, dtype=np.float32)


def weekly_admissions(
    states: Sequence[str], tables: Tables | None = None, vintage: str = REVISED
) -> Weekly:
    """Return the weeks of some states added up; of all of them, the national series.

    The national series holds territories too. `tables` are those in use if not given. Raises
    ValueError for a name that is not held.
    """
    tables = tables or _tables()
    places: list[str] = tables["places"].tolist()
    national = set(states) == set(STATES)
    rows = [places.index(name) for name in ([NATION] if national else states)]
    counts = tables["admissions" if vintage == REVISED else "first"]
    return Weekly(
        place="the United States" if national else ", ".join(states),
        days=tuple(date.fromisoformat(day) for day in tables["weeks"].tolist()),
        admissions=counts[rows].astype(np.float64).sum(axis=0),
        residents=np.array(tables["residents"][rows].astype(np.float64).sum()),
    )


@cache
def season_peaks() -> dict[tuple[str, str], float]:
    """Return the top weekly admissions per 100,000 of each (state, season) in what ships."""
    held = {state: weekly_admissions([state], shipped_tables()) for state in STATES}
    found = {
        (state, name): one.season(name).rate for state, one in held.items() for name in SEASONS
    }
    return {key: float(np.nanmax(rates)) for key, rates in found.items() if rates.size}


def intensity_cuts() -> tuple[float, ...]:
    """Return the peaks at the percentiles of `INTENSITY`, admissions per 100,000 a week."""
    points = quantiles(season_peaks().values(), n=100, method="inclusive")
    return tuple(round(points[percent - 1], 1) for percent in INTENSITY)


def highest_peak() -> tuple[float, str, str]:
    """Return the highest observed peak per 100,000 a week, its state and season."""
    (state, season), peak = max(season_peaks().items(), key=lambda held: held[1])
    return peak, state, season


def wave_quartiles() -> tuple[float, float]:
    """Return the quartiles of the lengths of observed waves, weeks.

    The length of a wave is the time from the first to the last week of a season in which a
    state's admissions reach half of those of its top week.
    """
    lengths = [
        _length(weekly_admissions([state]).season(name).admissions)
        for state in STATES
        for name in SEASONS
    ]
    low, _, high = quantiles(lengths, n=4, method="inclusive")
    return round(low, 1), round(high, 1)


def _length(admissions: Array) -> int:
    high = np.flatnonzero(admissions >= np.nanmax(admissions) / 2.0)
    return int(high[-1] - high[0] + 1)


def highest_rate(states: Sequence[str]) -> tuple[float, date]:
    """Return the most weekly admissions per 100,000 reported for some states together, and when.

    Weeks of 2021-22, when many hospitals did not report yet, are left out.
    """
    weekly = weekly_admissions(states)
    since = weekly.days.index(next(day for day in weekly.days if season_of(day) in SEASONS))
    top = since + int(np.nanargmax(weekly.rate[since:]))
    return float(weekly.rate[top]), weekly.days[top]
