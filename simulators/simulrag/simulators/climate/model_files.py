"""What files of climate models, of reanalysis and of packages hold, as fields on grids.

CMIP5 patterns are those of Lynch et al. 2017 (doi 10.5194/essd-9-281-2017). A folder in the format
of ClimateBench (Watson-Parris et al. 2022, doi 10.1029/2021MS002954) holds `outputs_SCENARIO.nc`
with `tas` of dimensions (member, time, lat, lon), K above the mean of a control run.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from simulrag.simulators.climate.globe import GRID, Floats, Grid, regular
from simulrag.simulators.climate.multimodel_patterns import Model, Scaling, pattern_scaling
from simulrag.simulators.climate.stored_fields import REFERENCE
from simulrag.simulators.errors import BadValue

KELVIN = 273.15
#: Side of the cells on which models are compared, degrees.
COMPARED = 2.5
IPSL = "IPSL-CM6A-LR"
#: Runs of IPSL-CM6A-LR that together are history and its future.
HISTORY, FUTURE = "historical r1i1p1f1", "ssp585 r1i1p1f1"


def package_folder(name: str) -> Path:
    """Return the folder of an installed package. Raises ModuleNotFoundError."""
    package = find_spec(name)
    if package is None or not package.submodule_search_locations:
        raise ModuleNotFoundError(f"{name} is not installed", name=name)
    return Path(package.submodule_search_locations[0])


def plain(values: Any) -> Floats:
    """Return values of a NetCDF variable, NaN where they are masked."""
    return np.ma.filled(np.ma.asarray(values), np.nan).astype(np.float64)


def read(
    path: Path, *names: str, axes: tuple[str, str] = ("lat", "lon")
) -> tuple[Grid, list[Floats]]:
    """Return the grid of a NetCDF file and variables on it, (..., latitudes, longitudes)."""
    from netCDF4 import Dataset

    with Dataset(path) as data:
        latitudes, longitudes, *values = (plain(data[name][:]) for name in (*axes, *names))
    return Grid(latitudes, longitudes), values


def cmip5_files(folder: Path) -> dict[str, Path]:
    """Return the file of each CMIP5 model's annual pattern. Raises FileNotFoundError for none."""
    paths = sorted((folder / "cmip5_patterns").glob("PATTERN_tas_ANN_*_rcp85.nc"))
    if not paths:
        raise FileNotFoundError(f"{folder / 'cmip5_patterns'} holds no PATTERN_tas_ANN_*.nc")
    return {path.name.split("_")[3]: path for path in paths}


def read_cmip5(folder: Path, grid: Grid | None = None) -> list[Model]:
    """Read the CMIP5 patterns of a data folder, by default to the grid that models compare on."""
    on = regular(COMPARED) if grid is None else grid
    models: list[Model] = []
    for name, path in cmip5_files(folder).items():
        own, fields = read(path, "pattern", "climatology")
        pattern, climatology = (own.field(field).on(on) for field in fields)
        known = climatology if np.isfinite(climatology).all() else None
        models.append(Model(name, 360.0 / len(own.longitudes), pattern / on.mean(pattern), known))
    return models


def read_hadgem(folder: Path) -> tuple[Grid, Floats, Floats]:
    """Return slope and intercept of HadGEM3-GC31-MM's local on global temperature, in K."""
    name = "HadGEM3-GC31-MM_historical_tas_annual_pattern.nc"
    grid, (slope, intercept) = read(folder / "hadgem3_gc31_mm" / name, "slope", "intercept")
    return grid, slope[0], intercept[0]


def read_newer_patterns(folder: Path, grid: Grid, own: Path | None = None) -> Floats:
    """Return the CMIP6 patterns of NorESM2-LM and HadGEM3-GC31-MM on a grid: (2, ...).

    The first is that of a file of one's `own` where there is one.
    """
    published = folder / "noresm2_lm_pattern.npz"
    with np.load(own if own is not None and own.is_file() else published) as norwegian:
        slope, *axes = (plain(norwegian[name]) for name in ("slope", "lat", "lon"))
    british, steep, _ = read_hadgem(folder)
    return np.stack([Grid(*axes).field(slope).on(grid), british.field(steep).on(grid)])


def read_reanalysis(folder: Path) -> tuple[Grid, Floats]:
    """Return the months of NCEP's near-surface temperature of 1981 to 2010, °C: (12, ...)."""
    grid, (months,) = read(folder / "ncep_r1" / "air.mon.ltm.nc", "air")
    return grid, months


def climatebench_files(folder: Path) -> list[Path]:
    """Return the outputs that a folder in the format of ClimateBench holds, by scenario."""
    return sorted(folder.glob("outputs_*.nc"))


def _read_climatebench(path: Path) -> tuple[Grid, Floats]:
    """Return the grid and annual `tas`, mean over members, K: (years, latitudes, longitudes)."""
    from netCDF4 import Dataset

    with Dataset(path) as data:
        names = {short: full for full in data.variables for short in ("lat", "lon")
                 if full in (short, f"{short}itude")}  # fmt: skip
        if "tas" not in data.variables or len(names) < 2:
            raise BadValue(f"{path} lacks tas, lat or lon; it holds {', '.join(data.variables)}")
    grid, (values,) = read(path, "tas", axes=(names["lat"], names["lon"]))
    if values.ndim == 4:
        values = values.mean(axis=0 if values.shape[0] <= values.shape[1] else 1)
    if values.ndim != 3 or values.shape[1:] != (len(grid.latitudes), len(grid.longitudes)):
        raise BadValue(f"tas of {path} must be (member, time, lat, lon), not {values.shape}")
    if not np.isfinite(values).all():
        raise BadValue(f"tas of {path} holds values that are missing or not finite")
    return grid, values


def fit_climatebench(folder: Path) -> tuple[Scaling, Grid]:
    """Fit pattern scaling to all scenarios of a folder in the format of ClimateBench.

    Raises BadValue where it holds none, or a file something else.
    """
    held = [_read_climatebench(path) for path in climatebench_files(folder)]
    if not held:
        raise BadValue(f"{folder} holds no outputs_*.nc", parameter="folder", given=str(folder))
    grid = held[0][0]
    return pattern_scaling(np.concatenate([values for _, values in held]), grid), grid


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


def read_annual(path: Path) -> Annual:
    """Read a file of annual `tas`."""
    from netCDF4 import Dataset, num2date

    with Dataset(path) as data:
        time = data["time"]
        dates: Any = num2date(time[:], time.units, time.calendar)
    grid, (fields,) = read(path, "tas")
    return Annual(np.array([date.year for date in dates]), fields, grid)


def read_ipsl(folder: Path) -> dict[str, Annual]:
    """Return IPSL-CM6A-LR's runs by "scenario member"."""
    files = sorted((folder / "ipsl_cm6a_lr").glob(f"tas_ann_{IPSL}_*_g025.nc"))
    return {" ".join(path.name.split("_")[3:5]): read_annual(path) for path in files}


def read_cmip6(folder: Path, older: Sequence[Model], grid: Grid) -> list[Model]:
    """Return the CMIP6 models of a data folder.

    NorESM2-LM comes without a climatology, IPSL-CM6A-LR from 20 x 20 cells. HadGEM3-GC31-MM's is
    what its regression gives for the mean global temperature of the older models.
    """
    norwegian, british = read_newer_patterns(folder, GRID)
    norwegian, british = (GRID.field(one).on(grid) for one in (norwegian, british))
    world = [grid.mean(m.climatology) for m in older if m.climatology is not None]
    own, slope, intercept = read_hadgem(folder)
    climate = slope * (float(np.mean(world)) + KELVIN) + intercept - KELVIN
    return [
        Model("NorESM2-LM", 2.5, norwegian / grid.mean(norwegian), None, newer=True),
        Model("HadGEM3-GC31-MM", 0.83, british / grid.mean(british), own.field(climate).on(grid),
              newer=True),
        *_ipsl(folder, grid),
    ]  # fmt: skip


def _ipsl(folder: Path, grid: Grid) -> list[Model]:
    runs = read_ipsl(folder)
    if not {HISTORY, FUTURE} <= runs.keys():
        return []
    whole = runs[HISTORY].then(runs[FUTURE])
    first, last = REFERENCE
    present = whole.fields[(whole.years >= first) & (whole.years <= last)].mean(axis=0) - KELVIN
    slope = pattern_scaling(whole.fields, whole.grid).slope
    slope, climate = (whole.grid.field(one).on(grid) for one in (slope, present))
    return [Model(IPSL, 18.0, slope / grid.mean(slope), climate, newer=True)]
