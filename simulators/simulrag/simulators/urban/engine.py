"""Runs one SUMO simulation in this process and measures every vehicle at every step.

Only worker processes call this: `libsumo` holds one simulation at a time, is not thread-safe, and a
fault of it ends the process.
"""

import tempfile
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import ModuleType

#: Slower than this, a vehicle stands, m/s (SUMO's own definition of waiting).
STANDING = 0.1
#: Seconds after which vehicles that stand within a junction of somebody's network block it no more.
LOCKED = 60
#: Petrol, grams a litre: SUMO gives fuel in mg.
PETROL_DENSITY = 742.0
#: SUMO's calls for emissions, mg in a step of one second.
_EMITTED = ("getCO2Emission", "getNOxEmission", "getFuelConsumption")


@dataclass
class Measured:
    """What a simulation gave; sums over vehicles unless said otherwise.

    travel_s, standing_s, outside_s : time in the network, at less than `STANDING`, and waiting to
        be let in
    queue : most vehicles that stood at once in one lane
    left_s : step at which each vehicle left
    """

    entered: int = 0
    expected: int = 0
    steps: int = 0
    travel_s: float = 0.0
    standing_s: float = 0.0
    outside_s: float = 0.0
    distance_m: float = 0.0
    co2_mg: float = 0.0
    nox_mg: float = 0.0
    fuel_mg: float = 0.0
    queue: int = 0
    teleports: int = 0
    collisions: int = 0
    left_s: list[float] = field(default_factory=list)


def simulate(
    network: str,
    demand: str,
    seed: int,
    most_steps: int,
    *,
    signals: bool = True,
    own: bool = False,
) -> Mapping[str, object]:
    """Return `Measured` as a mapping, from the texts of a network and of a demand file.

    signals: False switches them off, so that vehicles give way. own: a network that somebody drew:
    the engine prints what it finds odd in it to standard error, and lets vehicles pass those that
    have locked each other within a junction.

    Steps take one second. Ends when every vehicle has left, or after `most_steps`; then
    `expected` is above 0. Raises the library's exceptions.
    """
    with tempfile.TemporaryDirectory() as folder:
        files = {"net.net.xml": network, "demand.rou.xml": demand}
        for name, text in files.items():
            Path(folder, name).write_text(text, "utf-8")
        net, routes = (str(Path(folder, name)) for name in files)
        return asdict(_run(net, routes, seed, most_steps, signals=signals, own=own))


def _run(
    net: str, routes: str, seed: int, most_steps: int, *, signals: bool, own: bool
) -> Measured:
    import libsumo

    libsumo.start(
        ["sumo", "--net-file", net, "--route-files", routes, "--seed", str(seed),
         "--step-length", "1", "--time-to-teleport", "-1", "--collision.action", "none",
         "--tls.all-off", str(not signals).lower(), "--no-step-log", "true", "--no-warnings",
         str(not own).lower(), "--aggregate-warnings", "1", "--ignore-junction-blocker",
         str(LOCKED if own else -1), "--xml-validation", "never"]
    )  # fmt: skip
    try:
        return _measured(libsumo, most_steps)
    finally:
        libsumo.close()


def _measured(sumo: ModuleType, most_steps: int) -> Measured:
    measured = Measured()
    driven: dict[str, float] = {}
    expected = sumo.simulation.getMinExpectedNumber
    while expected() > 0 and measured.steps < most_steps:
        sumo.simulationStep()
        measured.steps += 1
        _count(sumo, measured, driven)
        _standing(sumo, measured, driven)
    measured.expected = expected()
    measured.entered = len(driven)
    measured.distance_m = sum(driven.values())
    return measured


def _count(sumo: ModuleType, measured: Measured, driven: dict[str, float]) -> None:
    """Add what happened to the network in a step."""
    simulation = sumo.simulation
    measured.left_s += [float(measured.steps)] * simulation.getArrivedNumber()
    measured.teleports += simulation.getStartingTeleportNumber()
    measured.collisions += simulation.getCollidingVehiclesNumber()
    for vehicle in simulation.getDepartedIDList():
        driven[vehicle] = 0.0
        measured.outside_s += sumo.vehicle.getDepartDelay(vehicle)


def _standing(sumo: ModuleType, measured: Measured, driven: dict[str, float]) -> None:
    """Add what each vehicle did in a step.

    SUMO moves vehicles by their speed at the end of a step (Euler), so that speeds sum to
    distances.
    """
    vehicles = sumo.vehicle
    speed_of = vehicles.getSpeed
    co2_of, nox_of, fuel_of = (getattr(vehicles, call) for call in _EMITTED)
    standing: Counter[str] = Counter()
    present = vehicles.getIDList()
    for vehicle in present:
        speed = speed_of(vehicle)
        measured.co2_mg += co2_of(vehicle)
        measured.nox_mg += nox_of(vehicle)
        measured.fuel_mg += fuel_of(vehicle)
        if speed < STANDING:
            measured.standing_s += 1.0
            # A vehicle that was just let in stands in no queue.
            standing[vehicles.getLaneID(vehicle)] += driven[vehicle] > 0.0
        driven[vehicle] += speed
    measured.travel_s += len(present)
    measured.queue = max(measured.queue, *standing.values(), 0)
