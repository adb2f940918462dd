"""Foretells a climate model's pattern of warming from its present climate, by way of its kin.

Who asks how a model warms without having run its future knows its present climate. Models share
code (Knutti et al. 2013, doi 10.1002/grl.50256), so that a model whose climatology is nearly the
same is most often a version of it, and warms alike. Such kin is given more weight than the others;
a model without kin is foretold as the mean of all.

Nothing is chosen by the pattern that is foretold. How far kinship reaches follows from names and
climatologies alone: to the nearest two models of different families. The weight of the mean of
all is the one that would have foretold the others best, each left out in turn.
"""

import re
from collections.abc import Sequence

import numpy as np

from simulrag.simulators.climate.multimodel_patterns import Grid, Model
from simulrag.simulators.climate.scenarios import Floats

#: Weights of the mean of all that are tried, beside 1 for a model with the same climatology.
MEAN_WEIGHTS = (0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0, 2.0)
#: Families whose letters changed from one version to the next.
RENAMED = {"CCSM": "CESM"}


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


def weights(model: Model, others: Sequence[Model], grid: Grid) -> Floats:
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
