"""The ensemble of seasons that a request asks for, and the series that are read from it."""

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.epidemiology.measures import NO_MEASURES, Measures
from simulrag.simulators.epidemiology.metapopulation import Ensemble, simulate
from simulrag.simulators.epidemiology.population import population
from simulrag.simulators.epidemiology.request import DAYS, Request
from simulrag.simulators.epidemiology.sampling import Sampling
from simulrag.simulators.epidemiology.summary import aggregate
from simulrag.simulators.epidemiology.transmission import PRESETS, transmission

Array = NDArray[np.float64]


def ensemble(
    request: Request, sampling: Sampling = "paired", measures: Measures = NO_MEASURES
) -> Ensemble:
    """Run the seasons of a request, `DAYS` long; the same request gives the same numbers."""
    preset = PRESETS[request.preset]
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


def asked_series(request: Request, made: Ensemble) -> Array:
    """Return (groups, members, days) of the metric and aggregation that were asked for."""
    return aggregate(asked_metric(request, made), request.aggregation)


def asked_metric(request: Request, made: Ensemble) -> Array:
    """Return (members, states, days) of the metric that was asked for."""
    return made.admissions if request.metric == "hospital incidence" else made.in_hospital
