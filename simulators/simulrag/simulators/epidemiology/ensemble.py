"""The ensemble of seasons that a request asks for, and the series that are read from it.

What was simulated lately is kept, as the run of a call and its members are read from one ensemble.
Single states, between which nobody travels, are simulated together in a fraction of the time: each
has the draws that it has alone (see `streams`).
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.epidemiology.measures import NO_MEASURES, Measures
from simulrag.simulators.epidemiology.metapopulation import Ensemble, simulate
from simulrag.simulators.epidemiology.parameters import DAYS
from simulrag.simulators.epidemiology.population import population, single_states
from simulrag.simulators.epidemiology.request import LARGEST, Request
from simulrag.simulators.epidemiology.sampling import Sampling
from simulrag.simulators.epidemiology.transmission import transmission
from simulrag.simulators.interface import Check

Array = NDArray[np.float64]


#: Most series, members times states, that are kept: some 60 MB.
MOST_KEPT = LARGEST
_kept: dict[Request, Ensemble] = {}
_guard = Lock()


def ensemble(
    request: Request, sampling: Sampling = "paired", measures: Measures = NO_MEASURES
) -> Ensemble:
    """Run the seasons of a request, `DAYS` long; the same request gives the same numbers."""
    if sampling != "paired" or measures is not NO_MEASURES:
        return _simulated(request, sampling, measures)
    made = _kept.get(_key(request))
    if made is None:
        made = _simulated(request, sampling, measures)
        _keep(request, made)
    return made


def _simulated(request: Request, sampling: Sampling, measures: Measures) -> Ensemble:
    preset = request.disease
    return simulate(
        population(request.states),
        preset,
        r0=request.r0,
        immune=request.immune,
        transmission=transmission(preset, request.seasonality, request.start, DAYS),
        members=request.members,
        seed=request.seed,
        measures=measures,
        sampling=sampling,
    )


def prepare(requests: Sequence[Request]) -> None:
    """Simulate single states together, so that `ensemble` has each of them at hand.

    Requests of several states are left out; so is what is beyond `MOST_KEPT`.
    """
    wanted = {_key(one): one for one in requests if len(one.states) == 1}
    missing = [one for key, one in wanted.items() if key not in _kept]
    for _, alike in groupby(sorted(missing, key=_together), key=_together):
        group = list(alike)
        group = group[: MOST_KEPT // group[0].members]
        made = simulated_together(group)
        for row, one in enumerate(group):
            _keep(one, made.only(row))


def _together(request: Request) -> tuple[str, float, int, int]:
    return request.preset, request.stay or 0.0, request.members, request.seed


def simulated_together(requests: Sequence[Request], labels: Sequence[str] = ()) -> Ensemble:
    """Run single states of one preset, seed and number of members; a state may stand there twice.

    labels : see `single_states`
    """
    first = requests[0]
    preset = first.disease
    factors = [transmission(preset, one.seasonality, one.start, DAYS) for one in requests]
    return simulate(
        single_states([one.states[0] for one in requests], labels),
        preset,
        r0=np.array([one.r0 for one in requests]),
        immune=np.array([one.immune for one in requests]),
        transmission=np.stack(factors, axis=1),
        members=first.members,
        seed=first.seed,
    )


def _key(request: Request) -> Request:
    """Return what a simulation depends on of a request."""
    return replace(request, metric="", aggregation="")


def _keep(request: Request, made: Ensemble) -> None:
    with _guard:
        _kept[_key(request)] = made
        held = sum(len(key.states) * key.members for key in _kept)
        for key in list(_kept):
            if held <= MOST_KEPT:
                break
            held -= len(key.states) * key.members
            del _kept[key]


def sound(ensembles: Sequence[Ensemble]) -> Check:
    """Tell whether people are conserved and no compartment is negative."""
    residual = max(ensemble.residual for ensemble in ensembles)
    lowest = min(ensemble.lowest for ensemble in ensembles)
    return Check(
        tested="people and patients conserved and no compartment negative, every member and day",
        verdict="passed" if residual == 0.0 and lowest >= 0.0 else "failed",
        residual=residual - min(lowest, 0.0),
        tolerance=0.0,
    )
