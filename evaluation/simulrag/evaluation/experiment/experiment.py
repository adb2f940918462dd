"""The paper's experiments over again, for the synthetic answerer on generated benchmarks.

Tables 1 and 3, Figures 4 to 8, ablations, the conformal variant, and sweeps over the errors of
answerer and judge (SimulRAG, arXiv:2509.25459, section 4 and appendix A.4).
"""

import platform
from collections.abc import Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from pydantic import JsonValue

from simulrag.evaluation.benchmark.items import Item
from simulrag.evaluation.experiment import (
    answers,
    comparing,
    conformal,
    describing,
    estimators,
    plots,
    results,
    sweeping,
    through_client,
)
from simulrag.evaluation.experiment.measuring import Benchmark, Measured
from simulrag.evaluation.experiment.methods import Setting
from simulrag.evaluation.experiment.resampling import DRAWS, LEVEL
from simulrag.evaluation.experiment.results import Results, Shown
from simulrag.evaluation.experiment.running import Done, Order, Tell, prepare_all
from simulrag.evaluation.experiment.sweeping import Point
from simulrag.evaluation.experiment.tables import Table, cell
from simulrag.evaluation.experiment.world import World
from simulrag.simulators.errors import BadValue
from simulrag.simulators.executors import pool
from simulrag.simulators.interface import Frozen
from simulrag.simulators.registry import Registry

MAIN = "main"
NOTICE = (
    "Synthetic: no language model took part. Drafts, paraphrases and judges are a program's with "
    "known, seeded errors; only reading, boundary, selection, runs, verdicts and rewriting are the "
    "product's. The figures say how the method behaves under these errors, and nothing about any "
    "language model."
)
_PACKAGES = ("simulrag", "numpy", "scikit-learn", "matplotlib", "networkx", "pydantic")


class Options(Frozen):
    """How an experiment is run."""

    world: World = World()
    draws: int = DRAWS
    processes: int = 1
    #: Also the sweeps and the ablations that draft anew.
    sweeps: bool = True
    #: Items of each simulator that the client's own loops answer, by both methods.
    clients: int = 20


class Experiment:
    """Prepared questions by world, and what is measured on them."""

    def __init__(self, done: Done, options: Options) -> None:
        self.options = options
        self._prepared = done.prepared
        self._answered = done.answered
        self._simulators = list(dict.fromkeys(q.simulator for q in done.prepared[MAIN]))
        self.benchmarks = self.of(MAIN)

    def of(self, world: str) -> dict[str, Benchmark]:
        """Return the benchmarks of a world by simulator."""
        return {
            name: Benchmark(
                [q for q in self._prepared[world] if q.simulator == name],
                self.options.draws,
                self.options.world.seed,
            )
            for name in self._simulators
        }

    def loops(self) -> dict[str, through_client.ByMethod]:
        """Return what the client's loops made of some items, by benchmark, method and budget."""
        found: dict[str, through_client.ByMethod] = {}
        for name, benchmark in self.benchmarks.items():
            part = [q for q in benchmark.questions if q.item in self._answered]
            if part:
                each = [one for q in part for one in self._answered[q.item]]
                small = Benchmark(part, self.options.draws, self.seed)
                found[name] = through_client.by_method(small, each)
        return found

    @property
    def rate(self) -> float:
        """How often the judge of the boundary errs."""
        return self.options.world.boundary_error

    @property
    def seed(self) -> int:
        """The seed of selections at random."""
        return self.options.world.seed

    def points(self) -> list[Point]:
        """Return the sweep's points; benchmarks and shares are spread over processes."""
        tasks = [
            (name, share, benchmark, self.seed)
            for share in sweeping.SYSTEMATIC
            for name, benchmark in self.of(sweeping.systematic_name(share)).items()
        ]
        processes = self.options.processes
        with pool(f"processes:{processes}" if processes > 1 else "") as made:
            points = [point for part in made.executor.map(_swept, tasks) for point in part]
        return sorted(points, key=lambda p: self._simulators.index(p.benchmark))


def _swept(task: tuple[str, float, Benchmark, int]) -> list[Point]:
    return sweeping.swept(*task)


def run(
    items: Sequence[Item],
    folder: Path,
    options: Options,
    *,
    registry: Registry | None = None,
    tell: Tell | None = None,
) -> Results:
    """Run all experiments on items and write the results folder; return what it holds.

    What an earlier run in the same folder prepared is used again. Raises BadValue without items.
    """
    worlds = {MAIN: options.world}
    if options.sweeps:
        worlds |= sweeping.worlds(options.world) | answers.worlds(options.world)
    order = Order(
        worlds=worlds,
        clients=options.clients,
        through=MAIN,
        budgets=comparing.BUDGETS,
        processes=options.processes,
    )
    done = prepare_all(items, order, folder, registry=registry, tell=tell)
    if not done.prepared[MAIN]:
        why = done.failed or "no item was given"
        raise BadValue(f"none of {len(items)} items could be prepared: {why}")
    found = _found(Experiment(done, options), folder).model_copy(
        update={"notes": _notes(done), "configuration": _configuration(items, options)}
    )
    results.write(folder, found)
    return found


def _notes(done: Done) -> tuple[str, ...]:
    """Return what was not measured, and why."""
    notes = [f"{name} failed and is counted nowhere: {why}" for name, why in done.failed.items()]
    notes += [
        f"{name} is not among those answered through the client: {why}"
        for name, why in done.refused.items()
    ]
    stale = describing.stale(done.prepared[MAIN])
    if stale:
        notes.append(
            f"the calls of {len(stale)} items make other runs today than those they name: "
            f"{', '.join(stale[:5])}"
        )
    return tuple(notes)


def _found(experiment: Experiment, folder: Path) -> Results:
    (folder / results.FIGURES).mkdir(parents=True, exist_ok=True)
    rate, seed = experiment.rate, experiment.seed
    comparisons = [
        comparing.compared(name, one, rate, seed) for name, one in experiment.benchmarks.items()
    ]
    ways = {n: answers.ways(b, rate, seed) for n, b in experiment.benchmarks.items()}
    amounts = {n: answers.amounts(b, rate, seed) for n, b in experiment.benchmarks.items()}
    points = experiment.points() if experiment.options.sweeps else []
    areas = {n: estimators.areas(b, rate, seed) for n, b in experiment.benchmarks.items()}
    tables = [
        *comparing.tables(comparisons),
        answers.table("figure_4", "Ways of using runs (Figure 4)", ways,
                      ("factuality", "informativeness"), _WAYS),
        answers.table("figure_6", "No, some and all verification (Figure 6)", amounts,
                      ("f1", "aupr", "auroc", "gain", "verifications")),
        estimators.table(areas),
        *_extra_tables(experiment, points),
        through_client.table(experiment.loops()),
        describing.table(experiment.benchmarks),
    ]  # fmt: skip
    return Results(
        title="SimulRAG's experiments with a synthetic answerer",
        notice=NOTICE,
        headline=_headline(comparisons, points),
        tables=tuple(tables),
        figures=_figures(experiment, folder, ways, amounts, areas, points),
    )


def _extra_tables(experiment: Experiment, points: list[Point]) -> list[Table]:
    made: list[Table] = []
    if experiment.options.sweeps:
        others = {world: experiment.of(world) for world in answers.WORLDS}
        found = {
            name: answers.ablations(
                benchmark,
                {world: held[name] for world, held in others.items()},
                experiment.rate,
                experiment.seed,
            )
            for name, benchmark in experiment.benchmarks.items()
        }
        made.append(answers.ablation_table(found))
        made += [
            sweeping.criterion(points),
            sweeping.limits(points),
            sweeping.table(points, "aupr", "Sweep: lead in AUPR"),
            sweeping.table(points, "gain", "Sweep: lead in gain per verification"),
        ]
    setting = Setting(budget=25.0, boundary_error=experiment.rate, seed=experiment.seed)
    rows = [
        row
        for name, benchmark in experiment.benchmarks.items()
        for row in conformal.conformal(name, benchmark.questions, setting)
    ]
    return [*made, conformal.table(rows)]


def _figures(
    experiment: Experiment,
    folder: Path,
    ways: Mapping[str, Mapping[str, Measured]],
    amounts: Mapping[str, Mapping[str, Measured]],
    areas: Mapping[str, estimators.Areas],
    points: Sequence[Point],
) -> tuple[Shown, ...]:
    rate, seed = experiment.rate, experiment.seed

    def at(name: str) -> Path:
        return folder / results.FIGURES / f"{name}.svg"

    def shown(name: str, title: str, note: str = "") -> Shown:
        return Shown(file=f"{results.FIGURES}/{name}.svg", title=title, note=note)

    plots.figure_4(at("figure_4"), ways)
    boundaries = {n: estimators.boundary(b, rate) for n, b in experiment.benchmarks.items()}
    pairs = {n: estimators.pairs(held, 25.0) for n, held in areas.items()}
    plots.figure_5(at("figure_5"), boundaries, pairs)
    plots.figure_6(at("figure_6"), amounts)
    made = [
        shown("figure_4", "Figure 4: factuality and informativeness", _WAYS),
        shown("figure_5", "Figure 5: boundary assessment, and AUPR by estimator"),
        shown("figure_6", "Figure 6: F1 with no, some and all verification"),
    ]
    for number, (name, benchmark) in enumerate(experiment.benchmarks.items(), start=7):
        curves = {e: estimators.curves(benchmark, e, rate, seed) for e in estimators.ESTIMATORS}
        plots.figure_curves(at(f"figure_{number}"), curves)
        made.append(shown(f"figure_{number}", f"Figure {number}: precision and recall, {name}"))
    if points:
        plots.figure_sweep(at("sweep_gain"), points, "gain", "lead in gain")
        plots.figure_sweep(at("sweep_aupr"), points, "aupr", "lead in AUPR")
        made += [
            shown("sweep_gain", "Sweep: lead of UE+SBA in gain per verification", _SWEEP),
            shown("sweep_aupr", "Sweep: lead of UE+SBA in AUPR", _SWEEP),
        ]
    return tuple(made)


def _headline(
    comparisons: Sequence[comparing.Comparison], points: Sequence[Point]
) -> tuple[str, ...]:
    """Return the gain at each budget, and whether the comparison was won."""
    lines = [_gain(one, budget) for one in comparisons for budget in comparing.BUDGETS]
    required = sweeping.required(list(points))
    if required:
        reached = sum(point.reached for point in required)
        systematic, boundary = (100 * share for share in sweeping.UP_TO)
        lines.append(
            f"AUPR of UE+SBA minus uncertainty is at least {comparing.WANTED:g} with a lower bound "
            f"above 0 at {reached} of {len(required)} places with up to {systematic:g} % "
            f"systematic and {boundary:g} % boundary error"
        )
    return tuple(lines)


def _gain(one: comparing.Comparison, budget: float) -> str:
    """Return what a verification brings by UE+SBA, by uncertainty alone and at random."""
    ours, theirs, chance = (
        cell(one.measured[method, budget].estimates["gain"])
        for method in ("ue_sba", "uncertainty", "random")
    )
    return (
        f"{one.name}, {budget:g} % verified: each verification makes {ours} claims true by UE+SBA, "
        f"{theirs} by uncertainty alone, {chance} at random"
    )


def _configuration(items: Sequence[Item], options: Options) -> dict[str, JsonValue]:
    return {
        "synthetic": True,
        "items": [item.id for item in items],
        "world": dict(options.world.told()),
        "budgets": list(comparing.BUDGETS),
        "bootstrap draws": options.draws,
        "interval": LEVEL,
        "processes": options.processes,
        "sweeps": options.sweeps,
        "items of each simulator through the client": options.clients,
        "versions": {"python": platform.python_version(), **{n: _version(n) for n in _PACKAGES}},
        "simulators": {item.simulator: dict(item.versions) for item in items},
    }


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


_WAYS = (
    "How often the answerer takes a number over from a context is an assumption (`heeded`): input "
    "and output layer show what follows from it, and are no measurement of a language model. "
    "SimulRAG merges several drafts; the last input-layer row does so too."
)
_SWEEP = "Bands are 95 % bootstrap intervals of the paired difference; above 0, UE+SBA is better."
