"""Metrics of scored claims, and their bootstrap over groups of questions: many draws at once.

Questions whose evidence is the same are no independent cases, so whole groups are drawn, with
replacement (Efron and Tibshirani 1993, chapter 13: percentile intervals). A draw is how often each
group was taken; every group once gives the metric itself. Since the metrics depend on the scores
only through their order, claims are counted once by group and score; a draw is then a product of
matrices. All methods share the draws, so that differences are paired. A metric that is not defined
for the claims at hand (no claim, or all of one kind) is NaN in a draw and None as a figure.
Tests hold single draws equal to scikit-learn's metrics, which take a draw at a time.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Labels = NDArray[np.int_]
Values = NDArray[np.float64]
#: Bins of equal width in 0 to 1 for the calibration error (Guo et al. 2017, arXiv:1706.04599).
BINS = 10
#: Draws and the share of them that an interval holds.
DRAWS, LEVEL = 1000, 0.95


class Estimate(NamedTuple):
    """A figure with its interval; None where it is not defined."""

    value: float | None
    low: float | None = None
    high: float | None = None


def drawn(groups: int, draws: int = DRAWS, seed: int = 0) -> Values:
    """Return how often each group is taken in each draw, (draws, groups)."""
    chance = np.random.default_rng(seed)
    return chance.multinomial(groups, np.full(groups, 1 / groups), size=draws).astype(float)


def interval(values: Values, level: float = LEVEL) -> tuple[float | None, float | None]:
    """Return the ends between which `level` of the defined values lie; None without any."""
    defined = values[np.isfinite(values)]
    if not len(defined):
        return None, None
    low, high = np.quantile(defined, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


def estimate(value: float | None, values: Values) -> Estimate:
    """Return a figure with the interval of its values over the draws."""
    return Estimate(value, *interval(values)) if value is not None else Estimate(None)


class Counted:
    """Claims counted by group (rows) and distinct score (columns, falling)."""

    def __init__(self, labels: Labels, scores: Values, groups: Labels, of: int) -> None:
        """labels (1 where a claim is true), scores (0 to 1), groups (0 to of - 1): one a claim."""
        distinct, place = np.unique(-scores, return_inverse=True)
        self.true = np.zeros((of, len(distinct)))
        self.false = np.zeros((of, len(distinct)))
        np.add.at(self.true, (groups, place), labels)
        np.add.at(self.false, (groups, place), 1 - labels)
        places = np.clip((scores * BINS).astype(int), 0, BINS - 1)
        self.bins = np.zeros((of, BINS))
        np.add.at(self.bins, (groups, places), labels - scores)
        self.squares: Values = np.bincount(
            groups, weights=(labels - scores) ** 2, minlength=of
        ).astype(float)

    def aupr(self, weights: Values) -> Values:
        """Return the average precision of each draw, (draws,); NaN without a true claim."""
        true = weights @ self.true
        accepted = np.cumsum(true, axis=1)
        precision = _ratio(accepted, accepted + np.cumsum(weights @ self.false, axis=1))
        return _ratio((true * np.nan_to_num(precision)).sum(axis=1), true.sum(axis=1))

    def auroc(self, weights: Values) -> Values:
        """Return the area under the ROC curve of each draw; NaN where all are of one kind."""
        true, false = weights @ self.true, weights @ self.false
        below = false.sum(axis=1, keepdims=True) - np.cumsum(false, axis=1)
        ordered = (true * (below + false / 2)).sum(axis=1)
        return _ratio(ordered, true.sum(axis=1) * false.sum(axis=1))

    def balanced(self, weights: Values) -> tuple[Values, Values, Values]:
        """Return precision, recall and F1 of each draw where precision and recall are nearest.

        Paper, section 4.1 and Table 3. Of thresholds that are equally near the highest counts;
        those that accept no true claim, where both are 0, do not count. NaN without a true claim.
        """
        if not self.true.shape[1]:
            nothing = np.full(len(weights), np.nan)
            return nothing, nothing, nothing
        true = np.cumsum(weights @ self.true, axis=1)
        taken = true + np.cumsum(weights @ self.false, axis=1)
        precision, recall = _ratio(true, taken), _ratio(true, true[:, -1:])
        gap = np.where(true > 0, np.round(np.abs(precision - recall), 12), np.inf)
        place = np.argmin(gap, axis=1)[:, None]
        exact, found = (np.take_along_axis(v, place, axis=1)[:, 0] for v in (precision, recall))
        exact = np.where(np.isnan(found), np.nan, exact)
        return exact, found, _ratio(2 * exact * found, exact + found)

    def calibration_error(self, weights: Values) -> Values:
        """Return the expected calibration error of each draw.

        The mean over claims of how far the share of true ones in a claim's bin lies from the mean
        confidence there. A score on a border belongs to the bin above it, 1 to the last one.
        """
        return _ratio(np.abs(weights @ self.bins).sum(axis=1), self._all(weights))

    def brier(self, weights: Values) -> Values:
        """Return the Brier score of each draw."""
        return _ratio(weights @ self.squares, self._all(weights))

    def _all(self, weights: Values) -> Values:
        return weights @ (self.true.sum(axis=1) + self.false.sum(axis=1))


def ratio(above: Values, below: Values, weights: Values) -> Values:
    """Return the ratio of two sums over groups for each draw; `above`, `below`: one a group."""
    return _ratio(weights @ above, weights @ below)


def _ratio(above: Values, below: Values) -> Values:
    with np.errstate(divide="ignore", invalid="ignore"):
        return above / np.where(below == 0, np.nan, below)


#: A metric of scored claims over draws, by its name.
OF_CLAIMS: Mapping[str, Callable[[Counted, Values], Values]] = {
    "f1": lambda counted, weights: counted.balanced(weights)[2],
    "precision": lambda counted, weights: counted.balanced(weights)[0],
    "recall": lambda counted, weights: counted.balanced(weights)[1],
    "aupr": Counted.aupr,
    "auroc": Counted.auroc,
    "ece": Counted.calibration_error,
    "brier": Counted.brier,
}
