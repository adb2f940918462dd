"""Makes the fields of seasons and months from climate models, reanalysis and ships.

Patterns and climatologies of 41 CMIP5 models by season and of 19 by month (Lynch et al. 2017, doi
10.5194/essd-9-281-2017). A month is what the 19 say of it within its season, whose level is that of
all models. The months' files repeat the pattern of temperature in the place of precipitation's, so
that a month's precipitation changes as its season's. The temperature of a season less that of the
year is half models' mean and half reanalysis, which is not counted where cold air is layered.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from simulrag.simulators.climate import model_files
from simulrag.simulators.climate.globe import GRID, Field, Floats, fine_grid, regular
from simulrag.simulators.climate.model_files import plain
from simulrag.simulators.climate.parameters import SEASONS
from simulrag.simulators.climate.single_years import VARIABILITY_CELL
from simulrag.simulators.climate.stored_fields import (
    DAYS,
    MONTHS_OF,
    PARTS,
    SEASONS_FILE,
    SEASONS_GRID,
    SEASONS_STEP,
    SEASONS_STEPS,
    days_of,
)
from simulrag.simulators.climate.train_geography import FINE, fine_terrain
from simulrag.simulators.climate.train_level import (
    Source,
    cell_deviations,
    land_share,
    read_layered,
    source,
    write_fields,
)
from simulrag.simulators.climate.train_variability import fitted_spread, local_deviation

#: Least precipitation of a model, mm a day, that a change is taken relative to.
DRY = 0.05
#: Most that precipitation of one model changes per degree, as a share.
MOST = 0.5
#: Least precipitation, mm a day, of which models' disagreement is counted; most that single years
#: vary, as a share.
DRIEST, VARIABLE = 0.005, 3.0
#: Days of a month, in which models' files count precipitation.
MONTH = 365.25 / 12
#: Field -> variable and kind in models' files.
VARIABLES = (("temperature", "tas", "climatology"), ("pattern", "tas", "pattern"),
             ("precipitation", "pr", "climatology"), ("wetting", "pr", "pattern"),
             ("variability", "tas", "error"), ("rain_variability", "pr", "error"))  # fmt: skip
#: What the files of months hold of precipitation that is a copy of temperature's.
REPEATED = (("pr", "pattern"), ("pr", "error"))


@dataclass(frozen=True)
class Models:
    """Models on the common grid: (models, parts, latitudes, longitudes), parts as `PARTS`.

    NaN where a model's files hold none. Temperature in °C and K per K, precipitation in mm a day
    and mm a day per K; patterns are per K of the model's own annual global mean.
    """

    temperature: Floats
    pattern: Floats
    precipitation: Floats
    wetting: Floats
    #: Standard deviation of single years about their forced course, °C and mm a day.
    variability: Floats
    rain_variability: Floats
    #: Degrees between columns of each model's own grid: (models,).
    spacing: Floats
    #: Annual precipitation of the model with the finest grid, mm a day, on that grid.
    finest: Source


def further(folder: Path, name: str) -> Path:
    """Return a part of the data folder, or of `climate_more` beside it."""
    own = folder / name
    return own if own.is_dir() else folder.parent / "climate_more" / name


def read(folder: Path) -> Models:
    """Read all models of `cmip5_seasonal` and `cmip5_monthly`."""
    paths = sorted(further(folder, "cmip5_seasonal").glob("*.nc"))
    if not paths:
        raise FileNotFoundError(f"{further(folder, 'cmip5_seasonal')} holds no *.nc")
    found = [_model(path, further(folder, "cmip5_monthly") / path.name) for path in paths]
    fields = {name: np.stack([one[name] for one in found]) for name in
              (*(name for name, _, _ in VARIABLES), "spacing")}  # fmt: skip
    return Models(**fields, finest=_annual(paths[int(fields["spacing"].argmin())]))


def _annual(path: Path) -> Source:
    grid, (rain,) = model_files.read(path, "pr_ANN_climatology")
    return source(rain / MONTH, grid)


def _model(path: Path, monthly: Path) -> dict[str, Any]:
    from netCDF4 import Dataset

    shape = len(PARTS), *SEASONS_GRID.weights.shape
    held = {name: np.full(shape, np.nan) for name, _, _ in VARIABLES}
    with Dataset(path) as data:
        spacing = 360.0 / len(data["lon"])
        for name, variable, kind in VARIABLES:
            for number, part in enumerate(("ANN", *SEASONS)):
                if (key := f"{variable}_{part}_{kind}") in data.variables:
                    held[name][number] = _on_grid(data, data[key][:])
    if monthly.is_file():
        own = {name: f"{variable}_{kind}" for name, variable, kind in VARIABLES
               if (variable, kind) not in REPEATED}  # fmt: skip
        grid, months = model_files.read(monthly, *own.values())
        for name, fields in zip(own, months, strict=True):
            held[name][1 + len(SEASONS) :] = [grid.field(one).on(SEASONS_GRID) for one in fields]
    for name in ("precipitation", "wetting", "rain_variability"):
        held[name] /= MONTH
    for name in ("variability", "rain_variability"):  # the files hold the errors of slopes
        held[name] *= fitted_spread()
    for name in ("temperature", "pattern"):  # the year is in other files for temperature
        held[name][0] = _yearly(held[name])
    warmed = np.average(
        held["pattern"][0].mean(axis=1), weights=np.cos(np.radians(SEASONS_GRID.latitudes))
    )
    held["variability"][0] = 0.0  # that of the year is in other files, for the same models
    if np.isfinite(warmed):
        held["pattern"] /= warmed
        held["wetting"] /= warmed
    return {**held, "spacing": spacing}


def _on_grid(data: Any, field: Any) -> Floats:
    parts = (plain(one) for one in (field, data["lat"][:], data["lon"][:]))
    return Field(*parts).on(SEASONS_GRID)


def _yearly(parts: Floats) -> Floats:
    days = [days_of(season) for season in SEASONS]
    return np.average(parts[1 : 1 + len(SEASONS)], axis=0, weights=days)


def mean_of(parts: Floats, weights: Floats, *, relative: bool = False) -> Floats:
    """Return weighted means over models for all parts, each month fitted into its season.

    `parts` are (models, parts, ...), NaN where a model has none; weights (models,). A month is its
    season's mean over all models plus, or with `relative` times, what those with months make of it.
    """
    mean = _weighed(parts, weights)
    monthly = np.isfinite(parts[:, -1]).reshape(len(parts), -1).all(axis=1)
    of_month = _weighed(parts[monthly], weights[monthly])
    for season, months in MONTHS_OF.items():
        places = [1 + len(SEASONS) + month for month in months]
        level, own = mean[PARTS.index(season)], of_month[places]
        theirs = np.average(own, axis=0, weights=DAYS[list(months)])
        mean[places] = own / theirs * level if relative else own - theirs + level
    return mean


def _weighed(parts: Floats, weights: Floats) -> Floats:
    held = np.isfinite(parts)
    whole = weights.reshape(-1, *[1] * (parts.ndim - 1)) * held
    return np.asarray((np.where(held, parts, 0.0) * whole).sum(axis=0) / whole.sum(axis=0))


def weights(models: Models) -> Floats:
    """Return the weight of each model's precipitation: finer grids resolve more of the terrain."""
    return np.asarray(models.spacing**-2, dtype=np.float64)


def by_month(folder: Path) -> Floats:
    """Return temperature by reanalysis for all parts, °C: (parts, latitudes, longitudes)."""
    grid, months = model_files.read_reanalysis(folder)
    return parts_of(np.stack([grid.field(month).on(SEASONS_GRID) for month in months]))


def parts_of(months: Floats) -> Floats:
    """Return the year, the seasons and the months of (12, ...) months."""
    year = np.average(months, axis=0, weights=DAYS)
    means = [np.average(months[list(some)], axis=0, weights=DAYS[list(some)])
             for some in MONTHS_OF.values()]  # fmt: skip
    return np.stack([year, *means, *months])


def make(models: Models, reanalysis: Floats, layered: Floats) -> dict[str, Floats]:
    """Return the fields of `stored_fields.SEASONS_STEPS`: (parts, latitudes, longitudes) each.

    layered: share of each month in which cold air is layered over land (see `train_level`).
    """
    alike = np.ones(len(models.spacing))
    departures = models.temperature - models.temperature[:, :1]
    patterns = models.pattern - models.pattern[:, :1]
    simulated, observed = mean_of(departures, alike), reanalysis - reanalysis[:1]
    fine = weights(models)
    logs = np.log(np.maximum(models.precipitation, DRIEST))
    rain = mean_of(models.precipitation, fine, relative=True)
    shares = responses(models.precipitation, models.wetting, rain)
    factor, per_metre = _errors_of_rain(models, logs[:, 0])
    unseen = per_metre * cell_deviations(fine_terrain(), int(SEASONS_STEP) * FINE)
    measured = (1.0 - parts_of(layered)) / 2
    made = parts_of((simulated + measured * (observed - simulated))[1 + len(SEASONS) :])
    return {
        "departure": made - made[:1],  # so that the months' mean is the year
        "departure_spread": np.hypot(
            _spread(departures), np.abs(observed - simulated) * (1.0 - measured)
        ),
        "pattern_departure": mean_of(patterns, alike),
        "pattern_spread": _spread(models.pattern),
        "log_precipitation": np.log(rain),
        "log_precipitation_spread": np.hypot(factor * _spread(logs), unseen),
        "response": as_seasons(_weighed(shares[:, : len(SEASONS) + 1], alike)),
        "response_spread": as_seasons(_spread(shares[:, : len(SEASONS) + 1])),
        "variability": np.sqrt(_weighed(models.variability**2, alike)),
        "rain_variability": np.minimum(_single_years(models.rain_variability) / rain, VARIABLE),
    }


def _errors_of_rain(models: Models, logs: Floats) -> tuple[float, float]:
    """Return a factor on models' spread of the logarithm of precipitation, and an error per metre.

    The error is that of terrain which models do not see, in metres of its standard deviation in a
    cell. The finest model, on its own grid and terrain, stands for the truth, the others foretell
    it: with the factor 90 % of its smooth half of the land lies within 1.645 times the spread, with
    both 90 % of the rough half. `logs` are of annual precipitation.
    """
    others = np.arange(len(logs)) != int(models.spacing.argmin())
    mean = models.precipitation[others, 0]
    foretold = np.log(np.average(mean, axis=0, weights=weights(models)[others]))
    truth = models.finest
    logged = np.log(np.maximum(truth.field, DRY))
    seen = truth.grid.field(truth.terrain()).on(fine_grid(FINE))
    side = int(SEASONS_STEP) * FINE
    centre, wide, rough, metres = (SEASONS_GRID.field(one).on(truth.grid) for one in (
        foretold, logs[others].std(axis=0, ddof=1), cell_deviations(fine_terrain(), side),
        cell_deviations(seen, side)))  # fmt: skip
    land = land_share(truth.grid) > 0.5
    area = np.cos(np.radians(truth.grid.latitudes))[:, None] * land
    smooth = rough < _quantile(rough, area, 0.5)
    off = np.abs(logged - centre) / 1.645
    factor = _quantile(off / wide, area * smooth, 0.9)
    beyond = np.sqrt(np.maximum(off**2 - (factor * wide) ** 2, 0.0))
    steep = beyond / np.maximum(metres, 1.0)
    return factor, _quantile(steep, area * ~smooth, 0.9)


def _quantile(values: Floats, area: Floats, share: float) -> float:
    """Return the value below which a share of the area lies."""
    order = np.argsort(values, axis=None)
    below = area.ravel()[order].cumsum()
    return float(values.ravel()[order][np.searchsorted(below, share * below[-1])])


def as_seasons(parts: Floats) -> Floats:
    """Return the year and seasons with, for each month, its season: (5, ...) to (parts, ...)."""
    return np.concatenate([parts, np.stack([parts[1 + _season_of(m)] for m in range(12)])])


def _season_of(month: int) -> int:
    return next(i for i, season in enumerate(SEASONS) if month in MONTHS_OF[season])


def _single_years(deviations: Floats) -> Floats:
    """Return the root mean square over models, of months as if those of a season were apart."""
    squares = deviations[:, : len(SEASONS) + 1] ** 2
    made = as_seasons(_weighed(squares, np.ones(len(deviations))))
    made[1 + len(SEASONS) :] *= 12 / len(SEASONS)
    return np.sqrt(made)


def _spread(parts: Floats) -> Floats:
    return np.nanstd(parts, axis=0, ddof=1)


def responses(precipitation: Floats, wetting: Floats, mean: Floats) -> Floats:
    """Return the change per degree of each model as a share of its precipitation.

    Where a model is far drier than all, its share is taken of half of their mean, as it would else
    stand for all of them.
    """
    least = np.maximum(mean / 2, DRY)
    return np.clip(wetting / np.maximum(precipitation, least), -MOST, MOST)


def write_seasons(folder: Path, out: Path) -> None:
    """Write the fields as whole multiples of their steps, compressed."""
    layered = np.stack([GRID.field(one).on(SEASONS_GRID) for one in read_layered(folder)])
    made = make(read(folder), by_month(folder), layered)
    yearly = regular(VARIABILITY_CELL).field(local_deviation(folder))
    made["variability"][0] = yearly.on(SEASONS_GRID)
    write_fields(made, SEASONS_STEPS, out / SEASONS_FILE)
