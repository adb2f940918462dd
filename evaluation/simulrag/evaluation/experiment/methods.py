"""What each method makes of a question's claims: which it verifies, and what is known afterwards.

Selection and settling are the product's own. A score is the confidence by which claims are ranked
afterwards: 1 for a verified claim (aligned or corrected), 0 for one that a run refutes and no
small change mends, since the answer leaves it out, and the method's own confidence for the rest:
agreement among the drafts, or what the model stated for the baseline "verbalized".
"""

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

from simulrag.client import stages
from simulrag.simulators.interface import Frozen
from simulrag.verifier.claims import Bound, BoundWord, Claim, Selection, Verdict, VerdictWord
from simulrag.verifier.selection import UNSTATED_CONFIDENCE, Method, select
from simulrag.verifier.uncertainty import Estimator


class PreparedClaim(Frozen):
    """A merged claim: its support, its bound, its verdict, and whether it is true.

    before, after: true, false, or None where nothing tells; after verification, of `updated`.
    """

    claim: Claim
    bound: BoundWord
    verdict: VerdictWord
    updated: str
    before: bool | None
    after: bool | None
    #: From 0 to 1: a judge of the boundary who errs at a rate above it says the contrary.
    drawn: float = 1.0

    @property
    def decided(self) -> bool:
        """Tell whether verification decides it."""
        return self.verdict in ("supported", "refuted")


class Prepared(Frozen):
    """One question with its claims; questions of a group rest on the same evidence."""

    item: str
    simulator: str
    group: str
    drafts: int
    claims: tuple[PreparedClaim, ...]
    #: Claims of all drafts before merging.
    mentions: int = 0


class Setting(Frozen):
    """How claims are selected, verified and ranked."""

    method: Method = "ue_sba"
    estimator: Estimator = "closeness"
    #: Percent of all claims; None for no limit.
    budget: float | None = None
    boundary_error: float = 0.0
    seed: int = 0


class Outcome(NamedTuple):
    """A question after a method: lists run over its claims; labels are None where not measured."""

    scores: tuple[float, ...]
    labels: tuple[bool | None, ...]
    before: tuple[bool | None, ...]
    verified: tuple[bool, ...]
    #: Verified, and a run decided it.
    decided: tuple[bool, ...]
    #: Labels of the claims of the answer.
    kept: tuple[bool | None, ...]


def outcome(question: Prepared, setting: Setting, *, answers: bool = True) -> Outcome:
    """Return what a method makes of a question; without `answers` no answer is settled."""
    selection = selected(question, setting)
    chosen = set(selection.selected)
    confidence = _confidence(question, selection, setting)
    verified = tuple(one.claim.id in chosen for one in question.claims)
    rows = list(zip(question.claims, verified, strict=True))
    labels = tuple(one.after if taken else one.before for one, taken in rows)
    return Outcome(
        scores=tuple(
            _score(one, confidence[one.claim.id]) if taken else confidence[one.claim.id]
            for one, taken in rows
        ),
        labels=labels,
        before=tuple(one.before for one in question.claims),
        verified=verified,
        decided=tuple(taken and one.decided for one, taken in rows),
        kept=_kept(question, selection, labels) if answers else (),
    )


def selected(question: Prepared, setting: Setting) -> Selection:
    """Return which claims of a question a method verifies."""
    return select(
        [one.claim for one in question.claims],
        question.drafts,
        {one.claim.id: judged(one, setting.boundary_error) for one in question.claims},
        method=setting.method,
        estimator=setting.estimator,
        budget=setting.budget,
        seed=_seed(question.item, setting.seed),
    )


def judged(one: PreparedClaim, rate: float) -> BoundWord:
    """Return the bound that a judge states who errs at a rate: now and then the contrary."""
    if one.drawn >= rate:
        return one.bound
    return "outside" if one.bound == "inside" else "inside"


def _seed(item: str, seed: int) -> int:
    """Return a seed of a question's own; one for all would take the same places everywhere."""
    return int.from_bytes(hashlib.sha256(f"{seed}|{item}".encode()).digest()[:4])


def _confidence(question: Prepared, selection: Selection, setting: Setting) -> dict[str, float]:
    if setting.method == "verbalized":
        stated = {one.claim.id: one.claim.verbalized for one in question.claims}
        return {k: UNSTATED_CONFIDENCE if v is None else v for k, v in stated.items()}
    return {score.id: score.confidence for score in selection.scores}


def _score(one: PreparedClaim, own: float) -> float:
    if one.verdict == "supported":
        return 1.0
    if one.verdict != "refuted":
        return own
    return 1.0 if one.updated != one.claim.text else 0.0


def _kept(
    question: Prepared, selection: Selection, labels: Sequence[bool | None]
) -> tuple[bool | None, ...]:
    """Return the labels of the claims that the answer keeps, as the client's loop settles them."""
    chosen = set(selection.selected)
    verdicts = {
        one.claim.id: Verdict(text=one.claim.text, verdict=one.verdict, updated=one.updated)
        for one in question.claims
        if one.claim.id in chosen
    }
    settled = stages.settle(
        [one.claim for one in question.claims],
        selection.scores,
        [Bound(claim=one.claim.text, bound=one.bound) for one in question.claims],
        verdicts,
        question.drafts,
    )
    return tuple(label for label, answered in zip(labels, settled, strict=True) if answered.kept)
