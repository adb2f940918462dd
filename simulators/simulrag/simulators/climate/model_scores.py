"""How well the spatial part of the climate simulator foretells climate models it has not seen."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
from pydantic import JsonValue

from simulrag.simulators.climate import multimodel_patterns
from simulrag.simulators.climate.evaluation_models import Annual, newer, series
from simulrag.simulators.climate.multimodel_patterns import Fusion, Grid, Scaling, pattern_scaling
from simulrag.simulators.climate.scenarios import Floats
from simulrag.simulators.errors import BadValue

#: Runs on which emulators of one model are trained, and years: history, and ssp585 up to here.
TRAINED_ON = ("historical r1i1p1f1", "ssp585 r1i1p1f1")
TRAINED_TO = 2060
#: Years that are judged in a scenario and in history.
JUDGED = {"future": (2081, 2100), "historical": (1995, 2014)}
#: Half-width in years of the local line by which a global mean is freed of weather.
SMOOTHING = 10


def measure_spread(folder: Path) -> dict[str, JsonValue]:
    """Count which share of a left-out model's cells lies within the 90 % interval of the others."""
    grid = multimodel_patterns.regular()
    models = multimodel_patterns.read(folder, grid)
    normal: list[float] = []
    plain: list[float] = []
    for i, model in enumerate(models):
        others = models[:i] + models[i + 1 :]
        patterns = np.stack([other.pattern for other in others])
        normal.append(_covered(model.pattern, multimodel_patterns.interval(others), grid))
        ends = np.quantile(patterns, (0.05, 0.95), axis=0)
        plain.append(_covered(model.pattern, (ends[0], ends[1]), grid))
    ends = multimodel_patterns.interval(models)
    inside = {m.name: _covered(m.pattern, ends, grid) for m in newer(folder, models, grid)}
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
    runs = series(folder)
    if missing := [name for name in TRAINED_ON if name not in runs]:
        raise BadValue(f"{folder / 'ipsl_cm6a_lr'} lacks {', '.join(missing)}, which is trained on")
    past, future = (runs[name] for name in TRAINED_ON)
    early = future.years <= TRAINED_TO
    training = np.concatenate([past.fields, future.fields[early]])
    grid = past.grid
    models = multimodel_patterns.read(folder, grid)
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
    before = runs.get(f"historical {member}", runs["historical r1i1p1f1"])
    whole = file if scenario == "historical" else before.then(file)
    world = _smoothed(file.grid.mean(whole.fields))
    judged = (whole.years >= first) & (whole.years <= last)
    truth = whole.fields[judged] - base
    scores = {
        emulator: _scores(made.at(world[judged]) - base, truth, file.grid)
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


def _scores(predicted: Floats, truth: Floats, grid: Grid) -> dict[str, JsonValue]:
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
