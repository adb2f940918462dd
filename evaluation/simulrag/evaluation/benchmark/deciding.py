"""What formulas of items are worth on runs, and whether reference claims still hold."""

from collections.abc import Mapping, Sequence
from string import ascii_uppercase

from simulrag.evaluation.benchmark.items import Item, ReferenceClaim
from simulrag.simulators.errors import SimulRAGError
from simulrag.simulators.interface import Call, Day, Frozen, Quantity, Run, Value
from simulrag.simulators.registry import Registry
from simulrag.verifier.english.questions import call_node
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.formulas import values
from simulrag.verifier.formulas.decision import Decided, decide
from simulrag.verifier.formulas.evaluation import Evaluator
from simulrag.verifier.formulas.notation import parse
from simulrag.verifier.formulas.printing import written
from simulrag.verifier.formulas.runs import Runs

Let = Mapping[str, str]


def named(calls: Sequence[Call]) -> Let:
    """Return names for the runs of calls, in their order: A, B, ..."""
    return {
        name: written(call_node(call)) for name, call in zip(ascii_uppercase, calls, strict=False)
    }


class Printed(Runs):
    """Runs whose numbers are what they print: points, without the error of a median."""

    def run(self, call: Call) -> Run:
        """Return the run of a call as it is printed. Raises SimulatorError."""
        made = super().run(call)
        printed = {name: _point(value) for name, value in made.outputs.items()}
        return made.model_copy(update={"outputs": printed})


def _point(value: Value) -> Value:
    match value:
        case Quantity():
            return value.model_copy(update={"value_low": None, "value_high": None})
        case Day():
            return Day(value=value.value)
        case _:
            return value


class Bench:
    """Simulators and a store, on whose runs formulas are evaluated."""

    def __init__(self, registry: Registry, store: EvidenceStore) -> None:
        self.registry, self.store = registry, store
        self.printed, self._runs = Printed(registry, store), Runs(registry, store)

    def value(self, formula: str, let: Let) -> values.Value | None:
        """Return what a formula is worth, None for a statement. Raises SimulRAGError."""
        parsed = parse(formula, let)
        return None if parsed.is_truth else Evaluator(self.printed).value(parsed.root, {})

    def decided(self, formula: str, let: Let) -> Decided:
        """Return whether a statement holds of what the runs print. Raises SimulRAGError."""
        return decide(parse(formula, let), Evaluator(self.printed), "run")

    def holds(self, formula: str, let: Let) -> bool:
        """Tell whether a statement holds of what the runs print. Raises SimulRAGError."""
        return self.decided(formula, let).decision == "supported"

    def sure(self, formula: str, let: Let) -> bool:
        """Tell whether it holds for all values that a median may have by its own error."""
        found = decide(parse(formula, let), Evaluator(self._runs), "run")
        return found.decision == "supported"


def value_of(decided: Decided) -> str:
    """Return what the leading side of a statement is worth, as its runs print it."""
    return decided.simulated or "true"


class Recomputed(Frozen):
    """What became of one item."""

    id: str
    #: Claims that do not hold any more, with what the runs say now.
    changed: tuple[str, ...] = ()
    #: Why it could not be computed again; "" where it could.
    problem: str = ""
    #: The simulator's version where it is another: "3 -> 4".
    version: str = ""

    @property
    def same(self) -> bool:
        """Tell whether every reference holds."""
        return not self.changed and not self.problem


def recompute(item: Item, bench: Bench) -> Recomputed:
    """Return what the runs of an item say today.

    A run is found in the store where it was made by this version of the simulator; a fresh store
    makes all of them anew.
    """
    made, now = item.versions.get(item.simulator, ""), ""
    try:
        now = bench.registry.simulator(item.simulator).version
        runs = tuple(bench.store.run(call, bench.registry).id for call in item.calls)
    except SimulRAGError as error:
        return Recomputed(id=item.id, problem=str(error))
    other = runs != item.runs and made == now
    return Recomputed(
        id=item.id,
        changed=tuple(said for claim in item.claims if (said := changed(claim, item.let, bench))),
        problem=f"the calls make {', '.join(runs)}" if other else "",
        version="" if made == now else f"{made} -> {now}",
    )


def changed(claim: ReferenceClaim, let: Let, bench: Bench) -> str:
    """Return what the runs say of a claim where it is not what it says, else ""."""
    try:
        found = bench.decided(claim.formula, let)
    except SimulRAGError as error:
        return f"{claim.text!r}: {error}"
    if value_of(found) != claim.value:
        return f"{claim.text!r}: {claim.value} is now {value_of(found)}"
    if found.decision != "supported":
        return f"{claim.text!r} is {found.decision}: {found.derivation}"
    return ""
