"""Summarises an ensemble by its daily median curve, as the published records do.

The published outlook takes the median and the 5 and 95 percentiles of every day, the peak of the
daily median curve with the interval of that same day, the growth of the median curve over four
weeks, and the sum of the daily medians. What members come to by themselves is in `member_figures`.
Monte-Carlo intervals come from a bootstrap over members.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.epidemiology.outputs import DECLINING, SLOW, STABLE
from simulrag.simulators.epidemiology.parameters import WEEK

Array = NDArray[np.float64]

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
    width = BANDWIDTH * len(values) ** -0.2
    noise = width * values.std() * random.normal(size=drawn.shape)
    moved = values.mean() + (drawn - values.mean() + noise) / np.sqrt(1.0 + width**2)
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
            drawn = _smoothed(drawn, center, spread, random.normal(size=(groups, members)))
        medians[sample] = _medians(drawn.reshape(days, groups * members))
    return medians


def _medians(values: Array) -> Array:
    """Return the median of each row; of short rows sorting is several times faster than parting."""
    ordered = np.sort(values, axis=1)
    half = values.shape[1] // 2
    return 0.5 * (ordered[:, half] + ordered[:, -half - 1])


def _smoothed(drawn: Array, center: Array, spread: Array, noise: Array) -> Array:
    """Return members moved by a share of their spread, variance kept; nothing falls below 0."""
    width = BANDWIDTH * drawn.shape[2] ** -0.2
    moved = center + (drawn - center + width * spread * noise[None]) / np.sqrt(1.0 + width**2)
    return np.maximum(moved, 0.0)


def _flat(series: Array) -> Array:
    return series.reshape(-1, series.shape[-1])
