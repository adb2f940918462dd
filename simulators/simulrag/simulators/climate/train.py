"""Makes every table and weight that the climate simulator ships, from a data folder.

    python -m simulrag.simulators.climate.train DATA_FOLDER

DATA_FOLDER holds `rcmip_ssp`, `cmip5_patterns`, `hadgem3_gc31_mm`, `noresm2_lm_pattern.npz` and
`ncep_r1`; places, airports, elevation and land come from PyPI packages (extra `train`).
"""

import argparse
from dataclasses import fields
from pathlib import Path

import numpy as np

from simulrag.simulators.climate import assessed, observed, spatial, train_spatial
from simulrag.simulators.climate import ensemble as shipped
from simulrag.simulators.climate.elevation import FILE as ELEVATION_FILE
from simulrag.simulators.climate.emission_share import FILE as POPULATION_FILE
from simulrag.simulators.climate.gazetteer import FILE as PLACES_FILE
from simulrag.simulators.climate.global_response import Members
from simulrag.simulators.climate.land import FILE as LAND_FILE
from simulrag.simulators.climate.scenarios import FILE as DRIVERS_FILE
from simulrag.simulators.climate.train_elevation import write_elevation
from simulrag.simulators.climate.train_ensemble import ensemble
from simulrag.simulators.climate.train_land import write_land
from simulrag.simulators.climate.train_places import write_places, write_population
from simulrag.simulators.climate.train_response import (
    central,
    read_drivers,
    stacked,
    trajectories,
    write_drivers,
)

PARTS = ("response", "spatial", "reanalysis", "land", "elevation", "places", "population")


def train_response(folder: Path, out: Path) -> None:
    """Write the drivers, and the members with the baseline of the central one."""
    drivers = read_drivers(folder / "rcmip_ssp")
    centre = central(drivers, folder / "rcmip_ssp")
    members = ensemble(centre, drivers)
    baseline = trajectories(members, stacked(drivers))[0][..., 0]
    write_drivers(drivers, out / DRIVERS_FILE)
    parameters = {f.name: getattr(members, f.name) for f in fields(Members)}
    np.savez_compressed(out / shipped.FILE, allow_pickle=False, baseline=baseline, **parameters)


def train_spatial_fields(folder: Path, out: Path) -> None:
    """Write the climatology and the pattern; needs the response."""
    with np.load(out / shipped.FILE) as stored:
        baseline = stored["baseline"]
    later = assessed.mean(baseline, *train_spatial.REANALYSIS_PERIOD)
    warmed = later[0] - assessed.mean(baseline, *spatial.REFERENCE)[0]
    made = train_spatial.make_fields(folder, float(warmed))
    train_spatial.write_fields(made, out / spatial.FILE)


def main() -> None:
    """Run the parts that are asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "data")
    parser.add_argument("--only", choices=PARTS, nargs="+", default=PARTS)
    options = parser.parse_args()
    options.out.mkdir(exist_ok=True)
    steps = {
        "response": lambda: train_response(options.folder, options.out),
        "spatial": lambda: train_spatial_fields(options.folder, options.out),
        "reanalysis": lambda: train_spatial.write_reanalysis(
            options.folder, options.out / observed.FILE
        ),
        "elevation": lambda: write_elevation(options.out / ELEVATION_FILE),
        "land": lambda: write_land(options.out / LAND_FILE),
        "places": lambda: write_places(options.out / PLACES_FILE),
        "population": lambda: write_population(options.out / POPULATION_FILE),
    }
    for part in options.only:
        print(f"{part} ...", flush=True)
        try:
            steps[part]()
        except ModuleNotFoundError as missing:
            raise SystemExit(
                f"training {part} needs {missing.name}: pip install 'simulrag[train]'"
            ) from missing


if __name__ == "__main__":
    main()
