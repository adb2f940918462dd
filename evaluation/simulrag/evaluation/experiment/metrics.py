"""How well confidences tell true claims from false ones: scikit-learn's metrics, and two it lacks.

`labels` are 0 or 1 (1 where a claim is true), `scores` confidences, one each. A metric that is
not defined for the claims at hand (no claim, or all of one kind) is None, never 0.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn import metrics as _untyped

Labels = NDArray[np.int_]
Scores = NDArray[np.float64]

#: The stubs know its results only in part.
learn: Any = _untyped

#: Bins of equal width in 0 to 1 for the calibration error (Guo et al. 2017, arXiv:1706.04599).
BINS = 10


class Balanced(NamedTuple):
    """Precision, recall and F1 at the threshold where precision is nearest to recall."""

    precision: float
    recall: float
    f1: float
    threshold: float


def aupr(labels: Labels, scores: Scores) -> float | None:
    """Return the average precision, 0 to 1; None without a true claim."""
    if not labels.any():
        return None
    return float(learn.average_precision_score(labels, scores))


def auroc(labels: Labels, scores: Scores) -> float | None:
    """Return the area under the ROC curve, 0 to 1; None unless there are claims of both kinds."""
    if len(np.unique(labels)) < 2:
        return None
    return float(learn.roc_auc_score(labels, scores))


def brier(labels: Labels, scores: Scores) -> float | None:
    """Return the mean squared distance of confidence and truth, 0 to 1; None without claims."""
    if not len(labels):
        return None
    return float(learn.brier_score_loss(labels, scores, pos_label=1))


def balanced(labels: Labels, scores: Scores) -> Balanced | None:
    """Return F1 where precision and recall are nearest (paper, section 4.1 and Table 3).

    Of thresholds that are equally near the highest counts; those that accept no true claim, where
    both are 0, do not count. None without a true claim.
    """
    if not labels.any():
        return None
    precision, recall, thresholds = curve(labels, scores)
    precision, recall = precision[:-1], recall[:-1]  # the last point has no threshold
    gap = np.where(recall > 0, np.abs(precision - recall), np.inf)
    place = int(np.flatnonzero(np.isclose(gap, gap.min(), rtol=0, atol=1e-12))[-1])
    exact, found = float(precision[place]), float(recall[place])
    return Balanced(exact, found, harmonic(exact, found), float(thresholds[place]))


def curve(labels: Labels, scores: Scores) -> tuple[Scores, Scores, Scores]:
    """Return precision, recall and thresholds, rising; the first two have one more entry."""
    return learn.precision_recall_curve(labels, scores)


def harmonic(precision: float, recall: float) -> float:
    """Return F1, 0 where both are 0."""
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def calibration_error(labels: Labels, scores: Scores, bins: int = BINS) -> float | None:
    """Return the expected calibration error, 0 to 1; None without claims.

    The mean over claims of how far the share of true ones in a claim's bin lies from the mean
    confidence there. A score on a border belongs to the bin above it, 1 to the last one.
    """
    if not len(labels):
        return None
    places = bin_of(scores, bins)
    truth = np.bincount(places, weights=labels, minlength=bins)
    stated = np.bincount(places, weights=scores, minlength=bins)
    return float(np.abs(truth - stated).sum() / len(labels))


def bin_of(scores: Scores, bins: int = BINS) -> NDArray[np.int_]:
    """Return the bin of each score, 0 to bins - 1."""
    return np.clip((scores * bins).astype(int), 0, bins - 1)
