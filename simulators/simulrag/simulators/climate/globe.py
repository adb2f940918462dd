"""The globe: grids, fields on them, what ships of both, land or sea, and how high it lies.

Rows run from south to north, columns from 180 W to 180 E. Land at 0.1 degree is from NOAA's GLOBE
elevation model by way of global-land-mask, the elevation at a quarter of a degree from the altitude
map of pvlib.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
#: Folder of the files that ship.
SHIPPED = Path(__file__).parent / "data"
#: Rows and columns of 1 degree cells.
CELLS = (180, 360)
LAND_FILE, ELEVATION_FILE = "land.npz", "elevation.npz"
#: Cells per degree of the land mask, and its shape.
LAND_PER_DEGREE = 10
ROWS, COLUMNS = 180 * LAND_PER_DEGREE, 360 * LAND_PER_DEGREE
#: Cells per degree of the elevation, and metres per stored unit.
PER_DEGREE = 4
ELEVATION_STEP = 25.0
#: Fall of temperature with height in the standard atmosphere, K per metre (ISO 2533).
LAPSE_RATE = 0.0065


def stored(file: str) -> dict[str, Any]:
    """Return the arrays of a file that ships, by their names."""
    with np.load(SHIPPED / file) as arrays:
        return dict(arrays)


def wrap_longitude(longitude: Any) -> Any:
    """Return longitudes in [-180, 180): the one convention used everywhere in this package."""
    return (longitude + 180.0) % 360.0 - 180.0


class Field:
    """A (latitude, longitude) field on a regular grid, ready for bilinear interpolation.

    Grid latitudes may run either way and longitudes in either convention. Columns join across
    the date line; beyond the last row the field runs to that row's mean, which is the value of
    the pole, so that a pole has one value.
    """

    def __init__(self, field: Floats, latitudes: Floats, longitudes: Floats) -> None:
        rows = np.argsort(latitudes)
        columns = np.argsort(wrap_longitude(longitudes))
        lats, lons = latitudes[rows], wrap_longitude(longitudes)[columns]
        whole = field[rows][:, columns]
        if lats[0] > -90.0:
            whole = np.concatenate([np.full((1, len(lons)), whole[0].mean()), whole])
            lats = np.concatenate([[-90.0], lats])
        if lats[-1] < 90.0:
            whole = np.concatenate([whole, np.full((1, len(lons)), whole[-1].mean())])
            lats = np.concatenate([lats, [90.0]])
        self._field = np.concatenate([whole[:, -1:], whole, whole[:, :1]], axis=1)
        self._lats = lats
        self._lons = np.concatenate([[lons[-1] - 360.0], lons, [lons[0] + 360.0]])

    def at(self, latitude: Any, longitude: Any) -> Any:
        """Return values at points in degrees; arrays broadcast."""
        field, lats, lons = self._field, self._lats, self._lons
        lat, lon = np.asarray(latitude), np.asarray(wrap_longitude(longitude))
        row = np.minimum(lats.searchsorted(lat, side="right") - 1, len(lats) - 2)
        column = np.minimum(lons.searchsorted(lon, side="right") - 1, len(lons) - 2)
        up = (lat - lats[row]) / (lats[row + 1] - lats[row])
        right = (lon - lons[column]) / (lons[column + 1] - lons[column])
        south = field[row, column] * (1 - right) + field[row, column + 1] * right
        north = field[row + 1, column] * (1 - right) + field[row + 1, column + 1] * right
        return south * (1 - up) + north * up

    def on(self, grid: "Grid") -> Floats:
        """Return values at the cells of a grid: (latitudes, longitudes)."""
        return self.at(grid.latitudes[:, None], grid.longitudes[None, :])


@dataclass(frozen=True)
class Grid:
    """Cell centres in degrees, with weights of sum 1 by area: (latitudes, longitudes)."""

    latitudes: Floats
    longitudes: Floats

    @property
    def weights(self) -> Floats:
        """Return the share of each cell in the area of the globe."""
        rows = np.cos(np.radians(self.latitudes))[:, None]
        whole = rows * np.ones(len(self.longitudes))
        return np.asarray(whole / whole.sum(), dtype=np.float64)

    def mean(self, field: Floats) -> Floats:
        """Return the area mean over the last two axes."""
        return np.asarray((field * self.weights).sum(axis=(-2, -1)), dtype=np.float64)

    def rms(self, field: Floats) -> float:
        """Return the area-weighted root mean square."""
        return float(np.sqrt((self.weights * field**2).sum()))

    def field(self, values: Floats) -> Field:
        """Return values at the cells as a field."""
        return Field(values, self.latitudes, self.longitudes)


def regular(step: float) -> Grid:
    """Return a regular grid of that spacing, from south to north and from 180 W on."""
    return Grid(np.arange(-90 + step / 2, 90, step), np.arange(-180 + step / 2, 180, step))


def fine_grid(per_degree: int) -> Grid:
    """Return the regular grid with so many cells per degree."""
    latitudes, longitudes = (
        (np.arange(2 * extent * per_degree) + 0.5) / per_degree - extent for extent in (90, 180)
    )
    return Grid(latitudes, longitudes)


#: Cells of 1 degree, and their centres.
GRID = regular(1.0)
LATITUDES, LONGITUDES = GRID.latitudes, GRID.longitudes


def area_mean(field: Floats) -> float:
    """Return the mean over the globe of a field on 1 degree cells."""
    weights = np.cos(np.radians(LATITUDES))
    return float(np.sum(field.mean(axis=1) * weights) / np.sum(weights))


def cell(latitude: float, longitude: float) -> tuple[int, int]:
    """Return row and column of the cell that holds a point."""
    column = int(wrap_longitude(longitude) + 180.0)
    return min(int(latitude + 90.0), CELLS[0] - 1), min(column, CELLS[1] - 1)


@cache
def land_mask() -> NDArray[np.uint8]:
    """Return the bits of the mask: (rows, columns / 8)."""
    return stored(LAND_FILE)["land"]


def is_land(latitude: float, longitude: float) -> bool:
    """Tell whether most of the 0.1 degree cell at a point is land; inland water is land."""
    row = min(int((latitude + 90.0) * LAND_PER_DEGREE), ROWS - 1)
    column = min(int((wrap_longitude(longitude) + 180.0) * LAND_PER_DEGREE), COLUMNS - 1)
    return bool(land_mask()[row, column // 8] >> (7 - column % 8) & 1)


@cache
def _elevation() -> Field:
    metres = stored(ELEVATION_FILE)["elevation"].astype(np.float64) * ELEVATION_STEP
    return fine_grid(PER_DEGREE).field(metres)


def mean_elevation(latitude: Any, longitude: Any) -> Any:
    """Return the mean elevation around points in metres, 0 at sea; arrays broadcast."""
    return _elevation().at(latitude, longitude)
