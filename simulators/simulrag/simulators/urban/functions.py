"""The function `corridor` as it is published; nothing here runs it."""

from collections.abc import Iterable

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
