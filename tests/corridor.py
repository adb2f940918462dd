"""The urban corridor as a call asks it."""

import pytest

from simulrag.simulators.arguments import validate
from simulrag.simulators.interface import Call, Run
from simulrag.simulators.urban.simulator import UrbanSimulator, engine_version

#: Skips a test where the engine is not installed.
engine = pytest.mark.skipif(
    not engine_version(), reason="needs Eclipse SUMO: pip install 'simulrag[urban]'"
)


def call(**arguments: object) -> Call:
    """Return a call with validated arguments; networks of one's own are those of now."""
    given = validate(UrbanSimulator().functions[0], dict(arguments))
    return Call(simulator="urban", function="corridor", arguments=given)


def run(simulator: UrbanSimulator | None = None, **arguments: object) -> Run:
    """Return a run, by default of the engine where it is installed."""
    return (simulator or UrbanSimulator()).run(call(**arguments))
