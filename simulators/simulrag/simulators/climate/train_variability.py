"""Makes the record of the global mean and how far single years lie from their forced means."""

from datetime import date
from pathlib import Path

import numpy as np

from simulrag.simulators.climate import trajectories
from simulrag.simulators.climate.globe import Floats, regular
from simulrag.simulators.climate.model_files import cmip5_files, read
from simulrag.simulators.climate.record_source import FILE, FIRST_RECORDED, read_years
from simulrag.simulators.climate.single_years import (
    VARIABILITY_CELL,
    VARIABILITY_FILE,
    VARIABILITY_STEP,
    correlations,
)
from simulrag.simulators.climate.train_response import ATTRIBUTED, attributed

NOTICE = """\
# Global mean surface temperature by year, °C against 1961-1990: HadCRUT5 (Morice et al. 2021),
# from github datasets/global-temp (Public Domain Dedication and License).
"""
#: Years either side over which deviations are averaged.
NEAR = 20
#: First year whose deviations tell how years are correlated; the record of those before is poor.
CORRELATED = 1901
#: Years to which patterns were fitted under RCP8.5.
FITTED = range(2006, 2101)


def write_variability(folder: Path, out: Path) -> None:
    """Write the record and the standard deviations of single years."""
    record = _read_record(folder.parent / "climate_more" / "global_annual_temperature.csv")
    rows = [f"{year},{anomaly:g}" for year, anomaly in record.items()]
    (out / FILE).write_text(NOTICE + "year,anomaly\n" + "\n".join(rows) + "\n", encoding="utf-8")
    local = np.round(local_deviation(folder) / VARIABILITY_STEP).astype(np.uint16)
    off = deviations(np.array(list(record.values())), folder)
    years = of_years(off, len(record))
    compared = slice(CORRELATED - FIRST_RECORDED, ATTRIBUTED[1] + 1 - FIRST_RECORDED)
    exponent = hurst(off[CORRELATED - ATTRIBUTED[0] :] / years[compared])
    np.savez_compressed(
        out / VARIABILITY_FILE,
        allow_pickle=False,
        years=years.round(4),
        local=local,
        exponent=exponent,
    )


def _read_record(path: Path) -> dict[int, float]:
    table = read_years(path.read_text("utf-8"), date.today())
    return {int(year): anomaly for (_, year), anomaly in table.items()}


def deviations(anomalies: Floats, folder: Path) -> Floats:
    """Return how far recorded years lie from attributed warming, °C: years of `ATTRIBUTED`."""
    record = anomalies - anomalies[: 1901 - FIRST_RECORDED].mean()
    first, last = ATTRIBUTED
    return record[first - FIRST_RECORDED : last + 1 - FIRST_RECORDED] - attributed(folder)[0]


def of_years(apart: Floats, count: int) -> Floats:
    """Return the root mean square of such deviations about each of `count` recorded years."""
    at = np.arange(ATTRIBUTED[0], ATTRIBUTED[1] + 1)
    squares = [
        np.square(apart[abs(at - year) <= NEAR]).mean()
        for year in range(FIRST_RECORDED, FIRST_RECORDED + count)
    ]
    return np.sqrt(np.array(squares))


def hurst(years: Floats) -> float:
    """Return the exponent of fractional Gaussian noise that makes years likeliest, to 0.01."""
    return max((one / 100 for one in range(50, 100)), key=lambda one: _likelihood(years, one))


def _likelihood(years: Floats, exponent: float) -> float:
    """Return the logarithm of the likelihood of years about 0, of whatever variance."""
    together = correlations(exponent, len(years))
    square = float(years @ np.linalg.solve(together, years))
    return -0.5 * (len(years) * float(np.log(square)) + float(np.linalg.slogdet(together)[1]))


def local_deviation(folder: Path) -> Floats:
    """Return the root mean square over models of what regressions on the global mean leave, °C.

    Shape (latitudes, longitudes) of the common grid. The file of a model holds the standard error
    of its slope, which is the deviation sought over the root of the summed squares of its global
    mean; for all models that sum is that of the central course of ssp585.
    """
    return np.sqrt(np.mean(np.square(list(model_deviations(folder).values())), axis=0))


def fitted_spread() -> float:
    """Return the root of the summed squares of the global mean that patterns were fitted to, K."""
    course = trajectories.path(FITTED, "ssp585", {})[:, 0]
    return float(np.sqrt(np.square(course - course.mean()).sum()))


def model_deviations(folder: Path) -> dict[str, Floats]:
    """Return that of each model."""
    spread, grid = fitted_spread(), regular(VARIABILITY_CELL)
    made: dict[str, Floats] = {}
    for name, path in cmip5_files(folder).items():
        own, (error,) = read(path, "error")
        made[name] = spread * own.field(error).on(grid)
    return made
