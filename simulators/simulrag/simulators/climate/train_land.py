"""Makes the land mask from the PyPI package global-land-mask (MIT; data NOAA GLOBE)."""

from pathlib import Path

import numpy as np

from simulrag.simulators.climate.land import COLUMNS, PER_DEGREE, ROWS

#: Samples per cell and direction.
SAMPLES = 3


def write_land(path: Path) -> None:
    """Write a bit-packed mask (rows, columns / 8): 1 where most samples of a cell are land."""
    from global_land_mask import globe

    offsets = (np.arange(SAMPLES) + 0.5) / SAMPLES
    longitudes = ((np.arange(COLUMNS)[:, None] + offsets) / PER_DEGREE - 180.0).ravel()
    land = np.empty((ROWS, COLUMNS), dtype=bool)
    for row in range(ROWS):
        latitudes = (row + offsets) / PER_DEGREE - 90.0
        hits = globe.is_land(*np.meshgrid(latitudes, longitudes, indexing="ij"))
        land[row] = hits.reshape(SAMPLES, COLUMNS, SAMPLES).mean(axis=(0, 2)) > 0.5
    np.savez_compressed(path, land=np.packbits(land, axis=1))
