"""How many slips in formulas are caught by holding them to their texts.

    python -m studies.slips DRAFTS [--every 10] [--store runs.sqlite] [--misses misses.jsonl]

Every formula of the drafts is altered by one slip at a time (`mutations`). A slip is caught where
the formula can no longer be run, or no longer says its claim. Prints JSON: the share by kind.
"""

from collections import Counter
from collections.abc import Sequence

from simulrag.evaluation.drafts import Bench, DraftClaim
from simulrag.evaluation.measurement import Measurement, Miss, share, stated
from simulrag.simulators.errors import SimulRAGError
from simulrag.verifier.formulas.assumptions import filled
from simulrag.verifier.formulas.evaluation import Evaluator
from simulrag.verifier.formulas.notation import parse
from studies.formulas.__main__ import formula_of, miss, of_drafts, told
from studies.slips.mutations import Mutant, mutations


def refused(claim: DraftClaim, altered: Mutant, bench: Bench) -> str:
    """Return why a formula is refused: it cannot be run, or does not say the claim; "" if not."""
    try:
        formula = parse(altered.formula, altered.let)
        formula = filled(formula, claim.assume, bench.registry)
        Evaluator(bench.runs).calls(formula.root)
    except SimulRAGError as error:
        return str(error)
    return told(bench.anchored(claim, claim.text, formula))


def measure_slips(claims: Sequence[DraftClaim], bench: Bench) -> Measurement:
    """Return how many formulas with a slip are refused, by kind of slip, and each that is not."""
    made, caught = Counter[str](), Counter[str]()
    misses: list[Miss] = []
    for claim in (one for one in claims if one.decidable):
        text = "\n".join((claim.text, *claim.context))
        for altered in mutations(text, claim.formula, claim.let, bench.registry):
            made[altered.kind] += 1
            if refused(claim, altered, bench):
                caught[altered.kind] += 1
                continue
            lets = "".join(f"; {name} = {part}" for name, part in altered.let.items())
            got, why = f"{altered.formula}{lets}", f"for {formula_of(claim)}"
            misses.append(miss("slips", claim, "sent back", got, kind=altered.kind, why=why))
    figures = {f"{kind}, of {made[kind]}": share(caught[kind], made[kind]) for kind in made}
    figures[f"all, of {made.total()}"] = share(caught.total(), made.total())
    return Measurement(figures={"caught of slips": stated(figures)}, misses=tuple(misses))


if __name__ == "__main__":
    of_drafts(__doc__, measure_slips)
