"""What a season's run says in words: the paper's textual context and the resolved question."""

import json
from collections.abc import Mapping

from simulrag.simulators.epidemiology.functions import CONTEXT
from simulrag.simulators.epidemiology.request import Request
from simulrag.simulators.epidemiology.summary import Estimate, trend

_AGGREGATIONS = {
    "sum": "states added up within each member, then daily quantiles over members",
    "per state": "states added up within each member, and each state by itself",
    "pooled": "daily quantiles over all states of all members together, as in published records",
}
_SAID = {"sum": "added up", "per state": "added up and one by one", "pooled": "pooled"}
_METRICS = {
    "hospital incidence": "people admitted to hospital on each day",
    "hospital prevalence": "people in hospital at the end of each day",
}


def context(
    request: Request, estimates: Mapping[str, Estimate], states: Mapping[str, str] | None = None
) -> str:
    """Fill the paper's template (A.2.6); the outlook has the shape of the published records.

    states : what is said of each state by itself, if that was asked for
    """
    return CONTEXT.format(
        metric=request.metric,
        **request.said,
        aggregation=_SAID[request.aggregation],
        outlook=json.dumps(_outlook(request, estimates) | ({"states": states} if states else {})),
    )


def _outlook(request: Request, estimates: Mapping[str, Estimate]) -> dict[str, object]:
    peak, weeks = estimates["peak"], estimates.get("weeks_to_peak")
    grown = estimates.get("growth")
    return {
        "peak_magnitude": {
            "median_value": round(peak.value, 1),
            "90_percent_ci": [round(peak.low or 0.0, 1), round(peak.high or 0.0, 1)],
        },
        "peak_timing": {
            "peak_date": request.day(weeks.value) if weeks else None,
            "weeks_from_start": round(weeks.value, 1) if weeks else None,
        },
        "initial_trend": {
            "qualitative_trend": trend(grown.value) if grown else None,
            "four_week_growth_percentage": round(grown.value, 1) if grown else None,
        },
        "total_burden": {"cumulative_median_value": round(estimates["cumulative"].value, 1)},
    }


def resolved(request: Request) -> dict[str, str]:
    """Return the question as it was understood, by topic."""
    asked = request.resolved(
        metric=f"{request.metric}: {_METRICS[request.metric]}",
        aggregation=f"{request.aggregation}: {_AGGREGATIONS[request.aggregation]}",
    )
    return {**asked, "members": str(request.members)}


def outlooks(request: Request, states: Mapping[str, Mapping[str, Estimate]]) -> dict[str, str]:
    """Return peak, its 90 % interval and day, trend and sum of each state."""
    return {state: _in_short(request, found) for state, found in states.items()}


def _in_short(request: Request, found: Mapping[str, Estimate]) -> str:
    peak, weeks, grown = found["peak"], found.get("weeks_to_peak"), found.get("growth")
    day = f" on {request.day(weeks.value)}" if weeks else ", no wave rises"
    course = f", {trend(grown.value)}" if grown else ""
    return (
        f"{peak.value:.1f} ({peak.low or 0.0:.1f} to {peak.high or 0.0:.1f}){day}{course}, "
        f"sum {found['cumulative'].value:.1f}"
    )
