"""The function `season`: an ensemble of stochastic influenza seasons in US states."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.epidemiology import plausibility, season_context, summary
from simulrag.simulators.epidemiology.ensemble import asked_metric, asked_series, ensemble, sound
from simulrag.simulators.epidemiology.member_figures import estimates, season_members
from simulrag.simulators.epidemiology.metapopulation import Ensemble
from simulrag.simulators.epidemiology.outputs import (
    GROWTH,
    OUTPUTS,
    PEAK_CHANCE,
    PEAK_DATE,
    PEAK_PHASE,
    START_R,
    TREND,
    WEEKS_TO_PEAK,
)
from simulrag.simulators.epidemiology.parameters import DAYS, THRESHOLD
from simulrag.simulators.epidemiology.population import population
from simulrag.simulators.epidemiology.record_outputs import MEDIAN_CURVE, PREFIX
from simulrag.simulators.epidemiology.request import Request
from simulrag.simulators.epidemiology.run_values import daily_series, quantity, value
from simulrag.simulators.epidemiology.summary import Estimate
from simulrag.simulators.epidemiology.transmission import (
    FIRST_MONTH,
    course,
    of_request,
    transmission,
)
from simulrag.simulators.interface import Call, Day, Label, Quantity, Run, Series, Value
from simulrag.simulators.run_parts import part_name

Array = NDArray[np.float64]

#: January and February hold the usual peak.
LAST_USUAL_MONTH = 2
PER_STATE = "per state"


def run_season(call: Call, version: str, build: str) -> Run:
    """Run a season. Raises OutOfRange for a start date or ensemble that is not allowed."""
    request = Request.of(call)
    people = population(request.states)
    factor = transmission(request.disease, request.seasonality, request.start, DAYS)
    made = ensemble(request)
    series = asked_series(request, made)
    residents = people.people.sum(axis=1)
    found = estimates(season_members(request, residents, made), request.seed)
    states = _by_state(request, residents, made)
    curve = summary.curve(series)
    return Run(
        id=call.run_id(version),
        call=call,
        version=version,
        build=build,
        outputs={
            **_outputs(request, found),
            **_chance(call, series),
            START_R.name: Quantity(value=of_request(request)[0]),
            **_of_curve(request, summary.season_estimates(series, request.seed)),
        },
        parts=_parts(call, request, made, states),
        series={
            request.metric: daily_series(request, curve),
            "chance of a higher peak": _chances(series),
            "effective reproduction number": course(request, people, made.susceptible),
            **_courses(request, made),
        },
        context=season_context.context(request, found, season_context.outlooks(request, states)),
        resolved=season_context.resolved(request),
        warnings=plausibility.warnings(
            request, float(factor.max()), curve.median, found["peak_weekly_rate"].value
        ),
        check=sound([made]),
    )


def _by_state(request: Request, residents: Array, made: Ensemble) -> dict[str, dict[str, Estimate]]:
    """Return the figures of each state by itself; none unless asked `per state`."""
    if request.aggregation != PER_STATE:
        return {}
    return {
        state: estimates(season_members(request, residents[[row]], made.only(row)), request.seed)
        for row, state in enumerate(request.states)
    }


def _courses(request: Request, made: Ensemble) -> dict[str, Series]:
    """Return each state's daily quantiles over members; none unless asked `per state`."""
    if request.aggregation != PER_STATE:
        return {}
    daily = asked_metric(request, made)
    return {
        f"{request.metric} in {state}": daily_series(request, summary.curve(daily[:, [row]]))
        for row, state in enumerate(request.states)
    }


def _parts(
    call: Call,
    request: Request,
    made: Ensemble,
    states: Mapping[str, Mapping[str, Estimate]],
) -> dict[str, dict[str, Value]]:
    """Return the outputs of each state by itself."""
    return {
        state: {
            **_outputs(request, found),
            **_chance(call, asked_series(request, made.only(request.states.index(state)))),
            START_R.name: Quantity(value=of_request(request)[0]),
        }
        for state, found in states.items()
    }


def season_samples(call: Call) -> dict[str, Array]:
    """Return each number and date by member, (members,); those of parts as "peak in Ohio".

    Dates are proleptic Gregorian ordinals, days; NaN is not defined (see `member_figures`).
    """
    request = Request.of(call)
    residents = population(request.states).people.sum(axis=1)
    made = ensemble(request)
    found = _members(call, request, residents, made)
    if request.aggregation != PER_STATE:
        return found
    for row, state in enumerate(request.states):
        one = _members(call, request, residents[[row]], made.only(row))
        found |= {part_name(name, state): values for name, values in one.items()}
    return found


def _members(call: Call, request: Request, residents: Array, made: Ensemble) -> dict[str, Array]:
    found = season_members(request, residents, made)
    threshold = call.arguments.get(THRESHOLD.name)
    if not isinstance(threshold, int | float):
        return found
    above = asked_series(request, made).max(axis=2) > float(threshold)
    return {**found, PEAK_CHANCE.name: 100.0 * above.mean(axis=0)}


def _outputs(request: Request, found: Mapping[str, Estimate]) -> dict[str, Value]:
    """Return what members come to; without what less than half of them have."""
    outputs: dict[str, Value] = {
        output.name: value(output, found[output.name]) for output in OUTPUTS if output.name in found
    }
    if (weeks := found.get(WEEKS_TO_PEAK.name)) is not None:
        outputs[PEAK_PHASE.name] = Label(value=_phase(request, weeks.value))
    if (grown := found.get(GROWTH.name)) is not None:
        outputs[TREND.name] = Label(value=summary.trend(grown.value))
    return {output.name: outputs[output.name] for output in OUTPUTS if output.name in outputs}


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


def _chance(call: Call, series: Array) -> dict[str, Value]:
    """Return the chance of a higher peak than the threshold, where one is given."""
    threshold = call.arguments.get(THRESHOLD.name)
    if not isinstance(threshold, int | float):
        return {}
    return {PEAK_CHANCE.name: quantity(PEAK_CHANCE, summary.chance_above(series, threshold))}


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
