"""The record of the global mean: HadCRUT5 by year, 1850 to 2024 (Morice et al. 2021)."""

import csv
from functools import cache
from importlib.resources import files

import numpy as np

from simulrag.simulators.climate.periods import FIRST_RECORDED, LAST_RECORDED
from simulrag.simulators.climate.scenarios import Floats

FILE = "global_years.csv"
SOURCE = "HadCRUT5 (Morice et al. 2021), global mean surface temperature"


@cache
def anomalies() -> Floats:
    """Return the yearly anomalies of the file, 1850 to 2024, °C; their own base cancels."""
    text = (files(__package__ or "") / "data" / FILE).read_text(encoding="utf-8")
    rows = csv.DictReader(line for line in text.splitlines() if not line.startswith("#"))
    return np.array([float(row["anomaly"]) for row in rows])


def warming(years: range, baseline: range = range(1850, 1901)) -> Floats:
    """Return the warming of recorded years over the mean of others, °C: (years,)."""
    return _of(years) - _of(baseline).mean()


def _of(years: range) -> Floats:
    return anomalies()[years[0] - FIRST_RECORDED : years[-1] + 1 - FIRST_RECORDED]


def trend(yearly: Floats) -> Floats:
    """Return the least-squares slope of (years, ...), per decade."""
    since = np.arange(len(yearly)) - 0.5 * (len(yearly) - 1)
    return np.asarray(10.0 * np.tensordot(since, yearly, axes=1) / (since**2).sum())


def is_recorded(year: int) -> bool:
    """Tell whether a year is on record."""
    return FIRST_RECORDED <= year <= LAST_RECORDED
