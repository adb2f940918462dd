"""CMIP6 models that evaluations use: what their files hold, brought to one grid."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from simulrag.simulators.climate import spatial, train_spatial
from simulrag.simulators.climate.multimodel_patterns import Grid, Model, pattern_scaling
from simulrag.simulators.climate.scenarios import Floats
from simulrag.simulators.climate.spatial import LATITUDES, LONGITUDES, Field

IPSL = "IPSL-CM6A-LR"
KELVIN = 273.15
HADGEM = "hadgem3_gc31_mm/HadGEM3-GC31-MM_historical_tas_annual_pattern.nc"


@dataclass(frozen=True)
class Annual:
    """Annual fields in K of one file: (years,) and (years, latitudes, longitudes)."""

    years: Floats
    fields: Floats
    grid: Grid

    def then(self, later: "Annual") -> "Annual":
        """Return both runs in one."""
        return Annual(
            np.concatenate([self.years, later.years]),
            np.concatenate([self.fields, later.fields]),
            self.grid,
        )


def annual(path: Path) -> Annual:
    """Read a file of annual `tas`."""
    from netCDF4 import Dataset, num2date

    with Dataset(path) as data:
        time = data["time"]
        dates: Any = num2date(time[:], time.units, time.calendar)
        fields = np.ma.filled(np.ma.asarray(data["tas"][:]), np.nan).astype(np.float64)
        grid = Grid(np.asarray(data["lat"][:]), np.asarray(data["lon"][:]))
    return Annual(np.array([date.year for date in dates]), fields, grid)


def series(folder: Path) -> dict[str, Annual]:
    """Return IPSL-CM6A-LR's runs by "scenario member"."""
    files = sorted((folder / "ipsl_cm6a_lr").glob(f"tas_ann_{IPSL}_*_g025.nc"))
    return {" ".join(path.name.split("_")[3:5]): annual(path) for path in files}


def newer(folder: Path, older: Sequence[Model], grid: Grid) -> list[Model]:
    """Return the CMIP6 models of a data folder.

    NorESM2-LM comes without a climatology, IPSL-CM6A-LR from 20 x 20 cells. HadGEM3-GC31-MM's is
    what its regression gives for the mean global temperature of the older models.
    """
    norwegian, british = (_regridded(p, LATITUDES, LONGITUDES, grid)
                          for p in train_spatial.read_newer_patterns(folder))  # fmt: skip
    world = [grid.mean(m.climatology) for m in older if m.climatology is not None]
    climate = _hadgem_climate(folder, float(np.mean(world)) + KELVIN, grid)
    return [
        Model("NorESM2-LM", 2.5, norwegian / grid.mean(norwegian), None, newer=True),
        Model("HadGEM3-GC31-MM", 0.83, british / grid.mean(british), climate, newer=True),
        *_ipsl(folder, grid),
    ]


def _regridded(field: Floats, latitudes: Floats, longitudes: Floats, grid: Grid) -> Floats:
    return Field(field, latitudes, longitudes).at(grid.latitudes[:, None], grid.longitudes[None, :])


def _hadgem_climate(folder: Path, world: float, grid: Grid) -> Floats:
    from netCDF4 import Dataset

    with Dataset(folder / HADGEM) as data:
        slope, intercept, lats, lons = (
            np.ma.filled(np.ma.asarray(data[name][:]), np.nan).astype(np.float64)
            for name in ("slope", "intercept", "lat", "lon")
        )
    return _regridded(slope[0] * world + intercept[0] - KELVIN, lats, lons, grid)


def _ipsl(folder: Path, grid: Grid) -> list[Model]:
    runs = series(folder)
    if not {"historical r1i1p1f1", "ssp585 r1i1p1f1"} <= runs.keys():
        return []
    whole = runs["historical r1i1p1f1"].then(runs["ssp585 r1i1p1f1"])
    at = whole.grid.latitudes, whole.grid.longitudes
    first, last = spatial.REFERENCE
    present = whole.fields[(whole.years >= first) & (whole.years <= last)].mean(axis=0) - KELVIN
    slope = _regridded(pattern_scaling(whole.fields, whole.grid).slope, *at, grid)
    climate = _regridded(present, *at, grid)
    return [Model(IPSL, 18.0, slope / grid.mean(slope), climate, newer=True)]
