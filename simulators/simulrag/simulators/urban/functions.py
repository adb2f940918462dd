"""The function `corridor` as it is published, and where records hold it."""

from collections.abc import Iterable

from simulrag.simulators.capabilities import Held
from simulrag.simulators.interface import Function
from simulrag.simulators.urban.outputs import OUTPUTS
from simulrag.simulators.urban.parameters import NETWORK, PARAMETERS

CORRIDOR = Function(
    name="corridor",
    title="A signalled urban corridor",
    description=(
        "Cars on a straight road of 1 km with two lanes and one signalled junction in the "
        "middle, or on a grid of streets, with and without changes of speed limit, demand, lanes "
        "and signal."
    ),
    parameters=PARAMETERS,
    outputs=OUTPUTS,
    context=(
        "Query: What happens on the {network} with a speed limit {speed_limit}, demand {demand}, "
        "{lanes} and {signal}?\n"
        "Result: {result}"
    ),
    example={"speed_limit": -30.0, "demand": 10.0, "lanes": 2, "signal": "green wave"},
)


def corridor(networks: Iterable[str]) -> Function:
    """Return the function with these networks of the user's own among its choices."""
    own = {name: (f"network of {name.removesuffix(' network')}",) for name in networks}
    if not own:
        return CORRIDOR
    chosen = NETWORK.model_copy(update={"choices": {**NETWORK.choices, **own}})
    parameters = tuple(chosen if p.name == NETWORK.name else p for p in PARAMETERS)
    return CORRIDOR.model_copy(update={"parameters": parameters})


def _figure(name: str, unit: str = "") -> Held:
    """Return where published records hold a figure with and without the changes, in their unit."""
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
#: Function -> output -> where records hold it. They state CO2 and NOx in milligrams:
#: 38,300,266.68 mg are 38.3 kg of CO2.
LAYOUT = {CORRIDOR.name: _CORRIDOR}
