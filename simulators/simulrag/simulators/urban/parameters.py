"""What a corridor is asked with, and every word in which text may say so."""

from simulrag.simulators.interface import Parameter

#: Lanes of the corridor as it is built, each way.
LANES_BUILT = 2


_LIGHTS = ("light", "signal", "traffic light", "traffic signal")


def _of_lights(*kinds: str) -> tuple[str, ...]:
    """Return a kind of control as said of lights, signals and their control ("smart lights")."""
    return tuple(f"{kind} {thing}" for kind in kinds for thing in (*_LIGHTS, "signal control"))


def _to_lights(*deeds: str) -> tuple[str, ...]:
    """Return what is done to lights and signals ("removing the traffic lights")."""
    return tuple(
        f"{deed} {the}{thing}s" for deed in deeds for the in ("", "the ") for thing in _LIGHTS
    )


SPEED_LIMIT = Parameter(
    name="speed_limit",
    kind="change",
    description="change, percent of the limit everywhere: 80 km/h on the single road, 50 km/h on "
    "the grid; it can only be lowered",
    unit="km/h",
    low=-75.0,
    high=0.0,
    required=False,
    default=0.0,
    words=(
        "speed limit", "limit", "the limit", "legal limit", "posted limit", "legal speed limit",
        "posted speed limit", "maximum speed", "top speed", "permitted speed", "allowed speed",
        "speeds", "driving speed", "vehicle speed", "traffic speed", "lower speed",
        "slower speed", "lower limit", "reduced limit", "limit reduction", "speed reduction",
        "speed restriction", "speed cap", "speed cut", "limit cut", "low-speed zone", "slow zone",
    ),
    bases={"network": {"single road": 80, "grid": 50}},
)  # fmt: skip
SPEED_LIMIT_KMH = Parameter(
    name="speed_limit_kmh",
    kind="number",
    description="the limit itself; instead of speed_limit. On a network of one's own, streets with "
    "a higher limit get this one",
    unit="km/h",
    low=20.0,
    high=80.0,
    required=False,
    alters=True,
    words=(
        "speed limit", "limit", "the limit", "legal limit", "posted limit", "legal speed limit",
        "posted speed limit", "lower limit", "reduced limit",
    ),
)  # fmt: skip
_HOURLY = ("vehicles an hour", "vehicles per hour", "cars an hour", "cars per hour")
DEMAND = Parameter(
    name="demand",
    kind="change",
    description="change of demand, percent of the vehicles that enter for 600 s: 800 an hour on "
    "the single road, 1,200 on the grid",
    low=-60.0,
    high=60.0,
    required=False,
    default=0.0,
    words=(
        "demand", "traffic", "traffic demand", "vehicle demand", "travel demand", "car demand",
        "peak-hour demand", "peak-hour vehicle demand", "evening traffic demand",
        "evening traffic", "peak traffic", "car traffic", "road traffic", "vehicular traffic",
        "traffic volume", "vehicle volume", "volume of traffic", "amount of traffic",
        "traffic load", "traffic intensity", "traffic level", "traffic inflow", "inflow", "influx",
        "traffic increase", "traffic growth", "traffic surge", "increase in traffic",
        "rise in traffic", "drop in traffic", "reduction in traffic", "decrease in traffic",
        "extra traffic", "additional traffic", "more traffic", "less traffic", "extra vehicles",
        "additional vehicles", "more vehicles", "fewer vehicles", "extra cars", "more cars",
        "fewer cars", "fewer trips", "more trips", "vehicles entering", "cars entering",
        *_HOURLY,
    ),
    bases={"network": {"single road": 800, "grid": 1200}},
)  # fmt: skip
VEHICLES_PER_HOUR = Parameter(
    name="vehicles_per_hour",
    kind="number",
    description="the demand itself; instead of demand. 320 to 1,280 on the single road, 480 to "
    "1,920 on the grid",
    low=24.0,
    high=5_760.0,
    required=False,
    alters=True,
    words=(
        "hourly demand", "demand", "traffic demand", "traffic volume", "hourly volume",
        *_HOURLY,
    ),
)  # fmt: skip

LANES = Parameter(
    name="lanes",
    kind="integer",
    description="number of lanes, of the two that are built; a road diet takes one away",
    low=1,
    high=LANES_BUILT,
    required=False,
    default=LANES_BUILT,
    alters=True,
    choices={
        "1": (
            "1 lane", "one lane", "single lane", "a lane each way", "one-lane", "single-lane",
            "only one lane", "road diet", "lane reduction", "lane removal", "removal of a lane",
            "removal of one lane", "removes a lane", "removing a lane", "taking a lane",
            "taking away a lane", "takes away a lane", "dropping a lane", "losing a lane",
            "lane is removed", "closing a lane", "lane fewer", "one of the two lanes",
            "one of its two lanes", "one of two lanes", "half the lanes", "two lanes to one",
            "2 lanes to 1", "two lanes to a single lane",
        ),
        "2": (
            "2 lanes", "two lanes", "both lanes", "two-lane", "2-lane", "dual lane", "second lane",
            "pair of lanes",
        ),
    },
)  # fmt: skip
SIGNAL = Parameter(
    name="signal",
    kind="choice",
    description="the signal; unsignalled: a priority junction on a road without "
    "cross traffic, the upper bound of what signals can do, and what published records ran "
    "under the name of a green wave",
    required=False,
    default="fixed-time",
    alters=True,
    choices={
        "fixed-time": (
            *_of_lights("fixed-time", "fixed-cycle", "fixed cycle", "pre-timed", "conventional",
                        "uncoordinated"),
            "fixed signal timing", "fixed cycle", "fixed-cycle", "fixed timing", "fixed schedule",
            "on a timer", "pre-timed", "without the green wave", "without a green wave",
            "without green wave", "no green wave", "instead of a green wave", "signal is kept",
            "keeping the signal", "keeping the traffic light", "signals unchanged",
        ),
        "actuated": (
            *_of_lights("actuated", "vehicle-actuated", "traffic-actuated", "adaptive", "smart",
                        "responsive", "demand-responsive", "traffic-responsive",
                        "sensor-controlled"),
            "vehicle-actuated", "traffic-actuated", "adaptive control", "actuated control",
        ),
        "green wave": (
            *_of_lights("coordinated", "synchronised", "synchronized", "linked", "priority"),
            *_to_lights("coordinating", "synchronising", "synchronizing"),
            "signal coordination", "signal synchronisation", "signal synchronization",
            "signal priority", "signal prioritization", "signal prioritisation",
            "priority signalling", "priority system", "priority junction", "priority intersection",
            "use_priority_junction", "signal progression",
        ),
        "unsignalled": (
            *_of_lights("no", "without a", "without any"), *_to_lights("no", "without"),
            *_to_lights("removing", "removes", "remove", "removal of", "switching off"),
            "unsignalised", "unsignalized", "unsignaled", "signal-free", "signal free",
            "signals removed", "signal is removed", "traffic light is removed",
            "uncontrolled junction", "uncontrolled intersection", "no signalling",
            "without signalling", "give-way junction", "yield-controlled",
        ),
    },
)  # fmt: skip
NETWORK = Parameter(
    name="network",
    kind="choice",
    description="the network; the single road is the corridor of 1 km, the grid has 4 x 4 "
    "signalled junctions, 200 m apart, and random trips through it",
    required=False,
    default="single road",
    choices={
        "single road": (
            "single corridor", "single street", "single arterial", "single stretch of road",
            "one straight road", "single straight road",
        ),
        "grid": (
            "street grid", "grid of streets", "road grid", "urban grid", "city grid",
            "grid network", "signalled grid", "signalized grid", "grid of signals",
            "grid of junctions", "grid of signalled junctions", "gridded streets", "grid layout",
            "street network", "network of streets", "network of junctions",
        ),
    },
)  # fmt: skip
PARAMETERS = (
    SPEED_LIMIT, SPEED_LIMIT_KMH, DEMAND, VEHICLES_PER_HOUR, LANES, SIGNAL, NETWORK
)  # fmt: skip
