"""Finds simulators by the entry-point group `simulrag.simulators`, and declared ones in folders.

A plug-in that cannot be loaded is reported and left out; the rest work.
"""

import logging
import re
from collections.abc import Callable, Iterable
from functools import cache, cached_property
from importlib.metadata import EntryPoint, distributions
from pathlib import Path
from typing import Protocol

from simulrag.simulators.arguments import LONGEST_NAME, nearest_names, shown, validate
from simulrag.simulators.capabilities import InRecords, ReadsFiles, Refusing
from simulrag.simulators.declaration_checks import check_simulator
from simulrag.simulators.errors import BadValue, SimulatorError, UnknownName
from simulrag.simulators.external.declaration import declaration_files
from simulrag.simulators.external.simulator import from_file
from simulrag.simulators.interface import Call, Candidate, Function, Run, Simulator
from simulrag.simulators.safe_text import escaped

GROUP = "simulrag.simulators"
#: Where the simulators stand that come with this package; the tests check these.
_OURS = "simulrag.simulators."
_WORD = re.compile(r"[^\W\d_]\w*")
#: A word whose capital only begins a sentence or a name.
_PLAIN = re.compile(r"[A-Z][a-z]{2,}")
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

    def refuse_impossible(self, call: Call) -> None:
        """Raise the SimulatorError that stands in the way of a call, if one is known beforehand.

        Raises UnknownName, MissingCondition, BadValue or OutOfRange.
        """
        arguments = validate(self.function(call), call.arguments)
        simulator = self.simulator(call.simulator)
        if isinstance(simulator, Refusing):
            simulator.refuse(call.model_copy(update={"arguments": arguments}))

    @cached_property
    def of_records(self) -> "Registry":
        """The simulators with words that mean what published records hold (see `InRecords`)."""
        return Registry(one.of_records() if isinstance(one, InRecords) else one for one in self)

    def in_words(self, name: str) -> str:
        """Return the name of an output or input in words, spelt as declared ones: "CO2 change"."""
        return " ".join(self._spelling.get(one, one) for one in name.split("_"))

    @cached_property
    def _spelling(self) -> dict[str, str]:
        functions = (function for simulator in self for function in simulator.functions)
        declared = (one for f in functions for one in (*f.outputs, *f.parameters))
        said = (phrase for one in declared for phrase in (one.description, *one.words))
        found = (word for phrase in said for word in _WORD.findall(phrase))
        return {
            word.lower(): word for word in found if not (word.islower() or _PLAIN.fullmatch(word))
        }

    def with_file(self, text: str) -> "tuple[Registry, tuple[Run, ...]] | None":
        """Return the simulators, and the runs that a text in a format of one of them holds."""
        for one in self:
            made = one.of_file(text) if isinstance(one, ReadsFiles) else None
            if made is not None:
                simulator, runs = made
                return Registry([simulator if s is one else s for s in self]), runs
        return None


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
    """Return a registry of every installed simulator that loads and is sound.

    Of several by one name the first stays. What is left out is told, and costs no other.
    """
    found: dict[str, Simulator] = {}
    for point in entry_points_of(GROUP):
        ours = point.value.startswith(_OURS)
        _register(found, f"simulator {point.name!r}", lambda point=point: loaded(point), ours=ours)
    for path in declaration_files():
        of_folder = f"the simulator of {path.parent.name!r}"
        _register(found, of_folder, lambda path=path: from_file(path))
    return Registry(found.values())


def _register(
    found: dict[str, Simulator], what: str, load: Callable[[], Simulator], *, ours: bool = False
) -> None:
    try:
        simulator = load()
        if not ours:
            check_simulator(simulator)
        if simulator.name in found:
            raise BadValue(f"there is a simulator {simulator.name!r} already")
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a broken plug-in costs no other
        name = "" if isinstance(error, SimulatorError) else f"{type(error).__name__}: "
        _log.warning("%s was left out: %s%s", what, name, escaped(str(error)))
    else:
        found[simulator.name] = simulator


def candidates(simulator: Simulator, parameter: str, text: str) -> tuple[Candidate, ...]:
    """Return what a simulator finds for a name; nothing where it breaks down, which is told."""
    if len(text) > LONGEST_NAME:
        return ()
    try:
        return tuple(simulator.find(parameter, text))
    except SimulatorError:  # coordinates that do not exist
        return ()
    except Exception as error:  # noqa: BLE001 - text is read with all simulators: it costs no other
        told = escaped(f"{type(error).__name__}: {error}")
        _log.warning("%s.find(%r) broke down: %s", simulator.name, parameter, told)
        return ()


def loaded(point: EntryPoint) -> Simulator:
    """Return the simulator that an entry point names: a class, or the path of a declaration."""
    named = point.load()
    return from_file(named) if isinstance(named, Path) else named()
