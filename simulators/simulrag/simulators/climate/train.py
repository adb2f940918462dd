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
from pathlib import Path

from pydantic import JsonValue

from simulrag.simulators.climate import level_scores, measured_figures, pattern_scores, trajectories
from simulrag.simulators.climate.globe import SHIPPED
from simulrag.simulators.climate.model_files import climatebench_files, read_cmip5, read_ipsl
from simulrag.simulators.climate.train_geography import (
    write_elevation,
    write_land,
    write_places,
    write_population,
)
from simulrag.simulators.climate.train_level import (
    write_climatebench,
    write_reanalysis,
    write_spatial,
)
from simulrag.simulators.climate.train_regions import write_regions
from simulrag.simulators.climate.train_response import write_response
from simulrag.simulators.climate.train_seasons import write_seasons
from simulrag.simulators.climate.train_variability import write_variability
from simulrag.simulators.errors import BadValue, NotInstalled

#: The part that a folder in ClimateBench format is for, and no other.
CLIMATEBENCH_PART = "climatebench"


def write_card(folder: Path, out: Path) -> None:
    """Measure patterns, spread, one model's runs and the level, and write the card of figures."""
    figures = measured(folder)
    text = json.dumps(figures, indent=1) + "\n"
    (out / measured_figures.CARD_FIGURES).write_text(text, encoding="utf-8")
    (out / measured_figures.CARD).write_text(
        measured_figures.rendered_card(figures), encoding="utf-8"
    )


def measured(folder: Path) -> dict[str, JsonValue]:
    """Return the figures of the card: those of the evaluation's parts, and counts."""
    models = read_cmip5(folder)
    there = set(pattern_scores.TRAINED_ON) <= read_ipsl(folder).keys()
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


#: Part -> what writes it: (folder of data, folder to write to). Later ones rest on earlier ones.
STEPS: dict[str, Callable[[Path, Path], None]] = {
    "response": write_response,
    "variability": write_variability,
    "spatial": write_spatial,
    "seasons": write_seasons,
    "regions": write_regions,
    "reanalysis": write_reanalysis,
    "elevation": write_elevation,
    "land": write_land,
    "places": write_places,
    "population": write_population,
    CLIMATEBENCH_PART: write_climatebench,
    "card": write_card,
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
    if unknown := [part for part in parts if part not in STEPS]:
        raise BadValue(
            f"part {unknown[0]!r} is unknown; choose some of {', '.join(STEPS)}",
            parameter="only",
            given=unknown[0],
        )
    bench = bool(climatebench_files(folder))
    usual = [part for part in STEPS if (part == CLIMATEBENCH_PART) == bench]
    chosen = [part for part in STEPS if part in (parts or usual)]
    for number, part in enumerate(chosen, start=1):
        begun = time.monotonic()
        tell(f"[{number}/{len(chosen)}] {part} ...")
        try:
            STEPS[part](folder, target)
        except ModuleNotFoundError as missing:
            raise NotInstalled(
                f"training {part} needs {missing.name}: pip install 'simulrag[train]'"
            ) from missing
        tell(f"[{number}/{len(chosen)}] {part}: {time.monotonic() - begun:.1f} s")
    return target
