"""Single years: the record of the global mean, and how far years lie from what is forced.

The record is HadCRUT5 by year from 1850 on (Morice et al. 2021). Records of other services differ
from it: WMO states their mean of 2023 and 2024 above 1850-1900 with ±0.12 and ±0.13 °C (95 %). Most
of that is the level of 1850-1900, which years share.

Globally a year's deviation is how far HadCRUT5 lies from attributed warming within 20 years of it,
which holds the errors of early records. Locally it is the pattern times that, and what 41 CMIP5
models leave of a place's years when the global mean of each is known (Lynch et al. 2017).

Years are correlated as fractional Gaussian noise, whose spectrum is a power law: the mean of n of
them varies n^(H - 1) times as much as one. The global exponent is fitted to the same deviations,
and that of regions is taken to be the same, as means over areas persist more than places do
(Fredriksen and Rypdal 2016, J. Climate 29:1253); at a place the spectrum is half as steep (Rypdal
et al. 2015, J. Climate 28:8379).
"""

from functools import cache, lru_cache
from statistics import NormalDist

import numpy as np

from simulrag.simulators.climate.globe import Field, Floats, regular, stored
from simulrag.simulators.climate.record_source import FIRST_RECORDED, LAST_RECORDED, RECORD

VARIABILITY_FILE = "variability.npz"
#: Side of the cells of the local field, degrees, and the step in which it is stored, °C.
VARIABILITY_CELL, VARIABILITY_STEP = 2.5, 0.01
#: Standard deviations, °C, of a year in other records, and of what all years up to 1900 share.
OF_A_YEAR, OF_EARLY_YEARS = 0.025, 0.06
LAST_EARLY = 1900
RECORD_SOURCE = "HadCRUT5 (Morice et al. 2021), global mean surface temperature"


@cache
def _stored() -> tuple[Floats, Field, float]:
    held = stored(VARIABILITY_FILE)
    local = regular(VARIABILITY_CELL).field(held["local"] * VARIABILITY_STEP)
    return held["years"].astype(np.float64), local, float(held["exponent"])


def of_world(year: int) -> float:
    """Return the standard deviation of the global mean of a year, °C; nearest year that ships."""
    years = _stored()[0]
    return float(years[min(max(year - FIRST_RECORDED, 0), len(years) - 1)])


def beside_world(latitude: float, longitude: float) -> float:
    """Return the standard deviation of a place's year whose global mean is known, °C."""
    return float(_stored()[1].at(latitude, longitude))


def hurst_exponents() -> tuple[float, float]:
    """Return the Hurst exponents of the world and regions, and of places."""
    world = _stored()[2]
    return world, 0.25 + world / 2.0


def correlations(exponent: float, years: int) -> Floats:
    """Return those of fractional Gaussian noise, (years, years), by its Hurst exponent."""
    apart = np.arange(years, dtype=np.float64)
    near = np.abs(apart[:, None] - apart[None, :])
    powers = [np.abs(near + step) ** (2.0 * exponent) for step in (-1.0, 0.0, 1.0)]
    return np.asarray((powers[0] - 2.0 * powers[1] + powers[2]) / 2.0, dtype=np.float64)


@cache
def normal(count: int) -> Floats:
    """Return standard normal scores, each quantile once, in rising order."""
    return np.array([NormalDist().inv_cdf((i + 0.5) / count) for i in range(count)])


@cache
def _root(exponent: float) -> Floats:
    together = correlations(exponent, LAST_RECORDED + 1 - FIRST_RECORDED)
    return np.linalg.cholesky(together).astype(np.float64)


@lru_cache(maxsize=128)
def _all_drawn(seed: int, count: int, exponent: float, of: tuple[int, ...]) -> Floats:
    """Return all recorded years in standard deviations, each year's quantiles once: (years, count).

    They depend on the seed and on what they are `of` alone: on nothing, the world's.
    """
    root = _root(exponent)
    generator = np.random.default_rng([seed, *(one + 10_000 for one in of)])
    made = root @ generator.standard_normal((len(root), count))
    return normal(count)[made.argsort(axis=1).argsort(axis=1)]


def of_world_drawn(years: range, seed: int, count: int) -> Floats:
    """Return how far the global mean of recorded years was off, °C, by member: (years, count)."""
    own = np.array([of_world(year) for year in years])
    return own[:, None] * _of(_all_drawn(seed, count, hurst_exponents()[0], ()), years)


def of_place_drawn(years: range, seed: int, count: int, *of: int, area: bool = False) -> Floats:
    """Return recorded years of a place beside the global mean, in standard deviations.

    Shape (years, count); of: whole numbers that tell a cell and its parts of the year apart; area:
    whether they are means over a region.
    """
    return _of(_all_drawn(seed, count, hurst_exponents()[0 if area else 1], of), years)


def _of(recorded: Floats, years: range) -> Floats:
    """Return some years of an array whose first axis is the years on record."""
    return recorded[years[0] - FIRST_RECORDED : years[-1] + 1 - FIRST_RECORDED]


@cache
def anomalies() -> Floats:
    """Return the yearly anomalies in use, from 1850 on, °C; their own base cancels."""
    return np.array(list(RECORD.numbers().values()))


def recorded_warming(years: range, baseline: range = range(1850, 1901)) -> Floats:
    """Return the warming of recorded years over the mean of others, °C: (years,)."""
    return _of(anomalies(), years) - _of(anomalies(), baseline).mean()


def other_records(years: range, seed: int, count: int) -> Floats:
    """Return draws of what another record may say of years less this one, °C: (years, count)."""
    early = OF_EARLY_YEARS * _record_scores(seed, count, LAST_EARLY)
    drawn = np.stack([OF_A_YEAR * _record_scores(seed, count, year) for year in years])
    return drawn + np.where(np.array(years) <= LAST_EARLY, 1.0, 0.0)[:, None] * early


def _record_scores(seed: int, count: int, year: int) -> Floats:
    own = np.random.default_rng([seed, year + 10_000, LAST_RECORDED + 10_000])
    return own.permutation(normal(count))


def trend(yearly: Floats) -> Floats:
    """Return the least-squares slope of (years, ...), per decade."""
    since = np.arange(len(yearly)) - 0.5 * (len(yearly) - 1)
    return np.asarray(10.0 * np.tensordot(since, yearly, axes=1) / (since**2).sum())


def is_recorded(year: int) -> bool:
    """Tell whether a year is on record."""
    return FIRST_RECORDED <= year <= LAST_RECORDED
