"""Seasons in single states without a simulation: what is expected, and what chance adds to it.

The expected numbers of `metapopulation` follow the same steps without a draw (Kurtz 1970,
doi 10.2307/3212147). What chance does in a state is mostly done while few are infected, and acts
from then on as if the season had begun with more or fewer of them: its variance is the noise of
every step, weighted by what one person more at that step means for the height of the epidemic (the
linear noise approximation; van Kampen 2007, Stochastic Processes in Physics and Chemistry, X.1).

Each member has the share of infections that is admitted of the same member of a simulation (see
`streams`), begins with more or fewer infections, and counts people as a Poisson process does. All
draws are quantiles at levels that depend on seed, state and member alone, so that a step of R0
moves each member, and not the dice. Many seasons at once give numbers and dates, no series.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.capabilities import EmulatedRun
from simulrag.simulators.epidemiology.ensemble_cells import LEVELS
from simulrag.simulators.epidemiology.functions import EMULATED_SEASON
from simulrag.simulators.epidemiology.metapopulation import STEPS_A_DAY
from simulrag.simulators.epidemiology.parameters import DAYS
from simulrag.simulators.epidemiology.population import single_states
from simulrag.simulators.epidemiology.presets import GLEAM, PRESETS, STEP
from simulrag.simulators.epidemiology.request import Request
from simulrag.simulators.epidemiology.season import context, resolved
from simulrag.simulators.epidemiology.streams import EVERYWHERE, Levels, Streams, normal
from simulrag.simulators.epidemiology.summary import (
    HIGH,
    LOW,
    PER,
    Estimate,
    can_rise,
    figures,
    middle,
    value,
    weekly,
)
from simulrag.simulators.epidemiology.transmission import transmission
from simulrag.simulators.interface import Call, Check, Run

Array = NDArray[np.float64]
Singles = NDArray[np.float32]

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
#: Change of the logarithm of the first infections by which their effect is found.
NUDGE = 0.05
#: Levels of which each has a normal quantile of its own, and bits of a level that tell no other.
FINE, COARSE_BITS = 2**16, 8
#: Expected people below which their number is added up from its chances.
FEW = 1.0
#: More than are ever drawn where `FEW` are expected.
MOST_OF_FEW = 12
#: Normal numbers are never beyond these.
ENDS = 6.0
#: Steps of the streams at which their levels are drawn.
ADMISSIONS, IN_HOSPITAL = 0, 1


@dataclass(frozen=True)
class Expected:
    """What is expected of seasons, and how it moves with the infections they begin with.

    admissions, in_hospital : (seasons, days) persons
    infected : (seasons,) persons infected during the season
    admissions_slope, in_hospital_slope : derivatives of the logarithms of these by the logarithm of
        the infections at the start
    spread : (seasons,) standard deviation over members of that logarithm
    infected_spread : (seasons,) that of `infected`
    residents : (seasons,) persons
    """

    admissions: Array
    in_hospital: Array
    infected: Array
    admissions_slope: Array
    in_hospital_slope: Array
    spread: Array
    infected_spread: Array
    residents: Array


def expected(requests: Sequence[Request]) -> Expected:
    """Return what is expected of seasons of one disease, each in a single state."""
    count = len(requests)
    course = _Course([*requests] * 3, np.repeat(np.exp([-NUDGE, 0.0, NUDGE]), count))
    middle = slice(count, 2 * count)

    def slope(values: Array) -> Array:
        low, _, high = np.log(values).reshape(3, count, *values.shape[1:])
        return (high - low) / (2.0 * NUDGE)

    return Expected(
        admissions=course.admissions[middle],
        in_hospital=course.in_hospital[middle],
        infected=course.infected[middle],
        admissions_slope=slope(course.admissions),
        in_hospital_slope=slope(course.in_hospital),
        spread=np.sqrt(course.start_variance(middle)),
        infected_spread=np.sqrt(course.infected_variance(middle)),
        residents=course.residents[middle],
    )


@dataclass(frozen=True)
class _Step:
    """Persons at the start of a step and those who move in it, (seasons, ages) each."""

    susceptible: Array
    latent: Array
    infectious: Array
    infected: Array
    onset: Array
    recovered: Array


class _Course:
    """The expected course of seasons, whose infections at the start and from outside are (seasons,)
    `boost` times those of the preset."""

    def __init__(self, requests: Sequence[Request], boost: Array) -> None:
        self.preset = preset = requests[0].disease
        self._people = single_states([one.states[0] for one in requests])
        self.residents = self._people.people.sum(axis=1)
        self.matrix = self._people.transmission_blocks()
        seasons = [(one.seasonality, one.start) for one in requests]
        known = {one: transmission(preset, *one, DAYS) for one in set(seasons)}
        factor = [known[one] for one in seasons]
        r0 = np.array([one.r0 for one in requests])
        self.force = np.stack(factor, axis=1) * (STEP * r0 / preset.infectious_period)
        self._importation = STEP * preset.importation * boost[:, None]
        self.steps: list[_Step] = []
        self._run(np.array([one.immune for one in requests]), boost)

    def chance(self, period: float) -> float:
        return min(1.0, STEP / period)

    def _run(self, immune: Array, boost: Array) -> None:
        preset, people = self.preset, self._people.people
        latent = people * preset.latent_per_million * 1e-6
        infectious = people * preset.infectious_per_million * 1e-6
        susceptible = np.maximum((1.0 - immune)[:, None] * people - latent - infectious, 0.0)
        first, boost = susceptible, boost[:, None]
        latent, infectious = boost * latent, boost * infectious
        hospitalised = np.array(preset.hospitalised)
        awaiting = infectious @ np.minimum(preset.awaiting_admission * hospitalised, 1.0)
        in_hospital = np.zeros(len(people))
        onset_chance, end_chance, admission, discharge = map(
            self.chance,
            (
                preset.latent_period,
                preset.infectious_period,
                preset.admission_delay,
                preset.hospital_stay,
            ),
        )
        admissions, occupied = np.zeros((2, DAYS, len(people)))
        for step, factor in enumerate(self.force):
            met = np.matmul(self.matrix, infectious[:, :, None])[:, :, 0]
            infected = susceptible * -np.expm1(-(met * factor[:, None] + self._importation))
            onset, recovered = onset_chance * latent, end_chance * infectious
            self.steps.append(_Step(susceptible, latent, infectious, infected, onset, recovered))
            susceptible = susceptible - infected
            latent = latent + infected - onset
            infectious = infectious + onset - recovered
            admitted = admission * awaiting
            awaiting = awaiting + onset @ hospitalised - admitted
            in_hospital = (1.0 - discharge) * in_hospital + admitted
            admissions[step // STEPS_A_DAY] += admitted
            occupied[step // STEPS_A_DAY] = in_hospital
        self.admissions, self.in_hospital = admissions.T, occupied.T
        self.infected = (first - susceptible).sum(axis=1)

    def start_variance(self, chosen: slice) -> Array:
        """Return the variance of the logarithm of the infections at the start of some seasons.

        Goes back from the highest number of infections, with the worth of one person in each
        compartment for it; 0 where infections are never more than at the start.
        """
        carried = np.array([(s.latent + s.infectious)[chosen].sum(axis=1) for s in self.steps])
        top, back = carried.argmax(axis=0), _Back(self, chosen)
        variance = np.zeros(len(top))
        for step in range(int(top.max(initial=0)) - 1, -1, -1):
            back.latent[top == step + 1] = back.infectious[top == step + 1] = 1.0
            variance += back.step(step, back.latent, self.steps[step].susceptible[chosen])
        return variance / carried.max(axis=0) ** 2

    def infected_variance(self, chosen: slice) -> Array:
        """Return the variance of the persons infected in some seasons.

        Goes back from the last day with the worth of one person in each compartment for their
        number; somebody susceptible is worth what infections still come to them.
        """
        back = _Back(self, chosen)
        variance, worth = np.zeros(len(back.latent)), np.zeros_like(back.latent)
        for step in range(len(self.steps) - 1, -1, -1):
            one = self.steps[step]
            susceptible, infected = one.susceptible[chosen], one.infected[chosen]
            gained = 1.0 + back.latent - worth
            variance += back.step(step, gained, susceptible - infected)
            worth = worth + infected / np.maximum(susceptible, 1.0) * gained
        return variance


class _Back:
    """What one person in a compartment is worth, from the end of some seasons back to their start.

    latent, infectious : (seasons, ages)
    """

    def __init__(self, course: _Course, chosen: slice) -> None:
        preset = course.preset
        self._steps, self._chosen = course.steps, chosen
        self._matrix, self._force = course.matrix[chosen], course.force[:, chosen]
        self._onset_stay = 1.0 - course.chance(preset.latent_period)
        self._end_stay = 1.0 - course.chance(preset.infectious_period)
        self.latent: Array = np.zeros_like(course.steps[0].latent[chosen])
        self.infectious: Array = np.zeros_like(self.latent)

    def step(self, number: int, gained: Array, susceptible: Array) -> Array:
        """Go back by a step; return (seasons,) what its chance adds to the variance.

        gained : (seasons, ages) worth of an infection in it
        susceptible : (seasons, ages) persons whom one infectious person more can infect in it
        """
        one, stay = self._steps[number], self._onset_stay
        noise = one.infected[self._chosen] * gained**2
        noise += stay * one.onset[self._chosen] * (self.infectious - self.latent) ** 2
        noise += self._end_stay * one.recovered[self._chosen] * self.infectious**2
        spread = (susceptible * gained * self._force[number][:, None])[:, None, :]
        self.latent = stay * self.latent + (1.0 - stay) * self.infectious
        self.infectious = self._end_stay * self.infectious + np.matmul(spread, self._matrix)[:, 0]
        return noise.sum(axis=1)


def emulated_members(requests: Sequence[Request]) -> dict[str, Array]:
    """Return every figure of seasons by member, (seasons, members), as `season_members` does.

    requests : of one preset, seed, metric and number of members, each in a single state
    """
    first = requests[0]
    made = expected(requests)
    states = sorted({one.states[0] for one in requests})
    rows = np.array([states.index(one.states[0]) for one in requests])
    streams = Streams(first.seed, states, first.members)
    shares = _hospitalised(first)
    levels = streams.levels("emulated", ADMISSIONS, 1 + DAYS)[rows]
    start = _normal(levels[:, :, 0])
    begun = made.spread[:, None] * (start - 0.5 * made.spread[:, None])
    admitted = _counted(
        _expected(made.admissions, made.admissions_slope, begun, shares),
        _normal(levels[:, :, 1:]),
    )
    series = admitted
    if first.metric == "hospital prevalence":
        series = _in_hospital(made, begun, shares, streams, rows)
    infected = made.infected[:, None] + made.infected_spread[:, None] * start
    rises = np.array([[can_rise(one)] for one in requests])
    residents = made.residents[:, None]
    return figures(
        series,
        np.array([[one.start.toordinal()] for one in requests]),
        can_rise=rises,
        attack_rate=100.0 * np.maximum(infected, 0.0) / residents,
        peak_weekly_rate=PER * weekly(admitted).max(axis=2) / residents,
    )


def _hospitalised(request: Request) -> Array:
    """Return (members,) factors on the share of infections that is admitted, as simulated."""
    level = Streams(request.seed, [EVERYWHERE], request.members).levels("hospitalised", 0, 1)
    return np.exp(PRESETS[request.preset].hospitalised_spread * normal(level[0, :, 0]))


def _expected(daily: Array, slope: Array, begun: Array, shares: Array) -> Singles:
    """Return (seasons, members, days) people that are expected of members."""
    moved = slope.astype(np.float32)[:, None, :] * begun.astype(np.float32)[:, :, None]
    moved += np.log(daily).astype(np.float32)[:, None, :]
    moved += np.log(shares).astype(np.float32)[None, :, None]
    return np.exp(moved, out=moved)


def _in_hospital(
    made: Expected, begun: Array, shares: Array, streams: Streams, rows: NDArray[np.int64]
) -> Array:
    """Return (seasons, members, days) people in hospital, most of whom stay until the next day."""
    normals = _normal(streams.levels("emulated", IN_HOSPITAL, DAYS))
    stay = (1.0 - min(1.0, STEP / GLEAM.hospital_stay)) ** STEPS_A_DAY
    fresh = np.float32(np.sqrt(1.0 - stay**2))
    for day in range(1, DAYS):
        normals[:, :, day] = np.float32(stay) * normals[:, :, day - 1] + fresh * normals[:, :, day]
    mean = _expected(made.in_hospital, made.in_hospital_slope, begun, shares)
    return _counted(mean, normals[rows])


def _counted(mean: Singles, normal: Singles) -> Array:
    """Return Poisson numbers of people at normal quantiles, whole numbers of the same shape.

    They are those of mean, variance and skewness (Cornish and Fisher 1938, doi 10.2307/1400905),
    but where few are expected.
    """
    root = np.sqrt(mean)
    z = np.maximum(normal, -3.0 * root)  # from there on the three moments fall again
    people = np.round(mean + root * z + (z * z - 1.0) * np.float32(1.0 / 6.0))
    counted = np.maximum(people, 0.0).astype(np.float64)
    cells = (mean < FEW).reshape(-1).nonzero()[0]
    if len(cells):
        few = _few(mean.reshape(-1)[cells], normal.reshape(-1)[cells])
        counted.reshape(-1)[cells] = few
    return counted


def _few(mean: Singles, normal: Singles) -> Singles:
    """Return Poisson quantiles of (cells,) means by adding up chances."""
    found, cells = np.zeros(len(mean), np.float32), np.arange(len(mean))
    term = np.exp(-mean)
    rest = _shares_below().take(((normal + ENDS) * (FINE / (2.0 * ENDS))).astype(np.int32)) - term
    for people in range(1, MOST_OF_FEW + 1):
        more = (rest > 0.0).nonzero()[0]
        cells, mean, term, rest = cells[more], mean[more], term[more], rest[more]
        found[cells] = people
        term = term * mean / people
        rest = rest - term
    return found


def _normal(levels: Levels) -> Singles:
    """Return normal quantiles at levels, of the same shape."""
    return _quantiles().take((levels + LEVELS // 2) >> COARSE_BITS)


@cache
def _quantiles() -> Singles:
    """Return the normal quantiles in the middle of `FINE` equal parts of the chances."""
    half = [NormalDist().inv_cdf((i + 0.5) / FINE) for i in range(FINE // 2)]
    return np.array([*half, *(-one for one in reversed(half))], np.float32)


@cache
def _shares_below() -> Singles:
    """Return the chance of less than the middle of each of `FINE` equal parts of -ENDS to ENDS."""
    middles = (np.arange(FINE) + 0.5) * (2.0 * ENDS / FINE) - ENDS
    return (np.searchsorted(_quantiles(), middles) / FINE).astype(np.float32)


#: The least error of an output against the simulator, in its unit and as a share of it. Beyond the
#: Monte-Carlo error of two ensembles: whole people and days, and what the limit of many people
#: misses. `emulated_season_scores` measures how often all of it holds.
FLOORS: Mapping[str, tuple[float, float]] = {
    "peak": (0.5, 0.002),
    "peak_date": (1.0, 0.0),
    "weeks_to_peak": (1.0 / 7.0, 0.0),
    "growth": (2.0, 0.01),
    "cumulative": (0.5, 0.002),
    "attack_rate": (0.02, 0.002),
    "peak_weekly_rate": (0.02, 0.002),
    "half_burden": (0.05, 0.001),
    "half_burden_date": (1.0, 0.0),
    "duration": (1.0 / 7.0, 0.0),
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
        context=context(request, found),
        resolved={**resolved(request), "method": "emulated"},
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
    least, share_of = FLOORS[name]
    chance = HALF_95 * OF_MEDIAN * (high - low) / (2.0 * HALF_90) / np.sqrt(np.maximum(count, 1))
    # Both ensembles have the Monte-Carlo error of their medians.
    error = np.sqrt(2.0) * chance + least + share_of * np.abs(centre)
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
