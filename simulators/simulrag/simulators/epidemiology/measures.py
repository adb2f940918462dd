"""What is done against a season: vaccination, fewer contacts, less travel, antivirals.

Vaccination is all-or-nothing: of the people of the ages asked for, coverage times efficacy are
protected from the day on which measures begin, whether infected before or not; doses of those who
are not susceptible change nothing. Treated people are infectious for `TREATED` of the usual time:
oseltamivir shortens influenza in adults by 21 % (Dobson et al. 2015, Lancet 385:1729,
doi 10.1016/S0140-6736(14)62449-1); that infectiousness is shortened as much is an assumption.
"""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

#: Duration of illness of treated people as a share of that of untreated ones.
TREATED = 0.79
#: Settings in the order of the shipped table of shares.
SETTINGS = ("household", "school", "work", "community")
AGES = ("0-4", "5-17", "18-49", "50-64", "65+")


@dataclass(frozen=True)
class Measures:
    """Measures and the steps in which they hold.

    settings : (4,) factors on contacts in households, schools, at work and elsewhere
    protected : (5,) share of the susceptible of each age who are protected at `first_step`
    """

    settings: Array = field(default_factory=lambda: np.ones(len(SETTINGS)))
    travel_factor: float = 1.0
    infectious_period_factor: float = 1.0
    protected: Array = field(default_factory=lambda: np.zeros(len(AGES)))
    first_step: int = 0
    #: First step after the measures; those who are protected stay so.
    end_step: int = 0

    def active(self, step: int) -> bool:
        """Tell whether contacts, travel and treatment are as the measures say."""
        return self.first_step <= step < self.end_step

    def vaccinates(self, step: int) -> bool:
        """Tell whether people are protected before this step."""
        return step == self.first_step and bool(self.protected.any())


NO_MEASURES = Measures()
