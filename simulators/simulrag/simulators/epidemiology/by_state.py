"""What a season is in each of several states, from the one ensemble of all of them."""

from collections.abc import Mapping

import numpy as np

from simulrag.simulators.epidemiology.ensemble import asked_metric
from simulrag.simulators.epidemiology.metapopulation import Ensemble
from simulrag.simulators.epidemiology.request import Request
from simulrag.simulators.epidemiology.summary import WEEK, Curve, curve, growth, trend
from simulrag.simulators.epidemiology.values import daily_series
from simulrag.simulators.interface import Series

PER_STATE = "per state"


def curves_by_state(request: Request, made: Ensemble) -> dict[str, Curve]:
    """Return each state's daily quantiles over members; none unless asked `per state`."""
    if request.aggregation != PER_STATE:
        return {}
    daily = asked_metric(request, made)
    return {state: curve(daily[:, [row]]) for row, state in enumerate(request.states)}


def courses(request: Request, curves: Mapping[str, Curve]) -> dict[str, Series]:
    """Return the curves as series, named for the metric and the state."""
    return {
        f"{request.metric} in {state}": daily_series(request, one) for state, one in curves.items()
    }


def outlooks(request: Request, curves: Mapping[str, Curve]) -> dict[str, str]:
    """Return peak, its 90 % interval and day, trend and sum of daily medians of each state."""
    return {state: _outlook(request, one) for state, one in curves.items()}


def _outlook(request: Request, one: Curve) -> str:
    day = int(np.argmax(one.median))
    return (
        f"{one.median[day]:.1f} ({one.low[day]:.1f} to {one.high[day]:.1f}) on "
        f"{request.day(day / WEEK)}, {trend(growth(one.median))}, sum {one.median.sum():.1f}"
    )
