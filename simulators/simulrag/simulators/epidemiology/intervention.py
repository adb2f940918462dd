"""The function `intervention`: the same season with and without measures, on common numbers."""

from collections.abc import Mapping
from functools import partial

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.epidemiology import summary
from simulrag.simulators.epidemiology.ensemble import ensemble, sound
from simulrag.simulators.epidemiology.functions import (
    ADMISSIONS_CHANGE,
    AVERTED,
    AVERTED_SHARE,
    INFECTIONS_AVERTED,
    INTERVENTION,
    PEAK_CHANGE,
)
from simulrag.simulators.epidemiology.measures import (
    Measure,
    Measures,
    asked_measures,
    measures_of,
)
from simulrag.simulators.epidemiology.metapopulation import Ensemble
from simulrag.simulators.epidemiology.parameters import DAYS
from simulrag.simulators.epidemiology.presets import PRESETS
from simulrag.simulators.epidemiology.request import Request
from simulrag.simulators.epidemiology.season import NO_WAVE
from simulrag.simulators.epidemiology.summary import (
    daily_series,
    estimates,
    percent_change,
    quantity,
)
from simulrag.simulators.interface import Call, Quantity, Run, Series

Array = NDArray[np.float64]

#: Pairs of seasons, members times states; takes about 20 seconds on one core.
MOST_PAIRS = 2_600
MEMBERS = 100


def run_intervention(call: Call, run: "partial[Run]") -> Run:
    """Run a season twice. Raises OutOfRange or BadValue for a start date or a measure."""
    request, asked_for, measures = _asked(call)
    without, with_measures = _pair(request, measures)
    found = estimates(_by_member(without, with_measures), request.seed)
    outputs = {o.name: quantity(o, found[o.name]) for o in INTERVENTION.outputs if o.name in found}
    return run(
        outputs=dict(outputs),
        series={
            "admissions without the measures": _series(request, without),
            "admissions with the measures": _series(request, with_measures),
        },
        context=_context(request, asked_for, outputs),
        resolved=request.resolved(
            measures=_words(asked_for), pairs=f"{request.members}, on common random numbers"
        ),
        warnings=(*_warnings(found), *_without_wave(request, without)),
        check=sound([without, with_measures]),
    )


def _asked(call: Call) -> tuple[Request, list[Measure], Measures]:
    """Return the season, its members those of both arms, and the measures as read and as done."""
    request = Request.of(call, aggregation="sum", members=_members(call))
    found = asked_measures(call.arguments["measures"], request.start, DAYS)
    shortest = PRESETS[request.preset].infectious_period
    return request, found, measures_of(found, request.start, DAYS, shortest)


def _pair(request: Request, measures: Measures) -> tuple[Ensemble, Ensemble]:
    return ensemble(request), ensemble(request, measures=measures)


def intervention_samples(call: Call) -> dict[str, Array]:
    """Return each output by pair of members, (members,); NaN where it is not defined."""
    request, _, measures = _asked(call)
    return _by_member(*_pair(request, measures))


def _by_member(without: Ensemble, treated: Ensemble) -> dict[str, Array]:
    before, after = (e.admissions.sum(axis=(1, 2)) for e in (without, treated))
    infected = without.infected.sum(axis=1) - treated.infected.sum(axis=1)
    highest = (e.admissions.sum(axis=1).max(axis=1) for e in (without, treated))
    change = percent_change(before, after)
    return {
        AVERTED.name: before - after,
        AVERTED_SHARE.name: 0.0 - change,
        INFECTIONS_AVERTED.name: infected,
        ADMISSIONS_CHANGE.name: change,
        PEAK_CHANGE.name: percent_change(*highest),
    }


def _members(call: Call) -> int:
    listed = call.arguments["states"]
    states = len(listed) if isinstance(listed, list) else 1
    return max(20, min(MEMBERS, MOST_PAIRS // max(states, 1)))


def _series(request: Request, ensemble: Ensemble) -> Series:
    return daily_series(request, summary.curve(summary.aggregate(ensemble.admissions, "sum")))


def _words(measures: list[Measure]) -> str:
    return "; ".join(measure.words() for measure in measures)


def _context(request: Request, measures: list[Measure], outputs: dict[str, Quantity]) -> str:
    averted = outputs[AVERTED.name]
    return INTERVENTION.context.format(
        measures=_words(measures),
        **request.said,
        result=f"they avert {averted.value:,.0f} hospital admissions (90 % interval "
        f"{averted.low:,.0f} to {averted.high:,.0f}){_shares(outputs)}",
    )


def _shares(outputs: Mapping[str, Quantity]) -> str:
    """Tell what shares there are; none of nobody."""
    share, peak = outputs.get(AVERTED_SHARE.name), outputs.get(PEAK_CHANGE.name)
    if share is None or peak is None:
        return ""
    return (
        f", {share.value:.1f} % of those without them; the peak of daily admissions changes by "
        f"{peak.value:+.1f} %"
    )


def _without_wave(request: Request, without: Ensemble) -> tuple[str, ...]:
    """Warn where nothing rises without the measures either."""
    values = _series(request, without).values
    return (NO_WAVE,) if values[0] == max(values) > 0 else ()


def _warnings(estimates: Mapping[str, summary.Estimate]) -> tuple[str, ...]:
    averted = estimates[AVERTED.name]
    found = [
        "Behaviour, costs and harms of measures are not represented; contacts that are avoided "
        "in one setting are not made up for in another."
    ]
    if averted.low is not None and averted.high is not None and averted.low <= 0 <= averted.high:
        found.append("In some pairs of seasons the measures avert nothing.")
    if averted.high is not None and averted.high < 0:
        found.append(
            "More people are admitted with the measures than without: infections that are only "
            "put off may fall into months in which influenza spreads more easily."
        )
    return tuple(found)
