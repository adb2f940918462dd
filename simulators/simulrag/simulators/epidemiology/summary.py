"""What an ensemble of seasons comes to: figures by member, and figures of its daily median curve.

A figure of members is taken of every member's own daily values; its centre is the median over
members. Where a member has no such figure it is NaN: the day of the peak of a season in which no
wave rises, growth from a first day without anybody, the course of a season in which nobody was
counted.

The published outlook takes the median and the 5 and 95 percentiles of every day, the peak of the
daily median curve with the interval of that same day, the growth of the median curve over four
weeks, and the sum of the daily medians. Monte-Carlo intervals come from a bootstrap over members.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.epidemiology.metapopulation import Ensemble
from simulrag.simulators.epidemiology.outputs import DECLINING, SLOW, STABLE
from simulrag.simulators.epidemiology.parameters import DAYS, WEEK
from simulrag.simulators.epidemiology.population import population
from simulrag.simulators.epidemiology.request import Request
from simulrag.simulators.epidemiology.transmission import of_request
from simulrag.simulators.interface import Day, Output, Quantity, Series, Value

Array = NDArray[np.float64]

#: Residents that rates are given for.
PER = 100_000.0
#: Quantiles of the ensemble that are reported as low and high, percent, and their probability.
LOW, HIGH, LEVEL = 5.0, 95.0, 0.9
#: Ends of the middle half, percent.
LOWER, UPPER = 25.0, 75.0
#: Ends of the Monte-Carlo interval, percent, and the standard normal quantile of such an interval.
ERROR_LOW, ERROR_HIGH = 2.5, 97.5
_NORMAL = 1.959964
#: Day at which four weeks of daily values, counted from day 0, are complete.
FOUR_WEEKS = 27
#: Bootstrap samples, and the number of daily values that all samples may hold together.
SAMPLES, FEWEST_SAMPLES, LARGEST_WORK = 200, 40, 100_000_000
#: Of the normal reference rule for smoothing (Silverman 1986, Density Estimation, eq. 3.28).
BANDWIDTH = 1.06


@dataclass(frozen=True)
class Estimate:
    """A figure, its spread over the ensemble where it has one, and its Monte-Carlo interval."""

    value: float
    error_low: float
    error_high: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Curve:
    """Daily quantiles over series."""

    median: Array
    low: Array
    lower: Array
    upper: Array
    high: Array


def aggregate(values: Array, aggregation: str) -> Array:
    """Return (groups, members, days) from (members, states, days).

    `sum` adds the states up within each member: one group; so does `per state`, whose states are
    told beside. `pooled` keeps each state of each member as a series of its own, as the published
    records do: a group for every state.
    """
    if aggregation == "pooled":
        return np.ascontiguousarray(values.transpose(1, 0, 2))
    return values.sum(axis=1)[None]


def asked_series(request: Request, made: Ensemble) -> Array:
    """Return (groups, members, days) of the metric and aggregation that were asked for."""
    return aggregate(asked_metric(request, made), request.aggregation)


def asked_metric(request: Request, made: Ensemble) -> Array:
    """Return (members, states, days) of the metric that was asked for."""
    return made.admissions if request.metric == "hospital incidence" else made.in_hospital


def curve(series: Array) -> Curve:
    """Return daily quantiles of (groups, members, days) series over groups and members."""
    levels = (50.0, LOW, LOWER, UPPER, HIGH)
    return Curve(*np.percentile(_flat(series), levels, axis=0))


def weekly(values: Array) -> Array:
    """Return sums over each day and the six days before it, along the last axis."""
    total = np.cumsum(values, axis=-1)
    total[..., WEEK:] -= total[..., :-WEEK].copy()
    return total[..., WEEK - 1 :]


def growth(median: Array) -> float:
    """Return growth of the median curve over four weeks, percent; 0 where it starts at 0."""
    if median[0] == 0:
        return 0.0
    return float(100.0 * (median[FOUR_WEEKS] - median[0]) / median[0])


def trend(growth_percent: float) -> str:
    """Return the label of a growth over four weeks, with the thresholds of the records."""
    if growth_percent < DECLINING:
        return "declining"
    if growth_percent <= STABLE:
        return "stable"
    return "slow growth" if growth_percent <= SLOW else "rapid growth"


def exceedance(series: Array, points: int = 21) -> tuple[Array, Array]:
    """Return levels and the chance, percent, that a series' own highest value exceeds each.

    The levels are quantiles of the highest values of (groups, members, days) series.
    """
    highest = _flat(series).max(axis=1)
    levels: Array = np.unique(np.quantile(highest, np.linspace(0.0, 1.0, points)).round())
    return levels, 100.0 * (highest[None] > levels[:, None]).mean(axis=1)


def chance_above(series: Array, threshold: float) -> Estimate:
    """Return the percent of (groups, members, days) series that ever exceed a threshold.

    Its Monte-Carlo interval is Wilson's at 95 % (Wilson 1927, JASA 22:209), for the number of
    members: states of one member are not independent.
    """
    above = float((series.max(axis=2) > threshold).mean())
    squared = _NORMAL**2 / series.shape[1]
    centre = (above + squared / 2.0) / (1.0 + squared)
    width = np.sqrt(squared * above * (1.0 - above) + squared**2 / 4.0) / (1.0 + squared)
    low, high = max(0.0, min(above, centre - width)), min(1.0, max(above, centre + width))
    return Estimate(100.0 * above, 100.0 * float(low), 100.0 * float(high))


def _peak_week(median: Array) -> float:
    return float(np.argmax(median)) / WEEK


def season_members(request: Request, made: Ensemble) -> dict[str, Array]:
    """Return every figure of a season by member, (members,).

    Dates are proleptic Gregorian ordinals (`date.toordinal`), days. Of pooled states a member's
    figure is the median of those of its states.
    """
    residents = population(request.states).people.sum(axis=1)[None, :, None]
    people = aggregate(residents, request.aggregation)
    admitted = aggregate(made.admissions, request.aggregation)
    infected = aggregate(made.infected[:, :, None], request.aggregation)
    found = figures(
        asked_series(request, made),
        request.start.toordinal(),
        can_rise=can_rise(request),
        attack_rate=(100.0 * infected / people)[:, :, 0],
        peak_weekly_rate=weekly(PER * admitted / people).max(axis=2),
    )
    return {name: middle(values) for name, values in found.items()}


def can_rise(request: Request) -> bool:
    """Tell whether one infection is ever followed by more than one, before any are immune of it."""
    return of_request(request)[1] > 1.0


def figures(
    series: Array, first: int | Array, *, can_rise: bool | NDArray[np.bool_], **more: Array
) -> dict[str, Array]:
    """Return figures of (groups, members, days) series, more figures and dates.

    first : proleptic Gregorian ordinal of the first day; of all, or (groups, 1) of each
    can_rise : whether a wave can rise; the same
    more : figures of other kinds, (groups, members) as all that are returned
    """
    peak, day = series.max(axis=2), series.argmax(axis=2)
    burden = series.sum(axis=2)
    weeks = np.where((day > 0) & can_rise, day / WEEK, np.nan)
    half = np.where(burden > 0, _half_burden(series), np.nan)
    return {
        "peak": peak,
        "weeks_to_peak": weeks,
        "growth": percent_change(series[:, :, 0], series[:, :, FOUR_WEEKS]),
        "cumulative": burden,
        "half_burden": half,
        "duration": np.where(peak > 0, _duration(series, peak), np.nan),
        **more,
        "peak_date": first + WEEK * weeks,
        "half_burden_date": first + np.floor(WEEK * half),
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
            low, median, high = (float(q) for q in np.percentile(defined, (LOW, 50.0, HIGH)))
            found[name] = _estimate(median, middle_errors(defined, seed), low, high)
    return found


def season_estimates(series: Array, seed: int) -> dict[str, Estimate]:
    """Return the published figures of the median curve of (groups, members, days) series."""
    daily = curve(series)
    day = int(np.argmax(daily.median))
    figures: Mapping[str, Callable[[Array], float]] = {
        "peak": lambda median: float(median[day]),
        "weeks_to_peak": _peak_week,
        "growth": growth,
        "cumulative": lambda median: float(median.sum()),
    }
    errors = _errors(series, figures, seed)
    spread = {"peak": (float(daily.low[day]), float(daily.high[day]))}
    return {
        name: _estimate(figure(daily.median), errors[name], *spread.get(name, (None, None)))
        for name, figure in figures.items()
    }


def middle_errors(values: Array, seed: int) -> tuple[float, float]:
    """Return the Monte-Carlo interval of the median of (members,) values.

    The bootstrap is smoothed as in `_resampled_medians`, so that it does not stick to few values.
    """
    random = np.random.default_rng(seed % 2**63)
    drawn = values[random.integers(len(values), size=(SAMPLES, len(values)))]
    noise = random.normal(size=drawn.shape)
    moved = _smoothed(drawn, values.mean(), values.std(), noise, len(values))
    low, high = np.percentile(_medians(moved), (ERROR_LOW, ERROR_HIGH))
    return float(low), float(high)


def _estimate(
    value: float, errors: tuple[float, float], low: float | None, high: float | None
) -> Estimate:
    return Estimate(value, min(value, errors[0]), max(value, errors[1]), low, high)


def _errors(
    series: Array, figures: Mapping[str, Callable[[Array], float]], seed: int
) -> dict[str, tuple[float, float]]:
    """Return for each figure of the median curve its interval over resampled members."""
    medians = _resampled_medians(series, seed)
    samples = {name: [figure(median) for median in medians] for name, figure in figures.items()}
    return {
        name: (float(np.percentile(s, ERROR_LOW)), float(np.percentile(s, ERROR_HIGH)))
        for name, s in samples.items()
    }


def _resampled_medians(series: Array, seed: int) -> Array:
    """Return (samples, days) median curves of members drawn with replacement.

    A member is drawn with all its groups, as states of one member are not independent. Of several
    groups the bootstrap is a smoothed one with the variance kept (Silverman and Young 1987,
    Biometrika 74:469): between states of unlike size the pooled median lies in a gap, and members
    drawn again would never leave the values at its edges.
    """
    groups, members, days = series.shape
    count = int(np.clip(LARGEST_WORK // series.size, FEWEST_SAMPLES, SAMPLES))
    by_day = np.ascontiguousarray(series.transpose(2, 0, 1))
    center, spread = by_day.mean(axis=2, keepdims=True), by_day.std(axis=2, keepdims=True)
    random = np.random.default_rng(seed % 2**63)
    medians = np.empty((count, days))
    for sample in range(count):
        drawn = by_day[:, :, random.integers(members, size=members)]
        if groups > 1:
            noise = random.normal(size=(groups, members))
            drawn = np.maximum(_smoothed(drawn, center, spread, noise, members), 0.0)
        medians[sample] = _medians(drawn.reshape(days, groups * members))
    return medians


def _medians(values: Array) -> Array:
    """Return the median of each row; of short rows sorting is several times faster than parting."""
    ordered = np.sort(values, axis=1)
    half = values.shape[1] // 2
    return 0.5 * (ordered[:, half] + ordered[:, -half - 1])


def _smoothed(
    drawn: Array,
    center: Array | np.floating,
    spread: Array | np.floating,
    noise: Array,
    members: int,
) -> Array:
    """Return values of members moved by a share of their spread, variance kept."""
    width = BANDWIDTH * members**-0.2
    return center + (drawn - center + width * spread * noise) / np.sqrt(1.0 + width**2)


def _flat(series: Array) -> Array:
    return series.reshape(-1, series.shape[-1])


def value(output: Output, estimate: Estimate) -> Quantity | Day:
    """Return an estimate as its output has it; a date from proleptic Gregorian ordinals, days."""
    return day(estimate) if output.kind == "date" else quantity(output, estimate)


def quantity(output: Output, estimate: Estimate) -> Quantity:
    """Return an estimate in the unit of its output, with its spread and Monte-Carlo interval."""
    return Quantity(
        value=estimate.value,
        unit=output.unit,
        low=estimate.low,
        high=estimate.high,
        level=None if estimate.low is None else LEVEL,
        value_low=estimate.error_low,
        value_high=estimate.error_high,
    )


def day(found: Estimate) -> Day:
    """Return a date from proleptic Gregorian ordinals, days."""
    whole = math.floor(found.value), math.floor(found.error_low), math.ceil(found.error_high)
    value, low, high = (date.fromordinal(one).isoformat() for one in whole)
    return Day(value=value, low=low, high=high)


def daily_series(request: Request, curve: Curve) -> Series:
    """Return a curve over the days of a season, with its 5, 25, 75 and 95 percentiles."""
    days = [request.start + timedelta(days=day) for day in range(DAYS)]
    return Series(
        unit="",
        times=tuple(day.isoformat() for day in days),
        values=tuple(curve.median.tolist()),
        low=tuple(curve.low.tolist()),
        lower=tuple(curve.lower.tolist()),
        upper=tuple(curve.upper.tolist()),
        high=tuple(curve.high.tolist()),
    )


def told(outputs: Mapping[str, Value]) -> str:
    """Return outputs by name as contexts tell them."""
    return ", ".join(
        f"{name.replace('_', ' ')} "
        + (f"{value.value:,.6g}" if isinstance(value, Quantity) else value.value)
        for name, value in outputs.items()
    )
