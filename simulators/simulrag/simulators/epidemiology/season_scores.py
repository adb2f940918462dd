"""How good forecasts of reported seasons are: weighted interval score against persistence."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.epidemiology.admission_functions import SEASONS
from simulrag.simulators.epidemiology.hub_files import HUB_LEVELS, weighted_interval_score
from simulrag.simulators.epidemiology.reported import Weekly
from simulrag.simulators.epidemiology.season_fit import (
    SAMPLES,
    fit,
    reported,
    typical_total,
)

Array = NDArray[np.float64]

HORIZONS = 4
#: Weeks from which on forecasts are made and scored: from mid October to early May.
FIRST_WEEK, LAST_WEEK = 8, 36


def score(samples: Array, observed: Array) -> Array:
    """Return (...,) weighted interval scores of (samples, ...) forecasts at the hub's levels."""
    quantiles = np.quantile(samples, HUB_LEVELS, axis=0)
    return weighted_interval_score(dict(zip(HUB_LEVELS, quantiles, strict=True)), observed)


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
        ours.append(score(samples, ahead))
        theirs.append(score(persistence(held, known, known), ahead))
    mine, other = np.stack(ours), np.stack(theirs)
    ratios = np.nanmean(mine, axis=(0, 1)) / np.nanmean(other, axis=(0, 1))
    by_week = {f"week_{week + 1}": float(ratio) for week, ratio in enumerate(ratios)}
    return {"relative": float(np.nanmean(mine) / np.nanmean(other)), **by_week}


def earlier(season: str) -> list[str]:
    """Return the reported seasons before one; the one after it for the first."""
    names = list(SEASONS)
    return names[: names.index(season)] or names[1:2]
