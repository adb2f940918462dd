"""Makes every table and weight that the climate simulator ships, from a data folder.

    simulrag train climate DATA_FOLDER

DATA_FOLDER holds `rcmip_ssp`, `cmip5_patterns`, `fair_calibration_1_4_1`, `hadgem3_gc31_mm`,
`noresm2_lm_pattern.npz`, `ncep_r1` and `coads`, and the folder beside it, `climate_more`, the
observed global years, `indicators`, `cmip5_seasonal` and `cmip5_monthly`; places, airports,
elevation and land come from PyPI packages (extra `train`), the outlines of countries from
geopandas 0.14.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import fields
from pathlib import Path

import numpy as np

from simulrag.simulators.climate import (
    assessed_warming,
    climatebench,
    model_card,
    observed,
    regions,
    scenarios,
    seasons,
    spatial,
    train_level,
    train_regions,
    train_seasons,
    train_spatial,
)
from simulrag.simulators.climate import ensemble as shipped
from simulrag.simulators.climate.emission_share import FILE as POPULATION_FILE
from simulrag.simulators.climate.gazetteer import FILE as PLACES_FILE
from simulrag.simulators.climate.global_response import Members
from simulrag.simulators.climate.scenarios import FILE as DRIVERS_FILE
from simulrag.simulators.climate.terrain import ELEVATION_FILE, LAND_FILE
from simulrag.simulators.climate.train_aerosols import efficiencies
from simulrag.simulators.climate.train_drivers import read_drivers, stacked, write_drivers
from simulrag.simulators.climate.train_ensemble import ensemble
from simulrag.simulators.climate.train_places import write_places, write_population
from simulrag.simulators.climate.train_response import Fit, trajectories
from simulrag.simulators.climate.train_terrain import write_elevation, write_land
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
    drivers = {name: scenarios.completed(values) for name, values in read.items()}
    centre = Fit(drivers, folder).made(efficiencies(folder))
    members = ensemble(centre, drivers, folder)
    baseline = trajectories(members, stacked(drivers))[0][..., 0]
    parameters = {f.name: getattr(members, f.name) for f in fields(Members)}
    np.savez_compressed(out / shipped.FILE, allow_pickle=False, baseline=baseline, **parameters)


def train_spatial_fields(folder: Path, out: Path) -> None:
    """Write the climatology and the pattern; takes the shipped response where `out` has none."""
    response = out / shipped.FILE
    with np.load(response if response.is_file() else SHIPPED / shipped.FILE) as stored:
        baseline = stored["baseline"]
    reference = assessed_warming.mean(baseline, *spatial.REFERENCE)
    warmed = train_spatial.Warmed(*(
        float((assessed_warming.mean(baseline, *years) - reference)[0])
        for years in (train_spatial.REANALYSIS_PERIOD, train_spatial.GLOBAL_MEAN_PERIOD,
                      train_level.SHIPS_PERIOD)
    ))  # fmt: skip
    own = out / train_spatial.CLIMATEBENCH
    made = train_spatial.make_fields(folder, warmed, own)
    train_spatial.write_fields(made, out / spatial.FILE)


def train_climatebench(folder: Path, out: Path) -> None:
    """Fit the pattern of a ClimateBench-format folder and use it with the others."""
    climatebench.write_pattern(folder, out / train_spatial.CLIMATEBENCH)


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
        "seasons": lambda: train_seasons.write(folder, target / seasons.FILE),
        "regions": lambda: train_regions.write(folder, target / regions.FILE),
        "reanalysis": lambda: train_spatial.write_reanalysis(folder, target / observed.FILE),
        "elevation": lambda: write_elevation(target / ELEVATION_FILE),
        "land": lambda: write_land(target / LAND_FILE),
        "places": lambda: write_places(target / PLACES_FILE),
        "population": lambda: write_population(target / POPULATION_FILE),
        "climatebench": lambda: train_climatebench(folder, target),
        "card": lambda: model_card.write(folder, target),
    }
    if unknown := [part for part in parts if part not in steps]:
        raise BadValue(
            f"part {unknown[0]!r} is unknown; choose some of {', '.join(steps)}",
            parameter="only",
            given=unknown[0],
        )
    bench = bool(climatebench.scenarios_in(folder))
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
