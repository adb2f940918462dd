"""The function `corridor`: repeated simulations with the changes and without, and their spread."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.interface import Call, Check, Output, Quantity, Run
from simulrag.simulators.urban.corridor import Corridor
from simulrag.simulators.urban.functions import CORRIDOR
from simulrag.simulators.urban.outputs import OUTPUTS
from simulrag.simulators.urban.replications import SEEDS, Figures, replicated, seeds
from simulrag.simulators.urban.workers import Workers, shared

Array = NDArray[np.float64]

#: 95 % quantile of Student's t with SEEDS - 1 = 9 degrees of freedom, for the interval of a mean.
STUDENT = 1.833
LEVEL = 0.9
#: Mean wait before the entry, seconds, from which the queue is said to reach beyond the corridor.
WAITS_OUTSIDE = 2.0


def run_corridor(call: Call, version: str, build: str, workers: Workers | None = None) -> Run:
    """Run the corridor with the changes and without, on the same seeds. Raises RunFailed."""
    altered = Corridor.of(call.arguments)
    pair = replicated([altered, Corridor()], call.seed, workers or shared())
    drawn = by_seed(*pair)
    outputs = {output.name: spread(output, drawn[output.name]) for output in OUTPUTS}
    return Run(
        id=call.run_id(version),
        call=call,
        version=version,
        build=build,
        outputs=dict(outputs),
        context=context(call, outputs),
        resolved=resolved(call),
        warnings=_warnings(pair[0]),
        check=_check(pair),
    )


def samples(call: Call) -> Mapping[str, Sequence[float]]:
    """Return the value of each output for each seed. Raises RunFailed."""
    altered, plain = replicated([Corridor.of(call.arguments), Corridor()], call.seed, shared())
    return {name: drawn.tolist() for name, drawn in by_seed(altered, plain).items()}


def by_seed(altered: Sequence[Figures], plain: Sequence[Figures]) -> Mapping[str, Array]:
    """Return the value of each output for each seed."""
    after, before = (
        {name: np.array([one[name] for one in many]) for name in many[0]}
        for many in (altered, plain)
    )
    found: dict[str, Array] = {}
    for output in OUTPUTS:
        base = output.changes_of
        found[output.name] = (
            100.0 * (after[base] - before[base]) / before[base] if base else after[output.name]
        )
    return found


def spread(output: Output, drawn: Array) -> Quantity:
    """Return the mean over seeds, the 90 % interval of that mean, and that of single seeds."""
    middle = float(drawn.mean())
    error = STUDENT * float(drawn.std(ddof=1)) / np.sqrt(len(drawn))
    low, high = (float(np.quantile(drawn, q)) for q in ((1 - LEVEL) / 2, (1 + LEVEL) / 2))
    return Quantity(
        value=middle,
        unit=output.unit,
        low=low,
        high=high,
        level=LEVEL,
        value_low=middle - error,
        value_high=middle + error,
    )


def context(call: Call, outputs: Mapping[str, Quantity]) -> str:
    """Return the textual context of a run."""

    def told(name: str) -> str:
        change = outputs.get(f"{name}_change")
        against = (
            "" if change is None else f" ({change.value:+.1f} % against the corridor as it is)"
        )
        level = outputs[name]
        unit = CORRIDOR.output(name).unit_words[0]
        return f"{level.value:.{CORRIDOR.output(name).decimals}f} {unit}{against}"

    arguments = call.arguments
    return CORRIDOR.context.format(
        speed_limit=f"{arguments['speed_limit']:+g}",
        demand=f"{arguments['demand']:+g}",
        lanes=arguments["lanes"],
        signal=arguments["signal"],
        result=f"mean travel time {told('travel_time')}, idling {told('idling_time')}, CO2 "
        f"{told('co2')}, nitrogen oxides {told('nox')}, fuel {told('fuel')}, "
        f"{outputs['vehicles'].value:.0f} vehicles",
    )


def resolved(call: Call) -> Mapping[str, str]:
    """Return the setting in absolute terms."""
    corridor = Corridor.of(call.arguments)
    return {
        "speed limit": f"{3.6 * corridor.limit:.1f} km/h",
        "demand": f"{corridor.demand:.0f} vehicles an hour for 600 s",
        "lanes": str(corridor.lanes),
        "signal": corridor.signal,
        "compared with": "80 km/h, 800 vehicles an hour, 2 lanes, fixed-time signal",
        "seeds": f"{SEEDS}, {seeds(call.seed)[0]} to {seeds(call.seed)[-1]}, the same for both",
    }


def _warnings(altered: Sequence[Figures]) -> tuple[str, ...]:
    outside = float(np.mean([one["outside"] for one in altered]))
    if outside < WAITS_OUTSIDE:
        return ()
    return (
        f"Traffic reaches back beyond the entry: vehicles wait {outside:.0f} s on average before "
        "they are let in, which travel and idling time do not hold.",
    )


def _check(pair: Sequence[Sequence[Figures]]) -> Check:
    faults = sum(one["faults"] for many in pair for one in many)
    return Check(
        tested="vehicles that entered have left, none was moved by the engine, none collided",
        verdict="passed" if faults == 0 else "failed",
        residual=faults,
        tolerance=0.0,
    )
