"""The effective reproduction number R_t on a day of a season: how it is spoken of and computed.

R_t is R0 times the factor of that day on transmission times the share that is not immune; of a
season under way, the largest eigenvalue of the next-generation matrix of the people who are still
susceptible, by age (Diekmann et al. 1990, doi 10.1007/BF00178324).
"""

from datetime import date, timedelta
from typing import TYPE_CHECKING

from simulrag.simulators.interface import Directions, Output, Series
from simulrag.simulators.tolerances import Tolerance

if TYPE_CHECKING:  # the server reads these declarations at its start, where numpy is not needed
    pass

if TYPE_CHECKING:  # the server reads these declarations at its start, where numpy is not needed
    import numpy as np
    from numpy.typing import NDArray

    from simulrag.simulators.epidemiology.population import Population
    from simulrag.simulators.epidemiology.request import Request

#: What R_t is called, whatever the day.
NUMBERS = (
    "effective reproduction number", "effective reproductive number", "effective R", "R_t", "Rt",
    "R_eff", "Re", "reproduction number", "reproductive number",
)  # fmt: skip
_AT_START = (
    "at the start", "at the outset", "at the beginning", "on the first day", "on day one",
    "at start", "at onset",
)  # fmt: skip
START_R = Output(
    name="start_r",
    kind="number",
    description="R_t on the first day: R0 times the factor of seasonality, date and preset times "
    "the share that is not immune",
    words=(
        *(f"{number} {when}" for number in NUMBERS for when in _AT_START),
        *(f"{first} {number}" for number in NUMBERS for first in ("starting", "initial")),
        *(f"{when} the {number}" for number in NUMBERS for when in _AT_START),
        *(f"{when} , the {number}" for number in NUMBERS for when in _AT_START),
        *(f"starts with an {number}" for number in NUMBERS),
    ),
    needs=("seasonality",),
    decimals=2,
    tolerance=Tolerance(absolute=0.05),
    directions=Directions(rises=("higher",), falls=("lower",)),
    template="The effective reproduction number at the start is {value}{conditions}.",
)
#: The name of its course over a season.
COURSE = "effective reproduction number"


def first_and_highest(
    preset: str, seasonality: str, start: date, r0: float, immune: float
) -> tuple[float, float]:
    """Return R_t on the first day, and the highest of the season if nobody else became immune.

    immune : share, 0 to 1
    """
    from simulrag.simulators.epidemiology.request import DAYS
    from simulrag.simulators.epidemiology.transmission import PRESETS, transmission

    effective = r0 * (1.0 - immune) * transmission(PRESETS[preset], seasonality, start, DAYS)
    return float(effective[0]), float(effective.max())


def of_request(request: "Request") -> tuple[float, float]:
    """Return the same of the season that a request asks for."""
    asked = request.preset, request.seasonality, request.start, request.r0, request.immune
    return first_and_highest(*asked)


def course(request: "Request", people: "Population", susceptible: "NDArray[np.float64]") -> Series:
    """Return R_t on every day of a season; of several states their mean, weighted by residents.

    susceptible : (days, states, ages) persons
    """
    import numpy as np

    from simulrag.simulators.epidemiology.transmission import STEP, transmission

    days = len(susceptible)
    factor = transmission(request.disease, request.seasonality, request.start, days)
    # Of a group's susceptible people, infections by one infectious person of each other group.
    following = susceptible[..., None] * people.transmission_blocks()
    largest = np.abs(np.linalg.eigvals(following)).max(axis=-1)
    of_states = request.r0 * factor[:: round(1 / STEP), None] * largest
    values = np.average(of_states, axis=1, weights=people.people.sum(axis=1))
    times = tuple((request.start + timedelta(days=day)).isoformat() for day in range(days))
    return Series(unit="dimensionless", times=times, values=tuple(values.tolist()))
