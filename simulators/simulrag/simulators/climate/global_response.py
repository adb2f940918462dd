"""Global mean temperature from emissions: the drivers of the scenarios, and the model.

History (1750 to 2014) is common to all scenarios; 2015 to 2100 follow the SSPs of RCMIP 5.1.0
(Nicholls and Gieseke 2019, doi 10.5281/zenodo.4589756, CC BY-SA 4.0). The model is of reduced
complexity with annual steps, vectorised over ensemble members:

- CO2: four pools whose lifetimes stretch with carbon uptake and warming (Joos et al. 2013,
  doi 10.5194/acp-13-2793-2013; Leach et al. 2021, doi 10.5194/gmd-14-3007-2021);
- CH4: one box whose lifetime depends on its own concentration, on temperature and on NOx, VOC and
  N2O;
- forcing: the expressions of AR6 WG1 chapter 7 supplement (table 7.SM.1) for CO2 and CH4, CH4 with
  its ozone and stratospheric water vapour; that of aerosols prescribed, and a change of SO2 or BC
  emissions linear in what it adds; all other forcing prescribed;
- temperature: two layers with efficacy of deep heat uptake (Geoffroy et al. 2013,
  doi 10.1175/JCLI-D-12-00196.1), stepped exactly for forcing constant within a year.

A change of x % multiplies the anthropogenic emissions of every year from 2015 on.
"""

import csv
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from simulrag.simulators.climate.conditions import (
    FIRST_DRIVEN,
    GASES,
    HISTORICAL,
    LAST_DRIVEN,
    LAST_HISTORICAL,
    SCENARIOS,
)
from simulrag.simulators.climate.globe import Floats

#: First and last of the years whose mean warming is counted from.
PREINDUSTRIAL = (1850, 1900)
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
DRIVERS_FILE = "ssp_drivers.csv"
#: Pool fractions and unscaled lifetimes of CO2, years (Joos et al. 2013).
POOL_SHARES = np.array([0.2173, 0.2240, 0.2824, 0.2763])
POOL_LIFETIMES = np.array([1e6, 394.4, 36.54, 4.304])
#: Horizon of the integrated impulse response, and the longest response allowed, years.
HORIZON = 100.0
LONGEST_RESPONSE = 97.0
#: Gt CO2 per ppm of CO2, and Mt CH4 per ppb of CH4 in the atmosphere.
GT_CO2_PER_PPM = 7.788
MT_CH4_PER_PPB = 2.75
#: Concentrations in 1750: CO2 ppm, CH4 ppb, N2O ppb (RCMIP).
CO2_1750, CH4_1750, N2O_1750 = 277.147, 731.406, 273.865
#: Emissions of CH4 in 1750, Mt/yr.
CH4_EMISSIONS_1750 = 19.01978
#: Forcing of CH4 through ozone (median of FaIR's calibration 1.4.1, Smith et al. 2024, doi
#: 10.5194/gmd-17-8569-2024) and through stratospheric water vapour, W/m2 per ppb.
CH4_OZONE, CH4_VAPOUR = 2.37e-4, 4.4e-5
#: Tropospheric adjustments of CO2 and CH4 (AR6 WG1 section 7.3.2).
CO2_ADJUSTMENT, CH4_ADJUSTMENT = 1.05, 0.86


@cache
def drivers() -> dict[str, Floats]:
    """Return (years, all columns): "historical" 1750 to 2014, each scenario 2015 to 2100."""
    text = (files(__package__ or "") / "data" / DRIVERS_FILE).read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    rows: dict[str, list[list[float]]] = {name: [] for name in (HISTORICAL, *SCENARIOS)}
    for row in csv.DictReader(lines):
        rows[row["scenario"]].append([float(row[column]) for column in COLUMNS])
    return {name: completed(np.array(values, dtype=np.float64)) for name, values in rows.items()}


def completed(columns: Floats) -> Floats:
    """Return a driver (years, all columns) from the columns of the file."""
    return np.concatenate([columns, columns[:, [SO2, BC]]], axis=1)


def mean_of_years(warming: Floats, first: int, last: int) -> Floats:
    """Return the mean over years of an array whose first axis is years from 1750."""
    return warming[first - FIRST_DRIVEN : last - FIRST_DRIVEN + 1].mean(axis=0)


@dataclass(frozen=True)
class Members:
    """Parameters of an ensemble; each is an array of shape (members,)."""

    #: CO2: integrated response in 1750 (years), and its growth per Gt CO2 taken up, per K, and
    #: per Gt CO2 in the air.
    carbon_base: Floats
    carbon_uptake: Floats
    carbon_temperature: Floats
    carbon_airborne: Floats
    #: CH4: lifetime in 1750 (years), its growth per ppb above 1750, change of its logarithm per
    #: K, factor on what other gases do to it.
    methane_lifetime: Floats
    methane_feedback: Floats
    methane_temperature: Floats
    methane_oxidation: Floats
    #: Factors on the forcing of CO2, CH4, aerosols, sun and volcanoes, and of the rest.
    co2_scale: Floats
    ch4_scale: Floats
    aerosol_scale: Floats
    natural_scale: Floats
    remainder_scale: Floats
    #: Forcing per changed emission, W/m2 per (Mt/yr).
    so2_efficiency: Floats
    bc_efficiency: Floats
    #: Climate feedback and heat exchange (W/m2/K), efficacy, heat capacities (W yr/m2/K).
    feedback: Floats
    exchange: Floats
    efficacy: Floats
    upper_capacity: Floats
    deep_capacity: Floats

    @classmethod
    def made(cls, parameter: Callable[[str], Floats]) -> "Members":
        """Return members by what gives each parameter from its name."""
        return cls(**{one.name: parameter(one.name) for one in fields(cls)})

    def __len__(self) -> int:
        return len(self.feedback)

    def take(self, index: Any) -> "Members":
        """Return the members selected by a numpy index."""
        return Members.made(lambda name: getattr(self, name)[index])


@dataclass
class State:
    """What the model remembers at the end of a year; arrays of shape (..., members)."""

    pools: Floats  # (4, ..., members), ppm above 1750
    emitted: Floats  # cumulative, Gt CO2
    methane: Floats  # ppb
    upper: Floats  # K above 1750
    deep: Floats  # K above 1750

    def copy(self) -> "State":
        """Return a state that can be stepped without touching this one."""
        return State(*(getattr(self, f.name) + 0.0 for f in fields(self)))


def co2_forcing(co2: Any, root_n2o: Any) -> Any:
    """Effective radiative forcing of CO2, W/m2, from ppm and the square root of N2O in ppb."""
    a, b, c, d = -2.4785e-7, 0.00075906, -0.0021492, 5.2488
    grown = np.minimum(np.maximum(co2 - CO2_1750, 0.0), -b / (2 * a))
    slope = (a * grown + b) * grown + (d + c * root_n2o)
    return CO2_ADJUSTMENT * slope * np.log(np.maximum(co2, 1.0) / CO2_1750)


def ch4_forcing(ch4: Any, root_n2o: Any) -> Any:
    """Effective radiative forcing of CH4 with ozone and water vapour, W/m2, from ppb."""
    root = np.sqrt(ch4)
    slope = (0.045194 - 8.9603e-5 * root_n2o) - 1.2462e-4 * root
    direct = CH4_ADJUSTMENT * slope * (root - math.sqrt(CH4_1750))
    return direct + (CH4_OZONE + CH4_VAPOUR) * (ch4 - CH4_1750)


class GlobalResponse:
    """The model with the parameters of an ensemble."""

    def __init__(self, members: Members) -> None:
        self.members = p = members
        spread = HORIZON / POOL_LIFETIMES
        faded = np.exp(-spread)
        self._g1 = float(np.sum(POOL_SHARES * POOL_LIFETIMES * (1 - (1 + spread) * faded)))
        self._g0 = float(np.sum(POOL_SHARES * POOL_LIFETIMES * (1 - faded))) / self._g1
        self._per_ppm = (p.carbon_airborne - p.carbon_uptake) * (GT_CO2_PER_PPM / self._g1)
        self._per_kelvin = p.carbon_temperature / self._g1
        natural = CH4_1750 * MT_CH4_PER_PPB / p.methane_lifetime - CH4_EMISSIONS_1750
        self._natural_methane = natural / MT_CH4_PER_PPB
        self._log_lifetime = np.log(p.methane_lifetime)
        self._keep, self._gain = _layers(members)

    def start(self, shape: tuple[int, ...] = ()) -> State:
        """Return the state of 1750 for calls of that shape."""
        full = (*shape, len(self.members))
        methane = np.full(full, CH4_1750)
        return State(np.zeros((4, *full)), np.zeros(full), methane, np.zeros(full), np.zeros(full))

    def run(self, state: State, driver: Floats) -> tuple[Floats, State]:
        """Step through a driver of shape (years, columns, ...).

        Returns temperatures in K above 1750, shape (years, ..., members), and the last state.
        `state` is not changed.
        """
        state = state.copy()
        p = self.members
        columns = np.moveaxis(driver, 1, 0)[..., None]
        emitted = columns[CO2].cumsum(axis=0)
        before = state.emitted + emitted - columns[CO2]
        # what depends on emissions alone is computed for all years at once
        uptake = (p.carbon_base + p.carbon_uptake * before) / self._g1 - self._g0
        inflow = columns[CO2] / GT_CO2_PER_PPM
        methane = columns[CH4] / MT_CH4_PER_PPB + self._natural_methane
        oxidation = columns[OXIDATION]
        root_n2o = np.sqrt(columns[N2O])
        outside = self._outside(columns)
        warming = np.empty((len(driver), *state.upper.shape))
        for year in range(len(driver)):
            self._step_carbon(state, uptake[year], inflow[year])
            self._step_methane(state, methane[year], oxidation[year])
            co2 = CO2_1750 + state.pools.sum(axis=0)
            forcing = p.co2_scale * co2_forcing(co2, root_n2o[year])
            direct = ch4_forcing(state.methane, root_n2o[year])
            forcing += p.ch4_scale * direct + outside[year]
            self._step_layers(state, forcing)
            warming[year] = state.upper
        state.emitted = state.emitted + emitted[-1]
        return warming, state

    def warmed_by(self, forcing: Floats) -> Floats:
        """Return temperatures in K above 1750 for forcing of years: (years, members) each."""
        state = self.start()
        warming = np.empty_like(forcing)
        for year, one in enumerate(forcing):
            self._step_layers(state, one)
            warming[year] = state.upper
        return warming

    def _outside(self, columns: Floats) -> Floats:
        """Return the forcing that follows from the driver alone, W/m2."""
        p = self.members
        return (
            p.so2_efficiency * (columns[SO2] - columns[SO2_UNCHANGED])
            + p.bc_efficiency * (columns[BC] - columns[BC_UNCHANGED])
            + p.aerosol_scale * columns[AEROSOL]
            + p.natural_scale * columns[NATURAL]
            + p.remainder_scale * columns[REMAINDER]
        )

    def _step_carbon(self, state: State, uptake: Floats, inflow: Floats) -> None:
        airborne = state.pools.sum(axis=0)
        exponent = uptake + self._per_ppm * airborne + self._per_kelvin * state.upper
        stretch = np.exp(np.minimum(exponent, LONGEST_RESPONSE / self._g1 - self._g0))
        shape = (4, *(1,) * stretch.ndim)
        lifetimes = POOL_LIFETIMES.reshape(shape) * stretch
        gone = np.expm1(-1.0 / lifetimes)
        lifetimes *= POOL_SHARES.reshape(shape) * inflow
        gone *= state.pools - lifetimes
        state.pools += gone

    def _step_methane(self, state: State, source: Floats, oxidation: Floats) -> None:
        p = self.members
        lifetime = np.exp(
            self._log_lifetime
            + p.methane_oxidation * oxidation
            + np.log(1.0 + p.methane_feedback * (state.methane - CH4_1750))
            + p.methane_temperature * state.upper
        )
        target = source * lifetime
        state.methane = target + (state.methane - target) * np.exp(-1.0 / lifetime)

    def _step_layers(self, state: State, forcing: Floats) -> None:
        (a, b), (c, d) = self._keep
        upper = a * state.upper + b * state.deep + self._gain[0] * forcing
        state.deep = c * state.upper + d * state.deep + self._gain[1] * forcing
        state.upper = upper


def _layers(members: Members) -> tuple[Floats, Floats]:
    """Return the one-year propagator (2, 2, members) and the gain (2, members) of the layers."""
    p = members
    rates = np.empty((len(p), 2, 2))
    rates[:, 0, 0] = -(p.feedback + p.efficacy * p.exchange) / p.upper_capacity
    rates[:, 0, 1] = p.efficacy * p.exchange / p.upper_capacity
    rates[:, 1, 0] = p.exchange / p.deep_capacity
    rates[:, 1, 1] = -p.exchange / p.deep_capacity
    values, vectors = np.linalg.eig(rates)
    inverse = np.linalg.inv(vectors)
    keep = vectors @ (np.exp(values)[..., None] * inverse)
    heating = np.zeros((len(p), 2, 1))
    heating[:, 0, 0] = 1.0 / p.upper_capacity
    gain = vectors @ ((np.expm1(values) / values)[..., None] * (inverse @ heating))
    return np.moveaxis(keep, 0, -1).copy(), gain[..., 0].T.copy()


def changed(driver: Floats, changes: Mapping[str, float]) -> Floats:
    """Return a driver (years, columns) with the emissions of `GASES` changed by percent.

    No change multiplies by exactly one, so that it leaves the driver bitwise as it is.
    """
    factors = np.ones(driver.shape[1])
    factors[: len(GASES)] += [changes.get(g, 0.0) / 100.0 for g in GASES]
    return driver * factors
