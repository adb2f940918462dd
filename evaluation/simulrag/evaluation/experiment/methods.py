"""What each method makes of a question's claims: which it verifies, and what is known afterwards.

Selection and settling are the product's own. A score is the confidence by which claims are ranked
afterwards: 1 for a verified claim (aligned or corrected), 0 for one that a run refutes and no
small change mends, since the answer leaves it out, and the method's own confidence for the rest:
agreement among the drafts, or what the model stated for the baseline "verbalized".
"""

import hashlib
from typing import NamedTuple

from simulrag.client import stages
from simulrag.evaluation.experiment.judging import judged
from simulrag.evaluation.experiment.preparing import Labelled, Prepared, PreparedClaim
from simulrag.simulators.interface import Frozen
from simulrag.verifier.claims import Bound, Selection, Verdict
from simulrag.verifier.selection import UNSTATED_CONFIDENCE, Method, select
from simulrag.verifier.uncertainty import Estimator, scores


class Setting(Frozen):
    """How claims are selected, verified and ranked."""

    method: Method = "ue_sba"
    estimator: Estimator = "closeness"
    #: Percent of all claims; None for no limit.
    budget: float | None = None
    boundary_error: float = 0.1
    #: Ablation: a refuted claim keeps its text.
    updates: bool = True
    #: Ablation: claims inside the boundary in the order of mention, not in that of confidence.
    unordered: bool = False
    #: Rank what was not verified by agreement, whatever it was selected by.
    ranked_by_agreement: bool = False
    seed: int = 0

    @property
    def name(self) -> str:
        """A short name for tables and files."""
        budget = "all" if self.budget is None else f"{self.budget:g}"
        return f"{self.method} {self.estimator} {budget}"


class Outcome(NamedTuple):
    """A question after a method: lists run over its claims; labels are None where not measured."""

    scores: tuple[float, ...]
    labels: tuple[bool | None, ...]
    before: tuple[bool | None, ...]
    verified: tuple[bool, ...]
    #: Verified, and a run decided it.
    decided: tuple[bool, ...]
    #: Claims of the answer.
    kept: tuple[Labelled, ...]


def outcome(question: Prepared, setting: Setting, *, answers: bool = True) -> Outcome:
    """Return what a method makes of a question; without `answers` no answer is settled."""
    selection = selected(question, setting)
    chosen = set(selection.selected)
    confidence = _confidence(question, selection, setting)
    verified = tuple(one.claim.id in chosen for one in question.claims)
    return Outcome(
        scores=tuple(
            _score(one, confidence[one.claim.id], setting) if taken else confidence[one.claim.id]
            for one, taken in zip(question.claims, verified, strict=True)
        ),
        labels=tuple(
            _label(one, setting).true if taken else one.before.true
            for one, taken in zip(question.claims, verified, strict=True)
        ),
        before=tuple(one.before.true for one in question.claims),
        verified=verified,
        decided=tuple(
            taken and one.verdict in ("supported", "refuted")
            for one, taken in zip(question.claims, verified, strict=True)
        ),
        kept=_kept(question, selection, setting) if answers else (),
    )


def selected(question: Prepared, setting: Setting) -> Selection:
    """Return which claims of a question a method verifies."""
    claims = [one.claim for one in question.claims]
    selection = select(
        [c.model_copy(update={"support": ()}) for c in claims] if setting.unordered else claims,
        question.drafts,
        {
            one.claim.id: judged(one.bound, one.drawn, setting.boundary_error)
            for one in question.claims
        },
        method=setting.method,
        estimator=setting.estimator,
        budget=setting.budget,
        seed=_seed(question.item, setting.seed),
    )
    if not setting.unordered:
        return selection
    own = scores(claims, question.drafts, setting.estimator)
    return selection.model_copy(update={"scores": own})


def _seed(item: str, seed: int) -> int:
    """Return a seed of a question's own; one for all would take the same places everywhere."""
    return int.from_bytes(hashlib.sha256(f"{seed}|{item}".encode()).digest()[:4])


def _confidence(question: Prepared, selection: Selection, setting: Setting) -> dict[str, float]:
    if setting.method == "verbalized" and not setting.ranked_by_agreement:
        return {
            one.claim.id: UNSTATED_CONFIDENCE
            if one.claim.verbalized is None
            else one.claim.verbalized
            for one in question.claims
        }
    return {score.id: score.confidence for score in selection.scores}


def _score(one: PreparedClaim, own: float, setting: Setting) -> float:
    if one.verdict == "supported":
        return 1.0
    if one.verdict != "refuted":
        return own
    return 1.0 if setting.updates and one.updated != one.claim.text else 0.0


def _label(one: PreparedClaim, setting: Setting) -> Labelled:
    return one.after if setting.updates else one.before


def _kept(question: Prepared, selection: Selection, setting: Setting) -> tuple[Labelled, ...]:
    """Return the claims that the answer keeps, each meaning once, as the loop settles them."""
    chosen = set(selection.selected)
    verdicts = {
        one.claim.id: Verdict(
            text=one.claim.text,
            verdict=one.verdict,
            updated=one.updated if setting.updates else one.claim.text,
        )
        for one in question.claims
        if one.claim.id in chosen
    }
    bounds = [Bound(claim=one.claim.text, bound=one.bound) for one in question.claims]
    settled = stages.settle(
        [one.claim for one in question.claims],
        selection.scores,
        bounds,
        verdicts,
        question.drafts,
    )
    return tuple(
        _label(one, setting) if one.claim.id in chosen else one.before
        for one, answered in zip(question.claims, settled, strict=True)
        if answered.kept
    )
