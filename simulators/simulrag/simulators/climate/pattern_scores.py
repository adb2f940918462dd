"""How well the patterns of climate models are foretold, from other models and first years."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
from pydantic import JsonValue

from simulrag.simulators.climate import multimodel_patterns
from simulrag.simulators.climate.globe import Floats, Grid, regular
from simulrag.simulators.climate.model_files import (
    COMPARED,
    FUTURE,
    HISTORY,
    Annual,
    read_cmip5,
    read_cmip6,
    read_ipsl,
)
from simulrag.simulators.climate.multimodel_patterns import Fusion, Model, Scaling, pattern_scaling
from simulrag.simulators.errors import BadValue

#: Way to foretell a pattern: (model without its pattern being looked at, others, grid) -> pattern.
Way = Callable[[Model, Sequence[Model], Grid], Floats]
#: Runs on which emulators of one model are trained, and years: history, and ssp585 up to here.
TRAINED_ON = (HISTORY, FUTURE)
TRAINED_TO = 2060
#: Years that are judged in a scenario and in history.
JUDGED = {"future": (2081, 2100), "historical": (1995, 2014)}
#: Half-width in years of the local line by which a global mean is freed of weather.
SMOOTHING = 10


def mean(_: Model, others: Sequence[Model], __: Grid) -> Floats:
    """Foretell by the multi-model mean, which pattern scaling of the product uses."""
    return multimodel_patterns.mean_pattern(others)


def process(model: Model, others: Sequence[Model], grid: Grid) -> Floats:
    """Foretell by a multi-fidelity residual neural process fitted to the others."""
    from simulrag.simulators.climate.neural_process import NeuralProcess

    return NeuralProcess(others, grid).predict(model)


WAYS: dict[str, Way] = {
    "multi-model mean": mean,
    "kinship": multimodel_patterns.foretold,
    "neural process": process,
}


def measure_patterns(folder: Path) -> dict[str, JsonValue]:
    """Leave each model out and foretell its pattern: root mean squares in K per K.

    What is known of the model that is left out is its present climate, name and resolution. The
    same is done with its kin left out too, as Earth is kin of no model, and with CMIP6 models.
    """
    grid = regular(COMPARED)
    models = read_cmip5(folder, grid)
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
        "kin reach, K": round(multimodel_patterns.reach(models, grid), 3),
        "CMIP6 models": _newer_errors(folder, models, grid),
        "by_model": by_model,
    }


def _strangers(model: Model, others: Sequence[Model], grid: Grid) -> list[Model]:
    kin = multimodel_patterns.kinship(model, others, grid)
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


def _newer_errors(folder: Path, models: Sequence[Model], grid: Grid) -> dict[str, JsonValue]:
    """Return the errors for each CMIP6 model, from CMIP5 alone and with the other CMIP6 models."""
    newest = read_cmip6(folder, models, grid)
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


def measure_spread(folder: Path) -> dict[str, JsonValue]:
    """Count which share of a left-out model's cells lies within the 90 % interval of the others."""
    grid = regular(COMPARED)
    models = read_cmip5(folder, grid)
    normal: list[float] = []
    plain: list[float] = []
    for i, model in enumerate(models):
        others = models[:i] + models[i + 1 :]
        patterns = np.stack([other.pattern for other in others])
        normal.append(_covered(model.pattern, multimodel_patterns.interval(others), grid))
        ends = np.quantile(patterns, (0.05, 0.95), axis=0)
        plain.append(_covered(model.pattern, (ends[0], ends[1]), grid))
    ends = multimodel_patterns.interval(models)
    inside = {m.name: _covered(m.pattern, ends, grid) for m in read_cmip6(folder, models, grid)}
    return {
        "coverage": round(float(np.mean(normal)), 4),
        "lowest of a model": round(min(normal), 4),
        "coverage of plain quantiles": round(float(np.mean(plain)), 4),
        "CMIP6 models never used": {name: round(share, 4) for name, share in inside.items()},
    }


def _covered(pattern: Floats, ends: tuple[Floats, Floats], grid: Grid) -> float:
    return float((grid.weights * ((pattern >= ends[0]) & (pattern <= ends[1]))).sum())


def measure_ipsl(folder: Path) -> dict[str, JsonValue]:
    """Train on the first years of one CMIP6 model and judge on all its files that are there.

    Emulators get the file's own global mean, smoothed, and are judged on the local field, as the
    20-year mean's root mean square error (K) and as ClimateBench's normalised errors (Watson-
    Parris et al. 2022, doi 10.1029/2021MS002954): total = spatial + 5 x global.
    """
    runs = read_ipsl(folder)
    if missing := [name for name in TRAINED_ON if name not in runs]:
        raise BadValue(f"{folder / 'ipsl_cm6a_lr'} lacks {', '.join(missing)}, which is trained on")
    past, future = (runs[name] for name in TRAINED_ON)
    early = future.years <= TRAINED_TO
    training = np.concatenate([past.fields, future.fields[early]])
    grid = past.grid
    models = read_cmip5(folder, grid)
    emulators = {
        "linear pattern scaling": pattern_scaling(training, grid),
        "fusion with many models": Fusion(models, grid).fit(training),
        "multi-model mean pattern": Scaling(
            float(grid.mean(past.fields[:51]).mean()),
            past.fields[:51].mean(axis=0),
            multimodel_patterns.mean_pattern(models),
        ),
    }
    preindustrial = past.fields[:51].mean(axis=0)
    return {name: _judged(name, runs, emulators, preindustrial) for name in runs}


def _judged(
    name: str, runs: Mapping[str, Annual], emulators: Mapping[str, Scaling], base: Floats
) -> dict[str, JsonValue]:
    file = runs[name]
    scenario, member = name.split()
    first, last = JUDGED["historical" if scenario == "historical" else "future"]
    before = runs.get(f"historical {member}", runs[HISTORY])
    whole = file if scenario == "historical" else before.then(file)
    world = _smoothed(file.grid.mean(whole.fields))
    judged = (whole.years >= first) & (whole.years <= last)
    truth = whole.fields[judged] - base
    scores = {
        emulator: _normalised_errors(made.at(world[judged]) - base, truth, file.grid)
        for emulator, made in emulators.items()
    }
    return {"years": f"{first}-{last}", "member trained on, to 2060": name in TRAINED_ON, **scores}


def _smoothed(values: Floats) -> Floats:
    """Return the forced part of a global mean: local lines over 21 years."""
    made = np.empty_like(values)
    for i in range(len(values)):
        near = np.arange(max(0, i - SMOOTHING), min(len(values), i + SMOOTHING + 1))
        made[i] = np.polyfit(near - i, values[near], 1)[1]
    return made


def _normalised_errors(predicted: Floats, truth: Floats, grid: Grid) -> dict[str, JsonValue]:
    error = predicted.mean(axis=0) - truth.mean(axis=0)
    scale = abs(float(grid.mean(truth.mean(axis=0))))
    spatial = grid.rms(error) / scale
    world = grid.mean(predicted) - grid.mean(truth)
    overall = float(np.sqrt((world**2).mean())) / scale
    return {
        "rmse": round(grid.rms(error), 4),
        "nrmse_spatial": round(spatial, 4),
        "nrmse_global": round(overall, 4),
        "nrmse_total": round(spatial + 5.0 * overall, 4),
    }
