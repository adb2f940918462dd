"""What a call asks to simulate: the single road, the grid, or a network of the user's own."""

from collections.abc import Mapping

from pydantic import JsonValue

from simulrag.simulators.urban.corridor import SINGLE_ROAD, Corridor
from simulrag.simulators.urban.own_networks import OwnNetwork
from simulrag.simulators.urban.streets import Streets

Road = Corridor | Streets


def road_of(
    arguments: Mapping[str, JsonValue], networks: Mapping[str, OwnNetwork] | None = None
) -> Road:
    """Return the setting that the validated arguments of a call describe.

    networks: those of the user's own, by name. Raises OutOfRange as `Streets.of`.
    """
    if arguments["network"] == SINGLE_ROAD:
        return Corridor.of(arguments)
    return Streets.of(arguments, networks or {})


def unchanged(road: Road) -> Road:
    """Return the same road without changes, with which a call is compared."""
    return road.unchanged() if isinstance(road, Streets) else Corridor()
