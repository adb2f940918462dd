"""How good forecasts of reported seasons are: weighted interval score against persistence."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.epidemiology.admission_functions import SEASONS
from simulrag.simulators.epidemiology.reported import Weekly
from simulrag.simulators.epidemiology.season_fit import (
    SAMPLES,
    fit,
    reported,
    typical_total,
)

Array = NDArray[np.float64]

#: Levels of central intervals (the hub's, `1 - level` of Bracher et al. 2021).
INTERVALS = np.array([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98])
HORIZONS = 4
#: Weeks from which on forecasts are made and scored: from mid October to early May.
FIRST_WEEK, LAST_WEEK = 8, 36


def weighted_interval_score(samples: Array, observed: Array) -> Array:
    """Return (...,) scores of (samples, ...) forecasts, persons; lower is better.

    Bracher et al. 2021, PLOS Computational Biology 17:e1008618, doi 10.1371/journal.pcbi.1008618.
    """
    alphas = 1.0 - INTERVALS
    low = np.quantile(samples, alphas / 2.0, axis=0)
    high = np.quantile(samples, 1.0 - alphas / 2.0, axis=0)
    shape = (-1, *([1] * observed.ndim))
    alpha = alphas.reshape(shape)
    score = alpha / 2.0 * (high - low)
    score = score + np.maximum(low - observed, 0.0) + np.maximum(observed - high, 0.0)
    middle = 0.5 * np.abs(np.median(samples, axis=0) - observed)
    return (middle + score.sum(axis=0)) / (INTERVALS.size + 0.5)


def persistence(season: Weekly, known: int, seed: int = 0) -> Array:
    """Return (samples, states, horizons): the last week again, with the spread of past changes.

    As the hub's baseline: changes of one week in this season, either sign, added up, and moved so
    that the median is the last week.
    """
    random = np.random.default_rng(seed)
    seen = np.log(season.admissions[:, :known] + 1.0)
    made = np.empty((SAMPLES, len(seen), HORIZONS))
    for state, values in enumerate(seen):
        held = values[~np.isnan(values)]
        steps = np.diff(held) if held.size > 1 else np.zeros(1)
        drawn = random.choice(np.concatenate([steps, -steps]), size=(SAMPLES, HORIZONS))
        walk = drawn.cumsum(axis=1)
        made[:, state] = np.exp(held[-1] + walk - np.median(walk, axis=0)) - 1.0
    return np.maximum(made, 0.0)


def relative_score(season: str, known_seasons: Iterable[str]) -> dict[str, float]:
    """Return scores of ours and of persistence, and their ratio by horizon and over all.

    Ratios are of mean scores over all states and weeks. known_seasons : those whose totals a
    forecaster could know.
    """
    held = reported(season)
    usual = typical_total(known_seasons)
    ours: list[Array] = []
    theirs: list[Array] = []
    for known in range(FIRST_WEEK, LAST_WEEK):
        ahead = held.admissions[:, known : known + HORIZONS]
        samples = fit(held, known, usual).samples(known)[:, :, known : known + HORIZONS]
        ours.append(weighted_interval_score(samples, ahead))
        theirs.append(weighted_interval_score(persistence(held, known, known), ahead))
    mine, other = np.stack(ours), np.stack(theirs)
    ratios = np.nanmean(mine, axis=(0, 1)) / np.nanmean(other, axis=(0, 1))
    by_week = {f"week_{week + 1}": float(ratio) for week, ratio in enumerate(ratios)}
    return {"relative": float(np.nanmean(mine) / np.nanmean(other)), **by_week}


def earlier(season: str) -> list[str]:
    """Return the reported seasons before one; the one after it for the first."""
    names = list(SEASONS)
    return names[: names.index(season)] or names[1:2]
