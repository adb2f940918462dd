"""How far years that have been lie from their forced means, globally and locally.

Globally it is how far HadCRUT5 lies from attributed warming within 20 years of the year, which
holds the errors of early records. Locally it is the pattern times that, and what 41 CMIP5 models
leave of a place's years when the global mean of each is known (Lynch et al. 2017).

Years are correlated as fractional Gaussian noise, whose spectrum is a power law: the mean of n of
them varies n^(H - 1) times as much as one. The global exponent is fitted to the same deviations,
and that of regions is taken to be the same, as means over areas persist more than places do
(Fredriksen and Rypdal 2016, J. Climate 29:1253); at a place the spectrum is half as steep (Rypdal
et al. 2015, J. Climate 28:8379).
"""

from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from statistics import NormalDist

import numpy as np

from simulrag.simulators.climate.periods import FIRST_RECORDED, LAST_RECORDED
from simulrag.simulators.climate.scenarios import Floats
from simulrag.simulators.climate.spatial import Field

FILE = "variability.npz"
#: Side of the cells of the local field, degrees, and the step in which it is stored, °C.
CELL, STEP = 2.5, 0.01


@cache
def _stored() -> tuple[Floats, Field, float]:
    data = (files(__package__ or "") / "data" / FILE).read_bytes()
    with np.load(BytesIO(data)) as stored:
        years, local = stored["years"].astype(np.float64), stored["local"] * STEP
        exponent = float(stored["exponent"])
    latitudes, longitudes = (np.arange(-end + CELL / 2, end, CELL) for end in (90.0, 180.0))
    return years, Field(local, latitudes, longitudes), exponent


def of_world(year: int) -> float:
    """Return the standard deviation of the global mean of a year, °C; nearest year that ships."""
    years = _stored()[0]
    return float(years[min(max(year - FIRST_RECORDED, 0), len(years) - 1)])


def beside_world(latitude: float, longitude: float) -> float:
    """Return the standard deviation of a place's year whose global mean is known, °C."""
    return float(_stored()[1].at(latitude, longitude))


def exponents() -> tuple[float, float]:
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
def _drawn(seed: int, count: int, exponent: float, of: tuple[int, ...]) -> Floats:
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
    return own[:, None] * _of(_drawn(seed, count, exponents()[0], ()), years)


def drawn(years: range, seed: int, count: int, *of: int, area: bool = False) -> Floats:
    """Return recorded years of a place beside the global mean, in standard deviations.

    Shape (years, count); of: whole numbers that tell a cell and its parts of the year apart; area:
    whether they are means over a region.
    """
    return _of(_drawn(seed, count, exponents()[0 if area else 1], of), years)


def _of(drawn: Floats, years: range) -> Floats:
    return drawn[years[0] - FIRST_RECORDED : years[-1] + 1 - FIRST_RECORDED]
