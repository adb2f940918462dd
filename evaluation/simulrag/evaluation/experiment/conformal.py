"""The conformal variant: a threshold for unverified claims, learnt on other questions.

`simulrag.verifier.calibration` promises that at least a stated share of the kept claims is true.
Here half of the groups calibrate and the other half is answered, over many random halves: how often
a threshold could be promised, what share was true in the end, and how often the promise held.
"""

import random
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from simulrag.evaluation.experiment.methods import Setting, selected
from simulrag.evaluation.experiment.preparing import Prepared, PreparedClaim
from simulrag.evaluation.experiment.tables import NOTHING, Table
from simulrag.verifier.calibration import calibrate
from simulrag.verifier.claims import Claim
from simulrag.verifier.selection import KEPT_SUPPORT, keep
from simulrag.verifier.uncertainty import scores

#: Shares that are promised, and the probability with which the promise may fail.
PROMISED, ERROR = (0.5, 0.6, 0.7, 0.8), 0.1
SPLITS = 50


class Half(NamedTuple):
    """A calibrated half: the threshold, and the unverified claims kept by the other half."""

    kappa: float | None
    kept: int
    true: int

    def holds(self, share: float) -> bool:
        """Tell whether the promise was kept; nothing kept breaks none."""
        return self.kept == 0 or self.true / self.kept >= share


def conformal(name: str, questions: Sequence[Prepared], setting: Setting) -> list[tuple[str, ...]]:
    """Return a row of the table for each promised share, and one for the fixed threshold."""
    rows: list[tuple[str, ...]] = []
    for share in PROMISED:
        halves = [_half(questions, setting, share, split) for split in range(SPLITS)]
        rows.append(_row(name, f"at least {100 * share:g} %", halves, share))
    fixed = [_fixed(questions, setting, split) for split in range(SPLITS)]
    rows.append(_row(name, f"none (support of at least {KEPT_SUPPORT:g})", fixed, None))
    return rows


def table(rows: Sequence[tuple[str, ...]]) -> Table:
    """Return the table."""
    return Table(
        name="conformal",
        title="Unverified claims kept by a calibrated threshold",
        heads=(
            "benchmark", "promised share of true claims", "threshold found", "median threshold",
            "unverified claims kept", "of them true", "promise held",
        ),
        rows=tuple(rows),
        note=f"{SPLITS} random halves of the groups of questions; the promise may fail in "
        f"{100 * ERROR:g} % of them. A threshold that cannot be promised keeps no unverified "
        "claim.",
    )  # fmt: skip


def _row(name: str, promised: str, halves: Sequence[Half], share: float | None) -> tuple[str, ...]:
    found = [half.kappa for half in halves if half.kappa is not None]
    kept, true = sum(h.kept for h in halves), sum(h.true for h in halves)
    return (
        name,
        promised,
        f"{len(found)} of {len(halves)}",
        f"{np.median(found):.2f}" if found else NOTHING,
        f"{kept / len(halves):.1f}",
        f"{true / kept:.3f}" if kept else NOTHING,
        NOTHING if share is None else f"{sum(h.holds(share) for h in halves) / len(halves):.2f}",
    )


def _split(
    questions: Sequence[Prepared], split: int
) -> tuple[list[Prepared], list[Prepared], random.Random]:
    chance = random.Random(f"split {split}")
    groups = sorted({question.group for question in questions})
    chance.shuffle(groups)
    first = set(groups[: len(groups) // 2])
    return (
        [q for q in questions if q.group in first],
        [q for q in questions if q.group not in first],
        chance,
    )


def _half(questions: Sequence[Prepared], setting: Setting, share: float, split: int) -> Half:
    calibrating, answered, chance = _split(questions, split)
    drawn = [chance.choice(left) for q in calibrating if (left := _left(q, setting))]
    confidences = [confidence for _, confidence in drawn]
    labels = [bool(one.before.true) for one, _ in drawn]
    kappa = calibrate(confidences, labels, share, ERROR)
    return _answered(answered, setting, kappa)


def _fixed(questions: Sequence[Prepared], setting: Setting, split: int) -> Half:
    return _answered(_split(questions, split)[1], setting, KEPT_SUPPORT)


def _answered(questions: Sequence[Prepared], setting: Setting, kappa: float | None) -> Half:
    if kappa is None:
        return Half(None, 0, 0)
    kept = [one for q in questions for one in _kept(q, setting, kappa)]
    return Half(kappa, len(kept), sum(bool(one.before.true) for one in kept))


def _left(question: Prepared, setting: Setting) -> list[tuple[PreparedClaim, float]]:
    """Return the labelled claims that are not verified, with their support shares."""
    chosen = set(selected(question, setting).selected)
    claims = _claims(question)
    found = scores(claims, question.drafts, "support")
    return [
        (one, score.confidence)
        for one, score in zip(question.claims, found, strict=True)
        if one.claim.id not in chosen and one.before.true is not None
    ]


def _kept(question: Prepared, setting: Setting, kappa: float) -> list[PreparedClaim]:
    left = {one.claim.id: one for one, _ in _left(question, setting)}
    found = keep(_claims(question), question.drafts, {}, kappa=kappa)
    return [left[key] for key in found.kept if key in left]


def _claims(question: Prepared) -> list[Claim]:
    return [one.claim for one in question.claims]
