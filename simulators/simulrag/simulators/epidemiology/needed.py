"""The functions that turn a season round: which R0, immunity or contacts give this peak?"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.epidemiology.emulator import MEDIAN, METRICS, Setting, shipped
from simulrag.simulators.epidemiology.inverse import Solution, Unknown, solve
from simulrag.simulators.epidemiology.needed_functions import (
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
from simulrag.simulators.interface import Call, Check, Quantity, Run

Array = NDArray[np.float64]

#: Of the peak: what a search on a grid may be off.
TOLERANCE = 0.02
#: What each function looks for, and its unit in those of the emulator.
_FOUND = {
    NEEDED_R0_FUNCTION.name: (NEEDED_R0, 1.0),
    NEEDED_IMMUNITY_FUNCTION.name: (NEEDED_IMMUNITY, 100.0),
    NEEDED_CONTACTS_FUNCTION.name: (NEEDED_CONTACTS, 100.0),
}
#: Arguments of `season` that the functions do not have; those that are asked for do not count.
_FILLED = {"r0": 2.0, "immunity": 10.0, "aggregation": "sum", "preset": "gleam", "members": 20}


def run_needed(call: Call, version: str, build: str) -> Run:
    """Search for a value. Raises BadValue for several states, OutOfRange out of reach."""
    request, setting, unknown, found, peak = _searched(call)
    output, scale = _FOUND[call.function]
    if call.function == NEEDED_CONTACTS_FUNCTION.name:
        value = _fewer(found, request.r0, peak)
    else:
        value = _quantity(found, scale, output.unit)
    return Run(
        id=call.run_id(version),
        call=call,
        version=version,
        build=build,
        outputs={output.name: value},
        context=_context(request, call.function, peak, value),
        resolved={
            "disease": "influenza",
            "states": request.states[0],
            "metric": request.metric,
            "preset": "gleam, by its emulator",
        },
        check=_check(setting, unknown, found, peak, request.metric),
    )


def needed_samples(call: Call) -> dict[str, Array]:
    """Return the value found by member, (members,); NaN where it does not reach the peak.

    Raises as `run_needed`.
    """
    request, _, _, found, peak = _searched(call)
    output, scale = _FOUND[call.function]
    if call.function != NEEDED_CONTACTS_FUNCTION.name:
        return {output.name: scale * found.by_member}
    _fewer(found, request.r0, peak)
    return {output.name: 100.0 * (1.0 - found.by_member / request.r0)}


def _searched(call: Call) -> tuple[Request, Setting, Unknown, Solution, float]:
    """Return what is asked for, the setting, what is unknown of it, its value, and the peak."""
    request = Request.of(call.model_copy(update={"arguments": {**_FILLED, **call.arguments}}))
    if len(request.states) != 1:
        raise BadValue(
            f"states: {', '.join(request.states)} are {len(request.states)}; the emulator knows "
            "single states, so give one",
            parameter="states",
            given=", ".join(request.states),
        )
    unknown: Unknown = "immune" if call.function == NEEDED_IMMUNITY_FUNCTION.name else "r0"
    setting = Setting(
        request.states[0], request.r0, request.seasonality, request.immune, request.start
    )
    peak = float(str(call.arguments["peak"]))
    found = solve(setting, unknown, peak, request.metric, seed=call.seed)
    return request, setting, unknown, found, peak


def _quantity(found: Solution, scale: float, unit: str) -> Quantity:
    low, high = scale * found.low, scale * found.high
    return Quantity(value=scale * found.value, unit=unit, low=low, high=high, level=LEVEL)


def _fewer(found: Solution, r0: float, peak: float) -> Quantity:
    """Return by how many percent contacts must be fewer for R0 to fall to the one found."""
    if found.value >= r0:
        raise OutOfRange(
            f"peak {peak:g}: with an R0 of {r0:g} the season stays below it, so that contacts "
            f"need not be fewer; it takes an R0 of {found.value:.2f} to reach it",
            parameter="peak",
            given=peak,
        )
    value, high, low = (100.0 * (1.0 - one / r0) for one in (found.value, found.low, found.high))
    return Quantity(value=value, unit="percent", low=low, high=high, level=LEVEL)


#: What is asked for and found, by function.
_SAID = {
    NEEDED_IMMUNITY_FUNCTION.name: ("prior immunity", "{:.1f}% prior immunity", 1),
    NEEDED_CONTACTS_FUNCTION.name: ("reduction of all contacts", "{:.1f}% fewer contacts", 1),
}


def _context(request: Request, function: str, peak: float, value: Quantity) -> str:
    unknown, result, decimals = _SAID.get(function, ("R0", "an R0 of {:.2f}", 2))
    given = {
        "R0": f"{100 * request.immune:g}% prior immunity",
        "prior immunity": f"an R0 of {request.r0:g}",
    }.get(unknown, f"an R0 of {request.r0:g}, {100 * request.immune:g}% prior immunity")
    ends = f"{value.low or 0.0:.{decimals}f} to {value.high or 0.0:.{decimals}f}"
    ends += "%" if value.unit else ""
    return NEEDED_IMMUNITY_FUNCTION.context.format(
        unknown=unknown,
        states=request.states[0],
        start_date=request.start,
        given=given,
        seasonality={"none": "no"}.get(request.seasonality, request.seasonality),
        peak=f"{peak:,g}",
        metric=request.metric,
        result=f"{result.format(value.value)} ({ends} for the ends of the 90 % interval)",
    )


def _check(setting: Setting, unknown: Unknown, found: Solution, peak: float, metric: str) -> Check:
    """Emulate the season with the value found and compare its peak."""
    solved = replace(setting, **{unknown: found.value})
    median = shipped().quantiles([solved])[0, METRICS.index(metric), MEDIAN]
    residual = abs(float(median.max()) / peak - 1.0)
    return Check(
        tested="the season with the value found has the peak asked for, as a share of it",
        verdict="passed" if residual <= TOLERANCE else "failed",
        residual=residual,
        tolerance=TOLERANCE,
    )
