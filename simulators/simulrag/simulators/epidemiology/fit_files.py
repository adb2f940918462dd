"""Writes a fitted season: table, hub format, NetCDF, and figures where matplotlib is installed."""

import csv
import json
from datetime import timedelta
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.epidemiology.hub_files import COLUMNS, HUB_LEVELS, NATION, TARGET
from simulrag.simulators.epidemiology.season_fit import HORIZONS, SeasonFit
from simulrag.simulators.epidemiology.states import FIPS, STATES

Array = NDArray[np.float64]

LOW, HIGH = 0.05, 0.95


def write_all(found: SeasonFit, folder: Path) -> list[Path]:
    """Write every kind of file into a folder, which is made; return their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    samples = found.samples()
    paths = [
        _write_table(found, samples, folder / "fit.csv"),
        _write_parameters(found, folder / "parameters.json"),
        _write_hub(found, samples, folder / "hub.csv"),
    ]
    if find_spec("xarray") is not None and find_spec("netCDF4") is not None:
        paths.append(write_netcdf(found, samples, folder / "fit.nc"))
    if find_spec("matplotlib") is not None:
        from simulrag.simulators.epidemiology.figures import draw_fit, draw_peak_dates, fit_title

        paths.append(draw_fit(found, samples, folder / "fit.png"))
        title = fit_title("Week in which the median of admissions is highest", found)
        paths.append(draw_peak_dates(peak_days(found, samples), title, folder / "peak_dates.png"))
    return paths


def peak_days(found: SeasonFit, samples: Array) -> dict[str, str]:
    """Return the end of the week in which each state's median is highest."""
    weeks = np.median(samples, axis=0).argmax(axis=1)
    return {
        state: found.reported.days[week].isoformat()
        for state, week in zip(STATES, weeks, strict=True)
    }


def summary_text(found: SeasonFit) -> str:
    """Return the national peak, as fitted or forecast and as reported, in a sentence or two."""
    median = np.median(found.samples().sum(axis=1), axis=0)
    seen = np.nansum(found.reported.admissions, axis=0)
    ours, theirs = int(median.argmax()), int(seen.argmax())
    ends = found.reported.days
    return (
        f"With reports until {ends[found.known - 1]}, the median of weekly admissions in the "
        f"51 states peaks in the week ending {ends[ours]} at {median[ours]:,.0f}; reported: "
        f"{ends[theirs]}, {seen[theirs]:,.0f}. Season total as fitted: {found.total:.0f} per "
        "100,000 residents."
    )


def _write_table(found: SeasonFit, samples: Array, path: Path) -> Path:
    low, median, high = np.quantile(samples, (LOW, 0.5, HIGH), axis=0)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("state", "week_end", "kind", "reported", "median", "q05", "q95"))
        for row, state in enumerate(STATES):
            for week, end in enumerate(found.reported.days):
                seen = found.reported.admissions[row, week]
                kind = "fit" if week < found.known else "forecast"
                shown = "" if np.isnan(seen) else f"{seen:.0f}"
                levels = (f"{one[row, week]:.1f}" for one in (median, low, high))
                writer.writerow((state, end, kind, shown, *levels))
    return path


def _write_parameters(found: SeasonFit, path: Path) -> Path:
    by_state = {
        state: {
            "reproduction_number": round(number, 4),
            "share_infectious": float(f"{10**log:.3g}"),
        }
        for state, (number, log) in zip(STATES, found.parameters().tolist(), strict=True)
    }
    whole = {
        "season": found.reported.season_name,
        "until": found.reported.days[found.known - 1].isoformat(),
        "total_per_100000": round(found.total, 2),
        "states": by_state,
    }
    path.write_text(json.dumps(whole, indent=1) + "\n", encoding="utf-8")
    return path


def _write_hub(found: SeasonFit, samples: Array, path: Path) -> Path:
    """Write the next weeks as the FluSight hub takes them; none after the last week."""
    last = found.reported.days[found.known - 1]
    reference = last + timedelta(days=7)
    ahead = samples[:, :, found.known : found.known + HORIZONS]
    places = [*((FIPS[s], ahead[:, i]) for i, s in enumerate(STATES)), (NATION, ahead.sum(axis=1))]
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        for code, values in places:
            for horizon in range(values.shape[1]):
                end = reference + timedelta(days=7 * horizon)
                quantiles = np.quantile(values[:, horizon], HUB_LEVELS)
                writer.writerows(
                    (reference, TARGET, horizon, end, code, "quantile", level, f"{value:.2f}")
                    for level, value in zip(HUB_LEVELS, quantiles, strict=True)
                )
    return path


def write_netcdf(found: SeasonFit, samples: Array, path: Path) -> Path:
    """Write quantiles and reports by state and week; needs the extra `data`."""
    import xarray

    levels = (0.05, 0.25, 0.5, 0.75, 0.95)
    weeks = np.array(found.reported.days, dtype="datetime64[ns]")
    persons = {"units": "1", "cell_methods": "time: sum (interval: 7 days)"}
    data = xarray.Dataset(
        {
            "admissions": (
                ("quantile", "state", "time"),
                np.quantile(samples, levels, axis=0),
                persons | {"long_name": "quantiles of weekly influenza hospital admissions"},
            ),
            "reported": (
                ("state", "time"),
                found.reported.admissions,
                persons | {"long_name": "reported weekly admissions", "source": "CDC NHSN"},
            ),
            "time_bnds": (("time", "bnds"), weeks[:, None] + np.array([-6, 1], "timedelta64[D]")),
        },
        coords={
            "quantile": ("quantile", list(levels), {"units": "1", "long_name": "probability"}),
            "state": ("state", list(STATES), {"long_name": "US state"}),
            "time": ("time", weeks, {
                "standard_name": "time", "axis": "T", "bounds": "time_bnds",
                "long_name": "last day of the week, Sunday to Saturday",
            }),
        },
        attrs={
            "Conventions": "CF-1.11",
            "title": f"Influenza hospital admissions by state, {found.reported.season_name}",
            "season": found.reported.season_name,
            "known_weeks": found.known,
        },
    )  # fmt: skip
    data["time"].encoding = {"units": "days since 1850-01-01", "calendar": "proleptic_gregorian"}
    data.to_netcdf(path)
    return path
