"""Networks of streets with random trips: the shipped grid, and networks of the user's own.

The grid has 4 x 4 signalled junctions 200 m apart and streets that lead out of it on every side,
50 km/h, at 1,200 vehicles an hour for 600 s. Driver, car and signal timing are the corridor's.
"""

import gzip
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files
from typing import cast
from xml.etree.ElementTree import Element

from pydantic import JsonValue

from simulrag.simulators.errors import OutOfRange, RunFailed
from simulrag.simulators.urban import openstreetmap
from simulrag.simulators.urban.corridor import LANES_BUILT, Control
from simulrag.simulators.urban.net_file import (
    for_cars,
    network_of,
    read_bytes,
    streets_of,
)
from simulrag.simulators.urban.own_networks import OwnNetwork

GRID = "grid"
#: Metres between the junctions of the grid.
SPACING = 200.0
#: Vehicles an hour on the unchanged grid; elsewhere for each kilometre of lane, with its ends.
ON_GRID = 1_200.0
PER_LANE_KILOMETRE, LEAST_DEMAND, MOST_DEMAND = 40.0, 60.0, 3_600.0


@dataclass(frozen=True)
class Streets:
    """One setting of a network.

    factor : speed limits as a share of those that are built
    demand : vehicles as a share of those that the network has unchanged
    """

    name: str = GRID
    factor: float = 1.0
    demand: float = 1.0
    lanes: int = LANES_BUILT
    signal: Control = "fixed-time"
    own: OwnNetwork | None = None

    @classmethod
    def of(
        cls, arguments: Mapping[str, JsonValue], networks: Mapping[str, OwnNetwork]
    ) -> "Streets":
        """Return the setting that the validated arguments of a call describe.

        Raises OutOfRange for what a network of the user's own cannot be asked.
        """
        name = str(arguments["network"])
        made = cls(
            name=name,
            factor=1.0 + float(cast(float, arguments["speed_limit"])) / 100.0,
            demand=1.0 + float(cast(float, arguments["demand"])) / 100.0,
            lanes=int(cast(int, arguments["lanes"])),
            signal=cast(Control, arguments["signal"]),
            own=networks.get(name),
        )
        if made.own is not None:
            _check_own(made)
        return made

    def unchanged(self) -> "Streets":
        """Return the same network as it is built."""
        return replace(self, factor=1.0, demand=1.0, lanes=LANES_BUILT, signal=Streets.signal)

    @property
    def net(self) -> Element:
        """Return the network as it is built; it must not be changed. Raises as `own_net`."""
        return _grid(self.lanes) if self.own is None else own_net(self.own)

    @property
    def vehicles_an_hour(self) -> float:
        """Return the demand of this setting, whatever its lanes. Raises as `own_net`."""
        if self.own is None:
            return self.demand * ON_GRID
        usual = PER_LANE_KILOMETRE * lane_kilometres(self.net)
        return self.demand * min(max(usual, LEAST_DEMAND), MOST_DEMAND)


def _check_own(streets: Streets) -> None:
    signals = streets.net.find("tlLogic") is not None
    if streets.lanes != LANES_BUILT:
        raise OutOfRange(
            f"lanes {streets.lanes} is not possible on the {streets.name}, which has the lanes it "
            "was built with; leave lanes out",
            parameter="lanes",
            given=streets.lanes,
            nearest=LANES_BUILT,
        )
    if streets.signal == "green wave" or (streets.signal != "fixed-time" and not signals):
        why = "has no signals" if not signals else "has signals whose coordination is not known"
        allowed = "'fixed-time', its signals as built" + (
            ", 'actuated' and 'unsignalled'" if signals else ""
        )
        raise OutOfRange(
            f"signal {streets.signal!r} is not possible on the {streets.name}, which {why}; "
            f"allowed are {allowed}",
            parameter="signal",
            given=streets.signal,
        )


@lru_cache
def _grid(lanes: int) -> Element:
    name = f"grid_{lanes}.net.xml.gz"
    path = files("simulrag.simulators.urban") / "data" / name
    return network_of(gzip.decompress(path.read_bytes()), name)


@lru_cache(maxsize=4)
def own_net(own: OwnNetwork) -> Element:
    """Return the network of a file.

    Raises BadValue for a file that is none, RunFailed for one that was changed since it was found,
    NotInstalled for an extract of OpenStreetMap without netconvert.
    """
    if own.changed:
        raise RunFailed(
            f"the file of the {own.name} was changed after this process had started; start it again"
        )
    extract = not own.path.name.endswith((".net.xml", ".net.xml.gz"))
    data = openstreetmap.converted(own.path) if extract else read_bytes(own.path)
    return network_of(data, own.path.name)


def lane_kilometres(net: Element) -> float:
    """Return the kilometres of lanes on which cars may drive."""
    lanes = (lane for street in streets_of(net) for lane in street.iter("lane"))
    return sum(float(lane.get("length", "0")) for lane in lanes if for_cars(lane)) / 1e3
