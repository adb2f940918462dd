"""Simulator boundary assessment (paper, equation 4): can a simulator decide this claim at all?

The paper asks a language model for 0 or 1; here the answer has a reason, the parameter that
stands in the way and the nearest valid value. For a claim that the grammar cannot read the answer
is `unread`, and the paper's prompt (A.2.3) is offered for a model to judge.
"""

from collections.abc import Sequence

from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Bound, Plan
from simulrag.verifier.reading.questions import plan
from simulrag.verifier.reading.restated import restated
from simulrag.verifier.reading.statements import read


def assess(claims: Sequence[str], question: str, registry: Registry) -> tuple[Bound, ...]:
    """Return the bound of each claim, in order; the question gives the conditions left out."""
    asked = plan(question, registry) if question.strip() else None
    return tuple(_bound(claim, asked, registry) for claim in claims)


def _bound(claim: str, asked: Plan | None, registry: Registry) -> Bound:
    own = asked or plan(claim, registry)
    if own.calls and restated(claim, own, registry) is not None:
        return Bound(claim=claim, bound="inside")
    found = read(claim, own, registry)
    if found.readings:
        return Bound(claim=claim, bound="inside", readings=found.readings)
    return Bound(claim=claim, bound="outside" if found.outside else "unread", problem=found.problem)
