"""Formulas over many runs of a function: an emulator answers, and full runs where it cannot tell.

What is emulated is known within the emulator's error. Where a formula comes to something else with
values elsewhere in what is known of them (see `doubts`), the simulator makes the runs that are in
doubt, and if need be all.
"""

from collections.abc import Mapping, Sequence
from datetime import date

from simulrag.simulators import work
from simulrag.simulators.emulating import Emulated, Together, emulator
from simulrag.simulators.interface import Call, Day, Output, Quantity, Value
from simulrag.verifier.formulas import syntax
from simulrag.verifier.formulas.decision import Against
from simulrag.verifier.formulas.doubts import Doubts
from simulrag.verifier.formulas.evaluation import Evaluator
from simulrag.verifier.formulas.fanned_runs import FannedRuns
from simulrag.verifier.formulas.runs import Runs
from simulrag.verifier.formulas.syntax import Node, walk

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


def _emulated(root: Node, runs: Runs, calls: Sequence[Call]) -> dict[str, Emulated]:
    """Return what emulators answer: calls of functions of which there are more than `FEW_RUNS`."""
    found: dict[str, Emulated] = {}
    groups: dict[tuple[str, str], list[Call]] = {}
    for one in calls:
        groups.setdefault((one.simulator, one.function), []).append(one)
    for (simulator, function), group in groups.items():
        beside = emulator(runs.registry.simulator(simulator)) if runs.makes else None
        read = _read(root, simulator, function)
        if beside is None or len(group) <= FEW_RUNS or not _knows(beside, function, read):
            continue
        work.step()
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


def _outputs(simulator: Together, function: str) -> Mapping[str, Output]:
    declared = next((one for one in simulator.functions if one.name == function), None)
    return {one.name: one for one in declared.outputs} if declared else {}


def _knows(simulator: Together, function: str, read: Sequence[syntax.Output]) -> bool:
    known = _outputs(simulator, function)
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


def _error_text(name: str, made: Sequence[Emulated], decimals: int) -> str:
    held = [one.run.outputs[name] for one in made if name in one.run.outputs]
    errors = sorted(_error(one) for one in held)
    if not errors:
        return name
    unit = " days" if isinstance(held[0], Day) else ""
    low, high = (f"±{one:.{decimals if not unit else 0}f}" for one in (errors[0], errors[-1]))
    return f"{name} {low}{unit}" if low == high else f"{name} {low} to {high}{unit}"


def _error(value: Value) -> float:
    match value:
        case Quantity(value_low=float() as low, value_high=float() as high):
            return 0.5 * (high - low)
        case Day(low=str() as low, high=str() as high):
            return 0.5 * (date.fromisoformat(high) - date.fromisoformat(low)).days
        case _:
            return 0.0
