"""The influenza simulator as a call asks it."""

from pydantic import JsonValue

from simulrag.simulators.arguments import validate
from simulrag.simulators.epidemiology.simulator import EpidemiologySimulator
from simulrag.simulators.interface import Call, Run

SIMULATOR = EpidemiologySimulator()


def call(function: str, seed: int = 0, **given: JsonValue) -> Call:
    """Return a call with validated arguments."""
    (declared,) = (one for one in SIMULATOR.functions if one.name == function)
    arguments = validate(declared, given)
    return Call(simulator="epidemiology", function=function, arguments=arguments, seed=seed)


def run(function: str, seed: int = 0, **given: JsonValue) -> Run:
    return SIMULATOR.run(call(function, seed, **given))


def number(made: Run, name: str) -> float:
    return made.outputs[name].value  # pyright: ignore
