"""Runs of thresholds: when one is passed, how probably, and which change of emissions meets it."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from statistics import NormalDist

import numpy as np
from pydantic import JsonValue

from simulrag.simulators.climate import conditions, single_years, trajectories
from simulrag.simulators.climate.conditions import (
    FIRST_YEAR,
    HISTORICAL,
    LAST_HISTORICAL,
    LAST_YEAR,
    TITLES,
    Conditions,
)
from simulrag.simulators.climate.estimates import LEVEL, Draws, Finds, Found
from simulrag.simulators.climate.globe import Floats
from simulrag.simulators.climate.local_warming import (
    local_course,
    local_world,
    single_year_deviation,
)
from simulrag.simulators.climate.places import Place, resolve
from simulrag.simulators.climate.temperature_functions import (
    GLOBAL,
    GLOBAL_WARMING,
    LOCAL,
    TEMPERATURE,
)
from simulrag.simulators.climate.threshold_functions import (
    EXCEEDANCE,
    NEEDED,
    NOT_PASSED,
    THRESHOLD_YEAR,
)
from simulrag.simulators.interface import Call, Quantity, Simulator, Value
from simulrag.simulators.output_operations import Crossing, crossing, inverse, series

#: The years of the course that is searched.
YEARS = range(1950, LAST_YEAR + 1)


def threshold_year(simulator: Simulator, call: Call) -> Found:
    """Answer a call of `threshold_year`. Raises SimulatorError."""
    asked = conditions.read({**call.arguments, "year": LAST_YEAR})
    place, warnings = _place(call)
    found, highest = _passed(simulator, call)
    if found.time is not None and found.latest is None:
        warnings = (
            *warnings,
            "in more than 5 % of the ensemble the threshold is not passed for good by 2100, so "
            "that the 90 % range has no last year",
        )
    told = THRESHOLD_YEAR.context if found.time else NOT_PASSED
    context = told.format(
        changes=asked.lead(),
        subject=_subject(place),
        found=found,
        scenario=asked.scenario,
        latest=found.latest or "after 2100",
        highest=highest,
        early=f"; the 90% interval begins in {found.earliest}" if found.earliest else "",
    )
    resolved = {**_about(place), **asked.followed()}
    return Found(_year_of(found), context, resolved, trajectories.check(asked), warnings)


def needed_change(simulator: Simulator, call: Call) -> Found:
    """Answer a call of `needed_change`. Raises SimulatorError."""
    asked = conditions.read(call.arguments)
    place, warnings = _place(call)
    gas, searched = str(call.arguments["gas"]), _searched(call)
    output = _output(searched)
    value = inverse(simulator, searched, gas, output, _threshold(call))
    context = NEEDED.context.format(
        value=value,
        gas=TITLES[gas],
        threshold=_threshold(call),
        subject=_subject(place),
        year=asked.year,
        scenario=asked.scenario,
    )
    limits = [limit for limit in (-100.0, 100.0) if limit in (value.low, value.high)]
    if limits:
        ends = " and ".join(f"{limit:+g} %" for limit in limits)
        warnings = (*warnings, f"the interval is cut at {ends}, the largest change possible")
    resolved = {**_about(place), **asked.resolved()}
    return Found({"needed_change": value}, context, resolved, trajectories.check(asked), warnings)


def _place(call: Call) -> tuple[Place | None, tuple[str, ...]]:
    """Return the place of a call with warnings; None where the globe is meant."""
    given = str(call.arguments.get("place") or "")
    return resolve(given) if given else (None, ())


def _threshold(call: Call) -> float:
    return float(str(call.arguments["threshold"]))


def _subject(place: Place | None) -> str:
    """Name what a threshold is of."""
    return f"the annual mean temperature in {place.title}" if place else "global warming"


def _about(place: Place | None) -> dict[str, str]:
    """Return what a threshold is of, for `Run.resolved`."""
    return {**(place.resolved() if place else {}), "subject": _subject(place)}


def _searched(call: Call, **more: JsonValue) -> Call:
    """Return the call of `temperature`, or without place `global_temperature`, to be searched."""
    function = LOCAL if call.arguments.get("place") else GLOBAL
    kept = {name: value for name, value in call.arguments.items()
            if name not in ("threshold", "gas") and (name != "place" or value)}  # fmt: skip
    return call.model_copy(update={"function": function.name, "arguments": {**kept, **more}})


def _output(searched: Call) -> str:
    return TEMPERATURE.name if searched.function == LOCAL.name else GLOBAL_WARMING.name


def _passed(simulator: Simulator, call: Call) -> tuple[Crossing, str]:
    """Return from which year on the threshold stays passed, and how high its course goes."""
    years: list[JsonValue] = list(YEARS)
    searched = _searched(call, year=LAST_YEAR)
    course = series(simulator, searched, "year", years, _output(searched))
    top = max(range(len(years)), key=lambda i: course.values[i])
    return crossing(course, _threshold(call)), (
        f"the highest value is {course.values[top]:.2f} °C in {course.times[top]}, that of "
        f"{LAST_YEAR} {course.values[-1]:.2f} °C"
    )


def _year_of(found: Crossing) -> dict[str, Value]:
    """Return the year in which a threshold is passed; no value where that is later, or never."""
    if found.time is None:
        return {}
    low, high = (None if end is None else float(end) for end in (found.earliest, found.latest))
    return {"exceedance_year": Quantity(value=float(found.time), low=low, high=high, level=LEVEL)}


def threshold_samples(call: Call) -> dict[str, Floats]:
    """Return the first year from which each drawn member stays at a threshold; NaN for never."""
    asked = conditions.read({**call.arguments, "year": LAST_YEAR})
    given = str(call.arguments.get("place") or "")
    place = resolve(given, asked.points)[0] if given else None
    stays = _course(place, asked, YEARS, call.seed) >= _threshold(call)
    stays = np.logical_and.accumulate(stays[::-1], axis=0)[::-1]
    first = np.asarray(YEARS, dtype=np.float64)[stays.argmax(axis=0)]
    return {"exceedance_year": np.where(stays.any(axis=0), first, np.nan)}


def _course(place: Place | None, asked: Conditions, years: Sequence[int], seed: int) -> Floats:
    """Return what a threshold is of, °C: (years, drawn members)."""
    if place is None:
        return trajectories.world(asked, years)[:, 1:]
    return local_course(place, local_world(place, years, asked)[0][:, 1:], seed)[0]


def _above(call: Call) -> tuple[Conditions, Place | None, Floats]:
    """Return by how much years from 1850 on lie above a threshold: (years, drawn members).

    They end in 2100, without a scenario in 2014.
    """
    asked = conditions.read(call.arguments)
    last = LAST_HISTORICAL if asked.scenario == HISTORICAL else LAST_YEAR
    place, _ = _place(call)
    course = _course(place, replace(asked, year=last), range(FIRST_YEAR, last + 1), call.seed)
    return asked, place, course - _threshold(call)


def exceedance_samples(call: Call) -> dict[str, Floats]:
    """Return the first year of drawn members; probabilities are points."""
    return {"first_year": _first(_above(call)[2])}


def _first(above: Floats) -> Floats:
    """Return the first year of members at or above 0; NaN for those that never are."""
    passed = above >= 0.0
    return np.where(passed.any(axis=0), FIRST_YEAR + passed.argmax(axis=0), np.nan)


def exceedance(call: Call) -> Found:
    """Answer a call of `exceedance`. Raises SimulatorError."""
    asked, place, above = _above(call)
    until = above[: asked.year + 1 - FIRST_YEAR]
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
        subject=_subject(place),
        threshold=_threshold(call),
        year=asked.year,
        scenario=asked.under(),
        passed=passed,
        single=single,
    )
    resolved = {**({"place": place.value} if place else {}), **asked.followed()}
    return Found(outputs, context, resolved, trajectories.check(asked))


def _in_the_year(above: Floats, year: int, place: Place | None) -> float:
    """Return the probability, percent, that a year is at or above 0 by its members' forced ones."""
    deviation = single_years.of_world(year)
    if place is not None:
        deviation = single_year_deviation(place, year)
    chances = [NormalDist().cdf(float(one) / deviation) for one in above]
    return 100.0 * float(np.mean(chances))


def _of_members(percent: float, count: int) -> Quantity:
    """Return a share of members with the shares that it may stand for (Wilson, 90 %)."""
    score = NormalDist().inv_cdf(0.5 + 0.5 * LEVEL) ** 2 / count
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
    return Quantity(value=middle, low=low, high=end, level=LEVEL)


SAMPLES: dict[str, Draws] = {
    THRESHOLD_YEAR.name: threshold_samples,
    EXCEEDANCE.name: exceedance_samples,
}
RUNS: dict[str, Finds] = {EXCEEDANCE.name: exceedance}
#: What runs a simulator to search.
SEARCHES: dict[str, Callable[[Simulator, Call], Found]] = {
    THRESHOLD_YEAR.name: threshold_year,
    NEEDED.name: needed_change,
}
