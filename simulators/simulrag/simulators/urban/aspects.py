"""What people judge a corridor by in general words."""

from simulrag.simulators.aspects import Aspect

#: Demand, as people speak of coping with it.
_MORE = (
    "[the|increased|additional|extra|elevated|anticipated|expected|"
    "event-related|evening|higher|concert|event]"
)

TRAFFIC = Aspect(
    name="traffic flow",
    outputs=("travel_time", "idling_time"),
    better="lower",
    words=(
        "traffic flow", "traffic efficiency", "flow efficiency", "traffic flow efficiency",
        "network efficiency", "network performance", "traffic performance", "traffic movement",
        "vehicle flow", "vehicular flow", "flow of traffic", "urban mobility", "mobility",
        "traffic conditions", "traffic management", "traffic optimization", "throughput",
        "traffic operations", "traffic fluidity", "smoother flow", "smoother traffic",
    ),
    burdens=(
        "congestion", "congested", "traffic congestion", "gridlock", "traffic jams", "traffic jam",
        "bottlenecks", "congestion-related delays", "stop-and-go traffic", f"{_MORE} traffic surge",
        f"{_MORE} traffic demand", "traffic impact", f"{_MORE} demand",
    ),
    source="travel time and delay are measures of effectiveness in FHWA's Traffic Analysis "
    "Toolbox, volume VI (FHWA-HOP-08-054)",
)  # fmt: skip
ENVIRONMENT = Aspect(
    name="emissions",
    outputs=("co2", "nox"),
    better="lower",
    words=(
        "environment", "environmental quality", "environmental health", "environmental performance",
        "environmental sustainability", "environmental metrics", "environmental outcomes",
        "environmental goals", "environmental objectives", "environmental", "sustainability",
        "urban sustainability", "sustainability goals", "ecological",
    ),
    burdens=(
        "pollution", "air pollution", "environmental impact", "environmental footprint",
        "harmful emissions", "vehicle emissions", "emissions",
    ),
    source="emissions are what the corridor has of the environment; concentrations in the air "
    "need dispersion, which no output has",
)  # fmt: skip
ASPECTS = (TRAFFIC, ENVIRONMENT)
