"""The functions that turn a season round: which R0, immunity or contacts give this peak?

The emulator answers them, by a search on a grid.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.epidemiology.emulator import (
    IMMUNE_RANGE,
    MEDIAN,
    METRICS,
    R0_RANGE,
    at_levels,
    emulated_quantiles,
    scores,
)
from simulrag.simulators.epidemiology.functions import (
    NEEDED_CONTACTS,
    NEEDED_CONTACTS_FUNCTION,
    NEEDED_IMMUNITY,
    NEEDED_IMMUNITY_FUNCTION,
    NEEDED_R0,
    NEEDED_R0_FUNCTION,
)
from simulrag.simulators.epidemiology.request import Request
from simulrag.simulators.epidemiology.summary import LEVEL
from simulrag.simulators.errors import BadValue, OutOfRange
from simulrag.simulators.interface import Call, Check, Output, Quantity, Run

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
        peaks, is the one asked for; NaN where it does not reach it (see `emulator.scores`)
    """

    value: float
    low: float
    high: float
    by_member: Array


def solve(setting: Request, unknown: Unknown, peak: float) -> Solution:
    """Return the R0, or the immune share, that gives a peak of the daily median, persons.

    The value that `setting`, a season in one state, has for the unknown is not used. Raises
    OutOfRange where no value in the emulator's range gives the peak; the message says which peaks
    are within reach.
    """
    grid = np.linspace(*RANGES[unknown], POINTS)
    settings = [replace(setting, **{unknown: float(value)}) for value in grid]
    quantiles = emulated_quantiles(settings)[:, METRICS.index(setting.metric)]
    median = quantiles[:, MEDIAN]
    days = median.argmax(axis=1)
    at_peak = quantiles[np.arange(POINTS), :, days]
    value = _crossing(grid, at_peak[:, MEDIAN], peak)
    if value is None:
        low, high = at_peak[:, MEDIAN].min(), at_peak[:, MEDIAN].max()
        raise OutOfRange(
            f"peak {peak:g}: no {unknown} from {grid[0]:g} to {grid[-1]:g} gives it in "
            f"{setting.states[0]}; within reach are {low:.0f} to {high:.0f}",
            parameter="peak",
            given=peak,
            nearest=float(np.clip(peak, low, high)),
        )
    ends = [_crossing(grid, at_peak[:, level], peak) for level in (0, -1)]
    reached = [value if end is None else end for end in ends]
    by_member = at_levels(at_peak[:, :, None], scores(setting.seed))[:, :, 0]
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


#: Of the peak: what a search on a grid may be off.
TOLERANCE = 0.02


@dataclass(frozen=True)
class _Sought:
    """What a function looks for: an output, by what is unknown of the emulator's setting.

    said : what is asked for and what is found, in words
    of : turns what is found, and the R0 asked for, into the output; arrays too
    """

    output: Output
    unknown: Unknown
    said: tuple[str, str]
    of: Callable[[Any, float], Any]


_SOUGHT = {
    NEEDED_R0_FUNCTION.name: _Sought(
        NEEDED_R0, "r0", ("R0", "an R0 of {}"), lambda found, _: found
    ),
    NEEDED_IMMUNITY_FUNCTION.name: _Sought(
        NEEDED_IMMUNITY, "immune", ("prior immunity", "{}% prior immunity"),
        lambda found, _: 100.0 * found,
    ),
    NEEDED_CONTACTS_FUNCTION.name: _Sought(
        NEEDED_CONTACTS, "r0", ("reduction of all contacts", "{}% fewer contacts"),
        lambda found, r0: 100.0 * (1.0 - found / r0),
    ),
}  # fmt: skip


def run_needed(call: Call, run: "partial[Run]") -> Run:
    """Search for a value. Raises BadValue for several states, OutOfRange out of reach."""
    request, found, peak = _searched(call)
    sought = _SOUGHT[call.function]
    low, high = sorted(sought.of(end, request.r0) for end in (found.low, found.high))
    value = Quantity(
        value=sought.of(found.value, request.r0),
        unit=sought.output.unit,
        low=low,
        high=high,
        level=LEVEL,
    )
    return run(
        outputs={sought.output.name: value},
        context=_context(request, sought, peak, value),
        resolved={
            "disease": "influenza",
            "states": request.states[0],
            "metric": request.metric,
            "preset": "gleam, by its emulator",
        },
        check=_check(request, sought.unknown, found, peak),
    )


def needed_samples(call: Call) -> dict[str, Array]:
    """Return the value found by member, (members,); NaN where it does not reach the peak.

    Raises as `run_needed`.
    """
    request, found, _ = _searched(call)
    sought = _SOUGHT[call.function]
    return {sought.output.name: sought.of(found.by_member, request.r0)}


def _searched(call: Call) -> tuple[Request, Solution, float]:
    """Return what is asked for, what is found of it, and the peak."""
    request = Request.of(call, r0=2.0, immunity=10.0, aggregation="sum", preset="gleam", members=20)
    if len(request.states) != 1:
        raise BadValue(
            f"states: {', '.join(request.states)} are {len(request.states)}; the emulator knows "
            "single states, so give one",
            parameter="states",
            given=", ".join(request.states),
        )
    peak = float(str(call.arguments["peak"]))
    found = solve(request, _SOUGHT[call.function].unknown, peak)
    if call.function == NEEDED_CONTACTS_FUNCTION.name and found.value >= request.r0:
        raise OutOfRange(
            f"peak {peak:g}: with an R0 of {request.r0:g} the season stays below it, so that "
            f"contacts need not be fewer; it takes an R0 of {found.value:.2f} to reach it",
            parameter="peak",
            given=peak,
        )
    return request, found, peak


def _context(request: Request, sought: _Sought, peak: float, value: Quantity) -> str:
    unknown, result = sought.said
    given = {
        "R0": f"{100 * request.immune:g}% prior immunity",
        "prior immunity": f"an R0 of {request.r0:g}",
    }.get(unknown, f"an R0 of {request.r0:g}, {100 * request.immune:g}% prior immunity")
    shown, low, high = (
        f"{one or 0.0:.{sought.output.decimals}f}" for one in (value.value, value.low, value.high)
    )
    ends = f"{low} to {high}" + ("%" if value.unit else "")
    return NEEDED_IMMUNITY_FUNCTION.context.format(
        unknown=unknown,
        given=given,
        peak=f"{peak:,g}",
        metric=request.metric,
        result=f"{result.format(shown)} ({ends} for the ends of the 90 % interval)",
        **request.said,
    )


def _check(setting: Request, unknown: Unknown, found: Solution, peak: float) -> Check:
    """Emulate the season with the value found and compare its peak."""
    solved = replace(setting, **{unknown: found.value})
    median = emulated_quantiles([solved])[0, METRICS.index(setting.metric), MEDIAN]
    residual = abs(float(median.max()) / peak - 1.0)
    return Check(
        tested="the season with the value found has the peak asked for, as a share of it",
        verdict="passed" if residual <= TOLERANCE else "failed",
        residual=residual,
        tolerance=TOLERANCE,
    )
