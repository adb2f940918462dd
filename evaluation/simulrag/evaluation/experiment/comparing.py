"""The paper's comparison of selection methods: Tables 1 and 3, and the gain a verification."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from simulrag.evaluation.experiment.measuring import SEEDS, Benchmark, Measured
from simulrag.evaluation.experiment.methods import Setting
from simulrag.evaluation.experiment.metrics import LEVEL, Estimate
from simulrag.evaluation.experiment.results import Table, cell
from simulrag.verifier.selection import Method

#: Verification budgets of the paper, percent of all claims.
BUDGETS = (15.0, 25.0, 45.0)
#: The paper's methods, as it names them, and what verifying everything gives.
METHODS: Mapping[Method, str] = {
    "random": "Random",
    "verbalized": "Verbalized",
    "uncertainty": "Uncertainty",
    "ue_sba": "UE+SBA",
    "all": "All, whatever the budget",
}
BASELINES: tuple[Method, ...] = ("random", "verbalized", "uncertainty")
TITLES = {
    "f1": "F1", "aupr": "AUPR", "auroc": "AUROC", "precision": "Precision", "recall": "Recall",
    "gain": "gain in true claims per verification",
    "wasted": "share of verifications that decide nothing",
    "auroc_untouched": "AUROC on untouched claims",
    "ece": "ECE", "brier": "Brier", "factuality": "factuality",
    "informativeness": "informativeness", "verifications": "verifications per question",
}  # fmt: skip
#: Metrics of which less is better.
LESS = frozenset({"ece", "brier", "wasted"})
INTERVAL = f"In brackets: {100 * LEVEL:g} % bootstrap interval over questions."


@dataclass(frozen=True)
class Comparison:
    """Methods measured at budgets over one benchmark."""

    name: str
    measured: Mapping[tuple[Method, float], Measured]

    def best(self, metric: str, budget: float) -> Method | None:
        """Return the best of the methods that keep to the budget; None where none has a figure."""
        found: dict[Method, float] = {}
        for method in METHODS:
            value = self.measured[method, budget].estimates[metric].value
            if value is not None and method != "all":
                found[method] = -value if metric in LESS else value
        return max(found, key=lambda method: found[method], default=None)

    def lead(self, metric: str, budget: float, other: Method = "uncertainty") -> Estimate:
        """Return by how much UE+SBA is above another method, paired over draws."""
        ours, theirs = self.measured["ue_sba", budget], self.measured[other, budget]
        return ours.minus(theirs, metric)


def compared(name: str, benchmark: Benchmark) -> Comparison:
    """Measure each method at each budget; `all` is measured once."""
    every = benchmark.measure(Setting(method="all"))
    return Comparison(
        name,
        {
            (method, budget): every
            if method == "all"
            else benchmark.measure(Setting(method=method, budget=budget))
            for method in METHODS
            for budget in BUDGETS
        },
    )


def by_method(
    name: str, title: str, comparisons: Sequence[Comparison], metrics: Sequence[str], note: str
) -> Table:
    """Return a table of the paper's layout: a row a benchmark, metric and method."""
    rows = [
        (
            one.name,
            TITLES[metric],
            said,
            *(_marked(one, metric, method, budget) for budget in BUDGETS),
        )
        for one in comparisons
        for metric in metrics
        for method, said in METHODS.items()
    ]
    heads = ("benchmark", "metric", "method", *(f"{budget:g} %" for budget in BUDGETS))
    return Table(name=name, title=title, heads=heads, rows=tuple(rows), note=note)


def _marked(one: Comparison, metric: str, method: Method, budget: float) -> str:
    """Return a cell, in bold where it is the best of its column."""
    text = cell(one.measured[method, budget].estimates[metric])
    return f"**{text}**" if one.best(metric, budget) == method else text


def leads(comparisons: Sequence[Comparison], metrics: Sequence[str]) -> Table:
    """Return by how much UE+SBA is above each of the baselines."""
    rows = [
        (
            one.name,
            TITLES[metric],
            METHODS[other],
            *(cell(one.lead(metric, budget, other), signed=True) for budget in BUDGETS),
        )
        for one in comparisons
        for metric in metrics
        for other in BASELINES
    ]
    return Table(
        name="leads",
        title="UE+SBA minus each baseline",
        heads=("benchmark", "metric", "minus", *(f"{budget:g} %" for budget in BUDGETS)),
        rows=tuple(rows),
        note="Differences are paired: both methods see the same claims in every draw.",
    )


def tables(comparisons: Sequence[Comparison]) -> list[Table]:
    """Return the tables of methods at budgets, the gain first."""
    return [
        by_method(
            "gain", "Gain in true claims per verification", comparisons, ("gain", "wasted"),
            "How many more claims are true after a verification than before it, on average. "
            f"Random is the mean of {SEEDS} selections. {INTERVAL}",
        ),
        by_method(
            "table_1", "F1, AUPR and AUROC by method and budget (Table 1)", comparisons,
            ("f1", "aupr", "auroc"),
            "Verified claims score 1 (0 where a run refutes them and nothing small mends them); "
            "others keep the confidence that the method goes by: agreement of the drafts, for "
            f"Verbalized what the drafts state. {INTERVAL}",
        ),
        by_method(
            "table_3", "Precision, recall and F1 (Table 3)", comparisons,
            ("precision", "recall", "f1"),
            f"At the threshold where precision is nearest to recall. {INTERVAL}",
        ),
        by_method(
            "further", "Further metrics", comparisons,
            ("auroc_untouched", "ece", "brier", "factuality", "informativeness"),
            "Factuality and informativeness are of the claims that the answer keeps. Less is "
            f"better for ECE and Brier. {INTERVAL}",
        ),
        leads(comparisons, ("gain", "aupr", "auroc", "f1")),
    ]  # fmt: skip
