"""Decides which claims the paper's answer keeps: Algorithm 1, line 20. A pure function."""

from collections.abc import Mapping, Sequence

from simulrag.client.paper.replies import Update
from simulrag.client.result import AnsweredClaim
from simulrag.client.stages import answered
from simulrag.verifier.claims import Bound, Claim, Problem, Score, Verdict

#: Confidences are rounded; one that equals a threshold up to this is not below it.
_SLACK = 1e-9
JUDGED = "judged by the model from what the runs say, not computed"


def verdict(claim: Claim, update: Update, run_ids: Sequence[str]) -> Verdict:
    """Return what section 3.3 makes of the model's word on a claim.

    Aligned: supported. Contradicted: refuted, with the model's text. Not in the context: undecided.
    """
    if not update.is_included:
        why = "the model found nothing on it in what the runs say"
        return Verdict(
            id=claim.id, text=claim.text, updated=claim.text, verdict="undecided", derivation=why
        )
    text = (update.updated_claim or claim.text) if update.should_update else claim.text
    return Verdict(
        id=claim.id,
        text=claim.text,
        updated=" ".join(text.split()),
        verdict="refuted" if update.should_update else "supported",
        derivation=JUDGED,
        run_ids=tuple(run_ids),
    )


def not_measured(claim: Claim, why: str) -> Verdict:
    """Return the verdict of a selected claim on which there is no word of the model."""
    problem = Problem(reason="run_failed", message=why)
    return Verdict(
        id=claim.id, text=claim.text, updated=claim.text, verdict="not_measured", problem=problem
    )


def settle(
    claims: Sequence[Claim],
    scores: Sequence[Score],
    bounds: Sequence[Bound],
    verdicts: Mapping[str, Verdict],
    answers: int,
    kappa: float,
) -> tuple[AnsweredClaim, ...]:
    """Keep the claims of a confidence of at least `kappa`; verified ones have 1.

    `verdicts` holds those of the selected claims by id.
    """
    return tuple(
        _settled(claim, score, verdicts.get(claim.id) or _open(claim, bound), answers, kappa)
        for claim, score, bound in zip(claims, scores, bounds, strict=True)
    )


def _open(claim: Claim, bound: Bound) -> Verdict:
    word = "outside" if bound.bound == "outside" else "not_measured"
    return Verdict(text=claim.text, updated=claim.text, verdict=word, problem=bound.problem)


def _settled(
    claim: Claim, score: Score, found: Verdict, answers: int, kappa: float
) -> AnsweredClaim:
    verified = found.verdict in ("supported", "refuted")
    confidence = 1.0 if verified else score.confidence
    kept = confidence >= kappa - _SLACK
    side = "at least" if kept else "below"
    why = (
        f"confidence {confidence:.2f} is {side} {kappa:g}; "
        f"entailed by {len(claim.support)} of {answers} answers"
    )
    return answered(claim, score, found, confidence, kept=kept, why=why)
