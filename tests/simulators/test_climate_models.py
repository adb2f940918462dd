"""What is learned from many climate models, against closed forms and made-up models."""

import os
from pathlib import Path

import numpy as np
import pytest

from simulrag.simulators.climate import globe, model_files, multimodel_patterns, train
from simulrag.simulators.climate.globe import Grid
from simulrag.simulators.climate.multimodel_patterns import Fusion, Model, pattern_scaling
from simulrag.simulators.errors import BadValue

FOLDER = Path(
    os.environ.get("SIMULRAG_DATA", Path(__file__).resolve().parents[3] / "shared" / "data")
)
DATA = FOLDER / "climate"
GRID = globe.regular(15.0)


def smooth(generator: np.random.Generator, size: float) -> np.ndarray:
    """Return a field that a few waves make."""
    lats = np.radians(GRID.latitudes)[:, None]
    lons = np.radians(GRID.longitudes)[None, :]
    a, b, c, d = size * generator.standard_normal(4)
    return a * np.sin(lats) + b * np.cos(lats) * np.cos(lons) + c * np.sin(2 * lons) + d * lats**2


def made_up(count: int, seed: int = 0) -> list[Model]:
    generator = np.random.default_rng(seed)
    found = []
    for number in range(count):
        pattern = 1.0 + smooth(generator, 0.3)
        climate = 14.0 + smooth(generator, 8.0)
        spacing = (3.0, 2.5, 1.9, 1.1)[number % 4]
        family = chr(97 + number % 26) * (1 + number // 26)
        found.append(Model(f"{family}-1", spacing, pattern / GRID.mean(pattern), climate))
    return found


def series(pattern: np.ndarray, years: int, noise: float, seed: int) -> np.ndarray:
    """Return annual fields of a model whose world warms steadily by 3 K."""
    generator = np.random.default_rng(seed)
    weather = noise * generator.standard_normal((years, *pattern.shape))
    return 287.0 + np.linspace(0, 3, years)[:, None, None] * pattern + weather


def test_weights_are_areas() -> None:
    assert GRID.weights.sum() == pytest.approx(1.0)
    assert GRID.mean(np.ones(GRID.weights.shape)) == pytest.approx(1.0)
    cap = float(GRID.weights[GRID.latitudes > 30].sum())
    assert cap == pytest.approx(0.25, abs=0.01)  # (1 - sin 30) / 2


def test_pattern_scaling_finds_the_pattern_that_made_the_data() -> None:
    pattern = made_up(1)[0].pattern
    made = pattern_scaling(series(pattern, 200, 0.0, 1), GRID)
    np.testing.assert_allclose(made.slope, pattern, atol=1e-9)
    np.testing.assert_allclose(made.at(np.array([made.global_mean]))[0], made.field)


def test_fusion_is_nearer_to_the_truth_than_the_slope_and_than_the_mean() -> None:
    models = made_up(30)
    truth = made_up(31)[-1].pattern
    data = series(truth, 60, 1.5, 2)
    fused = Fusion(models, GRID).fit(data)
    own = GRID.rms(pattern_scaling(data, GRID).slope - truth)
    mean = GRID.rms(multimodel_patterns.mean_pattern(models) - truth)
    assert GRID.rms(fused.slope - truth) < 0.85 * min(own, mean)
    assert GRID.mean(fused.slope) == pytest.approx(1.0)


def test_fusion_believes_data_without_noise() -> None:
    truth = made_up(31)[-1].pattern
    fused = Fusion(made_up(30), GRID).fit(series(truth, 200, 1e-6, 3))
    np.testing.assert_allclose(fused.slope, truth, atol=1e-3)


def test_a_model_without_kin_is_foretold_as_the_mean() -> None:
    models = made_up(12)
    assert not multimodel_patterns.kinship(models[0], models[1:], GRID).any()
    np.testing.assert_allclose(
        multimodel_patterns.foretold(models[0], models[1:], GRID),
        multimodel_patterns.mean_pattern(models[1:]),
    )


def test_a_twin_counts_most_and_no_climatology_means_no_kin() -> None:
    models = made_up(12)
    first, second = models[0], models[1]
    assert first.climatology is not None
    twin = Model("a-2", 1.0, first.pattern, first.climatology + 0.1)
    others = [*models[1:], twin]
    foretold = multimodel_patterns.foretold(first, others, GRID)
    mean = multimodel_patterns.mean_pattern(others)
    assert GRID.rms(foretold - first.pattern) < 0.4 * GRID.rms(mean - first.pattern)
    bare = Model("bare", 1.0, second.pattern, None)
    assert not multimodel_patterns.kinship(bare, others, GRID).any()


def test_kinship_never_looks_at_the_pattern_that_is_foretold() -> None:
    models = made_up(12)
    first = models[0]
    assert first.climatology is not None
    twin = Model("a-2", 1.0, first.pattern, first.climatology + 0.1)
    other = Model(first.name, first.spacing, first.pattern[::-1] + 1.0, first.climatology)
    others = [*models[1:], twin]
    np.testing.assert_array_equal(
        multimodel_patterns.foretold(first, others, GRID),
        multimodel_patterns.foretold(other, others, GRID),
    )


def test_kinship_reaches_as_far_as_the_nearest_models_of_different_families() -> None:
    flat = np.ones(GRID.weights.shape)
    named = (("CCSM4", 10.0), ("CESM1-BGC", 10.1), ("IPSL-CM5A", 10.9), ("MRI-ESM1", 12.0))
    models = [Model(name, 2.0, flat, flat * degrees) for name, degrees in named]
    assert multimodel_patterns.reach(models, GRID) == pytest.approx(0.8)
    kin = multimodel_patterns.kinship(models[0], models[1:], GRID)
    assert kin[0] == pytest.approx((1 - (0.1 / 0.8) ** 2) ** 2)
    assert not kin[1:].any()
    assert multimodel_patterns.family("GISS-E2-R-CC") == multimodel_patterns.family("GISS-E2-H")
    assert multimodel_patterns.family("") == multimodel_patterns.family("123") == ""


@pytest.mark.slow
def test_cmip6_models_are_the_topmost_level_of_the_neural_process() -> None:
    """Its level learns what the older models' levels miss of them all."""
    from simulrag.simulators.climate.neural_process import NeuralProcess

    generator = np.random.default_rng(7)
    common = smooth(generator, 0.3)
    older = made_up(16, seed=3)
    newer = []
    for number, model in enumerate(made_up(10, seed=4)):
        shifted = mean_of(older) + common - GRID.mean(common) + 0.05 * (model.pattern - 1.0)
        newer.append(Model(f"n{number}", 1.0, shifted, model.climatology, newer=True))
    assert {m.level for m in newer} == {len(multimodel_patterns.LEVELS)}
    target = newer[0]
    below = NeuralProcess(older, GRID).predict(target)
    above = NeuralProcess([*older, *newer[1:]], GRID).predict(target)
    assert GRID.rms(above - target.pattern) < 0.6 * GRID.rms(below - target.pattern)


def mean_of(models: list[Model]) -> np.ndarray:
    return multimodel_patterns.mean_pattern(models)


@pytest.mark.slow
def test_the_neural_process_learns_what_climates_tell_and_repeats_itself() -> None:
    """Where patterns follow from climatologies, it does better than the mean."""
    from simulrag.simulators.climate.neural_process import NeuralProcess

    generator = np.random.default_rng(5)
    shape, anomaly = smooth(generator, 0.3), smooth(generator, 6.0)
    models = []
    for number in range(32):
        score = float(generator.standard_normal())
        pattern = 1.0 + score * shape + 0.02 * smooth(generator, 0.3)
        climate = 14.0 + score * anomaly + 0.2 * smooth(generator, 6.0)
        spacing = (3.0, 2.5, 1.9, 1.1)[number % 4]
        models.append(Model(f"m{number}", spacing, pattern / GRID.mean(pattern), climate))
    fitted = NeuralProcess(models[4:], GRID)
    errors = [GRID.rms(fitted.predict(m) - m.pattern) for m in models[:4]]
    mean = multimodel_patterns.mean_pattern(models[4:])
    plain = [GRID.rms(mean - m.pattern) for m in models[:4]]
    assert np.mean(errors) < 0.7 * np.mean(plain)
    first, again, other = (fitted.sample(models[0], 5, seed) for seed in (1, 1, 2))
    np.testing.assert_array_equal(first, again)
    assert (first != other).any()
    assert first.shape == (5, *GRID.weights.shape)


def bench_folder(folder: Path, values: np.ndarray, name: str = "tas") -> Path:
    from netCDF4 import Dataset

    with Dataset(folder / "outputs_ssp245.nc", "w") as data:
        for axis, size in zip(("member", "time", "lat", "lon"), values.shape, strict=True):
            data.createDimension(axis, size)
        for axis, at in (("lat", GRID.latitudes), ("lon", GRID.longitudes)):
            data.createVariable(axis, "f8", (axis,))[:] = at
        data.createVariable(name, "f4", ("member", "time", "lat", "lon"))[:] = values
    return folder


def test_a_folder_in_climatebench_format_is_trained_on(tmp_path: Path) -> None:
    truth = made_up(3)[2].pattern
    values = np.stack([series(truth, 80, 0.1, seed) for seed in range(3)])
    folder = bench_folder(tmp_path, values)
    told: list[str] = []
    out = train.train(folder, tmp_path / "out", (), told.append)
    with np.load(out / "climatebench_pattern.npz") as made:
        np.testing.assert_allclose(made["slope"], truth, atol=0.1)
        assert set(made) == {"slope", "lat", "lon"}
    assert "climatebench" in told[0]


def test_a_broken_climatebench_folder_is_refused_by_what_it_lacks(tmp_path: Path) -> None:
    with pytest.raises(BadValue, match=r"no outputs_\*.nc"):
        model_files.fit_climatebench(tmp_path)
    bench_folder(tmp_path, np.full((2, 5, *GRID.weights.shape), np.nan))
    with pytest.raises(BadValue, match="not finite"):
        model_files.fit_climatebench(tmp_path)
    bench_folder(tmp_path, np.ones((2, 5, *GRID.weights.shape)), "pr")
    with pytest.raises(BadValue, match="lacks tas"):
        model_files.fit_climatebench(tmp_path)
    with pytest.raises(BadValue, match="unknown; choose"):
        train.train(tmp_path, tmp_path, ("weather",))


@pytest.mark.slow
@pytest.mark.skipif(not DATA.exists(), reason="no folder of climate data")
def test_kinship_is_worse_than_the_mean_for_no_model_and_better_in_the_median() -> None:
    from simulrag.simulators.climate.pattern_scores import measure_spread

    grid = globe.regular(model_files.COMPARED)
    models = model_files.read_cmip5(DATA, grid)
    errors = np.array(
        [
            [grid.rms(f - m.pattern) for f in (multimodel_patterns.mean_pattern(others),
                                               multimodel_patterns.foretold(m, others, grid))]
            for m in models
            if (others := [o for o in models if o is not m])
        ]
    )  # fmt: skip
    assert len(models) == 41
    assert np.median(errors[:, 0]) == pytest.approx(0.212, abs=0.001)
    assert np.median(errors[:, 1]) <= 0.21
    assert (errors[:, 1] <= errors[:, 0] + 1e-9).all()
    coverage = measure_spread(DATA)["coverage"]
    assert isinstance(coverage, float)
    assert 0.88 <= coverage <= 0.92


@pytest.mark.skipif(not DATA.exists(), reason="no folder of climate data")
def test_fusion_beats_pattern_scaling_on_a_run_it_has_not_seen() -> None:
    from simulrag.simulators.climate.pattern_scores import measure_ipsl

    found = measure_ipsl(DATA)["ssp585 r2i1p1f1"]
    assert isinstance(found, dict)
    plain, fused = found["linear pattern scaling"], found["fusion with many models"]
    assert isinstance(plain, dict)
    assert isinstance(fused, dict)
    for figure in ("rmse", "nrmse_total"):
        assert float(str(fused[figure])) < float(str(plain[figure]))


def test_a_grid_of_any_spacing_covers_the_globe() -> None:
    fine = Grid(np.arange(-89.5, 90), np.arange(0.5, 360))
    assert fine.mean(np.full((180, 360), 3.0)) == pytest.approx(3.0)
