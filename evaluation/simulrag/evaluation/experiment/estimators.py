"""The six estimators of uncertainty, and what the boundary assessment leaves (Figures 5, 7, 8)."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from sklearn import metrics as _untyped

from simulrag.evaluation.experiment.measuring import Benchmark, Measured
from simulrag.evaluation.experiment.methods import Setting, outcome
from simulrag.evaluation.experiment.metrics import Estimate
from simulrag.evaluation.experiment.results import Table, cell
from simulrag.verifier.selection import Method
from simulrag.verifier.uncertainty import Estimator

#: In the order of the paper's figures 7 and 8; the sixth is the share of supporting drafts.
ESTIMATORS: tuple[Estimator, ...] = (
    "closeness", "degree", "betweenness", "eigenvector", "pagerank", "support",
)  # fmt: skip
CURVE_BUDGETS = (25.0, 45.0)
COMPARED: Mapping[Method, str] = {"uncertainty": "Uncertainty", "ue_sba": "UE+SBA"}
METRICS = ("aupr", "gain")
#: What is measured by estimator, method and budget.
Areas = Mapping[tuple[Estimator, Method, float], Measured]
#: Points of a curve that are kept.
_POINTS = 200


#: The stubs know its results only in part.
learn: Any = _untyped


class Curve(NamedTuple):
    """Precision over recall of one way."""

    words: str
    recall: Sequence[float]
    precision: Sequence[float]


def areas(benchmark: Benchmark) -> dict[tuple[Estimator, Method, float], Measured]:
    """Measure AUPR and gain of both methods with each estimator."""
    return {
        (estimator, method, budget): benchmark.measure(
            Setting(method=method, estimator=estimator, budget=budget), METRICS
        )
        for estimator in ESTIMATORS
        for method in COMPARED
        for budget in CURVE_BUDGETS
    }


def table(found: Mapping[str, Areas]) -> Table:
    """Return AUPR and gain of both methods with each estimator, and the paired difference."""
    rows = [
        (name, metric, estimator, f"{budget:g} %", *_cells(held, estimator, budget, metric))
        for name, held in found.items()
        for metric in METRICS
        for estimator in ESTIMATORS
        for budget in CURVE_BUDGETS
    ]
    heads = ("benchmark", "metric", "estimator", "budget", *COMPARED.values(), "difference")
    return Table(
        name="estimators",
        title="The six estimators of uncertainty",
        heads=heads,
        rows=tuple(rows),
    )


def _cells(held: Areas, estimator: Estimator, budget: float, metric: str) -> tuple[str, ...]:
    theirs, ours = (held[estimator, method, budget] for method in COMPARED)
    both = (cell(one.estimates[metric]) for one in (theirs, ours))
    return (*both, cell(ours.minus(theirs, metric), signed=True))


def pairs(found: Areas, budget: float) -> dict[str, tuple[Estimate, Estimate]]:
    """Return AUPR of uncertainty alone and of UE+SBA by estimator."""
    return {
        estimator: (
            found[estimator, "uncertainty", budget].estimates["aupr"],
            found[estimator, "ue_sba", budget].estimates["aupr"],
        )
        for estimator in ESTIMATORS
    }


def curves(benchmark: Benchmark, estimator: Estimator) -> list[Curve]:
    """Return the curves of one estimator: both methods at two budgets, and all verified."""
    settings = {
        f"{words}, {budget:g} %": Setting(method=method, estimator=estimator, budget=budget)
        for budget in CURVE_BUDGETS
        for method, words in COMPARED.items()
    }
    settings["all verified"] = Setting(method="all", estimator=estimator)
    return [_curve(words, benchmark, setting) for words, setting in settings.items()]


def _curve(words: str, benchmark: Benchmark, setting: Setting) -> Curve:
    outcomes = [outcome(question, setting, answers=False) for question in benchmark.questions]
    pairs = [
        pair
        for one in outcomes
        for pair in zip(one.labels, one.scores, strict=True)
        if pair[0] is not None
    ]
    labels, scores = np.array([a for a, _ in pairs], int), np.array([b for _, b in pairs], float)
    precision, recall, _ = learn.precision_recall_curve(labels, scores)
    places = np.unique(np.linspace(0, len(recall) - 1, _POINTS).astype(int))
    return Curve(words, recall[places].tolist(), precision[places].tolist())


class Boundary(NamedTuple):
    """What the boundary assessment takes for decidable, as shares of all claims.

    inside: assessed as inside; decided: and a run decides it; missed: of those that are not
    inside, how many have a label, so that some formula decides them.
    """

    inside: Estimate
    decided: Estimate
    missed: Estimate


def boundary(benchmark: Benchmark) -> Boundary:
    """Return how well claims are told apart that a run decides (Figure 5, left)."""
    inside, decided, missed = list[_Count](), list[_Count](), list[_Count]()
    for question in benchmark.questions:
        held = [one for one in question.claims if one.bound == "inside"]
        left = [one for one in question.claims if one.bound != "inside"]
        inside.append((len(held), len(question.claims)))
        decided.append((sum(one.decided for one in held), len(question.claims)))
        missed.append((sum(one.before is not None for one in left), len(left)))
    return Boundary(*map(benchmark.share, (inside, decided, missed)))


#: How many claims of a question are such, and of how many.
_Count = tuple[float, float]
