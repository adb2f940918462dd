"""Runs of periods of years and of thresholds."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from statistics import NormalDist

import numpy as np
from pydantic import JsonValue

from simulrag.simulators.capabilities import of_single_year
from simulrag.simulators.climate import (
    conditions,
    ensemble,
    local_fields,
    places,
    record,
    scenarios,
    threshold_searches,
    trajectories,
    variability,
)
from simulrag.simulators.climate.conditions import Conditions
from simulrag.simulators.climate.estimates import estimate, local_change, local_temperature
from simulrag.simulators.climate.observed_runs import Found
from simulrag.simulators.climate.period_functions import (
    EXCEEDANCE,
    GLOBAL_PERIOD,
    LOCAL_PERIOD,
)
from simulrag.simulators.climate.periods import between, label
from simulrag.simulators.climate.places import Place
from simulrag.simulators.climate.samples import has_been, local_apart, local_course, local_world
from simulrag.simulators.climate.scenarios import Floats
from simulrag.simulators.errors import OutOfRange
from simulrag.simulators.interface import Call, Quantity, Value

Arguments = Mapping[str, JsonValue]


@dataclass(frozen=True)
class Period:
    """Years with what they are compared with, and the conditions of the last of all."""

    years: range
    baseline: range
    asked: Conditions

    @property
    def label(self) -> str:
        """Return the baseline in words."""
        return label(self.baseline)

    def world(self, years: range) -> Floats:
        """Return global warming of years by member, K: (years, members)."""
        asked = self.asked
        return trajectories.path(years, asked.scenario, asked.effective(), asked.since)

    def local(self, place: Place, years: range) -> Floats:
        """Return the global warming that a place's pattern multiplies, K: (years, members)."""
        return local_world(place, years, self.asked)[0]


def period(arguments: Arguments) -> Period:
    """Return the period of validated arguments. Raises MissingCondition or OutOfRange."""
    years = between(arguments, "first_year", "last_year")
    _check_length(arguments, years)
    baseline = between(arguments, "baseline_first", "baseline_last")
    asked = conditions.read({**arguments, "year": max(years[-1], baseline[-1])})
    return Period(years, baseline, asked)


def _check_length(arguments: Arguments, years: range) -> None:
    length = arguments.get("length")
    if length is not None and length != len(years):
        raise OutOfRange(
            f"length {length} is given for {label(years)}, which has {len(years)} years",
            parameter="length",
            given=length,
            nearest=len(years),
        )


def conditions_of(call: Call) -> Conditions:
    """Return the conditions of a call's last year. Raises MissingCondition or OutOfRange."""
    if call.function == EXCEEDANCE.name:
        return conditions.read(call.arguments)
    return period(call.arguments).asked


def find(call: Call) -> Found:
    """Answer a call. Raises SimulatorError."""
    match call.function:
        case GLOBAL_PERIOD.name:
            return _global_period(call)
        case LOCAL_PERIOD.name:
            return _local_period(call)
        case _:
            return _exceedance(call)


def samples(call: Call) -> dict[str, Floats]:
    """Return the outputs by drawn member; those of probabilities are points."""
    match call.function:
        case GLOBAL_PERIOD.name:
            return _global_samples(call)
        case LOCAL_PERIOD.name:
            return _local_samples(call)
        case _:
            return {"first_year": _first(_above(call)[2])}


def _by_member(yearly: Floats, mean: str, trend: str) -> dict[str, Floats]:
    made = {mean: yearly.mean(axis=0)}
    return made | {f"{trend}_per_decade": record.trend(yearly)} if len(yearly) > 1 else made


def _global_samples(call: Call) -> dict[str, Floats]:
    asked = period(call.arguments)
    years, since = (asked.world(one)[:, 1:] for one in (asked.years, asked.baseline))
    names = "mean_warming", "trend"
    forced = _by_member(years - since.mean(axis=0), *names)
    if not has_been(asked.asked, asked.years, asked.baseline):
        return forced
    own, others = (variability.of_world_drawn(one, call.seed, years.shape[1])
                   for one in (asked.years, asked.baseline))  # fmt: skip
    single = _by_member(years + own - (since + others).mean(axis=0), *names)
    return forced | {of_single_year(name): values for name, values in single.items()}


def _local_samples(call: Call) -> dict[str, Floats]:
    asked = period(call.arguments)
    place, _ = places.resolve(str(call.arguments["place"]))
    temperature, pattern = local_course(place, asked.local(place, asked.years)[:, 1:], call.seed)
    since = pattern * asked.local(place, asked.baseline)[:, 1:].mean(axis=0)
    warmed = pattern * asked.local(place, asked.years)[:, 1:] - since
    forced = _local_by_member(temperature, warmed)
    if not has_been(asked.asked, asked.years, asked.baseline):
        return forced
    own, others = (local_apart(place, one, pattern, call.seed)
                   for one in (asked.years, asked.baseline))  # fmt: skip
    single = _local_by_member(temperature + own, warmed + own - others.mean(axis=0))
    return forced | {of_single_year(name): values for name, values in single.items()}


def _local_by_member(temperature: Floats, warmed: Floats) -> dict[str, Floats]:
    warming = _by_member(warmed, "mean_local_warming", "local_trend")
    return {"mean_temperature": temperature.mean(axis=0), **warming}


def _global_period(call: Call) -> Found:
    asked = period(call.arguments)
    world = asked.world(asked.years)
    mean = world.mean(axis=0) - asked.world(asked.baseline).mean(axis=0)
    value = estimate(mean[None]).quantity()
    outputs: dict[str, Value] = {"mean_warming": value}
    if len(world) > 1:
        outputs["trend_per_decade"] = estimate(record.trend(world)[None]).quantity()
    context = GLOBAL_PERIOD.context.format(
        warming=f"{value.value:.2f}", **_words(asked, value, outputs.get("trend_per_decade"))
    )
    return Found(outputs, context, _resolved(asked))


def _local_period(call: Call) -> Found:
    asked = period(call.arguments)
    place, warnings = places.resolve(str(call.arguments["place"]))
    local = local_fields.at(place)
    world = asked.local(place, asked.years)
    mean = world.mean(axis=0)[None]
    value = local_temperature(local, place.elevation, mean).quantity()
    warmed = local_change(local, mean - asked.local(place, asked.baseline).mean(axis=0)).quantity()
    outputs: dict[str, Value] = {"mean_temperature": value, "mean_local_warming": warmed}
    if len(world) > 1:
        trend = local_change(local, record.trend(world)[None]).quantity()
        outputs["local_trend_per_decade"] = trend
    context = LOCAL_PERIOD.context.format(
        place=place.title,
        temperature=f"{value.value:.2f}",
        warming=f"{warmed.value:.2f}",
        **_words(asked, value, outputs.get("local_trend_per_decade")),
    )
    resolved = {"place": place.value, **_resolved(asked)}
    return Found(outputs, context, resolved, tuple(warnings))


def _words(asked: Period, value: Quantity, trend: Value | None) -> dict[str, str]:
    slope = (
        f" It changes by {trend.value:+.2f}°C per decade." if isinstance(trend, Quantity) else ""
    )
    return {
        "changes": asked.asked.lead(),
        "first": str(asked.years[0]),
        "last": str(asked.years[-1]),
        "scenario": _under(asked.asked),
        "baseline": asked.label,
        "low": f"{value.low:.2f}",
        "high": f"{value.high:.2f}",
        "trend": slope,
    }


def _under(asked: Conditions) -> str:
    past = asked.scenario == scenarios.HISTORICAL
    return " (historical simulation)" if past else f" under the {asked.scenario} scenario"


def _resolved(asked: Period) -> dict[str, str]:
    return {
        "period": f"{label(asked.years)}, forced mean",
        "baseline": asked.label,
        "scenario": asked.asked.scenario,
        "emission changes": asked.asked.meaning(),
    }


# Thresholds.


def _above(call: Call) -> tuple[Conditions, Place | None, Floats]:
    """Return by how much years from 1850 on lie above a threshold: (years, drawn members).

    They end in 2100, without a scenario in 2014.
    """
    asked = conditions.read(call.arguments)
    threshold = float(str(call.arguments["threshold"]))
    past = asked.scenario == scenarios.HISTORICAL
    last = scenarios.LAST_HISTORICAL if past else scenarios.LAST_YEAR
    years = range(scenarios.FIRST_YEAR, last + 1)
    given = str(call.arguments.get("place") or "")
    if not given:
        world = trajectories.path(years, asked.scenario, asked.effective(), asked.since)
        return asked, None, world[:, 1:] - threshold
    place, _ = places.resolve(given)
    world = local_world(place, years, replace(asked, year=last))[0][:, 1:]
    return asked, place, local_course(place, world, call.seed)[0] - threshold


def _first(above: Floats) -> Floats:
    """Return the first year of members at or above 0; NaN for those that never are."""
    passed = above >= 0.0
    return np.where(passed.any(axis=0), scenarios.FIRST_YEAR + passed.argmax(axis=0), np.nan)


def _exceedance(call: Call) -> Found:
    asked, place, above = _above(call)
    until = above[: asked.year + 1 - scenarios.FIRST_YEAR]
    passed = 100.0 * float((until >= 0.0).any(axis=0).mean())
    single = _in_the_year(until[-1], asked.year, place)
    outputs: dict[str, Value] = {
        "probability_of_passing": _of_members(passed, above.shape[1]),
        "probability_in_the_year": Quantity(value=single, unit="percent"),
    }
    first = _first_year(_first(above))
    outputs |= {"first_year": first} if first else {}
    context = EXCEEDANCE.context.format(
        changes=asked.lead(),
        subject=threshold_searches.sentence(place.title if place else ""),
        threshold=f"{float(str(call.arguments['threshold'])):g}",
        year=asked.year,
        scenario=_under(asked),
        passed=f"{passed:.0f}",
        single=f"{single:.0f}",
    )
    resolved = {"scenario": asked.scenario, "emission changes": asked.meaning()}
    return Found(outputs, context, {**({"place": place.value} if place else {}), **resolved})


def _in_the_year(above: Floats, year: int, place: Place | None) -> float:
    """Return the probability, percent, that a year is at or above 0 by its members' forced ones."""
    deviation = variability.of_world(year)
    if place is not None:
        deviation = local_fields.of_single_year(place, year)
    chances = [NormalDist().cdf(float(one) / deviation) for one in above]
    return 100.0 * float(np.mean(chances))


def _of_members(percent: float, count: int) -> Quantity:
    """Return a share of members with the shares that it may stand for (Wilson, 90 %)."""
    score = NormalDist().inv_cdf(0.5 + 0.5 * ensemble.LEVEL) ** 2 / count
    middle = (percent + 50.0 * score) / (1.0 + score)
    half = np.sqrt(score * (percent * (100.0 - percent) + 2500.0 * score)) / (1.0 + score)
    low, high = middle - float(half), middle + float(half)
    return Quantity(value=percent, unit="percent", value_low=low, value_high=high)


def _first_year(years: Floats) -> Quantity | None:
    """Return the median of first years, and their range as far as members come to it."""
    ordered = np.sort(np.where(np.isnan(years), np.inf, years))
    low, middle, high = (float(np.quantile(ordered, q, method="lower")) for q in (0.05, 0.5, 0.95))
    if not np.isfinite(middle):
        return None
    end = high if np.isfinite(high) else None
    return Quantity(value=middle, low=low, high=end, level=ensemble.LEVEL)
