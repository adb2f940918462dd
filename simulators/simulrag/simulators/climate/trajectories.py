"""Global warming of a scenario under emission changes, by member of the ensemble that ships."""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

import numpy as np

from simulrag.simulators.climate.conditions import (
    FIRST_DRIVEN,
    FIRST_YEAR,
    GASES,
    HISTORICAL,
    LAST_HISTORICAL,
    SCENARIOS,
    Conditions,
)
from simulrag.simulators.climate.global_response import (
    FUTURE_YEARS,
    PREINDUSTRIAL,
    GlobalResponse,
    Members,
    State,
    changed,
    drivers,
    mean_of_years,
)
from simulrag.simulators.climate.globe import Floats, stored
from simulrag.simulators.interface import Check

RESPONSE_FILE = "response.npz"
#: Largest difference from the trajectory stored at training that other processors may give, K.
TOLERANCE = 1e-6

_stored = cache(stored)


@cache
def members() -> Members:
    """Load all members, shape (1 + drawn,); the first is the central one."""
    return Members.made(lambda name: _stored(RESPONSE_FILE)[name])


def drawn_members() -> int:
    """Return how many members are drawn beside the central one."""
    return len(members()) - 1


@cache
def _model() -> GlobalResponse:
    return GlobalResponse(members())


@cache
def history() -> tuple[Floats, State, Floats]:
    """Return warming above 1850-1900 of 1750 to 2014, shape (years, members), in K.

    With it come the state at the end of 2014 and the mean above 1750 that was taken off.
    """
    model = _model()
    warming, state = model.run(model.start(), drivers()[HISTORICAL])
    reference = mean_of_years(warming, *PREINDUSTRIAL)
    return warming - reference, state, reference


@lru_cache(maxsize=512)
def _future(scenario: str, factors: tuple[float, ...], years: int, since: str) -> Floats:
    """Return warming of the first `years` years from 2015; a run is no longer than needed."""
    _, state, reference = history()
    changes = dict(zip(GASES, factors, strict=True))
    driver = drivers()[scenario][:years]
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
    changes = dict(zip(GASES, factors, strict=True))
    driver = drivers()[HISTORICAL]
    split = FIRST_YEAR - FIRST_DRIVEN
    model = _model()
    _, state = model.run(model.start(), driver[:split])
    return model.run(state, changed(driver[split:], changes))[1]


def warming(year: int, scenario: str, changes: Mapping[str, float], since: str = "start") -> Floats:
    """Return global warming above 1850-1900 in K, shape (members,); the first is central.

    Changes in percent act on the emissions of every year from 2015 on (`since` "start"), from
    1850 on ("preindustrial") or of this year alone ("year"). The reference stays that of
    unchanged emissions. Without a change this is the baseline, computed by the same code.
    """
    return path([year], scenario, changes, since)[0]


def path(
    years: Sequence[int], scenario: str, changes: Mapping[str, float], since: str = "start"
) -> Floats:
    """Return global warming of increasing years, shape (years, members), as `warming` does.

    Years up to 2014 are history as it was, whatever the scenario and the changes. With `since`
    "year" only the last year's emissions are changed.
    """
    last = LAST_HISTORICAL
    past = [year - FIRST_DRIVEN for year in years if year <= last]
    whole = history()[0][past]
    later = [year - last - 1 for year in years if year > last]
    if not later:
        return whole
    factors = tuple(float(changes.get(gas, 0.0)) for gas in GASES)
    # the baseline is kept whole
    length, since = (later[-1] + 1, since) if any(factors) else (FUTURE_YEARS, "start")
    return np.concatenate([whole, _future(scenario, factors, length, since)[later]])


def world(asked: Conditions, years: Sequence[int]) -> Floats:
    """Return global warming of increasing years under the conditions of a call, K: see `path`."""
    return path(years, asked.scenario, asked.effective(), asked.since)


def effect(asked: Conditions, warmed: Floats) -> Floats:
    """Return what emission changes do to the last of some years of warming, K: (1, members)."""
    return warmed[-1:] - warming(asked.year, asked.scenario, {})


def period(first: int, last: int) -> Floats:
    """Return the mean global warming of historical years, K, shape (members,)."""
    return mean_of_years(history()[0], first, last)


def check(asked: Conditions) -> Check:
    """Compare the central baseline of a year with the one stored at training."""
    column = SCENARIOS.index(asked.scenario) if asked.scenario in SCENARIOS else 0
    trained = _stored(RESPONSE_FILE)["baseline"][asked.year - FIRST_DRIVEN, column]
    residual = abs(float(warming(asked.year, asked.scenario, {})[0] - trained))
    return Check(
        tested=f"global warming of {asked.scenario} {asked.year} without changes, K, against "
        "the value stored at training",
        verdict="passed" if residual <= TOLERANCE else "failed",
        residual=residual,
        tolerance=TOLERANCE,
    )
