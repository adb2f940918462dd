"""The runs that formulas name: their calls checked, made when first needed, counted beforehand."""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pydantic import JsonValue

from simulrag.simulators.arguments import shown, validate
from simulrag.simulators.errors import BadValue, UnknownName
from simulrag.simulators.interface import Call, Function, Run
from simulrag.simulators.progress import part
from simulrag.simulators.registry import Registry
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.formulas.members import Array, KeptMembers

#: The argument of every run that sets its random numbers.
SEED = "seed"
LARGEST_SEED = 2**31 - 1


class Runs:
    """The runs of one check, by call, with the members of their ensembles.

    recorded: runs that are handed in; no other is then made. note, escalated: what is to be said of
    emulated runs among them, and whether the simulator was asked for what those could not tell.
    """

    note = ""
    escalated = False

    def __init__(
        self, registry: Registry, store: EvidenceStore, recorded: Sequence[Run] | None = None
    ) -> None:
        self.registry = registry
        self._store = store
        self._recorded = recorded is not None
        self._runs: dict[str, Run] = {}
        self.kept = KeptMembers(registry, store)
        #: What was made of the runs' outputs, by call, output and part, and
        #: how much natural variability is in it.
        self.shared: dict[tuple[str, str, str, float], Any] = {}
        self._calls: dict[tuple[str, str, str], Call] = {}
        for run in recorded or ():
            store.add(run)
            held = self._as_named(run)
            # As formulas name it: with the defaults that the record leaves out.
            arguments = validate(registry.function(held.call), held.call.arguments)
            call = held.call.model_copy(update={"arguments": arguments})
            self._runs[call.canonical()] = held

    def _as_named(self, run: Run) -> Run:
        """Return a recorded run with its call as formulas write calls."""
        return run

    def call(self, simulator: str, function: str, arguments: Mapping[str, JsonValue]) -> Call:
        """Return a call with its arguments checked and completed. Raises SimulatorError."""
        key = (simulator, function, repr(sorted(arguments.items())))
        made = self._calls.get(key)
        if made is None:
            made = self._calls[key] = self._checked(simulator, function, arguments)
        return made

    def _checked(self, simulator: str, function: str, arguments: Mapping[str, JsonValue]) -> Call:
        given = dict(arguments)
        seed = given.pop(SEED, 0)
        number = float(seed) if isinstance(seed, int | float) else math.nan
        if not number.is_integer() or not 0 <= number <= LARGEST_SEED:
            raise BadValue(
                f"seed is {shown(seed)}; it is a whole number from 0 to {LARGEST_SEED}",
                parameter=SEED,
            )
        bare = Call(simulator=simulator, function=function, arguments={}, seed=int(number))
        complete = validate(self.registry.function(bare), given)
        call = bare.model_copy(update={"arguments": complete})
        if not self._recorded:
            refuse = getattr(self.registry.simulator(simulator), "refuse", None)
            if refuse is not None:
                refuse(call)
        return call

    def function(self, call: Call) -> Function:
        """Return the function that a call names."""
        return self.registry.function(call)

    def run(self, call: Call) -> Run:
        """Return the run of a call, made where it is missing.

        Raises SimulatorError, UnknownName where runs are recorded and this is none of them.
        """
        key = call.canonical()
        held = self._runs.get(key)
        if held is None:
            held = self._runs[key] = self._made(call)
        return held

    @property
    def makes(self) -> bool:
        """Whether runs are made that are missing."""
        return not self._recorded

    def make_together(self, calls: Sequence[Call]) -> None:
        """Make runs of calls; those of simulators that can, in one go (see `BatchEmulating`)."""
        missing = [one for one in calls if one.canonical() not in self._runs]
        for name in dict.fromkeys(one.simulator for one in missing):
            simulator = self.registry.simulator(name)
            ids = {c.run_id(simulator.version): c for c in missing if c.simulator == name}
            stored = self._store.stored_ids(list(ids)) if len(ids) > 1 else set(ids)
            prepare = getattr(simulator, "prepare", None)
            if prepare is not None and self.makes and len(ids) - len(stored) > 1:
                prepare([call for run_id, call in ids.items() if run_id not in stored])
        self.make(missing)

    def make(self, calls: Sequence[Call]) -> None:
        """Make the runs of calls one by one, and tell between them how far that is."""
        missing = [one for one in calls if one.canonical() not in self._runs]
        for index, call in enumerate(missing):
            with part(index, len(missing)):
                self.run(call)

    def _made(self, call: Call) -> Run:
        if self._recorded:
            raise UnknownName(
                f"no recorded run is {call.simulator}.{call.function} with these arguments",
                parameter="evidence",
                given=dict(call.arguments),
            )
        return self._store.run(call, self.registry)

    def members(self, call: Call, name: str) -> Array | None:
        """Return the equally likely values of an output ("peak in Ohio": of a part), None: a point.

        Recorded runs that are handed in have none.
        """
        return None if self._recorded else self.kept.of(self.run(call), name)

    def held(self, calls: Iterable[Call]) -> tuple[Run, ...]:
        """Return those of the runs of these calls that were made, each once."""
        found = (self._runs.get(call.canonical()) for call in calls)
        return tuple({run.id: run for run in found if run is not None}.values())
