"""What a corridor returns."""

from simulrag.simulators.interface import Directions, Floor, Output
from simulrag.simulators.tolerances import Tolerance
from simulrag.simulators.urban.output_words import (
    CO2,
    CO2_A_KILOMETRE,
    CO2_EACH,
    DISTANCE,
    EACH,
    FUEL,
    FUEL_A_KILOMETRE,
    FUEL_EACH,
    IDLING,
    LESS,
    LONGER,
    LOOSE_TRAVEL,
    MORE,
    NOX,
    NOX_A_KILOMETRE,
    NOX_EACH,
    PERCENT,
    QUEUE,
    SECONDS,
    SHORTER,
    SPEED,
    THROUGHPUT,
    TRAVEL_TIME,
    VEHICLES,
)


def _level(
    name: str,
    description: str,
    words: tuple[str, ...],
    template: str,
    *,
    unit: str = "",
    unit_words: tuple[str, ...] = (),
    decimals: int = 2,
    grows: tuple[str, ...] = (),
    shrinks: tuple[str, ...] = (),
    floor: Floor | None = None,
) -> Output:
    """Return an output of one state; `grows` and `shrinks` stand before words for any amount."""
    return Output(
        name=name,
        kind="number",
        description=description,
        unit=unit,
        statistic="mean",
        unit_words=unit_words,
        words=words,
        decimals=decimals,
        tolerance=Tolerance(relative=0.05),
        directions=Directions(rises=(*grows, *MORE), falls=(*shrinks, *LESS)),
        template=template,
        floor=floor,
    )


#: Every vehicle is inserted at rest, in one step of the simulation, seconds.
INSERTION = 1.0

TRAVEL = _level(
    name="travel_time",
    description="mean time from entering to leaving the network; the single road is 1 km long",
    unit="second",
    unit_words=SECONDS,
    words=(
        *TRAVEL_TIME, *LOOSE_TRAVEL, "trip", "trips", "journey", "journeys", "commute", "drive",
        "drives", "driving", "crossing", "takes", "take", "slower", "faster", "delay", "delays",
        "traffic",
    ),
    grows=LONGER,
    shrinks=SHORTER,
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
        *IDLING, "standing", "stand", "waiting", "wait", "waits", "stop", "stops", "stopped",
        "halt", "halts", "red light", "red lights", "stationary", "queueing", "queuing", "stuck",
    ),
    grows=LONGER,
    shrinks=SHORTER,
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
        *CO2_EACH, *EACH, "carbon", "exhaust", "emit", "emits", "emitted", "emission",
        "emissions",
    ),
    decimals=1,
    template="CO2 per vehicle is {value}{conditions}.",
)  # fmt: skip
CO2_PER_KM = _level(
    name="co2_per_km",
    description="g of CO2 of a vehicle for each km that it drives",
    unit="g",
    unit_words=("g/km", "grams per kilometre", "g per km"),
    words=CO2_A_KILOMETRE,
    decimals=1,
    template="CO2 per kilometre is {value}{conditions}.",
)
TOTAL_NOX = _level(
    name="nox",
    description="total nitrogen oxides of all vehicles over the run",
    unit="g",
    unit_words=("g", "grams", "kg", "mg"),
    words=(*NOX, "nitrogen", "pollution", "pollutants", "air quality", "exhaust", "fumes", "smog"),
    template="Vehicles emit {value} of nitrogen oxides in total{conditions}.",
)
NOX_PER_VEHICLE = _level(
    name="nox_per_vehicle",
    description="nitrogen oxides of one vehicle on average",
    unit="mg",
    unit_words=("mg", "milligrams", "g"),
    words=(*NOX_EACH, *EACH),
    decimals=1,
    template="Nitrogen oxides per vehicle are {value}{conditions}.",
)
NOX_PER_KM = _level(
    name="nox_per_km",
    description="mg of nitrogen oxides of a vehicle for each km that it drives",
    unit="mg",
    unit_words=("mg/km", "milligrams per kilometre", "mg per km"),
    words=NOX_A_KILOMETRE,
    decimals=1,
    template="Nitrogen oxides per kilometre are {value}{conditions}.",
)
TOTAL_FUEL = _level(
    name="fuel",
    description="total petrol that all vehicles burn over the run, at 742 g a litre",
    unit="l",
    unit_words=("litres", "liters", "l", "ml"),
    words=(
        *FUEL, "gas", "litres", "liters", "burn", "burns", "burnt", "burned", "consume", "consumes",
        "consumption",
    ),
    template="Vehicles use {value} of fuel in total{conditions}.",
)  # fmt: skip
FUEL_PER_VEHICLE = _level(
    name="fuel_per_vehicle",
    description="petrol that one vehicle burns on average",
    unit="ml",
    unit_words=("ml", "millilitres", "milliliters", "l"),
    words=(*FUEL_EACH, *EACH),
    decimals=1,
    template="Fuel per vehicle is {value}{conditions}.",
)
FUEL_PER_100KM = _level(
    name="fuel_per_100km",
    description="litres of petrol that a vehicle burns for each 100 km that it drives",
    unit="l",
    unit_words=("litres per 100 km", "liters per 100 km", "l/100 km"),
    words=FUEL_A_KILOMETRE,
    template="Vehicles use {value} for each 100 km{conditions}.",
)
COUNT = _level(
    name="vehicles",
    description="vehicles that entered in 600 s and left again",
    unit_words=("vehicles", "vehicle", "cars", "car", "drivers"),
    words=(
        *VEHICLES, "vehicles", "vehicle", "cars", "car", "traffic", "carry", "carries", "drivers",
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
        *DISTANCE, "kilometre", "kilometres", "kilometer", "kilometers", "km", "mile", "miles",
        "far", "farther", "further", "route", "length", "detour",
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
        *SPEED, "speed", "speeds", "slow", "slowly", "slower", "fast", "faster", "quick", "quickly",
        "quicker", "pace", "flow", "flows", "flowing", "smoothly", "crawl", "crawls",
    ),
    decimals=1,
    template="Vehicles drive at {value} on average{conditions}.",
)  # fmt: skip
LEAVING = _level(
    name="throughput",
    description="vehicles an hour that leave, over the 600 s from the first that does",
    unit_words=("vehicles an hour", "vehicles per hour", "veh/h"),
    words=(
        *THROUGHPUT, "hourly", "capacity", "get through", "gets through",
        "pass", "passes", "passing", "flow", "flows", "volume", "carry", "carries",
    ),
    decimals=0,
    template="{value} leave{conditions}.",
)  # fmt: skip
LINE = _level(
    name="queue_length",
    description="most vehicles that stand at once in one lane",
    unit_words=("vehicles", "vehicle", "cars"),
    words=(
        *QUEUE, "line", "lines", "backlog", "tailback", "tailbacks", "jam", "jams", "congestion",
        "back up", "backs up", "pile up",
    ),
    decimals=1,
    grows=LONGER,
    shrinks=SHORTER,
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
