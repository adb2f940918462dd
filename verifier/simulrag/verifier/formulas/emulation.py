"""Formulas over many runs of a function: an emulator answers, and full runs where it cannot tell.

What is emulated is known within the emulator's error. Where a formula comes to something else with
values elsewhere in what is known of them, the simulator makes the runs that are in doubt, and if
need be all.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import JsonValue

from simulrag.simulators import progress
from simulrag.simulators.capabilities import BatchEmulator, EmulatedRun, emulator
from simulrag.simulators.interface import Call, Day, Quantity, Run
from simulrag.simulators.interface import Value as RunValue
from simulrag.verifier.evidence_tables import stored_text
from simulrag.verifier.formulas import syntax
from simulrag.verifier.formulas.decision import Against
from simulrag.verifier.formulas.evaluation import Evaluator
from simulrag.verifier.formulas.listings import Scope, bound, constant
from simulrag.verifier.formulas.members import Array, Draws
from simulrag.verifier.formulas.runs import Runs
from simulrag.verifier.formulas.syntax import (
    Application,
    Comparison,
    Each,
    Junction,
    Node,
    Not,
    Number,
    Text,
    children,
    is_truth,
    listed,
    walk,
)
from simulrag.verifier.formulas.values import Amount, Category, Value

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
        emulated: Mapping[str, EmulatedRun],
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
        own = call.simulator, call.seed
        made = [one for one in self.emulated.values()
                if (one.run.call.simulator, one.run.call.seed) == own]  # fmt: skip
        beside = made[0] if made else None
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
            progress.made(one.run.id)

    def standing(self, stand: Stand) -> "FannedRuns":
        """Return the same runs with emulated values elsewhere in what is known of them."""
        return FannedRuns(self.base, self.emulated, self.read, stand)


def _moved(made: EmulatedRun, read: Collection[str], stand: Literal["low", "high"]) -> EmulatedRun:
    """Return a run all of whose values stand at one end."""
    outputs, members = dict(made.run.outputs), dict(made.members)
    for name in outputs.keys() & read:
        value = outputs[name]
        by = _ends(value)[stand == "high"]
        outputs[name] = _at(value, by)
        members[name] = members[name] + by
    return replace(made, run=made.run.model_copy(update={"outputs": outputs}), members=members)


def _apart(made: EmulatedRun, read: Collection[str], highs: NDArray[np.bool_]) -> EmulatedRun:
    """Return a run whose members come once for each block, at the high or the low ends."""
    members = {name: np.tile(values, BLOCKS) for name, values in made.members.items()}
    for name in made.run.outputs.keys() & read:
        low, high = _ends(made.run.outputs[name])
        by = np.where(highs, high, low)
        members[name] = (by[:, None] + made.members[name]).ravel()
    return replace(made, members=members)


def _ends(value: RunValue) -> tuple[float, float]:
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


def _at(value: RunValue, by: float) -> RunValue:
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


#: Functions whose elements are true or false, and those that pick among values.
_OF_TRUTHS = ("all", "any", "count", "first")
_PICKING = {"max": 1.0, "argmax": 1.0, "rank": 1.0, "min": -1.0, "argmin": -1.0}
#: Functions whose numbers are places, counts or years, which are right or wrong.
_EXACT = ("count", "first", "rank", "argmax", "argmin")


class Doubts:
    """What a formula comes to, wherever emulated values lie in what is known of them.

    Against a run: what the known intervals tell by themselves. Against the world: the same with all
    values at their low ends, at their high ends, and each at an end by itself; whether two numbers
    are equal rests on their centres, and so has to be alike all over what is known of them.
    """

    def __init__(self, evaluator: Evaluator, runs: FannedRuns, against: Against) -> None:
        self._against: Against = against
        self._here = evaluator.on(runs)
        self._apart = evaluator.on(runs.standing("apart"))
        self._ends = [evaluator.on(runs.standing(end)) for end in ("low", "high")]

    def settled(self, node: Node, scope: Scope | None = None, *, counted: bool = False) -> bool:
        """Tell whether a part of a formula comes to the same wherever values lie.

        counted : whether cases are counted in which it holds, which runs and world tell apart
        """
        scope = scope or {}
        if (each := listed(node)) is not None:
            return all(self.settled(*one) for one in self._listed(node, each))
        if not is_truth(node):
            # A label or a place has to be known; other numbers are, within their intervals.
            found = [_known(node, one.value(node, scope)) for one in (self._here, *self._ends)]
            return all(one == found[0] for one in found)
        if self._against != "world":
            return self._same_in_runs(node, scope)
        if counted and not self._same_in_runs(node, scope):
            return False
        return self._parts_settled(node, scope) and self._same_in_world(node, scope)

    def _parts_settled(self, node: Node, scope: Scope) -> bool:
        """Tell whether what a truth consists of is settled, as far as it decides."""
        if isinstance(node, Not):
            return self.settled(node.operand, scope)
        if not isinstance(node, Junction):
            return True
        deciding = node.operator == "or"
        settled = [(one, self.settled(one, scope)) for one in node.operands]
        return all(held for _, held in settled) or any(
            held and self._here.truth(one, scope).in_world() is deciding for one, held in settled
        )

    def _same_in_runs(self, node: Node, scope: Scope) -> bool:
        held = self._here.truth(node, scope).run
        return held is not None or all(one.truth(node, scope).run is None for one in self._ends)

    def _same_in_world(self, node: Node, scope: Scope) -> bool:
        truth = self._here.truth(node, scope)
        held = truth.in_world()
        if any(one.truth(node, scope).in_world() is not held for one in self._ends):
            return False
        if truth.members is None:
            return held is None or truth.run is held
        drawn = self._apart.truth(node, scope).members
        count = len(truth.members.values)
        if drawn is None or len(drawn.values) != count * BLOCKS:
            return True  # drawn together with another simulator's
        blocks = (Draws(drawn.source, one) for one in drawn.values.reshape(BLOCKS, count))
        return all(replace(truth, members=one).in_world() is held for one in blocks)

    def calls(self, node: Node, scope: Scope | None = None) -> set[str]:
        """Return the canonical calls of what is not settled in a part of a formula."""
        scope = scope or {}
        if (each := listed(node)) is not None:
            parts = [one for one in self._listed(node, each) if not self.settled(*one)]
            return {key for one in parts for key in self.calls(*one)}
        match node:
            case Junction() | Not():
                return self._of([one for one in children(node) if not self.settled(one, scope)],
                                scope)  # fmt: skip
            case Comparison():
                return self._of(list(children(node)), scope)
            case Application(name=name, arguments=(Each() as each, *_)) if name in _OF_TRUTHS:
                found: set[str] = set()
                for one in self._here.elements_of(each.source, scope):
                    inner = bound(each.variables, one, scope)
                    if not self.settled(each.element, inner, counted=name in _EXACT):
                        found |= self.calls(each.element, inner)
                return found
            case Application(name=name, arguments=(Each() as each, *_)) if name in _PICKING:
                return self._contenders(node, each, scope)
            case _:
                return self._read(node, scope)

    def _listed(self, node: Node, each: Each) -> list[tuple[Node, Scope]]:
        """Return what stands in a table: the element for each of a list, or the place of each."""
        over = self._here.elements_of(each.source, {})
        if isinstance(node, Each):
            return [(each.element, bound(each.variables, one, {})) for one in over]
        made = [Text(one) if isinstance(one, str) else Number(one, f"{one:g}") for one in over
                if isinstance(one, str | int | float)]  # fmt: skip
        return [(Application("rank", (each,), (("of", of),)), {}) for of in made]

    def _of(self, nodes: Sequence[Node], scope: Scope) -> set[str]:
        return {key for one in nodes for key in self.calls(one, scope)}

    def _read(self, node: Node, scope: Scope) -> set[str]:
        """Return the calls that a part of a formula reads."""
        reader = self._here.on(self._here.runs)
        _ = reader.truth(node, scope) if is_truth(node) else reader.value(node, scope)
        return set(reader.used)

    def _contenders(self, node: Application, each: Each, scope: Scope) -> set[str]:
        """Return the calls of values that may be the one that is picked, or beside it."""
        over = self._here.elements_of(each.source, scope)
        scopes = [bound(each.variables, one, scope) for one in over]
        sign = _PICKING[node.name]
        ends = [self._range(self._apart.value(each.element, one), sign) for one in scopes]
        # The highest is looked for, or the one whose place is asked for.
        low, high = max((low for low, _ in ends), default=0.0), float("inf")
        if (of := node.get("of")) is not None:
            low, high = ends[list(over).index(constant(of, scope))]
        near = (one for one, (a, b) in zip(scopes, ends, strict=True) if b >= low and a <= high)
        return {key for one in near for key in self._read(each.element, one)}

    def _range(self, value: Value, sign: float) -> tuple[float, float]:
        if not isinstance(value, Amount):
            return float("-inf"), float("inf")
        ends = value.predicted() if self._against == "world" else (value.low, value.high)
        low, high = sorted(sign * end for end in ends)
        return low, high


def _known(node: Node, value: Value) -> object:
    """Return what is known of a value: which labels it may be, and between which places it lies."""
    match value:
        case Category(truths=truths):
            return {label: truth.run for label, truth in truths.items()}
        case Amount(low=low, high=high) if isinstance(node, Application) and node.name in _EXACT:
            return low, high
        case _:
            return type(value)


#: Runs of one function up to which a formula is answered by full runs: made together, as many take
#: about a second, and no error need be looked at.
FEW_RUNS = 8


def answering(
    root: Node,
    evaluator: Evaluator,
    calls: Sequence[Call],
    against: Against,
    *,
    natural: bool = True,
) -> Evaluator:
    """Return what evaluates a formula on runs that tell, all made, and as it is held against.

    calls : those that `evaluator` has found in the formula. natural: against the world, years that
    have been vary as they do, and are not the runs' own. Raises SimulatorError for what cannot
    be run, FormulaError where the formula means nothing.
    """
    if natural and against == "world" and syntax.has_chance(root):
        evaluator = evaluator.of_world()
    runs = evaluator.runs
    emulated = _emulated(root, runs, calls)
    runs.make_together([one for one in calls if one.canonical() not in emulated])
    if not emulated:
        return evaluator
    read = {one.name for one in walk(root) if isinstance(one, syntax.Output)}
    fanned, simulated = FannedRuns(runs, emulated, read), 0
    for everything in (False, True):
        doubts = Doubts(evaluator, fanned, against)
        if not fanned.emulated or doubts.settled(root):
            break
        turning = set(fanned.emulated) if everything else doubts.calls(root)
        chosen = [one for one in calls if one.canonical() in turning & set(fanned.emulated)]
        runs.make_together(chosen)
        simulated += len(chosen)
        rest = {k: v for k, v in fanned.emulated.items() if k not in turning}
        fanned = FannedRuns(runs, rest, read)
    fanned.keep(_note(root, fanned, simulated), escalated=simulated > 0)
    return evaluator.on(fanned)


def _emulated(root: Node, runs: Runs, calls: Sequence[Call]) -> dict[str, EmulatedRun]:
    """Return what emulators answer: calls of functions of which there are more than `FEW_RUNS`."""
    found: dict[str, EmulatedRun] = {}
    groups: dict[tuple[str, str], list[Call]] = {}
    for one in calls:
        groups.setdefault((one.simulator, one.function), []).append(one)
    for (simulator, function), group in groups.items():
        beside = emulator(runs.registry.simulator(simulator)) if runs.makes else None
        read = _read(root, simulator, function)
        if beside is None or len(group) <= FEW_RUNS or not _knows(beside, function, read):
            continue
        progress.step()
        made = beside.together(group, {one.name for one in read})
        found |= {c.canonical(): one for c, one in zip(group, made, strict=True) if one is not None}
    return found


def _read(root: Node, simulator: str, function: str) -> list[syntax.Output]:
    """Return what a formula reads of the runs of a function."""
    return [
        node
        for node in walk(root)
        if isinstance(node, syntax.Output)
        and (node.run.simulator, node.run.function) == (simulator, function)
    ]


def _knows(simulator: BatchEmulator, function: str, read: Sequence[syntax.Output]) -> bool:
    known = {o.name for one in simulator.functions if one.name == function for o in one.outputs}
    return bool(known) and all(one.name in known and one.part is None for one in read)


def _note(root: Node, runs: FannedRuns, simulated: int) -> str:
    """Return which runs are emulated, and within what: "emulated: peak ±1.2 to ±9.8 in 48 runs"."""
    made = list(runs.emulated.values())
    again = f"{simulated} simulated in full, as the emulator's error could turn it"
    if not made:
        return again
    call = made[0].run.call
    names = dict.fromkeys(one.name for one in _read(root, call.simulator, call.function))
    known = {one.name: one.decimals for one in runs.function(call).outputs}
    errors = [_error_text(name, made, known[name]) for name in names if name in known]
    note = f"emulated: {', '.join(errors)} in {len(made)} runs"
    return f"{note}, {again}" if simulated else note


def _error_text(name: str, made: Sequence[EmulatedRun], decimals: int) -> str:
    held = [one.run.outputs[name] for one in made if name in one.run.outputs]
    errors = sorted((high - low) / 2 for low, high in map(_ends, held))
    if not errors:
        return name
    unit = " days" if isinstance(held[0], Day) else ""
    low, high = (f"±{one:.{decimals if not unit else 0}f}" for one in (errors[0], errors[-1]))
    return f"{name} {low}{unit}" if low == high else f"{name} {low} to {high}{unit}"
