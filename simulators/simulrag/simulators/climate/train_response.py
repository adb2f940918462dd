"""Makes the central parameters of the global response."""

from dataclasses import fields, replace
from pathlib import Path

import numpy as np

from simulrag.simulators.climate import assessed_warming, scenarios
from simulrag.simulators.climate import global_response as response
from simulrag.simulators.climate.assessed_warming import Assessed
from simulrag.simulators.climate.global_response import GlobalResponse, Members
from simulrag.simulators.climate.scenarios import Floats
from simulrag.simulators.climate.train_drivers import columns, indicators, read_rcmip, stacked

#: Central parameters that are taken from the literature and not fitted.
FIXED = {
    # Medians of FaIR's calibration 1.4.1 (Smith et al. 2024).
    "carbon_airborne": 0.0032,
    "carbon_temperature": 2.0,
    "methane_temperature": -0.046,
    # AR6's feedback factor of 1.30 (section 6.3.1) is 1 / (1 - 0.23), where 0.23 is the relative
    # change of the lifetime per relative change of the concentration, of 1866 ppb.
    "methane_feedback": 1.433e-4,
    "co2_scale": 1.0,
    "ch4_scale": 1.0,
    "remainder_scale": 1.0,
    # Geoffroy et al. 2013, multi-model means (8.2, 109 and 1.28).
    "efficacy": 1.28,
    "upper_capacity": 8.2,
    "deep_capacity": 109.0,
    # Of changes, which the fit has none of.
    "so2_efficiency": 0.0,
    "bc_efficiency": 0.0,
}
#: First guess of what is fitted.
GUESS = {
    "carbon_base": 31.0,
    "carbon_uptake": 0.003,
    "methane_lifetime": 10.0,
    "methane_oxidation": 0.3,
    "aerosol_scale": 1.0,
    "natural_scale": 0.8,
    "feedback": 1.3,
    "exchange": 0.7,
}
#: Forcing of aerosols: IGCC's range of 2019 (-1.86 to -0.45 about -1.11 W/m2) is as wide as this
#: standard deviation.
AEROSOL_TOLERANCE = 0.39
#: Methods of attribution whose mean and widest range stand for what is known of the past, with the
#: columns of the table whose sum is the total.
METHODS = {"Walsh": ("total",), "Ribes": ("total",), "Gillett": ("anthropogenic", "natural")}
#: First and last year of what is attributed, and years that are averaged for one residual.
ATTRIBUTED, BLOCK = (1851, 2020), 10


def attributed(folder: Path) -> tuple[Floats, Floats, Floats]:
    """Return the warming that is attributed to all forcing: mean, low and high, °C by year.

    Years are those of `ATTRIBUTED`, relative to the mean of 1850-1900; low and high are the lowest
    5 % and the highest 95 % of the methods that give a total.
    """
    found = {
        name: columns(indicators(folder) / f"anthropogenic_warming__{name}_GMST_timeseries.csv")
        for name in METHODS
    }
    made = {
        (name, end): _above_preindustrial(
            sum((table[f"{part}_p{end}"] for part in METHODS[name]), np.zeros(1)),
            sum((table[f"{part}_p50"] for part in METHODS[name]), np.zeros(1)),
        )
        for name, table in found.items()
        for end in ("05", "50", "95")
        if end == "50" or len(METHODS[name]) == 1
    }
    of_end = [np.stack([v for (_, e), v in made.items() if e == end]) for end in ("50", "05", "95")]
    return of_end[0].mean(axis=0), of_end[1].min(axis=0), of_end[2].max(axis=0)


def _above_preindustrial(series: Floats, centre: Floats) -> Floats:
    """Return years of `ATTRIBUTED` of series that begin in 1850."""
    first, last = (year - scenarios.FIRST_YEAR for year in ATTRIBUTED)
    return np.asarray(series[first : last + 1] - centre[:51].mean(), dtype=np.float64)


def attributed_period(folder: Path, first: int, last: int) -> Assessed:
    """Return what is attributed on the mean of a period; its range is that of the yearly ones."""
    mean, low, high = (
        float(part[first - ATTRIBUTED[0] : last + 1 - ATTRIBUTED[0]].mean())
        for part in attributed(folder)
    )
    return Assessed("ssp245", first, last, mean, low, high)


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
    return warming - assessed_warming.mean(warming, *assessed_warming.PREINDUSTRIAL), co2, ch4


class Fit:
    """The central parameters by RCMIP's concentrations, attributed and assessed warming."""

    def __init__(self, drivers: dict[str, Floats], folder: Path) -> None:
        self._driver = stacked(drivers)
        air = read_rcmip(
            folder / "rcmip_ssp" / "rcmip-concentrations-annual-means-5-1-0-ssp-only.csv"
        )
        self._air = {
            gas: np.stack(
                [air[name, f"Atmospheric Concentrations|{gas}"] for name in scenarios.SCENARIOS],
                axis=-1,
            )
            for gas in ("CO2", "CH4")
        }
        self._past = _blocks(attributed(folder)[0][:, None])

    def made(self, aerosols: tuple[Floats, Floats]) -> Members:
        """Fit by Gauss-Newton with finite differences; 12 steps are far past convergence.

        aerosols: what changes of SO2 and BC do by many members, whose medians are taken.
        """
        values: Floats = np.array(list(GUESS.values()))
        for _ in range(12):
            values = values + 0.8 * self._move(values)
        so2, bc = (np.median(one, keepdims=True) for one in aerosols)
        return replace(_members(values[None]), so2_efficiency=so2, bc_efficiency=bc)

    def _move(self, values: Floats) -> Floats:
        """Return the Gauss-Newton step from these values of what is fitted."""
        steps: Floats = np.diag(0.01 * values)
        trial = np.concatenate([values[None], values + steps])
        residuals = self.misfit(_members(trial))
        slopes: Floats = (residuals[1:] - residuals[0]).T / (0.01 * values)
        left: Floats = slopes.T @ slopes
        right: Floats = -slopes.T @ residuals[0]
        return np.asarray(np.linalg.solve(left, right), dtype=np.float64)

    def misfit(self, members: Members) -> Floats:
        """Return residuals in units of their tolerance: (members, residuals)."""
        warming, co2, ch4 = trajectories(members, self._driver)
        since = slice(1850 - scenarios.FIRST_DRIVEN, None, 10)
        first, last = (year - scenarios.FIRST_DRIVEN for year in ATTRIBUTED)
        parts = [
            (co2[since] - self._air["CO2"][since, :, None]) / 6.0,
            (ch4[since] - self._air["CH4"][since, :, None]) / 50.0,
            (_blocks(warming[first : last + 1, 0]) - self._past) / 0.02,
            np.stack([(t.of(warming) - t.best) / _tolerance(t) for t in assessed_warming.WARMING]),
            np.stack(
                [
                    (t.of(members) - t.best) * 10 / (t.high - t.low)
                    for t in assessed_warming.IDEALISED
                ]
            ),
            (members.aerosol_scale - 1.0) / AEROSOL_TOLERANCE,
        ]
        return np.concatenate([part.reshape(-1, len(members)) for part in parts]).T


def _tolerance(target: Assessed) -> float:
    """The recent past is known better than the future, and fixes where the future starts."""
    return 0.01 if target.last <= scenarios.LAST_HISTORICAL else 0.03


def _blocks(yearly: Floats) -> Floats:
    """Return means of blocks of years of (years, ...)."""
    return yearly.reshape(-1, BLOCK, *yearly.shape[1:]).mean(axis=1)


def _members(values: Floats) -> Members:
    given = {name: values[:, i] for i, name in enumerate(GUESS)}
    return Members(
        **{
            f.name: given[f.name] if f.name in given else np.full(len(values), FIXED[f.name])
            for f in fields(Members)
        }
    )
