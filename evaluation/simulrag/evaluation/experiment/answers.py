"""Answers as wholes: ways of using runs (Figure 4), verification or none (Figure 6), ablations."""

from collections.abc import Mapping, Sequence

from simulrag.evaluation.experiment.comparing import BUDGETS, TITLES
from simulrag.evaluation.experiment.measuring import Benchmark, Measured
from simulrag.evaluation.experiment.methods import Setting
from simulrag.evaluation.experiment.tables import Table, cell
from simulrag.evaluation.experiment.world import World

WHOLE = {
    "no_rag": "no RAG",
    "input_layer": "input layer",
    "output_layer": "output layer",
    "input_layer_merged": "input layer, all drafts",
}
#: Ablations that draft anew, by name: what of the world is another.
WORLDS: Mapping[str, Mapping[str, object]] = {
    "unmerged": {"merging": False},
    "unjudged": {"overlooked": 1.0, "imagined": 0.0},
    "one-draft": {"drafts": 1},
    "three-drafts": {"drafts": 3},
    "ten-drafts": {"drafts": 10},
}
_OF_WORLDS = {
    "unmerged": "claims fold only word for word",
    "unjudged": "support by merging alone, no judge of entailment",
    "one-draft": "1 draft",
    "three-drafts": "3 drafts",
    "ten-drafts": "10 drafts",
}
_SHOWN = ("f1", "aupr", "auroc", "gain", "wasted", "factuality", "informativeness")


def worlds(world: World) -> dict[str, World]:
    """Return the worlds of the ablations that draft anew."""
    return {name: world.model_copy(update=dict(other)) for name, other in WORLDS.items()}


def ways(benchmark: Benchmark, boundary_error: float, seed: int) -> dict[str, Measured]:
    """Measure answers in one piece, and SimulRAG's at each budget (Figure 4)."""
    found = {said: benchmark.whole(name) for name, said in WHOLE.items()}
    for budget in (*BUDGETS, None):
        setting = Setting(budget=budget, boundary_error=boundary_error, seed=seed)
        words = "SimulRAG" if budget is None else f"SimulRAG, {budget:g} %"
        found[words] = benchmark.measure(setting, ("factuality", "informativeness"))
    return found


def amounts(benchmark: Benchmark, boundary_error: float, seed: int) -> dict[str, Measured]:
    """Measure no verification, SimulRAG at each budget, and verification of all (Figure 6)."""
    found = {"no RAG": benchmark.measure(Setting(method="none", seed=seed))}
    for budget in BUDGETS:
        setting = Setting(budget=budget, boundary_error=boundary_error, seed=seed)
        found[f"{budget:g} %"] = benchmark.measure(setting)
    return found | {"all RAG": benchmark.measure(Setting(method="all", seed=seed))}


def ablations(
    benchmark: Benchmark,
    others: Mapping[str, Benchmark],
    boundary_error: float,
    seed: int,
    budget: float = 25.0,
) -> dict[str, Measured]:
    """Measure SimulRAG with one part left out or exchanged at a time."""
    whole = Setting(budget=budget, boundary_error=boundary_error, seed=seed)
    changed: dict[str, Setting] = {
        "whole": whole,
        "no boundary assessment": whole.model_copy(update={"method": "uncertainty"}),
        "no uncertainty: inside claims as mentioned": whole.model_copy(update={"unordered": True}),
        "refuted claims not rewritten": whole.model_copy(update={"updates": False}),
        "support share in place of closeness": whole.model_copy(update={"estimator": "support"}),
        "boundary judged without error": whole.model_copy(update={"boundary_error": 0.0}),
        "verbalized, ranked by agreement": whole.model_copy(
            update={"method": "verbalized", "ranked_by_agreement": True}
        ),
    }
    found = {name: benchmark.measure(setting, _SHOWN) for name, setting in changed.items()}
    return found | {
        _OF_WORLDS[name]: other.measure(whole, _SHOWN) for name, other in others.items()
    }


def table(
    name: str, title: str, found: Mapping[str, Mapping[str, Measured]], metrics: Sequence[str],
    note: str = "",
) -> Table:  # fmt: skip
    """Return measured ways of several benchmarks, a row each."""
    rows = [
        (benchmark, words, *(cell(measured.estimates[metric]) for metric in metrics))
        for benchmark, held in found.items()
        for words, measured in held.items()
    ]
    heads = ("benchmark", "way", *(TITLES[metric] for metric in metrics))
    return Table(name=name, title=title, heads=heads, rows=tuple(rows), note=note)


def ablation_table(found: Mapping[str, Mapping[str, Measured]]) -> Table:
    """Return the ablations of several benchmarks."""
    return table(
        "ablations",
        "Ablations at a budget of 25 %",
        found,
        _SHOWN,
        "With other drafts there are other claims: compare those rows among themselves with care.",
    )
