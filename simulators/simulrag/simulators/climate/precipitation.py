"""Runs of local precipitation: its mean, and its change with global warming.

Precipitation is the models' mean of 1961-1990 times one plus a share per degree of global warming
since then. Its interval is that of the members' warming, of models' shares and of their means.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from pydantic import JsonValue

from simulrag.simulators.capabilities import of_single_year
from simulrag.simulators.climate import (
    conditions,
    ensemble,
    local_fields,
    seasons,
    trajectories,
    variability,
)
from simulrag.simulators.climate.conditions import Conditions
from simulrag.simulators.climate.emission_share import cell
from simulrag.simulators.climate.observed_runs import Found
from simulrag.simulators.climate.places import Place, resolve
from simulrag.simulators.climate.precipitation_functions import BASELINE, RAIN
from simulrag.simulators.climate.samples import deviations, has_been, local_world
from simulrag.simulators.climate.scenarios import Floats
from simulrag.simulators.climate.seasons import Part
from simulrag.simulators.interface import Call, Quantity, Value

#: Years whose mean the stored precipitation is.
REFERENCE = (1961, 1990)
#: Keeps deviations of precipitation apart from those of temperature.
STREAM = 1


@dataclass(frozen=True)
class _Asked:
    """A call, resolved."""

    conditions: Conditions
    place: Place
    part: str
    warnings: tuple[str, ...]


def _read(arguments: Mapping[str, JsonValue]) -> _Asked:
    asked = conditions.read(arguments)
    place, warnings = resolve(str(arguments["place"]), asked.points)
    part = local_fields.part_of(place, arguments.get("season"))
    return _Asked(asked, place, part, tuple(warnings))


def find(call: Call) -> Found:
    """Answer a call of `precipitation`. Raises SimulatorError."""
    asked = _read(call.arguments)
    drawn = _members(asked, call.seed)
    outputs: dict[str, Value] = {
        name: _quantity(values, RAIN.output(name).unit) for name, values in drawn.items()
    }
    total, change = _shown(outputs["precipitation"]), _shown(outputs["precipitation_change"])
    effect = _shown(outputs["change_from_baseline"]).value
    changed = asked.conditions.any_change()
    context = RAIN.context.format(
        changes=asked.conditions.lead(),
        place=asked.place.title,
        part=local_fields.lead(asked.part),
        period=asked.conditions.period(),
        precipitation=f"{total.value:.0f}",
        low=f"{total.low:.0f}",
        high=f"{total.high:.0f}",
        change=f"{change.value:+.1f}",
        change_low=f"{change.low:+.1f}",
        change_high=f"{change.high:+.1f}",
        effect=f" The emission changes alter it by {effect:+.1f}%." if changed else "",
    )
    resolved = {
        "place": asked.place.value,
        "year": str(asked.conditions.year),
        "season": asked.part,
        "scenario": asked.conditions.scenario,
        "emission changes": asked.conditions.meaning(),
        "period": "mean, forced change without the weather of single years",
    }
    return Found(outputs, context, resolved, asked.warnings)


def samples(call: Call) -> dict[str, Floats]:
    """Return the outputs of `precipitation` by drawn member, and those of single years."""
    asked = _read(call.arguments)
    made = {name: values[1:] for name, values in _members(asked, call.seed).items()}
    if not has_been(asked.conditions, range(asked.conditions.year, asked.conditions.year + 1)):
        return made
    total, change = made["precipitation"], made["precipitation_change_mm"]
    year = total * _single(asked, call.seed, len(total))
    single = {
        "precipitation": year,
        "precipitation_change": 100.0 * _relative(year, total - change),
        "precipitation_change_mm": year - (total - change),
    }
    return made | {of_single_year(name): values for name, values in single.items()}


def _single(asked: _Asked, seed: int, count: int) -> Floats:
    """Return single years as shares of their forced precipitation, by member: log-normal."""
    place, part = asked.place, asked.part
    apart = local_fields.rain(place, part).rain_variability
    wide = float(np.sqrt(np.log1p(apart**2)))
    of = *cell(place.latitude, place.longitude), seasons.PARTS.index(part), STREAM
    year = range(asked.conditions.year, asked.conditions.year + 1)
    return np.exp(wide * variability.drawn(year, seed, count, *of)[0] - wide**2 / 2.0)


def _shown(value: Value) -> Quantity:
    if not isinstance(value, Quantity):
        raise TypeError(f"{value} is no number")
    return value


def _quantity(members: Floats, unit: str) -> Quantity:
    low, high = np.quantile(members[1:], ensemble.ENDS)
    centre = float(members[0])
    return Quantity(
        value=centre,
        unit=unit,
        low=min(float(low), centre),
        high=max(float(high), centre),
        level=ensemble.LEVEL,
    )


def _members(asked: _Asked, seed: int) -> dict[str, Floats]:
    """Return the outputs, the central member first: (members,) each."""
    world, effect = local_world(asked.place, [asked.conditions.year], asked.conditions)
    fields = local_fields.rain(asked.place, asked.part)
    of = *cell(asked.place.latitude, asked.place.longitude), STREAM
    drawn = deviations(seed, world.shape[1] - 1, *of)
    shift, stretch = np.pad(drawn, ((0, 0), (1, 0)))  # 0 for the central member
    now = world[0] - trajectories.period(*REFERENCE)
    share = fields.response + fields.response_spread * stretch
    mean = _mean(fields, asked.part) * np.exp(fields.log_precipitation_spread * shift)
    then = trajectories.period(*BASELINE) - trajectories.period(*REFERENCE)
    total, before, without = (
        mean * np.maximum(0.0, 1.0 + share * warming) for warming in (now, then, now - effect[0])
    )
    return {
        "precipitation": total,
        "precipitation_change": 100.0 * _relative(total, before),
        "precipitation_change_mm": total - before,
        "change_from_baseline": 100.0 * _relative(total, without),
    }


def _mean(fields: Part, part: str) -> float:
    return float(np.exp(fields.log_precipitation)) * seasons.length(part)


def _relative(new: Floats, old: Floats) -> Floats:
    return np.divide(new - old, old, out=np.zeros_like(new), where=old > 0.0)
