"""How well the spatial part of the climate simulator foretells climate models it has not seen."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import JsonValue

from simulrag.simulators.climate import multimodel
from simulrag.simulators.climate.multimodel import Fusion, Grid, Model, Scaling, pattern_scaling
from simulrag.simulators.climate.scenarios import Floats
from simulrag.simulators.errors import BadValue

MODEL = "IPSL-CM6A-LR"
#: Years on which emulators of one model are trained: history, and ssp585 up to here.
TRAINED_TO = 2060
#: Years that are judged in a scenario and in history.
JUDGED = {"future": (2081, 2100), "historical": (1995, 2014)}
#: Half-width in years of the local line by which a global mean is freed of weather.
SMOOTHING = 10


def measure_patterns(folder: Path) -> dict[str, JsonValue]:
    """Leave each of the CMIP5 models out and foretell its pattern: root mean squares in K per K."""
    grid = multimodel.regular()
    models = multimodel.read(folder, grid)
    plain, kin, alone = _left_out(models, grid)
    network = _network_errors(models, grid)
    figures = {
        "multi-model mean": _summary(plain, plain),
        "kinship": _summary(kin, plain),
        "kinship, without the model's kin": _summary(alone, plain),
        "neural process": _summary(network, plain),
    }
    by_model: dict[str, JsonValue] = {
        model.name: {"multi-model mean": round(float(p), 4), "kinship": round(float(k), 4),
                     "neural process": round(float(n), 4)}
        for model, p, k, n in zip(models, plain, kin, network, strict=True)
    }  # fmt: skip
    return {"models": len(models), **figures, "by_model": by_model}


def _left_out(models: list[Model], grid: Grid) -> tuple[Floats, Floats, Floats]:
    """Return errors (models,) of the mean, of kinship, and of kinship when all kin is left out."""
    rows: list[tuple[float, float, float]] = []
    for i, model in enumerate(models):
        others = models[:i] + models[i + 1 :]
        weights = multimodel.kinship(model, others, grid)
        strangers = [o for o, weight in zip(others, weights, strict=True) if weight == 0.0]
        rows.append(
            (
                grid.rms(multimodel.mean_pattern(others) - model.pattern),
                grid.rms(multimodel.foretold(model, others, grid) - model.pattern),
                grid.rms(multimodel.foretold(model, strangers, grid) - model.pattern),
            )
        )
    table = np.array(rows)
    return table[:, 0], table[:, 1], table[:, 2]


def _network_errors(models: list[Model], grid: Grid) -> Floats:
    from simulrag.simulators.climate.neural_process import left_out

    predicted = left_out(models, grid)
    return np.array([grid.rms(p - m.pattern) for p, m in zip(predicted, models, strict=True)])


def _summary(errors: Floats, reference: Floats) -> dict[str, JsonValue]:
    return {
        "median": round(float(np.median(errors)), 4),
        "largest": round(float(errors.max()), 4),
        "worse than the mean": int((errors > reference + 1e-9).sum()),
        "better than the mean": int((errors < reference - 1e-9).sum()),
    }


def measure_spread(folder: Path) -> dict[str, JsonValue]:
    """Count which share of a left-out model's cells lies within the 90 % interval of the others."""
    grid = multimodel.regular()
    models = multimodel.read(folder, grid)
    normal: list[float] = []
    plain: list[float] = []
    for i, model in enumerate(models):
        others = models[:i] + models[i + 1 :]
        patterns = np.stack([other.pattern for other in others])
        normal.append(_covered(model.pattern, multimodel.interval(others), grid))
        ends = np.quantile(patterns, (0.05, 0.95), axis=0)
        plain.append(_covered(model.pattern, (ends[0], ends[1]), grid))
    newer = _newer(folder, grid)
    inside = {name: _covered(p, multimodel.interval(models), grid) for name, p in newer.items()}
    return {
        "coverage": round(float(np.mean(normal)), 4),
        "lowest of a model": round(min(normal), 4),
        "coverage of plain quantiles": round(float(np.mean(plain)), 4),
        "CMIP6 models never used": {name: round(share, 4) for name, share in inside.items()},
    }


def _covered(pattern: Floats, ends: tuple[Floats, Floats], grid: Grid) -> float:
    return float((grid.weights * ((pattern >= ends[0]) & (pattern <= ends[1]))).sum())


def _newer(folder: Path, grid: Grid) -> Mapping[str, Floats]:
    from simulrag.simulators.climate.spatial import LATITUDES, LONGITUDES, Field
    from simulrag.simulators.climate.train_spatial import read_newer_patterns

    at = grid.latitudes[:, None], grid.longitudes[None, :]
    fields = [Field(p, LATITUDES, LONGITUDES).at(*at) for p in read_newer_patterns(folder)]
    names = ("NorESM2-LM", "HadGEM3-GC31-MM")
    return {name: p / grid.mean(p) for name, p in zip(names, fields, strict=True)}


def measure_ipsl(folder: Path) -> dict[str, JsonValue]:
    """Train on the first years of one CMIP6 model and judge on all its files that are there.

    Emulators get the file's own global mean, smoothed, and are judged on the local field, as the
    20-year mean's root mean square error (K) and as ClimateBench's normalised errors (Watson-
    Parris et al. 2022, doi 10.1029/2021MS002954): total = spatial + 5 x global.
    """
    files = sorted((folder / "ipsl_cm6a_lr").glob(f"tas_ann_{MODEL}_*_g025.nc"))
    series = {path.name.split("_")[3] + " " + path.name.split("_")[4]: _annual(path)
              for path in files}  # fmt: skip
    needed = ("historical r1i1p1f1", "ssp585 r1i1p1f1")
    if missing := [name for name in needed if name not in series]:
        raise BadValue(f"{folder / 'ipsl_cm6a_lr'} lacks {', '.join(missing)}, which is trained on")
    past, future = (series[name] for name in needed)
    early = future.years <= TRAINED_TO
    training = np.concatenate([past.fields, future.fields[early]])
    grid = past.grid
    models = multimodel.read(folder, grid)
    emulators = {
        "linear pattern scaling": pattern_scaling(training, grid),
        "fusion with many models": Fusion(models, grid).fit(training),
        "multi-model mean pattern": Scaling(
            float(grid.mean(past.fields[:51]).mean()),
            past.fields[:51].mean(axis=0),
            multimodel.mean_pattern(models),
        ),
    }
    preindustrial = past.fields[:51].mean(axis=0)
    return {name: _judged(name, series, emulators, preindustrial) for name in series}


class _Annual:
    """Annual fields in K of one file."""

    def __init__(self, years: Floats, fields: Floats, grid: Grid) -> None:
        self.years, self.fields, self.grid = years, fields, grid


def _annual(path: Path) -> _Annual:
    from netCDF4 import Dataset, num2date

    with Dataset(path) as data:
        time = data["time"]
        dates: Any = num2date(time[:], time.units, time.calendar)
        fields = np.ma.filled(np.ma.asarray(data["tas"][:]), np.nan).astype(np.float64)
        grid = Grid(np.asarray(data["lat"][:]), np.asarray(data["lon"][:]))
    return _Annual(np.array([date.year for date in dates]), fields, grid)


def _judged(
    name: str, series: Mapping[str, _Annual], emulators: Mapping[str, Scaling], base: Floats
) -> dict[str, JsonValue]:
    file = series[name]
    scenario, member = name.split()
    first, last = JUDGED["historical" if scenario == "historical" else "future"]
    before = series.get(f"historical {member}", series["historical r1i1p1f1"])
    whole = file if scenario == "historical" else _joined(before, file)
    world = _smoothed(file.grid.mean(whole.fields))
    judged = (whole.years >= first) & (whole.years <= last)
    truth = whole.fields[judged] - base
    scores = {
        emulator: _scores(made.at(world[judged]) - base, truth, file.grid)
        for emulator, made in emulators.items()
    }
    return {"years": f"{first}-{last}", "member trained on, to 2060": name in TRAINED_ON, **scores}


TRAINED_ON = ("historical r1i1p1f1", "ssp585 r1i1p1f1")


def _joined(past: _Annual, future: _Annual) -> _Annual:
    return _Annual(
        np.concatenate([past.years, future.years]),
        np.concatenate([past.fields, future.fields]),
        past.grid,
    )


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
