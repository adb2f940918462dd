"""Metrics of a method over the questions of a benchmark, each with its bootstrap interval."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from simulrag.evaluation.experiment import metrics
from simulrag.evaluation.experiment.methods import Outcome, Setting, outcome
from simulrag.evaluation.experiment.metrics import Labels, Scores
from simulrag.evaluation.experiment.preparing import Labelled, Prepared
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
    "informativeness", "not_measured",
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
    """Prepared questions, their groups, and the draws that all methods share."""

    def __init__(self, questions: Sequence[Prepared], draws: int = DRAWS, seed: int = 0) -> None:
        self.questions = tuple(questions)
        names = dict.fromkeys((q.simulator, q.group) for q in questions)
        places = {name: number for number, name in enumerate(names)}
        self.groups = np.array([places[q.simulator, q.group] for q in questions], dtype=int)
        self.count = len(places)
        self.weights = drawn(self.count, draws, seed) if places else np.zeros((draws, 0))

    def per_group(self, values: Sequence[float]) -> Values:
        """Return the sums over groups of one number a question."""
        held = np.array(values, float)
        return np.bincount(self.groups, weights=held, minlength=self.count).astype(float)

    def measure(self, setting: Setting, wanted: Sequence[str] = METRICS) -> Measured:
        """Return the metrics of a method; figures that are not defined are None."""
        answers = bool({"factuality", "informativeness"} & set(wanted))
        found = [outcome(question, setting, answers=answers) for question in self.questions]
        return self.of(found, wanted)

    def of(self, outcomes: Sequence[Outcome], wanted: Sequence[str] = METRICS) -> Measured:
        """Return the metrics of outcomes, one a question."""
        found = Measured()
        self._of_claims(found, [name for name in wanted if name in OF_CLAIMS], outcomes)
        if "auroc_untouched" in wanted:
            self._untouched(found, outcomes)
        self._of_questions(found, outcomes, wanted)
        return found

    def _of_claims(
        self, found: Measured, wanted: Sequence[str], outcomes: Sequence[Outcome]
    ) -> None:
        labels, scores, groups = self._flat([(o.labels, o.scores, None) for o in outcomes])
        counted = Counted(labels, scores, groups, self.count)
        for name in wanted:
            draws = OVER_DRAWS[name](counted, self.weights)
            found.add(name, OF_CLAIMS[name](labels, scores), draws)

    def _untouched(self, found: Measured, outcomes: Sequence[Outcome]) -> None:
        rows = [(o.before, o.scores, o.verified) for o in outcomes]
        labels, scores, groups = self._flat(rows)
        counted = Counted(labels, scores, groups, self.count)
        value = metrics.auroc(labels, scores)
        found.add("auroc_untouched", value, counted.auroc(self.weights))

    def _flat(
        self, rows: Sequence[tuple[Sequence[bool | None], Sequence[float], Sequence[bool] | None]]
    ) -> tuple[Labels, Scores, Labels]:
        """Return labels, scores and groups of the labelled claims, but for those passed over."""
        made = [
            (label, score, group)
            for (labels, scores, without), group in zip(rows, self.groups, strict=True)
            for label, score, left_out in zip(
                labels, scores, without or [False] * len(labels), strict=True
            )
            if label is not None and not left_out
        ]
        labels, scores, groups = zip(*made, strict=True) if made else ((), (), ())
        return np.array(labels, int), np.array(scores, float), np.array(groups, int)

    def _of_questions(
        self, found: Measured, outcomes: Sequence[Outcome], wanted: Sequence[str]
    ) -> None:
        ones = [1.0] * len(outcomes)
        verified = [float(sum(o.verified)) for o in outcomes]
        kept = [_answer(o.kept) for o in outcomes]
        parts: dict[str, tuple[Sequence[float], Sequence[float]]] = {
            "gain": ([_gained(o) for o in outcomes], verified),
            "wasted": ([_wasted(o) for o in outcomes], verified),
            "verifications": (verified, ones),
            "factuality": ([true for true, _ in kept], [of for _, of in kept]),
            "informativeness": ([true for true, _ in kept], ones),
            "not_measured": ([float(o.labels.count(None)) for o in outcomes], ones),
        }
        for name, (above, below) in parts.items():
            if name in wanted:
                self.add_ratio(found, name, above, below)

    def add_ratio(
        self, found: Measured, name: str, above: Sequence[float], below: Sequence[float]
    ) -> None:
        """Keep the ratio of two sums over questions."""
        value = sum(above) / sum(below) if sum(below) else None
        draws = ratio(self.per_group(above), self.per_group(below), self.weights)
        found.add(name, value, draws)

    def whole(self, name: str) -> Measured:
        """Return factuality and informativeness of answers made in one piece."""
        kept = [_answer(question.whole[name]) for question in self.questions]
        found = Measured()
        true, of = [t for t, _ in kept], [n for _, n in kept]
        self.add_ratio(found, "factuality", true, of)
        self.add_ratio(found, "informativeness", true, [1.0] * len(kept))
        return found


def _gained(one: Outcome) -> float:
    """Return how many more claims are true after verification; unlabelled ones do not count."""
    pairs = zip(one.labels, one.before, strict=True)
    return float(sum(now - was for now, was in pairs if now is not None and was is not None))


def _wasted(one: Outcome) -> float:
    """Return how many verifications decided nothing: the claim keeps its own confidence."""
    return float(sum(one.verified) - sum(one.decided))


def _answer(kept: Sequence[Labelled]) -> tuple[float, float]:
    """Return the unique true claims of an answer, and how many unique labelled claims it has."""
    told = {one.meaning: one.true for one in kept if one.true is not None}
    return float(sum(told.values())), float(len(told))
