"""The model: replace it by yours. The annotations are all that SimulRAG needs to know of it."""

import math
from typing import Annotated, Literal, NamedTuple

from pydantic import Field
from simulrag.simulators.external.functions import Unit, Words, simulator_function

#: Time in which the level comes near its end, minutes, and its end for each l/min, m.
TIME_CONSTANT, HEIGHT_PER_INFLOW = 60.0, 0.05


class Water(NamedTuple):
    """What a run gives."""

    level: Annotated[
        float,
        Field(ge=0, le=5, description="height of the water"),
        Unit("m"),
        Words("water level", "height of the water"),
    ]
    state: Annotated[
        Literal["calm", "overflowing"],
        Field(description="whether the water runs over the rim, which is 4 m high"),
        Words("state of the tank", "tank"),
    ]


@simulator_function(title="Water level", example={"inflow": 20, "minutes": 30})
def water_level(
    inflow: Annotated[
        float, Field(ge=0, le=100, description="water that flows in"), Unit("l/min"), Words("inflow")
    ],
    minutes: Annotated[
        float,
        Field(ge=0, le=600, description="time since the tank was empty"),
        Unit("minute"),
        Words("after"),
    ],
) -> Water:
    """How high the water stands some time after the tank was empty."""
    level = HEIGHT_PER_INFLOW * inflow * (1 - math.exp(-minutes / TIME_CONSTANT))
    return Water(level, "overflowing" if level > 4 else "calm")
