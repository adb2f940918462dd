"""Maps of local warming."""

import numpy as np

from simulrag.simulators.capabilities import GlobeField
from simulrag.simulators.climate import aerosol_region, ensemble, spatial, terrain, trajectories
from simulrag.simulators.climate.conditions import AEROSOLS, Conditions
from simulrag.simulators.climate.estimates import DEVIATIONS
from simulrag.simulators.climate.scenarios import Floats
from simulrag.simulators.climate.spatial import LATITUDES, LONGITUDES

#: Cells between two at which the regional response to aerosols is worked out; it is smooth.
COARSE = 10


def warming(asked: Conditions) -> GlobeField:
    """Return local warming above 1850-1900 at 1 degree, with its interval."""
    world = trajectories.warming(asked.year, asked.scenario, asked.effective(), asked.since)
    others = {gas: x for gas, x in asked.effective().items() if gas not in AEROSOLS}
    without = trajectories.warming(asked.year, asked.scenario, others, asked.since)
    factor = _factors(asked) if asked.any_change(*AEROSOLS) else np.ones((1, 1))
    centre, low, high = _scaled(without, world - without, factor)
    lats, lons = np.meshgrid(LATITUDES, LONGITUDES, indexing="ij")
    local = spatial.fields().at_all(lats, lons)
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
        level=ensemble.LEVEL,
        standard_name="air_temperature_anomaly",
        cell_methods="time: mean",
        conditions=asked.period() + ("" if asked.any_change() is False else ", " + asked.lead()),
        difference=True,
        land=_land(),
    )


def _scaled(without: Floats, aerosol: Floats, factor: Floats) -> tuple[Floats, Floats, Floats]:
    """Return what the pattern multiplies: centre and ends of the interval, where factors are."""
    members = without + factor[..., None] * aerosol
    ends = np.quantile(members[..., 1:], ensemble.ENDS, axis=-1)
    centre = members[..., 0]
    return centre, np.minimum(ends[0], centre), np.maximum(ends[1], centre)


def _factors(asked: Conditions) -> Floats:
    """Return the regional factor on the 1 degree grid, from every tenth cell."""
    lats = np.arange(-85.0, 90.0, COARSE)
    lons = np.arange(-175.0, 180.0, COARSE)
    table = np.array(
        [[aerosol_region.factor(float(a), float(o), asked.points) for o in lons] for a in lats]
    )
    field = spatial.Field(table, lats, lons)
    return np.asarray(field.at(LATITUDES[:, None], LONGITUDES[None, :]), dtype=np.float64)


def _land() -> Floats:
    return np.array(
        [[float(terrain.is_land(float(a), float(o))) for o in LONGITUDES] for a in LATITUDES]
    )
