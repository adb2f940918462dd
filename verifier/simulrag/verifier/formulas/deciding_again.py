"""Decides a stored verdict's formula again on the runs that are stored with it."""

from collections.abc import Mapping, Sequence

from simulrag.simulators.errors import SimulatorError
from simulrag.simulators.interface import Call, Run
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Verdict, VerdictWord
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.formulas.assumptions import filled
from simulrag.verifier.formulas.decision import decide
from simulrag.verifier.formulas.evaluation import Evaluator
from simulrag.verifier.formulas.members import Array
from simulrag.verifier.formulas.notation import parse
from simulrag.verifier.formulas.runs import Runs
from simulrag.verifier.formulas.syntax import FormulaError


class StoredRuns(Runs):
    """Runs that were stored; none is made. Members are drawn where the simulator is the same."""

    def __init__(self, registry: Registry, store: EvidenceStore, runs: Sequence[Run]) -> None:
        super().__init__(registry, store, runs)

    def members(self, call: Call) -> Mapping[str, Array]:
        """Return the members of a run's ensemble; none of a run that another version made."""
        key = call.canonical()
        if key not in self._members:
            run = self.run(call)
            version = self.registry.simulator(call.simulator).version
            same = run.version == version and run.source != "recorded"
            self._members[key] = self._sampled(call) if same else {}
        return self._members[key]


def decided_again(
    verdict: Verdict, runs: Sequence[Run], store: EvidenceStore, registry: Registry
) -> tuple[VerdictWord, str]:
    """Return the verdict on a formula that stored runs give today, and why."""
    if not runs or verdict.against == "":
        return "unread", "no run is stored with it"
    try:
        formula = filled(parse(verdict.formula, verdict.let), verdict.assume, registry)
        evaluator = Evaluator(StoredRuns(registry, store, runs))
        decided = decide(formula, evaluator, verdict.against)
    except (FormulaError, SimulatorError) as error:
        return "unread", str(error)
    if verdict.problem is not None and verdict.problem.reason == "missing_condition":
        return "undecided", f"{verdict.problem.message}; {decided.derivation}"
    notes = [f"{name} has no members here" for name in sorted(evaluator.without_members)]
    return decided.decision, "; ".join([decided.derivation, *notes])
