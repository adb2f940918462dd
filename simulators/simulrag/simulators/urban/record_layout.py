"""Where published records hold what a corridor returns.

They state CO2 and NOx in milligrams: 38,300,266.68 mg are 38.3 kg of CO2.
"""

from simulrag.simulators.record_layouts import Held
from simulrag.simulators.urban.functions import CORRIDOR


def _figure(name: str, unit: str = "") -> Held:
    """Return where a figure stands with and without the changes, in the records' unit."""
    return Held(path=f"scenario_results.{name}", baseline=f"baseline_results.{name}", unit=unit)


_CORRIDOR = {
    "travel_time": _figure("average_travel_time_s"),
    "idling_time": _figure("average_idling_time_s"),
    "co2": _figure("total_co2_emission_mg", "mg"),
    "co2_per_vehicle": _figure("avg_co2_per_vehicle_mg", "mg"),
    "nox": _figure("total_nox_emission_mg", "mg"),
    "fuel": _figure("total_fuel_consumption_ml", "ml"),
    "vehicles": _figure("total_vehicles"),
    "distance": _figure("average_distance_m"),
    "travel_time_change": Held(path="percentage_changes.travel_time_change_pct"),
    "idling_time_change": Held(path="percentage_changes.idling_time_change_pct"),
    "co2_change": Held(path="percentage_changes.co2_emissions_change_pct"),
}
#: Function -> output -> where records hold it.
LAYOUT = {CORRIDOR.name: _CORRIDOR}
