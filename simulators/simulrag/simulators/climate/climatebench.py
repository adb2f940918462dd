"""Reads folders in the format of ClimateBench.

Watson-Parris et al. 2022 (doi 10.1029/2021MS002954): `outputs_SCENARIO.nc` with `tas` of
dimensions (member, time, lat, lon), K above the mean of a control run, and `inputs_SCENARIO.nc`
with cumulative `CO2` (Gt) and `CH4` (Gt/yr) over time.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from simulrag.simulators.climate.multimodel_patterns import Grid, Scaling, pattern_scaling
from simulrag.simulators.climate.scenarios import Floats
from simulrag.simulators.errors import BadValue

PREFIX = "outputs_"


def scenarios_in(folder: Path) -> list[str]:
    """Return the scenarios whose outputs a folder holds."""
    return sorted(p.stem.removeprefix(PREFIX) for p in folder.glob(f"{PREFIX}*.nc"))


def read_temperature(folder: Path, scenario: str) -> tuple[Floats, Grid]:
    """Return annual `tas`, mean over members: (years, latitudes, longitudes) in K, and its grid.

    Raises BadValue where the file is missing or holds something else.
    """
    from netCDF4 import Dataset

    path = folder / f"{PREFIX}{scenario}.nc"
    if not path.is_file():
        raise BadValue(
            f"{path} does not exist; the folder holds {', '.join(scenarios_in(folder)) or 'none'}",
            parameter="scenario",
            given=scenario,
        )
    with Dataset(path) as data:
        names = {short: full for full in data.variables for short in ("lat", "lon")
                 if full in (short, f"{short}itude")}  # fmt: skip
        if "tas" not in data.variables or len(names) < 2:
            raise BadValue(f"{path} lacks tas, lat or lon; it holds {', '.join(data.variables)}")
        values = np.ma.filled(np.ma.asarray(data["tas"][:]), np.nan).astype(np.float64)
        grid = Grid(np.asarray(data[names["lat"]][:]), np.asarray(data[names["lon"]][:]))
    if values.ndim == 4:
        values = values.mean(axis=0 if values.shape[0] <= values.shape[1] else 1)
    if values.ndim != 3 or values.shape[1:] != (len(grid.latitudes), len(grid.longitudes)):
        raise BadValue(f"tas of {path} must be (member, time, lat, lon), not {values.shape}")
    if not np.isfinite(values).all():
        raise BadValue(f"tas of {path} holds values that are missing or not finite")
    return values, grid


def fit(folder: Path, scenarios: Sequence[str] = ()) -> tuple[Scaling, Grid]:
    """Fit pattern scaling to scenarios of a folder, all that are there unless named."""
    names = list(scenarios) or scenarios_in(folder)
    if not names:
        raise BadValue(f"{folder} holds no {PREFIX}*.nc", parameter="folder", given=str(folder))
    read = [read_temperature(folder, name) for name in names]
    grid = read[0][1]
    return pattern_scaling(np.concatenate([values for values, _ in read]), grid), grid


def write_pattern(folder: Path, path: Path) -> None:
    """Write the fitted slope as training reads it: arrays slope, lat and lon."""
    made, grid = fit(folder)
    np.savez_compressed(
        path, allow_pickle=False, slope=made.slope, lat=grid.latitudes, lon=grid.longitudes
    )
