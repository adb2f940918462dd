"""Makes the climatology and the warming pattern from climate models and reanalysis."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from simulrag.simulators.climate import observed, train_level
from simulrag.simulators.climate.estimates import DEVIATIONS
from simulrag.simulators.climate.scenarios import Floats
from simulrag.simulators.climate.spatial import (
    LATITUDES,
    LONGITUDES,
    STEPS,
    Field,
    area_mean,
)
from simulrag.simulators.climate.terrain import LAPSE_RATE
from simulrag.simulators.climate.train_level import Source, cell_deviations, cell_means
from simulrag.simulators.climate.train_terrain import FINE, smoothed
from simulrag.simulators.climate.train_terrain import fine as fine_terrain

HADGEM3 = "HadGEM3-GC31-MM_historical_tas_annual_pattern.nc"
KELVIN = 273.15
#: Monthly mean, °C, brought to sea level, below which air over land is layered: snow lies, the sun
#: is low, and the ground cools. -5 to -15 differ by little.
LAYERED = -10.0
DAYS = np.array([31, 28.25, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])
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
    with Dataset(folder / "hadgem3_gc31_mm" / HADGEM3) as data:
        second = on_grid(data["slope"][0], data["lat"][:], data["lon"][:])
    return np.stack([first, second])


def read_reanalysis(folder: Path) -> Floats:
    """Return NCEP's mean near-surface temperature of 1981 to 2010, °C: (180, 360)."""
    from netCDF4 import Dataset

    with Dataset(folder / "ncep_r1" / "air.mon.ltm.nc") as data:
        yearly = np.average(data["air"][:], axis=0, weights=DAYS)
        return on_grid(yearly, data["lat"][:], data["lon"][:])


def read_sources(folder: Path) -> tuple[list[Source], Source, Source]:
    """Return the CMIP5 models' climatologies, HadGEM3-GC31-MM's, and the reanalysis, °C.

    HadGEM3's is the field of its slope and intercept at the observed global mean.
    """
    from netCDF4 import Dataset

    models: list[Source] = []
    for path in sorted((folder / "cmip5_patterns").glob("PATTERN_tas_ANN_*_rcp85.nc")):
        with Dataset(path) as data:
            climatology = np.ma.filled(np.ma.asarray(data["climatology"][:]), np.nan)
            if np.isfinite(climatology).all():  # three GISS files hold none
                models.append(_source(climatology, data))
    with Dataset(folder / "hadgem3_gc31_mm" / HADGEM3) as data:
        at_mean = data["intercept"][0] + data["slope"][0] * (GLOBAL_MEAN + KELVIN) - KELVIN
        fine = _source(at_mean, data)
    with Dataset(folder / "ncep_r1" / "air.mon.ltm.nc") as data:
        reanalysis = _source(np.average(data["air"][:], axis=0, weights=DAYS), data)
    return models, fine, reanalysis


def _source(field: Any, data: Any) -> Source:
    parts = (np.asarray(one, dtype=np.float64) for one in (field, data["lat"][:], data["lon"][:]))
    return train_level.source(*parts)


@dataclass(frozen=True)
class Warmed:
    """Global warming in K from the climatology's reference period to those of its sources."""

    reanalysis: float
    global_mean: float
    ships: float


def make_fields(folder: Path, warmed: Warmed, own: Path | None = None) -> dict[str, Floats]:
    """Return the fields of `spatial.STEPS`.

    The climatology is reduced to sea level, and has the observed global mean at the surface.
    """
    patterns, _ = read_models(folder)
    patterns = np.concatenate([patterns, read_newer_patterns(folder, own)])
    patterns /= np.array([area_mean(p) for p in patterns])[:, None, None]
    pattern = patterns.mean(axis=0)
    models, fine, reanalysis = read_sources(folder)
    layered = np.average(read_layered(folder), axis=0, weights=DAYS)
    lapse = train_level.lapse(
        fine,
        train_level.land_share(fine.latitudes, fine.longitudes),
        LAPSE_RATE * (1.0 - layered),
    )
    each = np.stack([model.reduced(lapse) for model in models])
    ground = lapse * terrain()

    def settled(field: Floats) -> Floats:
        return field + GLOBAL_MEAN - warmed.global_mean - area_mean(field - ground)

    detail, mean = settled(fine.reduced(lapse)), settled(each.mean(axis=0))
    observed = settled(reanalysis.reduced(lapse) - pattern * warmed.reanalysis)
    spread = each.std(axis=0, ddof=1)
    ships = train_level.read_ships(folder)
    distance = train_level.sea_distance()

    def level(large: Floats) -> Floats:
        made = train_level.blended(detail, large)
        return made + ships.drawn(made + pattern * warmed.ships, spread, distance)

    weight = (1.0 - layered) / 2
    apart = observed - level(mean)
    return {
        "climatology": level(weight * observed + (1.0 - weight) * mean),
        "climatology_spread": np.hypot(
            _of_sources(apart, spread, layered), _of_detail(detail, layered)
        ),
        "lapse": lapse,
        "pattern": pattern / area_mean(pattern),
        "pattern_spread": patterns.std(axis=0, ddof=1),
    }


def terrain() -> Floats:
    """Return the mean elevation of 1 degree cells, metres."""
    return cell_means(fine_terrain(), FINE, LATITUDES, LONGITUDES)


def read_layered(folder: Path) -> Floats:
    """Return the share of land in whose air cold is layered, by month: (12, 180, 360).

    Months are those of the reanalysis, at sea level: cold for want of sun and not of height.
    """
    from netCDF4 import Dataset

    with Dataset(folder / "ncep_r1" / "air.mon.ltm.nc") as data:
        months = [_source(month, data) for month in data["air"][:]]
    height = LAPSE_RATE * months[0].terrain()
    cold = np.stack(
        [one.on_grid(np.where(one.field + height < LAYERED, 1.0, 0.0)) for one in months]
    )
    return cold * train_level.land_share(LATITUDES, LONGITUDES)


def _of_sources(apart: Floats, spread: Floats, layered: Floats) -> Floats:
    """Return the error of the large scales, K, from how far reanalysis and models lie `apart`.

    The models' `spread` times a factor that makes it the error of one of the two: of the land's
    differences 90 % lie within 1.645 times both errors. Where air is layered and nothing measured
    holds the models, the world is one more of them, and the two may both be off.
    """
    ratio = (np.abs(apart) / spread).ravel()
    order = np.argsort(ratio)
    below = _land_area(layered).ravel()[order].cumsum()
    factor = float(ratio[order][np.searchsorted(below, 0.9 * below[-1])] / DEVIATIONS)
    measured = spread**2 * factor**2 / 2
    return np.sqrt((1.0 - layered) * measured + layered * (spread**2 + apart**2))


def _of_detail(detail: Floats, layered: Floats) -> Floats:
    """Return the error from detail that cells hide, K.

    It grows with the terrain in a cell as the finest model's own detail below `LARGE` does.
    """
    rough = cell_deviations(fine_terrain(), FINE)
    seen = detail - train_level.blurred(detail, LATITUDES, train_level.LARGE)
    area = _land_area(layered)
    return rough * np.sqrt((area * (seen * rough) ** 2).sum() / (area * rough**4).sum())


def _land_area(layered: Floats) -> Floats:
    """Return the area of land in each cell, without the share of layered air."""
    share = train_level.land_share(LATITUDES, LONGITUDES) * (1.0 - layered)
    return np.cos(np.radians(LATITUDES))[:, None] * share


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
