"""Runs of local precipitation: its mean, and its change with global warming.

Precipitation is the models' mean of 1961-1990 times one plus a share per degree of global warming
since then. Its interval is that of the members' warming, of models' shares and of their means.
"""

import numpy as np

from simulrag.simulators.capabilities import of_single_year
from simulrag.simulators.climate import conditions, local_warming, single_years, trajectories
from simulrag.simulators.climate.conditions import Conditions
from simulrag.simulators.climate.estimates import ENDS, LEVEL, Draws, Finds, Found
from simulrag.simulators.climate.globe import Floats, cell
from simulrag.simulators.climate.local_warming import deviations, has_been, local_world
from simulrag.simulators.climate.places import Place, of_call
from simulrag.simulators.climate.precipitation_functions import RAIN, RECENT
from simulrag.simulators.climate.stored_fields import PARTS, days_of
from simulrag.simulators.interface import Call, Quantity

#: Years whose mean the stored precipitation is.
REFERENCE = (1961, 1990)
#: Keeps deviations of precipitation apart from those of temperature.
STREAM = 1


def precipitation(call: Call) -> Found:
    """Answer a call of `precipitation`. Raises SimulatorError."""
    asked = conditions.read(call.arguments)
    place, part, warnings = of_call(call, asked.points)
    found = {name: _quantity(values, RAIN.output(name).unit)
             for name, values in _members(asked, place, part, call.seed).items()}  # fmt: skip
    total, change = found["precipitation"], found["precipitation_change"]
    effect = found["change_from_baseline"].value
    context = RAIN.context.format(
        changes=asked.lead(),
        place=place.title,
        part=local_warming.lead(part),
        period=asked.period(),
        total=total,
        change=change,
        effect=f" The emission changes alter it by {effect:+.1f}%." if asked.any_change() else "",
    )
    resolved = {
        "place": place.value,
        "year": str(asked.year),
        "season": part,
        **asked.resolved(),
        "period": "mean, forced change without the weather of single years",
    }
    return Found({**found}, context, resolved, trajectories.check(asked), warnings)


def samples(call: Call) -> dict[str, Floats]:
    """Return the outputs of `precipitation` by drawn member, and those of single years."""
    asked = conditions.read(call.arguments)
    place, part, _ = of_call(call, asked.points)
    made = {name: values[1:] for name, values in _members(asked, place, part, call.seed).items()}
    year = range(asked.year, asked.year + 1)
    if not has_been(asked, year):
        return made
    total, change = made["precipitation"], made["precipitation_change_mm"]
    own = total * _single(place, part, year, call.seed, len(total))
    single = {
        "precipitation": own,
        "precipitation_change": 100.0 * _relative(own, total - change),
        "precipitation_change_mm": own - (total - change),
    }
    return made | {of_single_year(name): values for name, values in single.items()}


def _single(place: Place, part: str, year: range, seed: int, count: int) -> Floats:
    """Return a single year as shares of its forced precipitation, by member: log-normal."""
    wide = float(np.sqrt(np.log1p(place.rain(part).rain_variability ** 2)))
    of = *cell(place.latitude, place.longitude), PARTS.index(part), STREAM
    drawn = single_years.of_place_drawn(year, seed, count, *of)[0]
    return np.exp(wide * drawn - wide**2 / 2.0)


def _quantity(members: Floats, unit: str) -> Quantity:
    low, high = np.quantile(members[1:], ENDS)
    centre = float(members[0])
    return Quantity(
        value=centre,
        unit=unit,
        low=min(float(low), centre),
        high=max(float(high), centre),
        level=LEVEL,
    )


def _members(asked: Conditions, place: Place, part: str, seed: int) -> dict[str, Floats]:
    """Return the outputs, the central member first: (members,) each."""
    world, effect = local_world(place, [asked.year], asked)
    fields = place.rain(part)
    drawn = deviations(seed, world.shape[1] - 1, *cell(place.latitude, place.longitude), STREAM)
    shift, stretch = np.pad(drawn, ((0, 0), (1, 0)))  # 0 for the central member
    now = world[0] - trajectories.period(*REFERENCE)
    share = fields.response + fields.response_spread * stretch
    mean = float(np.exp(fields.log_precipitation)) * days_of(part)
    mean = mean * np.exp(fields.log_precipitation_spread * shift)
    then = trajectories.period(*RECENT) - trajectories.period(*REFERENCE)
    total, before, without = (
        mean * np.maximum(0.0, 1.0 + share * warming) for warming in (now, then, now - effect[0])
    )
    return {
        "precipitation": total,
        "precipitation_change": 100.0 * _relative(total, before),
        "precipitation_change_mm": total - before,
        "change_from_baseline": 100.0 * _relative(total, without),
    }


def _relative(new: Floats, old: Floats) -> Floats:
    return np.divide(new - old, old, out=np.zeros_like(new), where=old > 0.0)


RUNS: dict[str, Finds] = {RAIN.name: precipitation}
SAMPLES: dict[str, Draws] = {RAIN.name: samples}
