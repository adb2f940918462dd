"""Simulators that answer from an emulator of an engine, and how that engine is reached."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from simulrag.simulators.installable import missing
from simulrag.simulators.interface import Call, Run, Simulator

if TYPE_CHECKING:  # read at the start of the server, where numpy is not needed
    import numpy as np
    from numpy.typing import NDArray


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


@dataclass(frozen=True)
class Emulated:
    """A run by an emulator, and its outputs by member, as `Sampled.samples` gives them."""

    run: Run
    members: "Mapping[str, NDArray[np.float64]]"


class Together(Simulator, Protocol):
    """A simulator that makes many runs in little more time than one.

    Numbers of its runs bound its error against the simulator that it stands for, and its members
    share that one's draws as far as there are any in common.
    """

    def together(
        self, calls: Sequence[Call], outputs: Collection[str]
    ) -> Sequence[Emulated | None]:
        """Return runs of calls with checked arguments, from which some outputs are read.

        None for one that it does not know.
        """
        ...


class FannedOut(Protocol):
    """A simulator with an emulator beside it, for formulas that name many runs of a function."""

    def emulator(self) -> Together:
        """Return the emulator; its functions and their outputs are those that it knows."""
        ...

    def prepare(self, calls: Sequence[Call]) -> None:
        """Simulate in one go what `run` and `samples` of each call then find done."""
        ...


def emulator(simulator: Simulator) -> Together | None:
    """Return the emulator beside a simulator that simulates single runs, or None."""
    asked = getattr(simulator, "emulator", None)
    return asked() if asked else None


def maker(simulator: Simulator, version: str) -> Simulator | None:
    """Return what makes runs of a version: a simulator, its engine or its emulator, or None."""
    known = (simulator, finer(simulator), emulator(simulator))
    return next((one for one in known if one is not None and one.version == version), None)


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
