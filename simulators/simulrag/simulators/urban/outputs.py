"""What a corridor returns, with where published records hold it.

The records state CO2 and NOx in milligrams: 38,300,266.68 mg are 38.3 kg of CO2.
"""

from simulrag.simulators.interface import Output
from simulrag.simulators.urban.output_words import (
    CO2,
    CO2_EACH,
    DISTANCE,
    FUEL,
    IDLING,
    LESS,
    LONGER,
    MORE,
    NOX,
    PERCENT,
    QUEUE,
    SECONDS,
    SHORTER,
    SPEED,
    THROUGHPUT,
    TRAVEL_TIME,
    VEHICLES,
)

#: Where records hold a figure with and without the changes.
_HELD = "scenario_results"
_BASELINE = "baseline_results"


TRAVEL = Output(
    name="travel_time",
    kind="number",
    description="mean time from entering to leaving the corridor of 1 km",
    unit="second",
    unit_words=SECONDS,
    words=TRAVEL_TIME,
    about_relative=0.05,
    rise_words=(*LONGER, *MORE),
    fall_words=(*SHORTER, *LESS),
    template="Vehicles take {value} on average{conditions}.",
    record_path=f"{_HELD}.average_travel_time_s",
    record_baseline_path=f"{_BASELINE}.average_travel_time_s",
)
IDLE = Output(
    name="idling_time",
    kind="number",
    description="mean time at less than 0.1 m/s; 1.00 s is the step at which a vehicle is "
    "inserted, so no run shows less",
    unit="second",
    unit_words=SECONDS,
    words=IDLING,
    about_relative=0.05,
    rise_words=(*LONGER, *MORE),
    fall_words=(*SHORTER, *LESS),
    template="Vehicles idle for {value} on average{conditions}.",
    record_path=f"{_HELD}.average_idling_time_s",
    record_baseline_path=f"{_BASELINE}.average_idling_time_s",
)
TOTAL_CO2 = Output(
    name="co2",
    kind="number",
    description="CO2 of all vehicles over the run, summed step by step; HBEFA3 petrol cars",
    unit="kg",
    unit_words=("kg", "kilograms", "g", "mg"),
    words=CO2,
    about_relative=0.05,
    rise_words=MORE,
    fall_words=LESS,
    template="Vehicles emit {value} of CO2 in total{conditions}.",
    record_path=f"{_HELD}.total_co2_emission_mg",
    record_baseline_path=f"{_BASELINE}.total_co2_emission_mg",
    record_unit="mg",
)
CO2_PER_VEHICLE = Output(
    name="co2_per_vehicle",
    kind="number",
    description="the same for each vehicle",
    unit="g",
    unit_words=("g", "grams", "kg", "mg"),
    words=CO2_EACH,
    decimals=1,
    about_relative=0.05,
    rise_words=MORE,
    fall_words=LESS,
    template="CO2 per vehicle is {value}{conditions}.",
    record_path=f"{_HELD}.avg_co2_per_vehicle_mg",
    record_baseline_path=f"{_BASELINE}.avg_co2_per_vehicle_mg",
    record_unit="mg",
)
TOTAL_NOX = Output(
    name="nox",
    kind="number",
    description="nitrogen oxides of all vehicles over the run",
    unit="g",
    unit_words=("g", "grams", "kg", "mg"),
    words=NOX,
    about_relative=0.05,
    rise_words=MORE,
    fall_words=LESS,
    template="Vehicles emit {value} of nitrogen oxides in total{conditions}.",
    record_path=f"{_HELD}.total_nox_emission_mg",
    record_baseline_path=f"{_BASELINE}.total_nox_emission_mg",
    record_unit="mg",
)
TOTAL_FUEL = Output(
    name="fuel",
    kind="number",
    description="petrol that all vehicles burn over the run, at 742 g a litre",
    unit="l",
    unit_words=("litres", "liters", "l", "ml"),
    words=FUEL,
    about_relative=0.05,
    rise_words=MORE,
    fall_words=LESS,
    template="Vehicles use {value} of fuel in total{conditions}.",
    record_path=f"{_HELD}.total_fuel_consumption_ml",
    record_baseline_path=f"{_BASELINE}.total_fuel_consumption_ml",
    record_unit="ml",
)
COUNT = Output(
    name="vehicles",
    kind="number",
    description="vehicles that entered in 600 s and left again",
    unit_words=("vehicles", "vehicle", "cars", "car", "drivers"),
    words=VEHICLES,
    decimals=0,
    about_relative=0.05,
    rise_words=MORE,
    fall_words=LESS,
    template="{value} pass{conditions}.",
    record_path=f"{_HELD}.total_vehicles",
    record_baseline_path=f"{_BASELINE}.total_vehicles",
)
DRIVEN = Output(
    name="distance",
    kind="number",
    description="mean distance that a vehicle drives",
    unit="m",
    unit_words=("m", "metres", "meters", "km"),
    words=DISTANCE,
    decimals=1,
    about_relative=0.05,
    rise_words=MORE,
    fall_words=LESS,
    template="A vehicle drives {value}{conditions}.",
    record_path=f"{_HELD}.average_distance_m",
    record_baseline_path=f"{_BASELINE}.average_distance_m",
)
MEAN_SPEED = Output(
    name="speed",
    kind="number",
    description="distance of all vehicles divided by their time on the corridor",
    unit="km/h",
    unit_words=("km/h", "kph", "mph", "m/s"),
    words=SPEED,
    decimals=1,
    about_relative=0.05,
    rise_words=(*SHORTER, *MORE),
    fall_words=(*LONGER, *LESS),
    template="Vehicles drive at {value} on average{conditions}.",
)
LEAVING = Output(
    name="throughput",
    kind="number",
    description="vehicles an hour that leave, over the 600 s from the first that does",
    unit_words=("vehicles an hour", "vehicles per hour", "veh/h"),
    words=THROUGHPUT,
    decimals=0,
    about_relative=0.05,
    rise_words=MORE,
    fall_words=LESS,
    template="{value} leave the corridor{conditions}.",
)
LINE = Output(
    name="queue_length",
    kind="number",
    description="most vehicles that stand at once in one lane",
    unit_words=("vehicles", "vehicle", "cars"),
    words=QUEUE,
    decimals=1,
    about_relative=0.05,
    rise_words=(*LONGER, *MORE),
    fall_words=(*SHORTER, *LESS),
    template="The longest queue holds {value}{conditions}.",
)


def _change(base: Output, said: str, recorded: str = "") -> Output:
    return Output(
        name=f"{base.name}_change",
        kind="number",
        description=f"change of {base.name} against the unchanged corridor on the same seeds",
        unit="percent",
        unit_words=PERCENT,
        about_absolute=1.0,
        rise_words=base.rise_words,
        fall_words=base.fall_words,
        changes_of=base.name,
        record_path=f"percentage_changes.{recorded}_change_pct" if recorded else "",
        template=f"{{conditions}}, the {said} {{turn:rises/falls}} by {{size}}.",
    )


LEVELS = (
    TRAVEL,
    IDLE,
    TOTAL_CO2,
    CO2_PER_VEHICLE,
    TOTAL_NOX,
    TOTAL_FUEL,
    COUNT,
    DRIVEN,
    MEAN_SPEED,
    LEAVING,
    LINE,
)
OUTPUTS = (
    *LEVELS,
    _change(TRAVEL, "average travel time", "travel_time"),
    _change(IDLE, "average idling time", "idling_time"),
    _change(TOTAL_CO2, "total CO2", "co2_emissions"),
    _change(TOTAL_NOX, "total of nitrogen oxides"),
    _change(TOTAL_FUEL, "fuel consumption"),
    _change(MEAN_SPEED, "average speed"),
    _change(LEAVING, "throughput"),
    _change(LINE, "longest queue"),
)
