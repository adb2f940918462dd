"""Makes the climatology and the warming pattern from climate models and reanalysis."""

from pathlib import Path
from typing import Any

import numpy as np

from simulrag.simulators.climate import observed
from simulrag.simulators.climate.elevation import LAPSE_RATE
from simulrag.simulators.climate.scenarios import Floats
from simulrag.simulators.climate.spatial import (
    LATITUDES,
    LONGITUDES,
    STEPS,
    Field,
    area_mean,
)
from simulrag.simulators.climate.train_elevation import smoothed

#: Share of the reanalysis in the climatology; the models share the rest equally.
REANALYSIS_SHARE = 0.5
#: Mean global warming from 1960-1999 to the reanalysis' 1981-2010, K (central response).
REANALYSIS_PERIOD = (1981, 2010)
#: Absolute mean air temperature at the surface of the globe, °C, and its years: observed, to within
#: half a degree (Jones et al. 1999, Rev. Geophys. 37:173, doi 10.1029/1999RG900002). The models'
#: mean and the reanalysis are a third of a degree colder than this, and more so over land.
GLOBAL_MEAN, GLOBAL_MEAN_PERIOD = 14.0, (1961, 1990)
#: Pattern fitted to a ClimateBench-format folder, which stands in for the published one.
CLIMATEBENCH = "climatebench_pattern.npz"


def on_grid(field: Any, latitudes: Any, longitudes: Any) -> Floats:
    """Interpolate a model's (latitude, longitude) field to the 1 degree grid."""
    plain = [
        np.ma.filled(np.ma.asarray(part), np.nan).astype(np.float64)
        for part in (field, latitudes, longitudes)
    ]
    return Field(*plain).at(LATITUDES[:, None], LONGITUDES[None, :])


def read_models(folder: Path) -> tuple[Floats, Floats]:
    """Return the CMIP5 models' patterns (41, 180, 360) and climatologies (38, 180, 360)."""
    from netCDF4 import Dataset

    patterns: list[Floats] = []
    climatologies: list[Floats] = []
    for path in sorted((folder / "cmip5_patterns").glob("PATTERN_tas_ANN_*_rcp85.nc")):
        with Dataset(path) as data:
            at = data["lat"][:], data["lon"][:]
            patterns.append(on_grid(data["pattern"][:], *at))
            climatology = on_grid(data["climatology"][:], *at)
            if np.isfinite(climatology).all():  # three GISS files hold none
                climatologies.append(climatology)
    return np.stack(patterns), np.stack(climatologies)


def read_newer_patterns(folder: Path, own: Path | None = None) -> Floats:
    """Return the CMIP6 patterns of NorESM2-LM and HadGEM3-GC31-MM: (2, 180, 360)."""
    from netCDF4 import Dataset

    published = folder / "noresm2_lm_pattern.npz"
    with np.load(own if own is not None and own.is_file() else published) as norwegian:
        first = on_grid(norwegian["slope"], norwegian["lat"], norwegian["lon"])
    path = folder / "hadgem3_gc31_mm" / "HadGEM3-GC31-MM_historical_tas_annual_pattern.nc"
    with Dataset(path) as data:
        second = on_grid(data["slope"][0], data["lat"][:], data["lon"][:])
    return np.stack([first, second])


def read_reanalysis(folder: Path) -> Floats:
    """Return NCEP's mean near-surface temperature of 1981 to 2010, °C: (180, 360)."""
    from netCDF4 import Dataset

    days = np.array([31, 28.25, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])
    with Dataset(folder / "ncep_r1" / "air.mon.ltm.nc") as data:
        yearly = np.average(data["air"][:], axis=0, weights=days)
        return on_grid(yearly, data["lat"][:], data["lon"][:])


def make_fields(
    folder: Path, warmed: float, settled: float, own: Path | None = None
) -> dict[str, Floats]:
    """Return the four fields of `spatial.STEPS`.

    The climatology has the observed global mean, and is reduced to sea level from the terrain as
    models see it. `warmed` and `settled` are the global warming in K from the climatology's
    reference period to those of the reanalysis and of `GLOBAL_MEAN`.
    """
    patterns, climatologies = read_models(folder)
    patterns = np.concatenate([patterns, read_newer_patterns(folder, own)])
    patterns /= np.array([area_mean(p) for p in patterns])[:, None, None]
    pattern = patterns.mean(axis=0)
    models = climatologies.mean(axis=0)
    reanalysis = read_reanalysis(folder) - pattern * warmed
    blend = (1 - REANALYSIS_SHARE) * models + REANALYSIS_SHARE * reanalysis
    colder = GLOBAL_MEAN - settled - area_mean(blend)
    spread = climatologies.std(axis=0, ddof=1)
    return {
        "climatology": blend + colder + LAPSE_RATE * smoothed(),
        "climatology_spread": spread * _calibration(reanalysis - models, spread),
        "pattern": pattern / area_mean(pattern),
        "pattern_spread": patterns.std(axis=0, ddof=1),
    }


def _calibration(error: Floats, spread: Floats) -> float:
    """Return the factor on `spread` with which 90 % of the area's errors lie within 1.645 of it."""
    ratio = (np.abs(error) / spread).ravel()
    order = np.argsort(ratio)
    area = np.repeat(np.cos(np.radians(LATITUDES)), len(LONGITUDES))[order].cumsum()
    return float(ratio[order][np.searchsorted(area, 0.9 * area[-1])] / 1.645)


def write_fields(fields: dict[str, Floats], path: Path) -> None:
    """Write the fields as whole multiples of their steps, compressed."""
    np.savez_compressed(
        path,
        allow_pickle=False,
        **{name: np.round(fields[name] / step).astype(np.int16) for name, step in STEPS.items()},
    )


def write_reanalysis(folder: Path, path: Path) -> None:
    """Write the reanalysis reduced to sea level, as differences along rows in steps, compressed."""
    reduced = read_reanalysis(folder) + LAPSE_RATE * smoothed()
    steps = np.round(reduced / observed.STEP).astype(np.int64)
    differences = np.diff(steps, axis=1, prepend=0)
    np.savez_compressed(path, allow_pickle=False, differences=differences.astype(np.int16))
