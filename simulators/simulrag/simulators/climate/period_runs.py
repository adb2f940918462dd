"""Runs of periods of years: their means and trends, globally and at places."""

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import JsonValue

from simulrag.simulators.capabilities import of_single_year
from simulrag.simulators.climate import conditions, places, single_years, trajectories
from simulrag.simulators.climate.conditions import Conditions, between, label
from simulrag.simulators.climate.estimates import Draws, Finds, Found, estimate
from simulrag.simulators.climate.globe import Floats
from simulrag.simulators.climate.local_warming import (
    has_been,
    local_apart,
    local_change,
    local_course,
    local_temperature,
    local_world,
)
from simulrag.simulators.climate.period_functions import GLOBAL_PERIOD, LOCAL_PERIOD
from simulrag.simulators.errors import OutOfRange
from simulrag.simulators.interface import Call, Quantity, Value

Arguments = Mapping[str, JsonValue]


@dataclass(frozen=True)
class Period:
    """Years with what they are compared with, and the conditions of the last of all."""

    years: range
    baseline: range
    asked: Conditions


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


def _by_member(yearly: Floats, mean: str, trend: str) -> dict[str, Floats]:
    made = {mean: yearly.mean(axis=0)}
    return made | {f"{trend}_per_decade": single_years.trend(yearly)} if len(yearly) > 1 else made


def global_samples(call: Call) -> dict[str, Floats]:
    """Return the outputs of `global_period` by drawn member."""
    asked = period(call.arguments)
    years, since = (
        trajectories.world(asked.asked, one)[:, 1:] for one in (asked.years, asked.baseline)
    )
    names = "mean_warming", "trend"
    forced = _by_member(years - since.mean(axis=0), *names)
    if not has_been(asked.asked, asked.years, asked.baseline):
        return forced
    own, others = (single_years.of_world_drawn(one, call.seed, years.shape[1])
                   for one in (asked.years, asked.baseline))  # fmt: skip
    single = _by_member(years + own - (since + others).mean(axis=0), *names)
    return forced | {of_single_year(name): values for name, values in single.items()}


def local_samples(call: Call) -> dict[str, Floats]:
    """Return the outputs of `period_temperature` by drawn member."""
    asked = period(call.arguments)
    place, _ = places.resolve(str(call.arguments["place"]))
    years, since = (local_world(place, one, asked.asked)[0][:, 1:]
                    for one in (asked.years, asked.baseline))  # fmt: skip
    temperature, pattern = local_course(place, years, call.seed)
    warmed = pattern * years - pattern * since.mean(axis=0)
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


def global_period(call: Call) -> Found:
    """Answer a call of `global_period`. Raises SimulatorError."""
    asked = period(call.arguments)
    world = trajectories.world(asked.asked, asked.years)
    mean = world.mean(axis=0) - trajectories.world(asked.asked, asked.baseline).mean(axis=0)
    value = estimate(mean[None]).quantity()
    outputs: dict[str, Value] = {"mean_warming": value}
    if len(world) > 1:
        outputs["trend_per_decade"] = estimate(single_years.trend(world)[None]).quantity()
    context = GLOBAL_PERIOD.context.format(
        warming=value, **_words(asked, outputs.get("trend_per_decade"))
    )
    return Found(outputs, context, _resolved(asked), trajectories.check(asked.asked))


def local_period(call: Call) -> Found:
    """Answer a call of `period_temperature`. Raises SimulatorError."""
    asked = period(call.arguments)
    place, warnings = places.resolve(str(call.arguments["place"]))
    local = place.fields()
    world, since = (local_world(place, one, asked.asked)[0]
                    for one in (asked.years, asked.baseline))  # fmt: skip
    mean = world.mean(axis=0)[None]
    value = local_temperature(local, place.elevation, mean).quantity()
    warmed = local_change(local, mean - since.mean(axis=0)).quantity()
    outputs: dict[str, Value] = {"mean_temperature": value, "mean_local_warming": warmed}
    if len(world) > 1:
        trend = local_change(local, single_years.trend(world)[None]).quantity()
        outputs["local_trend_per_decade"] = trend
    context = LOCAL_PERIOD.context.format(
        place=place.title,
        value=value,
        warming=warmed,
        **_words(asked, outputs.get("local_trend_per_decade")),
    )
    resolved = {"place": place.value, **_resolved(asked)}
    return Found(outputs, context, resolved, trajectories.check(asked.asked), warnings)


def _words(asked: Period, trend: Value | None) -> dict[str, str]:
    slope = trend.value if isinstance(trend, Quantity) else None
    return {
        "changes": asked.asked.lead(),
        "first": str(asked.years[0]),
        "last": str(asked.years[-1]),
        "scenario": asked.asked.under(),
        "baseline": label(asked.baseline),
        "trend": "" if slope is None else f" It changes by {slope:+.2f}°C per decade.",
    }


def _resolved(asked: Period) -> dict[str, str]:
    return {
        "period": f"{label(asked.years)}, forced mean",
        "baseline": label(asked.baseline),
        **asked.asked.followed(),
    }


RUNS: dict[str, Finds] = {GLOBAL_PERIOD.name: global_period, LOCAL_PERIOD.name: local_period}
SAMPLES: dict[str, Draws] = {GLOBAL_PERIOD.name: global_samples, LOCAL_PERIOD.name: local_samples}
