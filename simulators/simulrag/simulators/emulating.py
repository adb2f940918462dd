"""Simulators that answer from an emulator where their engine is not installed."""

from typing import Protocol

from simulrag.simulators.interface import Simulator, missing


class Emulating(Protocol):
    """A simulator that answers from an emulator where its engine is not installed."""

    def emulated(self) -> str:
        """Return that runs are emulated and what brings the engine; "" where that runs."""
        ...


def emulated(simulator: Simulator) -> str:
    """Return that a simulator's runs are emulated here, with what brings its engine, or ""."""
    asked = getattr(simulator, "emulated", None)  # far cheaper than isinstance of a protocol
    return asked() if asked else ""


def has_tool(simulator: Simulator) -> bool:
    """Tell whether a simulator is worth a typed tool of its own.

    A tool costs every host its place in the list: one that can only refuse is not worth it, nor one
    whose emulator the tools for answers and checks ask as well.
    """
    return not missing(simulator) and not emulated(simulator)
