"""Makes every table and weight that the climate simulator ships, from a data folder.

    simulrag train climate DATA_FOLDER

DATA_FOLDER holds `rcmip_ssp`, `cmip5_patterns`, `fair_calibration_1_4_1`, `hadgem3_gc31_mm`,
`noresm2_lm_pattern.npz`, `ncep_r1` and `coads`, and the folder beside it, `climate_more`, the
observed global years, `indicators`, `cmip5_seasonal` and `cmip5_monthly`; places, airports,
elevation and land come from PyPI packages (extra `train`), the outlines of countries from
geopandas 0.14.
"""

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import fields
from pathlib import Path

import numpy as np
from pydantic import JsonValue

from simulrag.simulators.climate import (
    level_scores,
    model_card,
    model_files,
    observed_runs,
    pattern_scores,
    stored_fields,
    train_level,
    train_regions,
    train_seasons,
    trajectories,
)
from simulrag.simulators.climate.aerosol_sources import POPULATION_FILE
from simulrag.simulators.climate.gazetteer import PLACES_FILE
from simulrag.simulators.climate.global_response import (
    DRIVERS_FILE,
    Members,
    completed,
    mean_of_years,
)
from simulrag.simulators.climate.globe import ELEVATION_FILE, LAND_FILE
from simulrag.simulators.climate.train_drivers import (
    efficiencies,
    read_drivers,
    stacked,
    write_drivers,
)
from simulrag.simulators.climate.train_geography import (
    write_elevation,
    write_land,
    write_places,
    write_population,
)
from simulrag.simulators.climate.train_response import Fit, drawn_ensemble, trained_trajectories
from simulrag.simulators.climate.train_variability import write_variability
from simulrag.simulators.errors import BadValue, NotInstalled

#: Folder of the files that ship.
SHIPPED = Path(__file__).parent / "data"
PARTS = (
    "response",
    "variability",
    "spatial",
    "seasons",
    "regions",
    "reanalysis",
    "land",
    "elevation",
    "places",
    "population",
    "card",
)


def train_response(folder: Path, out: Path) -> None:
    """Write the drivers, and the members with the baseline of the central one."""
    read = read_drivers(folder)
    write_drivers(read, out / DRIVERS_FILE)
    drivers = {name: completed(values) for name, values in read.items()}
    centre = Fit(drivers, folder).made(efficiencies(folder))
    members = drawn_ensemble(centre, drivers, folder)
    baseline = trained_trajectories(members, stacked(drivers))[0][..., 0]
    parameters = {f.name: getattr(members, f.name) for f in fields(Members)}
    np.savez_compressed(
        out / trajectories.RESPONSE_FILE, allow_pickle=False, baseline=baseline, **parameters
    )


def train_spatial_fields(folder: Path, out: Path) -> None:
    """Write the climatology and the pattern; takes the shipped response where `out` has none."""
    response = out / trajectories.RESPONSE_FILE
    with np.load(
        response if response.is_file() else SHIPPED / trajectories.RESPONSE_FILE
    ) as stored:
        baseline = stored["baseline"]
    reference = mean_of_years(baseline, *stored_fields.REFERENCE)
    warmed = train_level.Warmed(*(
        float((mean_of_years(baseline, *years) - reference)[0])
        for years in (train_level.REANALYSIS_PERIOD, train_level.GLOBAL_MEAN_PERIOD,
                      train_level.SHIPS_PERIOD)
    ))  # fmt: skip
    own = out / train_level.CLIMATEBENCH
    made = train_level.make_fields(folder, warmed, own)
    train_level.write_fields(made, stored_fields.SPATIAL_STEPS, out / stored_fields.SPATIAL_FILE)


def train_climatebench(folder: Path, out: Path) -> None:
    """Fit the pattern of a ClimateBench-format folder and use it with the others."""
    model_files.write_climatebench(folder, out / train_level.CLIMATEBENCH)


def write_card(folder: Path, out: Path) -> None:
    """Measure patterns, spread, one model's runs and the level, and write the card of figures."""
    figures = measured(folder)
    text = json.dumps(figures, indent=1) + "\n"
    (out / model_card.FIGURES).write_text(text, encoding="utf-8")
    (out / model_card.FILE).write_text(model_card.rendered(figures), encoding="utf-8")


def measured(folder: Path) -> dict[str, JsonValue]:
    """Return the figures of the card: those of the evaluation's parts, and counts."""
    models = model_files.read_cmip5(folder)
    there = set(pattern_scores.TRAINED_ON) <= model_files.read_ipsl(folder).keys()
    return {
        "members": trajectories.drawn_members(),
        "climatologies": sum(model.climatology is not None for model in models),
        "trained to": pattern_scores.TRAINED_TO,
        "patterns": pattern_scores.measure_patterns(folder),
        "spread": pattern_scores.measure_spread(folder),
        "ipsl": pattern_scores.measure_ipsl(folder) if there else {},
        "level": level_scores.measure_cities(folder),
        "countries": level_scores.measure_countries(folder),
    }


def train(
    folder: Path,
    out: Path | None = None,
    parts: Sequence[str] = (),
    tell: Callable[[str], None] = print,
) -> Path:
    """Make the shipped files, or some parts of them, and a model card; return their folder.

    A folder in ClimateBench format gives the part `climatebench`: the pattern of its model, which
    the next training of `spatial` into the same folder takes in place of NorESM2-LM's.
    Raises BadValue for an unknown part, NotInstalled for a package that is missing.
    """
    target = SHIPPED if out is None else out
    target.mkdir(parents=True, exist_ok=True)
    steps: dict[str, Callable[[], None]] = {
        "response": lambda: train_response(folder, target),
        "variability": lambda: write_variability(folder, target),
        "spatial": lambda: train_spatial_fields(folder, target),
        "seasons": lambda: train_seasons.write(folder, target / stored_fields.SEASONS_FILE),
        "regions": lambda: train_regions.write(folder, target / stored_fields.REGIONS_FILE),
        "reanalysis": lambda: train_level.write_reanalysis(
            folder, target / observed_runs.REANALYSIS_FILE
        ),
        "elevation": lambda: write_elevation(target / ELEVATION_FILE),
        "land": lambda: write_land(target / LAND_FILE),
        "places": lambda: write_places(target / PLACES_FILE),
        "population": lambda: write_population(target / POPULATION_FILE),
        "climatebench": lambda: train_climatebench(folder, target),
        "card": lambda: write_card(folder, target),
    }
    if unknown := [part for part in parts if part not in steps]:
        raise BadValue(
            f"part {unknown[0]!r} is unknown; choose some of {', '.join(steps)}",
            parameter="only",
            given=unknown[0],
        )
    bench = bool(model_files.climatebench_scenarios(folder))
    wanted = list(parts) or (["climatebench"] if bench else list(PARTS))
    chosen = [part for part in steps if part in wanted]
    for number, part in enumerate(chosen, start=1):
        begun = time.monotonic()
        tell(f"[{number}/{len(chosen)}] {part} ...")
        try:
            steps[part]()
        except ModuleNotFoundError as missing:
            raise NotInstalled(
                f"training {part} needs {missing.name}: pip install 'simulrag[train]'"
            ) from missing
        tell(f"[{number}/{len(chosen)}] {part}: {time.monotonic() - begun:.1f} s")
    return target
