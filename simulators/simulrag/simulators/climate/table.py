"""Many places and many years at once, with intervals.

Local change is a pattern times global warming, so that quantiles over members scale with the
pattern: they are taken once a year and spread over all places. Figures are those of point calls.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike

from simulrag.simulators.climate import elevation, ensemble, spatial, trajectories
from simulrag.simulators.climate.conditions import AEROSOLS
from simulrag.simulators.climate.estimates import DEVIATIONS
from simulrag.simulators.climate.scenarios import Floats
from simulrag.simulators.errors import BadValue, OutOfRange


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
    from 2015 on, of CO2 and CH4 alone; elevations in metres are those of the terrain unless given.
    Raises BadValue or OutOfRange.
    """
    lats, lons = _checked(latitudes, longitudes)
    for gas in AEROSOLS:
        if (changes or {}).get(gas):
            raise BadValue(
                f"{gas} acts differently at every place, which a table cannot hold; change co2 and "
                "ch4 here, and ask for single places otherwise",
                parameter=gas,
                given=(changes or {})[gas],
            )
    world = trajectories.path(_increasing(years), scenario, changes or {})
    since = world - trajectories.period(*spatial.REFERENCE)
    centre = since[:, 0]
    ends: Floats = np.quantile(since[:, 1:], ensemble.ENDS, axis=1)
    below: Floats = np.maximum(centre - ends[0], 0.0)
    above: Floats = np.maximum(ends[1] - centre, 0.0)
    local = spatial.fields().at_all(lats, lons)
    metres = elevation.mean_elevation(lats, lons) if elevations is None else np.asarray(elevations)
    pattern: Floats = local.pattern[:, None]
    value = (local.climatology - elevation.LAPSE_RATE * metres)[:, None] + pattern * centre
    error: Floats = (local.pattern_spread[:, None] * centre) ** 2
    error += local.climatology_spread[:, None] ** 2
    error = np.asarray(error * DEVIATIONS**2, dtype=np.float64)
    falls = pattern < 0
    down = np.asarray(pattern * np.where(falls, above, below), dtype=np.float64)
    up = np.asarray(pattern * np.where(falls, below, above), dtype=np.float64)
    return Table(value, value - np.sqrt(down**2 + error), value + np.sqrt(up**2 + error))


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
