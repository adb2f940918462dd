"""Stored fields of climate: of the year, its seasons and months, at points and over regions.

Pattern scaling (Santer et al. 1990; Tebaldi and Arblaster 2014, doi 10.1007/s10584-013-1032-9;
Lynch et al. 2017, doi 10.5194/essd-9-281-2017): the local change is a fixed pattern, of area mean
1, times the global change. Fields of the year lie at the centres of 1 degree cells; a season's or a
month's temperature and pattern are the year's with a departure, in cells of 2 degrees. Means over a
region are taken in training, of each model by itself, so that spreads are those of the mean and not
of a point in it; see `train_regions` for what each region is.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cache
from typing import Any

import numpy as np

from simulrag.simulators.climate.gazetteer import key
from simulrag.simulators.climate.globe import GRID, Field, regular, stored
from simulrag.simulators.climate.parameters import ANNUAL, MONTHS, NAMED, SEASONS
from simulrag.simulators.errors import BadValue

#: Years whose mean the climatology stands for.
REFERENCE = (1960, 1999)
SPATIAL_FILE = "spatial.npz"
#: Steps in which the fields are stored.
SPATIAL_STEPS = {
    "climatology": 0.01,
    "lapse": 0.00002,
    "climatology_spread": 0.01,
    "pattern": 0.001,
    "pattern_spread": 0.001,
}
SEASONS_FILE = "seasons.npz"
#: All parts of the year, in the order in which fields are stored; the year itself comes first.
PARTS = (ANNUAL, *SEASONS, *MONTHS)
#: Months of each season, as indices of `MONTHS`.
MONTHS_OF = {"DJF": (11, 0, 1), "MAM": (2, 3, 4), "JJA": (5, 6, 7), "SON": (8, 9, 10)}
DAYS = np.array([31, 28.25, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])
#: Degrees between cells of the fields of seasons, and these cells.
SEASONS_STEP = 2.0
SEASONS_GRID = regular(SEASONS_STEP)
#: Steps in which the fields are stored.
SEASONS_STEPS = {
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
REGIONS_FILE = "regions.npz"
#: Fields of `Local` that are kept of regions beside those of `Rain`: (regions, parts of the year).
_LOCAL = ("climatology", "climatology_spread", "pattern", "pattern_spread")
#: Arrays of a file, read once.
_stored = cache(stored)


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


def yearly(latitude: Any, longitude: Any) -> Local:
    """Return the fields of the year at points in degrees, longitudes in either convention.

    Arrays broadcast, and give arrays in the place of numbers.
    """
    return Local(**{name: field.at(latitude, longitude) for name, field in _yearly().items()})


@cache
def _yearly() -> dict[str, Field]:
    held = stored(SPATIAL_FILE)
    return {name: GRID.field(held[name] * step) for name, step in SPATIAL_STEPS.items()}


@dataclass(frozen=True)
class Rain:
    """Precipitation of a part of the year at one point, spreads between models, and variability."""

    #: Natural logarithm of precipitation in mm a day.
    log_precipitation: float
    log_precipitation_spread: float
    #: Change of precipitation per degree of global warming, as a share of it.
    response: float
    response_spread: float
    #: Standard deviation of single years whose global mean is known: temperature's in K, and
    #: precipitation's as a share of it.
    variability: float
    rain_variability: float


_RAIN = tuple(one.name for one in fields(Rain))


def season_code(season: str, south: float, north: float) -> str:
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


def days_of(part: str) -> float:
    """Return the days of a part of the year."""
    if part in MONTHS_OF:
        return float(DAYS[list(MONTHS_OF[part])].sum())
    return float(DAYS.sum() if part == ANNUAL else DAYS[MONTHS.index(part)])


def seasonal(part: str, latitude: float, longitude: float) -> Local:
    """Return the fields of a part of the year at a point, degrees."""
    year = yearly(latitude, longitude)
    if part == ANNUAL:
        return year
    away, doubt, faster, spread = _at(
        ("departure", "departure_spread", "pattern_departure", "pattern_spread"),
        part, latitude, longitude,
    )  # fmt: skip
    return Local(
        climatology=year.climatology + away,
        climatology_spread=float(np.hypot(year.climatology_spread, doubt)),
        lapse=year.lapse,
        pattern=year.pattern + faster,
        pattern_spread=spread,
    )


def rain(part: str, latitude: float, longitude: float) -> Rain:
    """Return precipitation of a part of the year at a point, degrees."""
    return Rain(*_at(_RAIN, part, latitude, longitude))


def _at(names: Sequence[str], part: str, latitude: float, longitude: float) -> list[float]:
    return [float(seasonal_field(name, part).at(latitude, longitude)) for name in names]


@cache
def seasonal_field(name: str, part: str) -> Field:
    """Return a field of a part of the year; a name of `SEASONS_STEPS`."""
    return SEASONS_GRID.field(_stored(SEASONS_FILE)[name][PARTS.index(part)] * SEASONS_STEPS[name])


@dataclass(frozen=True)
class Region:
    """One region; latitudes and longitudes in degrees."""

    number: int
    title: str
    #: What it is made of, for the resolution of a run.
    meaning: str
    latitude: float
    longitude: float
    south: float
    north: float
    #: Points spread over its area, (latitude, longitude).
    points: tuple[tuple[float, float], ...]

    def local(self, part: str = ANNUAL) -> Local:
        """Return climatology and pattern of a part of the year, means over the area."""
        return Local(lapse=0.0, **self._means(_LOCAL, part))

    def rain(self, part: str = ANNUAL) -> Rain:
        """Return precipitation of a part of the year, means over the area."""
        return Rain(**self._means(_RAIN, part))

    def _means(self, names: Sequence[str], part: str) -> dict[str, float]:
        at = self.number, PARTS.index(part)
        return {name: float(_stored(REGIONS_FILE)[name][at]) for name in names}


def find_region(name: str) -> Region | None:
    """Return the region of a name, with or without "the"; None where there is none."""
    return _regions().get(key(name).removeprefix("the "))


def region_names() -> tuple[str, ...]:
    """Return the keys of all names of regions."""
    return tuple(_regions())


@cache
def _regions() -> dict[str, Region]:
    held = _stored(REGIONS_FILE)
    found: dict[str, Region] = {}
    for number, line in enumerate(held["names"].tolist()):
        title, *others = line.split("|")
        region = Region(
            number,
            title,
            str(held["meanings"][number]),
            *(float(one) for one in held["extent"][number]),
            points=tuple((float(a), float(b)) for a, b in held["points"][number]),
        )
        found.update({key(one): region for one in (title, *others)})
    return found
