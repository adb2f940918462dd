"""Finds simulators by the entry-point group `simulrag.simulators`, and declared ones in folders.

A plug-in that cannot be loaded is reported and left out; the rest work.
"""

import logging
from collections.abc import Iterable
from functools import cache
from importlib.metadata import EntryPoint, distributions
from pathlib import Path
from typing import Protocol

from simulrag.simulators.arguments import nearest_names, shown
from simulrag.simulators.errors import UnknownName
from simulrag.simulators.external import finding
from simulrag.simulators.external.simulator import from_file
from simulrag.simulators.interface import Function, Simulator

GROUP = "simulrag.simulators"
_log = logging.getLogger(__name__)


class NamesFunction(Protocol):
    """Whatever names a function of a simulator: a call, or a part of a formula."""

    @property
    def simulator(self) -> str:
        """The simulator's name."""
        ...

    @property
    def function(self) -> str:
        """The function's name."""
        ...


class Registry:
    """The simulators at hand, by name, in the order in which they were registered."""

    def __init__(self, simulators: Iterable[Simulator]) -> None:
        self._simulators = {simulator.name: simulator for simulator in simulators}

    def __iter__(self):
        return iter(self._simulators.values())

    def names(self) -> tuple[str, ...]:
        """Return the names of all simulators."""
        return tuple(self._simulators)

    def simulator(self, name: str) -> Simulator:
        """Return a simulator; UnknownName if there is none of that name."""
        if name not in self._simulators:
            raise UnknownName(
                f"simulator {shown(name)} is unknown; choose one of {', '.join(self._simulators)}",
                parameter="simulator",
                given=name,
                candidates=nearest_names(name, self._simulators),
            )
        return self._simulators[name]

    def function(self, call: NamesFunction) -> Function:
        """Return the function that a call or a formula names; UnknownName if there is none."""
        functions = self.simulator(call.simulator).functions
        for function in functions:
            if function.name == call.function:
                return function
        names = tuple(f.name for f in functions)
        raise UnknownName(
            f"function {shown(call.function)} of {call.simulator} is unknown; "
            f"choose one of {', '.join(names)}",
            parameter="function",
            given=call.function,
            candidates=nearest_names(call.function, names),
        )


@cache
def _entry_points() -> tuple[EntryPoint, ...]:
    return tuple(one for part in distributions() for one in part.entry_points)


def entry_points_of(group: str) -> list[EntryPoint]:
    """Return what installed packages register under a group, by name.

    All packages' metadata is read once a process, however many groups are asked for.
    """
    return sorted((one for one in _entry_points() if one.group == group), key=lambda p: p.name)


@cache
def installed() -> Registry:
    """Return a registry of every installed simulator that loads."""
    found: list[Simulator] = []
    for point in entry_points_of(GROUP):
        try:
            found.append(loaded(point))
        except Exception as error:  # noqa: BLE001 - a broken plug-in must not take the rest down
            _log.warning(
                "simulator %r was left out: %s: %s", point.name, type(error).__name__, error
            )
    for simulator in finding.found():
        if simulator.name in (one.name for one in found):
            _log.warning(
                "the declared simulator %r was left out: there is one of that name", simulator.name
            )
        else:
            found.append(simulator)
    return Registry(found)


def loaded(point: EntryPoint) -> Simulator:
    """Return the simulator that an entry point names: a class, or the path of a declaration."""
    named = point.load()
    return from_file(named) if isinstance(named, Path) else named()
