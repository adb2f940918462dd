"""Simulators that answer from an emulator of an engine, and how that engine is reached."""

from typing import Protocol

from simulrag.simulators.installable import missing
from simulrag.simulators.interface import Simulator


class Emulating(Protocol):
    """A simulator that answers from an emulator where its engine is not installed."""

    def emulated(self) -> str:
        """Return that runs are emulated and what brings the engine; "" where that runs."""
        ...


class Escalating(Protocol):
    """A simulator that answers from an emulator although its engine is installed.

    Numbers of its runs must bound the emulator's error (`Quantity.value_low`, `value_high`).
    """

    def finer(self) -> Simulator | None:
        """Return the same simulator run by its engine; None where runs are the engine's already."""
        ...


def emulated(simulator: Simulator) -> str:
    """Return that a simulator's runs are emulated here, with what brings its engine, or ""."""
    asked = getattr(simulator, "emulated", None)  # far cheaper than isinstance of a protocol
    return asked() if asked else ""


def finer(simulator: Simulator) -> Simulator | None:
    """Return the engine behind a simulator that emulates although it is installed, or None."""
    asked = getattr(simulator, "finer", None)
    return asked() if asked else None


def has_tool(simulator: Simulator) -> bool:
    """Tell whether a simulator is worth a typed tool of its own.

    A tool costs every host its place in the list: one that can only refuse is not worth it.
    """
    return not missing(simulator)
