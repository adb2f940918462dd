"""The paper's experiments on a real model's drafts: Tables 1 and 3, Figures 4 to 8, retention.

SimulRAG, arXiv:2509.25459, section 4 and appendix A.4.
"""

import platform
from collections.abc import Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from pydantic import JsonValue

from simulrag.evaluation.experiment import (
    comparing,
    conformal,
    estimators,
    plots,
    results,
)
from simulrag.evaluation.experiment.measuring import Benchmark, Measured
from simulrag.evaluation.experiment.methods import Outcome, Setting
from simulrag.evaluation.experiment.metrics import DRAWS, LEVEL
from simulrag.evaluation.experiment.preparing import (
    Given,
    Made,
    Watched,
    prepare_all,
    write_to_judge,
)
from simulrag.evaluation.experiment.results import NOTHING, Results, Shown, Table, cell
from simulrag.simulators.interface import Frozen

ALL = "all"
TO_JUDGE = "to_judge.jsonl"
NOTICE = (
    "Drafts are a language model's, written beforehand without tools. Whether a claim is true is "
    "told by a second reader's formula in today's runs, which the method never sees: it verifies "
    "what it reads in the words itself. True is what the simulators say, not what the world does."
)
_PACKAGES = ("simulrag", "numpy", "scikit-learn", "matplotlib", "networkx", "pydantic")
Ways = Mapping[str, Measured]


class Options(Frozen):
    """How an experiment is run. limit: of each simulator, questions at most."""

    draws: int = DRAWS
    seed: int = 0
    processes: int = 1
    limit: int | None = None
    judgements: Path | None = None
    formulas: Path | None = None


def run(drafts: Path, folder: Path, options: Options, watched: Watched) -> Results:
    """Run all experiments on drafts and write the results folder; return what it holds.

    Runs that the folder holds are used again. Raises SimulRAGError without drafts, BadValue for
    files of judgements or formulas that cannot be read.
    """
    given = Given.of(options.judgements, options.formulas)
    made = prepare_all(drafts, folder, given, options.processes, options.limit, watched)
    benchmarks = _benchmarks(made, options)
    (folder / results.FIGURES).mkdir(parents=True, exist_ok=True)
    write_to_judge(folder / TO_JUDGE, made)
    comparisons = [comparing.compared(name, one) for name, one in benchmarks.items()]
    ways = {name: _ways(one) for name, one in benchmarks.items()}
    areas = {name: estimators.areas(one) for name, one in benchmarks.items()}
    retained = [
        row
        for name, one in benchmarks.items()
        for row in conformal.conformal(name, one.questions, Setting(budget=25.0))
    ]
    found = Results(
        title="Selective verification on a model's drafts",
        notice=NOTICE,
        headline=tuple(_gain(one, b) for one in comparisons for b in comparing.BUDGETS),
        tables=(
            *comparing.tables(comparisons),
            _ways_table(ways),
            estimators.table(areas),
            _boundary_table(benchmarks),
            conformal.table(retained),
            _claims_table(benchmarks, made),
        ),
        figures=_figures(folder, benchmarks, ways, areas),
        notes=_notes(made, options),
        configuration=_configuration(made, options),
    )
    results.write(folder, found)
    return found


def _benchmarks(made: Sequence[Made], options: Options) -> dict[str, Benchmark]:
    """Return the questions of each simulator, and all of them."""
    questions = [one.question for one in made]
    names = list(dict.fromkeys(q.simulator for q in questions))
    parts = {name: [q for q in questions if q.simulator == name] for name in names}
    whole = {ALL: questions} if len(names) > 1 else {}
    return {
        name: Benchmark(held, options.draws, options.seed) for name, held in (parts | whole).items()
    }


def _ways(benchmark: Benchmark) -> dict[str, Measured]:
    """Measure one draft alone, all merged, and so many of the claims verified (Figures 4, 6)."""
    settings = {f"{budget:g} %": Setting(budget=budget) for budget in comparing.BUDGETS}
    settings = {"none": Setting(method="none"), **settings, "all": Setting(method="all")}
    return {"one draft": _one_draft(benchmark)} | {
        f"verified: {words}": benchmark.measure(setting) for words, setting in settings.items()
    }


def _one_draft(benchmark: Benchmark) -> Measured:
    """Measure what each draft says alone, all of it kept and nothing verified."""
    outcomes = [
        Outcome(
            scores=(),
            labels=(),
            before=(),
            verified=(),
            decided=(),
            kept=tuple(c.before for c in question.claims if number in c.claim.support),
        )
        for number in range(max((q.drafts for q in benchmark.questions), default=0))
        for question in benchmark.questions
    ]
    return benchmark.of(outcomes, ("factuality", "informativeness"))


def _ways_table(ways: Mapping[str, Ways]) -> Table:
    metrics = ("factuality", "informativeness", "f1", "aupr", "auroc", "gain", "verifications")
    rows = [
        (name, words, *(_cell_of(one, metric) for metric in metrics))
        for name, held in ways.items()
        for words, one in held.items()
    ]
    return Table(
        name="figures_4_and_6",
        title="No, some and all verification by UE+SBA (Figures 4 and 6)",
        heads=("benchmark", "way", *(comparing.TITLES[metric] for metric in metrics)),
        rows=tuple(rows),
        note="Informativeness: true claims of an answer. One draft: the mean of the drafts, each "
        "as it is. Bars for context in the prompt (input layer) need a model to answer again.",
    )


def _cell_of(one: Measured, metric: str) -> str:
    return cell(one.estimates[metric]) if metric in one.estimates else NOTHING


def _boundary_table(benchmarks: Mapping[str, Benchmark]) -> Table:
    rows = [
        (name, *(cell(one) for one in estimators.boundary(benchmark)))
        for name, benchmark in benchmarks.items()
    ]
    return Table(
        name="boundary",
        title="What the boundary assessment lets through (Figure 5, left)",
        heads=("benchmark", "inside", "inside and decided", "of the others, decidable"),
        rows=tuple(rows),
        note="Shares of all merged claims; the last, of the claims that are not inside, how many a "
        "second reader's formula decides: nobody read them.",
    )


def _claims_table(benchmarks: Mapping[str, Benchmark], made: Sequence[Made]) -> Table:
    rows = [_claims_row(name, benchmark, made) for name, benchmark in benchmarks.items()]
    return Table(
        name="claims",
        title="Questions and claims",
        heads=(
            "benchmark", "questions", "claims of drafts", "read as a formula", "merged claims",
            "of them with a label", "true", "decided", "decided against the label",
            "drafts that support a true / a false claim",
        ),
        rows=tuple(rows),
    )  # fmt: skip


def _claims_row(name: str, benchmark: Benchmark, made: Sequence[Made]) -> tuple[str, ...]:
    held = [one for one in made if name in (ALL, one.question.simulator)]
    claims = [one for question in benchmark.questions for one in question.claims]
    labelled = [one for one in claims if one.before is not None]
    support = {
        kind: [len(one.claim.support) for one in labelled if one.before is kind]
        for kind in (True, False)
    }
    return (
        name,
        str(len(benchmark.questions)),
        str(sum(question.mentions for question in benchmark.questions)),
        str(sum(one.read for one in held)),
        str(len(claims)),
        str(len(labelled)),
        str(sum(bool(one.before) for one in labelled)),
        str(sum(one.decided for one in claims)),
        str(sum(one.wrong for one in held)),
        " / ".join(f"{sum(s) / len(s):.2f}" if s else NOTHING for s in support.values()),
    )


def _figures(
    folder: Path,
    benchmarks: Mapping[str, Benchmark],
    ways: Mapping[str, Ways],
    areas: Mapping[str, estimators.Areas],
) -> tuple[Shown, ...]:
    def at(name: str) -> Path:
        return folder / results.FIGURES / f"{name}.svg"

    boundaries = {name: estimators.boundary(one) for name, one in benchmarks.items()}
    pairs = {name: estimators.pairs(held, 25.0) for name, held in areas.items()}
    plots.figure_4(at("figure_4"), ways)
    plots.figure_5(at("figure_5"), boundaries, pairs)
    plots.figure_6(at("figure_6"), ways)
    titles = {
        "figure_4": "Figure 4: factuality and informativeness",
        "figure_5": "Figure 5: boundary assessment, and AUPR by estimator",
        "figure_6": "Figure 6: F1 with no, some and all verification",
    }
    for number, (name, benchmark) in enumerate(benchmarks.items(), start=7):
        curves = {e: estimators.curves(benchmark, e) for e in estimators.ESTIMATORS}
        plots.figure_curves(at(f"figure_{number}"), curves)
        titles[f"figure_{number}"] = f"Figure {number}: precision and recall, {name}"
    return tuple(
        Shown(file=f"{results.FIGURES}/{name}.svg", title=title) for name, title in titles.items()
    )


def _gain(one: comparing.Comparison, budget: float) -> str:
    """Return what a verification brings by UE+SBA and by each baseline."""
    ours, *others = (
        cell(one.measured[method, budget].estimates["gain"])
        for method in ("ue_sba", "uncertainty", "verbalized", "random")
    )
    return (
        f"{one.name}, {budget:g} % verified: each verification makes {ours} claims true by UE+SBA, "
        f"{others[0]} by uncertainty alone, {others[1]} by stated confidence, {others[2]} at random"
    )


def _notes(made: Sequence[Made], options: Options) -> tuple[str, ...]:
    """Return what no model took part in, and what is not measured."""
    pairs = sum(len(judgement.drafts) for one in made for judgement in one.to_judge)
    judged = f"a model judged the other {pairs} pairs of a draft and a claim"
    nobody = f"nobody judged the other {pairs} pairs of a draft and a claim ({TO_JUDGE})"
    read = "a file of formulas" if options.formulas else "the reader of English, without a model"
    return (
        f"Claims were read by {read}.",
        "A draft supports a claim that it makes in the same words or by an equal formula; "
        f"{judged if options.judgements else nobody}.",
        "Claims that no formula of the second reader decides (causes, opinions) have no label: "
        "they cost verifications, and count for no other metric.",
    )


def _configuration(made: Sequence[Made], options: Options) -> dict[str, JsonValue]:
    return {
        "questions": [one.question.item for one in made],
        "budgets": list(comparing.BUDGETS),
        "estimators": list(estimators.ESTIMATORS),
        "interval": LEVEL,
        "options": options.model_dump(mode="json"),
        "versions": {"python": platform.python_version(), **{n: _version(n) for n in _PACKAGES}},
    }


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""
