"""Draws the parameter ensemble that carries the uncertainty of the global response."""

from dataclasses import fields, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.climate import assessed_warming
from simulrag.simulators.climate.global_response import Members
from simulrag.simulators.climate.scenarios import Floats
from simulrag.simulators.climate.train_aerosols import efficiencies
from simulrag.simulators.climate.train_drivers import stacked
from simulrag.simulators.climate.train_response import attributed_period, trajectories

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
PAST = ((1901, 1950), (1951, 2000), (1986, 2005))


def ensemble(centre: Members, drivers: dict[str, Floats], folder: Path) -> Members:
    """Return the central member followed by `KEPT` drawn ones.

    Members are chosen by exchange so that their 5 %, 50 % and 95 % quantiles come as near as
    possible to assessed and attributed ranges and to the central member.
    """
    generator = np.random.default_rng(SEED)
    drawn = _draw(centre, generator)
    driver = stacked(drivers)
    periods = [*assessed_warming.WARMING, *(attributed_period(folder, *years) for years in PAST)]
    reached, middle = (_reached(members, driver, periods) for members in (drawn, centre))
    ranges = [(one.low, one.high) for one in (*periods, *SENSITIVITIES)]
    wanted = np.array([(low, m[0], high) for (low, high), m in zip(ranges, middle, strict=True)])
    past = assessed_warming.WARMING[0]
    plausible = np.flatnonzero((reached[0] > past.low - 0.15) & (reached[0] < past.high + 0.15))
    chosen = plausible[_select(reached[:, plausible], wanted, generator)]
    kept = _with_aerosols(drawn.take(chosen), efficiencies(folder), generator)
    return Members(
        **{
            f.name: np.concatenate([getattr(centre, f.name), getattr(kept, f.name)])
            for f in fields(Members)
        }
    )


#: Equilibrium sensitivity and transient response.
SENSITIVITIES = assessed_warming.IDEALISED[:2]


def _reached(members: Members, driver: Floats, periods: list[assessed_warming.Assessed]) -> Floats:
    """Return the means of periods and the sensitivities of members: (figures, members)."""
    warming = trajectories(members, driver)[0]
    return np.stack(
        [*(one.of(warming) for one in periods), *(one.of(members) for one in SENSITIVITIES)]
    )


def _draw(centre: Members, generator: np.random.Generator) -> Members:
    values: dict[str, Floats] = {}
    for field in fields(Members):
        noise = SPREAD.get(field.name, 0.0) * generator.standard_normal(DRAWN)
        values[field.name] = getattr(centre, field.name)[0] * np.exp(noise)
    return Members(**values)


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
