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


class FannedOut(Protocol):
    """A simulator with an emulator beside it, for formulas that name many runs of a function.

    Single runs are simulated. Numbers of emulated runs bound the emulator's error against the
    simulator (`Quantity.value_low`, `value_high`); their members share the simulator's draws as far
    as there are any in common.
    """

    def emulated_outputs(self, function: str) -> Collection[str]:
        """Return the outputs of a function that the emulator gives; none of one it has not."""
        ...

    def emulate(self, calls: Sequence[Call], outputs: Collection[str]) -> Sequence[Emulated | None]:
        """Return runs of calls with checked arguments, from which some outputs are read.

        None for one that is not covered.
        """
        ...

    def prepare(self, calls: Sequence[Call]) -> None:
        """Simulate in one go what `run` and `samples` of each call then find done."""
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
