"""Makes the scenario drivers, the central parameters and the ensemble of the global response."""

import csv
from dataclasses import fields
from pathlib import Path

import numpy as np

from simulrag.simulators.climate import assessed, scenarios
from simulrag.simulators.climate import global_response as response
from simulrag.simulators.climate.global_response import GlobalResponse, Members
from simulrag.simulators.climate.scenarios import Floats

NOTICE = """\
# Yearly drivers of the SSP scenarios, derived from RCMIP 5.1.0 (Nicholls and Gieseke 2019,
# doi 10.5281/zenodo.4589756): emissions as given (CO2 in Gt CO2/yr, CH4, SO2 and BC in Mt/yr),
# N2O concentration in ppb, and `remainder`, the effective radiative forcing in W/m2 that is left
# of RCMIP's total when CO2, CH4 with its ozone and water vapour, SO2 and BC are taken out.
# Licence: CC BY-SA 4.0, https://creativecommons.org/licenses/by-sa/4.0/
"""
EMISSIONS = {
    "co2": "Emissions|CO2",
    "ch4": "Emissions|CH4",
    "so2": "Emissions|Sulfur",
    "bc": "Emissions|BC",
}
#: Forcing of SO2 that the remainder is made with, W/m2 per (Mt/yr): -0.94 W/m2 for 1750 to 2019
#: (AR6 WG1 section 6.4.2).
SO2_EFFICIENCY = -0.0085
#: Central parameters that are taken from the literature and not fitted.
FIXED = {
    "carbon_airborne": 0.0,
    "carbon_temperature": 2.0,  # calibrated FaIR 2.2 has about this (Smith et al. 2024)
    "methane_temperature": -0.02,  # lifetime falls with warming and water vapour
    "co2_scale": 1.0,
    "ch4_scale": 1.0,
    "remainder_scale": 1.0,
    "bc_efficiency": 0.018,  # 0.11 W/m2 in the air (same) and 0.03 or more on snow
    "efficacy": 1.1,
    "upper_capacity": 8.0,  # Geoffroy et al. 2013, multi-model means 8.2 and 109
    "deep_capacity": 109.0,
}
#: First guess of what is fitted.
GUESS = {
    "carbon_base": 33.0,
    "carbon_uptake": 0.0053,
    "methane_lifetime": 9.3,
    "methane_feedback": 0.25,
    "feedback": 1.3,
    "exchange": 0.9,
    "so2_efficiency": SO2_EFFICIENCY,
}


def read_drivers(folder: Path) -> dict[str, Floats]:
    """Return drivers as `scenarios.drivers` does, from the three RCMIP tables."""
    tables = {
        kind: _read(folder / f"rcmip-{kind}-annual-means-5-1-0-ssp-only.csv")
        for kind in ("emissions", "concentrations", "radiative-forcing")
    }
    whole = {name: _driver(tables, name) for name in scenarios.SCENARIOS}
    split = scenarios.HISTORY_YEARS
    history = whole["ssp245"][:split]
    return {scenarios.HISTORICAL: history, **{n: d[split:] for n, d in whole.items()}}


def _read(path: Path) -> dict[tuple[str, str], Floats]:
    """Return (scenario, variable) -> values of 1750 to 2100, gaps filled linearly."""
    years = [str(y) for y in range(scenarios.FIRST_DRIVEN, scenarios.LAST_DRIVEN + 1)]
    series: dict[tuple[str, str], Floats] = {}
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["Region"] == "World":
                values = np.array([float(row[y]) if row[y] else np.nan for y in years])
                series[row["Scenario"], row["Variable"]] = _filled(values)
    return series


def _filled(values: Floats) -> Floats:
    known = ~np.isnan(values)
    at = np.arange(len(values))
    return np.interp(at, at[known], values[known]) if known.any() else values


def _driver(tables: dict[str, dict[tuple[str, str], Floats]], scenario: str) -> Floats:
    emitted = {gas: tables["emissions"][scenario, name] for gas, name in EMISSIONS.items()}
    air = tables["concentrations"]
    forcing = tables["radiative-forcing"]
    total = "Effective Radiative Forcing"
    ozone = response.CH4_OZONE * (
        air[scenario, "Atmospheric Concentrations|CH4"] - response.CH4_1750
    )
    remainder = (
        forcing[scenario, total]
        - forcing[scenario, f"{total}|Anthropogenic|CO2"]
        - forcing[scenario, f"{total}|Anthropogenic|CH4"]
        - forcing[scenario, f"{total}|Anthropogenic|Other|CH4 Oxidation Stratospheric H2O"]
        - ozone
        - SO2_EFFICIENCY * (emitted["so2"] - response.SO2_1750)
        - FIXED["bc_efficiency"] * (emitted["bc"] - response.BC_1750)
    )
    columns = {
        **emitted,
        "co2": emitted["co2"] / 1000.0,
        "n2o": air[scenario, "Atmospheric Concentrations|N2O"],
        "remainder": remainder,
    }
    return np.stack([np.round(columns[name], 6) for name in scenarios.COLUMNS], axis=1)


def write_drivers(drivers: dict[str, Floats], path: Path) -> None:
    """Write drivers as the CSV file that `scenarios.drivers` reads."""
    lines = [NOTICE + ",".join(("scenario", "year", *scenarios.COLUMNS))]
    for name, values in drivers.items():
        first = scenarios.FIRST_DRIVEN if name == scenarios.HISTORICAL else 2015
        for year, row in enumerate(values, start=first):
            lines.append(",".join((name, str(year), *(f"{v:.10g}" for v in row))))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def stacked(drivers: dict[str, Floats]) -> Floats:
    """Return drivers of all scenarios from 1750 to 2100: (years, columns, scenarios)."""
    history = drivers[scenarios.HISTORICAL]
    return np.stack(
        [np.concatenate([history, drivers[name]]) for name in scenarios.SCENARIOS], axis=-1
    )


def trajectories(members: Members, driver: Floats) -> tuple[Floats, Floats, Floats]:
    """Return warming above 1850-1900 (K), CO2 (ppm), CH4 (ppb): (years, scenarios, members)."""
    model = GlobalResponse(members)
    state = model.start((driver.shape[-1],))
    kept: tuple[list[Floats], list[Floats], list[Floats]] = ([], [], [])
    for year in driver:
        warming, state = model.run(state, year[None])
        kept[0].append(warming[0])
        kept[1].append(response.CO2_1750 + state.pools.sum(axis=0))
        kept[2].append(state.methane)
    warming, co2, ch4 = (np.stack(values) for values in kept)
    return warming - assessed.mean(warming, *assessed.PREINDUSTRIAL), co2, ch4


def central(drivers: dict[str, Floats], folder: Path) -> Members:
    """Fit the central parameters to RCMIP's concentrations and AR6's assessed warming.

    Gauss-Newton with finite differences; stops after 12 steps, which is far past convergence.
    """
    driver = stacked(drivers)
    air = _read(folder / "rcmip-concentrations-annual-means-5-1-0-ssp-only.csv")
    observed = {
        gas: np.stack(
            [air[name, f"Atmospheric Concentrations|{gas}"] for name in scenarios.SCENARIOS],
            axis=-1,
        )
        for gas in ("CO2", "CH4")
    }
    values: Floats = np.array(list(GUESS.values()))
    for _ in range(12):
        values = values + 0.8 * _move(values, driver, observed)
    return _members(values[None])


def _move(values: Floats, driver: Floats, observed: dict[str, Floats]) -> Floats:
    """Return the Gauss-Newton step from these values of what is fitted."""
    steps: Floats = np.diag(0.01 * values)
    trial = np.concatenate([values[None], values + steps])
    residuals = _misfit(_members(trial), driver, observed)
    slopes: Floats = (residuals[1:] - residuals[0]).T / (0.01 * values)
    left: Floats = slopes.T @ slopes
    right: Floats = -slopes.T @ residuals[0]
    return np.asarray(np.linalg.solve(left, right), dtype=np.float64)


def _members(values: Floats) -> Members:
    given = {name: values[:, i] for i, name in enumerate(GUESS)}
    return Members(
        **{
            f.name: given[f.name] if f.name in given else np.full(len(values), FIXED[f.name])
            for f in fields(Members)
        }
    )


def _misfit(members: Members, driver: Floats, observed: dict[str, Floats]) -> Floats:
    """Return residuals in units of their tolerance: (members, residuals)."""
    warming, co2, ch4 = trajectories(members, driver)
    since = slice(1850 - scenarios.FIRST_DRIVEN, None, 10)
    parts = [
        (co2[since] - observed["CO2"][since, :, None]) / 6.0,
        (ch4[since] - observed["CH4"][since, :, None]) / 50.0,
    ]
    flat = [part.reshape(-1, len(members)) for part in parts]
    flat.append(np.stack([(t.of(warming) - t.best) / _tolerance(t) for t in assessed.WARMING]))
    return np.concatenate(flat).T


def _tolerance(target: assessed.Assessed) -> float:
    """The recent past is known better than the future, and fixes where the future starts."""
    return 0.01 if target.last <= scenarios.LAST_HISTORICAL else 0.03
