"""The urban corridor as a call asks it."""

from simulrag.simulators.arguments import validate
from simulrag.simulators.interface import Call, Run
from simulrag.simulators.urban.simulator import UrbanSimulator


def call(**arguments: object) -> Call:
    """Return a call with validated arguments; networks of one's own are those of now."""
    given = validate(UrbanSimulator().functions[0], dict(arguments))
    return Call(simulator="urban", function="corridor", arguments=given)


def run(simulator: UrbanSimulator | None = None, **arguments: object) -> Run:
    """Return a run, by default of the engine where it is installed."""
    return (simulator or UrbanSimulator()).run(call(**arguments))
