"""Runs the climate simulator: temperature by place, year, scenario and emission change."""

import platform
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from pydantic import JsonValue

from simulrag.simulators.arguments import check_value
from simulrag.simulators.capabilities import GlobeField
from simulrag.simulators.climate import (
    conditions,
    ensemble,
    local_fields,
    maps,
    observed_runs,
    period_runs,
    places,
    precipitation,
    record,
    scenarios,
    terrain,
    threshold_searches,
)
from simulrag.simulators.climate import trajectories as global_mean
from simulrag.simulators.climate.conditions import AEROSOLS, TITLES, Conditions
from simulrag.simulators.climate.estimates import (
    DEVIATIONS,
    estimate,
    local_change,
    local_temperature,
)
from simulrag.simulators.climate.functions import (
    GLOBAL,
    LAND_OR_SEA,
    LOCAL,
    NEEDED,
    NOT_PASSED,
    THRESHOLD_YEAR,
)
from simulrag.simulators.climate.observed_functions import GLOBAL_RECORD, OBSERVED
from simulrag.simulators.climate.period_functions import FUNCTIONS as PERIODS
from simulrag.simulators.climate.places import Place
from simulrag.simulators.climate.samples import (
    local_samples,
    local_world,
    threshold_samples,
    world_samples,
)
from simulrag.simulators.climate.scenarios import Floats
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
    Value,
)

#: Years from one value of a series to the next.
SERIES_STEP = 5
#: Effects below this, in °C, cannot be told from none.
DETECTION_FLOOR = 0.005
#: Largest difference from the trajectory stored at training that other processors may give, K.
TOLERANCE = 1e-6
#: Candidates that `find` returns at most.
MOST_CANDIDATES = 10


class ClimateRuns:
    """Runs calls of one version of the climate simulator."""

    def __init__(self, simulator: Simulator) -> None:
        self.simulator = simulator
        self.version = simulator.version

    def run(self, call: Call) -> Run:
        """Run a call whose arguments have passed `arguments.validate`.

        Raises UnknownName, MissingCondition, OutOfRange or RunFailed. The series run from 1850
        to the year asked for, every fifth year.
        """
        match call.function:
            case "temperature":
                return self._temperature(call)
            case "global_temperature":
                return self._global_temperature(call)
            case "precipitation":
                return self._precipitation(call)
            case "land_or_sea":
                return self._land_or_sea(call)
            case name if name in {function.name for function in OBSERVED}:
                return self._observed(call)
            case name if name in {function.name for function in PERIODS}:
                return self._of_period(call)
            case "threshold_year":
                return self._threshold_year(call)
            case "needed_change":
                return self._needed_change(call)
            case _:
                names = tuple(function.name for function in self.simulator.functions)
                raise UnknownName(
                    f"function {call.function!r} of climate is unknown; "
                    f"choose one of {', '.join(names)}",
                    parameter="function",
                    given=call.function,
                    candidates=names,
                )

    def refuse(self, call: Call) -> None:
        """Raise UnknownName, MissingCondition or OutOfRange where `run` would."""
        points: tuple[tuple[float, float], ...] = ()
        if call.function in {function.name for function in PERIODS}:
            period_runs.conditions_of(call)
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
        others = max((place.population for place in found[1:]), default=0)
        return tuple(
            Candidate(
                name=place.title.split(",")[0],
                title=place.value,
                value=place.value,
                sure=place.population > places.DOMINANT * others,
            )
            for place in found
        )

    def _temperature(self, call: Call) -> Run:
        asked = conditions.read(call.arguments)
        place, warnings = places.resolve(str(call.arguments["place"]), asked.points)
        part = local_fields.part_of(place, call.arguments.get("season"))
        local = local_fields.at(place, part)
        years = _years(asked)
        world, effect = local_world(place, years, asked)
        course = local_temperature(local, place.elevation, world)
        value, change = course.quantity(), local_change(local, effect).quantity()
        return self._run(
            call,
            {
                "temperature": value,
                "change_from_baseline": change,
                "warming_since_preindustrial": local_change(local, world).quantity(),
            },
            LOCAL.context.format(
                place=place.title,
                part=local_fields.lead(part),
                single=_single_year_there(asked, place, part),
                temperature=f"{value.value:.2f}",
                **_words(asked, value, change, "the temperature there"),
            ),
            {**_place_words(place), **_condition_words(asked), "season": part},
            (*warnings, *_floor_warning(asked, change)),
            _check(asked),
            {"temperature": course.series(years)},
        )

    def _global_temperature(self, call: Call) -> Run:
        asked = conditions.read(call.arguments)
        years, world, effect = _global_members(asked)
        course = estimate(world)
        value, change = course.quantity(), estimate(effect).quantity()
        return self._run(
            call,
            {"global_warming": value, "global_change_from_baseline": change},
            GLOBAL.context.format(
                single=_single_year(asked),
                global_warming=f"{value.value:.2f}",
                **_words(asked, value, change, "the global mean temperature"),
            ),
            _condition_words(asked),
            _floor_warning(asked, change),
            _check(asked),
            {"global_warming": course.series(years)},
        )

    def samples(self, call: Call) -> dict[str, Sequence[float]]:
        """Return the equally likely values behind each output (see `Sampled`)."""
        if call.function in {function.name for function in PERIODS}:
            return {name: values.tolist() for name, values in period_runs.samples(call).items()}
        if call.function == "threshold_year" and call.arguments.get("since") != "year":
            drawn = self._threshold_samples(call)
            return {name: values.tolist() for name, values in drawn.items()}
        if call.function == "precipitation":
            drawn = precipitation.samples(call)
            return {name: values.tolist() for name, values in drawn.items()}
        if call.function == GLOBAL_RECORD.name:
            drawn = observed_runs.samples(call)
            return {name: values.tolist() for name, values in drawn.items()}
        if call.function not in ("temperature", "global_temperature"):
            raise UnknownName(
                f"function {call.function!r} of climate has no samples; temperature, "
                "precipitation, global_temperature and threshold_year have",
                parameter="function",
                given=call.function,
            )
        asked = conditions.read(call.arguments)
        if call.function == "temperature":
            place, _ = places.resolve(str(call.arguments["place"]), asked.points)
            part = local_fields.part_of(place, call.arguments.get("season"))
            drawn = local_samples(place, asked, call.seed, part)
        else:
            drawn = world_samples(asked, call.seed)
        return {name: values.tolist() for name, values in drawn.items()}

    def _threshold_samples(self, call: Call) -> dict[str, Floats]:
        asked = conditions.read({**call.arguments, "year": scenarios.LAST_YEAR})
        given = str(call.arguments.get("place") or "")
        place = places.resolve(given, asked.points)[0] if given else None
        threshold = float(str(call.arguments["threshold"]))
        return threshold_samples(place, asked, threshold_searches.YEARS, threshold, call.seed)

    def sweep(
        self, call: Call, parameter: str, values: Sequence[JsonValue], output: str
    ) -> Series | None:
        """Return temperature or global warming of increasing years (see `Swept`)."""
        years = [int(str(value)) for value in values] if parameter == "year" else []
        local = (call.function, output) == ("temperature", "temperature")
        known = local or (call.function, output) == ("global_temperature", "global_warming")
        rising = all(a < b for a, b in pairwise(years))
        if not known or not years or not rising or call.arguments.get("since") == "year":
            return None
        for year in (years[0], years[-1]):
            check_value(LOCAL.parameter("year"), year)
        scenario = call.arguments.get("scenario")
        if not scenario and years[-1] > scenarios.LAST_HISTORICAL:
            return None
        past = years[-1] <= scenarios.LAST_HISTORICAL
        asked = conditions.read(
            {**call.arguments, "year": years[-1], "scenario": None if past else scenario}
        )
        if not local:
            world = global_mean.path(years, asked.scenario, asked.effective(), asked.since)
            return estimate(world).series(years)
        place, _ = places.resolve(str(call.arguments["place"]), asked.points)
        world, _ = local_world(place, years, asked)
        part = local_fields.part_of(place, call.arguments.get("season"))
        fields = local_fields.at(place, part)
        return local_temperature(fields, place.elevation, world).series(years)

    def globe_fields(self, call: Call) -> tuple[GlobeField, ...]:
        """Return the map of local warming for a call of `global_temperature`."""
        if call.function != "global_temperature":
            return ()
        return (maps.warming(conditions.read(call.arguments)),)

    def _threshold_year(self, call: Call) -> Run:
        asked = conditions.read({**call.arguments, "year": scenarios.LAST_YEAR})
        name, place, warnings = self._where(call)
        found, highest = threshold_searches.passed(self.simulator, call)
        if found.time is not None and found.latest is None:
            warnings = (
                *warnings,
                "in more than 5 % of the ensemble the threshold is not passed for good by 2100, so "
                "that the 90 % range has no last year",
            )
        told = THRESHOLD_YEAR.context if found.time else NOT_PASSED
        context = told.format(
            changes=asked.lead(),
            subject=threshold_searches.sentence(name),
            threshold=f"{found.threshold:g}",
            year=found.time,
            scenario=asked.scenario,
            low=found.earliest,
            high=found.latest or "after 2100",
            highest=highest,
            early=f"; the 90% interval begins in {found.earliest}" if found.earliest else "",
        )
        outputs: dict[str, Value] = {**threshold_searches.year_of(found)}
        resolved = {
            **place,
            "subject": threshold_searches.sentence(name),
            "scenario": asked.scenario,
            "emission changes": asked.meaning(),
        }
        return self._run(call, outputs, context, resolved, warnings, _check(asked))

    def _needed_change(self, call: Call) -> Run:
        asked = conditions.read(call.arguments)
        name, place, warnings = self._where(call)
        value = threshold_searches.needed(self.simulator, call)
        gas = str(call.arguments["gas"])
        context = NEEDED.context.format(
            value=f"{value.value:+.1f}",
            gas=TITLES[gas],
            threshold=f"{float(str(call.arguments['threshold'])):g}",
            subject=threshold_searches.sentence(name),
            year=asked.year,
            scenario=asked.scenario,
            low=f"{value.low:+.1f}",
            high=f"{value.high:+.1f}",
        )
        limits = [limit for limit in (-100.0, 100.0) if limit in (value.low, value.high)]
        if limits:
            ends = " and ".join(f"{limit:+g} %" for limit in limits)
            warnings = (*warnings, f"the interval is cut at {ends}, the largest change possible")
        resolved = {
            **place,
            "subject": threshold_searches.sentence(name),
            **_condition_words(asked),
        }
        outputs: dict[str, Value] = {"needed_change": value}
        return self._run(call, outputs, context, resolved, warnings, _check(asked))

    def _precipitation(self, call: Call) -> Run:
        found = precipitation.find(call)
        return self._run(
            call, found.outputs, found.context, found.resolved, found.warnings,
            _check(conditions.read(call.arguments)),
        )  # fmt: skip

    def _observed(self, call: Call) -> Run:
        found = observed_runs.find(call)
        made = self._run(
            call,
            found.outputs,
            found.context,
            found.resolved,
            found.warnings,
            observed_runs.NOT_EVALUATED,
        )
        return made.model_copy(update={"source": "observed"})

    def _of_period(self, call: Call) -> Run:
        found = period_runs.find(call)
        check = _check(period_runs.conditions_of(call))
        return self._run(call, found.outputs, found.context, found.resolved, found.warnings, check)

    def _where(self, call: Call) -> tuple[str, dict[str, str], tuple[str, ...]]:
        """Return title, resolution and warnings of a place that may not be given."""
        given = str(call.arguments.get("place") or "")
        if not given:
            return "", {}, ()
        place, warnings = places.resolve(given)
        return place.title, _place_words(place), tuple(warnings)

    def _land_or_sea(self, call: Call) -> Run:
        place, warnings = places.resolve_point(str(call.arguments["place"]))
        surface = (
            "land" if place.listed or terrain.is_land(place.latitude, place.longitude) else "sea"
        )
        return self._run(
            call,
            {"surface": Label(value=surface)},
            LAND_OR_SEA.context.format(place=place.title, surface=surface),
            _place_words(place),
            tuple(warnings),
            Check(tested="no second land mask at hand", verdict="not_evaluated"),
        )

    def _run(
        self,
        call: Call,
        outputs: dict[str, Value],
        context: str,
        resolved: dict[str, str],
        warnings: tuple[str, ...],
        check: Check,
        series: dict[str, Series] | None = None,
    ) -> Run:
        return Run(
            id=call.run_id(self.version),
            call=call,
            version=self.version,
            build=f"numpy {np.__version__}, {platform.machine()}",
            outputs=outputs,
            series=series or {},
            context=context,
            resolved=resolved,
            warnings=warnings,
            check=check,
        )


def _global_members(asked: Conditions) -> tuple[list[int], Floats, Floats]:
    """Return years up to the one asked for, their global warming, and what the changes add to it.

    Warming is (years, members), the effect of the changes (1, members) for the last year, in K.
    """
    years = _years(asked)
    world = global_mean.path(years, asked.scenario, asked.effective(), asked.since)
    baseline = global_mean.warming(asked.year, asked.scenario, {})
    return years, world, world[-1:] - baseline


def _years(asked: Conditions) -> list[int]:
    return [*range(scenarios.FIRST_YEAR, asked.year, SERIES_STEP), asked.year]


def _words(asked: Conditions, value: Quantity, effect: Quantity, subject: str) -> dict[str, str]:
    """Return what both temperature sentences are filled with."""
    changed = f" The emission changes alter {subject} by {effect.value:+.2f}°C."
    return {
        "changes": asked.lead(),
        "period": asked.period(),
        "low": f"{value.low:.2f}",
        "high": f"{value.high:.2f}",
        "effect": changed if asked.any_change() else "",
    }


def _single_year(asked: Conditions) -> str:
    """Return what the year itself was by the record, beside what is forced of it."""
    if asked.any_change() or not record.is_recorded(asked.year):
        return ""
    measured = float(record.warming(range(asked.year, asked.year + 1))[0])
    return f" That is what is forced; the year itself was {measured:.2f}°C above by HadCRUT5."


def _single_year_there(asked: Conditions, place: Place, part: str) -> str:
    """Return how far a year that has been may lie from what is forced of it."""
    if asked.any_change() or not record.is_recorded(asked.year):
        return ""
    apart = DEVIATIONS * local_fields.of_single_year(place, asked.year, part)
    return f" That is what is forced; nine in ten single years lie within {apart:.1f}°C of it."


def _floor_warning(asked: Conditions, effect: Quantity) -> tuple[str, ...]:
    if not asked.any_change(*AEROSOLS) or abs(effect.value) >= DETECTION_FLOOR:
        return ()
    where = f" in {len(asked.points)} cell(s)" if asked.points else ""
    return (
        f"the effect of these SO2 and BC changes{where}, {effect.value:.1e} °C, is below "
        f"{DETECTION_FLOOR} °C: less than the model can tell from none",
    )


def _place_words(place: Place) -> dict[str, str]:
    if place.region is not None:
        return {"place": place.value, "region": place.region.meaning}
    return {"place": place.value, "elevation": f"{place.elevation:.0f} m"}


def _condition_words(asked: Conditions) -> dict[str, str]:
    return {
        "year": str(asked.year),
        "scenario": asked.scenario,
        "emission changes": asked.meaning(),
        "period": "annual mean, forced change without the weather of single years",
    }


def _check(asked: Conditions) -> Check:
    """Compare the central baseline of this year with the one stored at training."""
    future = asked.scenario in scenarios.SCENARIOS
    column = scenarios.SCENARIOS.index(asked.scenario) if future else 0
    stored = ensemble.stored_baseline()[asked.year - scenarios.FIRST_DRIVEN, column]
    computed = global_mean.warming(asked.year, asked.scenario, {})[0]
    residual = abs(float(computed - stored))
    return Check(
        tested=f"global warming of {asked.scenario} {asked.year} without changes, K, against "
        "the value stored at training",
        verdict="passed" if residual <= TOLERANCE else "failed",
        residual=residual,
        tolerance=TOLERANCE,
    )
