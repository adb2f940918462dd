"""What the fields say of a place in the year or a part of it."""

from dataclasses import replace

import numpy as np

from simulrag.simulators.climate import seasons, spatial
from simulrag.simulators.climate.places import Place
from simulrag.simulators.climate.spatial import Local


def part_of(place: Place, season: object) -> str:
    """Return the part of the year (see `seasons.PARTS`) that an argument means at a place."""
    return seasons.code(str(season or seasons.YEAR), place.latitude, place.latitude)


def lead(part: str) -> str:
    """Return what stands before the year in a sentence about a part of it."""
    return "" if part == seasons.YEAR else f"{part} of "


def at(place: Place, part: str = seasons.YEAR) -> Local:
    """Return climatology and pattern of a part of the year at a place."""
    year = spatial.fields().at(place.latitude, place.longitude)
    if part == seasons.YEAR:
        return year
    own = seasons.at(part, place.latitude, place.longitude)
    return replace(
        year,
        climatology=year.climatology + own.departure,
        climatology_spread=float(np.hypot(year.climatology_spread, own.departure_spread)),
        pattern=year.pattern + own.pattern_departure,
        pattern_spread=own.pattern_spread,
    )
