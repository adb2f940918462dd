"""What a season is in each of several states, from the one ensemble of all of them."""

from collections.abc import Mapping

from simulrag.simulators.epidemiology.ensemble import asked_metric
from simulrag.simulators.epidemiology.metapopulation import Ensemble
from simulrag.simulators.epidemiology.request import Request
from simulrag.simulators.epidemiology.summary import Curve, Estimate, curve, trend
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


def outlooks(request: Request, states: Mapping[str, Mapping[str, Estimate]]) -> dict[str, str]:
    """Return peak, its 90 % interval and day, trend and sum of each state."""
    return {state: _outlook(request, found) for state, found in states.items()}


def _outlook(request: Request, found: Mapping[str, Estimate]) -> str:
    peak, weeks, grown = found["peak"], found.get("weeks_to_peak"), found.get("growth")
    day = f" on {request.day(weeks.value)}" if weeks else ", no wave rises"
    course = f", {trend(grown.value)}" if grown else ""
    return (
        f"{peak.value:.1f} ({peak.low or 0.0:.1f} to {peak.high or 0.0:.1f}){day}{course}, "
        f"sum {found['cumulative'].value:.1f}"
    )
