"""How far a single year lies from its forced mean, globally and locally.

Globally it is how far HadCRUT5 lies from attributed warming within 20 years of the year, which
holds the errors of early records. Locally it is the pattern times that, and what 41 CMIP5 models
leave of a place's years when the global mean of each is known (Lynch et al. 2017).
"""

from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from statistics import NormalDist

import numpy as np

from simulrag.simulators.climate.periods import FIRST_RECORDED
from simulrag.simulators.climate.scenarios import Floats
from simulrag.simulators.climate.spatial import Field

FILE = "variability.npz"
#: Side of the cells of the local field, degrees, and the step in which it is stored, °C.
CELL, STEP = 2.5, 0.01


@cache
def _stored() -> tuple[Floats, Field]:
    data = (files(__package__ or "") / "data" / FILE).read_bytes()
    with np.load(BytesIO(data)) as stored:
        years, local = stored["years"].astype(np.float64), stored["local"] * STEP
    latitudes, longitudes = (np.arange(-end + CELL / 2, end, CELL) for end in (90.0, 180.0))
    return years, Field(local, latitudes, longitudes)


def of_world(year: int) -> float:
    """Return the standard deviation of the global mean of a year, °C; nearest year that ships."""
    years = _stored()[0]
    return float(years[min(max(year - FIRST_RECORDED, 0), len(years) - 1)])


def beside_world(latitude: float, longitude: float) -> float:
    """Return the standard deviation of a place's year whose global mean is known, °C."""
    return float(_stored()[1].at(latitude, longitude))


@lru_cache(maxsize=256)
def scores(seed: int, count: int, *of: int) -> Floats:
    """Return standard normal scores, each quantile once, in an order of a year and a cell's own."""
    made = [NormalDist().inv_cdf((i + 0.5) / count) for i in range(count)]
    return np.random.default_rng([seed, *(one + 10_000 for one in of)]).permutation(made)
