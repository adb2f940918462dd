"""Warming as assessed by the IPCC, which the global response is held against.

AR6 WG1 Summary for Policymakers, table SPM.1 (future periods) and box SPM.1, A.1.2 (recent
past), global surface air temperature above 1850-1900 in °C, doi 10.1017/9781009157896.001.
"""

from dataclasses import dataclass

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


WARMING = (
    Assessed("ssp245", 1995, 2014, 0.85, 0.69, 0.95),
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
