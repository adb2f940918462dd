"""Why our temperatures differ from the published ones: longitude, sensitivity, aerosols.

The published emulator is read half a globe away (a longitude from -180 to 180 was used as an index
into a grid that starts at 0), responds about half as strongly, and gives an aerosol effect that
depends on scenario and year alone. Each is shown from the records and our own runs.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from pydantic import JsonValue

from simulrag.simulators.climate.globe import LAPSE_RATE, mean_elevation, wrap_longitude
from simulrag.simulators.climate.places import resolve, written
from simulrag.simulators.climate.stored_fields import yearly
from simulrag.simulators.errors import SimulatorError
from simulrag.simulators.interface import Call
from studies.published_records.agreement import correlation, significant, slope
from studies.published_records.replay import AS_ASKED, Array, Replayed, distinct, need, numbers

MIRRORED = "half a globe east"
#: The same with changes of emissions taken from 1850 on, as the published emulator takes them.
SINCE_1850 = "half a globe east, changes since 1850"
#: Shifts of longitude at which the published level is compared with ours, degrees east.
SHIFTS = tuple(range(0, 360, 10))
GASES, AEROSOLS = ("co2", "ch4"), ("so2", "bc")
OUTPUT = "temperature"
#: Years of a straight line through the aerosol effect: fewer different ones show nothing.
LEAST = 3


def variants(call: Call) -> dict[str, Call]:
    """Return the call as asked, and where it has a place, half a globe east of it."""
    asked = {AS_ASKED: call}
    found = position(call)
    if call.function != OUTPUT or found is None:
        return asked
    latitude, longitude = found
    elsewhere = call.model_copy(
        update={
            "arguments": {
                **{n: v for n, v in call.arguments.items() if n != "points"},
                "place": written(latitude, float(wrap_longitude(longitude + 180.0))),
            }
        }
    )
    asked[MIRRORED] = elsewhere
    if changed(call, GASES):
        since = {**elsewhere.arguments, "since": "preindustrial"}
        asked[SINCE_1850] = elsewhere.model_copy(update={"arguments": since})
    return asked


def position(call: Call) -> tuple[float, float] | None:
    """Return latitude and longitude of a call's place; None where it has none, or unknown."""
    name, points = call.arguments.get("place"), call.arguments.get("points")
    if not isinstance(name, str):
        return None
    pairs = points if isinstance(points, list) else []
    given = [(float(str(p[0])), float(str(p[1]))) for p in pairs if isinstance(p, list)]
    try:
        place, _ = resolve(name, given)
    except SimulatorError:
        return None
    return place.latitude, place.longitude


def changed(call: Call, gases: Sequence[str]) -> bool:
    """Tell whether a call changes the emissions of one of the gases."""
    return any(call.arguments.get(gas) for gas in gases)


@dataclass(frozen=True)
class Levels:
    """Published temperatures without changed emissions, with ours by shift of longitude, °C."""

    latitude: Array
    longitude: Array
    recorded: Array
    here: Array
    mirrored: Array
    #: Shift, degrees east -> root mean square of what remains after the mean difference.
    scatter: Mapping[int, float]

    def figures(self) -> dict[str, JsonValue]:
        """Return what shows at which longitude the published emulator is read."""
        best = min(self.scatter, key=self.scatter.__getitem__)
        return {
            "n": len(self.recorded),
            "median °C off at the place": significant(_off(self.recorded, self.here)),
            "median °C off half a globe east": significant(_off(self.recorded, self.mirrored)),
            "correlation at the place": round(correlation(self.recorded, self.here), 3),
            "correlation half a globe east": round(correlation(self.recorded, self.mirrored), 3),
            "shift with the least scatter, degrees": best,
            "scatter at it, °C": significant(self.scatter[best]),
            "scatter at the place, °C": significant(self.scatter[0]),
            "nearer half a globe east": round(
                float(
                    np.mean(
                        np.abs(self.recorded - self.mirrored) < np.abs(self.recorded - self.here)
                    )
                ),
                4,
            ),
        }


def levels(some: Sequence[Replayed]) -> Levels:
    """Compare published levels of places with ours. Raises RunFailed where there is none."""
    kept = need(
        [one for one in distinct(some) if _is_level(one)], "temperatures of places", least=3
    )
    at = np.array([position(one.recorded.call) for one in kept])
    recorded, here, mirrored = (
        numbers(kept, OUTPUT, variant) for variant in ("", AS_ASKED, MIRRORED)
    )
    # Another longitude is another climate of the reference period, with the same warming.
    warmed = mirrored - _climate(at[:, 0], at[:, 1] + 180.0)
    scatter = {
        shift: float(np.std(recorded - warmed - _climate(at[:, 0], at[:, 1] + shift)))
        for shift in SHIFTS
    }
    return Levels(at[:, 0], at[:, 1], recorded, here, mirrored, scatter)


def _climate(latitude: Array, longitude: Array) -> Array:
    """Return our mean temperature of the reference period at coordinates, °C."""
    at_sea_level = yearly(latitude, longitude).climatology
    return at_sea_level - LAPSE_RATE * mean_elevation(latitude, longitude)


def _is_level(one: Replayed) -> bool:
    call = one.recorded.call
    return (
        call.function == OUTPUT
        and not changed(call, (*GASES, *AEROSOLS))
        and one.number(OUTPUT) is not None
        and {AS_ASKED, MIRRORED} <= one.ours.keys()
    )


@dataclass(frozen=True)
class Warming:
    """Changes from a year of history to one of a scenario with changed emissions, °C."""

    recorded: Array
    ours: Array
    #: Ours with emissions changed since 1850, as the published emulator changes them.
    since_1850: Array

    def figures(self) -> dict[str, JsonValue]:
        """Return the slopes of theirs on ours."""
        return {
            "n": len(self.recorded),
            "theirs for each °C of ours": round(slope(self.ours, self.recorded), 3),
            "theirs for each °C of ours with changes since 1850": round(
                slope(self.since_1850, self.recorded), 3
            ),
            "correlation": round(correlation(self.ours, self.recorded), 3),
            "same sign": round(float(np.mean(self.ours * self.recorded > 0)), 4),
        }


def warming(some: Sequence[Replayed]) -> Warming:
    """Compare the changes over time that records hold, at the place that they were read at."""
    pairs = need(list(_history_and_future(some)), "changes from history to a scenario", least=3)
    columns = np.array(
        [
            [_change(a, b), _change(a, b, MIRRORED, MIRRORED), _change(a, b, MIRRORED, SINCE_1850)]
            for a, b in pairs
        ]
    )
    return Warming(columns[:, 0], columns[:, 1], columns[:, 2])


def _history_and_future(some: Sequence[Replayed]) -> Iterator[tuple[Replayed, Replayed]]:
    seen: set[str] = set()
    for one in _by_record(some):
        local = [r for r in one if r.recorded.call.function == OUTPUT and r.number(OUTPUT)]
        before = [r for r in local if not r.recorded.call.arguments.get("scenario")]
        after = [r for r in local if SINCE_1850 in r.ours]
        if len(before) == len(after) == 1 and MIRRORED in before[0].ours:
            key = before[0].recorded.call.canonical() + after[0].recorded.call.canonical()
            if key not in seen:
                seen.add(key)
                yield before[0], after[0]


def _by_record(some: Sequence[Replayed]) -> list[list[Replayed]]:
    found: dict[int, list[Replayed]] = {}
    for one in some:
        found.setdefault(one.recorded.index, []).append(one)
    return list(found.values())


def _change(before: Replayed, after: Replayed, first: str = "", then: str = "") -> float:
    a, b = before.number(OUTPUT, first), after.number(OUTPUT, then)
    if a is None or b is None:
        raise ValueError("both runs must have a temperature")
    return b - a


@dataclass(frozen=True)
class Aerosols:
    """Effects of changed SO2 and BC at one place: with the change minus without, °C."""

    scenario: tuple[str, ...]
    year: Array
    so2: Array
    bc: Array
    recorded: Array
    ours: Array

    def explained(self) -> float:
        """Return R² of a straight line in the year for each scenario."""
        left = np.zeros_like(self.recorded)
        for name in set(self.scenario):
            rows = np.array([one == name for one in self.scenario])
            if len(set(self.year[rows])) < LEAST:
                left[rows] = self.recorded[rows] - self.recorded[rows].mean()
                continue
            line = np.polyfit(self.year[rows], self.recorded[rows], 1)
            left[rows] = self.recorded[rows] - np.polyval(line, self.year[rows])
        return float(1.0 - left.var() / self.recorded.var())

    def figures(self) -> dict[str, JsonValue]:
        """Return what the published aerosol effect depends on."""
        both = np.stack([np.ones_like(self.so2), self.so2, self.bc], axis=1)
        fitted = both @ np.linalg.lstsq(both, self.recorded, rcond=None)[0]
        return {
            "n": len(self.recorded),
            "correlation with the change of SO2": round(correlation(self.recorded, self.so2), 3),
            "correlation with the change of BC": round(correlation(self.recorded, self.bc), 3),
            "R² of both changes": round(1 - float(np.var(self.recorded - fitted)) / self._var, 3),
            "R² of scenario and year": round(self.explained(), 3),
            "largest published effect, °C": significant(float(np.abs(self.recorded).max())),
            "largest effect of ours, °C": significant(float(np.abs(self.ours).max())),
        }

    @property
    def _var(self) -> float:
        return float(self.recorded.var())


def aerosols(some: Sequence[Replayed]) -> Aerosols:
    """Compare the aerosol effects that records hold. Raises RunFailed where there is none."""
    pairs = need(
        list(_without_and_with(some)), "pairs of runs without and with changed aerosols", least=3
    )
    calls = [after.recorded.call.arguments for _, after in pairs]

    def column(name: str) -> Array:
        return np.array([float(str(one.get(name) or 0.0)) for one in calls])

    return Aerosols(
        scenario=tuple(str(one["scenario"]) for one in calls),
        year=column("year"),
        so2=column("so2"),
        bc=column("bc"),
        recorded=np.array([_change(a, b) for a, b in pairs]),
        ours=np.array([_change(a, b, AS_ASKED, AS_ASKED) for a, b in pairs]),
    )


def _without_and_with(some: Sequence[Replayed]) -> Iterator[tuple[Replayed, Replayed]]:
    seen: set[str] = set()
    for one in _by_record(some):
        here = [r for r in one if r.recorded.call.function == OUTPUT and AS_ASKED in r.ours]
        local = [r for r in here if r.number(OUTPUT) is not None]
        after = [r for r in local if changed(r.recorded.call, AEROSOLS)]
        if len(local) != 2 or len(after) != 1:
            continue
        (before,) = (r for r in local if r is not after[0])
        same = all(
            before.recorded.call.arguments.get(name) == after[0].recorded.call.arguments.get(name)
            for name in ("place", "year", "scenario")
        )
        key = after[0].recorded.call.canonical()
        if same and not changed(before.recorded.call, GASES) and key not in seen:
            seen.add(key)
            yield before, after[0]


def _off(one: Array, other: Array) -> float:
    return float(np.median(np.abs(one - other)))
