"""Annual means of places by NCEP/NCAR Reanalysis 1, 1981-2010 (Kalnay et al. 1996)."""

from functools import cache
from importlib.resources import files
from io import BytesIO

import numpy as np

from simulrag.simulators.climate.places import Place
from simulrag.simulators.climate.spatial import LATITUDES, LONGITUDES, Field
from simulrag.simulators.climate.terrain import LAPSE_RATE
from simulrag.simulators.interface import Quantity

FILE = "reanalysis.npz"
#: Step of the stored field, °C.
STEP = 0.05
#: Half-width of the 90 % interval of a place's mean, °C: 1.645 times the root mean square
#: difference to published means of 48 cities.
PLACE_ERROR = 2.1


@cache
def _field() -> Field:
    data = (files(__package__ or "") / "data" / FILE).read_bytes()
    with np.load(BytesIO(data)) as stored:
        rows = stored["differences"].astype(np.int64).cumsum(axis=1)
    return Field(rows * STEP, LATITUDES, LONGITUDES)


def temperature(place: Place) -> Quantity:
    """Return the mean of 1981-2010 by reanalysis, brought to the elevation of the place, °C."""
    at_sea_level = float(_field().at(place.latitude, place.longitude))
    value = at_sea_level - LAPSE_RATE * place.elevation
    return Quantity(
        value=value, unit="degC", low=value - PLACE_ERROR, high=value + PLACE_ERROR, level=0.9
    )
