"""The six estimators of uncertainty, and what the boundary assessment leaves (Figures 5, 7, 8)."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from simulrag.evaluation.experiment import metrics
from simulrag.evaluation.experiment.judging import judged
from simulrag.evaluation.experiment.measuring import Benchmark, Measured
from simulrag.evaluation.experiment.methods import Setting, outcome
from simulrag.evaluation.experiment.preparing import Prepared
from simulrag.evaluation.experiment.resampling import Estimate, estimate, ratio
from simulrag.evaluation.experiment.tables import Table, cell
from simulrag.verifier.selection import Method
from simulrag.verifier.uncertainty import Estimator

#: In the order of the paper's figures 7 and 8; the sixth is the share of supporting drafts.
ESTIMATORS: tuple[Estimator, ...] = (
    "closeness", "degree", "betweenness", "eigenvector", "pagerank", "support",
)  # fmt: skip
CURVE_BUDGETS = (25.0, 45.0)
COMPARED: Mapping[Method, str] = {"uncertainty": "Uncertainty", "ue_sba": "UE+SBA"}
#: Measured AUPR by estimator, method and budget.
Areas = Mapping[tuple[Estimator, Method, float], Measured]
#: Points of a curve that are kept.
_POINTS = 200


class Curve(NamedTuple):
    """Precision over recall of one way."""

    words: str
    recall: Sequence[float]
    precision: Sequence[float]


def areas(
    benchmark: Benchmark, boundary_error: float, seed: int
) -> dict[tuple[Estimator, Method, float], Measured]:
    """Measure AUPR of both methods with each estimator."""
    return {
        (estimator, method, budget): benchmark.measure(
            Setting(
                method=method,
                estimator=estimator,
                budget=budget,
                boundary_error=boundary_error,
                seed=seed,
            ),
            ("aupr",),
        )
        for estimator in ESTIMATORS
        for method in COMPARED
        for budget in CURVE_BUDGETS
    }


def table(found: Mapping[str, Areas]) -> Table:
    """Return AUPR of both methods with each estimator, and the paired difference."""
    rows = [
        (
            name,
            estimator,
            f"{budget:g} %",
            *(cell(held[estimator, method, budget].estimates["aupr"]) for method in COMPARED),
            cell(
                held[estimator, "ue_sba", budget].minus(
                    held[estimator, "uncertainty", budget], "aupr"
                ),
                signed=True,
            ),
        )
        for name, held in found.items()
        for estimator in ESTIMATORS
        for budget in CURVE_BUDGETS
    ]
    return Table(
        name="estimators",
        title="AUPR by estimator of uncertainty",
        heads=("benchmark", "estimator", "budget", *COMPARED.values(), "difference"),
        rows=tuple(rows),
    )


def pairs(found: Areas, budget: float) -> dict[str, tuple[Estimate, Estimate]]:
    """Return AUPR of uncertainty alone and of UE+SBA by estimator."""
    return {
        estimator: (
            found[estimator, "uncertainty", budget].estimates["aupr"],
            found[estimator, "ue_sba", budget].estimates["aupr"],
        )
        for estimator in ESTIMATORS
    }


def curves(
    benchmark: Benchmark, estimator: Estimator, boundary_error: float, seed: int
) -> list[Curve]:
    """Return the curves of one estimator: both methods at two budgets, and all verified."""
    settings = {
        f"{words}, {budget:g} %": Setting(
            method=method,
            estimator=estimator,
            budget=budget,
            boundary_error=boundary_error,
            seed=seed,
        )
        for budget in CURVE_BUDGETS
        for method, words in COMPARED.items()
    }
    settings["all verified"] = Setting(method="all", estimator=estimator, seed=seed)
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
    precision, recall, _ = metrics.curve(labels, scores)
    places = np.unique(np.linspace(0, len(recall) - 1, _POINTS).astype(int))
    return Curve(words, recall[places].tolist(), precision[places].tolist())


class Boundary(NamedTuple):
    """What a boundary assessment takes for decidable, as shares of all claims."""

    #: Assessed as inside, and assessed so and decided by a run.
    inside: Estimate
    decided: Estimate
    #: Of those assessed as outside, how many a run would decide.
    missed: Estimate


def boundary(benchmark: Benchmark, rate: float) -> Boundary:
    """Return how well claims are told apart that a run decides (Figure 5, left)."""
    return Boundary(
        *(
            _share(benchmark, rate, inside, decided, within)
            for inside, decided, within in (
                (True, None, False),
                (True, True, False),
                (False, True, True),
            )
        )
    )


def _share(
    benchmark: Benchmark, rate: float, inside: bool, decided: bool | None, within: bool
) -> Estimate:
    above = [_count(q, rate, inside, decided) for q in benchmark.questions]
    below = [
        _count(q, rate, inside, None) if within else float(len(q.claims))
        for q in benchmark.questions
    ]
    value = sum(above) / sum(below) if sum(below) else None
    draws = ratio(benchmark.per_group(above), benchmark.per_group(below), benchmark.weights)
    return estimate(value, draws)


def _count(question: Prepared, rate: float, inside: bool, decided: bool | None) -> float:
    return float(
        sum(
            (judged(one.bound, one.drawn, rate) == "inside") == inside
            and decided in (None, one.verdict in ("supported", "refuted", "undecided"))
            for one in question.claims
        )
    )
