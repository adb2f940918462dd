"""Idealised runs of the global response, and what the IPCC assessed, which it is held against.

Definitions: equilibrium climate sensitivity is the forcing of doubled CO2 over the feedback;
transient climate response the mean of 20 years about the doubling of CO2 that grows by 1 % a year;
the response to cumulative emissions that of 1000 Gt of CO2 of 1000 Gt of carbon given off evenly
over 100 years; the zero-emission commitment what comes 50 years after these end, which AR6 WG1
section 5.5.2.2.4 assesses (likely range).
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from simulrag.simulators.climate.ar6_assessments import FUTURE, PAST, SENSITIVITY, Assessed
from simulrag.simulators.climate.conditions import SCENARIOS
from simulrag.simulators.climate.global_response import (
    CO2,
    CO2_1750,
    COLUMNS,
    N2O,
    N2O_1750,
    GlobalResponse,
    Members,
    co2_forcing,
    completed,
    mean_of_years,
)
from simulrag.simulators.climate.globe import Floats

ROOT_N2O = np.sqrt(N2O_1750)
#: Years about the doubling of CO2 (year 70), whose mean is the transient response.
DOUBLING = slice(60, 80)
#: Gt CO2 a year that are 10 Gt of carbon, and the years over which they are given off.
GIVEN_OFF, YEARS = 36.64, 100


def equilibrium_sensitivity(members: Members) -> Floats:
    """Return the equilibrium climate sensitivity by member, K."""
    return members.co2_scale * co2_forcing(2 * CO2_1750, ROOT_N2O) / members.feedback


def transient_response(members: Members) -> Floats:
    """Return the transient climate response by member, K."""
    model = GlobalResponse(members)
    grown = CO2_1750 * 1.01 ** (np.arange(DOUBLING.stop) + 1.0)
    forcing = co2_forcing(grown, ROOT_N2O)[:, None] * members.co2_scale
    return model.warmed_by(forcing)[DOUBLING].mean(axis=0)


def emitted_evenly(members: Members, after: int = 100) -> tuple[Floats, Floats]:
    """Return warming while CO2 is given off evenly, and for some years after that, K.

    Shapes are (100, members), at the end of each year, and (after, members). All else stays as it
    was in 1750.
    """
    driver = np.zeros((YEARS + after, len(COLUMNS)))
    driver[:YEARS, CO2] = GIVEN_OFF
    driver[:, N2O] = N2O_1750
    model = GlobalResponse(members)
    warming, _ = model.run(model.start(), completed(driver))
    warming = warming - model.run(model.start(), completed(_silent(driver)))[0]
    return warming[:YEARS], warming[YEARS:]


def _silent(driver: Floats) -> Floats:
    silent = driver.copy()
    silent[:, CO2] = 0.0
    return silent


def per_1000_gt(members: Members) -> Floats:
    """Return the transient response to cumulative emissions by member, K per 1000 Gt of CO2."""
    warming, _ = emitted_evenly(members, 0)
    return warming[-1] * 1000.0 / (GIVEN_OFF * YEARS)


def commitment(members: Members, years: int = 50) -> Floats:
    """Return how much warmer it is some years after emissions end than when they do, K."""
    before, later = emitted_evenly(members, years)
    return later[-1] - before[-1]


@dataclass(frozen=True)
class AssessedPeriod:
    """One assessed period mean: best estimate and very likely (5 to 95 %) range, °C."""

    scenario: str
    first: int
    last: int
    best: float
    low: float
    high: float

    def of(self, warming: Floats) -> Floats:
        """Return what (years, scenarios, ...) trajectories give for it."""
        return mean_of_years(warming, self.first, self.last)[SCENARIOS.index(self.scenario)]


def _period(scenario: str, years: str, figure: Assessed) -> AssessedPeriod:
    first, last = (int(year) for year in years.split("-"))
    return AssessedPeriod(scenario, first, last, figure.value, figure.low, figure.high)


#: The recent past, in the middle scenario as in all, and table SPM.1 by scenario.
WARMING = (
    _period("ssp245", "1995-2014", PAST["1995-2014"]),
    *(_period(scenario, years, figures[scenario])
      for scenario in FUTURE["2081-2100"] for years, figures in FUTURE.items()),
)  # fmt: skip


@dataclass(frozen=True)
class Idealised:
    """One assessed figure of idealised runs, K, and what gives it by member."""

    of: Callable[[Members], Floats]
    best: float
    low: float
    high: float


_COMMITMENT = Assessed(0.0, -0.3, 0.3, level=0.66)
#: Equilibrium sensitivity, transient response, response to cumulative emissions, commitment.
IDEALISED = tuple(
    Idealised(of, one.value, one.low, one.high)
    for of, one in zip(
        (equilibrium_sensitivity, transient_response, per_1000_gt, commitment),
        (*SENSITIVITY.values(), _COMMITMENT),
        strict=True,
    )
)
