"""The emission scenarios and the yearly series that drive the global response.

History (1750 to 2014) is common to all scenarios; 2015 to 2100 follow the SSPs of RCMIP 5.1.0
(Nicholls and Gieseke 2019, doi 10.5281/zenodo.4589756, CC BY-SA 4.0).
"""

import csv
from functools import cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.climate.periods import (
    FIRST_DRIVEN,
    FIRST_YEAR,
    HISTORICAL,
    LAST_DRIVEN,
    LAST_HISTORICAL,
    LAST_YEAR,
    SCENARIOS,
)

__all__ = [
    "FIRST_DRIVEN",
    "FIRST_YEAR",
    "HISTORICAL",
    "LAST_DRIVEN",
    "LAST_HISTORICAL",
    "LAST_YEAR",
    "SCENARIOS",
]

Floats = NDArray[np.float64]

HISTORY_YEARS = LAST_HISTORICAL - FIRST_DRIVEN + 1
FUTURE_YEARS = LAST_DRIVEN - LAST_HISTORICAL

#: Columns of the file: anthropogenic emissions of CO2 (Gt CO2/yr), CH4 (Mt/yr), SO2 (Mt/yr) and
#: BC (Mt/yr), concentration of N2O (ppb), change of the logarithm of the lifetime of CH4 by other
#: gases, effective radiative forcing (W/m2) of aerosols, of sun and volcanoes, and of the rest.
COLUMNS = ("co2", "ch4", "so2", "bc", "n2o", "oxidation", "aerosol", "natural", "remainder")
CO2, CH4, SO2, BC, N2O, OXIDATION, AEROSOL, NATURAL, REMAINDER = range(9)
#: Columns that a driver has beside: SO2 and BC as the forcing of aerosols rests on, which no change
#: multiplies.
SO2_UNCHANGED, BC_UNCHANGED = 9, 10
#: The gases whose emissions a call may change, in the order of `COLUMNS`.
GASES: tuple[str, ...] = ("co2", "ch4", "so2", "bc")

FILE = "ssp_drivers.csv"


@cache
def drivers() -> dict[str, Floats]:
    """Return (years, all columns): "historical" 1750 to 2014, each scenario 2015 to 2100."""
    text = (files(__package__ or "") / "data" / FILE).read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    rows: dict[str, list[list[float]]] = {name: [] for name in (HISTORICAL, *SCENARIOS)}
    for row in csv.DictReader(lines):
        rows[row["scenario"]].append([float(row[column]) for column in COLUMNS])
    return {name: completed(np.array(values, dtype=np.float64)) for name, values in rows.items()}


def completed(columns: Floats) -> Floats:
    """Return a driver (years, all columns) from the columns of the file."""
    return np.concatenate([columns, columns[:, [SO2, BC]]], axis=1)
