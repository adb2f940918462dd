"""Land or sea, and how high it lies.

Land at 0.1 degree is from NOAA's GLOBE elevation model by way of global-land-mask, the elevation at
a quarter of a degree from the altitude map of pvlib. Rows run from south to north, columns from
180 W to 180 E.
"""

from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.climate.spatial import Field, wrap_longitude

LAND_FILE, ELEVATION_FILE = "land.npz", "elevation.npz"
#: Cells per degree of the land mask, and its shape.
LAND_PER_DEGREE = 10
ROWS, COLUMNS = 180 * LAND_PER_DEGREE, 360 * LAND_PER_DEGREE
#: Cells per degree of the elevation, and metres per stored unit.
PER_DEGREE = 4
STEP = 25.0
#: Fall of temperature with height in the standard atmosphere, K per metre (ISO 2533).
LAPSE_RATE = 0.0065


def _stored(file: str) -> dict[str, Any]:
    with np.load(BytesIO((files(__package__ or "") / "data" / file).read_bytes())) as stored:
        return dict(stored)


@cache
def land_mask() -> NDArray[np.uint8]:
    """Return the bits of the mask: (rows, columns / 8)."""
    return _stored(LAND_FILE)["land"]


def is_land(latitude: float, longitude: float) -> bool:
    """Tell whether most of the 0.1 degree cell at a point is land; inland water is land."""
    row = min(int((latitude + 90.0) * LAND_PER_DEGREE), ROWS - 1)
    column = min(int((wrap_longitude(longitude) + 180.0) * LAND_PER_DEGREE), COLUMNS - 1)
    return bool(land_mask()[row, column // 8] >> (7 - column % 8) & 1)


def centres(per_degree: int, extent: int) -> np.ndarray:
    """Return the centres of cells from -extent to extent degrees."""
    return (np.arange(2 * extent * per_degree) + 0.5) / per_degree - extent


@cache
def _elevation() -> Field:
    metres = _stored(ELEVATION_FILE)["elevation"].astype(np.float64) * STEP
    return Field(metres, centres(PER_DEGREE, 90), centres(PER_DEGREE, 180))


def mean_elevation(latitude: Any, longitude: Any) -> Any:
    """Return the mean elevation around points in metres, 0 at sea; arrays broadcast."""
    return _elevation().at(latitude, longitude)
