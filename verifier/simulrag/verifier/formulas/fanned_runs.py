"""The runs of one formula of which many are an emulator's; the others are those of its check."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from itertools import cycle
from typing import Literal

from pydantic import JsonValue

from simulrag.simulators import work
from simulrag.simulators.emulating import Emulated
from simulrag.simulators.interface import Call, Day, Quantity, Run, Value
from simulrag.verifier.formulas.members import Array
from simulrag.verifier.formulas.runs import Runs
from simulrag.verifier.stored_text import stored_text

#: To which end of what is known of them emulated values are moved: down or up.
Move = Literal[-1, 1]


class FannedRuns(Runs):
    """The runs of a check, but for calls that an emulator answers.

    emulated : runs and members by canonical call
    read : the outputs of these that the formula reads
    moves : for each of these, an end of what is known of its values at which they stand, as if they
        were known to lie there
    """

    def __init__(
        self,
        base: Runs,
        emulated: Mapping[str, Emulated],
        read: Collection[str],
        moves: Iterable[Move] = (),
    ) -> None:
        super().__init__(base.registry, base._store)
        self.base, self.emulated, self.read = base, emulated, read
        self._answers = dict(emulated)
        for (key, one), move in zip(emulated.items(), moves, strict=False):
            self._answers[key] = _moved(one, read, move)

    def call(self, simulator: str, function: str, arguments: Mapping[str, JsonValue]) -> Call:
        """Return a call with its arguments checked and completed. Raises SimulatorError."""
        return self.base.call(simulator, function, arguments)

    def run(self, call: Call) -> Run:
        """Return the run of a call, emulated or as the check has it."""
        found = self._answers.get(call.canonical())
        return self.base.run(call) if found is None else found.run

    def members(self, call: Call) -> Mapping[str, Array]:
        """Return the equally likely values of a run's outputs; empty where it has none."""
        found = self._answers.get(call.canonical())
        return self.base.members(call) if found is None else found.members

    def held(self, calls: Iterable[Call]) -> tuple[Run, ...]:
        """Return those of the runs of these calls that were made, each once."""
        asked = list(calls)
        made = [one for one in asked if one.canonical() in self.emulated]
        others = self.base.held(one for one in asked if one.canonical() not in self.emulated)
        return (*(self.emulated[one.canonical()].run for one in made), *others)

    def keep(self, note: str, *, escalated: bool) -> None:
        """Store the emulated runs, and hold what is to be said of them."""
        self.note, self.escalated = note, escalated
        self._store.add_texts({
            one.run.id: stored_text(one.run) for one in self.emulated.values()
        })
        for one in self.emulated.values():
            work.made(one.run.id)

    def moved(self, moves: Sequence[Move]) -> "FannedRuns":
        """Return the same runs with values at ends of what is known of them, in turn."""
        return FannedRuns(self.base, self.emulated, self.read, cycle(moves))


def _moved(made: Emulated, read: Collection[str], move: Move) -> Emulated:
    outputs = dict(made.run.outputs)
    members = dict(made.members)
    for name in outputs.keys() & read:
        outputs[name], by = _at_end(outputs[name], move)
        members[name] = members[name] + by
    return replace(made, run=made.run.model_copy(update={"outputs": outputs}), members=members)


def _at_end(value: Value, move: Move) -> tuple[Value, float]:
    """Return a value at an end of what is known of it, and by how much it was moved."""
    match value:
        case Quantity(value=centre, value_low=float() as low, value_high=float() as high):
            end = high if move > 0 else low
            update = {"value": end, "value_low": None, "value_high": None}
            return value.model_copy(update=update), end - centre
        case Day(value=centre, low=str() as low, high=str() as high):
            end = high if move > 0 else low
            by = date.fromisoformat(end) - date.fromisoformat(centre)
            return value.model_copy(update={"value": end, "low": None, "high": None}), by.days
        case _:
            return value, 0.0
