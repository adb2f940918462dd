"""What a call asks to simulate: the single road, or a network of streets with random trips.

Networks of streets are the shipped grid and those of the user's own.

The grid has 4 x 4 signalled junctions 200 m apart and streets that lead out of it on every side,
50 km/h, at 1,200 vehicles an hour for 600 s. Driver, car and signal timing are the corridor's.
"""

import gzip
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple, cast
from xml.etree.ElementTree import Element

from pydantic import JsonValue

from simulrag.simulators.errors import BadValue, OutOfRange, RunFailed, SimulatorError
from simulrag.simulators.urban import openstreetmap
from simulrag.simulators.urban.corridor import SINGLE_ROAD, Control, Corridor, share
from simulrag.simulators.urban.parameters import (
    DEMAND,
    LANES_BUILT,
    SPEED_LIMIT,
    SPEED_LIMIT_KMH,
    VEHICLES_PER_HOUR,
)
from simulrag.simulators.urban.sumo_network_file import (
    bad,
    for_cars,
    network_of,
    read_bytes,
    streets_of,
)
from simulrag.simulators.urban.user_networks import MOST, OwnNetwork

GRID = "grid"
#: Metres between the junctions of the grid, and 50 km/h.
SPACING, GRID_LIMIT = 200.0, 50.0 / 3.6
#: Vehicles an hour on the unchanged grid; elsewhere for each kilometre of lane, with its ends.
ON_GRID = 1_200.0
PER_LANE_KILOMETRE, LEAST_DEMAND, MOST_DEMAND = 40.0, 60.0, 3_600.0
#: Lines of a foreign program that are told.
MOST_TOLD = 3


@dataclass(frozen=True)
class Streets:
    """One setting of a network.

    factor : speed limits as a share of those that are built
    cap : highest limit, m/s
    demand : vehicles as a share of those that the network has unchanged
    """

    name: str = GRID
    factor: float = 1.0
    cap: float = math.inf
    demand: float = 1.0
    lanes: int = LANES_BUILT
    signal: Control = "fixed-time"
    own: OwnNetwork | None = None

    @classmethod
    def of(
        cls, arguments: Mapping[str, JsonValue], networks: Mapping[str, OwnNetwork]
    ) -> "Streets":
        """Return the setting that the validated arguments of a call describe.

        Raises as `share`, OutOfRange for what a network of the user's own cannot be asked.
        """
        name = str(arguments["network"])
        own = networks.get(name)
        made = cls(
            name=name,
            lanes=int(cast(int, arguments["lanes"])),
            signal=cast(Control, arguments["signal"]),
            own=own,
        )
        if own is not None:
            _check_own(made)
        limit = 3.6 * (GRID_LIMIT if own is None else max(limits(made.net)))
        factor = share(arguments, SPEED_LIMIT, SPEED_LIMIT_KMH, limit, name)
        demand = share(
            arguments, DEMAND, VEHICLES_PER_HOUR, made.vehicles_an_hour, name, bounded=own is None
        )
        if own is not None and arguments.get(SPEED_LIMIT_KMH.name) is not None:
            return replace(made, cap=factor * limit / 3.6, demand=demand)
        return replace(made, factor=factor, demand=demand)

    def unchanged(self) -> "Streets":
        """Return the same network as it is built."""
        return Streets(name=self.name, own=self.own)

    @property
    def net(self) -> Element:
        """Return the network as it is built; it must not be changed. Raises as `own_net`."""
        return _grid(self.lanes) if self.own is None else own_net(self.own).net

    @property
    def vehicles_an_hour(self) -> float:
        """Return the demand of this setting, whatever its lanes. Raises as `own_net`."""
        if self.own is None:
            return self.demand * ON_GRID
        usual = PER_LANE_KILOMETRE * lane_kilometres(self.net)
        return self.demand * min(max(usual, LEAST_DEMAND), MOST_DEMAND)


Road = Corridor | Streets


def road_of(
    arguments: Mapping[str, JsonValue], networks: Mapping[str, OwnNetwork] | None = None
) -> Road:
    """Return the setting that the validated arguments of a call describe.

    networks: those of the user's own, by name. Raises OutOfRange as `Streets.of`.
    """
    if arguments["network"] == SINGLE_ROAD:
        return Corridor.of(arguments)
    return Streets.of(arguments, networks or {})


def unchanged(road: Road) -> Road:
    """Return the same road without changes, with which a call is compared."""
    return road.unchanged() if isinstance(road, Streets) else Corridor()


def _check_own(streets: Streets) -> None:
    signals = streets.net.find("tlLogic") is not None
    if streets.lanes != LANES_BUILT:
        raise OutOfRange(
            f"lanes {streets.lanes} is not possible on the {streets.name}, which keeps those that "
            f"it was built with: {described(streets.net)}; leave lanes out",
            parameter="lanes",
            given=streets.lanes,
            nearest=LANES_BUILT,
        )
    if streets.signal == "green wave" or (streets.signal != Streets.signal and not signals):
        why = "" if not signals else ", whose coordination is not known"
        more = ", 'actuated' and 'unsignalled'" if signals else ""
        raise OutOfRange(
            f"signal {streets.signal!r} is not possible on the {streets.name}, which has "
            f"{described(streets.net)}{why}; allowed are 'fixed-time', its signals as built{more}",
            parameter="signal",
            given=streets.signal,
        )


@lru_cache
def _grid(lanes: int) -> Element:
    name = f"grid_{lanes}.net.xml.gz"
    path = files("simulrag.simulators.urban") / "data" / name
    return network_of(gzip.decompress(path.read_bytes()), name)


class Built(NamedTuple):
    """The network of a file, and the lines that netconvert says of it."""

    net: Element
    said: tuple[str, ...] = ()


@lru_cache(maxsize=4)
def own_net(own: OwnNetwork) -> Built:
    """Return the network of a file.

    Raises BadValue for a file that is none, RunFailed for one that was changed since it was found,
    NotInstalled for an extract of OpenStreetMap without netconvert.
    """
    if own.changed:
        raise RunFailed(
            f"the file of the {own.name} was changed after this process had started; start it again"
        )
    name = own.path.name
    if name.endswith((".net.xml", ".net.xml.gz")):
        return Built(network_of(read_bytes(own.path), name))
    data, said = openstreetmap.converted(own.path)
    try:
        return Built(network_of(data, name), said)
    except BadValue as error:
        told = f"; netconvert says: {' '.join(said[:MOST_TOLD])}" if said else ""
        raise bad(name, f"is no network for cars: {error}{told}") from error


def lane_kilometres(net: Element) -> float:
    """Return the kilometres of lanes on which cars may drive."""
    return sum(float(lane.get("length", "0")) for lane in _lanes(net)) / 1e3


def limits(net: Element) -> tuple[float, ...]:
    """Return the different limits of lanes on which cars may drive, m/s, the lowest first."""
    return tuple(sorted({float(lane.get("speed", "0")) for lane in _lanes(net)}))


def described(net: Element) -> str:
    """Return what a network has, in words."""
    streets = [edge for edge in streets_of(net) if any(map(for_cars, edge.iter("lane")))]
    counts = sorted(sum(map(for_cars, edge.iter("lane"))) for edge in streets)
    built = [f"{3.6 * one:.0f}" for one in limits(net)]
    signals = len({program.get("id") for program in net.iter("tlLogic")})
    return (
        f"{len(streets)} streets (edges), {_range(counts[0], counts[-1])} "
        f"{'lane' if counts[-1] == 1 else 'lanes'} each, "
        f"{lane_kilometres(net):.1f} km of lanes, limits {_range(built[0], built[-1])} km/h, "
        f"{signals or 'no'} signals"
    )


@lru_cache(maxsize=MOST)
def told(own: OwnNetwork) -> str:
    """Return a network of the user's own with what it has, or why it cannot be used."""
    try:
        plain = Streets(own.name, own=own)
        has = f"{described(plain.net)}, {plain.vehicles_an_hour:.0f} vehicles an hour unchanged"
    except SimulatorError as error:
        has = f"cannot be used: {error}"
    return f"{own.name} ({own.path.name}): {has}"


def _range(low: object, high: object) -> str:
    return f"{low}" if low == high else f"{low} to {high}"


def _lanes(net: Element) -> Iterator[Element]:
    return (lane for edge in streets_of(net) for lane in edge.iter("lane") if for_cars(lane))
