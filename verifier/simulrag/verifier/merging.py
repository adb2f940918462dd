"""Folds the claims of several answers: those whose formulas say the same are one claim.

The paper lets a language model find duplicates (A.2.2). Formulas do it without one; contradictions
stay apart.
"""

from collections.abc import Sequence

from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Bound, Claim, Drafted
from simulrag.verifier.english.reader import formula_claim
from simulrag.verifier.formulas.folding import fold


def merge(
    answers: Sequence[Sequence[Drafted]], question: str, registry: Registry
) -> tuple[Claim, ...]:
    """Return the distinct claims in order of first mention, each with the answers that make it.

    The first wording is kept, with a formula where one was handed in. question: where it is given,
    claims without a formula are read in its context; else they fold by their words alone.
    """

    def read(claim: Drafted) -> Drafted:
        if not isinstance(claim, str) or not question.strip():
            return claim
        found = formula_claim(claim.strip(), (question,), registry)
        return claim if isinstance(found, Bound) else found

    written = {one.formula for answer in answers for one in answer if not isinstance(one, str)}
    found = fold([[read(one) for one in answer] for answer in answers], registry)
    return tuple(one if one.formula in written else _bare(one) for one in found)


def _bare(claim: Claim) -> Claim:
    """Return a claim without what was only read in its words."""
    return Claim(id=claim.id, text=claim.text, support=claim.support)
