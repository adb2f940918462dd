"""The influenza simulator: an ensemble of stochastic seasons in US states."""

import json
import platform
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from importlib.metadata import version as installed_version

import numpy as np
from numpy.typing import NDArray
from pydantic import JsonValue

from simulrag.handbooks.reader import text as handbook_text
from simulrag.simulators.epidemiology import plausibility, summary
from simulrag.simulators.epidemiology.metapopulation import Ensemble, simulate
from simulrag.simulators.epidemiology.outputs import OUTPUTS
from simulrag.simulators.epidemiology.parameters import FIRST_YEAR, LAST_YEAR, PARAMETERS
from simulrag.simulators.epidemiology.population import Population, population
from simulrag.simulators.epidemiology.summary import Estimate
from simulrag.simulators.epidemiology.transmission import PRESETS, transmission
from simulrag.simulators.errors import OutOfRange
from simulrag.simulators.interface import (
    Call,
    Candidate,
    Check,
    Day,
    Function,
    Label,
    Output,
    Quantity,
    Run,
    Series,
    Value,
)

Array = NDArray[np.float64]

#: Daily values of a season, as in the published records.
DAYS = 244
#: Residents that rates are given for.
PER = 100_000.0
#: Largest ensemble, members times states; takes about 20 seconds on one core.
LARGEST = 25_000

SEASON = Function(
    name="season",
    title="Influenza season in US states",
    description=(
        "An ensemble of stochastic, age-structured influenza seasons of 244 days. "
        "R0, seasonality, prior immunity and the first day are given; nothing is forecast."
    ),
    parameters=PARAMETERS,
    outputs=OUTPUTS,
    context=(
        "Query: What is the projected epidemiological landscape for {metric} in {states} for an "
        "influenza season initiating around {start_date}, assuming a basic reproduction number "
        "(R0) of {r0}, a {seasonality} seasonality influence, and an initial population immunity "
        "level of {immunity}%? (preset {preset}, {members} members, states {aggregation})\n"
        "Result: Projected Epidemiological Landscape for {metric}: {outlook}"
    ),
    example={
        "states": ["North Carolina", "Massachusetts"],
        "start_date": "2022-10-04",
        "r0": 2.6,
        "seasonality": "moderate",
        "immunity": 10.0,
        "metric": "hospital prevalence",
    },
)


@dataclass(frozen=True)
class Request:
    """The arguments of a call to `season`, typed."""

    states: tuple[str, ...]
    start: date
    r0: float
    seasonality: str
    #: Share of the population, 0 to 1.
    immune: float
    metric: str
    aggregation: str
    preset: str
    members: int
    seed: int

    @classmethod
    def of(cls, call: Call) -> "Request":
        """Read a validated call.

        Raises OutOfRange for a date outside the years allowed or more than `LARGEST` series.
        """
        given = call.arguments
        listed = given["states"]
        states = tuple(map(str, listed if isinstance(listed, list) else [listed]))
        return cls(
            states=states,
            start=_start(str(given["start_date"])),
            r0=_number(given["r0"]),
            seasonality=str(given["seasonality"]),
            immune=_number(given["immunity"]) / 100.0,
            metric=str(given["metric"]),
            aggregation=str(given["aggregation"]),
            preset=str(given["preset"]),
            members=_members(int(_number(given["members"])), len(states)),
            seed=call.seed,
        )


def _number(value: JsonValue) -> float:
    return float(value) if isinstance(value, int | float | str) else float("nan")


def _start(text: str) -> date:
    start = date.fromisoformat(text)
    first, last = date(FIRST_YEAR, 1, 1), date(LAST_YEAR, 12, 31)
    if not first <= start <= last:
        nearest = min(max(start, first), last).isoformat()
        raise OutOfRange(
            f"start_date {text} is out of range; allowed is {first} to {last}, nearest valid "
            f"value {nearest}",
            parameter="start_date",
            given=text,
            nearest=nearest,
        )
    return start


def _members(members: int, states: int) -> int:
    if members * states > LARGEST:
        nearest = LARGEST // states
        raise OutOfRange(
            f"members {members} is out of range for {states} states; allowed is up to {nearest}",
            parameter="members",
            given=members,
            nearest=nearest,
        )
    return members


class EpidemiologySimulator:
    """Simulates influenza seasons; holds no state."""

    name = "epidemiology"
    title = "Influenza seasons in US states"
    version = "0.1.0"
    description = (
        "A population-level numerical model on public data: stochastic influenza seasons in the "
        "50 US states and the District of Columbia, with hospital incidence or prevalence, its "
        "peak, timing, growth and total. It knows no other disease or place, no deaths, costs or "
        "causes, and forecasts no real season."
    )
    functions = (SEASON,)

    def run(self, call: Call) -> Run:
        """Run a season. Raises OutOfRange for a start date or ensemble that is not allowed."""
        request = Request.of(call)
        people = population(request.states)
        factor = transmission(PRESETS[request.preset], request.seasonality, request.start, DAYS)
        ensemble = _ensemble(request, people, factor)
        estimates = _estimates(request, people, ensemble)
        counted = _series(request, ensemble)
        curve = summary.curve(counted)
        outputs = _outputs(request, estimates)
        return Run(
            id=call.run_id(self.version),
            call=call,
            version=self.version,
            build=_build(),
            outputs=outputs,
            series={request.metric: _daily(request, curve)},
            context=_context(request, estimates),
            resolved=_resolved(request),
            warnings=plausibility.warnings(
                preset=request.preset,
                start=request.start,
                r0=request.r0,
                immune=request.immune,
                strongest=float(factor.max()),
                median=curve.median,
                weekly_rate=estimates["peak_weekly_rate"].value,
            ),
            check=_check(ensemble),
        )

    def find(self, parameter: str, text: str) -> tuple[Candidate, ...]:  # noqa: ARG002
        """Return nothing: states are choices, and there are no free places."""
        return ()

    def handbook(self) -> str:
        """Return the handbook's Markdown."""
        return handbook_text(self.name)


def _ensemble(request: Request, people: Population, factor: Array) -> Ensemble:
    return simulate(
        people,
        PRESETS[request.preset],
        r0=request.r0,
        immune=request.immune,
        transmission=factor,
        members=request.members,
        seed=request.seed,
    )


def _series(request: Request, ensemble: Ensemble) -> Array:
    """Return (groups, members, days) of the metric that was asked for."""
    incidence = request.metric == "hospital incidence"
    values = ensemble.admissions if incidence else ensemble.in_hospital
    return summary.aggregate(values, request.aggregation)


def _estimates(request: Request, people: Population, ensemble: Ensemble) -> dict[str, Estimate]:
    residents = summary.aggregate(
        np.broadcast_to(people.people.sum(axis=1)[:, None], (1, len(people.states), 1)),
        request.aggregation,
    )
    admitted = summary.aggregate(ensemble.admissions, request.aggregation)
    infected = summary.aggregate(ensemble.infected[:, :, None], request.aggregation)
    rate = summary.weekly(PER * admitted / residents)
    share = 100.0 * infected / residents
    return {
        **summary.season_estimates(_series(request, ensemble), request.seed),
        "attack_rate": summary.median_estimate(share[:, :, 0], request.seed),
        "peak_weekly_rate": summary.peak_estimate(rate, request.seed),
    }


def _outputs(request: Request, estimates: Mapping[str, Estimate]) -> dict[str, Value]:
    outputs: dict[str, Value] = {
        output.name: _quantity(output, estimates[output.name])
        for output in OUTPUTS
        if output.name in estimates
    }
    weeks = estimates["weeks_to_peak"]
    outputs["peak_date"] = Day(
        value=_day(request, weeks.value),
        low=_day(request, weeks.error_low),
        high=_day(request, weeks.error_high),
    )
    outputs["trend"] = Label(value=summary.trend(estimates["growth"].value))
    return {output.name: outputs[output.name] for output in OUTPUTS}


def _quantity(output: Output, estimate: Estimate) -> Quantity:
    return Quantity(
        value=estimate.value,
        unit=output.unit,
        low=estimate.low,
        high=estimate.high,
        level=None if estimate.low is None else summary.LEVEL,
        value_low=estimate.error_low,
        value_high=estimate.error_high,
    )


def _day(request: Request, weeks: float) -> str:
    return (request.start + timedelta(days=round(weeks * summary.WEEK))).isoformat()


def _daily(request: Request, curve: summary.Curve) -> Series:
    days = [request.start + timedelta(days=day) for day in range(DAYS)]
    return Series(
        unit="",
        times=tuple(day.isoformat() for day in days),
        values=tuple(curve.median.tolist()),
        low=tuple(curve.low.tolist()),
        high=tuple(curve.high.tolist()),
    )


def _context(request: Request, estimates: Mapping[str, Estimate]) -> str:
    """Fill the paper's template (A.2.6); the outlook has the shape of the published records."""
    return SEASON.context.format(
        metric=request.metric,
        states=", ".join(request.states),
        start_date=request.start.isoformat(),
        r0=f"{request.r0:g}",
        seasonality={"none": "no"}.get(request.seasonality, request.seasonality),
        immunity=f"{100 * request.immune:g}",
        preset=request.preset,
        members=request.members,
        aggregation={"sum": "added up", "pooled": "pooled"}[request.aggregation],
        outlook=json.dumps(_outlook(request, estimates)),
    )


def _outlook(request: Request, estimates: Mapping[str, Estimate]) -> dict[str, object]:
    peak, weeks = estimates["peak"], estimates["weeks_to_peak"].value
    grown = estimates["growth"].value
    return {
        "peak_magnitude": {
            "median_value": round(peak.value, 1),
            "90_percent_ci": [round(peak.low or 0.0, 1), round(peak.high or 0.0, 1)],
        },
        "peak_timing": {"peak_date": _day(request, weeks), "weeks_from_start": round(weeks, 1)},
        "initial_trend": {
            "qualitative_trend": summary.trend(grown),
            "four_week_growth_percentage": round(grown, 1),
        },
        "total_burden": {"cumulative_median_value": round(estimates["cumulative"].value, 1)},
    }


_AGGREGATIONS = {
    "sum": "states added up within each member, then daily quantiles over members",
    "pooled": "daily quantiles over all states of all members together, as in published records",
}
_METRICS = {
    "hospital incidence": "people admitted to hospital on each day",
    "hospital prevalence": "people in hospital at the end of each day",
}


def _resolved(request: Request) -> dict[str, str]:
    last = request.start + timedelta(days=DAYS - 1)
    return {
        "disease": "influenza",
        "states": ", ".join(request.states),
        "period": f"{request.start} to {last}",
        "metric": f"{request.metric}: {_METRICS[request.metric]}",
        "aggregation": f"{request.aggregation}: {_AGGREGATIONS[request.aggregation]}",
        "preset": f"{request.preset}: {PRESETS[request.preset].description}",
        "members": str(request.members),
    }


def _check(ensemble: Ensemble) -> Check:
    sound = ensemble.residual == 0.0 and ensemble.lowest >= 0.0
    return Check(
        tested="people and patients conserved and no compartment negative, every member and day",
        verdict="passed" if sound else "failed",
        residual=ensemble.residual - min(ensemble.lowest, 0.0),
        tolerance=0.0,
    )


def _build() -> str:
    libraries = [f"{name} {installed_version(name)}" for name in ("torch", "numpy")]
    return ", ".join([*libraries, f"python {platform.python_version()}", platform.machine()])
