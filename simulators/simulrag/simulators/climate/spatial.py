"""Fields on the globe: local climatology, and local warming per degree of global warming.

Pattern scaling (Santer et al. 1990; Tebaldi and Arblaster 2014, doi 10.1007/s10584-013-1032-9;
Lynch et al. 2017, doi 10.5194/essd-9-281-2017): the local change is a fixed pattern, of area
mean 1, times the global change. Rows run from south to north, columns from 180 W to 180 E,
values lie at the centres of 1 degree cells.
"""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import Any

import numpy as np

from simulrag.simulators.climate.scenarios import Floats

LATITUDES = np.arange(-89.5, 90.0)
LONGITUDES = np.arange(-179.5, 180.0)
#: Years whose mean the climatology stands for.
REFERENCE = (1960, 1999)
FILE = "spatial.npz"
#: Steps in which the fields are stored.
STEPS = {
    "climatology": 0.01,
    "lapse": 0.00002,
    "climatology_spread": 0.01,
    "pattern": 0.001,
    "pattern_spread": 0.001,
}


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


def area_mean(field: Floats, latitudes: Floats = LATITUDES) -> float:
    """Return the mean over the globe of a (latitude, longitude) field."""
    weights = np.cos(np.radians(latitudes))
    return float(np.sum(field.mean(axis=1) * weights) / np.sum(weights))


@dataclass(frozen=True)
class Local:
    """What the fields say of one point: values and standard deviations between models."""

    #: Mean temperature of `REFERENCE`, reduced to sea level, °C.
    climatology: Any
    climatology_spread: Any
    #: Fall of temperature with height, K per metre.
    lapse: Any
    #: Local warming per degree of global warming.
    pattern: Any
    pattern_spread: Any


class Fields:
    """The stored fields."""

    def __init__(self, values: dict[str, Floats]) -> None:
        self._fields = {n: Field(v, LATITUDES, LONGITUDES) for n, v in values.items()}

    def at(self, latitude: float, longitude: float) -> Local:
        """Return the fields at a point; latitude -90 to 90, longitude in either convention."""
        return Local(
            **{name: float(field.at(latitude, longitude)) for name, field in self._fields.items()}
        )

    def at_all(self, latitudes: Floats, longitudes: Floats) -> Local:
        """Return the fields at many points: arrays in the place of numbers."""
        return Local(**{n: field.at(latitudes, longitudes) for n, field in self._fields.items()})


@cache
def fields() -> Fields:
    """Load the shipped fields."""
    data = (files(__package__ or "") / "data" / FILE).read_bytes()
    with np.load(BytesIO(data)) as stored:
        return Fields({name: stored[name] * step for name, step in STEPS.items()})
