"""Which claims are verified (UE+SBA), and which go into the answer afterwards.

SimulRAG (arXiv:2509.25459), section 3.3: a claim is verified where it is uncertain and inside
the boundary of a simulator. The experiments of section 4 verify a share (budget) of the claims;
the thresholds tau and kappa of the section's text are options, because closeness has no fixed
scale: with five answers, a claim of one answer can score above tau = 0.4.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Literal, get_args

from pydantic import Field

from simulrag.simulators.errors import BadValue
from simulrag.simulators.interface import Frozen
from simulrag.verifier.claims import BoundWord, Claim, Score, Selection, VerdictWord
from simulrag.verifier.uncertainty import Estimator, check_known, scores

Method = Literal["ue_sba", "uncertainty", "verbalized", "random", "all", "none"]

#: Taken for a claim whose model stated no confidence.
UNSTATED_CONFIDENCE = 0.5
#: Support share from which a claim that was not decided is kept.
KEPT_SUPPORT = 0.5
#: Confidences are rounded; one that equals a threshold up to this is not below it.
_SLACK = 1e-9

_NOT_INSIDE = {
    "outside": "outside the boundary of every simulator",
    "unread": "could not be read, so its boundary is not known",
    "": "its boundary was not assessed",
}
_UNDECIDED = {
    "undecided": "undecided by the simulator",
    "outside": "outside the boundary",
    "unread": "could not be read",
    "not_measured": "not measured",
    "": "not verified",
}


class Kept(Frozen):
    """Which claims go into the answer, in the order given, and why the others do not."""

    kept: tuple[str, ...]
    left_out: Mapping[str, str] = Field(default_factory=dict)


def select(
    claims: Sequence[Claim],
    answers: int,
    bounds: Mapping[str, BoundWord],
    *,
    method: Method = "ue_sba",
    estimator: Estimator = "closeness",
    budget: float | None = None,
    tau: float | None = None,
    seed: int = 0,
) -> Selection:
    """Return the claims to verify, in order, and a reason for each of the others.

    bounds: boundary word by claim id; a claim without one is not inside.
    method: `ue_sba` takes claims inside the boundary in rising confidence, ties by id.
        The baselines ignore the boundary: `uncertainty` (rising confidence), `verbalized`
        (rising stated confidence, 0.5 where none is stated), `random` (by `seed`, whatever the
        order of `claims`), `all` (in the order given), `none`.
    budget: percent, 0 to 100, of ALL k claims: at most ceil(budget k / 100) are selected by any
        method; None is no limit.
    tau: only claims whose confidence (the stated one for `verbalized`) is below it; None is no
        limit. `random`, `all` and `none` have no confidence and ignore it.
    Raises UnknownName for a method or estimator, BadValue for other arguments.
    """
    _check_choices(method, bounds, tau)
    ranked = scores(claims, answers, estimator)
    most = allowed(len(claims), budget)
    confidence = _confidence(claims, ranked, method)
    reasons = {
        claim.id: _ineligible(bounds.get(claim.id, ""), confidence.get(claim.id), method, tau)
        for claim in claims
    }
    eligible = [
        claim_id for claim_id in _order(claims, confidence, method, seed) if not reasons[claim_id]
    ]
    selected = tuple(eligible[:most])
    over = f"over the budget of {budget or 0:g} %: {most} of {len(claims)} claims"
    reasons |= dict.fromkeys(eligible[most:], over)
    left_out = {claim_id: reason for claim_id, reason in reasons.items() if reason}
    return Selection(selected=selected, scores=ranked, left_out=left_out)


def allowed(claims: int, budget: float | None) -> int:
    """Return how many of that many claims a budget in percent lets be verified."""
    if budget is None:
        return claims
    if not 0 <= budget <= 100:
        raise BadValue(
            f"budget must lie in 0 to 100 percent, but {budget} was given",
            parameter="budget",
            given=budget,
        )
    # The decimal as printed: 0.07 x 100 is 7.000000000000001 in floats, one claim too many.
    return math.ceil(Fraction(str(budget)) * claims / 100)


def keep(
    claims: Sequence[Claim],
    answers: int,
    verdicts: Mapping[str, VerdictWord],
    *,
    rewritten: Collection[str] = (),
    estimator: Estimator = "support",
    kappa: float = KEPT_SUPPORT,
) -> Kept:
    """Return the claims that go into the final answer, and a reason for each of the others.

    verdicts: verdict word by claim id; a claim without one was not verified.
    rewritten: ids of the refuted claims whose text was made true by updating.
    Supported and rewritten claims are kept, other refuted ones are not. The rest keeps its own
    confidence and is kept from `kappa` on: by default a support share of 0.5; the paper's rule
    is estimator "closeness" with kappa 0.4. Raises UnknownName or BadValue.
    """
    if not math.isfinite(kappa):
        raise BadValue(f"kappa must be finite, but {kappa} was given", parameter="kappa")
    _check_words("verdict", verdicts, get_args(VerdictWord))
    ranked = scores(claims, answers, estimator)
    reasons = {
        score.id: _dropped(
            score, verdicts.get(score.id, ""), score.id in rewritten, estimator, kappa
        )
        for score in ranked
    }
    return Kept(
        kept=tuple(claim_id for claim_id, reason in reasons.items() if not reason),
        left_out={claim_id: reason for claim_id, reason in reasons.items() if reason},
    )


def _dropped(score: Score, word: str, rewritten: bool, estimator: str, kappa: float) -> str:
    """Return why a claim does not go into the answer, "" if it does."""
    if word == "supported" or (word == "refuted" and rewritten):
        return ""
    if word == "refuted":
        return "refuted, and not rewritten"
    if score.confidence >= kappa - _SLACK:
        return ""
    return f"{_UNDECIDED[word]}, and {estimator} {score.confidence:.3g} is below {kappa:g}"


def _ineligible(bound: str, confidence: float | None, method: str, tau: float | None) -> str:
    """Return why a claim may not be verified whatever the budget, "" if it may."""
    if method == "none":
        return "method none verifies nothing"
    if method == "ue_sba" and bound != "inside":
        return _NOT_INSIDE[bound]
    if tau is not None and confidence is not None and confidence >= tau - _SLACK:
        return f"confidence {confidence:.3g} is not below tau {tau:g}"
    return ""


def _confidence(claims: Sequence[Claim], ranked: Sequence[Score], method: str) -> dict[str, float]:
    """Return the confidence that a method goes by, empty for one that goes by none."""
    if method == "verbalized":
        return {claim.id: _stated(claim) for claim in claims}
    if method in ("ue_sba", "uncertainty"):
        return {score.id: score.confidence for score in ranked}
    return {}


def _stated(claim: Claim) -> float:
    if claim.verbalized is None:
        return UNSTATED_CONFIDENCE
    if not 0 <= claim.verbalized <= 1:
        raise BadValue(
            f"stated confidence of claim {claim.id!r} must lie in 0 to 1, but {claim.verbalized} "
            "was given",
            parameter="verbalized",
            given=claim.verbalized,
        )
    return claim.verbalized


def _order(
    claims: Sequence[Claim], confidence: Mapping[str, float], method: str, seed: int
) -> list[str]:
    ids = [claim.id for claim in claims]
    if confidence:
        return sorted(ids, key=lambda claim_id: (confidence[claim_id], claim_id))
    if method == "random":
        ids.sort()
        Random(seed).shuffle(ids)
    return ids


def _check_choices(method: str, bounds: Mapping[str, str], tau: float | None) -> None:
    check_known("method", method, get_args(Method))
    _check_words("bound", bounds, get_args(BoundWord))
    if tau is not None and not math.isfinite(tau):
        raise BadValue(f"tau must be finite, but {tau} was given", parameter="tau")


def _check_words(kind: str, words: Mapping[str, str], known: Sequence[str]) -> None:
    for claim_id, word in words.items():
        if word not in known:
            raise BadValue(
                f"{kind} of claim {claim_id!r} is {word!r}; it must be one of {', '.join(known)}",
                parameter=kind,
                given=word,
            )
