"""The function `season`: an ensemble of stochastic influenza seasons in US states."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.epidemiology import outlook, plausibility, summary
from simulrag.simulators.epidemiology.by_state import PER_STATE, courses, curves_by_state, outlooks
from simulrag.simulators.epidemiology.ensemble import asked_series, ensemble
from simulrag.simulators.epidemiology.exceedance import PEAK_CHANCE, THRESHOLD, chance_above
from simulrag.simulators.epidemiology.members import PER, season_members
from simulrag.simulators.epidemiology.metapopulation import Ensemble
from simulrag.simulators.epidemiology.outputs import OUTPUTS
from simulrag.simulators.epidemiology.population import population
from simulrag.simulators.epidemiology.request import DAYS, Request
from simulrag.simulators.epidemiology.sound import sound
from simulrag.simulators.epidemiology.summary import Estimate
from simulrag.simulators.epidemiology.transmission import FIRST_MONTH, PRESETS, transmission
from simulrag.simulators.epidemiology.values import daily_series, quantity
from simulrag.simulators.interface import (
    Call,
    Day,
    Label,
    Run,
    Series,
    Value,
)
from simulrag.simulators.parts import part_name

Array = NDArray[np.float64]

#: January and February hold the usual peak.
LAST_USUAL_MONTH = 2


def run_season(call: Call, version: str, build: str) -> Run:
    """Run a season. Raises OutOfRange for a start date or ensemble that is not allowed."""
    request = Request.of(call)
    people = population(request.states)
    factor = transmission(PRESETS[request.preset], request.seasonality, request.start, DAYS)
    made = ensemble(request)
    series = asked_series(request, made)
    residents = people.people.sum(axis=1)
    estimates = _estimates(request, residents, made)
    curve = summary.curve(series)
    states = curves_by_state(request, made)
    return Run(
        id=call.run_id(version),
        call=call,
        version=version,
        build=build,
        outputs={**_outputs(request, estimates), **_chance(call, series)},
        parts=_parts(call, request, residents, made),
        series={
            request.metric: daily_series(request, curve),
            "chance of a higher peak": _chances(series),
            **courses(request, states),
        },
        context=outlook.context(request, estimates, outlooks(request, states)),
        resolved=outlook.resolved(request),
        warnings=plausibility.warnings(
            request, float(factor.max()), curve.median, estimates["peak_weekly_rate"].value
        ),
        check=sound([made]),
    )


def _parts(
    call: Call, request: Request, residents: Array, made: Ensemble
) -> dict[str, dict[str, Value]]:
    """Return the outputs of each state by itself; none unless asked `per state`."""
    if request.aggregation != PER_STATE:
        return {}
    parts: dict[str, dict[str, Value]] = {}
    for row, state in enumerate(request.states):
        one = only(made, row)
        estimates = _estimates(request, residents[[row]], one)
        chance = _chance(call, asked_series(request, one))
        parts[state] = {**_outputs(request, estimates), **chance}
    return parts


def season_samples(call: Call) -> dict[str, Array]:
    """Return each number and date by member, (members,); those of parts as "peak in Ohio".

    Dates are proleptic Gregorian ordinals, days; NaN is not defined (see `members`).
    """
    request = Request.of(call)
    residents = population(request.states).people.sum(axis=1)
    made = ensemble(request)
    found = _members(call, request, residents, made)
    if request.aggregation != PER_STATE:
        return found
    for row, state in enumerate(request.states):
        one = _members(call, request, residents[[row]], only(made, row))
        found |= {part_name(name, state): values for name, values in one.items()}
    return found


def _members(call: Call, request: Request, residents: Array, made: Ensemble) -> dict[str, Array]:
    found = season_members(request, residents, made)
    threshold = call.arguments.get(THRESHOLD.name)
    if not isinstance(threshold, int | float):
        return found
    above = asked_series(request, made).max(axis=2) > float(threshold)
    return {**found, PEAK_CHANCE.name: 100.0 * above.mean(axis=0)}


def only(made: Ensemble, row: int) -> Ensemble:
    """Return one state of an ensemble."""
    return replace(
        made,
        admissions=made.admissions[:, [row]],
        in_hospital=made.in_hospital[:, [row]],
        infected=made.infected[:, [row]],
    )


def _estimates(request: Request, residents: Array, made: Ensemble) -> dict[str, Estimate]:
    """Return all figures of states together; residents: (states,), persons."""
    people = summary.aggregate(
        np.broadcast_to(residents[:, None], (1, len(residents), 1)), request.aggregation
    )
    admitted = summary.aggregate(made.admissions, request.aggregation)
    infected = summary.aggregate(made.infected[:, :, None], request.aggregation)
    rate = summary.weekly(PER * admitted / people)
    share = 100.0 * infected / people
    return {
        **summary.season_estimates(asked_series(request, made), request.seed),
        "attack_rate": summary.median_estimate(share[:, :, 0], request.seed),
        "peak_weekly_rate": summary.peak_estimate(rate, request.seed),
    }


def _outputs(request: Request, estimates: Mapping[str, Estimate]) -> dict[str, Value]:
    outputs: dict[str, Value] = {
        output.name: quantity(output, estimates[output.name])
        for output in OUTPUTS
        if output.name in estimates
    }
    weeks, half = estimates["weeks_to_peak"], estimates["half_burden"]
    outputs["peak_date"] = Day(
        value=request.day(weeks.value),
        low=request.day(weeks.error_low),
        high=request.day(weeks.error_high),
    )
    outputs["half_burden_date"] = Day(value=request.day(half.value))
    outputs["peak_phase"] = Label(value=_phase(request, weeks.value))
    outputs["trend"] = Label(value=summary.trend(estimates["growth"].value))
    return {output.name: outputs[output.name] for output in OUTPUTS}


def _chance(call: Call, series: Array) -> dict[str, Value]:
    """Return the chance of a higher peak than the threshold, where one is given."""
    threshold = call.arguments.get(THRESHOLD.name)
    if not isinstance(threshold, int | float):
        return {}
    return {PEAK_CHANCE.name: chance_above(series, float(threshold))}


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
