"""Runs of `season` in single states by the emulator, many at once: numbers and dates, no series."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.capabilities import EmulatedRun
from simulrag.simulators.epidemiology import season_context
from simulrag.simulators.epidemiology.emulated_members import emulated_members
from simulrag.simulators.epidemiology.functions import EMULATED_SEASON
from simulrag.simulators.epidemiology.member_figures import middle
from simulrag.simulators.epidemiology.request import Request
from simulrag.simulators.epidemiology.run_values import value
from simulrag.simulators.epidemiology.summary import HIGH, LOW, Estimate
from simulrag.simulators.interface import Call, Check, Run

Array = NDArray[np.float64]

#: Most members that are emulated; of more, the first.
MEMBERS = 100
#: Shares of members that have a figure between which it is not said whether a season has it.
UNSURE = (0.3, 0.7)
#: Of a normal distribution: half of the width of 90 %, and of 95 %; the standard error of its
#: median, in those of its mean.
HALF_90, HALF_95, OF_MEDIAN = 1.645, 1.96, 1.2533
#: What is said of every emulated run.
WARNING = (
    "Emulated, not simulated: the season in the limit of many people, with the chance of its start "
    "and of its admissions added. Each value is known within its error against the simulator."
)


@dataclass(frozen=True)
class Floor:
    """The least error of an output against the simulator: in its unit, and as a share of it."""

    absolute: float
    relative: float = 0.0


#: Beyond the Monte-Carlo error of two ensembles: whole people and days, and what the limit of many
#: people misses. `emulated_scores` measures how often all of it holds.
FLOORS: Mapping[str, Floor] = {
    "peak": Floor(0.5, 0.002),
    "peak_date": Floor(1.0),
    "weeks_to_peak": Floor(1.0 / 7.0),
    "growth": Floor(2.0, 0.01),
    "cumulative": Floor(0.5, 0.002),
    "attack_rate": Floor(0.02, 0.002),
    "peak_weekly_rate": Floor(0.02, 0.002),
    "half_burden": Floor(0.05, 0.001),
    "half_burden_date": Floor(1.0),
    "duration": Floor(1.0 / 7.0),
}


def covered(call: Call) -> bool:
    """Tell whether the emulator gives a season: it knows single states by themselves."""
    states = call.arguments["states"]
    single = isinstance(states, str) or (isinstance(states, list) and len(states) == 1)
    return single and call.arguments["aggregation"] == "sum"


def emulate(
    calls: Sequence[Call], outputs: Collection[str], version: str, build: str
) -> list[EmulatedRun | None]:
    """Return the run and members of each call.

    None for one that is not covered, or of which it is not clear whether it has one of `outputs`.
    """
    found: list[EmulatedRun | None] = [None] * len(calls)
    groups: dict[tuple[str, float | None, str, int, int], list[int]] = {}
    requests: dict[int, Request] = {}
    for index, call in enumerate(calls):
        if covered(call):
            one = Request.of(call)
            one = requests[index] = replace(one, members=min(one.members, MEMBERS))
            alike = one.preset, one.stay, one.metric, one.members, one.seed
            groups.setdefault(alike, []).append(index)
    for indices in groups.values():
        figures = emulated_members([requests[i] for i in indices])
        made = estimated(figures)
        for row, index in enumerate(indices):
            estimates = {name: of_all[row] for name, of_all in made.items()}
            if any(estimates.get(name) == "unsure" for name in outputs):
                continue
            known = {n: e for n, e in estimates.items() if isinstance(e, Estimate)}
            members = {name: values[row] for name, values in figures.items()}
            run = _run(calls[index], requests[index], known, version, build)
            found[index] = EmulatedRun(run, members)
    return found


def _run(
    call: Call, request: Request, found: Mapping[str, Estimate], version: str, build: str
) -> Run:
    return Run(
        id=call.run_id(version),
        call=call,
        version=version,
        build=build,
        outputs={
            one.name: value(one, found[one.name])
            for one in EMULATED_SEASON.outputs
            if one.name in found
        },
        context=season_context.context(request, found),
        resolved={**season_context.resolved(request), "method": "emulated"},
        warnings=(WARNING,),
        check=Check(tested="people, as no run counts them one by one", verdict="not_evaluated"),
    )


def estimated(figures: Mapping[str, Array]) -> dict[str, list[Estimate | str | None]]:
    """Return each figure of (seasons, members): its median with its error, and its range.

    None where a season has no such figure, "unsure" where that is not clear.
    """
    return {name: _estimated(name, values) for name, values in figures.items()}


def _estimated(name: str, values: Array) -> list[Estimate | str | None]:
    ordered = np.sort(values, axis=1)  # what is not defined comes last
    count = np.isfinite(values).sum(axis=1)
    share = count / values.shape[1]
    centre = middle(values.T)
    low, high = (_quantile(ordered, count, level / 100.0) for level in (LOW, HIGH))
    floor = FLOORS[name]
    chance = HALF_95 * OF_MEDIAN * (high - low) / (2.0 * HALF_90) / np.sqrt(np.maximum(count, 1))
    # Both ensembles have the Monte-Carlo error of their medians.
    error = np.sqrt(2.0) * chance + floor.absolute + floor.relative * np.abs(centre)
    made: list[Estimate | str | None] = []
    for row, having in enumerate(share.tolist()):
        if UNSURE[0] < having < UNSURE[1]:
            made.append("unsure")
        elif having < 0.5:
            made.append(None)
        else:
            value, off = float(centre[row]), float(error[row])
            ends = value - off, value + off
            if name in _NEVER_BELOW_ZERO:
                ends = max(0.0, ends[0]), ends[1]
            made.append(Estimate(value, *ends, float(low[row]), float(high[row])))
    return made


_NEVER_BELOW_ZERO = tuple(name for name in FLOORS if name != "growth" and "date" not in name)


def _quantile(ordered: Array, count: NDArray[np.int64], share: float) -> Array:
    """Return a quantile of the first `count` of each row's ordered values, linear between them."""
    at = share * np.maximum(count - 1, 0)
    below = np.floor(at).astype(np.int64)
    above = np.minimum(below + 1, np.maximum(count - 1, 0))
    low, high = (np.take_along_axis(ordered, i[:, None], axis=1)[:, 0] for i in (below, above))
    return low + (at - below) * (high - low)
