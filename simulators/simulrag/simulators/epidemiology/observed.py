"""What real influenza seasons looked like, from weekly hospital admissions reported to CDC."""

import csv
from functools import cache
from importlib.resources import files
from statistics import quantiles

#: The row of the whole country among the states.
NATION = "US"
#: Percentiles of peaks that separate low, moderate, high and very high intensity, as in CDC's
#: severity assessment (Biggerstaff et al. 2018, doi 10.1093/aje/kwx334: IT50, IT90, IT98).
INTENSITY = (50, 90, 98)


@cache
def season_peaks() -> dict[tuple[str, int], float]:
    """Return the top weekly admissions per 100,000 of each (state, season).

    A season runs from August to July and is named for the year in which it begins.
    """
    path = files("simulrag.simulators.epidemiology") / "data" / "season_peaks.csv"
    rows = csv.DictReader(path.read_text(encoding="utf-8").splitlines())
    return {(row["state"], int(row["season"])): float(row["admissions_per_100k"]) for row in rows}


@cache
def state_peaks() -> tuple[float, ...]:
    """Return the top weekly admissions per 100,000 of all seasons and states, rising."""
    return tuple(sorted(peak for (state, _), peak in season_peaks().items() if state != NATION))


@cache
def intensity_cuts() -> tuple[float, float, float]:
    """Return the peaks at the percentiles of `INTENSITY`, admissions per 100,000 a week."""
    points = quantiles(state_peaks(), n=100, method="inclusive")
    low, middle, high = (round(points[percent - 1], 1) for percent in INTENSITY)
    return low, middle, high


def highest_peak() -> tuple[float, str, int]:
    """Return the highest observed peak per 100,000 a week, its state and season."""
    peaks = {key: peak for key, peak in season_peaks().items() if key[0] != NATION}
    state, season = max(peaks, key=lambda key: peaks[key])
    return peaks[state, season], state, season
