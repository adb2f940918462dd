"""The record of the global mean: HadCRUT5 by year from 1850 on (Morice et al. 2021).

Records of other services differ from it: WMO states their mean of 2023 and 2024 above 1850-1900
with ±0.12 and ±0.13 °C (95 %). Most of that is the level of 1850-1900, which years share.
"""

from functools import cache

import numpy as np

from simulrag.simulators.climate.periods import FIRST_RECORDED, LAST_RECORDED
from simulrag.simulators.climate.record_source import RECORD
from simulrag.simulators.climate.scenarios import Floats
from simulrag.simulators.climate.variability import normal

#: Standard deviations, °C, of a year in other records, and of what all years up to 1900 share.
OF_A_YEAR, OF_EARLY_YEARS = 0.025, 0.06
LAST_EARLY = 1900
SOURCE = "HadCRUT5 (Morice et al. 2021), global mean surface temperature"


@cache
def anomalies() -> Floats:
    """Return the yearly anomalies in use, from 1850 on, °C; their own base cancels."""
    return np.array(list(RECORD.numbers().values()))


def warming(years: range, baseline: range = range(1850, 1901)) -> Floats:
    """Return the warming of recorded years over the mean of others, °C: (years,)."""
    return _of(years) - _of(baseline).mean()


def other_records(years: range, seed: int, count: int) -> Floats:
    """Return draws of what another record may say of years less this one, °C: (years, count)."""
    early = OF_EARLY_YEARS * _scores(seed, count, LAST_EARLY)
    drawn = np.stack([OF_A_YEAR * _scores(seed, count, year) for year in years])
    return drawn + np.where(np.array(years) <= LAST_EARLY, 1.0, 0.0)[:, None] * early


def _scores(seed: int, count: int, year: int) -> Floats:
    own = np.random.default_rng([seed, year + 10_000, LAST_RECORDED + 10_000])
    return own.permutation(normal(count))


def _of(years: range) -> Floats:
    return anomalies()[years[0] - FIRST_RECORDED : years[-1] + 1 - FIRST_RECORDED]


def trend(yearly: Floats) -> Floats:
    """Return the least-squares slope of (years, ...), per decade."""
    since = np.arange(len(yearly)) - 0.5 * (len(yearly) - 1)
    return np.asarray(10.0 * np.tensordot(since, yearly, axes=1) / (since**2).sum())


def is_recorded(year: int) -> bool:
    """Tell whether a year is on record."""
    return FIRST_RECORDED <= year <= LAST_RECORDED
