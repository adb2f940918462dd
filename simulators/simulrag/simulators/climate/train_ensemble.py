"""Draws the parameter ensemble that carries the uncertainty of the global response."""

from dataclasses import fields

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.climate import assessed
from simulrag.simulators.climate.global_response import Members
from simulrag.simulators.climate.scenarios import Floats
from simulrag.simulators.climate.train_response import stacked, trajectories

SEED = 20259
#: Members drawn, and members kept.
DRAWN, KEPT = 4000, 120
#: Standard deviation of the logarithm of each drawn parameter about its central value. Forcings:
#: AR6 WG1 table 7.8 (CO2 12 %, CH4 20 % at 90 %) and section 6.4.2 (SO2, BC); heat exchange and
#: capacities: spread of models in Geoffroy et al. 2013; carbon: Smith et al. 2024.
SPREAD = {
    "carbon_base": 0.05,
    "carbon_uptake": 0.25,
    "carbon_temperature": 0.5,
    "methane_lifetime": 0.06,
    "co2_scale": 0.07,
    "ch4_scale": 0.12,
    "remainder_scale": 0.12,
    "so2_efficiency": 0.40,
    "bc_efficiency": 0.60,
    "feedback": 0.32,
    "exchange": 0.25,
    "efficacy": 0.12,
    "upper_capacity": 0.15,
    "deep_capacity": 0.25,
}
QUANTILES = (0.05, 0.5, 0.95)
#: Exchanges of members that are tried.
TRIALS = 12_000


def ensemble(centre: Members, drivers: dict[str, Floats]) -> Members:
    """Return the central member followed by `KEPT` drawn ones.

    Members are chosen by exchange so that their 5 %, 50 % and 95 % quantiles come as near as
    possible to AR6's very likely ranges and to the central member.
    """
    generator = np.random.default_rng(SEED)
    drawn = _draw(centre, generator)
    driver = stacked(drivers)
    warming = trajectories(drawn, driver)[0]
    reached = np.stack([target.of(warming) for target in assessed.WARMING])
    past = assessed.WARMING[0]
    plausible = np.flatnonzero((reached[0] > past.low - 0.15) & (reached[0] < past.high + 0.15))
    middle = np.stack([t.of(trajectories(centre, driver)[0])[0] for t in assessed.WARMING])
    chosen = plausible[_select(reached[:, plausible], middle, generator)]
    kept = drawn.take(chosen)
    return Members(
        **{
            f.name: np.concatenate([getattr(centre, f.name), getattr(kept, f.name)])
            for f in fields(Members)
        }
    )


def _draw(centre: Members, generator: np.random.Generator) -> Members:
    values: dict[str, Floats] = {}
    for field in fields(Members):
        noise = SPREAD.get(field.name, 0.0) * generator.standard_normal(DRAWN)
        values[field.name] = getattr(centre, field.name)[0] * np.exp(noise)
    return Members(**values)


def _select(reached: Floats, middle: Floats, generator: np.random.Generator) -> NDArray[np.int64]:
    """Return indices of the members whose quantiles fit best, by random exchange."""
    wanted = np.array([[t.low, m, t.high] for t, m in zip(assessed.WARMING, middle, strict=True)])
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
