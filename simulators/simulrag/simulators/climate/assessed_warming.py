"""Warming and sensitivity as assessed by the IPCC, which the global response is held against.

AR6 WG1 Summary for Policymakers, table SPM.1 (future periods) and box SPM.1, A.1.2 (recent
past), global surface air temperature above 1850-1900 in °C, doi 10.1017/9781009157896.001.
A.4.4 and chapter 7 (sensitivity), D.1.1 (response to cumulative emissions, likely range), section
5.5.2.2.4 (zero-emission commitment, likely range).
"""

from collections.abc import Callable
from dataclasses import dataclass

from simulrag.simulators.climate import idealised_runs
from simulrag.simulators.climate.global_response import Members
from simulrag.simulators.climate.scenarios import FIRST_DRIVEN, SCENARIOS, Floats

PREINDUSTRIAL = (1850, 1900)


def mean(warming: Floats, first: int, last: int) -> Floats:
    """Return the mean over years of an array whose first axis is years from 1750."""
    return warming[first - FIRST_DRIVEN : last - FIRST_DRIVEN + 1].mean(axis=0)


@dataclass(frozen=True)
class Assessed:
    """One assessed period mean: best estimate and very likely (5 to 95 %) range, °C."""

    scenario: str
    first: int
    last: int
    best: float
    low: float
    high: float

    def of(self, warming: Floats) -> Floats:
        """Return what (years, scenarios, ...) trajectories give for it."""
        return mean(warming, self.first, self.last)[SCENARIOS.index(self.scenario)]


@dataclass(frozen=True)
class Idealised:
    """One assessed figure of idealised runs: best estimate and range, K."""

    name: str
    of: Callable[[Members], Floats]
    best: float
    low: float
    high: float


IDEALISED = (
    Idealised("equilibrium climate sensitivity", idealised_runs.sensitivity, 3.0, 2.0, 5.0),
    Idealised("transient climate response", idealised_runs.transient_response, 1.8, 1.2, 2.4),
    Idealised("warming per 1000 Gt CO2", idealised_runs.per_1000_gt, 0.45, 0.27, 0.63),
    Idealised("zero-emission commitment", idealised_runs.commitment, 0.0, -0.3, 0.3),
)
WARMING = (
    Assessed("ssp245", 1995, 2014, 0.85, 0.69, 0.95),
    Assessed("ssp119", 2021, 2040, 1.5, 1.2, 1.7),
    Assessed("ssp119", 2041, 2060, 1.6, 1.2, 2.0),
    Assessed("ssp119", 2081, 2100, 1.4, 1.0, 1.8),
    Assessed("ssp126", 2021, 2040, 1.5, 1.2, 1.8),
    Assessed("ssp126", 2041, 2060, 1.7, 1.3, 2.2),
    Assessed("ssp126", 2081, 2100, 1.8, 1.3, 2.4),
    Assessed("ssp245", 2021, 2040, 1.5, 1.2, 1.8),
    Assessed("ssp245", 2041, 2060, 2.0, 1.6, 2.5),
    Assessed("ssp245", 2081, 2100, 2.7, 2.1, 3.5),
    Assessed("ssp370", 2021, 2040, 1.5, 1.2, 1.8),
    Assessed("ssp370", 2041, 2060, 2.1, 1.7, 2.6),
    Assessed("ssp370", 2081, 2100, 3.6, 2.8, 4.6),
    Assessed("ssp585", 2021, 2040, 1.6, 1.3, 1.9),
    Assessed("ssp585", 2041, 2060, 2.4, 1.9, 3.0),
    Assessed("ssp585", 2081, 2100, 4.4, 3.3, 5.7),
)
