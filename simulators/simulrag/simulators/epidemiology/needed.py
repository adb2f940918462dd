"""The functions `needed_r0` and `needed_immunity`: which value gives this peak?"""

from dataclasses import replace

from simulrag.simulators.epidemiology.emulator import MEDIAN, METRICS, Setting, shipped
from simulrag.simulators.epidemiology.inverse import Solution, Unknown, solve
from simulrag.simulators.epidemiology.needed_functions import (
    NEEDED_IMMUNITY,
    NEEDED_IMMUNITY_FUNCTION,
    NEEDED_R0,
)
from simulrag.simulators.epidemiology.request import Request
from simulrag.simulators.epidemiology.summary import LEVEL
from simulrag.simulators.errors import BadValue
from simulrag.simulators.interface import Call, Check, Quantity, Run

#: Of the peak: what a search on a grid may be off.
TOLERANCE = 0.02
#: Arguments of `season` that the functions do not have; those that are asked for do not count.
_FILLED = {"r0": 2.0, "immunity": 10.0, "aggregation": "sum", "preset": "gleam", "members": 20}


def run_needed(call: Call, version: str, build: str) -> Run:
    """Search for a value. Raises BadValue for several states, OutOfRange out of reach."""
    request = Request.of(call.model_copy(update={"arguments": {**_FILLED, **call.arguments}}))
    if len(request.states) != 1:
        raise BadValue(
            f"states: {', '.join(request.states)} are {len(request.states)}; the emulator knows "
            "single states, so give one",
            parameter="states",
            given=", ".join(request.states),
        )
    immunity = call.function == NEEDED_IMMUNITY_FUNCTION.name
    unknown: Unknown = "immune" if immunity else "r0"
    setting = Setting(
        request.states[0], request.r0, request.seasonality, request.immune, request.start
    )
    peak = float(str(call.arguments["peak"]))
    found = solve(setting, unknown, peak, request.metric)
    output, scale = (NEEDED_IMMUNITY, 100.0) if immunity else (NEEDED_R0, 1.0)
    value = Quantity(
        value=scale * found.value,
        unit=output.unit,
        low=scale * found.low,
        high=scale * found.high,
        level=LEVEL,
    )
    return Run(
        id=call.run_id(version),
        call=call,
        version=version,
        build=build,
        outputs={output.name: value},
        context=_context(request, unknown, peak, value),
        resolved={
            "disease": "influenza",
            "states": request.states[0],
            "metric": request.metric,
            "preset": "gleam, by its emulator",
        },
        check=_check(setting, unknown, found, peak, request.metric),
    )


def _context(request: Request, unknown: Unknown, peak: float, value: Quantity) -> str:
    low, high = value.low or 0.0, value.high or 0.0
    if unknown == "r0":
        given, result = f"{100 * request.immune:g}% prior immunity", "an R0 of {:.2f}"
        ends = f"{low:.2f} to {high:.2f}"
    else:
        given, result = f"an R0 of {request.r0:g}", "{:.1f}% prior immunity"
        ends = f"{low:.1f} to {high:.1f}%"
    return NEEDED_IMMUNITY_FUNCTION.context.format(
        unknown={"r0": "R0", "immune": "prior immunity"}[unknown],
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
