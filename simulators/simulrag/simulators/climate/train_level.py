"""Makes the level of local temperature: what models, reanalysis and ships say of a place.

- The fine detail is HadGEM3-GC31-MM's, whose cells are the finest at hand, and of scales beyond
  `LARGE` the mean of NCEP/NCAR Reanalysis 1 and of the CMIP5 models, which its cells blur.
- The reanalysis' level is sigma 0.995, 40 m above the ground: where cold air is layered beneath
  (see `train_spatial.read_layered`) it is 1.3 K warmer than models, elsewhere 0.1, and not counted.
- Each is brought to sea level from the terrain of its own cells, with a fall of temperature with
  height that is HadGEM3's own around there: weak over cold plains, where air is layered.
- Near coasts it is drawn to air temperatures that ships measured (COADS), which no model of coarse
  cells gets right off coasts with cold currents; the more so, the less models agree there.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.climate import terrain
from simulrag.simulators.climate.scenarios import Floats
from simulrag.simulators.climate.spatial import LATITUDES, LONGITUDES, Field, wrap_longitude
from simulrag.simulators.climate.terrain import centres
from simulrag.simulators.climate.train_terrain import FINE, fine

#: Standard deviation in degrees of the smoothing that parts detail from large scales: what the
#: reanalysis' cells of 2.5 degrees resolve; 1 to 3 differ by little.
LARGE = 1.5
#: The fall with height is fitted within a Gaussian of this many degrees, as if terrain with this
#: standard deviation in metres had told of one beforehand.
AROUND, KNOWN = 3.0, 600.0
#: Standard error, K, of what ships say of a 2 degree cell: it has few of them, over other years.
SHIPS_ERROR = 1.0
#: Ships count within a Gaussian of `BESIDE` degrees; `FADING` km inland a third of it is left.
BESIDE, FADING, PRIOR = 0.75, 60.0, 0.1
#: Latitude in degrees beyond which ships pass in summer alone, in effect.
ICE = 66.0
RADIUS = 6371.0
#: Years of the ships' climatology.
SHIPS_PERIOD = (1946, 1989)


@dataclass(frozen=True)
class Source:
    """Mean temperature of one source, °C, on its own grid, from south to north and 180 W on."""

    field: Floats
    latitudes: Floats
    longitudes: Floats

    def on_grid(self, field: Floats) -> Floats:
        """Return one of its fields on the 1 degree grid."""
        held = Field(field, self.latitudes, self.longitudes)
        return held.at(LATITUDES[:, None], LONGITUDES[None, :])

    def reduced(self, lapse: Floats) -> Floats:
        """Return its temperature at sea level, by the terrain of its own cells; lapse in K/m."""
        return self.on_grid(self.field) + lapse * self.on_grid(self.terrain())

    def terrain(self) -> Floats:
        """Return the mean elevation of its cells in metres."""
        return cell_means(fine(), FINE, self.latitudes, self.longitudes)


def source(field: Floats, latitudes: Floats, longitudes: Floats) -> Source:
    """Return a source whose rows and columns come in any order."""
    rows, east = np.argsort(latitudes), wrap_longitude(longitudes)
    columns = np.argsort(east)
    return Source(field[rows][:, columns], latitudes[rows], east[columns])


def cell_means(values: Floats, per_degree: int, latitudes: Floats, longitudes: Floats) -> Floats:
    """Return the means of a fine global map over the cells of a grid, from south to north."""
    edges = np.concatenate([[-90.0], (latitudes[1:] + latitudes[:-1]) / 2, [90.0]])
    rows = _means(values, np.round((edges + 90.0) * per_degree).astype(np.int64))
    half = (longitudes[1] - longitudes[0]) / 2
    west = np.append(longitudes - half, longitudes[-1] + half)
    bounds = np.round((west + 540.0) * per_degree).astype(np.int64)
    return _means(np.tile(rows, 3).T, bounds).T


def _means(values: Floats, edges: NDArray[np.int64]) -> Floats:
    """Return means of rows between edges, of one row at least."""
    sums = np.concatenate([np.zeros((1, values.shape[1])), values.cumsum(axis=0)])
    first = np.minimum(edges[:-1], len(values) - 1)
    last = np.maximum(edges[1:], first + 1)
    return np.asarray((sums[last] - sums[first]) / (last - first)[:, None], dtype=np.float64)


def cell_deviations(values: Floats, side: int) -> Floats:
    """Return the standard deviations of a fine global map in squares of `side` of its cells."""
    rows, columns = values.shape
    cells = values.reshape(rows // side, side, columns // side, side)
    return np.asarray(cells.std(axis=(1, 3)), dtype=np.float64)


def blurred(field: Floats, latitudes: Floats, degrees: float) -> Floats:
    """Return a global field after a Gaussian of that standard deviation, by distance."""
    step = abs(float(latitudes[1] - latitudes[0]))
    made = _gaussian(field, degrees / step, axis=0, mode="nearest")
    width = degrees / (360.0 / field.shape[1])
    for row, latitude in enumerate(latitudes):
        wide = width / max(float(np.cos(np.radians(latitude))), 0.1)
        made[row] = _gaussian(made[row], min(wide, field.shape[1] / 4), axis=0, mode="wrap")
    return made


def _gaussian(field: Floats, cells: float, axis: int, mode: str) -> Floats:
    from scipy import ndimage

    smooth = cast("Callable[..., Floats]", ndimage.gaussian_filter1d)
    return smooth(field, cells, axis=axis, mode=mode)


def lapse(model: Source, land_share: Floats, known: Floats) -> Floats:
    """Return the fall of temperature with height around each place, K per m, on the 1 degree grid.

    Regression over the land cells around, beside latitude, of which `land_share` is told; `known`
    is the fall that is expected beforehand, on the 1 degree grid.
    """
    weight = (land_share > 0.5).astype(np.float64)
    whole = blurred(weight, model.latitudes, AROUND) + 1e-9
    terrain = model.terrain()
    north = np.repeat(model.latitudes[:, None], len(model.longitudes), axis=1)

    def mean(field: Floats) -> Floats:
        return blurred(weight * field, model.latitudes, AROUND) / whole

    def covariance(a: Floats, b: Floats) -> Floats:
        return mean(a * b) - mean(a) * mean(b)

    along = covariance(north, north) + 1e-6
    slope = covariance(north, terrain) / along
    rough = covariance(terrain, terrain) - slope * covariance(north, terrain)
    falls = covariance(terrain, model.field) - slope * covariance(north, model.field)
    expected = Field(known, LATITUDES, LONGITUDES).at(
        model.latitudes[:, None], model.longitudes[None, :]
    )
    return model.on_grid((expected * KNOWN**2 - falls) / (np.maximum(rough, 0.0) + KNOWN**2))


def blended(detail: Floats, large: Floats) -> Floats:
    """Return the detail of one field on the large scales of another."""
    return detail + blurred(large - detail, LATITUDES, LARGE)


@dataclass(frozen=True)
class Ships:
    """Mean air temperature at sea by ships, °C; `known` where all months of a cell have some."""

    temperature: Floats
    known: Floats
    latitudes: Floats
    longitudes: Floats

    def drawn(self, level: Floats, disagreement: Floats, distance: Floats) -> Floats:
        """Return by how much a level at the sea should be warmer: (180, 360), K.

        `disagreement` is the standard deviation between models in K, `distance` that to the sea in
        km, both on the 1 degree grid.
        """
        north, east = self.latitudes[:, None], self.longitudes[None, :]
        apart = Field(disagreement, LATITUDES, LONGITUDES).at(north, east) ** 2
        off = self.temperature - Field(level, LATITUDES, LONGITUDES).at(north, east)
        gained = np.where(self.known > 0, off * apart / (apart + SHIPS_ERROR**2), 0.0)
        near = blurred(self.known, self.latitudes, BESIDE) + PRIOR
        spread = blurred(gained, self.latitudes, BESIDE) / near
        made = Field(spread, self.latitudes, self.longitudes)
        return made.at(LATITUDES[:, None], LONGITUDES[None, :]) * np.exp(-distance / FADING)


def read_ships(folder: Path) -> Ships:
    """Read COADS' monthly climatology, as the Debian package ferret-datasets has it."""
    from netCDF4 import Dataset

    with Dataset(folder / "coads" / "coads_climatology.cdf") as data:
        air = np.ma.filled(np.ma.asarray(data["AIRT"][:]), np.nan).astype(np.float64)
        latitudes, longitudes = (np.asarray(data[n][:]) for n in ("COADSY", "COADSX"))
    air[np.abs(air) > 100.0] = np.nan
    known = np.isfinite(air).all(axis=0) & (np.abs(latitudes) <= ICE)[:, None]
    mean = source(np.where(known, air.mean(axis=0), 0.0), latitudes, longitudes)
    held = source(known.astype(np.float64), latitudes, longitudes)
    return Ships(mean.field, held.field, mean.latitudes, mean.longitudes)


def sea_distance() -> Floats:
    """Return how far the centres of 1 degree cells lie from the sea, km: (180, 360)."""
    from scipy.spatial import KDTree

    rows, columns = np.nonzero(_land() < 0.5)
    cells = terrain.LAND_PER_DEGREE
    sea = _cartesian(centres(cells, 90)[rows], centres(cells, 180)[columns])
    north, east = np.meshgrid(LATITUDES, LONGITUDES, indexing="ij")
    tree: Any = KDTree(sea)
    chord = tree.query(_cartesian(north.ravel(), east.ravel()))[0]
    return np.asarray(chord, dtype=np.float64).reshape(north.shape)


def land_share(latitudes: Floats, longitudes: Floats) -> Floats:
    """Return the share of land in the cells of a grid."""
    return cell_means(_land(), terrain.LAND_PER_DEGREE, latitudes, longitudes)


def _land() -> Floats:
    return np.unpackbits(terrain.land_mask(), axis=1)[:, : terrain.COLUMNS].astype(np.float64)


def distances(latitudes: Floats, longitudes: Floats) -> Floats:
    """Return the distances of points from each other along chords, km."""
    at = _cartesian(latitudes, longitudes)
    return np.asarray(np.linalg.norm(at[:, None] - at[None, :], axis=-1), dtype=np.float64)


def _cartesian(latitudes: Floats, longitudes: Floats) -> Floats:
    lat, lon = np.radians(latitudes), np.radians(longitudes)
    at = np.stack([np.cos(lat) * np.cos(lon), np.cos(lat) * np.sin(lon), np.sin(lat)], axis=-1)
    return RADIUS * at
