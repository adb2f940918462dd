"""The corridor in numbers: road, signal, demand and cars, and what a call makes of them.

The values are those at which a run comes nearest to published records of such a corridor; how near
is in the handbook. Lengths are metres, times seconds, speeds metres a second.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, cast

from pydantic import JsonValue

from simulrag.simulators.errors import BadValue, OutOfRange
from simulrag.simulators.interface import Parameter
from simulrag.simulators.urban.parameters import (
    DEMAND,
    LANES_BUILT,
    SPEED_LIMIT_KMH,
    VEHICLES_PER_HOUR,
)
from simulrag.simulators.urban.parameters import SPEED_LIMIT as LIMIT_CHANGE

Control = Literal["fixed-time", "actuated", "green wave", "unsignalled"]

#: The network that is this corridor.
SINGLE_ROAD = "single road"
#: Length of the road, and of the junction in its middle.
LENGTH, JUNCTION = 1_000.0, 10.0
#: 80 km/h.
SPEED_LIMIT = 80.0 / 3.6
#: Vehicles an hour that enter, and for how long.
VEHICLES_AN_HOUR, DEMAND_SECONDS = 800.0, 600.0
#: One cycle: green and yellow of the side street, which has no traffic, then green, yellow and a
#: clearing time of the corridor.
SIDE, GREEN, YELLOW, CLEARING = 45.0, 37.0, 5.0, 3.0
CYCLE = SIDE + GREEN + YELLOW + CLEARING
#: Side street of an actuated signal, which nobody asks for there: its least green and its yellow.
SIDE_LEAST = 15.0
#: Green of an actuated signal: least, most, and the gap between vehicles that ends it.
LEAST_GREEN, MOST_GREEN, GAP = 10.0, 60.0, 3.0
#: Seconds of each cycle in which a coordinated signal upstream lets vehicles go.
PLATOON = 30.0
#: Seconds of green before the head of a platoon arrives.
LEAD = 3.0
VEHICLE_LENGTH = 5.0
#: Petrol cars of the exhaust standard Euro 5, in the Handbook Emission Factors for Road Transport.
EMISSION_CLASS = "HBEFA3/PC_G_EU5"
#: Krauss car following: SUMO's own acceleration and deceleration, m/s2, and how far from perfect
#: drivers are, 0 to 1.
ACCELERATION, DECELERATION, IMPERFECTION = 2.6, 4.5, 0.4
#: Fastest that cars drive, whatever the limit.
TOP_SPEED = 20.8
#: Mean and standard deviation of the speed that drivers choose, as a share of the limit.
SPEED_FACTOR = (0.97, 0.05)


@dataclass(frozen=True)
class Corridor:
    """One setting of the corridor.

    limit : speed limit, m/s
    demand : vehicles an hour
    """

    limit: float = SPEED_LIMIT
    demand: float = VEHICLES_AN_HOUR
    lanes: int = LANES_BUILT
    signal: Control = "fixed-time"

    @classmethod
    def of(cls, arguments: Mapping[str, JsonValue]) -> "Corridor":
        """Return the setting that the validated arguments of a call describe. Raises as `share`."""
        limit = share(arguments, LIMIT_CHANGE, SPEED_LIMIT_KMH, 3.6 * SPEED_LIMIT, SINGLE_ROAD)
        demand = share(arguments, DEMAND, VEHICLES_PER_HOUR, VEHICLES_AN_HOUR, SINGLE_ROAD)
        return cls(
            limit=SPEED_LIMIT * limit,
            demand=VEHICLES_AN_HOUR * demand,
            lanes=int(cast(int, arguments["lanes"])),
            signal=cast(Control, arguments["signal"]),
        )

    @property
    def seconds_to_signal(self) -> float:
        """Seconds that a car takes from rest at the entry to the junction on a free road."""
        cruise = min(self.limit * SPEED_FACTOR[0], TOP_SPEED)
        return (LENGTH - JUNCTION) / 2 / cruise + cruise / (2 * ACCELERATION)

    @property
    def departures(self) -> tuple[float, ...]:
        """Seconds at which vehicles come to the entry.

        They come evenly; a green wave gathers those of a cycle into a platoon at its beginning,
        as a coordinated signal upstream of the corridor does.
        """
        headway = 3600.0 / self.demand
        even: list[float] = []
        while (time := len(even) * headway) < DEMAND_SECONDS:
            even.append(time)
        if self.signal != "green wave":
            return tuple(even)
        return tuple(time - time % CYCLE * (1 - PLATOON / CYCLE) for time in even)


def share(
    arguments: Mapping[str, JsonValue],
    change: Parameter,
    absolute: Parameter,
    usual: float,
    network: str,
    *,
    bounded: bool = True,
) -> float:
    """Return an input as a share of what it is on the unchanged network, where it is `usual`.

    It is given as a change in percent or by itself. Raises BadValue where it is given as both,
    OutOfRange where it is `bounded` and lies beyond the range of changes.
    """
    percent, given = float(cast(float, arguments[change.name])), arguments.get(absolute.name)
    if given is None:
        return 1.0 + percent / 100.0
    value = float(cast(float, given))
    if percent:
        raise BadValue(
            f"{change.name} {percent:g} % and {absolute.name} {value:g} are both given; give one",
            parameter=absolute.name,
            given=given,
        )
    low, high = (usual * (1.0 + (end or 0.0) / 100.0) for end in (change.low, change.high))
    if bounded and not low <= value <= high:
        raise OutOfRange(
            f"{absolute.name} {value:g} is out of range on the {network}; allowed is {low:g} to "
            f"{high:g} {absolute.unit}".rstrip(),
            parameter=absolute.name,
            given=given,
            nearest=min(max(value, low), high),
        )
    return round(value / usual, 12)  # as near as the same change in percent
