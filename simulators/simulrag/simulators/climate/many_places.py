"""Many places at once, with intervals: tables of temperature, and maps of local warming.

Local change is a pattern times global warming, so that quantiles over members scale with the
pattern: they are taken once a year and spread over all places. Where SO2 or BC changes, warming is
the world's plus a factor of the place on what they do: in a table quantiles are taken for `KNOTS`
factors and interpolated. Its figures are those of point calls, to 1e-4 K beyond `KNOTS` places.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike

from simulrag.simulators.capabilities import GlobeField
from simulrag.simulators.climate import aerosol_sources, trajectories
from simulrag.simulators.climate.conditions import AEROSOLS, GASES, Conditions
from simulrag.simulators.climate.estimates import DEVIATIONS, ENDS, LEVEL
from simulrag.simulators.climate.globe import (
    GRID,
    LATITUDES,
    LONGITUDES,
    Floats,
    is_land,
    mean_elevation,
    regular,
)
from simulrag.simulators.climate.stored_fields import REFERENCE, yearly
from simulrag.simulators.errors import BadValue, OutOfRange

#: Most factors of the aerosol response for which quantiles are taken.
KNOTS = 150
#: Largest change of emissions, percent, as for single calls.
MOST_CHANGED = 100.0
#: Cells between two at which the regional response to aerosols is worked out; it is smooth.
COARSE = 10


@dataclass(frozen=True)
class Table:
    """Annual mean temperature, °C, with its 90 % interval: (places, years) each."""

    value: Floats
    low: Floats
    high: Floats


def temperatures(
    latitudes: ArrayLike,
    longitudes: ArrayLike,
    years: Sequence[int],
    scenario: str,
    changes: Mapping[str, float] | None = None,
    elevations: ArrayLike | None = None,
) -> Table:
    """Return local temperatures of all places in all years, which must increase.

    Latitudes lie in -90 to 90, longitudes in -180 to 360 degrees; `changes` are percent by gas
    from 2015 on, SO2 and BC in all places of the world; elevations in metres are those of the
    terrain unless given. Raises BadValue or OutOfRange.
    """
    lats, lons = _checked(latitudes, longitudes)
    centre, low, high = _warming(lats, lons, _increasing(years), scenario, _known(changes or {}))
    below: Floats = np.maximum(centre - low, 0.0)
    above: Floats = np.maximum(high - centre, 0.0)
    local = yearly(lats, lons)
    metres = mean_elevation(lats, lons) if elevations is None else np.asarray(elevations)
    pattern: Floats = local.pattern[:, None]
    value = (local.climatology - local.lapse * metres)[:, None] + pattern * centre
    error: Floats = (local.pattern_spread[:, None] * centre) ** 2
    error += local.climatology_spread[:, None] ** 2
    error = np.asarray(error * DEVIATIONS**2, dtype=np.float64)
    falls = pattern < 0
    down = np.asarray(pattern * np.where(falls, above, below), dtype=np.float64)
    up = np.asarray(pattern * np.where(falls, below, above), dtype=np.float64)
    return Table(value, value - np.sqrt(down**2 + error), value + np.sqrt(up**2 + error))


def _warming(
    lats: Floats, lons: Floats, years: Sequence[int], scenario: str, changes: Mapping[str, float]
) -> tuple[Floats, Floats, Floats]:
    """Return what patterns multiply, K: the central value and the interval's ends.

    Shapes are (1, years), or (places, years) where the response to aerosols differs by place.
    """
    world = trajectories.path(years, scenario, changes)
    others = {gas: x for gas, x in changes.items() if gas not in AEROSOLS}
    alike = not any(changes.get(gas) for gas in AEROSOLS)
    plain = world if alike else trajectories.path(years, scenario, others)
    factors = np.ones(1) if alike else aerosol_sources.factors(lats, lons)
    since, response = plain - trajectories.period(*REFERENCE), world - plain
    centre = since[:, 0] + factors[:, None] * response[:, 0]
    low, high = _ends(since, response, factors)
    return centre, low, high


def _ends(since: Floats, response: Floats, factors: Floats) -> tuple[Floats, Floats]:
    """Return the interval's ends of `since` plus factors times `response`: (factors, years)."""
    knots = _knots(factors)
    members = [(since + float(knot) * response)[:, 1:] for knot in knots]
    ends: Floats = np.stack([np.quantile(m, ENDS, axis=1) for m in members], axis=1)
    at = np.interp(factors, knots, np.arange(len(knots)))
    before = np.minimum(at.astype(np.int64), len(knots) - 1)
    after, share = np.minimum(before + 1, len(knots) - 1), (at - before)[:, None]
    made = (1.0 - share) * ends[:, before] + share * ends[:, after]
    return made[0], made[1]


def _knots(factors: Floats) -> Floats:
    """Return all factors that there are, or `KNOTS` between the smallest and the largest."""
    different = sorted({float(factor) for factor in factors})
    if len(different) > KNOTS:
        different = np.linspace(different[0], different[-1], KNOTS)
    return np.asarray(different, dtype=np.float64)


def _known(changes: Mapping[str, float]) -> Mapping[str, float]:
    if unknown := [gas for gas in changes if gas not in GASES]:
        raise BadValue(
            f"change of {unknown[0]!r} is unknown; choose some of {', '.join(GASES)}",
            parameter=unknown[0],
            given=changes[unknown[0]],
        )
    for gas, percent in changes.items():
        if not -100.0 <= percent <= MOST_CHANGED:  # true for NaN
            raise OutOfRange(
                f"{gas} {percent:g} % was given; allowed is -100 to {MOST_CHANGED:g} %",
                parameter=gas,
                given=percent,
                nearest=-100.0 if percent < 0 else MOST_CHANGED,
            )
    return changes


def _checked(latitudes: ArrayLike, longitudes: ArrayLike) -> tuple[Floats, Floats]:
    lats = np.atleast_1d(np.asarray(latitudes, dtype=np.float64))
    lons = np.atleast_1d(np.asarray(longitudes, dtype=np.float64))
    if lats.shape != lons.shape or lats.ndim != 1:
        raise BadValue(
            f"latitudes and longitudes must be lists of one length; shapes {lats.shape} and "
            f"{lons.shape} were given",
            parameter="place",
        )
    inside = (np.abs(lats) <= 90) & (lons >= -180) & (lons <= 360)  # false for NaN
    if not inside.all():
        at = int(np.flatnonzero(~inside)[0])
        raise OutOfRange(
            f"place {at} is {lats[at]:g}, {lons[at]:g}; latitude comes first and lies in -90 to "
            "90, longitude in -180 to 360",
            parameter="place",
            given=[float(lats[at]), float(lons[at])],
        )
    return lats, lons


def _increasing(years: Sequence[int]) -> list[int]:
    given = [int(year) for year in years]
    if not given or any(b <= a for a, b in pairwise(given)):
        raise BadValue("years must be one or more, in increasing order", parameter="year")
    if given[0] < 1850 or given[-1] > 2100:
        raise OutOfRange(
            f"years {given[0]} to {given[-1]} were given; allowed is 1850 to 2100",
            parameter="year",
            given=given[0] if given[0] < 1850 else given[-1],
            nearest=1850 if given[0] < 1850 else 2100,
        )
    return given


def warming(asked: Conditions) -> GlobeField:
    """Return local warming above 1850-1900 at 1 degree, with its interval."""
    world = trajectories.world(asked, [asked.year])[0]
    others = asked.without_aerosols()
    without = trajectories.warming(asked.year, asked.scenario, others, asked.since)
    factor = _factors(asked) if asked.any_change(*AEROSOLS) else np.ones((1, 1))
    centre, low, high = _scaled(without, world - without, factor)
    lats, lons = np.meshgrid(LATITUDES, LONGITUDES, indexing="ij")
    local = yearly(lats, lons)
    values = local.pattern * centre
    further = DEVIATIONS * local.pattern_spread * np.abs(centre)
    return GlobeField(
        name="tas_anomaly",
        title="Local warming above 1850-1900",
        unit="delta_degC",
        latitudes=LATITUDES,
        longitudes=LONGITUDES,
        values=values,
        low=values - np.hypot(local.pattern * (centre - low), further),
        high=values + np.hypot(local.pattern * (high - centre), further),
        level=LEVEL,
        standard_name="air_temperature_anomaly",
        cell_methods="time: mean",
        conditions=asked.period() + ("" if asked.any_change() is False else ", " + asked.lead()),
        difference=True,
        land=_land(),
    )


def _scaled(without: Floats, aerosol: Floats, factor: Floats) -> tuple[Floats, Floats, Floats]:
    """Return what the pattern multiplies: centre and ends of the interval, where factors are."""
    members = without + factor[..., None] * aerosol
    ends = np.quantile(members[..., 1:], ENDS, axis=-1)
    centre = members[..., 0]
    return centre, np.minimum(ends[0], centre), np.maximum(ends[1], centre)


def _factors(asked: Conditions) -> Floats:
    """Return the regional factor on the 1 degree grid, from every tenth cell."""
    coarse = regular(COARSE)
    table = [
        [aerosol_sources.factor(float(a), float(o), asked.points) for o in coarse.longitudes]
        for a in coarse.latitudes
    ]
    return coarse.field(np.array(table)).on(GRID)


def _land() -> Floats:
    return np.array([[float(is_land(float(a), float(o))) for o in LONGITUDES] for a in LATITUDES])
