"""What a corridor returns, and every word in which text may speak of it."""

from functools import partial

from simulrag.simulators.interface import Directions, Floor, Output, Tolerance

SECONDS = ("seconds", "second", "sec", "s")
PERCENT = ("%", "percent", "per cent")
CO2 = (
    "total CO2 emissions", "co2", "co2 emissions", "co2 emission", "total co2", "co₂",
    "overall co2 emissions", "carbon dioxide", "carbon dioxide emissions", "carbon emissions",
    "carbon output", "carbon footprint", "greenhouse gas emissions", "emissions",
    "emissions of co2",
)  # fmt: skip
#: What makes an amount that of one vehicle, wherever it stands.
EACH = (
    "per vehicle", "per car", "each vehicle", "each car", "every vehicle", "every car",
    "average vehicle", "average car", "a single vehicle", "a single car",
)  # fmt: skip


def _a_kilometre(*subjects: str) -> tuple[str, ...]:
    """Return what is said of subjects for each kilometre that is driven."""
    ways = ("per kilometre", "per kilometer", "per km", "a kilometre", "for each kilometre")
    return tuple(f"{one} {way}" for one in subjects for way in ways)


#: Vehicles an hour that leave; by themselves, they may as well be those that enter.
_LEAVING = tuple(
    f"{who} {often} {do}" for who in ("vehicles", "cars") for often in ("an hour", "per hour")
    for do in ("leave", "pass", "get through", "go through")
)  # fmt: skip
#: More and less of any of them, in pairs.
MORE = (
    "increase", "rise", "grow", "goes up", "higher", "raise", "worsen", "increased", "climb",
    "larger", "greater", "increasing", "rising", "growing", "swell", "go up", "going up", "gone up",
    "gets worse", "get worse", "getting worse", "mount", "comes up", "coming up", "come up",
    "worsening", "deterioration", "deteriorate",
)  # fmt: skip
LESS = (
    "decrease", "fall", "shrink", "goes down", "lower", "lower", "improve", "decreased", "drop",
    "smaller", "smaller", "decreasing", "falling", "shrinking", "sink", "go down", "going down",
    "gone down", "gets better", "get better", "getting better", "decline", "comes down",
    "coming down", "come down", "improvement", "improvement", "improve",
)  # fmt: skip
#: The same of a time on the road. "Faster" and "slower" are of none: a speed that is higher is a
#: time that is shorter.
LONGER = (
    "longer", "longer", "lengthen", "lengthened", "later", "prolong", "lengthening", "later",
)  # fmt: skip
SHORTER = (
    "shorter", "shorter", "shorten", "shortened", "sooner", "curtail", "shortening", "earlier",
)  # fmt: skip
#: Constructor of an output of one state, and the words for more and less of a time or a line.
_level = partial(
    Output, kind="number", statistic="mean", tolerance=Tolerance(relative=0.05),
    directions=Directions(rises=MORE, falls=LESS),
)  # fmt: skip
_OF_TIME = Directions(rises=(*LONGER, *MORE), falls=(*SHORTER, *LESS))

#: Every vehicle is inserted at rest, in one step of the simulation, seconds.
INSERTION = 1.0

TRAVEL = _level(
    name="travel_time",
    description="mean time from entering to leaving the network; the single road is 1 km long",
    unit="second",
    unit_words=SECONDS,
    words=(
        "travel time", "travel times", "average travel time", "mean travel time",
        "average vehicle travel time", "vehicle travel time", "overall travel time",
        "travel duration", "trip time", "trip times", "trip duration", "journey time",
        "journey times", "average journey", "average trip", "driving time", "drive time",
        "transit time", "time to cross", "travel", "trip", "trips", "journey", "journeys",
        "passage", "drive", "time on the road", "on the road", "drivers need", "drivers would need",
        "drivers will need", "drivers take", "drivers would take", "vehicles need",
        "vehicles would need", "vehicles take", "vehicles would take", "cars need", "cars take",
        "a car needs", "a vehicle needs", "a car takes", "a vehicle takes", "vehicles are through",
        "cars are through", "drivers are through", "gets through", "get through",
        "to drive through", "slowdown", "slow-down", "speed-up", "travel seconds",
        "seconds of travel",
        # Where and how that time is spent, which names it only beside a time of nothing else.
        "spend", "spends", "spent", "save", "saves", "saved", "lose", "loses", "lost",
        "in the corridor", "through the corridor", "along the corridor", "each driver",
        "every driver", "drivers", "a driver", "average driver", "is through", "are through",
        "passing", "crossing", "passed", "to cover", "to pass", "trip", "trips", "journey",
        "journeys", "commute", "drive", "drives", "driving", "crossing", "takes", "take", "slower",
        "faster", "delay", "delays", "traffic",
    ),
    directions=_OF_TIME,
    template="Vehicles take {value} on average{conditions}.",
)  # fmt: skip
IDLE = _level(
    name="idling_time",
    description="mean time at less than 0.1 m/s; 1.00 s is the step at which a vehicle is "
    "inserted, so no run shows less",
    floor=Floor(
        value=INSERTION,
        why="the step in which a vehicle is inserted at rest counts as idling, and no run shows "
        "less",
    ),
    unit="second",
    unit_words=SECONDS,
    words=(
        "standstill", "standstill time", "standstill times", "idling time", "idling",
        "idling times", "average idling", "average idling time", "average vehicle idling",
        "average vehicle idling time", "vehicle idling", "vehicle idling time", "engine idling",
        "idle", "idles", "idle time", "idle times", "time spent idling", "time spent standing",
        "standing time", "stopped time", "time spent stopped", "stationary time", "stand at all",
        "hardly stand", "stand idle", "stands idle", "stand around", "wait", "waits", "waiting",
        "waiting time", "waiting times", "stand still", "stands still", "stood still", "stood idle",
        "standing still", "stopping time", "stopping times", "time at a stop",
        "time spent at a stop", "stopped for", "at a standstill", "stationary", "idled", "waited",
        "idle seconds", "idling seconds", "seconds of idling", "seconds idling", "running engines",
        "engines running", "engine running", "standing", "stand", "waiting", "wait", "waits",
        "stop", "stops", "stopped", "halt", "halts", "red light", "red lights", "stationary",
        "queueing", "queuing", "stuck",
    ),
    directions=_OF_TIME,
    template="Vehicles idle for {value} on average{conditions}.",
)  # fmt: skip
TOTAL_CO2 = _level(
    name="co2",
    description="total CO2 of all vehicles over the run, summed step by step; HBEFA3 petrol cars",
    unit="kg",
    unit_words=("kg", "kilograms", "g", "mg"),
    words=(*CO2, "carbon", "greenhouse", "exhaust", "emit", "emits", "emitted", "emission"),
    template="Vehicles emit {value} of CO2 in total{conditions}.",
)
CO2_PER_VEHICLE = _level(
    name="co2_per_vehicle",
    description="CO2 of one vehicle on average",
    unit="g",
    unit_words=("g", "grams", "kg", "mg"),
    words=(
        "CO2 per vehicle", "co2 per car", "co2 emissions per vehicle", "co2 emissions per car",
        "per-vehicle co2", "per-vehicle emissions", "emissions per vehicle", "emissions per car",
        "co2 of each vehicle", "co2 of a vehicle", *EACH, "carbon", "exhaust", "emit", "emits",
        "emitted", "emission", "emissions",
    ),
    decimals=1,
    template="CO2 per vehicle is {value}{conditions}.",
)  # fmt: skip
CO2_PER_KM = _level(
    name="co2_per_km",
    description="g of CO2 of a vehicle for each km that it drives",
    unit="g",
    unit_words=("g/km", "grams per kilometre", "g per km"),
    words=(
        *_a_kilometre("CO2", "CO2 emissions", "emissions", "emitted", "g of CO2", "grams of CO2"),
        "g/km", *_a_kilometre("g", "grams"), "per kilometre", "per kilometer", "per km",
    ),
    decimals=1,
    template="CO2 per kilometre is {value}{conditions}.",
)  # fmt: skip
TOTAL_NOX = _level(
    name="nox",
    description="total nitrogen oxides of all vehicles over the run",
    unit="g",
    unit_words=("g", "grams", "kg", "mg"),
    words=(
        "NOx", "NOx emissions", "total NOx", "nitrogen oxides", "nitrogen oxide emissions",
        "nitrogen oxide", "oxides of nitrogen", "nitrogen", "pollution", "pollutants",
        "air quality", "exhaust", "fumes", "smog",
    ),
    template="Vehicles emit {value} of nitrogen oxides in total{conditions}.",
)  # fmt: skip
NOX_PER_VEHICLE = _level(
    name="nox_per_vehicle",
    description="nitrogen oxides of one vehicle on average",
    unit="mg",
    unit_words=("mg", "milligrams", "g"),
    words=(
        "nitrogen oxides per vehicle", "NOx per vehicle", "NOx emissions per vehicle",
        "NOx per car", "nitrogen oxides per car", "nitrogen oxide emissions per vehicle", *EACH,
    ),
    decimals=1,
    template="Nitrogen oxides per vehicle are {value}{conditions}.",
)  # fmt: skip
NOX_PER_KM = _level(
    name="nox_per_km",
    description="mg of nitrogen oxides of a vehicle for each km that it drives",
    unit="mg",
    unit_words=("mg/km", "milligrams per kilometre", "mg per km"),
    words=(
        *_a_kilometre("nitrogen oxides", "NOx", "NOx emissions", "mg of NOx", "milligrams"),
        "mg/km", "per kilometre", "per kilometer", "per km",
    ),
    decimals=1,
    template="Nitrogen oxides per kilometre are {value}{conditions}.",
)  # fmt: skip
TOTAL_FUEL = _level(
    name="fuel",
    description="total petrol that all vehicles burn over the run, at 742 g a litre",
    unit="l",
    unit_words=("litres", "liters", "l", "ml"),
    words=(
        "fuel", "fuel consumption", "fuel use", "fuel demand", "fuel burnt", "fuel burned",
        "total fuel", "petrol", "petrol consumption", "gasoline", "gasoline consumption", "gas",
        "litres", "liters", "burn", "burns", "burnt", "burned", "consume", "consumes",
        "consumption",
    ),
    template="Vehicles use {value} of fuel in total{conditions}.",
)  # fmt: skip
FUEL_PER_VEHICLE = _level(
    name="fuel_per_vehicle",
    description="petrol that one vehicle burns on average",
    unit="ml",
    unit_words=("ml", "millilitres", "milliliters", "l"),
    words=(
        "fuel per vehicle", "fuel per car", "fuel use per vehicle", "fuel consumption per vehicle",
        "petrol per vehicle", "fuel consumption per car", "fuel of each vehicle", *EACH,
    ),
    decimals=1,
    template="Fuel per vehicle is {value}{conditions}.",
)  # fmt: skip
FUEL_PER_100KM = _level(
    name="fuel_per_100km",
    description="litres of petrol that a vehicle burns for each 100 km that it drives",
    unit="l",
    unit_words=("litres per 100 km", "liters per 100 km", "l/100 km"),
    words=(
        "fuel per 100 km", "l/100 km", "l/100km", "litres per 100 km", "liters per 100 km",
        "litres per 100 kilometres", "liters per 100 kilometers", "fuel consumption per 100 km",
        "fuel per 100 kilometres", "petrol per 100 km", "l per 100 km", "per 100 km",
        "per 100 kilometres", "per 100 kilometers", "per hundred kilometres", "fuel economy",
        "litres per hundred kilometres",
    ),
    template="Vehicles use {value} for each 100 km{conditions}.",
)  # fmt: skip
COUNT = _level(
    name="vehicles",
    description="vehicles that entered in 600 s and left again",
    unit_words=("vehicles", "vehicle", "cars", "car", "drivers"),
    words=(
        "number of vehicles", "number of cars", "vehicle numbers", "car numbers", "vehicle count",
        "vehicles pass", "cars pass", "vehicles passed", "vehicles in total", "total vehicles",
        "simulated traffic", "vehicles are simulated", "vehicles complete", "traffic comprised",
        "traffic comprises", "vehicles", "vehicle", "cars", "car", "traffic", "carry", "carries",
        "drivers",
    ),
    decimals=0,
    template="{value} pass{conditions}.",
)  # fmt: skip
DRIVEN = _level(
    name="distance",
    description="mean distance that a vehicle drives",
    unit="m",
    unit_words=("m", "metres", "meters", "km"),
    words=(
        "distance", "average distance", "distance driven", "distance travelled",
        "distance traveled", "trip length", "trip distance", "driven distance", "kilometre",
        "kilometres", "kilometer", "kilometers", "km", "mile", "miles", "far", "farther", "further",
        "route", "length", "detour",
    ),
    decimals=1,
    template="The average distance driven is {value}{conditions}.",
)  # fmt: skip
MEAN_SPEED = _level(
    name="speed",
    description="distance of all vehicles divided by their time on the corridor",
    unit="km/h",
    unit_words=("km/h", "kph", "mph", "m/s"),
    words=(
        "travel speed", "travel speeds", "driving speed", "driving speeds", "traffic speed",
        "average speed", "average speeds", "mean speed", "mean speeds", "average vehicle speed",
        "average travel speed", "average driving speed", "average traffic speed", "speed", "speeds",
        "slow", "slowly", "slower", "fast", "faster", "quick", "quickly", "quicker", "pace", "flow",
        "flows", "flowing", "smoothly", "crawl", "crawls",
    ),
    decimals=1,
    template="Vehicles drive at {value} on average{conditions}.",
)  # fmt: skip
LEAVING = _level(
    name="throughput",
    description="vehicles an hour that leave, over the 600 s from the first that does",
    unit_words=("vehicles an hour", "vehicles per hour", "veh/h"),
    words=(
        "throughput", "vehicle throughput", "traffic throughput", "corridor throughput", *_LEAVING,
        "hourly", "capacity", "get through", "gets through", "pass", "passes", "passing", "flow",
        "flows", "volume", "carry", "carries",
    ),
    decimals=0,
    template="{value} leave{conditions}.",
)  # fmt: skip
LINE = _level(
    name="queue_length",
    description="most vehicles that stand at once in one lane",
    unit_words=("vehicles", "vehicle", "cars"),
    words=(
        "queue", "queues", "queue length", "queue lengths", "longest queue", "maximum queue",
        "maximum queue length", "queue of vehicles", "queueing", "queuing", "line", "lines",
        "backlog", "tailback", "tailbacks", "jam", "jams", "congestion", "back up", "backs up",
        "pile up",
    ),
    decimals=1,
    directions=_OF_TIME,
    template="The longest queue holds {value}{conditions}.",
)  # fmt: skip


def _change(base: Output, said: str) -> Output:
    return Output(
        name=f"{base.name}_change",
        kind="number",
        description=f"change of {base.name} against the same network unchanged, on the same seeds",
        unit="percent",
        statistic="mean",
        is_change=True,
        unit_words=PERCENT,
        tolerance=Tolerance(absolute=1.0),
        directions=base.directions,
        changes_of=base.name,
        template=f"{{conditions}}, the {said} {{turn:rises/falls}} by {{size}}.",
    )


LEVELS = (
    TRAVEL,
    IDLE,
    TOTAL_CO2,
    CO2_PER_VEHICLE,
    CO2_PER_KM,
    TOTAL_NOX,
    NOX_PER_VEHICLE,
    NOX_PER_KM,
    TOTAL_FUEL,
    FUEL_PER_VEHICLE,
    FUEL_PER_100KM,
    COUNT,
    DRIVEN,
    MEAN_SPEED,
    LEAVING,
    LINE,
)
OUTPUTS = (
    *LEVELS,
    _change(TRAVEL, "average travel time"),
    _change(IDLE, "average idling time"),
    _change(TOTAL_CO2, "total CO2"),
    _change(TOTAL_NOX, "total of nitrogen oxides"),
    _change(TOTAL_FUEL, "fuel consumption"),
    _change(MEAN_SPEED, "average speed"),
    _change(LEAVING, "throughput"),
    _change(LINE, "longest queue"),
)


def least(output: Output) -> float:
    """Return below what no value of an output lies: nothing is negative, or falls by over 100 %."""
    if output.floor is not None:
        return output.floor.value
    return -100.0 if output.changes_of else 0.0
