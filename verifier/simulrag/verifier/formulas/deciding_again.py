"""Decides a stored verdict's formula again on the runs that are stored with it."""

from collections.abc import Sequence
from dataclasses import replace

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
from simulrag.verifier.formulas.verification import ON_RECORD
from simulrag.verifier.older_arguments import todays_call, todays_formula


class StoredRuns(Runs):
    """Runs that were stored; none is made. Members are those that are stored with them.

    Where none are, they are drawn if the simulator has the version that made the run. Runs among
    which something was looked for are those of the same versions; the verdict names the others.
    """

    def __init__(self, registry: Registry, store: EvidenceStore, runs: Sequence[Run]) -> None:
        super().__init__(registry, store, runs)
        self._versions = {(run.call.simulator, run.version) for run in runs}

    def _made(self, call: Call) -> Run:
        versions = sorted(v for name, v in self._versions if name == call.simulator)
        found = (self._store.get(call.run_id(version)) for version in versions)
        run = next((one for one in found if one is not None), None)
        return super()._made(call) if run is None else run

    def _as_named(self, run: Run) -> Run:
        return run.model_copy(update={"call": todays_call(run.call, self.registry)})

    def members(self, call: Call, name: str) -> Array | None:
        """Return the members of an output; None where it is a point, or nobody has them."""
        return self.kept.of(self.run(call), name)


def decided_again(
    verdict: Verdict, runs: Sequence[Run], store: EvidenceStore, registry: Registry
) -> tuple[VerdictWord, str]:
    """Return the verdict on a formula that stored runs give today, and why."""
    if not runs or verdict.against == "":
        return "unread", "no run is stored with it"
    try:
        formula = filled(parse(verdict.formula, verdict.let), verdict.assume, registry)
        formula = replace(formula, root=todays_formula(formula.root, registry))
        evaluator = Evaluator(StoredRuns(registry, store, runs))
        evaluator = evaluator.of_world() if verdict.against == "world" else evaluator
        decided = decide(formula, evaluator, verdict.against)
    except (FormulaError, SimulatorError) as error:
        return "unread", str(error)
    hangs = ("missing_condition", ON_RECORD)
    if verdict.problem is not None and verdict.problem.reason in hangs:
        return "undecided", f"{verdict.problem.message}; {decided.derivation}"
    notes = [f"{name} has no members here" for name in sorted(evaluator.without_members)]
    lacking = [one for one in notes if one not in verdict.derivation]
    if lacking and verdict.against == "world":
        return "unread", f"{'; '.join(lacking)}, and members have decided it"
    return decided.decision, "; ".join([decided.derivation, *notes])
