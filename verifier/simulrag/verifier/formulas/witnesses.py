"""Two simulators that decide one claim are two witnesses: shown side by side, never averaged.

Each decides a formula of its own by the same rules. The verdict is that of the claim's formula; of
its witness is said whether it agrees.
"""

from collections.abc import Mapping

from simulrag.verifier.claims import Agreement, FormulaClaim, Verdict, Witness
from simulrag.verifier.formulas.notation import parse
from simulrag.verifier.formulas.syntax import Call, FormulaError, walk


class SameWitness(FormulaError):
    """A witness that is no second one."""

    reason = "same_witness"


def check_other(claim: FormulaClaim) -> None:
    """Raise SameWitness where a claim's witness runs a simulator that its formula runs."""
    first, second = (_simulators(one, claim.let) for one in (claim.formula, claim.witness))
    if both := sorted(first & second):
        raise SameWitness(
            f"formula and witness both run {', '.join(both)}, which is one witness; write the "
            "second formula over another simulator, or leave witness out"
        )


def _simulators(formula: str, let: Mapping[str, str]) -> set[str]:
    """Return the simulators that a formula names; none of one that cannot be read."""
    try:
        root = parse(formula, let).root
    except FormulaError:
        return set()
    return {node.simulator for node in walk(root) if isinstance(node, Call)}


def beside(verdict: Verdict, second: Verdict) -> Verdict:
    """Return a verdict with what its witness came to, and whether that agrees."""
    words = {verdict.verdict, second.verdict}
    told: Agreement = "agrees" if len(words) == 1 else "disagrees"
    if not words <= {"supported", "refuted"}:
        told = "cannot tell"
    found = second.model_dump(exclude={"updated", "uncorrected", "id"})
    witness = Witness(**found, updated=second.text, agreement=told)
    return verdict.model_copy(update={"witness": witness})
