"""What the fields say of a place in the year or a part of it."""

import math
from dataclasses import replace

import numpy as np

from simulrag.simulators.climate import aerosol_region, seasons, spatial
from simulrag.simulators.climate.places import Place, resolve
from simulrag.simulators.climate.seasons import Part
from simulrag.simulators.climate.spatial import Local
from simulrag.simulators.climate.variability import beside_world, of_world
from simulrag.simulators.errors import SimulatorError


def part_of(place: Place, season: object) -> str:
    """Return the part of the year (see `seasons.PARTS`) that an argument means at a place."""
    ends = place.latitude, place.latitude
    if place.region is not None:
        ends = place.region.south, place.region.north
    return seasons.code(str(season or seasons.YEAR), *ends)


def other_names(place: object, season: object) -> tuple[str, ...]:
    """Return the other names of a season at a place: "summer" of JJA in Spain."""
    try:
        where, _ = resolve(str(place))
        meant = part_of(where, season)
        same = (one for one in seasons.NAMED if part_of(where, one) == meant)
        return tuple(one for one in (meant, *same) if one != season)
    except SimulatorError:
        return ()


def lead(part: str) -> str:
    """Return what stands before the year in a sentence about a part of it."""
    return "" if part == seasons.YEAR else f"{part} of "


def at(place: Place, part: str = seasons.YEAR) -> Local:
    """Return climatology and pattern of a part of the year at a place."""
    if place.region is not None:
        return place.region.local(part)
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


def rain(place: Place, part: str = seasons.YEAR) -> Part:
    """Return precipitation of a part of the year at a place."""
    if place.region is not None:
        return place.region.rain(part)
    return seasons.at(part, place.latitude, place.longitude)


def variability(place: Place, part: str = seasons.YEAR) -> float:
    """Return the standard deviation of temperature of single years whose global mean is known, K.

    Of the whole year or a part of it.
    """
    if part == seasons.YEAR and place.region is None:
        return beside_world(place.latitude, place.longitude)
    return rain(place, part).variability


def of_single_year(place: Place, year: int, part: str = seasons.YEAR) -> float:
    """Return the standard deviation of temperature there of a single year, K."""
    return math.hypot(at(place, part).pattern * of_world(year), variability(place, part))


def aerosol_factor(place: Place, points: tuple[tuple[float, float], ...]) -> float:
    """Return by how much stronger aerosols act at a place; the mean over points of a region."""
    if place.region is None:
        return aerosol_region.factor(place.latitude, place.longitude, points)
    found = (aerosol_region.factor(*at, points) for at in place.region.points)
    return math.fsum(found) / len(place.region.points)
