"""Where aerosols are emitted, and how much stronger than on the global mean they act near there.

No gridded inventory ships; the share of the inhabitants of listed places (GeoNames) in a 1 degree
cell stands for its share of the world's SO2 and BC emissions. It is meant to tell a whole continent
from one city, not more.

Part of the response to aerosol forcing follows the pattern of all warming, the rest stays near
the forcing: within some 30 degrees of latitude and 12,000 km along a parallel (Shindell et al.
2010, doi 10.1029/2010JD014108). The kernel is Gaussian with these extents as two standard
deviations from end to end, its area mean is 1, and the share that stays near is taken as half,
which puts twice to three times the mean response on emitting midlatitudes, as in the regional
temperature potentials of Shindell and Faluvegi 2009 (doi 10.1038/ngeo473). No aerosol-only
fields of models were at hand to fit or to test it; its uncertainty is large.
"""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.climate.globe import LATITUDES, Floats, cell, stored, wrap_longitude

POPULATION_FILE = "population.npz"
#: Share of the response that stays near, and standard deviations of the kernel in degrees.
NEAR = 0.5
ACROSS, ALONG = 15.0, 54.0


@cache
def emission_shares() -> Floats:
    """Return the share of every cell; the sum is 1."""
    people = stored(POPULATION_FILE)["thousands"].astype(np.float64)
    return people / people.sum()


def share(points: Iterable[tuple[float, float]]) -> float:
    """Return the share, 0 to 1, of (longitude, latitude) points; a cell counts once."""
    return float(sum(emission_shares()[at] for at in sorted(_held(points))))


def _held(points: Iterable[tuple[float, float]]) -> set[tuple[int, int]]:
    return {cell(latitude, longitude) for longitude, latitude in points}


@cache
def _along_mean() -> float:
    """Return the mean of the zonal Gaussian around a whole parallel."""
    return float(np.exp(-0.5 * ((np.arange(360) - 179.5) / ALONG) ** 2).mean())


def _across_mean(latitudes: Floats) -> Floats:
    """Return the area mean over the globe of the meridional Gaussians about latitudes."""
    weights = np.cos(np.radians(LATITUDES))
    bells = np.exp(-0.5 * ((LATITUDES - latitudes[:, None]) / ACROSS) ** 2)
    return np.asarray(bells @ weights / weights.sum(), dtype=np.float64)


@cache
def _world() -> tuple[Floats, Floats, Floats]:
    """Return latitudes, longitudes and shares of all emitting cells."""
    shares = emission_shares()
    rows, columns = np.nonzero(shares)
    return _centres(rows, 90.0), _centres(columns, 180.0), shares[rows, columns]


def _centres(index: NDArray[np.int64], extent: float) -> Floats:
    """Return the centres of 1 degree cells that are counted from minus `extent`."""
    return np.asarray(index + (0.5 - extent), dtype=np.float64)


def _cells(points: Sequence[tuple[float, float]]) -> tuple[Floats, Floats, Floats]:
    at = np.array(sorted(_held(points)), dtype=np.int64)
    shares = emission_shares()[at[:, 0], at[:, 1]]
    return _centres(at[:, 0], 90.0), _centres(at[:, 1], 180.0), shares


@lru_cache(maxsize=512)
def factor(latitude: float, longitude: float, points: tuple[tuple[float, float], ...]) -> float:
    """Return local over global-pattern response to emissions of these cells; all if none.

    Points are (longitude, latitude) in degrees. The area mean over the globe is 1; where no
    emissions are known of, nothing is added.
    """
    lats, lons, shares = _cells(points) if points else _world()
    total = shares.sum()
    if total == 0.0:
        return 1.0
    apart = wrap_longitude(lons - longitude)
    bells = np.exp(-0.5 * (((lats - latitude) / ACROSS) ** 2 + (apart / ALONG) ** 2))
    kernel = bells / (_across_mean(lats) * _along_mean())
    return float(1.0 - NEAR + NEAR * (shares @ kernel) / total)


def factors(latitudes: Floats, longitudes: Floats) -> Floats:
    """Return `factor` for all emissions at many points: (points,)."""
    shares = emission_shares()
    rows, columns = (np.arange(size, dtype=np.int64) for size in shares.shape)
    lats, lons = _centres(rows, 90.0), _centres(columns, 180.0)
    weighed = shares / (_across_mean(lats)[:, None] * _along_mean() * shares.sum())
    across = np.exp(-0.5 * ((lats - latitudes[:, None]) / ACROSS) ** 2)
    along = np.exp(-0.5 * (wrap_longitude(lons - longitudes[:, None]) / ALONG) ** 2)
    near = ((along @ weighed.T) * across).sum(axis=1)
    return np.asarray(1.0 - NEAR + NEAR * near, dtype=np.float64)
