"""Files of results that others made, in a format that a simulator knows, as recorded runs."""

from typing import Protocol, runtime_checkable

from simulrag.simulators.interface import Run, Simulator
from simulrag.simulators.registry import Registry


@runtime_checkable
class ReadsFiles(Protocol):
    """A simulator that reads a format of its field, such as forecasts in the columns of a hub."""

    def of_file(self, text: str) -> tuple[Simulator, tuple[Run, ...]] | None:
        """Return the simulator with what the file adds to its functions, and the file's runs.

        None for a text in another format. Raises BadValue for one that is broken.
        """
        ...


def of_file(registry: Registry, text: str) -> tuple[Registry, tuple[Run, ...]] | None:
    """Return the simulators, and the runs that a text in a format of one of them holds."""
    for one in registry:
        made = one.of_file(text) if isinstance(one, ReadsFiles) else None
        if made is not None:
            simulator, runs = made
            return Registry([simulator if s is one else s for s in registry]), runs
    return None
