"""Simulator boundary assessment (paper, equation 4): can a simulator decide this claim at all?

The paper asks a language model for 0 or 1; here the answer has a reason, the parameter that
stands in the way and the nearest valid value.
"""

from collections.abc import Sequence

from simulrag.simulators.progress import part
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Bound, Given, Verdict
from simulrag.verifier.english.reader import formula_claim
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.formulas.bounding import bound
from simulrag.verifier.formulas.runs import Runs


def assess(
    claims: Sequence[Given], question: str, registry: Registry, store: EvidenceStore
) -> tuple[Bound, ...]:
    """Return the bound of each claim, in order, by its formula or by the one read in its words.

    question: context of claims that have no formula. No run is made.
    """
    context = (question,) if question.strip() else ()
    runs = Runs(registry, store)
    found: list[Bound] = []
    for index, one in enumerate(claims):
        with part(index, len(claims)):
            found.append(_bound(one, context, runs))
    return tuple(found)


def _bound(claim: Given, context: Sequence[str], runs: Runs) -> Bound:
    if isinstance(claim, Verdict):
        return Bound(claim=claim.text, bound="unread", problem=claim.problem)
    if isinstance(claim, str):
        read = formula_claim(claim, context, runs.registry)
        return read if isinstance(read, Bound) else bound(read, runs)
    return bound(claim, runs)
