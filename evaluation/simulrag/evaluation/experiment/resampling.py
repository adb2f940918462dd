"""Bootstrap over groups of questions: every metric for many draws at once.

Questions whose evidence is the same are no independent cases, so whole groups are drawn, with
replacement (Efron and Tibshirani 1993, chapter 13: percentile intervals). A draw is how often each
group was taken. Since the metrics depend on the scores only through their order, claims are
counted once by group and score; a draw is then a product of matrices. All methods share the draws,
so that differences are paired.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulrag.evaluation.experiment.metrics import BINS, Labels, Scores, bin_of

Values = NDArray[np.float64]
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

    def __init__(self, labels: Labels, scores: Scores, groups: Labels, of: int) -> None:
        """labels, scores, groups: one a claim; groups: 0 to of - 1."""
        distinct, place = np.unique(-scores, return_inverse=True)
        self.true = np.zeros((of, len(distinct)))
        self.false = np.zeros((of, len(distinct)))
        np.add.at(self.true, (groups, place), labels)
        np.add.at(self.false, (groups, place), 1 - labels)
        places = bin_of(scores)
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
        """Return precision, recall and F1 of each draw where precision and recall are nearest."""
        true = np.cumsum(weights @ self.true, axis=1)
        taken = true + np.cumsum(weights @ self.false, axis=1)
        precision, recall = _ratio(true, taken), _ratio(true, true[:, -1:])
        gap = np.round(np.abs(precision - recall), 12)
        gap[true == 0] = np.inf
        place = np.argmin(np.nan_to_num(gap, nan=np.inf), axis=1)[:, None]
        exact, found = (np.take_along_axis(v, place, axis=1)[:, 0] for v in (precision, recall))
        return exact, found, np.nan_to_num(_ratio(2 * exact * found, exact + found))

    def calibration_error(self, weights: Values) -> Values:
        """Return the expected calibration error of each draw."""
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


#: A metric over draws by its name.
OVER_DRAWS: Mapping[str, Callable[[Counted, Values], Values]] = {
    "f1": lambda counted, weights: counted.balanced(weights)[2],
    "precision": lambda counted, weights: counted.balanced(weights)[0],
    "recall": lambda counted, weights: counted.balanced(weights)[1],
    "aupr": Counted.aupr,
    "auroc": Counted.auroc,
    "ece": Counted.calibration_error,
    "brier": Counted.brier,
}
