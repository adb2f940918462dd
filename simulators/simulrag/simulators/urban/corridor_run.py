"""The function `corridor`: repeated simulations with the changes and without, and their spread."""

import math
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.interface import Call, Check, Output, Quantity, Run
from simulrag.simulators.output_operations import floor_warnings
from simulrag.simulators.safe_text import escaped, without_folders
from simulrag.simulators.urban.corridor import SINGLE_ROAD
from simulrag.simulators.urban.functions import CORRIDOR
from simulrag.simulators.urban.outputs import OUTPUTS, least
from simulrag.simulators.urban.parameters import SPEED_LIMIT_KMH, VEHICLES_PER_HOUR
from simulrag.simulators.urban.replications import SAID, SEEDS, Figures, replicated, seeds
from simulrag.simulators.urban.streets import (
    GRID,
    GRID_LIMIT,
    MOST_TOLD,
    Road,
    Streets,
    described,
    own_net,
    road_of,
    unchanged,
)
from simulrag.simulators.urban.user_networks import OwnNetwork

Array = NDArray[np.float64]

#: 95 % quantile of Student's t with SEEDS - 1 = 9 degrees of freedom, for the interval of a mean.
STUDENT = 1.833
LEVEL = 0.9
#: Mean wait before the entry, seconds, from which the queue is said to reach beyond the corridor.
WAITS_OUTSIDE = 2.0


def run_corridor(
    call: Call,
    version: str,
    build: str,
    networks: Mapping[str, OwnNetwork] | None = None,
) -> Run:
    """Run a network with the changes and without, on the same seeds.

    networks: those of the user's own, by name. Raises RunFailed, and what `road_of` and `job` do.
    """
    altered = road_of(call.arguments, networks)
    pair = replicated([altered, unchanged(altered)], call.seed)
    drawn = by_seed(*pair)
    outputs = {o.name: spread(o, drawn[o.name]) for o in OUTPUTS if o.name in drawn}
    plain = {name: float(np.mean([one[name] for one in pair[1]])) for name in pair[1][0]}
    return Run(
        id=call.run_id(version),
        call=call,
        version=version,
        build=build,
        outputs=dict(outputs),
        context=context(call, outputs, plain),
        resolved={**resolved(altered), "seeds": _seeds(call)},
        warnings=(*_warnings(pair[0]), *_said(altered), *floor_warnings(OUTPUTS, outputs)),
        check=_check(pair),
    )


def samples(
    call: Call, networks: Mapping[str, OwnNetwork] | None = None
) -> Mapping[str, Sequence[float]]:
    """Return the value of each output for each seed. Raises as `run_corridor`."""
    road = road_of(call.arguments, networks)
    altered, plain = replicated([road, unchanged(road)], call.seed)
    return {name: drawn.tolist() for name, drawn in by_seed(altered, plain).items()}


def by_seed(altered: Sequence[Figures], plain: Sequence[Figures]) -> Mapping[str, Array]:
    """Return the value of each output for each seed; no change of what was zero for one of them."""
    after, before = (
        {name: np.array([one[name] for one in many]) for name in many[0]}
        for many in (altered, plain)
    )
    found: dict[str, Array] = {}
    for output in OUTPUTS:
        base = output.changes_of
        if not base:
            found[output.name] = after[output.name]
        elif before[base].all():
            found[output.name] = 100.0 * (after[base] - before[base]) / before[base]
    return found


def spread(output: Output, drawn: Array) -> Quantity:
    """Return the mean over seeds, the 90 % interval of that mean, and that of single seeds."""
    middle = float(drawn.mean())
    error = STUDENT * float(drawn.std(ddof=1)) / np.sqrt(len(drawn))
    low, high = (float(np.quantile(drawn, q)) for q in ((1 - LEVEL) / 2, (1 + LEVEL) / 2))
    return quantity(output, middle, (low, high), error)


def quantity(output: Output, value: float, ends: tuple[float, float], error: float) -> Quantity:
    """Return a value with the ends of its spread, and its error to both sides."""
    return Quantity(
        value=value,
        unit=output.unit,
        low=ends[0],
        high=ends[1],
        level=LEVEL,
        # An error that is even on both sides may reach beyond what there can be.
        value_low=max(value - error, least(output)),
        value_high=value + error,
    )


def context(call: Call, outputs: Mapping[str, Quantity], plain: Mapping[str, float]) -> str:
    """Return the textual context of a run. plain: levels of the network without the changes."""

    def told(name: str) -> str:
        change, output = outputs.get(f"{name}_change"), CORRIDOR.output(name)
        unit, decimals = output.unit_words[0], output.decimals
        against = (
            f" ({plain[name]:.{decimals}f} {unit} without changes, {change.value:+.1f} %)"
            if change is not None
            else ""
        )
        return f"{outputs[name].value:.{decimals}f} {unit}{against}"

    arguments = call.arguments
    lanes, signal = f"{arguments['lanes']} lanes", f"the signal {arguments['signal']}"
    if arguments["network"] not in (SINGLE_ROAD, GRID):  # one of the user's own, with what it has
        as_built = arguments["signal"] == Streets.signal
        lanes, signal = "its lanes as built", "its signals as built" if as_built else signal
    limit, demand = arguments.get(SPEED_LIMIT_KMH.name), arguments.get(VEHICLES_PER_HOUR.name)
    return CORRIDOR.context.format(
        network=arguments["network"],
        speed_limit=f"changed by {arguments['speed_limit']:+g}%"
        if limit is None
        else f"of {limit:g} km/h",
        demand=f"changed by {arguments['demand']:+g}%"
        if demand is None
        else f"of {demand:g} vehicles an hour",
        lanes=lanes,
        signal=signal,
        result=f"mean travel time {told('travel_time')}, idling {told('idling_time')}, CO2 "
        f"{told('co2')}, nitrogen oxides {told('nox')}, fuel {told('fuel')}, "
        f"{outputs['vehicles'].value:.0f} vehicles",
    )


def resolved(road: Road) -> Mapping[str, str]:
    """Return the setting in absolute terms."""
    if isinstance(road, Streets):
        return _resolved_streets(road)
    return {
        "network": SINGLE_ROAD,
        "speed limit": f"{3.6 * road.limit:.1f} km/h",
        "demand": f"{road.demand:.0f} vehicles an hour for 600 s",
        "lanes": str(road.lanes),
        "signal": road.signal,
        "compared with": "80 km/h, 800 vehicles an hour, 2 lanes, fixed-time signal",
    }


def _resolved_streets(road: Streets) -> Mapping[str, str]:
    own, plain = road.own, road.unchanged()
    limit = f"{3.6 * road.factor * GRID_LIMIT:.1f} km/h"
    if own is not None:
        limit = f"{100 * road.factor:g} % of those built"
        if road.cap < math.inf:
            limit = f"{3.6 * road.cap:g} km/h where they were higher"
    return {
        "network": f"{road.name} ({own.path.name}: {described(road.net)})" if own else road.name,
        "speed limit": limit,
        "demand": f"{road.vehicles_an_hour:.0f} vehicles an hour for 600 s, random trips by seed",
        "lanes": "as built" if own else str(road.lanes),
        "signal": "as built" if own and road.signal == plain.signal else road.signal,
        "compared with": f"the same network as built, {plain.vehicles_an_hour:.0f} vehicles an "
        "hour, the same trips",
    }


def _seeds(call: Call) -> str:
    found = seeds(call.seed)
    return f"{SEEDS}, {found[0]} to {found[-1]}, the same for both"


def _warnings(altered: Sequence[Figures]) -> tuple[str, ...]:
    outside = float(np.mean([one["outside"] for one in altered]))
    if outside < WAITS_OUTSIDE:
        return ()
    return (
        f"Traffic reaches back beyond the entry: vehicles wait {outside:.0f} s on average before "
        "they are let in, which travel and idling time do not hold.",
    )


def _said(road: Road) -> tuple[str, ...]:
    """Return what netconvert and the engine find odd in a network of the user's own."""
    if not isinstance(road, Streets) or road.own is None:
        return ()
    said = {"netconvert": own_net(road.own).said, "Eclipse SUMO": SAID.get(road, ())}
    return tuple(
        f"{program} says of the {road.name}: "
        + escaped(without_folders(" ".join(lines[:MOST_TOLD])))
        for program, lines in said.items()
        if lines
    )


def _check(pair: Sequence[Sequence[Figures]]) -> Check:
    faults = sum(one["faults"] for many in pair for one in many)
    return Check(
        tested="vehicles that entered have left, none was moved by the engine, none collided",
        verdict="passed" if faults == 0 else "failed",
        residual=faults,
        tolerance=0.0,
    )
