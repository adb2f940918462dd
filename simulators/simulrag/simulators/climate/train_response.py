"""Makes the global response: its central parameters, and the ensemble of its uncertainty."""

from dataclasses import fields, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.climate.conditions import (
    FIRST_DRIVEN,
    FIRST_YEAR,
    LAST_HISTORICAL,
    SCENARIOS,
)
from simulrag.simulators.climate.global_response import (
    CO2_1750,
    DRIVERS_FILE,
    PREINDUSTRIAL,
    GlobalResponse,
    Members,
    completed,
    mean_of_years,
)
from simulrag.simulators.climate.globe import Floats
from simulrag.simulators.climate.idealised_runs import IDEALISED, WARMING, AssessedPeriod
from simulrag.simulators.climate.train_drivers import (
    columns,
    efficiencies,
    indicators,
    read_drivers,
    read_rcmip,
    stacked,
    write_drivers,
)
from simulrag.simulators.climate.trajectories import RESPONSE_FILE

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
SEED = 20259
#: Members drawn, and members kept.
DRAWN, KEPT = 4000, 120
#: Standard deviation of the logarithm of each drawn parameter about its central value. Forcings:
#: AR6 WG1 table 7.8 (CO2 12 %, CH4 20 % at 90 %) and IGCC's ranges (aerosols, sun and volcanoes);
#: heat exchange and capacities: spread of models in Geoffroy et al. 2013; carbon and CH4: Smith et
#: al. 2024.
SPREAD = {
    "carbon_base": 0.05,
    "carbon_uptake": 0.25,
    "carbon_temperature": 0.5,
    "methane_lifetime": 0.06,
    "methane_feedback": 0.15,
    "methane_oxidation": 0.3,
    "co2_scale": 0.07,
    "ch4_scale": 0.15,
    "aerosol_scale": 0.40,
    "natural_scale": 0.30,
    "remainder_scale": 0.15,
    "feedback": 0.32,
    "exchange": 0.25,
    "efficacy": 0.12,
    "upper_capacity": 0.15,
    "deep_capacity": 0.25,
}
QUANTILES = (0.05, 0.5, 0.95)
#: Exchanges of members that are tried.
TRIALS = 12_000
#: Periods of the past whose attributed warming the members spread over.
PAST_PERIODS = ((1901, 1950), (1951, 2000), (1986, 2005))
#: Equilibrium sensitivity and transient response.
SENSITIVITIES = IDEALISED[:2]


def write_response(folder: Path, out: Path) -> None:
    """Write the drivers, and the members with the baseline of the central one."""
    read = read_drivers(folder)
    write_drivers(read, out / DRIVERS_FILE)
    drivers = {name: completed(values) for name, values in read.items()}
    centre = Fit(drivers, folder).made(efficiencies(folder))
    members = drawn_ensemble(centre, drivers, folder)
    baseline = trained_trajectories(members, stacked(drivers))[0][..., 0]
    parameters = {one.name: getattr(members, one.name) for one in fields(Members)}
    np.savez_compressed(out / RESPONSE_FILE, allow_pickle=False, baseline=baseline, **parameters)


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
    first, last = (year - FIRST_YEAR for year in ATTRIBUTED)
    return np.asarray(series[first : last + 1] - centre[:51].mean(), dtype=np.float64)


def attributed_period(folder: Path, first: int, last: int) -> AssessedPeriod:
    """Return what is attributed on the mean of a period; its range is that of the yearly ones."""
    mean, low, high = (
        float(part[first - ATTRIBUTED[0] : last + 1 - ATTRIBUTED[0]].mean())
        for part in attributed(folder)
    )
    return AssessedPeriod("ssp245", first, last, mean, low, high)


def trained_trajectories(members: Members, driver: Floats) -> tuple[Floats, Floats, Floats]:
    """Return warming above 1850-1900 (K), CO2 (ppm), CH4 (ppb): (years, scenarios, members)."""
    model = GlobalResponse(members)
    state = model.start((driver.shape[-1],))
    kept: tuple[list[Floats], list[Floats], list[Floats]] = ([], [], [])
    for year in driver:
        warming, state = model.run(state, year[None])
        kept[0].append(warming[0])
        kept[1].append(CO2_1750 + state.pools.sum(axis=0))
        kept[2].append(state.methane)
    warming, co2, ch4 = (np.stack(values) for values in kept)
    return warming - mean_of_years(warming, *PREINDUSTRIAL), co2, ch4


class Fit:
    """The central parameters by RCMIP's concentrations, attributed and assessed warming."""

    def __init__(self, drivers: dict[str, Floats], folder: Path) -> None:
        self._driver = stacked(drivers)
        air = read_rcmip(folder, "concentrations")
        self._air = [
            np.stack(
                [air[name, f"Atmospheric Concentrations|{gas}"] for name in SCENARIOS], axis=-1
            )
            for gas in ("CO2", "CH4")
        ]
        self._past = _blocks(attributed(folder)[0][:, None])

    def made(self, aerosols: tuple[Floats, Floats]) -> Members:
        """Fit by Gauss-Newton with finite differences; 12 steps are far past convergence.

        aerosols: what changes of SO2 and BC do by many members, whose medians are taken.
        """
        values: Floats = np.array(list(GUESS.values()))
        for _ in range(12):
            values = values + 0.8 * self._move(values)
        so2, bc = (np.median(one, keepdims=True) for one in aerosols)
        return replace(_fitted_members(values[None]), so2_efficiency=so2, bc_efficiency=bc)

    def _move(self, values: Floats) -> Floats:
        """Return the Gauss-Newton step from these values of what is fitted."""
        steps: Floats = np.diag(0.01 * values)
        trial = np.concatenate([values[None], values + steps])
        residuals = self.misfit(_fitted_members(trial))
        slopes: Floats = (residuals[1:] - residuals[0]).T / (0.01 * values)
        left: Floats = slopes.T @ slopes
        right: Floats = -slopes.T @ residuals[0]
        return np.asarray(np.linalg.solve(left, right), dtype=np.float64)

    def misfit(self, members: Members) -> Floats:
        """Return residuals in units of their tolerance: (members, residuals)."""
        warming, co2, ch4 = trained_trajectories(members, self._driver)
        since = slice(1850 - FIRST_DRIVEN, None, 10)
        first, last = (year - FIRST_DRIVEN for year in ATTRIBUTED)
        parts = [
            (co2[since] - self._air[0][since, :, None]) / 6.0,
            (ch4[since] - self._air[1][since, :, None]) / 50.0,
            (_blocks(warming[first : last + 1, 0]) - self._past) / 0.02,
            np.stack([(t.of(warming) - t.best) / _tolerance(t) for t in WARMING]),
            np.stack([(t.of(members) - t.best) * 10 / (t.high - t.low) for t in IDEALISED]),
            (members.aerosol_scale - 1.0) / AEROSOL_TOLERANCE,
        ]
        return np.concatenate([part.reshape(-1, len(members)) for part in parts]).T


def _tolerance(target: AssessedPeriod) -> float:
    """The recent past is known better than the future, and fixes where the future starts."""
    return 0.01 if target.last <= LAST_HISTORICAL else 0.03


def _blocks(yearly: Floats) -> Floats:
    """Return means of blocks of years of (years, ...)."""
    return yearly.reshape(-1, BLOCK, *yearly.shape[1:]).mean(axis=1)


def _fitted_members(values: Floats) -> Members:
    given = {name: values[:, i] for i, name in enumerate(GUESS)}
    given |= {name: np.full(len(values), fixed) for name, fixed in FIXED.items()}
    return Members(**given)


def drawn_ensemble(centre: Members, drivers: dict[str, Floats], folder: Path) -> Members:
    """Return the central member followed by `KEPT` drawn ones.

    Members are chosen by exchange so that their 5 %, 50 % and 95 % quantiles come as near as
    possible to assessed and attributed ranges and to the central member.
    """
    generator = np.random.default_rng(SEED)
    drawn = _draw(centre, generator)
    driver = stacked(drivers)
    periods = [*WARMING, *(attributed_period(folder, *years) for years in PAST_PERIODS)]
    reached, middle = (_reached(members, driver, periods) for members in (drawn, centre))
    ranges = [(one.low, one.high) for one in (*periods, *SENSITIVITIES)]
    wanted = np.array([(low, m[0], high) for (low, high), m in zip(ranges, middle, strict=True)])
    past = WARMING[0]
    plausible = np.flatnonzero((reached[0] > past.low - 0.15) & (reached[0] < past.high + 0.15))
    chosen = plausible[_select(reached[:, plausible], wanted, generator)]
    kept = _with_aerosols(drawn.take(chosen), efficiencies(folder), generator)
    both = centre, kept
    return Members.made(lambda name: np.concatenate([getattr(one, name) for one in both]))


def _reached(members: Members, driver: Floats, periods: list[AssessedPeriod]) -> Floats:
    """Return the means of periods and the sensitivities of members: (figures, members)."""
    warming = trained_trajectories(members, driver)[0]
    return np.stack(
        [*(one.of(warming) for one in periods), *(one.of(members) for one in SENSITIVITIES)]
    )


def _draw(centre: Members, generator: np.random.Generator) -> Members:
    def drawn(name: str) -> Floats:
        noise = SPREAD.get(name, 0.0) * generator.standard_normal(DRAWN)
        return getattr(centre, name)[0] * np.exp(noise)

    return Members.made(drawn)


def _with_aerosols(
    members: Members, aerosols: tuple[Floats, Floats], generator: np.random.Generator
) -> Members:
    """Return members with what changes of SO2 and BC do, each pair that of a calibrated member.

    It plays no part where nothing is changed, so that no member is chosen by it: pairs are evenly
    spaced in the order of SO2.
    """
    so2, bc = aerosols
    spaced = np.linspace(0, len(so2), len(members), endpoint=False) + 0.5 * len(so2) / len(members)
    pairs = generator.permutation(np.argsort(so2)[spaced.astype(np.int64)])
    return replace(members, so2_efficiency=so2[pairs], bc_efficiency=bc[pairs])


def _select(reached: Floats, wanted: Floats, generator: np.random.Generator) -> NDArray[np.int64]:
    """Return indices of the members whose quantiles fit best, by random exchange."""
    chosen: NDArray[np.int64] = generator.choice(reached.shape[1], KEPT, replace=False)
    best = _distance(reached[:, chosen], wanted)
    newcomers = generator.integers(reached.shape[1], size=TRIALS)
    leavers = generator.integers(KEPT, size=TRIALS)
    for newcomer, leaver in zip(newcomers, leavers, strict=True):
        if newcomer in chosen:
            continue
        trial = chosen.copy()
        trial[leaver] = newcomer
        distance = _distance(reached[:, trial], wanted)
        if distance < best:
            chosen, best = trial, distance
    return np.sort(chosen)


def _distance(reached: Floats, wanted: Floats) -> float:
    found = np.stack([np.quantile(reached, q, axis=1) for q in QUANTILES], axis=1)
    misses: Floats = (found - wanted) / (wanted[:, 2:] - wanted[:, :1])
    return float(np.square(misses).sum())
