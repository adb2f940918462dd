"""What each member of an ensemble of seasons comes to, and what all members come to together.

A figure is taken of every member's own daily values; its centre is the median over members. Where a
member has no such figure it is NaN: the day of the peak of a season in which no wave rises, growth
from a first day without anybody, the course of a season in which nobody was counted.
"""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.epidemiology.ensemble import asked_series
from simulrag.simulators.epidemiology.metapopulation import Ensemble
from simulrag.simulators.epidemiology.parameters import WEEK
from simulrag.simulators.epidemiology.request import Request
from simulrag.simulators.epidemiology.summary import (
    FOUR_WEEKS,
    HIGH,
    LOW,
    Estimate,
    aggregate,
    middle_errors,
    weekly,
)
from simulrag.simulators.epidemiology.transmission import of_request

Array = NDArray[np.float64]

#: Residents that rates are given for.
PER = 100_000.0


def season_members(request: Request, residents: Array, made: Ensemble) -> dict[str, Array]:
    """Return every figure of a season by member, (members,).

    Dates are proleptic Gregorian ordinals (`date.toordinal`), days. Of pooled states a member's
    figure is the median of those of its states.

    residents : (states,) persons
    """
    series = asked_series(request, made)
    people = aggregate(
        np.broadcast_to(residents[:, None], (1, len(residents), 1)), request.aggregation
    )
    admitted = aggregate(made.admissions, request.aggregation)
    infected = aggregate(made.infected[:, :, None], request.aggregation)
    found = {
        **figures(series, can_rise=can_rise(request)),
        "attack_rate": (100.0 * infected / people)[:, :, 0],
        "peak_weekly_rate": weekly(PER * admitted / people).max(axis=2),
    }
    first = request.start.toordinal()
    found["peak_date"] = first + WEEK * found["weeks_to_peak"]
    found["half_burden_date"] = first + np.floor(WEEK * found["half_burden"])
    return {name: middle(values) for name, values in found.items()}


def can_rise(request: Request) -> bool:
    """Tell whether one infection is ever followed by more than one, before any are immune of it."""
    return of_request(request)[1] > 1.0


def figures(series: Array, *, can_rise: bool | NDArray[np.bool_]) -> dict[str, Array]:
    """Return figures of (groups, members, days) series, (groups, members) each.

    can_rise : whether a wave can rise; of all, or (groups, 1) of each
    """
    peak, day = series.max(axis=2), series.argmax(axis=2)
    burden = series.sum(axis=2)
    return {
        "peak": peak,
        "weeks_to_peak": np.where((day > 0) & can_rise, day / WEEK, np.nan),
        "growth": percent_change(series[:, :, 0], series[:, :, FOUR_WEEKS]),
        "cumulative": burden,
        "half_burden": np.where(burden > 0, _half_burden(series), np.nan),
        "duration": np.where(peak > 0, _duration(series, peak), np.nan),
    }


def _half_burden(series: Array) -> Array:
    """Return weeks until half of the sum is reached, even within its day."""
    total = np.cumsum(series, axis=2)
    half = 0.5 * total[:, :, -1:]
    day = (total < half).sum(axis=2)[:, :, None]
    counted = np.take_along_axis(series, day, axis=2)
    missing = half - np.take_along_axis(total, day, axis=2) + counted
    return ((day + missing / np.maximum(counted, 1.0)) / WEEK)[:, :, 0]


def _duration(series: Array, peak: Array) -> Array:
    """Return weeks, from first to last, in which daily values reach half of the highest."""
    high = series >= 0.5 * peak[:, :, None]
    first, after = high.argmax(axis=2), high[:, :, ::-1].argmax(axis=2)
    return (series.shape[2] - after - first) / WEEK


def percent_change(before: Array, after: Array) -> Array:
    """Return by how many percent a number changes; NaN from 0."""
    given = np.where(before == 0.0, np.nan, before)
    return 100.0 * (after - before) / given


def middle(values: Array) -> Array:
    """Return medians over the first axis of what is defined; NaN where less than half of it is."""
    ordered = np.sort(values, axis=0)  # what is not defined comes last
    count = np.isfinite(values).sum(axis=0)
    ends = [np.maximum(count - 1, 0) // 2, np.minimum(count // 2, len(values) - 1)]
    low, high = (np.take_along_axis(ordered, end[None], axis=0)[0] for end in ends)
    return np.where(2 * count >= len(values), 0.5 * (low + high), np.nan)


def estimates(members: Mapping[str, Array], seed: int) -> dict[str, Estimate]:
    """Return median, 5 and 95 percentiles and Monte-Carlo interval of what is defined.

    Figures that less than half of the members have are left out.
    """
    found: dict[str, Estimate] = {}
    for name, values in members.items():
        defined = values[np.isfinite(values)]
        if len(defined) and 2 * len(defined) >= len(values):
            found[name] = _estimate(defined, seed)
    return found


def _estimate(values: Array, seed: int) -> Estimate:
    low, median, high = (float(q) for q in np.percentile(values, (LOW, 50.0, HIGH)))
    error_low, error_high = middle_errors(values, seed)
    return Estimate(median, min(median, error_low), max(median, error_high), low, high)
