"""Which share of the world's SO2 and BC emissions comes from given cells.

No gridded inventory ships; the share of the inhabitants of listed places (GeoNames) in a
1 degree cell stands for it. It is meant to tell a whole continent from one city, not more.
"""

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from io import BytesIO

import numpy as np

from simulrag.simulators.climate.scenarios import Floats
from simulrag.simulators.climate.spatial import wrap_longitude

#: Cells of 1 degree, rows from south to north, columns from 180 W to 180 E.
CELLS = (180, 360)
FILE = "population.npz"


def cell(latitude: float, longitude: float) -> tuple[int, int]:
    """Return row and column of the cell that holds a point."""
    column = int(wrap_longitude(longitude) + 180.0)
    return min(int(latitude + 90.0), CELLS[0] - 1), min(column, CELLS[1] - 1)


@cache
def shares() -> Floats:
    """Return the share of every cell; the sum is 1."""
    data = (files(__package__ or "") / "data" / FILE).read_bytes()
    with np.load(BytesIO(data)) as stored:
        people = stored["thousands"].astype(np.float64)
    return people / people.sum()


def share(points: Iterable[tuple[float, float]]) -> float:
    """Return the share, 0 to 1, of (longitude, latitude) points; a cell counts once."""
    cells = {cell(latitude, longitude) for longitude, latitude in points}
    return float(sum(shares()[at] for at in sorted(cells)))
