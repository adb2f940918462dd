"""Mean elevation of the land at a quarter of a degree, for places given by coordinates."""

from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import Any

import numpy as np

from simulrag.simulators.climate.spatial import Field

#: Cells per degree, and metres per stored unit.
PER_DEGREE = 4
STEP = 25.0
FILE = "elevation.npz"
#: Fall of temperature with height in the standard atmosphere, K per metre (ISO 2533).
LAPSE_RATE = 0.0065


def centres(per_degree: int, extent: int) -> np.ndarray:
    """Return the centres of cells from -extent to extent degrees."""
    return (np.arange(2 * extent * per_degree) + 0.5) / per_degree - extent


@cache
def _field() -> Field:
    data = (files(__package__ or "") / "data" / FILE).read_bytes()
    with np.load(BytesIO(data)) as stored:
        metres = stored["elevation"].astype(np.float64) * STEP
    return Field(metres, centres(PER_DEGREE, 90), centres(PER_DEGREE, 180))


def mean_elevation(latitude: Any, longitude: Any) -> Any:
    """Return the mean elevation around points in metres, 0 at sea; arrays broadcast."""
    return _field().at(latitude, longitude)
