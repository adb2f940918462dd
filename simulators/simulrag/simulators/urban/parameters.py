"""What a corridor is asked with, and every word in which text may say so."""

import itertools

from simulrag.simulators.interface import Parameter

#: Lanes of the corridor as it is built, each way.
LANES_BUILT = 2


def _limits() -> tuple[str, ...]:
    """Return the names of a limit with what may stand before it ("posted speed limit")."""
    kinds = ("posted", "legal", "maximum", "permitted", "allowed", "existing", "current", "general")
    nouns = ("speed limit", "speed limits", "limit", "limits", "speed", "speeds")
    return tuple(f"{kind} {noun}" for kind in kinds for noun in nouns)


def _before(noun: str, *kinds: str) -> tuple[str, ...]:
    return tuple(f"{kind} {noun}" for kind in kinds)


def _coordinated() -> tuple[str, ...]:
    """Return how text says that signals work together ("coordinating the traffic lights")."""
    verbs = ("coordinat", "synchronis", "synchroniz")
    objects = ("signals", "lights", "traffic lights", "traffic signals")
    actions = [f"{verb}{end} {the}{one}" for verb in verbs for end in ("e", "es", "ing", "ed")
               for the in ("the ", "") for one in objects]  # fmt: skip
    states = [f"{one} are {verb}ed" for verb in verbs for one in objects]
    return (*actions, *states)


def _without_lights() -> tuple[str, ...]:
    """Return how text says that there are no signals ("no lights", "switching off the signals")."""
    things = ("lights", "signals", "traffic lights", "traffic signals", "signal lights")
    # "No signal control" is none of its kinds; "no signal at all" is no signal.
    ones = ("light", "signal", "traffic light", "traffic signal")
    lacking = [f"{no} {thing}" for no in ("no", "without", "without any", "without the",
                                          "free of") for thing in things]  # fmt: skip
    lacking += [f"{without} {one}" for one in ones for without in ("without a", "without any")]
    lacking += [f"no {one} at all" for one in ones]
    verbs = ("removing", "removes", "remove", "removal of", "scrapping", "abolishing",
             "switching off", "switches off", "switch off", "turning off", "taking away",
             "taking out", "doing away with", "getting rid of", "dispensing with")  # fmt: skip
    acts = [f"{verb} {the}{thing}" for verb in verbs for the in ("", "the ", "all ")
            for thing in things]  # fmt: skip
    states = [f"{thing} {be}{gone}" for thing in things for be in ("", "are ", "were ")
              for gone in ("removed", "switched off", "turned off", "off", "taken away", "gone",
                           "scrapped")]  # fmt: skip
    return (*lacking, *acts, *states)


def _of_lights(*kinds: str) -> tuple[str, ...]:
    """Return a kind of control as said of lights, signals and their control ("smart lights")."""
    things = ("light", "lights", "signal", "signals", "traffic light", "traffic lights",
              "traffic signal", "traffic signals", "signal control", "signal timing",
              "traffic control")  # fmt: skip
    return tuple(f"{kind} {thing}" for kind in kinds for thing in things)


SPEED_LIMIT = Parameter(
    name="speed_limit",
    kind="change",
    description="change, percent of the limit everywhere: 80 km/h on the single road, 50 km/h on "
    "the grid; it can only be lowered",
    unit="km/h",
    low=-60.0,
    high=0.0,
    required=False,
    default=0.0,
    words=(
        *_limits(), "speed limit", "speed limits", "the limit", "lower limit", "lowered limit",
        "limit", "limit reduction", "limit cut", "reduced limit", "top speed", "traffic speed",
        "traffic speeds", "driving speed", "driving speeds", "vehicle speed",
        "vehicle speeds", "speed cap", "speed cut",
        "speed reduction", "speed restriction", "slower speed", "slower speeds", "lower speed",
        "lower speeds", "speeds", "slowing traffic", "slows traffic", "slow traffic",
        "slowing vehicles", "slowing cars", "low-speed zone", "slow zone", "limit decrease",
        "limit", "speed cap",
        *_before("limit", "speed", "legal", "posted", "permitted", "legal speed", "posted speed"),
        *_before("speed", "top", "maximum", "permitted", "allowed", "legal", "posted",
                 "permissible", "driving", "vehicle", "traffic"),
    ),
)  # fmt: skip
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
        "demand", "traffic demand", "vehicle demand", "travel demand", "peak-hour demand",
        "peak-hour vehicle demand", "evening traffic demand", "evening traffic", "car demand",
        "traffic volume", "traffic volumes", "vehicle volume", "vehicle volumes", "inflow",
        "traffic load", "traffic inflow", "traffic intensity", "traffic levels", "car traffic",
        "traffic increase", "traffic growth", "traffic surge", "vehicular traffic",
        "increase in traffic", "rise in traffic", "growth in traffic", "surge in traffic",
        "drop in traffic", "reduction in traffic", "decrease in traffic", "fall in traffic",
        "extra traffic", "additional traffic", "concert traffic", "event traffic", "extra demand",
        "additional demand", "stadium traffic",
        "extra vehicles", "extra cars", "more traffic", "more vehicles", "more cars",
        "less traffic", "fewer vehicles", "fewer cars", "fewer trips", "more trips",
        "additional vehicles", "vehicles entering", "cars entering", "peak traffic",
        "demand", "traffic", "influx", "inflow", "traffic inflow", "vehicle inflow",
        "evening traffic demand", "vehicular traffic", "amount of traffic",
        *_before("demand", "traffic", "vehicle", "travel", "car", "evening", "transport", "trip",
                 "peak hour", "rush hour", "peak hour traffic", "peak hour vehicle"),
        *_before("traffic", "car", "road", "vehicle", "motor", "evening", "peak", "through"),
        *_before("volume", "traffic", "vehicle"), *_before("load", "traffic", "vehicle"),
        *_before("intensity", "traffic", "vehicle"), *_before("level", "traffic", "vehicle"),
        "volume of traffic", "volume of vehicles", "volume of cars",
    ),
)  # fmt: skip


def _narrowed() -> tuple[str, ...]:
    """Return how text says that two lanes become one ("2 lanes each way to a single lane")."""
    lanes = ("lanes", "travel lanes", "traffic lanes", "driving lanes", "lanes each way",
             "lanes in each direction", "lanes per direction")  # fmt: skip
    ends = ("1", "one", "only one", "just one", "a single")
    joins = ("to", "into", "down to")
    return tuple(" ".join(words) for words in itertools.product(("2", "two"), lanes, joins, ends))


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
            "1 lane", "one lane", "single lane", "a lane each way", "one-lane", "road diet",
            "takes one of the two lanes away", "taking one of two lanes", "diet",
            "lane reduction", "lane removal", "removal of a lane", "removal of one lane",
            "remove a lane", "removes a lane", "removing a lane", "taking a lane", "takes a lane",
            "take away a lane", "taking away a lane", "takes away a lane", "gives up a lane",
            "drop a lane", "dropping a lane", "losing a lane", "loses a lane", "lane is removed",
            "lane is taken away", "converting a lane", "converting one of the two lanes",
            "one of the two lanes", "one of its two lanes", "one of two lanes", "single-lane",
            "only one lane", "just one lane", "half the lanes", "half of the lanes",
            "reallocating a lane", "reallocating one lane", "closing a lane", "lane fewer",
            *_narrowed(),
        ),
        "2": ("2 lanes", "two lanes", "both lanes", "two-lane", "2-lane", "dual lane",
              "second lane", "pair of lanes"),
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
            "fixed-time signal", "fixed-time light", "pre-timed signal", "fixed signal timing",
            *_of_lights("fixed-cycle", "fixed cycle", "pre-timed", "pretimed", "timer-controlled",
                        "clock-controlled", "conventional", "uncoordinated", "unsynchronised",
                        "unsynchronized", "static"),
            "fixed cycle", "fixed-cycle", "fixed timing", "fixed timings", "fixed schedule",
            "fixed-timing", "on a timer", "on timers", "pre-timed", "pretimed",
            "without the green wave", "without a green wave", "without green wave",
            "without any green wave", "no green wave", "instead of a green wave",
            "signal is kept", "signal kept", "keeping the signal", "keeping the traffic light",
            "keeps the traffic light", "keeps its traffic light", "signals unchanged",
        ),
        "actuated": (
            "actuated signal", "actuated signals", "vehicle-actuated", "traffic-actuated",
            "adaptive signal", "adaptive signals", "demand-responsive signal",
            "traffic-responsive signal",
            *_of_lights("actuated", "vehicle-actuated", "traffic-actuated", "adaptive", "smart",
                        "responsive", "demand-responsive", "traffic-responsive", "demand-actuated",
                        "sensor-controlled", "sensor-driven", "intelligent", "reactive"),
            "adaptive control", "actuated control", "traffic-dependent", "sensor-controlled",
            *(f"{one} that {verb} to {what}" for one in ("lights", "signals")
              for verb in ("respond", "react", "adapt", "adjust")
              for what in ("traffic", "the traffic", "demand")),
        ),
        "green wave": (
            "green waves", *_coordinated(), "signal coordination", "signal synchronisation",
            "signal synchronization", "signal priority", "signal prioritization",
            "signal prioritisation", "priority signal", "priority signals", "priority signalling",
            "priority system", "priority junction", "priority intersection",
            "use_priority_junction", "signal progression", "wave of greens", "greens in a row",
            "greens in sequence", "lights in sync", "signals in sync", "progression of greens",
            *_of_lights("linked", "interconnected", "synced", "coordinated", "synchronised",
                        "synchronized"),
        ),
        "unsignalled": (
            "unsignalised", "unsignalized", "unsignaled", "no traffic light",
            *_without_lights(), "signal-free", "signal free",
            "light-free", "uncontrolled junction", "uncontrolled intersection",
            "uncontrolled crossing", "without signalling", "no signalling",
            "removing the traffic light", "removes the traffic light",
            "removing the signal", "signal removed", "signal is removed",
            "traffic light is removed", "give-way junction", "yield-controlled",
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
            "grid of junctions", "grid of signalled junctions", "grid of signalised junctions",
            "grid-like network", "gridded network", "gridded streets", "grid pattern",
            "grid layout", "downtown grid", "checkerboard", "chessboard", "lattice of streets",
            "mesh of streets", "network of streets", "street network", "network of junctions",
            "block of streets",
        ),
    },
)  # fmt: skip
PARAMETERS = (SPEED_LIMIT, DEMAND, LANES, SIGNAL, NETWORK)
