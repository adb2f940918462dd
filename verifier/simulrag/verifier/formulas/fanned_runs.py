"""The runs of one formula of which many are an emulator's; the others are those of its check."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from datetime import date, timedelta
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import JsonValue

from simulrag.simulators import work
from simulrag.simulators.emulating import Emulated
from simulrag.simulators.interface import Call, Day, Quantity, Run, Value
from simulrag.verifier.evidence_tables import stored_text
from simulrag.verifier.formulas.members import Array
from simulrag.verifier.formulas.runs import Runs

#: Where emulated values stand in a look at a formula: as they are, all at the low or the high ends
#: of what is known of them, or, a block of members after the other, each at an end by itself.
Stand = Literal["as they are", "low", "high", "apart"]
#: Blocks of members in which values stand apart: of any two values, one is low and the other high
#: in a quarter of them.
BLOCKS = 32


class FannedRuns(Runs):
    """The runs of a check, but for calls that an emulator answers.

    emulated : runs and members by canonical call
    read : the outputs of these that the formula reads
    stand : where these stand, as if they were known to lie there; members that stand apart are
        `BLOCKS` times as many
    """

    def __init__(
        self,
        base: Runs,
        emulated: Mapping[str, Emulated],
        read: Collection[str],
        stand: Stand = "as they are",
    ) -> None:
        super().__init__(base.registry, base._store)
        self.base, self.emulated, self.read, self._stand = base, emulated, read, stand
        self._answers = dict(emulated)
        if stand == "low" or stand == "high":
            moved = {key: _moved(one, read, stand) for key, one in emulated.items()}
            self._answers |= moved
        elif stand == "apart":
            signs = np.random.default_rng(0).integers(0, 2, (len(emulated), BLOCKS)) > 0
            for (key, one), highs in zip(emulated.items(), signs, strict=True):
                self._answers[key] = _apart(one, read, highs)

    def call(self, simulator: str, function: str, arguments: Mapping[str, JsonValue]) -> Call:
        """Return a call with its arguments checked and completed. Raises SimulatorError."""
        return self.base.call(simulator, function, arguments)

    def run(self, call: Call) -> Run:
        """Return the run of a call, emulated or as the check has it."""
        found = self._answers.get(call.canonical())
        return self.base.run(call) if found is None else found.run

    def members(self, call: Call, name: str) -> Array | None:
        """Return the equally likely values of an output, None where it is a point."""
        found = self._answers.get(call.canonical())
        if found is not None:
            return found.members.get(name)
        held = self.base.members(call, name)
        beside = next((e for e in self.emulated.values() if _pairs(e.run.call, call)), None)
        if held is None or self._stand != "apart" or beside is None:
            return held
        count = len(next(iter(beside.members.values())))
        return np.tile(held[:count], BLOCKS)

    def held(self, calls: Iterable[Call]) -> tuple[Run, ...]:
        """Return those of the runs of these calls that were made, each once."""
        asked = list(calls)
        made = [one for one in asked if one.canonical() in self.emulated]
        others = self.base.held(one for one in asked if one.canonical() not in self.emulated)
        return (*(self.emulated[one.canonical()].run for one in made), *others)

    def keep(self, note: str, *, escalated: bool) -> None:
        """Store the emulated runs, and hold what is to be said of them."""
        self.note, self.escalated = note, escalated
        self._store.add_texts({one.run.id: stored_text(one.run) for one in self.emulated.values()})
        for one in self.emulated.values():
            work.made(one.run.id)

    def standing(self, stand: Stand) -> "FannedRuns":
        """Return the same runs with emulated values elsewhere in what is known of them."""
        return FannedRuns(self.base, self.emulated, self.read, stand)


def _pairs(one: Call, other: Call) -> bool:
    return (one.simulator, one.seed) == (other.simulator, other.seed)


def _moved(made: Emulated, read: Collection[str], stand: Literal["low", "high"]) -> Emulated:
    """Return a run all of whose values stand at one end."""
    outputs, members = dict(made.run.outputs), dict(made.members)
    for name in outputs.keys() & read:
        value = outputs[name]
        by = _ends(value)[stand == "high"]
        outputs[name] = _at(value, by)
        members[name] = members[name] + by
    return replace(made, run=made.run.model_copy(update={"outputs": outputs}), members=members)


def _apart(made: Emulated, read: Collection[str], highs: NDArray[np.bool_]) -> Emulated:
    """Return a run whose members come once for each block, at the high or the low ends."""
    members = {name: np.tile(values, BLOCKS) for name, values in made.members.items()}
    for name in made.run.outputs.keys() & read:
        low, high = _ends(made.run.outputs[name])
        by = np.where(highs, high, low)
        members[name] = (by[:, None] + made.members[name]).ravel()
    return replace(made, members=members)


def _ends(value: Value) -> tuple[float, float]:
    """Return how far the ends of what is known of a value lie from it."""
    match value:
        case Quantity(value=centre, value_low=float() as low, value_high=float() as high):
            return low - centre, high - centre
        case Day(value=centre, low=str() as low, high=str() as high):
            day = date.fromisoformat(centre)
            first, last = (date.fromisoformat(end) - day for end in (low, high))
            return float(first.days), float(last.days)
        case _:
            return 0.0, 0.0


def _at(value: Value, by: float) -> Value:
    """Return a value moved, as if it were known exactly."""
    match value:
        case Quantity(value=centre):
            update = {"value": centre + by, "value_low": None, "value_high": None}
            if value.low is not None and value.high is not None:
                update |= {"low": value.low + by, "high": value.high + by}
            return value.model_copy(update=update)
        case Day(value=centre):
            day = date.fromisoformat(centre) + timedelta(days=by)
            return value.model_copy(update={"value": day.isoformat(), "low": None, "high": None})
        case _:
            return value
