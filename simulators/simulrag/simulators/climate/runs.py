"""Runs the climate simulator: by function its run, its members and what refuses it.

Temperature of single years, locally and globally, is worked out here.
"""

import platform
from collections.abc import Sequence
from functools import partial
from itertools import pairwise

import numpy as np
from pydantic import JsonValue

from simulrag.simulators.arguments import check_value
from simulrag.simulators.capabilities import GlobeField
from simulrag.simulators.climate import (
    conditions,
    local_warming,
    many_places,
    observed_runs,
    period_runs,
    places,
    precipitation_runs,
    single_years,
    threshold_runs,
    trajectories,
)
from simulrag.simulators.climate.conditions import AEROSOLS, FIRST_YEAR, LAST_HISTORICAL, Conditions
from simulrag.simulators.climate.estimates import DEVIATIONS, Draws, Finds, Found, estimate
from simulrag.simulators.climate.globe import is_land
from simulrag.simulators.climate.local_warming import local_change, local_temperature, local_world
from simulrag.simulators.climate.observed_functions import GLOBAL_RECORD
from simulrag.simulators.climate.places import Place
from simulrag.simulators.climate.temperature_functions import (
    GLOBAL,
    GLOBAL_WARMING,
    LAND_OR_SEA,
    LOCAL,
    TEMPERATURE,
)
from simulrag.simulators.climate.threshold_functions import THRESHOLD_YEAR
from simulrag.simulators.errors import UnknownName
from simulrag.simulators.interface import (
    Call,
    Candidate,
    Check,
    Label,
    Quantity,
    Run,
    Series,
    Simulator,
)

#: Years from one value of a series to the next.
SERIES_STEP = 5
#: Effects below this, in °C, cannot be told from none.
DETECTION_FLOOR = 0.005
#: Candidates that `find` returns at most.
MOST_CANDIDATES = 10


class ClimateRuns:
    """Runs calls of one version of the climate simulator."""

    def __init__(self, simulator: Simulator) -> None:
        self._simulator = simulator
        self._finds: dict[str, Finds] = {
            LOCAL.name: _temperature,
            GLOBAL.name: _global_temperature,
            LAND_OR_SEA.name: _land_or_sea,
            **{name: partial(find, simulator) for name, find in threshold_runs.SEARCHES.items()},
            **threshold_runs.RUNS,
            **precipitation_runs.RUNS,
            **period_runs.RUNS,
            **observed_runs.RUNS,
        }

    def run(self, call: Call) -> Run:
        """Run a call whose arguments have passed `arguments.validate`.

        Raises UnknownName, MissingCondition, OutOfRange or RunFailed. The series run from 1850
        to the year asked for, every fifth year.
        """
        if call.function not in self._finds:
            names = tuple(function.name for function in self._simulator.functions)
            raise UnknownName(
                f"function {call.function!r} of climate is unknown; "
                f"choose one of {', '.join(names)}",
                parameter="function",
                given=call.function,
                candidates=names,
            )
        found = self._finds[call.function](call)
        observed = call.function in observed_runs.RUNS
        return Run(
            id=call.run_id(self._simulator.version),
            call=call,
            version=self._simulator.version,
            build=f"numpy {np.__version__}, {platform.machine()}",
            outputs=found.outputs,
            series=found.series,
            context=found.context,
            resolved=found.resolved,
            warnings=found.warnings,
            check=found.check,
            source="observed" if observed else "simulated",
        )

    def refuse(self, call: Call) -> None:
        """Raise UnknownName, MissingCondition or OutOfRange where `run` would."""
        points: tuple[tuple[float, float], ...] = ()
        if call.function in period_runs.RUNS:
            period_runs.period(call.arguments)
        elif call.function == GLOBAL_RECORD.name:
            observed_runs.recorded_years(call)
        elif "year" in call.arguments:
            points = conditions.read(call.arguments).points
        if place := call.arguments.get("place"):
            places.resolve(str(place), points)

    def find(self, parameter: str, text: str) -> tuple[Candidate, ...]:
        """Return what `text` may mean as a place, the likeliest first."""
        if parameter != "place":
            return ()
        found = places.find(text)[:MOST_CANDIDATES]
        return tuple(
            Candidate(
                name=place.title.split(",")[0],
                title=place.value,
                value=place.value,
                sure=place is found[0] and places.dominant(found),
            )
            for place in found
        )

    def samples(self, call: Call) -> dict[str, Sequence[float]]:
        """Return the equally likely values behind each output (see `Sampled`)."""
        whole = call.function != THRESHOLD_YEAR.name or call.arguments.get("since") != "year"
        if call.function not in _SAMPLES or not whole:
            raise UnknownName(
                f"function {call.function!r} of climate has no samples; temperature, "
                "precipitation, global_temperature and threshold_year have",
                parameter="function",
                given=call.function,
            )
        return {name: values.tolist() for name, values in _SAMPLES[call.function](call).items()}

    def sweep(
        self, call: Call, parameter: str, values: Sequence[JsonValue], output: str
    ) -> Series | None:
        """Return temperature or global warming of increasing years (see `Swept`)."""
        years = [int(str(value)) for value in values] if parameter == "year" else []
        local = (call.function, output) == (LOCAL.name, TEMPERATURE.name)
        known = local or (call.function, output) == (GLOBAL.name, GLOBAL_WARMING.name)
        rising = all(a < b for a, b in pairwise(years))
        if not known or not years or not rising or call.arguments.get("since") == "year":
            return None
        for year in (years[0], years[-1]):
            check_value(LOCAL.parameter("year"), year)
        scenario = call.arguments.get("scenario")
        past = years[-1] <= LAST_HISTORICAL
        if not scenario and not past:
            return None
        asked = conditions.read(
            {**call.arguments, "year": years[-1], "scenario": None if past else scenario}
        )
        if not local:
            return estimate(trajectories.world(asked, years)).series(years)
        place, part, _ = places.of_call(call, asked.points)
        world, _ = local_world(place, years, asked)
        return local_temperature(place.fields(part), place.elevation, world).series(years)

    def globe_fields(self, call: Call) -> tuple[GlobeField, ...]:
        """Return the map of local warming for a call of `global_temperature`."""
        if call.function != GLOBAL.name:
            return ()
        return (many_places.warming(conditions.read(call.arguments)),)


def _years(asked: Conditions) -> list[int]:
    return [*range(FIRST_YEAR, asked.year, SERIES_STEP), asked.year]


def _temperature(call: Call) -> Found:
    asked = conditions.read(call.arguments)
    place, part, warnings = places.of_call(call, asked.points)
    local, years = place.fields(part), _years(asked)
    world, effect = local_world(place, years, asked)
    course = local_temperature(local, place.elevation, world)
    value, change = course.quantity(), local_change(local, effect).quantity()
    return Found(
        {
            "temperature": value,
            "change_from_baseline": change,
            "warming_since_preindustrial": local_change(local, world).quantity(),
        },
        LOCAL.context.format(
            place=place.title,
            part=local_warming.lead(part),
            single=_single_year_there(asked, place, part),
            **_words(asked, value, change, "the temperature there"),
        ),
        {**place.resolved(), **asked.resolved(), "season": part},
        trajectories.check(asked),
        (*warnings, *_floor_warning(asked, change)),
        {"temperature": course.series(years)},
    )


def _global_temperature(call: Call) -> Found:
    asked = conditions.read(call.arguments)
    years = _years(asked)
    world = trajectories.world(asked, years)
    course = estimate(world)
    value = course.quantity()
    change = estimate(trajectories.effect(asked, world)).quantity()
    return Found(
        {"global_warming": value, "global_change_from_baseline": change},
        GLOBAL.context.format(
            single=_single_year(asked),
            **_words(asked, value, change, "the global mean temperature"),
        ),
        asked.resolved(),
        trajectories.check(asked),
        _floor_warning(asked, change),
        {"global_warming": course.series(years)},
    )


def _land_or_sea(call: Call) -> Found:
    place, warnings = places.resolve_point(str(call.arguments["place"]))
    surface = "land" if place.listed or is_land(place.latitude, place.longitude) else "sea"
    return Found(
        {"surface": Label(value=surface)},
        LAND_OR_SEA.context.format(place=place.title, surface=surface),
        place.resolved(),
        Check(tested="no second land mask at hand", verdict="not_evaluated"),
        warnings,
    )


#: Function -> its outputs by drawn member.
_SAMPLES: dict[str, Draws] = {
    LOCAL.name: local_warming.local_samples,
    GLOBAL.name: local_warming.world_samples,
    **threshold_runs.SAMPLES,
    **precipitation_runs.SAMPLES,
    **period_runs.SAMPLES,
    **observed_runs.SAMPLES,
}


def _words(
    asked: Conditions, value: Quantity, effect: Quantity, subject: str
) -> dict[str, str | Quantity]:
    """Return what both temperature sentences are filled with."""
    changed = f" The emission changes alter {subject} by {effect.value:+.2f}°C."
    return {
        "changes": asked.lead(),
        "period": asked.period(),
        "value": value,
        "effect": changed if asked.any_change() else "",
    }


def _single_year(asked: Conditions) -> str:
    """Return what the year itself was by the record, beside what is forced of it."""
    if asked.any_change() or not single_years.is_recorded(asked.year):
        return ""
    measured = float(single_years.recorded_warming(range(asked.year, asked.year + 1))[0])
    return f" That is what is forced; the year itself was {measured:.2f}°C above by HadCRUT5."


def _single_year_there(asked: Conditions, place: Place, part: str) -> str:
    """Return how far a year that has been may lie from what is forced of it."""
    if asked.any_change() or not single_years.is_recorded(asked.year):
        return ""
    apart = DEVIATIONS * local_warming.single_year_deviation(place, asked.year, part)
    return f" That is what is forced; nine in ten single years lie within {apart:.1f}°C of it."


def _floor_warning(asked: Conditions, effect: Quantity) -> tuple[str, ...]:
    if not asked.any_change(*AEROSOLS) or abs(effect.value) >= DETECTION_FLOOR:
        return ()
    where = f" in {len(asked.points)} cell(s)" if asked.points else ""
    return (
        f"the effect of these SO2 and BC changes{where}, {effect.value:.1e} °C, is below "
        f"{DETECTION_FLOOR} °C: less than the model can tell from none",
    )
