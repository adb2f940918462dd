"""The warming of one place: values with their intervals, and the members behind these.

Members are equally likely, and shared by all calls with the same seed. A member of the ensemble
comes with one deviation of the climatology and one of the pattern at a place. Deviations depend on
the seed and on the 1 degree cell of the place alone, so that they cancel in differences at one
place and are independent between places.
"""

import math
from collections.abc import Callable, Sequence
from functools import lru_cache, partial

import numpy as np

from simulrag.simulators.capabilities import of_single_year
from simulrag.simulators.climate import aerosol_sources, conditions, single_years, trajectories
from simulrag.simulators.climate.conditions import AEROSOLS, Conditions
from simulrag.simulators.climate.estimates import DEVIATIONS, Estimate, estimate
from simulrag.simulators.climate.globe import Floats, cell
from simulrag.simulators.climate.parameters import ANNUAL
from simulrag.simulators.climate.places import Place, of_call
from simulrag.simulators.climate.stored_fields import PARTS, REFERENCE, Local
from simulrag.simulators.interface import Call


def lead(part: str) -> str:
    """Return what stands before the year in a sentence about a part of it."""
    return "" if part == ANNUAL else f"{part} of "


def beside_global_mean(place: Place, part: str = ANNUAL) -> float:
    """Return the standard deviation of temperature of single years whose global mean is known, K.

    Of the whole year or a part of it.
    """
    if part == ANNUAL and place.region is None:
        return single_years.beside_world(place.latitude, place.longitude)
    return place.rain(part).variability


def single_year_deviation(place: Place, year: int, part: str = ANNUAL) -> float:
    """Return the standard deviation of temperature there of a single year, K."""
    return math.hypot(
        place.fields(part).pattern * single_years.of_world(year), beside_global_mean(place, part)
    )


def aerosol_factor(place: Place, points: tuple[tuple[float, float], ...]) -> float:
    """Return by how much stronger aerosols act at a place; the mean over points of a region."""
    if place.region is None:
        return aerosol_sources.factor(place.latitude, place.longitude, points)
    found = (aerosol_sources.factor(*at, points) for at in place.region.points)
    return math.fsum(found) / len(place.region.points)


def local_change(local: Local, world: Floats) -> Estimate:
    """Return a local change from global ones, wider where models disagree on the pattern."""
    further = DEVIATIONS * local.pattern_spread * np.abs(world[:, 0])
    return estimate(local.pattern * world, further=further)


def local_temperature(local: Local, elevation: float, world: Floats) -> Estimate:
    """Return local temperature, °C, at an elevation in metres, from global warming in K."""
    since = world - trajectories.period(*REFERENCE)
    pattern = local.pattern_spread * np.abs(since[:, 0])
    further = DEVIATIONS * np.hypot(pattern, local.climatology_spread)
    climatology = local.climatology - local.lapse * elevation
    return estimate(climatology + local.pattern * since, "degC", further)


@lru_cache(maxsize=256)
def deviations(seed: int, count: int, *of: int) -> Floats:
    """Return standard normal scores (2, count) in an order of a cell: each quantile comes once."""
    generator = np.random.default_rng([seed, *of])
    return np.stack([generator.permutation(single_years.normal(count)) for _ in range(2)])


def world_samples(call: Call) -> dict[str, Floats]:
    """Return the outputs of `global_temperature` by drawn member."""
    asked = conditions.read(call.arguments)
    world = trajectories.world(asked, [asked.year])
    forced = {"global_warming": world[0, 1:]}
    effect = trajectories.effect(asked, world)[0, 1:]
    apart = partial(single_years.of_world_drawn, seed=call.seed, count=len(effect))
    return {**forced, "global_change_from_baseline": effect, **_of_year(asked, forced, apart)}


def local_world(place: Place, years: Sequence[int], asked: Conditions) -> tuple[Floats, Floats]:
    """Return the global warming that a place's pattern multiplies, and the changes' part of it.

    Shapes are (years, members) and (1, members), the latter for the last year. What SO2 and BC
    changes do is stronger near their sources and weaker elsewhere.
    """
    world = trajectories.world(asked, years)
    if asked.any_change(*AEROSOLS):
        without = trajectories.path(years, asked.scenario, asked.without_aerosols(), asked.since)
        factor = aerosol_factor(place, asked.points)
        world = without + factor * (world - without)
    return world, trajectories.effect(asked, world)


def local_samples(call: Call) -> dict[str, Floats]:
    """Return the outputs of `temperature` by drawn member."""
    asked = conditions.read(call.arguments)
    place, part, _ = of_call(call, asked.points)
    world, effect = (one[:, 1:] for one in local_world(place, [asked.year], asked))
    temperature, pattern = local_course(place, world, call.seed, part)
    forced = {"temperature": temperature[0], "warming_since_preindustrial": pattern * world[0]}

    def apart(year: range) -> Floats:
        return local_apart(place, year, pattern, call.seed, part)

    effects = {"change_from_baseline": pattern * effect[0]}
    return {**forced, **effects, **_of_year(asked, forced, apart)}


def _of_year(
    asked: Conditions, forced: dict[str, Floats], apart: Callable[[range], Floats]
) -> dict[str, Floats]:
    """Return what a year that has been may have been; nothing of any other."""
    year = range(asked.year, asked.year + 1)
    if not has_been(asked, year):
        return {}
    return {of_single_year(name): values + apart(year)[0] for name, values in forced.items()}


def has_been(asked: Conditions, *periods: range) -> bool:
    """Tell whether all years are on record, and their emissions as they were."""
    return not asked.any_change() and all(single_years.is_recorded(years[-1]) for years in periods)


def local_apart(
    place: Place, years: range, pattern: Floats, seed: int, part: str = ANNUAL
) -> Floats:
    """Return how far recorded years may have been from what is forced, °C: (years, members)."""
    at = cell(place.latitude, place.longitude)
    of_part = () if part == ANNUAL else (PARTS.index(part),)
    own = beside_global_mean(place, part)
    count = len(pattern)
    area = place.region is not None
    beside = own * single_years.of_place_drawn(years, seed, count, *at, *of_part, area=area)
    return pattern * single_years.of_world_drawn(years, seed, count) + beside


def local_course(
    place: Place, world: Floats, seed: int, part: str = ANNUAL
) -> tuple[Floats, Floats]:
    """Return temperature in °C, (years, members), and the pattern that multiplies warming."""
    local = place.fields(part)
    cell_of = cell(place.latitude, place.longitude)
    shift, stretch = deviations(seed, world.shape[1], *cell_of)
    pattern = local.pattern + local.pattern_spread * stretch
    reference = trajectories.period(*REFERENCE)[1:]
    climatology = local.climatology + local.climatology_spread * shift
    return climatology - local.lapse * place.elevation + pattern * (world - reference), pattern
