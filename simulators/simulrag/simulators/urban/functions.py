"""The function `corridor` as it is published; nothing here runs it."""

from simulrag.simulators.interface import Function
from simulrag.simulators.urban.outputs import OUTPUTS
from simulrag.simulators.urban.parameters import PARAMETERS

CORRIDOR = Function(
    name="corridor",
    title="A signalled urban corridor",
    description=(
        "Cars on a straight road of 1 km with two lanes and one signalled junction in the "
        "middle, with and without changes of speed limit, demand, lanes and signal."
    ),
    parameters=PARAMETERS,
    outputs=OUTPUTS,
    context=(
        "Query: What happens on the corridor with a speed limit changed by {speed_limit}%, "
        "demand changed by {demand}%, {lanes} lanes and the signal {signal}?\n"
        "Result: {result}"
    ),
    example={"speed_limit": -30.0, "demand": 10.0, "lanes": 2, "signal": "green wave"},
)
