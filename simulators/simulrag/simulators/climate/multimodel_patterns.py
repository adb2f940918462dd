"""What many climate models say of the pattern of warming, and how well they foretell one another.

Each model is a pattern (local warming per degree of global warming, area mean 1) and, where its
file holds one, a climatology (1961-1990, °C), brought to a common grid. Three ways to foretell
the pattern of a model from the others:

- the multi-model mean, which knows nothing of that model;
- kinship: models whose present climate is nearly the same are given more weight
  (`model_kinship`);
- fusion: the model's own first years, by optimal estimation with the mean and the covariance of
  the others as the prior (`Fusion`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import numpy as np

from simulrag.simulators.climate.scenarios import Floats
from simulrag.simulators.climate.spatial import Field

#: Side of the cells on which models are compared, degrees.
COMPARED = 2.5
#: Levels of fidelity of CMIP5 models in degrees of native grid spacing, coarse to fine; CMIP6
#: models stand above all of them.
LEVELS = ((2.75, 9.0), (2.25, 2.75), (1.5, 2.25), (0.0, 1.5))
#: Standard deviations at the ends of a 90 % interval.
DEVIATIONS = 1.645
#: Share of the prior covariance that is taken as independent from cell to cell, as 41 models
#: cannot span all patterns; the same for the noise.
LOCAL_PRIOR, LOCAL_NOISE = 0.3, 0.1


@dataclass(frozen=True)
class Grid:
    """Cell centres in degrees, with weights of sum 1 by area: (latitudes, longitudes)."""

    latitudes: Floats
    longitudes: Floats

    @property
    def weights(self) -> Floats:
        """Return the share of each cell in the area of the globe."""
        rows = np.cos(np.radians(self.latitudes))[:, None]
        whole = rows * np.ones(len(self.longitudes))
        return np.asarray(whole / whole.sum(), dtype=np.float64)

    def mean(self, field: Floats) -> Floats:
        """Return the area mean over the last two axes."""
        return np.asarray((field * self.weights).sum(axis=(-2, -1)), dtype=np.float64)

    def rms(self, field: Floats) -> float:
        """Return the area-weighted root mean square."""
        return float(np.sqrt((self.weights * field**2).sum()))


def regular(step: float = COMPARED) -> Grid:
    """Return a regular grid of that spacing, from south to north and from 180 W on."""
    return Grid(np.arange(-90 + step / 2, 90, step), np.arange(-180 + step / 2, 180, step))


@dataclass(frozen=True)
class Model:
    """One climate model on a common grid."""

    name: str
    #: Native spacing in longitude, degrees.
    spacing: float
    #: Local warming per degree of global warming, of area mean 1.
    pattern: Floats
    #: °C; None where the file holds none (three GFDL models).
    climatology: Floats | None
    #: True for a model of CMIP6.
    newer: bool = False

    @property
    def level(self) -> int:
        """Return the level of fidelity, 0 for the coarsest."""
        if self.newer:
            return len(LEVELS)
        return next(i for i, (low, high) in enumerate(LEVELS) if low <= self.spacing < high)


def read(folder: Path, grid: Grid | None = None) -> list[Model]:
    """Read the CMIP5 patterns of a data folder (Lynch et al. 2017, doi 10.5194/essd-9-281-2017)."""
    from netCDF4 import Dataset

    on = regular() if grid is None else grid
    models: list[Model] = []
    for path in sorted((folder / "cmip5_patterns").glob("PATTERN_tas_ANN_*_rcp85.nc")):
        with Dataset(path) as data:
            parts = {
                name: np.ma.filled(np.ma.asarray(data[name][:]), np.nan).astype(np.float64)
                for name in ("pattern", "climatology", "lat", "lon")
            }
        pattern, climatology = (
            Field(parts[name], parts["lat"], parts["lon"]).at(
                on.latitudes[:, None], on.longitudes[None, :]
            )
            for name in ("pattern", "climatology")
        )
        models.append(
            Model(
                path.name.split("_")[3],
                360.0 / len(parts["lon"]),
                pattern / on.mean(pattern),
                climatology if np.isfinite(climatology).all() else None,
            )
        )
    if not models:
        raise FileNotFoundError(f"{folder / 'cmip5_patterns'} holds no PATTERN_tas_ANN_*.nc")
    return models


def mean_pattern(models: Sequence[Model]) -> Floats:
    """Return the multi-model mean pattern."""
    return np.mean([model.pattern for model in models], axis=0)


def interval(others: Sequence[Model]) -> tuple[Floats, Floats]:
    """Return the ends of the 90 % interval for the pattern of a model that is none of these."""
    patterns = np.stack([other.pattern for other in others])
    wide = DEVIATIONS * patterns.std(axis=0, ddof=1)
    return patterns.mean(axis=0) - wide, patterns.mean(axis=0) + wide


@dataclass(frozen=True)
class Scaling:
    """A linear relation of a local field to global mean temperature, both absolute in K."""

    global_mean: float
    field: Floats
    slope: Floats

    def at(self, global_temperature: Floats) -> Floats:
        """Return fields (years, latitudes, longitudes) for global means (years,)."""
        since = np.asarray(global_temperature) - self.global_mean
        return self.field + since[:, None, None] * self.slope


def pattern_scaling(temperature: Floats, grid: Grid) -> Scaling:
    """Fit linear pattern scaling by least squares to (years, latitudes, longitudes) in K."""
    world = grid.mean(temperature)
    since = world - world.mean()
    field = temperature.mean(axis=0)
    slope = np.tensordot(since, temperature - field, axes=1) / (since**2).sum()
    return Scaling(float(world.mean()), field, np.asarray(slope, dtype=np.float64))


class Fusion:
    """Pattern scaling of one model in the light of many others.

    The least-squares slope is a measurement of the true one, whose error is the internal
    variability of `temperature` over the spread of its global mean; the others' patterns give
    the prior. Both are Gaussian, so that the best estimate is closed (Rodgers 2000, Inverse
    Methods for Atmospheric Sounding, eq. 4.5). This is the limit of a multi-fidelity residual
    process with linear encoder and decoder and full covariance.
    """

    def __init__(self, models: Sequence[Model], grid: Grid) -> None:
        self._grid = grid
        self._prior = mean_pattern(models)
        flat = np.stack([(m.pattern - self._prior).ravel() for m in models])
        self._covariance = _mixed(flat.T @ flat / (len(models) - 1), LOCAL_PRIOR)

    def fit(self, temperature: Floats) -> Scaling:
        """Fit to annual fields (years, latitudes, longitudes) in K."""
        plain = pattern_scaling(temperature, self._grid)
        world = self._grid.mean(temperature)
        residual = (temperature - plain.at(world)).reshape(len(world), -1)
        noise = _mixed(residual.T @ residual / (len(world) - 2), LOCAL_NOISE)
        noise *= self._dependence(residual) / ((world - world.mean()) ** 2).sum()
        away = (plain.slope - self._prior).ravel()
        weighed = cast("Floats", np.linalg.solve(self._covariance + noise, away))
        moved = np.asarray(self._covariance @ weighed, dtype=np.float64)
        slope = self._prior + moved.reshape(self._prior.shape)
        return Scaling(plain.global_mean, plain.field, slope / self._grid.mean(slope))

    def _dependence(self, residual: Floats) -> float:
        """Return by how many times fewer independent years there are than years.

        (1 + r) / (1 - r) with the lag-one correlation r of the residuals (years, cells), area mean
        (Bretherton et al. 1999, J. Climate 12:1990).
        """
        together = (residual[1:] * residual[:-1]).sum(axis=0)
        together = together / np.maximum((residual**2).sum(axis=0), np.finfo(np.float64).tiny)
        r = float(np.clip((self._grid.weights.ravel() * together).sum(), 0.0, 0.9))
        return (1.0 + r) / (1.0 - r)


def _mixed(covariance: Floats, local: float) -> Floats:
    return (1.0 - local) * covariance + local * np.diag(np.diag(covariance))
