"""Tells what a simulator cannot do, without running it."""

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from pydantic import JsonValue

from simulrag.simulators.arguments import validate
from simulrag.simulators.interface import Call
from simulrag.simulators.registry import Registry

__all__ = ["Limited"]


@runtime_checkable
class Refusing(Protocol):
    """A simulator that knows limits beyond those its parameters declare one by one."""

    def refuse(self, call: Call) -> None:
        """Raise the SimulatorError that `run` would raise for a validated call; quick.

        What is not found here may still be found by running.
        """
        ...


@runtime_checkable
class Limited(Protocol):
    """A simulator that says what people may ask of it in vain."""

    #: Subject -> the words that speak of it ("precipitation": "rainfall", "monsoon", ...).
    not_represented: Mapping[str, tuple[str, ...]]
    #: Parameter -> phrases for values that it cannot take ("covid-19"): with one, text is of
    #: something else.
    other_values: Mapping[str, tuple[str, ...]]


@runtime_checkable
class Equating(Protocol):
    """A simulator in which choices mean the same for some values of the other inputs."""

    def equal_choices(self, arguments: Mapping[str, JsonValue]) -> Mapping[str, tuple[str, ...]]:
        """Return by parameter what a choice of a call may be called as well.

        "summer" of JJA in Spain, JJA of its "summer"; nothing where the place is not known.
        """
        ...


def refuse_impossible(call: Call, registry: Registry) -> None:
    """Raise the SimulatorError that stands in the way of a call, if one is known beforehand.

    Raises UnknownName, MissingCondition, BadValue or OutOfRange.
    """
    arguments = validate(registry.function(call), call.arguments)
    simulator = registry.simulator(call.simulator)
    if isinstance(simulator, Refusing):
        simulator.refuse(call.model_copy(update={"arguments": arguments}))
