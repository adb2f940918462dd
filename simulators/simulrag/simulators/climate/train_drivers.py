"""Makes the yearly drivers of history and of the SSP scenarios, and what changes of aerosols do."""

import csv
from pathlib import Path

import numpy as np

from simulrag.simulators.climate.conditions import FIRST_DRIVEN, HISTORICAL, LAST_DRIVEN, SCENARIOS
from simulrag.simulators.climate.global_response import CH4_1750, CH4_OZONE, COLUMNS, HISTORY_YEARS
from simulrag.simulators.climate.globe import Floats

NOTICE = """\
# Yearly drivers of the SSP scenarios, derived from RCMIP 5.1.0 (Nicholls and Gieseke 2019,
# doi 10.5281/zenodo.4589756) and, up to 2014, from the effective radiative forcing of the
# Indicators of Global Climate Change (Forster et al., ESSD, CC BY 4.0). Emissions as given by RCMIP
# (CO2 in Gt CO2/yr, CH4, SO2 and BC in Mt/yr), N2O concentration in ppb; `oxidation`, the change
# since 1750 of the logarithm of the lifetime of CH4 by NOx, VOC and N2O; `aerosol`, `natural` and
# `remainder`, effective radiative forcing in W/m2: of all aerosols, of sun and volcanoes, and what
# is left of the anthropogenic when CO2, CH4 with its ozone and water vapour and aerosols are taken
# out.
# Licence: CC BY-SA 4.0, https://creativecommons.org/licenses/by-sa/4.0/
"""
EMISSIONS = {
    "co2": "Emissions|CO2",
    "ch4": "Emissions|CH4",
    "so2": "Emissions|Sulfur",
    "bc": "Emissions|BC",
}
TOTAL = "Effective Radiative Forcing"
#: Change of the lifetime of CH4 by emissions of NOx and VOC (per Mt/yr) and by N2O (per ppb):
#: Thornhill et al. 2021, doi 10.5194/acp-21-853-2021, as calibrated for FaIR (Smith et al. 2024).
NOX_OXIDATION, VOC_OXIDATION, N2O_OXIDATION = -0.0034188, 0.00019837, -0.000949891
#: Years over which the forcing of history and that of the scenarios are brought to one level.
JOINED = slice(2005 - FIRST_DRIVEN, 2015 - FIRST_DRIVEN)
Table = dict[tuple[str, str], Floats]
CALIBRATION = "calibrated_constrained_parameters_calibration1.4.1.csv"
#: Where the logarithmic forcing of clouds is made linear: half of the emissions of this year.
SCENARIO, YEAR = "ssp245", 2050
#: Forcing of BC on snow, W/m2 per (Mt/yr), of the same calibration.
SNOW = 0.01407193


def read_drivers(folder: Path) -> dict[str, Floats]:
    """Return drivers as the file that ships, from the climate data and what lies beside it."""
    kinds = ("emissions", "concentrations", "radiative-forcing")
    tables = {kind: read_rcmip(folder, kind) for kind in kinds}
    known = _historical(
        indicators(folder) / "effective_radiative_forcing__ERF_best_aggregates_1750-2024.csv",
        tables["concentrations"],
    )
    whole = {name: _driver(tables, name, known) for name in SCENARIOS}
    split = HISTORY_YEARS
    history = whole["ssp245"][:split]
    return {HISTORICAL: history, **{n: d[split:] for n, d in whole.items()}}


def indicators(folder: Path) -> Path:
    """Return the folder of the Indicators of Global Climate Change beside the climate data."""
    return folder.parent / "climate_more" / "indicators"


def columns(path: Path, start: str = "") -> dict[str, Floats]:
    """Return the columns of a table of numbers whose names start so; what is empty is NaN."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    names = [name for name in rows[0] if name and name.startswith(start)]
    return {name: np.array([_number(row[name]) for row in rows]) for name in names}


def _number(text: str) -> float:
    return float(text) if text else np.nan


def read_rcmip(folder: Path, kind: str) -> Table:
    """Return (scenario, variable) -> values of 1750 to 2100, gaps filled linearly."""
    path = folder / "rcmip_ssp" / f"rcmip-{kind}-annual-means-5-1-0-ssp-only.csv"
    years = [str(y) for y in range(FIRST_DRIVEN, LAST_DRIVEN + 1)]
    series: Table = {}
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["Region"] == "World":
                values = np.array([_number(row[y]) for y in years])
                series[row["Scenario"], row["Variable"]] = _filled(values)
    return series


def _filled(values: Floats) -> Floats:
    known = ~np.isnan(values)
    at = np.arange(len(values))
    return np.interp(at, at[known], values[known]) if known.any() else values


def _historical(path: Path, air: Table) -> dict[str, Floats]:
    """Return the best estimates of the forcing of history that is prescribed."""
    erf = columns(path)
    methane = air["ssp245", "Atmospheric Concentrations|CH4"][: len(erf["anthro"])]
    of_methane = CH4_OZONE * (methane - CH4_1750) + erf["H2O_stratospheric"]
    return {
        "aerosol": erf["aerosol"],
        "natural": erf["solar"] + erf["volcanic"],
        "remainder": erf["anthro"] - erf["aerosol"] - erf["CO2"] - erf["CH4"] - of_methane,
    }


def _scenario(forcing: Table, air: Table, name: str) -> dict[str, Floats]:
    """Return the same of a scenario, as RCMIP gives it."""
    made = f"{TOTAL}|Anthropogenic"
    ozone = CH4_OZONE * (air[name, "Atmospheric Concentrations|CH4"] - CH4_1750)
    aerosol = forcing[name, f"{made}|Aerosols"]
    of_gases = forcing[name, f"{made}|CO2"] + forcing[name, f"{made}|CH4"]
    of_vapour = forcing[name, f"{made}|Other|CH4 Oxidation Stratospheric H2O"]
    return {
        "aerosol": aerosol,
        "natural": forcing[name, f"{TOTAL}|Natural"],
        "remainder": forcing[name, made] - aerosol - of_gases - of_vapour - ozone,
    }


def _driver(tables: dict[str, Table], name: str, known: dict[str, Floats]) -> Floats:
    emitted = {gas: tables["emissions"][name, one] for gas, one in EMISSIONS.items()}
    air, split = tables["concentrations"], HISTORY_YEARS
    forcing = _scenario(tables["radiative-forcing"], air, name)
    forcing["aerosol"] *= known["aerosol"][JOINED].mean() / forcing["aerosol"][JOINED].mean()
    forcing["remainder"] += (known["remainder"][JOINED] - forcing["remainder"][JOINED]).mean()
    made = {
        **emitted,
        "co2": emitted["co2"] / 1000.0,
        "n2o": air[name, "Atmospheric Concentrations|N2O"],
        "oxidation": _oxidation(tables, name),
        **{kind: np.concatenate([known[kind][:split], values[split:]])
           for kind, values in forcing.items()},
    }  # fmt: skip
    return np.stack([np.round(made[column], 5) for column in COLUMNS], axis=1)


def _oxidation(tables: dict[str, Table], name: str) -> Floats:
    parts = (
        (NOX_OXIDATION, tables["emissions"][name, "Emissions|NOx"]),
        (VOC_OXIDATION, tables["emissions"][name, "Emissions|VOC"]),
        (N2O_OXIDATION, tables["concentrations"][name, "Atmospheric Concentrations|N2O"]),
    )
    return np.sum([np.log1p(factor * (x - x[0])) for factor, x in parts], axis=0)


def write_drivers(drivers: dict[str, Floats], path: Path) -> None:
    """Write drivers as the CSV file that `global_response.drivers` reads."""
    lines = [NOTICE + ",".join(("scenario", "year", *COLUMNS))]
    for name, values in drivers.items():
        first = FIRST_DRIVEN if name == HISTORICAL else 2015
        for year, row in enumerate(values, start=first):
            lines.append(",".join((name, str(year), *(f"{v:.10g}" for v in row))))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def stacked(drivers: dict[str, Floats]) -> Floats:
    """Return drivers of all scenarios from 1750 to 2100: (years, columns, scenarios)."""
    history = drivers[HISTORICAL]
    return np.stack([np.concatenate([history, drivers[name]]) for name in SCENARIOS], axis=-1)


def efficiencies(folder: Path) -> tuple[Floats, Floats]:
    """Return forcing per emission of SO2 and of BC by calibrated member, W/m2 per (Mt/yr).

    Aerosols act on radiation in proportion, on clouds as a logarithm of the emissions of SO2, BC
    and OC together (Smith et al. 2024, doi 10.5194/gmd-17-8569-2024). Pairs belong together: where
    BC cools, SO2 does less.
    """
    calibration = folder / "fair_calibration_1_4_1" / CALIBRATION
    starts = ("aci", "erfari", "forcing_scale[Light")
    p = {name: one for start in starts for name, one in columns(calibration, start).items()}
    table = read_rcmip(folder, "emissions")
    so2, bc, oc = (
        table[SCENARIO, f"Emissions|{name}"][YEAR - FIRST_DRIVEN] for name in ("Sulfur", "BC", "OC")
    )

    def clouds(so2: float, bc: float) -> Floats:
        within = p["aci_shape[Sulfur]"] * so2 + p["aci_shape[BC]"] * bc + p["aci_shape[OC]"] * oc
        return p["aci_scale"] * np.log1p(within)

    whole = clouds(so2, bc)
    on_snow = SNOW * p["forcing_scale[Light absorbing particles on snow and ice]"]
    return (
        p["erfari_radiative_efficiency[Sulfur]"] + (whole - clouds(so2 / 2, bc)) / (so2 / 2),
        p["erfari_radiative_efficiency[BC]"] + on_snow + (whole - clouds(so2, bc / 2)) / (bc / 2),
    )
