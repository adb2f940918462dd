"""Metrics of a method over the questions of a benchmark, each with its bootstrap interval."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from simulrag.evaluation.experiment.methods import Outcome, Prepared, Setting, outcome
from simulrag.evaluation.experiment.metrics import (
    DRAWS,
    OF_CLAIMS,
    Counted,
    Estimate,
    Labels,
    Values,
    drawn,
    estimate,
    interval,
    ratio,
)

#: Selections at random that are measured together.
SEEDS = 20
#: Metrics of claims, of the claims left alone, of verifications, and of answers.
METRICS = (
    *OF_CLAIMS, "auroc_untouched", "gain", "wasted", "verifications", "factuality",
    "informativeness",
)  # fmt: skip


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
            self._add(found, name, lambda weights, name=name: OF_CLAIMS[name](counted, weights))
        if "auroc_untouched" in wanted:
            rows = [(o.before, o.scores, o.verified) for o in outcomes]
            self._add(found, "auroc_untouched", self._counted(rows, groups).auroc)
        for name, (above, below) in _ratios(outcomes).items():
            if name in wanted:
                self._add(found, name, self._ratio(above, below, groups))
        return found

    def share(self, counts: Sequence[tuple[float, float]]) -> Estimate:
        """Return the ratio of what is counted, (above, below) a question."""
        above, below = zip(*counts, strict=True) if counts else ((), ())
        found = Measured()
        self._add(found, "share", self._ratio(above, below, self.groups))
        return found.estimates["share"]

    def _add(self, found: Measured, name: str, metric: Callable[[Values], Values]) -> None:
        """Keep a metric: of every group once, and of the draws."""
        (value,) = metric(np.ones((1, self.count)))
        found.add(name, float(value) if np.isfinite(value) else None, metric(self.weights))

    def _ratio(
        self, above: Sequence[float], below: Sequence[float], groups: Labels
    ) -> Callable[[Values], Values]:
        """Return the ratio of two sums over questions, as a metric over draws."""
        first, second = (
            np.bincount(groups, weights=one, minlength=self.count).astype(float)
            for one in (above, below)
        )
        return lambda weights: ratio(first, second, weights)

    def _counted(
        self,
        rows: Sequence[tuple[Sequence[bool | None], Sequence[float], Sequence[bool] | None]],
        groups: Labels,
    ) -> Counted:
        """Count the labelled claims, but for those passed over."""
        made = [
            (label, score, group)
            for (labels, scores, without), group in zip(rows, groups, strict=True)
            for label, score, left_out in zip(
                labels, scores, without or [False] * len(labels), strict=True
            )
            if label is not None and not left_out
        ]
        labels, scores, of = zip(*made, strict=True) if made else ((), (), ())
        return Counted(
            np.array(labels, int), np.array(scores, float), np.array(of, int), self.count
        )


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
