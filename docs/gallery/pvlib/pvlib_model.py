"""Yield of a photovoltaic plant by pvlib: Anderson et al. 2023, doi 10.21105/joss.05994."""

from typing import Annotated, NamedTuple

import numpy as np
import pandas as pd
import pvlib
from pydantic import Field

from simulrag.simulators.external.functions import Unit, Words, simulator_function

Latitude = Annotated[float, Field(ge=-66, le=66), Unit("degrees"), Words("latitude")]
Longitude = Annotated[float, Field(ge=-180, le=180), Unit("degrees"), Words("longitude")]
Degrees = Annotated[float, Field(ge=0, le=90), Unit("degrees"), Words("tilt", "tilted by")]
Facing = Annotated[float, Field(ge=0, le=360), Unit("degrees"), Words("azimuth")]
Size = Annotated[float, Field(ge=0.1, le=1e6), Unit("kW"), Words("size", "plant of")]
Share = Annotated[float, Field(ge=0, le=100), Unit("%"), Words("sunshine", "of sunshine")]
Energy = Annotated[float, Field(ge=0, le=1e10), Unit("kWh"), Words("energy", "yield")]
TIMES = pd.date_range("2019-01-01 00:30", periods=8760, freq="h", tz="UTC")


Factor = Annotated[float, Field(ge=0, le=100), Unit("%"), Words("capacity factor")]


class Yield(NamedTuple):
    energy: Energy
    capacity_factor: Factor


@simulator_function(title="A year", example={"latitude": 38.7, "longitude": -9.1, "tilt": 30})
def year(latitude: Latitude, longitude: Longitude, tilt: Degrees, size: Size = 1.0,
         azimuth: Facing = 180.0, sunshine: Share = 100.0) -> Yield:  # fmt: skip
    """What a plant feeds in over a year under clear sky, or with a share of sunshine hours."""
    place = pvlib.location.Location(latitude, longitude)
    sun, clear = place.get_solarposition(TIMES), place.get_clearsky(TIMES)
    power = []
    for dni, dhi in ((0 * clear.dni, clear.ghi / 3), (clear.dni, clear.dhi)):
        ghi = dhi + dni * np.cos(np.radians(sun.zenith)).clip(0)
        plane = pvlib.irradiance.get_total_irradiance(
            tilt, azimuth, sun.apparent_zenith, sun.azimuth, dni, ghi, dhi
        ).poa_global.fillna(0)
        cell = pvlib.temperature.pvsyst_cell(plane, 15)
        power.append(pvlib.pvsystem.pvwatts_dc(plane, cell, size, -0.004).sum())
    energy = np.interp(sunshine, [0, 100], power) * np.random.default_rng(0).normal(0.86, 0.03, 100)
    return Yield(energy, energy / (size * 8760) * 100)
