"""Global warming of a scenario under emission changes, by member of the ensemble."""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

import numpy as np

from simulrag.simulators.climate import assessed_warming, ensemble, scenarios
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
    reference = assessed_warming.mean(warming, *assessed_warming.PREINDUSTRIAL)
    return warming - reference, state, reference


@lru_cache(maxsize=512)
def _future(scenario: str, factors: tuple[float, ...], years: int, since: str) -> Floats:
    """Return warming of the first `years` years from 2015; a run is no longer than needed."""
    _, state, reference = history()
    changes = dict(zip(scenarios.GASES, factors, strict=True))
    driver = scenarios.drivers()[scenario][:years]
    if since == "year":
        driver = np.concatenate([driver[:-1], changed(driver[-1:], changes)])
    else:
        driver = changed(driver, changes)
    if since == "preindustrial" and any(factors):
        state = _changed_past(factors)
    warming, _ = _model().run(state, driver)
    return warming - reference


@lru_cache(maxsize=64)
def _changed_past(factors: tuple[float, ...]) -> State:
    """Return the state at the end of 2014 with emissions changed from 1850 on."""
    changes = dict(zip(scenarios.GASES, factors, strict=True))
    driver = scenarios.drivers()[scenarios.HISTORICAL]
    split = scenarios.FIRST_YEAR - scenarios.FIRST_DRIVEN
    model = _model()
    _, state = model.run(model.start(), driver[:split])
    return model.run(state, changed(driver[split:], changes))[1]


def warming(year: int, scenario: str, changes: Mapping[str, float], since: str = "start") -> Floats:
    """Return global warming above 1850-1900 in K, shape (members,); the first is central.

    Changes in percent act on the emissions of every year from 2015 on (`since` "start"), from
    1850 on ("preindustrial") or of this year alone ("year"). The reference stays that of
    unchanged emissions. Without a change this is the baseline, computed by the same code.
    """
    if scenario == scenarios.HISTORICAL:
        return history()[0][year - scenarios.FIRST_DRIVEN]
    years = year - scenarios.LAST_HISTORICAL
    return _changed_future(scenario, changes, years, since)[years - 1]


def _changed_future(
    scenario: str, changes: Mapping[str, float], years: int, since: str = "start"
) -> Floats:
    """Return at least the first `years` years from 2015; the baseline is kept whole."""
    factors = tuple(float(changes.get(gas, 0.0)) for gas in scenarios.GASES)
    if not any(factors):
        return _future(scenario, factors, scenarios.FUTURE_YEARS, "start")
    return _future(scenario, factors, years, since)


def path(
    years: Sequence[int], scenario: str, changes: Mapping[str, float], since: str = "start"
) -> Floats:
    """Return global warming of increasing years, shape (years, members), as `warming` does.

    Years up to 2014 are history as it was, whatever the scenario and the changes. With `since`
    "year" only the last year's emissions are changed.
    """
    last = scenarios.LAST_HISTORICAL
    past = [year - scenarios.FIRST_DRIVEN for year in years if year <= last]
    whole = history()[0][past]
    later = [year - last - 1 for year in years if year > last]
    if not later:
        return whole
    future = _changed_future(scenario, changes, later[-1] + 1, since)
    return np.concatenate([whole, future[later]])


def period(first: int, last: int) -> Floats:
    """Return the mean global warming of historical years, K, shape (members,)."""
    return assessed_warming.mean(history()[0], first, last)
