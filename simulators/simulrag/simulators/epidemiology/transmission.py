"""How transmission changes with the season, and the effective reproduction number R_t.

Seasonality has the form used in GLEAM (Balcan et al. 2009, BMC Medicine 7:45,
doi 10.1186/1741-7015-7-45; Tizzoni et al. 2012, doi 10.1186/1741-7015-10-165): a cosine over the
year between 1 in winter and a minimum in summer.

R_t is R0 times the factor of that day on transmission times the share that is not immune; of a
season under way, the largest eigenvalue of the next-generation matrix of the people who are still
susceptible, by age (Diekmann et al. 1990, doi 10.1007/BF00178324).
"""

from datetime import date, timedelta

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.epidemiology.parameters import DAYS
from simulrag.simulators.epidemiology.population import Population
from simulrag.simulators.epidemiology.presets import PRESETS, STEP, Preset
from simulrag.simulators.epidemiology.request import Request
from simulrag.simulators.interface import Series

Array = NDArray[np.float64]

YEAR = 365.0
#: A season runs from 1 July; its days are counted from 1 September of that year.
FIRST_MONTH, COUNT_FROM = 7, (9, 1)
#: Day of a season at which `scale` holds exactly: 28 September.
SCALE_DAY = 27.0


def season_day(start: date) -> int:
    """Return the day of its season on which `start` falls, counted from 1 September."""
    year = start.year if start.month >= FIRST_MONTH else start.year - 1
    return (start - date(year, *COUNT_FROM)).days


def transmission(preset: Preset, seasonality: str, start: date, days: int) -> Array:
    """Return (steps,) factor on R0 at the start of every step of `STEP` days from `start` on."""
    day = season_day(start) + STEP * np.arange(round(days / STEP))
    minimum = preset.summer_minimum[seasonality]
    wave = np.cos(2.0 * np.pi * (day - preset.winter_maximum) / YEAR)
    season = 0.5 * ((1.0 - minimum) * wave + 1.0 + minimum)
    return preset.scale * np.exp(-preset.decline * (day - SCALE_DAY)) * season


def first_and_highest(
    preset: str, seasonality: str, start: date, r0: float, immune: float
) -> tuple[float, float]:
    """Return R_t on the first day, and the highest of the season if nobody else became immune.

    immune : share, 0 to 1
    """

    effective = r0 * (1.0 - immune) * transmission(PRESETS[preset], seasonality, start, DAYS)
    return float(effective[0]), float(effective.max())


def of_request(request: Request) -> tuple[float, float]:
    """Return the same of the season that a request asks for."""
    asked = request.preset, request.seasonality, request.start, request.r0, request.immune
    return first_and_highest(*asked)


def course(request: Request, people: Population, susceptible: Array) -> Series:
    """Return R_t on every day of a season; of several states their mean, weighted by residents.

    susceptible : (days, states, ages) persons
    """

    days = len(susceptible)
    factor = transmission(request.disease, request.seasonality, request.start, days)
    # Of a group's susceptible people, infections by one infectious person of each other group.
    following = susceptible[..., None] * people.transmission_blocks()
    largest = np.abs(np.linalg.eigvals(following)).max(axis=-1)
    of_states = request.r0 * factor[:: round(1 / STEP), None] * largest
    values = np.average(of_states, axis=1, weights=people.people.sum(axis=1))
    times = tuple((request.start + timedelta(days=day)).isoformat() for day in range(days))
    return Series(unit="dimensionless", times=times, values=tuple(values.tolist()))
