"""What is done against a season: vaccination, fewer contacts, less travel, antivirals.

Vaccination is all-or-nothing: of the people of the ages asked for, coverage times efficacy are
protected from one day on, whether infected before or not; doses of those who are not susceptible
change nothing. Treated people are infectious for `TREATED` of the usual time: oseltamivir shortens
influenza in adults by 21 % (Dobson et al. 2015, Lancet 385:1729,
doi 10.1016/S0140-6736(14)62449-1); that infectiousness is shortened as much is an assumption.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

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
