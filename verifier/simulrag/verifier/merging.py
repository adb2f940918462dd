"""Folds the claims of several answers: those whose formulas say the same are one claim.

The paper lets a language model find duplicates (A.2.2). Formulas do it without one; contradictions
stay apart. What has no formula folds only where the words agree.
"""

from collections.abc import Sequence

from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Bound, Claim, Drafted
from simulrag.verifier.english.sentence_claims import formula_claim
from simulrag.verifier.formulas.folding import fold


def merge(
    answers: Sequence[Sequence[Drafted]], question: str, registry: Registry
) -> tuple[Claim, ...]:
    """Return the distinct claims in order of first mention, each with the answers that make it.

    The first wording is kept. question: context of the claims that have no formula.
    """
    context = (question,) if question.strip() else ()

    def read(claim: Drafted) -> Drafted:
        if not isinstance(claim, str):
            return claim
        found = formula_claim(claim.strip(), context, registry)
        return claim if isinstance(found, Bound) else found

    return fold([[read(one) for one in answer] for answer in answers], registry)
