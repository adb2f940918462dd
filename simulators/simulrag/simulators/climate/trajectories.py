"""Global warming of a scenario under emission changes, by member of the ensemble."""

from collections.abc import Mapping, Sequence
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
    years = year - scenarios.LAST_HISTORICAL
    return _changed_future(scenario, changes, years)[years - 1]


def _changed_future(scenario: str, changes: Mapping[str, float], years: int) -> Floats:
    """Return at least the first `years` years from 2015; the baseline is kept whole."""
    factors = tuple(float(changes.get(gas, 0.0)) for gas in scenarios.GASES)
    return _future(scenario, factors, years if any(factors) else scenarios.FUTURE_YEARS)


def path(years: Sequence[int], scenario: str, changes: Mapping[str, float]) -> Floats:
    """Return global warming of increasing years, shape (years, members), as `warming` does.

    Years up to 2014 are history, whatever the scenario.
    """
    last = scenarios.LAST_HISTORICAL
    past = [year - scenarios.FIRST_DRIVEN for year in years if year <= last]
    whole = history()[0][past]
    later = [year - last - 1 for year in years if year > last]
    if not later:
        return whole
    return np.concatenate([whole, _changed_future(scenario, changes, later[-1] + 1)[later]])


def period(first: int, last: int) -> Floats:
    """Return the mean global warming of historical years, K, shape (members,)."""
    return assessed.mean(history()[0], first, last)
