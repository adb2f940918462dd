"""Repeats a simulation over seeds: jobs for the workers, and what each gave in the outputs' units.

The n-th seed of two calls is the same, so that differences between them are not of the seeds.
"""

from collections.abc import Mapping, Sequence
from typing import cast

from simulrag.simulators.errors import RunFailed
from simulrag.simulators.urban import corridor_files, street_files
from simulrag.simulators.urban.corridor import DEMAND_SECONDS, Corridor
from simulrag.simulators.urban.engine import PETROL_DENSITY
from simulrag.simulators.urban.engine_pool import Job, Measured, shared
from simulrag.simulators.urban.streets import Road

#: Simulations of a call.
SEEDS = 10
#: Largest seed that SUMO takes.
MOST_SEED = 2**31 - 1
#: Simulated seconds after which a simulation is given up.
MOST_STEPS = 7_200
#: Results that are kept for later calls, those of the unchanged roads above all.
MOST_KEPT = 512

Figures = Mapping[str, float]
KEPT: dict[tuple[Road, int], Figures] = {}
#: What the engine found odd in the files of a road, by road.
SAID: dict[Road, Sequence[str]] = {}


def seeds(seed: int) -> tuple[int, ...]:
    """Return SUMO's seeds for the seed of a call."""
    return tuple((seed * SEEDS + number) % MOST_SEED for number in range(SEEDS))


def replicated(roads: Sequence[Road], seed: int) -> list[list[Figures]]:
    """Return the figures of each road for each seed.

    Raises RunFailed, and for a network of the user's own what `job` raises.
    """
    wanted = [(road, number) for road in roads for number in seeds(seed)]
    found = {key: one for key in wanted if (one := KEPT.get(key)) is not None}
    missing = [key for key in dict.fromkeys(wanted) if key not in found]
    made = shared().run([job(road, number) for road, number in missing])
    found.update({key: figures(one) for key, one in zip(missing, made, strict=True)})
    if len(KEPT) + len(missing) > MOST_KEPT:
        KEPT.clear()
        SAID.clear()
    for (road, _), one in zip(missing, made, strict=True):
        SAID[road] = cast(Sequence[str], one.get("said", ()))
    KEPT.update(found)
    return [[found[road, number] for number in seeds(seed)] for road in roads]


def job(road: Road, seed: int) -> Job:
    """Return the arguments of `engine.simulate`.

    Raises BadValue, RunFailed or NotInstalled for a file that cannot be used (`streets.own_net`).
    """
    held: dict[str, object] = {"seed": seed, "most_steps": MOST_STEPS}
    if isinstance(road, Corridor):
        return {
            **held,
            "network": corridor_files.network(road),
            "demand": corridor_files.demand(road),
        }
    return {
        **held,
        "network": street_files.network(road),
        "demand": street_files.demand(road, seed),
        "signals": road.signal != "unsignalled",
        "own": road.own is not None,
    }


def figures(one: Measured) -> Figures:
    """Return the levels of one simulation by output, with `outside` (s) and `faults`.

    Raises RunFailed for one that did not end: means over vehicles would leave some out.
    """
    total = {name: float(value) for name, value in one.items() if isinstance(value, int | float)}
    count = total["entered"]
    if not count or total["expected"]:
        raise RunFailed(
            f"after {MOST_STEPS} s {total['expected']:.0f} vehicles had not left the roads; "
            "means over those that did would mislead"
        )
    litres = total["fuel_mg"] / 1e3 / PETROL_DENSITY
    left = cast(Sequence[float], one["left_s"])
    return {
        "travel_time": total["travel_s"] / count,
        "idling_time": total["standing_s"] / count,
        "co2": total["co2_mg"] / 1e6,
        "co2_per_vehicle": total["co2_mg"] / 1e3 / count,
        "co2_per_km": total["co2_mg"] / total["distance_m"],
        "nox": total["nox_mg"] / 1e3,
        "nox_per_vehicle": total["nox_mg"] / count,
        "nox_per_km": total["nox_mg"] / total["distance_m"] * 1e3,
        "fuel": litres,
        "fuel_per_vehicle": 1e3 * litres / count,
        "fuel_per_100km": 1e5 * litres / total["distance_m"],
        "vehicles": count,
        "distance": total["distance_m"] / count,
        "speed": 3.6 * total["distance_m"] / total["travel_s"],
        "throughput": _an_hour(left),
        "queue_length": total["queue"],
        "outside": total["outside_s"] / count,
        "faults": total["teleports"] + total["collisions"] + abs(count - len(left)),
    }


def _an_hour(left: Sequence[float]) -> float:
    """Return vehicles an hour that leave while demand lasts, from the first that leaves on."""
    counted = sum(time < left[0] + DEMAND_SECONDS for time in left)
    return counted * 3600.0 / DEMAND_SECONDS
