"""The words in which text speaks of what a corridor returns."""

SECONDS = ("seconds", "second", "sec", "s")
PERCENT = ("%", "percent", "per cent")
TRAVEL_TIME = (
    "travel time", "travel times", "average travel time", "mean travel time",
    "average vehicle travel time", "vehicle travel time", "overall travel time", "travel duration",
    "trip time", "trip times", "trip duration", "journey time", "journey times", "average journey",
    "average trip", "driving time", "drive time", "transit time", "time to cross", "travel", "trip",
    "trips", "journey", "journeys", "passage", "drive", "time on the road", "on the road",
    "drivers need", "drivers would need", "drivers will need", "drivers take", "drivers would take",
    "vehicles need", "vehicles would need", "vehicles take", "vehicles would take", "cars need",
    "cars take", "a car needs", "a vehicle needs", "a car takes", "a vehicle takes",
    "vehicles are through", "cars are through", "drivers are through", "gets through",
    "get through", "to drive through", "slowdown", "slow-down", "speed-up", "travel seconds",
    "seconds of travel",
)  # fmt: skip
#: Where and how that time is spent, which names it only beside a time of nothing else.
LOOSE_TRAVEL = (
    "spend", "spends", "spent", "save", "saves", "saved", "lose", "loses", "lost",
    "in the corridor", "through the corridor", "along the corridor", "each driver", "every driver",
    "drivers", "a driver", "average driver", "is through", "are through", "passing", "crossing",
    "passed", "to cover", "to pass",
)  # fmt: skip
IDLING = (
    "standstill", "standstill time", "standstill times", "idling time", "idling", "idling times",
    "average idling", "average idling time", "average vehicle idling",
    "average vehicle idling time", "vehicle idling", "vehicle idling time", "engine idling", "idle",
    "idles", "idle time", "idle times", "time spent idling", "time spent standing", "standing time",
    "stopped time", "time spent stopped", "stationary time", "stand at all", "hardly stand",
    "stand idle", "stands idle", "stand around", "wait", "waits", "waiting", "waiting time",
    "waiting times", "stand still", "stands still", "stood still", "stood idle", "standing still",
    "stopping time", "stopping times", "time at a stop", "time spent at a stop", "stopped for",
    "at a standstill", "stationary", "idled", "waited", "idle seconds", "idling seconds",
    "seconds of idling", "seconds idling", "running engines", "engines running", "engine running",
)  # fmt: skip
CO2 = (
    "total CO2 emissions", "co2", "co2 emissions", "co2 emission", "total co2", "co₂",
    "overall co2 emissions", "carbon dioxide", "carbon dioxide emissions", "carbon emissions",
    "carbon output", "carbon footprint", "greenhouse gas emissions", "emissions",
    "emissions of co2",
)  # fmt: skip
CO2_EACH = (
    "CO2 per vehicle", "co2 per car", "co2 emissions per vehicle", "co2 emissions per car",
    "per-vehicle co2", "per-vehicle emissions", "emissions per vehicle", "emissions per car",
    "co2 of each vehicle", "co2 of a vehicle",
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


CO2_A_KILOMETRE = (
    *_a_kilometre("CO2", "CO2 emissions", "emissions", "emitted", "g of CO2", "grams of CO2"),
    "g/km", *_a_kilometre("g", "grams"), "per kilometre", "per kilometer", "per km",
)  # fmt: skip
NOX = (
    "nox", "nox emissions", "total nox", "nitrogen oxides", "nitrogen oxide emissions",
    "nitrogen oxide", "oxides of nitrogen",
)  # fmt: skip
NOX_EACH = (
    "nitrogen oxides per vehicle", "nox per vehicle", "nox emissions per vehicle", "nox per car",
    "nitrogen oxides per car", "nitrogen oxide emissions per vehicle",
)  # fmt: skip
NOX_A_KILOMETRE = (
    *_a_kilometre("nitrogen oxides", "nox", "nox emissions", "mg of nox", "milligrams"), "mg/km",
    "per kilometre", "per kilometer", "per km",
)  # fmt: skip
FUEL = (
    "fuel", "fuel consumption", "fuel use", "fuel demand", "fuel burnt", "fuel burned",
    "total fuel", "petrol", "petrol consumption", "gasoline", "gasoline consumption",
)  # fmt: skip
FUEL_EACH = (
    "fuel per vehicle", "fuel per car", "fuel use per vehicle", "fuel consumption per vehicle",
    "petrol per vehicle", "fuel consumption per car", "fuel of each vehicle",
)  # fmt: skip
FUEL_A_KILOMETRE = (
    "fuel per 100 km", "l/100 km", "l/100km", "litres per 100 km", "liters per 100 km",
    "litres per 100 kilometres", "liters per 100 kilometers", "fuel consumption per 100 km",
    "fuel per 100 kilometres", "petrol per 100 km", "l per 100 km", "per 100 km",
    "per 100 kilometres", "per 100 kilometers", "per hundred kilometres", "fuel economy",
    "litres per hundred kilometres",
)  # fmt: skip
VEHICLES = (
    "number of vehicles", "number of cars", "vehicle numbers", "car numbers", "vehicle count",
    "vehicles pass", "cars pass", "vehicles passed", "vehicles in total", "total vehicles",
    "simulated traffic", "vehicles are simulated", "vehicles complete", "traffic comprised",
    "traffic comprises",
)  # fmt: skip
DISTANCE = (
    "distance", "average distance", "distance driven", "distance travelled", "distance traveled",
    "trip length", "trip distance", "driven distance",
)  # fmt: skip
SPEED = (
    "travel speed", "travel speeds", "driving speed", "driving speeds", "traffic speed",
    "average speed", "average speeds", "mean speed", "mean speeds", "average vehicle speed",
    "average travel speed", "average driving speed", "average traffic speed",
)  # fmt: skip
#: Vehicles an hour that leave; by themselves, they may as well be those that enter.
_LEAVING = tuple(
    f"{who} {often} {do}" for who in ("vehicles", "cars") for often in ("an hour", "per hour")
    for do in ("leave", "pass", "get through", "go through")
)  # fmt: skip
THROUGHPUT = (
    "throughput", "vehicle throughput", "traffic throughput", "corridor throughput", *_LEAVING,
)  # fmt: skip
QUEUE = (
    "queue", "queues", "queue length", "queue lengths", "longest queue", "maximum queue",
    "maximum queue length", "queue of vehicles", "queueing", "queuing",
)  # fmt: skip
#: More and less of any of them, in pairs.
MORE = (
    "increase", "rise", "grow", "goes up", "higher", "raise", "worsen", "increased", "climb",
    "larger", "greater", "increasing", "rising", "growing", "swell", "go up", "going up",
    "gone up", "gets worse", "get worse", "getting worse", "mount", "comes up", "coming up",
    "come up", "worsening", "deterioration", "deteriorate",
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
