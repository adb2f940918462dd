"""Inverse questions, answered by the emulator: which R0, or which immunity, gives this peak?"""

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.epidemiology.emulator import (
    IMMUNE_RANGE,
    MEDIAN,
    METRICS,
    R0_RANGE,
    Emulator,
    Setting,
    at_levels,
    scores,
    shipped,
)
from simulrag.simulators.errors import OutOfRange, UnknownName

Array = NDArray[np.float64]
Unknown = Literal["r0", "immune"]

RANGES = {"r0": R0_RANGE, "immune": IMMUNE_RANGE}
#: Settings tried at once.
POINTS = 201


@dataclass(frozen=True)
class Solution:
    """The value at which the median peak is the one asked for.

    low and high : the values at which the 95 and the 5 percent quantile reach it instead, at the
        end of the emulator's range where they do not reach it there
    by_member : (members,) values at which each member's daily value, on the day on which the median
        peaks, is the one asked for; NaN where it does not reach it (see `Emulator.members`)
    """

    value: float
    low: float
    high: float
    by_member: Array


def solve(
    setting: Setting,
    unknown: Unknown,
    peak: float,
    metric: str = "hospital incidence",
    emulator: Emulator | None = None,
    seed: int = 0,
) -> Solution:
    """Return the R0, or the immune share, that gives a peak of the daily median, persons.

    The value that `setting` has for the unknown is not used. Raises UnknownName for a metric that
    does not exist, OutOfRange where no value in the emulator's range gives the peak; the message
    says which peaks are within reach.
    """
    if metric not in METRICS:
        raise UnknownName(
            f"metric {metric!r} is unknown; choose one of {', '.join(METRICS)}",
            parameter="metric",
            given=metric,
        )
    grid = np.linspace(*RANGES[unknown], POINTS)
    settings = [replace(setting, **{unknown: float(value)}) for value in grid]
    quantiles = (emulator or shipped()).quantiles(settings)[:, METRICS.index(metric)]
    median = quantiles[:, MEDIAN]
    days = median.argmax(axis=1)
    at_peak = quantiles[np.arange(POINTS), :, days]
    value = _crossing(grid, at_peak[:, MEDIAN], peak)
    if value is None:
        low, high = at_peak[:, MEDIAN].min(), at_peak[:, MEDIAN].max()
        raise OutOfRange(
            f"peak {peak:g}: no {unknown} from {grid[0]:g} to {grid[-1]:g} gives it in "
            f"{setting.state}; within reach are {low:.0f} to {high:.0f}",
            parameter="peak",
            given=peak,
            nearest=float(np.clip(peak, low, high)),
        )
    ends = [_crossing(grid, at_peak[:, level], peak) for level in (0, -1)]
    reached = [value if end is None else end for end in ends]
    by_member = at_levels(at_peak[:, :, None], scores(seed))[:, :, 0]
    found = [_crossing(grid, peaks, peak) for peaks in by_member.T]
    members = np.array([np.nan if one is None else one for one in found])
    return Solution(value, min(*reached, value), max(*reached, value), members)


def _crossing(grid: Array, peaks: Array, wanted: float) -> float | None:
    """Return where a curve, made monotone by its running maximum, reaches a value."""
    rising = peaks if peaks[-1] > peaks[0] else peaks[::-1]
    places = grid if peaks[-1] > peaks[0] else grid[::-1]
    monotone = np.maximum.accumulate(rising)
    if not monotone[0] <= wanted <= monotone[-1]:
        return None
    return float(np.interp(wanted, monotone, places))
