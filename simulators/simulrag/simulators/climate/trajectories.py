"""Global warming of a scenario under emission changes, by member of the ensemble."""

from collections.abc import Mapping
from functools import cache, lru_cache

import numpy as np

from simulrag.simulators.climate import assessed, ensemble, scenarios
from simulrag.simulators.climate.global_response import GlobalResponse, State, changed
from simulrag.simulators.climate.scenarios import Floats


@cache
def _model() -> GlobalResponse:
    return GlobalResponse(ensemble.members())


@cache
def history() -> tuple[Floats, State, Floats]:
    """Return warming above 1850-1900 of 1750 to 2014, shape (years, members), in K.

    With it come the state at the end of 2014 and the mean above 1750 that was taken off.
    """
    model = _model()
    warming, state = model.run(model.start(), scenarios.drivers()[scenarios.HISTORICAL])
    reference = assessed.mean(warming, *assessed.PREINDUSTRIAL)
    return warming - reference, state, reference


@lru_cache(maxsize=512)
def _future(scenario: str, factors: tuple[float, ...], years: int) -> Floats:
    """Return warming of the first `years` years from 2015; a run is no longer than needed."""
    _, state, reference = history()
    changes = dict(zip(scenarios.GASES, factors, strict=True))
    driver = changed(scenarios.drivers()[scenario][:years], changes)
    warming, _ = _model().run(state, driver)
    return warming - reference


def warming(year: int, scenario: str, changes: Mapping[str, float]) -> Floats:
    """Return global warming above 1850-1900 in K, shape (members,); the first is central.

    Without a change this is the baseline, computed by the same code.
    """
    if scenario == scenarios.HISTORICAL:
        return history()[0][year - scenarios.FIRST_DRIVEN]
    factors = tuple(float(changes.get(gas, 0.0)) for gas in scenarios.GASES)
    years = year - scenarios.LAST_HISTORICAL
    unchanged = not any(factors)
    return _future(scenario, factors, scenarios.FUTURE_YEARS if unchanged else years)[years - 1]


def period(first: int, last: int) -> Floats:
    """Return the mean global warming of historical years, K, shape (members,)."""
    return assessed.mean(history()[0], first, last)


def spread(values: Floats, centre: float) -> tuple[float, float]:
    """Return how far the interval of members reaches below and above the central value."""
    low, high = np.quantile(values[1:], ensemble.ENDS)
    return max(0.0, centre - float(low)), max(0.0, float(high) - centre)
