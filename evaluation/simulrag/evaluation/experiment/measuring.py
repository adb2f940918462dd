"""Metrics of a method over the questions of a benchmark, each with its bootstrap interval."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from simulrag.evaluation.experiment import metrics
from simulrag.evaluation.experiment.methods import Outcome, Prepared, Setting, outcome
from simulrag.evaluation.experiment.metrics import Labels, Scores
from simulrag.evaluation.experiment.resampling import (
    DRAWS,
    OVER_DRAWS,
    Counted,
    Estimate,
    Values,
    drawn,
    estimate,
    interval,
    ratio,
)

#: Selections at random that are measured together.
SEEDS = 20
#: A metric of labelled scores by its name.
OF_CLAIMS: Mapping[str, Callable[[Labels, Scores], float | None]] = {
    "f1": lambda labels, scores: _part(labels, scores, "f1"),
    "precision": lambda labels, scores: _part(labels, scores, "precision"),
    "recall": lambda labels, scores: _part(labels, scores, "recall"),
    "aupr": metrics.aupr,
    "auroc": metrics.auroc,
    "ece": metrics.calibration_error,
    "brier": metrics.brier,
}
#: Metrics of claims, of the claims left alone, of verifications, and of answers.
METRICS = (
    *OF_CLAIMS, "auroc_untouched", "gain", "wasted", "verifications", "factuality",
    "informativeness",
)  # fmt: skip


def _part(labels: Labels, scores: Scores, name: str) -> float | None:
    found = metrics.balanced(labels, scores)
    return None if found is None else float(getattr(found, name))


@dataclass(frozen=True)
class Measured:
    """Estimates by metric, and what they are in each draw, for paired differences."""

    estimates: dict[str, Estimate] = field(default_factory=dict[str, Estimate])
    draws: dict[str, Values] = field(default_factory=dict[str, Values])

    def add(self, name: str, value: float | None, draws: Values) -> None:
        """Keep a metric."""
        self.estimates[name] = estimate(value, draws)
        self.draws[name] = draws

    def minus(self, other: "Measured", name: str) -> Estimate:
        """Return how much higher a metric is than another method's, paired by draws."""
        ours, theirs = self.estimates[name].value, other.estimates[name].value
        if ours is None or theirs is None:
            return Estimate(None)
        return Estimate(ours - theirs, *interval(self.draws[name] - other.draws[name]))


class Benchmark:
    """Prepared questions, their groups, and the bootstrap draws that all methods share."""

    def __init__(self, questions: Sequence[Prepared], draws: int = DRAWS, seed: int = 0) -> None:
        self.questions = tuple(questions)
        self.seed = seed
        names = dict.fromkeys((q.simulator, q.group) for q in questions)
        places = {name: number for number, name in enumerate(names)}
        self.groups = np.array([places[q.simulator, q.group] for q in questions], dtype=int)
        self.count = len(places)
        self.weights = drawn(self.count, draws, seed) if places else np.zeros((draws, 0))

    def measure(self, setting: Setting, wanted: Sequence[str] = METRICS) -> Measured:
        """Return the metrics of a method; figures that are not defined are None.

        Of `random` they are those of `SEEDS` selections together, so that none is a lucky one.
        """
        answers = bool({"factuality", "informativeness"} & set(wanted))
        seeds = range(SEEDS if setting.method == "random" else 1)
        settings = [setting.model_copy(update={"seed": self.seed + place}) for place in seeds]
        found = [outcome(q, one, answers=answers) for one in settings for q in self.questions]
        return self.of(found, wanted)

    def of(self, outcomes: Sequence[Outcome], wanted: Sequence[str] = METRICS) -> Measured:
        """Return the metrics of outcomes, one a question in their order; or of several rounds."""
        groups = np.tile(self.groups, len(outcomes) // max(1, len(self.questions)))
        found = Measured()
        counted = self._counted([(o.labels, o.scores, None) for o in outcomes], groups)
        for name in (name for name in wanted if name in OF_CLAIMS):
            value = OF_CLAIMS[name](counted[0], counted[1])
            found.add(name, value, OVER_DRAWS[name](counted[2], self.weights))
        if "auroc_untouched" in wanted:
            rows = [(o.before, o.scores, o.verified) for o in outcomes]
            labels, scores, left = self._counted(rows, groups)
            found.add("auroc_untouched", metrics.auroc(labels, scores), left.auroc(self.weights))
        for name, (above, below) in _ratios(outcomes).items():
            if name in wanted:
                self._add_ratio(found, name, above, below, groups)
        return found

    def _counted(
        self,
        rows: Sequence[tuple[Sequence[bool | None], Sequence[float], Sequence[bool] | None]],
        groups: Labels,
    ) -> tuple[Labels, Scores, Counted]:
        """Return labels and scores of the labelled claims, but for those passed over."""
        made = [
            (label, score, group)
            for (labels, scores, without), group in zip(rows, groups, strict=True)
            for label, score, left_out in zip(
                labels, scores, without or [False] * len(labels), strict=True
            )
            if label is not None and not left_out
        ]
        labels, scores, of = zip(*made, strict=True) if made else ((), (), ())
        held = np.array(labels, int), np.array(scores, float)
        return *held, Counted(*held, np.array(of, int), self.count)

    def _add_ratio(
        self, found: Measured, name: str, above: Sequence[float], below: Sequence[float],
        groups: Labels,
    ) -> None:  # fmt: skip
        """Keep the ratio of two sums over questions."""
        value = sum(above) / sum(below) if sum(below) else None
        sums = [np.bincount(groups, weights=one, minlength=self.count) for one in (above, below)]
        found.add(name, value, ratio(sums[0].astype(float), sums[1].astype(float), self.weights))


def _ratios(outcomes: Sequence[Outcome]) -> dict[str, tuple[Sequence[float], Sequence[float]]]:
    """Return the metrics of verifications and answers as sums above and below a line."""
    ones = [1.0] * len(outcomes)
    verified = [float(sum(o.verified)) for o in outcomes]
    kept = [[label for label in o.kept if label is not None] for o in outcomes]
    true = [float(sum(labels)) for labels in kept]
    return {
        "gain": ([_gained(o) for o in outcomes], verified),
        "wasted": ([float(sum(o.verified) - sum(o.decided)) for o in outcomes], verified),
        "verifications": (verified, ones),
        "factuality": (true, [float(len(labels)) for labels in kept]),
        "informativeness": (true, ones),
    }


def _gained(one: Outcome) -> float:
    """Return how many more claims are true after verification; unlabelled ones do not count."""
    pairs = zip(one.labels, one.before, strict=True)
    return float(sum(now - was for now, was in pairs if now is not None and was is not None))
