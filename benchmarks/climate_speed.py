"""Speed of the climate simulator beside FaIR 2.2.5, for the same scenarios in one run.

    python benchmarks/climate_speed.py DATA_FOLDER [--fair PYTHON]

DATA_FOLDER holds `rcmip_ssp` and `fair_calibration_1_4_1`. FaIR needs an environment of its own
(`python -m venv fair && fair/bin/pip install fair==2.2.5`); give its interpreter as PYTHON. FaIR
downloads RCMIP's tables by itself; here the tables of DATA_FOLDER are handed to it in their place,
so that no network is needed. Both run ssp126, ssp245, ssp370 and ssp585 from 1750 to 2100, FaIR
with the solar and volcanic forcing of its calibration. What it projects for 2081-2100 above
1850-1900 is printed beside, as a check that it runs as it was calibrated: AR6 assesses 2.7 K for
ssp245.
"""

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

SCENARIOS = ("ssp126", "ssp245", "ssp370", "ssp585")
FIRST, LAST = 1750, 2100
#: Members of FaIR's calibrated ensemble that are run, drawn evenly from the 841, and repetitions of
#: which the best counts.
FAIR_MEMBERS, REPEATS = 200, 2
TABLES = {
    kind: f"rcmip-{kind}-annual-means-5-1-0-ssp-only.csv"
    for kind in ("emissions", "concentrations", "radiative-forcing")
}


def fair_rate(folder: Path) -> float:
    """Return FaIR's scenario-members a second; runs in FaIR's own environment."""
    import pandas as pd
    import pooch

    def local(url: str, **_: object) -> str:
        kind = next(kind for kind in TABLES if f"rcmip-{kind}" in url)
        return str(folder / "rcmip_ssp" / TABLES[kind])

    pooch.retrieve = local
    from fair import FAIR
    from fair.interface import initialise
    from fair.io import read_properties

    calibration = folder / "fair_calibration_1_4_1"
    parameters = calibration / "calibrated_constrained_parameters_calibration1.4.1.csv"
    properties = calibration / "species_configs_properties_calibration1.4.1.csv"
    calibrated = pd.read_csv(parameters, index_col=0)
    drawn = calibrated.iloc[:: len(calibrated) // FAIR_MEMBERS][:FAIR_MEMBERS]
    members = drawn.index
    model = FAIR(ch4_method="Thornhill2021")
    model.define_time(FIRST, LAST + 1, 1)
    model.define_scenarios(list(SCENARIOS))
    model.define_configs(list(members))
    model.define_species(*read_properties(str(properties)))
    model.allocate()
    model.fill_from_rcmip()
    model.fill_species_configs(str(properties))
    model.override_defaults(str(parameters))
    _fill_natural(model, drawn, calibration)
    initialise(model.concentration, model.species_configs["baseline_concentration"])
    for name in ("forcing", "temperature", "airborne_emissions", "cumulative_emissions",
                 "ocean_heat_content_change"):  # fmt: skip
        initialise(getattr(model, name), 0)
    taken = [_timed(model)]
    _print_warming(model)  # before the second run, which goes on from the first one's gases
    taken += [_timed(model) for _ in range(1, REPEATS)]
    return len(SCENARIOS) * len(members) / min(taken)


def _timed(model: Any) -> float:
    begun = time.perf_counter()
    model.run(progress=False)
    return time.perf_counter() - begun


def _print_warming(model: Any) -> None:
    world = model.temperature.sel(scenario="ssp245", layer=0)
    late, early = (
        world.sel(timebounds=slice(first, last)).mean("timebounds")
        for first, last in ((2081, 2101), (1850, 1901))
    )
    print(
        f"FaIR, ssp245, 2081-2100, median: {float((late - early).median()):.2f} K", file=sys.stderr
    )


def _fill_natural(model: Any, parameters: Any, calibration: Path) -> None:
    """Give each member volcanic and solar forcing, which all scenarios share, by its own scale."""
    import pandas as pd
    from fair.interface import fill

    natural = pd.read_csv(calibration / "volcanic_solar.csv", encoding="utf-8-sig")
    years = [str(year) for year in range(FIRST, LAST + 2)]
    for name in ("Volcanic", "Solar"):
        series = natural[natural["Variable"] == name].iloc[0][years].to_numpy(dtype=float)
        scales = parameters[f"forcing_scale[{name}]"].to_numpy()
        fill(model.forcing, series[:, None, None] * scales, specie=name)


def main() -> None:
    """Measure both and print one JSON object."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--fair", default="", help="Python interpreter that has fair==2.2.5")
    parser.add_argument("--fair-only", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.fair_only:
        print(json.dumps({"fair": fair_rate(options.folder)}))
        return
    from simulrag.simulators.climate.ensemble_run import rate

    found = {"simulrag": rate()}
    if options.fair:
        command = [options.fair, __file__, str(options.folder), "--fair-only"]
        made = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
        found |= json.loads(made.stdout.splitlines()[-1])
        found["times FaIR"] = found["simulrag"] / found["fair"]
    print(json.dumps({name: round(value, 1) for name, value in found.items()}, indent=2))


if __name__ == "__main__":
    main()
