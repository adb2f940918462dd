"""The function `intervention`: the same season with and without measures, on common numbers."""

from datetime import timedelta

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.epidemiology import summary
from simulrag.simulators.epidemiology.ensemble import ensemble
from simulrag.simulators.epidemiology.functions import (
    ADMISSIONS_CHANGE,
    AVERTED,
    AVERTED_SHARE,
    INFECTIONS_AVERTED,
    INTERVENTION,
    PEAK_CHANGE,
)
from simulrag.simulators.epidemiology.measure_texts import (
    Measure,
    measures_of,
    read_measure,
)
from simulrag.simulators.epidemiology.measures import Measures
from simulrag.simulators.epidemiology.members import percent_change
from simulrag.simulators.epidemiology.metapopulation import Ensemble
from simulrag.simulators.epidemiology.request import DAYS, Request
from simulrag.simulators.epidemiology.sound import sound
from simulrag.simulators.epidemiology.transmission import PRESETS
from simulrag.simulators.epidemiology.values import daily_series, quantity
from simulrag.simulators.interface import (
    Call,
    Quantity,
    Run,
    Series,
)

Array = NDArray[np.float64]

#: Pairs of seasons, members times states; takes about 20 seconds on one core.
MOST_PAIRS = 2_600
MEMBERS = 100


def run_intervention(call: Call, version: str, build: str) -> Run:
    """Run a season twice. Raises OutOfRange or BadValue for a start date or a measure."""
    request, asked_for, measures = _asked(call)
    without, with_measures = _pair(request, measures)
    estimates = _estimates(without, with_measures, request.seed)
    outputs = {o.name: quantity(o, estimates[o.name]) for o in INTERVENTION.outputs}
    return Run(
        id=call.run_id(version),
        call=call,
        version=version,
        build=build,
        outputs=dict(outputs),
        series={
            "admissions without the measures": _series(request, without),
            "admissions with the measures": _series(request, with_measures),
        },
        context=_context(request, asked_for, outputs),
        resolved={
            "disease": "influenza",
            "states": ", ".join(request.states),
            "period": f"{request.start} to {request.start + timedelta(days=DAYS - 1)}",
            "measures": _words(asked_for),
            "pairs": f"{request.members}, on common random numbers",
            "preset": f"{request.preset}: {PRESETS[request.preset].description}",
        },
        warnings=_warnings(estimates),
        check=sound([without, with_measures]),
    )


def _asked(call: Call) -> tuple[Request, list[Measure], Measures]:
    """Return the season, its members those of both arms, and the measures as read and as done."""
    asked = {**call.arguments, "metric": "hospital incidence", "aggregation": "sum"}
    request = Request.of(
        call.model_copy(update={"arguments": {**asked, "members": _members(call)}})
    )
    listed = call.arguments["measures"]
    texts = [str(text) for text in listed] if isinstance(listed, list) else []
    asked_for = [read_measure(text, request.start, DAYS) for text in texts]
    shortest = PRESETS[request.preset].infectious_period
    return request, asked_for, measures_of(asked_for, request.start, DAYS, shortest)


def _pair(request: Request, measures: Measures) -> tuple[Ensemble, Ensemble]:
    return ensemble(request), ensemble(request, measures=measures)


def intervention_samples(call: Call) -> dict[str, Array]:
    """Return each output by pair of members, (members,); NaN is not defined (see `members`)."""
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


def _estimates(without: Ensemble, treated: Ensemble, seed: int) -> dict[str, summary.Estimate]:
    before, after = (e.admissions.sum(axis=(1, 2))[None] for e in (without, treated))
    infected = without.infected.sum(axis=1)[None] - treated.infected.sum(axis=1)[None]
    share = 100.0 * (before - after) / np.maximum(before, 1.0)
    daily = np.stack([e.admissions.sum(axis=1) for e in (without, treated)])
    return {
        AVERTED.name: summary.median_estimate(before - after, seed),
        AVERTED_SHARE.name: summary.median_estimate(share, seed),
        INFECTIONS_AVERTED.name: summary.median_estimate(infected, seed),
        ADMISSIONS_CHANGE.name: summary.median_estimate(-share, seed),
        PEAK_CHANGE.name: _peak_change(daily, seed),
    }


def _peak_change(daily: Array, seed: int) -> summary.Estimate:
    """Return percent by which the peak median changes, from (2, members, days), with its error."""
    drawn = np.random.default_rng(seed % 2**63).integers(
        daily.shape[1], size=(summary.SAMPLES, daily.shape[1])
    )
    changes = [_change(np.median(daily[:, members], axis=1)) for members in drawn]
    low, high = np.percentile(changes, (summary.ERROR_LOW, summary.ERROR_HIGH))
    value = _change(np.median(daily, axis=1))
    return summary.Estimate(value, min(value, float(low)), max(value, float(high)))


def _change(medians: Array) -> float:
    before, after = medians.max(axis=1)
    return 100.0 * float(after - before) / max(float(before), 0.5)


def _series(request: Request, ensemble: Ensemble) -> Series:
    return daily_series(request, summary.curve(summary.aggregate(ensemble.admissions, "sum")))


def _words(measures: list[Measure]) -> str:
    return "; ".join(measure.words() for measure in measures)


def _context(request: Request, measures: list[Measure], outputs: dict[str, Quantity]) -> str:
    averted, share = outputs[AVERTED.name], outputs[AVERTED_SHARE.name]
    return INTERVENTION.context.format(
        measures=_words(measures),
        states=", ".join(request.states),
        start_date=request.start,
        r0=f"{request.r0:g}",
        seasonality={"none": "no"}.get(request.seasonality, request.seasonality),
        immunity=f"{100 * request.immune:g}",
        preset=request.preset,
        members=request.members,
        result=f"they avert {averted.value:,.0f} hospital admissions (90 % interval "
        f"{averted.low:,.0f} to {averted.high:,.0f}), {share.value:.1f} % of those without them; "
        f"the peak of daily admissions changes by {outputs[PEAK_CHANGE.name].value:+.1f} %",
    )


def _warnings(estimates: dict[str, summary.Estimate]) -> tuple[str, ...]:
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
