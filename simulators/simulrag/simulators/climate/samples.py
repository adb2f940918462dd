"""Equally likely values behind the intervals, shared by all calls with the same seed.

A member of the ensemble comes with one deviation of the climatology and one of the pattern at a
place. Deviations depend on the seed and on the 1 degree cell of the place alone, so that they
cancel in differences at one place and are independent between places.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache, partial

import numpy as np

from simulrag.simulators.capabilities import of_single_year
from simulrag.simulators.climate import (
    local_fields,
    record,
    seasons,
    spatial,
    trajectories,
    variability,
)
from simulrag.simulators.climate.conditions import AEROSOLS, Conditions
from simulrag.simulators.climate.emission_share import cell
from simulrag.simulators.climate.places import Place
from simulrag.simulators.climate.scenarios import Floats


@lru_cache(maxsize=256)
def deviations(seed: int, count: int, *of: int) -> Floats:
    """Return standard normal scores (2, count) in an order of a cell: each quantile comes once."""
    generator = np.random.default_rng([seed, *of])
    return np.stack([generator.permutation(variability.normal(count)) for _ in range(2)])


def world_samples(asked: Conditions, seed: int) -> dict[str, Floats]:
    """Return the outputs of `global_temperature` by drawn member."""
    changed = trajectories.warming(asked.year, asked.scenario, asked.effective(), asked.since)
    baseline = trajectories.warming(asked.year, asked.scenario, {})
    forced = {"global_warming": changed[1:]}
    effect = (changed - baseline)[1:]
    apart = partial(variability.of_world_drawn, seed=seed, count=len(effect))
    return {**forced, "global_change_from_baseline": effect, **_of_year(asked, forced, apart)}


def local_world(place: Place, years: Sequence[int], asked: Conditions) -> tuple[Floats, Floats]:
    """Return the global warming that a place's pattern multiplies, and the changes' part of it.

    Shapes are (years, members) and (1, members), the latter for the last year. What SO2 and BC
    changes do is stronger near their sources and weaker elsewhere.
    """
    world = trajectories.path(years, asked.scenario, asked.effective(), asked.since)
    if asked.any_change(*AEROSOLS):
        others = {gas: x for gas, x in asked.effective().items() if gas not in AEROSOLS}
        without = trajectories.path(years, asked.scenario, others, asked.since)
        factor = local_fields.aerosol_factor(place, asked.points)
        world = without + factor * (world - without)
    baseline = trajectories.warming(asked.year, asked.scenario, {})
    return world, world[-1:] - baseline


def local_samples(
    place: Place, asked: Conditions, seed: int, part: str = seasons.YEAR
) -> dict[str, Floats]:
    """Return the outputs of `temperature` by drawn member."""
    world, effect = (part[:, 1:] for part in local_world(place, [asked.year], asked))
    temperature, pattern = local_course(place, world, seed, part)
    forced = {
        "temperature": temperature[0],
        "warming_since_preindustrial": pattern * world[0],
    }

    def apart(year: range) -> Floats:
        return local_apart(place, year, pattern, seed, part)

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
    return not asked.any_change() and all(record.is_recorded(years[-1]) for years in periods)


def local_apart(
    place: Place, years: range, pattern: Floats, seed: int, part: str = seasons.YEAR
) -> Floats:
    """Return how far recorded years may have been from what is forced, °C: (years, members)."""
    at = cell(place.latitude, place.longitude)
    of_part = () if part == seasons.YEAR else (seasons.PARTS.index(part),)
    own = local_fields.variability(place, part)
    count = len(pattern)
    area = place.region is not None
    beside = own * variability.drawn(years, seed, count, *at, *of_part, area=area)
    return pattern * variability.of_world_drawn(years, seed, count) + beside


def local_course(
    place: Place, world: Floats, seed: int, part: str = seasons.YEAR
) -> tuple[Floats, Floats]:
    """Return temperature in °C, (years, members), and the pattern that multiplies warming."""
    local = local_fields.at(place, part)
    cell_of = cell(place.latitude, place.longitude)
    shift, stretch = deviations(seed, world.shape[1], *cell_of)
    pattern = local.pattern + local.pattern_spread * stretch
    reference = trajectories.period(*spatial.REFERENCE)[1:]
    climatology = local.climatology + local.climatology_spread * shift
    return climatology - local.lapse * place.elevation + pattern * (world - reference), pattern


def threshold_samples(
    place: Place | None, asked: Conditions, years: Sequence[int], threshold: float, seed: int
) -> dict[str, Floats]:
    """Return each drawn member's first of increasing years from which it stays at a threshold.

    threshold: °C of the place, or of global warming without one. NaN for members that never do.
    """
    if place is None:
        path = trajectories.path(years, asked.scenario, asked.effective(), asked.since)
        course = path[:, 1:]
    else:
        course, _ = local_course(place, local_world(place, years, asked)[0][:, 1:], seed)
    stays = np.logical_and.accumulate(course[::-1] >= threshold, axis=0)[::-1]
    first = np.asarray(years, dtype=np.float64)[stays.argmax(axis=0)]
    return {"exceedance_year": np.where(stays.any(axis=0), first, np.nan)}
