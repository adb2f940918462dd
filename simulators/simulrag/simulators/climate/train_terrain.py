"""Makes elevations and the land mask from maps in the PyPI packages pvlib and global-land-mask.

pvlib's altitude map has cells of 1/12 degree and steps of 28 m; Mapzen made it from SRTM,
GMTED2010, ETOPO1 and national models. Towns lie low in their surroundings: see `train_sites`.
global-land-mask is under the MIT licence, its data are of NOAA GLOBE.
"""

from functools import cache
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from simulrag.simulators.climate.scenarios import Floats
from simulrag.simulators.climate.spatial import LATITUDES, LONGITUDES, Field
from simulrag.simulators.climate.terrain import (
    COLUMNS,
    LAND_PER_DEGREE,
    PER_DEGREE,
    ROWS,
    STEP,
    centres,
)

#: Cells per degree of pvlib's map, its step and lowest value in metres, its mark for no value.
FINE, FINE_STEP, LOWEST, NOTHING = 12, 28.0, -450.0, 255
#: Standard deviation in degrees of the smoothing that makes the terrain as models see it. Chosen
#: on 110 cities with published means; 0.5 to 1.0 differ by little.
SMOOTHING = 0.75
#: Samples of the land mask per cell and direction.
SAMPLES = 3


@cache
def fine() -> Floats:
    """Return elevation in metres, 0 at sea: (2160, 4320), from south to north."""
    from netCDF4 import Dataset  # reads HDF5

    package = find_spec("pvlib")
    if package is None or not package.submodule_search_locations:
        raise ModuleNotFoundError("pvlib is not installed", name="pvlib")
    path = Path(package.submodule_search_locations[0]) / "data" / "Altitude.h5"
    with Dataset(path) as data:
        stored = np.asarray(data["Altitude"][:])[::-1]
    metres: Floats = np.maximum(stored * FINE_STEP + LOWEST, 0.0)
    metres[stored == NOTHING] = 0.0
    return metres


def smoothed() -> Floats:
    """Return the terrain as climate models see it on the 1 degree grid, metres."""
    cells = SMOOTHING * FINE
    reach = int(4 * cells)
    weights = np.exp(-0.5 * (np.arange(-reach, reach + 1) / cells) ** 2)
    weights /= weights.sum()
    east = np.pad(fine(), ((0, 0), (reach, reach)), mode="wrap")
    east = _blurred(east, weights, axis=1)
    north = np.pad(east, ((reach, reach), (0, 0)), mode="edge")
    whole = _blurred(north, weights, axis=0)
    field = Field(whole, centres(FINE, 90), centres(FINE, 180))
    return field.at(LATITUDES[:, None], LONGITUDES[None, :])


def _blurred(field: Floats, weights: Floats, axis: int) -> Floats:
    def blur(line: Floats) -> Floats:
        return np.convolve(line, weights, mode="valid")

    return np.apply_along_axis(blur, axis, field)


def write_elevation(path: Path) -> None:
    """Write the mean elevation of cells of a quarter of a degree."""
    side = FINE // PER_DEGREE
    rows, columns = 180 * PER_DEGREE, 360 * PER_DEGREE
    mean: Floats = fine().reshape(rows, side, columns, side).mean(axis=(1, 3))
    np.savez_compressed(path, elevation=np.round(mean / STEP).astype(np.uint8))


def write_land(path: Path) -> None:
    """Write a bit-packed mask (rows, columns / 8): 1 where most samples of a cell are land."""
    from global_land_mask import globe

    offsets = (np.arange(SAMPLES) + 0.5) / SAMPLES
    longitudes = ((np.arange(COLUMNS)[:, None] + offsets) / LAND_PER_DEGREE - 180.0).ravel()
    land = np.empty((ROWS, COLUMNS), dtype=bool)
    for row in range(ROWS):
        latitudes = (row + offsets) / LAND_PER_DEGREE - 90.0
        hits = globe.is_land(*np.meshgrid(latitudes, longitudes, indexing="ij"))
        land[row] = hits.reshape(SAMPLES, COLUMNS, SAMPLES).mean(axis=(0, 2)) > 0.5
    np.savez_compressed(path, land=np.packbits(land, axis=1))
