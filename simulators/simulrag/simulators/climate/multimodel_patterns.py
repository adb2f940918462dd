"""What many climate models say of the pattern of warming, and how well they foretell one another.

Each model is a pattern (local warming per degree of global warming, area mean 1) and, where its
file holds one, a climatology (1961-1990, °C), brought to a common grid. Three ways to foretell
the pattern of a model from the others:

- the multi-model mean, which knows nothing of that model;
- kinship (`foretold`): who asks how a model warms without having run its future knows its present
  climate. Models share code (Knutti et al. 2013, doi 10.1002/grl.50256), so that a model whose
  climatology is nearly the same is most often a version of it, and warms alike. Such kin is given
  more weight than the others; a model without kin is foretold as the mean of all. Nothing is chosen
  by the pattern that is foretold: how far kinship reaches follows from names and climatologies
  alone, to the nearest two models of different families, and the weight of the mean of all is the
  one that would have foretold the others best, each left out in turn;
- fusion (`Fusion`): the model's own first years, by optimal estimation with the mean and the
  covariance of the others as the prior.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np

from simulrag.simulators.climate.estimates import DEVIATIONS
from simulrag.simulators.climate.globe import Floats, Grid

#: Levels of fidelity of CMIP5 models in degrees of native grid spacing, coarse to fine; CMIP6
#: models stand above all of them.
LEVELS = ((2.75, 9.0), (2.25, 2.75), (1.5, 2.25), (0.0, 1.5))
#: Share of the prior covariance that is taken as independent from cell to cell, as 41 models
#: cannot span all patterns; the same for the noise.
LOCAL_PRIOR, LOCAL_NOISE = 0.3, 0.1
#: Weights of the mean of all that are tried, beside 1 for a model with the same climatology.
MEAN_WEIGHTS = (0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0, 2.0)
#: Families whose letters changed from one version to the next.
RENAMED = {"CCSM": "CESM"}


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


def family(name: str) -> str:
    """Return the family of a model: the letters that its versions' names begin with."""
    letters = re.match(r"[A-Za-z]*", name)
    found = letters[0] if letters else ""
    return RENAMED.get(found, found)


def distances(models: Sequence[Model], grid: Grid) -> Floats:
    """Return root mean square differences of climatologies, K; infinite where one is unknown.

    Shape (models, models).
    """
    apart = np.full((len(models), len(models)), np.inf)
    known = [i for i, model in enumerate(models) if model.climatology is not None]
    fields = np.array([models[i].climatology for i in known])
    for row, i in enumerate(known):
        squares = (grid.weights * (fields - fields[row]) ** 2).sum(axis=(1, 2))
        apart[i, known] = np.sqrt(squares)
    return apart


def reach(models: Sequence[Model], grid: Grid) -> float:
    """Return the distance of the nearest two models of different families, K."""
    names = [family(model.name) for model in models]
    differ = np.array([[one != other for other in names] for one in names])
    return float(distances(models, grid)[differ].min(initial=np.inf))


def kinship(model: Model, others: Sequence[Model], grid: Grid) -> Floats:
    """Return kinship (others,) in 0 to 1; 0 for what is no kin."""
    return _kernel(distances([model, *others], grid), reach([model, *others], grid))[0, 1:]


def _kernel(apart: Floats, within: float) -> Floats:
    """Return a weight of compact support, so that strangers do not count at all."""
    if not np.isfinite(within):
        return np.zeros_like(apart)
    return np.asarray(np.maximum(0.0, 1.0 - (apart / within) ** 2) ** 2, dtype=np.float64)


def foretold(model: Model, others: Sequence[Model], grid: Grid) -> Floats:
    """Return the pattern of a model from those of others and from its present climate alone."""
    models = [model, *others]
    kin = _kernel(distances(models, grid), reach(models, grid))
    np.fill_diagonal(kin, 0.0)
    patterns = np.stack([other.pattern.ravel() for other in others])
    share = _mean_weight(kin[1:, 1:], patterns, grid)
    return np.asarray(
        (_shares(kin[0, 1:], share) @ patterns).reshape(model.pattern.shape), dtype=np.float64
    )


def _shares(kin: Floats, mean_weight: float) -> Floats:
    """Return the shares of others in a pattern, of sum 1."""
    return np.asarray((mean_weight / len(kin) + kin) / (mean_weight + kin.sum()), dtype=np.float64)


def _mean_weight(kin: Floats, patterns: Floats, grid: Grid) -> float:
    """Return the weight of the mean that foretells these models best, each left out in turn."""
    flat = patterns * np.sqrt(grid.weights).ravel()
    products = flat @ flat.T
    squares = np.zeros(len(MEAN_WEIGHTS))
    for i in range(len(kin)):
        rest = np.delete(np.arange(len(kin)), i)
        for number, weight in enumerate(MEAN_WEIGHTS):
            mixed = np.zeros(len(kin))
            mixed[rest], mixed[i] = _shares(kin[i, rest], weight), -1.0
            squares[number] += mixed @ products @ mixed
    return MEAN_WEIGHTS[int(np.argmin(squares))]
