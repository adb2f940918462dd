"""Land or sea at 0.1 degree, from NOAA's GLOBE elevation model by way of global-land-mask."""

from functools import cache
from importlib.resources import files
from io import BytesIO

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.climate.spatial import wrap_longitude

#: Cells per degree; rows run from south to north, columns from 180 W to 180 E.
PER_DEGREE = 10
ROWS, COLUMNS = 180 * PER_DEGREE, 360 * PER_DEGREE
FILE = "land.npz"


@cache
def mask() -> NDArray[np.uint8]:
    """Return the bits of the mask: (rows, columns / 8)."""
    data = (files(__package__ or "") / "data" / FILE).read_bytes()
    with np.load(BytesIO(data)) as stored:
        return stored["land"]


def is_land(latitude: float, longitude: float) -> bool:
    """Tell whether most of the 0.1 degree cell at a point is land; inland water is land."""
    row = min(int((latitude + 90.0) * PER_DEGREE), ROWS - 1)
    column = min(int((wrap_longitude(longitude) + 180.0) * PER_DEGREE), COLUMNS - 1)
    return bool(mask()[row, column // 8] >> (7 - column % 8) & 1)
