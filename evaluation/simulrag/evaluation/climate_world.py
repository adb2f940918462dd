"""The climate simulator's global mean: warming by scenario, concentrations, sensitivities."""

from pathlib import Path

import numpy as np
from pydantic import JsonValue

from simulrag.simulators.climate import conditions, global_response, idealised_runs, trajectories
from simulrag.simulators.climate.global_response import CO2_1750, GlobalResponse
from simulrag.simulators.climate.globe import Floats


def measure_ar6(_: Path) -> dict[str, JsonValue]:
    """Return 2081-2100 by scenario and 1995-2014, °C above 1850-1900, beside AR6 table SPM.1."""
    found: dict[str, JsonValue] = {}
    for target in idealised_runs.WARMING:
        if target.last == conditions.LAST_DRIVEN:
            found[target.scenario] = _period(target)
    past = next(t for t in idealised_runs.WARMING if t.last == conditions.LAST_HISTORICAL)
    return {**found, conditions.HISTORICAL: _period(past)}


def _period(target: idealised_runs.AssessedPeriod) -> dict[str, JsonValue]:
    years = range(target.first, target.last + 1)
    past = target.last <= conditions.LAST_HISTORICAL
    name = conditions.HISTORICAL if past else target.scenario
    members: Floats = np.mean([trajectories.warming(year, name, {}) for year in years], axis=0)
    low, median, high = np.quantile(members[1:], (0.05, 0.5, 0.95))
    return {
        "median": round(float(median), 3),
        "p5": round(float(low), 3),
        "p95": round(float(high), 3),
        "assessed": [target.best, target.low, target.high],
        "years": f"{target.first}-{target.last}",
    }


def measure_gases(_: Path) -> dict[str, JsonValue]:
    """Return concentrations of the central member in 2014 and by scenario in 2100, ppm and ppb."""
    model = GlobalResponse(trajectories.members().take(slice(0, 1)))
    past = model.run(model.start(), global_response.drivers()[conditions.HISTORICAL])[1]
    states = {"2014": past} | {
        name: model.run(past, global_response.drivers()[name])[1] for name in conditions.SCENARIOS
    }
    return {
        name: {
            "CO2": round(CO2_1750 + float(state.pools.sum())),
            "CH4": round(float(state.methane[0])),
        }
        for name, state in states.items()
    }


def measure_idealised(_: Path) -> dict[str, JsonValue]:
    """Return sensitivity, transient response, response to emissions and commitment, K."""
    members = trajectories.members()
    after = {
        f"commitment after {n} years": idealised_runs.commitment(members, n) for n in (50, 100)
    }
    figures = {
        "equilibrium climate sensitivity": idealised_runs.equilibrium_sensitivity(members),
        "transient climate response": idealised_runs.transient_response(members),
        "warming per 1000 Gt CO2": idealised_runs.per_1000_gt(members),
        **after,
    }
    return {
        name: {
            "central": round(float(made[0]), 3),
            **{
                f"p{100 * q:g}": round(float(np.quantile(made[1:], q)), 3)
                for q in (0.05, 0.5, 0.95)
            },
        }
        for name, made in figures.items()
    }
