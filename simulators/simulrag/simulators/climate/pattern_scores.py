"""How well the pattern of a climate model is foretold from other models."""

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from pydantic import JsonValue

from simulrag.simulators.climate import model_kinship, multimodel_patterns
from simulrag.simulators.climate.evaluation_models import newer
from simulrag.simulators.climate.multimodel_patterns import Grid, Model
from simulrag.simulators.climate.scenarios import Floats

#: Way to foretell a pattern: (model without its pattern being looked at, others, grid) -> pattern.
Way = Callable[[Model, Sequence[Model], Grid], Floats]


def mean(_: Model, others: Sequence[Model], __: Grid) -> Floats:
    """Foretell by the multi-model mean, which pattern scaling of the product uses."""
    return multimodel_patterns.mean_pattern(others)


def process(model: Model, others: Sequence[Model], grid: Grid) -> Floats:
    """Foretell by a multi-fidelity residual neural process fitted to the others."""
    from simulrag.simulators.climate.neural_process import NeuralProcess

    return NeuralProcess(others, grid).predict(model)


WAYS: dict[str, Way] = {
    "multi-model mean": mean,
    "kinship": model_kinship.foretold,
    "neural process": process,
}


def measure_patterns(folder: Path) -> dict[str, JsonValue]:
    """Leave each model out and foretell its pattern: root mean squares in K per K.

    What is known of the model that is left out is its present climate, name and resolution. The
    same is done with its kin left out too, as Earth is kin of no model, and with CMIP6 models.
    """
    grid = multimodel_patterns.regular()
    models = multimodel_patterns.read(folder, grid)
    others = {m.name: [o for o in models if o is not m] for m in models}
    strangers = {m.name: _strangers(m, others[m.name], grid) for m in models}
    errors = {way: _errors(models, others, way, grid) for way in WAYS}
    related = np.array([len(strangers[m.name]) < len(others[m.name]) for m in models])
    with_kin = [models[i] for i in np.flatnonzero(related)]
    alone = {way: found.copy() for way, found in errors.items()}
    for way, found in alone.items():
        found[related] = _errors(with_kin, strangers, way, grid)
    by_model: dict[str, JsonValue] = {
        model.name: {way: round(float(errors[way][i]), 4) for way in WAYS}
        for i, model in enumerate(models)
    }
    return {
        "models": len(models),
        **{way: _summary(found, errors["multi-model mean"]) for way, found in errors.items()},
        "without the model's kin": {
            way: _summary(found, alone["multi-model mean"]) for way, found in alone.items()
        },
        "kin reach, K": round(model_kinship.reach(models, grid), 3),
        "CMIP6 models": _newer(folder, models, grid),
        "by_model": by_model,
    }


def _strangers(model: Model, others: Sequence[Model], grid: Grid) -> list[Model]:
    kin = model_kinship.weights(model, others, grid)
    return [other for other, weight in zip(others, kin, strict=True) if weight == 0.0]


def _errors(
    models: Sequence[Model], others: dict[str, list[Model]], way: str, grid: Grid
) -> Floats:
    return np.array([grid.rms(WAYS[way](m, others[m.name], grid) - m.pattern) for m in models])


def _summary(errors: Floats, reference: Floats) -> dict[str, JsonValue]:
    return {
        "median": round(float(np.median(errors)), 4),
        "largest": round(float(errors.max()), 4),
        "worse than the mean": int((errors > reference + 1e-9).sum()),
        "better than the mean": int((errors < reference - 1e-9).sum()),
    }


def _newer(folder: Path, models: Sequence[Model], grid: Grid) -> dict[str, JsonValue]:
    """Return the errors for each CMIP6 model, from CMIP5 alone and with the other CMIP6 models."""
    newest = newer(folder, models, grid)
    found: dict[str, JsonValue] = {}
    for model in newest:
        above = [other for other in newest if other is not model]
        found[model.name] = {
            way: {
                "from CMIP5": round(grid.rms(foretell(model, models, grid) - model.pattern), 4),
                "from CMIP5 and CMIP6": round(
                    grid.rms(foretell(model, [*models, *above], grid) - model.pattern), 4
                ),
            }
            for way, foretell in WAYS.items()
        }
    return found
