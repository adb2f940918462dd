"""A record of the urban kind with figures of its own: a 30 % lower limit and a green wave."""

import json

QUESTION = (
    "Planners lower the speed limit by 30% and turn the lights into a green wave. What is the "
    "percentage change in average travel time, and is it slight (under 4%), noticeable (4-12%) or "
    "heavy (over 12%)? How do total CO2 emissions change, and is this cut slight (under 15%), "
    "noticeable (15-35%) or heavy (over 35%)?"
)
#: Travel +8 %, idling -90 %, CO2 -40 %, fuel -40 %, 120 vehicles throughout.
EVIDENCE = {
    "baseline_results": {
        "average_travel_time_s": 75.0,
        "average_idling_time_s": 15.0,
        "average_distance_m": 990.0,
        "total_co2_emission_mg": 40_000_000.0,
        "total_nox_emission_mg": 16_000.0,
        "total_fuel_consumption_ml": 17_000.0,
        "avg_co2_per_vehicle_mg": 333_333.33,
        "total_vehicles": 120,
        "simulation_steps": 700,
    },
    "scenario_results": {
        "average_travel_time_s": 81.0,
        "average_idling_time_s": 1.5,
        "average_distance_m": 992.0,
        "total_co2_emission_mg": 24_000_000.0,
        "total_nox_emission_mg": 9_600.0,
        "total_fuel_consumption_ml": 10_200.0,
        "avg_co2_per_vehicle_mg": 200_000.0,
        "total_vehicles": 120,
        "simulation_steps": 690,
    },
    "percentage_changes": {
        "travel_time_change_pct": "8.00",
        "co2_emissions_change_pct": "-40.00",
        "idling_time_change_pct": "-90.00",
    },
}


def record() -> str:
    """Return the record as the evidence text that a check takes."""
    return json.dumps({"question": QUESTION, "evidence_answer": json.dumps(EVIDENCE)})
