"""What a simulator needs that may not be installed."""

from typing import Protocol

from simulrag.simulators.interface import Simulator

__all__ = ["Installable"]


class Installable(Protocol):
    """A simulator whose runs need a part that may not be installed."""

    def missing(self) -> str:
        """Return what is not installed and the command that installs it; "" if all is there."""
        ...


def missing(simulator: Simulator) -> str:
    """Return why a simulator cannot run here, with what to install; "" where it can."""
    asked = getattr(simulator, "missing", None)  # far cheaper than isinstance of a protocol
    return asked() if asked else ""
