"""Central values with their intervals, from members' global warming."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from simulrag.simulators.climate import ensemble, spatial, trajectories
from simulrag.simulators.climate.scenarios import Floats
from simulrag.simulators.climate.spatial import Local
from simulrag.simulators.errors import RunFailed
from simulrag.simulators.interface import Quantity, Series

#: Standard deviations at the ends of a 90 % interval of a normal distribution.
DEVIATIONS = 1.645


@dataclass(frozen=True)
class Estimate:
    """Values of some years, shape (years,) each; the last year is the one asked for."""

    unit: str
    values: Floats
    low: Floats
    high: Floats

    def quantity(self) -> Quantity:
        """Return the value of the last year."""
        return Quantity(
            value=float(self.values[-1]),
            unit=self.unit,
            low=float(self.low[-1]),
            high=float(self.high[-1]),
            level=ensemble.LEVEL,
        )

    def series(self, years: Sequence[int]) -> Series:
        """Return all values with their years."""
        return Series(
            unit=self.unit,
            times=tuple(str(year) for year in years),
            values=tuple(self.values.tolist()),
            low=tuple(self.low.tolist()),
            high=tuple(self.high.tolist()),
        )


def estimate(members: Floats, unit: str = "delta_degC", further: Floats | float = 0.0) -> Estimate:
    """Return the central member of (years, members) with the interval of the others.

    `further` (years,) is the half-width of an independent error by which the interval is widened.
    Raises RunFailed for what is not a number.
    """
    if not np.isfinite(members).all():
        raise RunFailed("climate: the simulation gave a value that is not a number")
    centre = members[:, 0]
    ends = np.quantile(members[:, 1:], ensemble.ENDS, axis=1)
    below, above = np.maximum(centre - ends[0], 0.0), np.maximum(ends[1] - centre, 0.0)
    return Estimate(
        unit, centre, centre - np.hypot(below, further), centre + np.hypot(above, further)
    )


def local_change(local: Local, world: Floats) -> Estimate:
    """Return a local change from global ones, wider where models disagree on the pattern."""
    further = DEVIATIONS * local.pattern_spread * np.abs(world[:, 0])
    return estimate(local.pattern * world, further=further)


def local_temperature(local: Local, elevation: float, world: Floats) -> Estimate:
    """Return local temperature, °C, at an elevation in metres, from global warming in K."""
    since = world - trajectories.period(*spatial.REFERENCE)
    pattern = local.pattern_spread * np.abs(since[:, 0])
    further = DEVIATIONS * np.hypot(pattern, local.climatology_spread)
    climatology = local.climatology - local.lapse * elevation
    return estimate(climatology + local.pattern * since, "degC", further)
