"""What a run is made of, and central values with their intervals."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from simulrag.simulators.climate.globe import Floats
from simulrag.simulators.errors import RunFailed
from simulrag.simulators.interface import Call, Check, Quantity, Series, Value

#: Probability of the intervals, and the quantiles at their ends.
LEVEL = 0.9
ENDS = (0.05, 0.95)
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
            level=LEVEL,
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
    ends = np.quantile(members[:, 1:], ENDS, axis=1)
    below, above = np.maximum(centre - ends[0], 0.0), np.maximum(ends[1] - centre, 0.0)
    return Estimate(
        unit, centre, centre - np.hypot(below, further), centre + np.hypot(above, further)
    )


@dataclass(frozen=True)
class Found:
    """What a run is made of."""

    outputs: dict[str, Value]
    context: str
    resolved: dict[str, str]
    check: Check
    warnings: tuple[str, ...] = ()
    series: dict[str, Series] = field(default_factory=dict[str, Series])


#: Makes what a run is made of from a call, or its outputs by drawn member.
Finds = Callable[[Call], Found]
Draws = Callable[[Call], dict[str, Floats]]
