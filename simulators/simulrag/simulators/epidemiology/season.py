"""The functions `season` and `season_by_age`: ensembles of stochastic seasons in US states.

A run says in words what was understood and found, and warns where a season is unlike any observed
one, or outside of what the model was made for.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.epidemiology import summary
from simulrag.simulators.epidemiology.admission_functions import FIRST_SEASON, LAST_DAY
from simulrag.simulators.epidemiology.ensemble import ensemble, sound
from simulrag.simulators.epidemiology.functions import (
    AGE_ADMISSIONS,
    AGE_ATTACK_RATE,
    AGE_INFECTIONS,
    AGE_INFECTIONS_SHARE,
    AGE_SHARE,
    CONTEXT,
    SEASON_BY_AGE,
)
from simulrag.simulators.epidemiology.metapopulation import Ensemble
from simulrag.simulators.epidemiology.outputs import (
    GROWTH,
    MEDIAN_CURVE,
    OUTPUTS,
    PEAK_CHANCE,
    PEAK_DATE,
    PEAK_PHASE,
    PREFIX,
    START_R,
    TREND,
    WEEKS_TO_PEAK,
)
from simulrag.simulators.epidemiology.parameters import AGES, THRESHOLD
from simulrag.simulators.epidemiology.population import population
from simulrag.simulators.epidemiology.reported import highest_peak, highest_rate
from simulrag.simulators.epidemiology.request import Request
from simulrag.simulators.epidemiology.summary import (
    Estimate,
    asked_series,
    daily_series,
    estimates,
    quantity,
    season_members,
    told,
    value,
)
from simulrag.simulators.epidemiology.transmission import FIRST_MONTH, course, of_request
from simulrag.simulators.interface import Call, Day, Label, Quantity, Run, Series, Value
from simulrag.simulators.run_parts import part_name

Array = NDArray[np.float64]

#: January and February hold the usual peak.
LAST_USUAL_MONTH = 2
PER_STATE = "per state"
#: First days (month, day), R0 and immune shares of the records that the preset gleam was fitted to.
FITTED_DAYS = ((9, 18), (10, 8))
FITTED_R0 = (1.75, 3.0)
FITTED_IMMUNE = (0.1, 0.6)
#: Said of a season without a peak of its own.
NO_WAVE = (
    "The median declines from day 1 on: no wave rises, so that its peak is only how it starts, and "
    "a change of that peak says nothing of a wave."
)

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


def run_season(call: Call, run: "partial[Run]") -> Run:
    """Run a season. Raises OutOfRange for a start date or ensemble that is not allowed."""
    request = Request.of(call)
    made = ensemble(request)
    series = asked_series(request, made)
    curve = summary.curve(series)
    found = estimates(season_members(request, made), request.seed)
    alone = _alone(request, made)
    states = {state: estimates(season_members(*one), request.seed) for state, one in alone.items()}
    start_r, strongest = of_request(request)
    return run(
        outputs={
            **_outputs(call, request, found, series),
            START_R.name: Quantity(value=start_r),
            **_of_curve(request, summary.season_estimates(series, request.seed)),
        },
        parts={
            state: {
                **_outputs(call, request, of_state, asked_series(*alone[state])),
                START_R.name: Quantity(value=start_r),
            }
            for state, of_state in states.items()
        },
        series={
            request.metric: daily_series(request, curve),
            "chance of a higher peak": _chances(series),
            "effective reproduction number": course(
                request, population(request.states), made.susceptible
            ),
            **{
                f"{request.metric} in {state}": daily_series(
                    request, summary.curve(asked_series(*one))
                )
                for state, one in alone.items()
            },
        },
        context=context(
            request, found, {state: _in_short(request, one) for state, one in states.items()}
        ),
        resolved=resolved(request),
        warnings=_warnings(request, strongest, curve.median, found["peak_weekly_rate"].value),
        check=sound([made]),
    )


def _alone(request: Request, made: Ensemble) -> dict[str, tuple[Request, Ensemble]]:
    """Return each state by itself; none unless asked `per state`."""
    if request.aggregation != PER_STATE:
        return {}
    return {
        state: (replace(request, states=(state,)), made.only(row))
        for row, state in enumerate(request.states)
    }


def season_samples(call: Call) -> dict[str, Array]:
    """Return each number and date by member, (members,); those of parts as "peak in Ohio".

    Dates are proleptic Gregorian ordinals, days; NaN is not defined (see `summary`).
    """
    request = Request.of(call)
    made = ensemble(request)
    found = _members(call, request, made)
    for state, one in _alone(request, made).items():
        found |= {part_name(name, state): held for name, held in _members(call, *one).items()}
    return found


def _members(call: Call, request: Request, made: Ensemble) -> dict[str, Array]:
    found, threshold = season_members(request, made), _threshold(call)
    if threshold is not None:
        above = asked_series(request, made).max(axis=2) > threshold
        found[PEAK_CHANCE.name] = 100.0 * above.mean(axis=0)
    return found


def _threshold(call: Call) -> float | None:
    given = call.arguments.get(THRESHOLD.name)
    return float(given) if isinstance(given, int | float) else None


def _outputs(
    call: Call, request: Request, found: Mapping[str, Estimate], series: Array
) -> dict[str, Value]:
    """Return what members come to, without what less than half of them have.

    With the chance of a higher peak than the threshold, where one is given.
    """
    held: dict[str, Value] = {
        output.name: value(output, found[output.name]) for output in OUTPUTS if output.name in found
    }
    if (weeks := found.get(WEEKS_TO_PEAK.name)) is not None:
        held[PEAK_PHASE.name] = Label(value=_phase(request, weeks.value))
    if (grown := found.get(GROWTH.name)) is not None:
        held[TREND.name] = Label(value=summary.trend(grown.value))
    if (threshold := _threshold(call)) is not None:
        chance = summary.chance_above(series, threshold)
        held[PEAK_CHANCE.name] = quantity(PEAK_CHANCE, chance)
    return {one.name: held[one.name] for one in (*OUTPUTS, PEAK_CHANCE) if one.name in held}


def _of_curve(request: Request, found: Mapping[str, Estimate]) -> dict[str, Value]:
    """Return the published figures of the daily median curve."""
    weeks = found[WEEKS_TO_PEAK.name]
    held: dict[str, Value] = {
        PREFIX + PEAK_DATE.name: Day(
            value=request.day(weeks.value),
            low=request.day(weeks.error_low),
            high=request.day(weeks.error_high),
        ),
        PREFIX + TREND.name: Label(value=summary.trend(found[GROWTH.name].value)),
    }
    for output in MEDIAN_CURVE:
        name = output.name.removeprefix(PREFIX)
        if name in found:
            held[output.name] = quantity(output, found[name])
    return {output.name: held[output.name] for output in MEDIAN_CURVE}


def _phase(request: Request, weeks: float) -> str:
    """Return when in the season of influenza, which is counted from July, the peak lies."""
    month = int(request.day(weeks)[5:7])
    if month >= FIRST_MONTH:
        return "early peak"
    return "midwinter peak" if month <= LAST_USUAL_MONTH else "late peak"


def _chances(series: Array) -> Series:
    """Return the chance, percent, that a season's highest daily value exceeds some numbers."""
    levels, chances = summary.exceedance(series)
    return Series(
        unit="percent",
        axis="people on the highest day",
        times=tuple(f"{level:.1f}" for level in levels),
        values=tuple(chances.tolist()),
    )


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
            "qualitative_trend": summary.trend(grown.value) if grown else None,
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


def _in_short(request: Request, found: Mapping[str, Estimate]) -> str:
    """Return peak, its 90 % interval and day, trend and sum of a state."""
    peak, weeks, grown = found["peak"], found.get("weeks_to_peak"), found.get("growth")
    day = f" on {request.day(weeks.value)}" if weeks else ", no wave rises"
    course = f", {summary.trend(grown.value)}" if grown else ""
    return (
        f"{peak.value:.1f} ({peak.low or 0.0:.1f} to {peak.high or 0.0:.1f}){day}{course}, "
        f"sum {found['cumulative'].value:.1f}"
    )


def _warnings(
    request: Request, strongest: float, median: Array, weekly_rate: float
) -> tuple[str, ...]:
    """Return a sentence for everything that a reader of the run should know.

    strongest : highest R_t of the season if nobody else became immune
    median : (days,) daily medians of what was asked for, persons
    weekly_rate : admissions per 100,000 residents in the worst seven days
    """
    found = [
        _unobserved(weekly_rate) or _unlike_here(request, weekly_rate),
        _no_spread(strongest),
        _outside_fit(request) if request.preset == "gleam" else "",
        _edge(median),
    ]
    return tuple(sentence for sentence in found if sentence)


def _unobserved(weekly_rate: float) -> str:
    highest, state, season = highest_peak()
    if weekly_rate <= highest:
        return ""
    return (
        f"No observed season was like this: its worst week has {weekly_rate:.0f} admissions per "
        f"100,000 residents, {weekly_rate / highest:.1f} times the highest one reported for any "
        f"state from 2022 to 2026 ({highest:.1f}, {state} {season})."
    )


def _unlike_here(request: Request, weekly_rate: float) -> str:
    """Compare with the highest week that was reported for the same states together."""
    highest, day = highest_rate(request.states)
    if request.aggregation == "pooled" or weekly_rate <= highest:
        return ""
    return (
        f"No observed season was like this here: its worst week has {weekly_rate:.1f} admissions "
        f"per 100,000 residents, the highest one reported from {FIRST_SEASON} to {LAST_DAY.year} "
        f"{highest:.1f} (week "
        f"ending {day})."
    )


def _no_spread(effective: float) -> str:
    if effective >= 1.0:
        return ""
    return (
        f"One case infects at most {effective:.2f} others with this immunity and season, so that "
        "infections die out; what is counted comes from the cases present at the start and from "
        "importation."
    )


def _outside_fit(request: Request) -> str:
    start, r0, immune = request.start, request.r0, request.immune
    first, last = FITTED_DAYS
    outside: list[str] = []
    if not first <= (start.month, start.day) <= last:
        outside.append(f"start_date {start} (18 September to 8 October)")
    if not FITTED_R0[0] <= r0 <= FITTED_R0[1]:
        outside.append(f"r0 {r0:g} (1.75 to 3)")
    if not FITTED_IMMUNE[0] <= immune <= FITTED_IMMUNE[1]:
        outside.append(f"immunity {100 * immune:g} % (10 to 60 %)")
    if not outside:
        return ""
    return "Outside of what the preset gleam was calibrated on: " + ", ".join(outside) + "."


def _edge(median: Array) -> str:
    day = int(np.argmax(median))
    if median[day] == 0:
        return "The daily median is 0 on every day; peak and timing mean nothing."
    if median[0] == 0:
        return "The daily median is 0 on the first day; growth is reported as 0."
    if day == 0:
        return NO_WAVE
    if day == len(median) - 1:
        return "The median is still rising on the last day; the peak lies beyond the season."
    return ""


def run_season_by_age(call: Call, run: "partial[Run]") -> Run:
    """Say who of some ages is infected and admitted in a season. Raises as `run_season`."""
    request = _of_admissions(call)
    made, ages = ensemble(request), ", ".join(_ages(call))
    found = estimates(by_age_samples(call), request.seed)
    outputs = {o.name: quantity(o, found[o.name]) for o in SEASON_BY_AGE.outputs if o.name in found}
    return run(
        outputs=dict(outputs),
        context=SEASON_BY_AGE.context.format(ages=ages, **request.said, result=told(outputs)),
        resolved={**request.resolved(ages=ages), "members": str(request.members)},
        check=sound([made]),
    )


def by_age_samples(call: Call) -> dict[str, Array]:
    """Return each output by member, (members,); NaN is not defined."""
    request = _of_admissions(call)
    made, rows = ensemble(request), [AGES.index(age) for age in _ages(call)]
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


def _of_admissions(call: Call) -> Request:
    return Request.of(call, metric="hospital incidence", aggregation="sum")


def _ages(call: Call) -> tuple[str, ...]:
    listed = call.arguments["ages"]
    return tuple(age for age in AGES if age in (listed if isinstance(listed, list) else [listed]))


def _percent(part: Array, of: Array) -> Array:
    """Return a part, (members,), in percent of all ages, (members, ages); NaN of nobody."""
    whole = of.sum(axis=1)
    return 100.0 * part / np.where(whole > 0, whole, np.nan)
