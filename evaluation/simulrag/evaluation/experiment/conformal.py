"""The conformal variant: a threshold for unverified claims, learnt on other questions.

`simulrag.verifier.calibration` promises that at least a stated share of the kept claims is true.
Here half of the groups calibrate and the other half is answered, over many random halves: how often
a threshold could be promised, what share was true in the end, and how often the promise held.
"""

import random
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from simulrag.evaluation.experiment.methods import Prepared, Setting, selected
from simulrag.evaluation.experiment.results import NOTHING, Table
from simulrag.verifier.calibration import calibrate
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


class _Open:
    """The unverified, labelled claims of one question, with their support shares."""

    def __init__(self, question: Prepared, setting: Setting) -> None:
        chosen = set(selected(question, setting).selected)
        self.group = question.group
        self._claims = [one.claim for one in question.claims]
        self._drafts = question.drafts
        found = scores(self._claims, question.drafts, "support")
        self.left = {
            one.claim.id: (score.confidence, one.before)
            for one, score in zip(question.claims, found, strict=True)
            if one.claim.id not in chosen and one.before is not None
        }
        self._kept: dict[float, list[bool]] = {}

    def kept(self, kappa: float) -> list[bool]:
        """Return the labels of the claims that the answer keeps at a threshold."""
        if kappa not in self._kept:
            found = keep(self._claims, self._drafts, {}, kappa=kappa)
            self._kept[kappa] = [self.left[key][1] for key in found.kept if key in self.left]
        return self._kept[kappa]


def conformal(name: str, questions: Sequence[Prepared], setting: Setting) -> list[tuple[str, ...]]:
    """Return a row of the table for each promised share, and one for the fixed threshold."""
    held = [_Open(question, setting) for question in questions]
    rows: list[tuple[str, ...]] = []
    for share in PROMISED:
        halves = [_half(held, share, split) for split in range(SPLITS)]
        rows.append(_row(name, f"at least {100 * share:g} %", halves, share))
    fixed = [_answered(_split(held, split)[1], KEPT_SUPPORT) for split in range(SPLITS)]
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


def _split(held: Sequence[_Open], split: int) -> tuple[list[_Open], list[_Open], random.Random]:
    """Return the questions that calibrate, those that are answered, and a source of chance."""
    chance = random.Random(f"split {split}")
    groups = sorted({one.group for one in held})
    chance.shuffle(groups)
    first = set(groups[: len(groups) // 2])
    calibrating = [one for one in held if one.group in first]
    return calibrating, [one for one in held if one.group not in first], chance


def _half(held: Sequence[_Open], share: float, split: int) -> Half:
    calibrating, answered, chance = _split(held, split)
    drawn = [chance.choice(list(one.left.values())) for one in calibrating if one.left]
    confidences = [confidence for confidence, _ in drawn]
    kappa = calibrate(confidences, [label for _, label in drawn], share, ERROR)
    return _answered(answered, kappa)


def _answered(held: Sequence[_Open], kappa: float | None) -> Half:
    """Return what the answers keep; without a threshold, nothing."""
    if kappa is None:
        return Half(None, 0, 0)
    kept = [label for one in held for label in one.kept(kappa)]
    return Half(kappa, len(kept), sum(kept))
