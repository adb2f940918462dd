"""The corridor in numbers: road, signal, demand and cars, and what a call makes of them.

The values are those at which a run comes nearest to published records of such a corridor; how near
is in the handbook. Lengths are metres, times seconds, speeds metres a second.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, cast

from pydantic import JsonValue

Control = Literal["fixed-time", "actuated", "green wave", "unsignalled"]

#: The network that is this corridor.
SINGLE_ROAD = "single road"
#: Length of the road, and of the junction in its middle.
LENGTH, JUNCTION = 1_000.0, 10.0
LANES_BUILT = 2
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
        """Return the setting that the validated arguments of a call describe."""
        return cls(
            limit=SPEED_LIMIT * _factor(arguments["speed_limit"]),
            demand=VEHICLES_AN_HOUR * _factor(arguments["demand"]),
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


def _factor(change: JsonValue) -> float:
    return 1.0 + float(cast(float, change)) / 100.0
