"""Parts of the year: seasons and months, and the fields that differ between them.

Fields are kept at 2 degrees for the whole year, four seasons and twelve months: by how much the
part is warmer than the year, how fast it warms, how much precipitation falls and how that changes
with global warming. Means of a part over the years are those of models and observations; see
`train_seasons`.
"""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from io import BytesIO

import numpy as np

from simulrag.simulators.climate.scenarios import Floats
from simulrag.simulators.climate.season_parameter import MONTHS, NAMED, SEASONS, YEAR
from simulrag.simulators.climate.spatial import Field
from simulrag.simulators.errors import BadValue

FILE = "seasons.npz"
#: All parts, in the order in which fields are stored; the year itself comes first.
PARTS = (YEAR, *SEASONS, *MONTHS)
#: Months of each season, as indices of `MONTHS`.
MONTHS_OF = {"DJF": (11, 0, 1), "MAM": (2, 3, 4), "JJA": (5, 6, 7), "SON": (8, 9, 10)}
DAYS = np.array([31, 28.25, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])
#: Degrees between cells of the stored fields.
STEP = 2.0
LATITUDES = np.arange(-90 + STEP / 2, 90, STEP)
LONGITUDES = np.arange(-180 + STEP / 2, 180, STEP)
#: Steps in which the fields are stored.
STEPS = {
    "departure": 0.02,
    "departure_spread": 0.02,
    "pattern_departure": 0.005,
    "pattern_spread": 0.005,
    "log_precipitation": 0.01,
    "log_precipitation_spread": 0.01,
    "response": 0.002,
    "response_spread": 0.002,
    "variability": 0.01,
    "rain_variability": 0.005,
}


@dataclass(frozen=True)
class Part:
    """What the fields say of a part of the year at one point, and spreads between models."""

    #: Temperature of the part less that of the year, K.
    departure: float
    departure_spread: float
    #: Local warming per degree of global warming, less that of the year.
    pattern_departure: float
    pattern_spread: float
    #: Natural logarithm of precipitation in mm a day.
    log_precipitation: float
    log_precipitation_spread: float
    #: Change of precipitation per degree of global warming, as a share of it.
    response: float
    response_spread: float
    #: Standard deviation of single years whose global mean is known: K, and share of precipitation.
    variability: float
    rain_variability: float


def code(season: str, south: float, north: float) -> str:
    """Return the part that a season means in latitudes from `south` to `north`, degrees.

    "winter" and its like are those of the hemisphere; BadValue where latitudes are in both.
    """
    if season not in NAMED:
        return season
    if south < 0.0 < north:
        raise BadValue(
            f"season {season!r} means other months north and south of the equator, and the place "
            "lies on both sides; give DJF, MAM, JJA, SON or a month",
            parameter="season",
            given=season,
        )
    return NAMED[season][north <= 0.0]


def length(part: str) -> float:
    """Return the days of a part of the year."""
    if part in MONTHS_OF:
        return float(DAYS[list(MONTHS_OF[part])].sum())
    return float(DAYS.sum() if part == YEAR else DAYS[MONTHS.index(part)])


def at(part: str, latitude: float, longitude: float) -> Part:
    """Return the fields of a part of the year at a point, degrees."""
    return Part(**{name: float(field(name, part).at(latitude, longitude)) for name in STEPS})


@cache
def field(name: str, part: str) -> Field:
    """Return a field of a part of the year; a name of `STEPS`."""
    return Field(_stored()[name][PARTS.index(part)] * STEPS[name], LATITUDES, LONGITUDES)


@cache
def _stored() -> dict[str, Floats]:
    data = (files(__package__ or "") / "data" / FILE).read_bytes()
    with np.load(BytesIO(data)) as stored:
        return {name: stored[name] for name in STEPS}
