"""Who of some ages is infected and admitted, from the members that `season` has."""

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.epidemiology.ensemble import ensemble, sound
from simulrag.simulators.epidemiology.functions import (
    AGE_ADMISSIONS,
    AGE_ATTACK_RATE,
    AGE_INFECTIONS,
    AGE_INFECTIONS_SHARE,
    AGE_SHARE,
    SEASON_BY_AGE,
)
from simulrag.simulators.epidemiology.member_figures import estimates
from simulrag.simulators.epidemiology.metapopulation import Ensemble
from simulrag.simulators.epidemiology.parameters import AGES
from simulrag.simulators.epidemiology.population import population
from simulrag.simulators.epidemiology.request import Request
from simulrag.simulators.epidemiology.run_values import quantity, told
from simulrag.simulators.interface import Call, Run

Array = NDArray[np.float64]


def run_season_by_age(call: Call, version: str, build: str) -> Run:
    """Run a season. Raises OutOfRange for a start date or ensemble that is not allowed."""
    request, made = _request(call), ensemble(_request(call))
    found = estimates(_members(call, request, made), request.seed)
    outputs = {o.name: quantity(o, found[o.name]) for o in SEASON_BY_AGE.outputs if o.name in found}
    return Run(
        id=call.run_id(version),
        call=call,
        version=version,
        build=build,
        outputs=dict(outputs),
        context=SEASON_BY_AGE.context.format(
            ages=", ".join(_ages(call)), **request.said, result=told(outputs)
        ),
        resolved={
            **request.resolved(ages=", ".join(_ages(call))),
            "members": str(request.members),
        },
        check=sound([made]),
    )


def by_age_samples(call: Call) -> dict[str, Array]:
    """Return each output by member, (members,); NaN is not defined."""
    request = _request(call)
    return _members(call, request, ensemble(request))


def _request(call: Call) -> Request:
    return Request.of(call, metric="hospital incidence", aggregation="sum")


def _ages(call: Call) -> tuple[str, ...]:
    listed = call.arguments["ages"]
    return tuple(age for age in AGES if age in (listed if isinstance(listed, list) else [listed]))


def _members(call: Call, request: Request, made: Ensemble) -> dict[str, Array]:
    rows = [AGES.index(age) for age in _ages(call)]
    residents = population(request.states).people[:, rows].sum()
    infected, admitted = (of.sum(axis=1) for of in (made.infected_of, made.referred))
    of_ages = {
        AGE_INFECTIONS.name: infected[:, rows].sum(axis=1),
        AGE_ADMISSIONS.name: admitted[:, rows].sum(axis=1),
    }
    return {
        AGE_ATTACK_RATE.name: 100.0 * of_ages[AGE_INFECTIONS.name] / residents,
        **of_ages,
        AGE_SHARE.name: _percent(of_ages[AGE_ADMISSIONS.name], admitted),
        AGE_INFECTIONS_SHARE.name: _percent(of_ages[AGE_INFECTIONS.name], infected),
    }


def _percent(part: Array, of: Array) -> Array:
    """Return a part, (members,), in percent of all ages, (members, ages); NaN of nobody."""
    whole = of.sum(axis=1)
    return 100.0 * part / np.where(whole > 0, whole, np.nan)
