"""Members of seasons without a simulation: what is expected, and what chance adds to it.

Each member has the share of infections that is admitted of the same member of a simulation (see
`streams`), begins with more or fewer infections (see `mean_field`), and counts people as a Poisson
process does. All draws are quantiles at levels that depend on seed, state and member alone, so
that a step of R0 moves each member, and not the dice.
"""

from collections.abc import Sequence
from functools import cache
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.epidemiology.ensemble_cells import LEVELS
from simulrag.simulators.epidemiology.mean_field import STEPS_A_DAY, Expected, expected
from simulrag.simulators.epidemiology.member_figures import PER, can_rise, figures
from simulrag.simulators.epidemiology.parameters import DAYS, WEEK
from simulrag.simulators.epidemiology.presets import GLEAM, PRESETS, STEP
from simulrag.simulators.epidemiology.request import Request
from simulrag.simulators.epidemiology.streams import EVERYWHERE, Levels, Streams, normal
from simulrag.simulators.epidemiology.summary import weekly

Array = NDArray[np.float64]
Singles = NDArray[np.float32]

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
    found = {
        **figures(series, can_rise=rises),
        "attack_rate": 100.0 * np.maximum(infected, 0.0) / residents,
        "peak_weekly_rate": PER * weekly(admitted).max(axis=2) / residents,
    }
    days = np.array([[one.start.toordinal()] for one in requests])
    found["peak_date"] = days + WEEK * found["weeks_to_peak"]
    found["half_burden_date"] = days + np.floor(WEEK * found["half_burden"])
    return found


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
