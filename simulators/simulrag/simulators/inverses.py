"""Functions that look for what gives a result: the other way round than a simulation goes."""

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from simulrag.simulators.frozen import Frozen
from simulrag.simulators.interface import Simulator

__all__ = ["Inverse", "Inverting"]


class Inverse(Frozen):
    """What a function looks for, and at which level of which result."""

    #: The input of other functions that it looks for, or the word for it ("year", "contacts").
    seeks: str
    #: The parameter of its own that is the level, and the output of another function that meets it.
    level: str
    of: str


@runtime_checkable
class Inverting(Protocol):
    """A simulator with functions that look for what gives a result."""

    #: Function -> what it looks for.
    inverses: Mapping[str, Inverse]


def inverse(simulator: Simulator, function: str) -> Inverse | None:
    """Return what a function of a simulator looks for; None for one that looks for nothing."""
    held: Mapping[str, Inverse] = getattr(simulator, "inverses", {})
    return held.get(function)
