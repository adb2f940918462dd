"""Measures how often the plan made from a question alone is the published one."""

from collections.abc import Callable, Sequence
from itertools import islice

from simulrag.evaluation.measurement import Measurement, Miss, share, stated
from simulrag.evaluation.plans import Neutral, neutral_calls, same_plan
from simulrag.evaluation.records import Folder, PlannedRecord
from simulrag.simulators.errors import SimulRAGError
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Plan
from simulrag.verifier.english import questions as english
from simulrag.verifier.reading.questions import plan

Planner = Callable[[str, Registry], Plan]


def measure_plans(folder: Folder, registry: Registry, limit: int | None = None) -> Measurement:
    """Return `plan_accuracy` and `n_plans` for each domain that has plans and a simulator."""
    return _measured(folder, registry, limit, plan, "plans")


def measure_english_plans(
    folder: Folder, registry: Registry, limit: int | None = None
) -> Measurement:
    """Return `english_plan_accuracy` and its number: plans by the reader of English alone."""
    return _measured(folder, registry, limit, english.plan, "english_plans")


def _measured(
    folder: Folder, registry: Registry, limit: int | None, planner: Planner, part: str
) -> Measurement:
    figures: dict[str, dict[str, float | int]] = {}
    misses: list[Miss] = []
    for domain, rows in folder.plans.items():
        if not rows or domain not in registry.names():
            continue
        cases = list(islice(rows, limit))
        missed = [m for row in cases if (m := _miss(folder, registry, domain, row, planner, part))]
        misses += missed
        accuracy = share(len(cases) - len(missed), len(cases))
        figures[domain] = stated({f"{part[:-1]}_accuracy": accuracy, f"n_{part}": len(cases)})
    return Measurement(figures=figures, misses=tuple(misses))


def _miss(
    folder: Folder, registry: Registry, domain: str, row: PlannedRecord, planner: Planner, part: str
) -> Miss | None:
    question = folder.records[domain][row.index].question
    got, why = _planned(question, registry, planner)
    if same_plan(row.calls, got):
        return None
    return Miss(
        part=part,
        domain=domain,
        index=row.index,
        question=question,
        expected=[*row.calls],
        got=[*got],
        why=why,
    )


def _planned(question: str, registry: Registry, planner: Planner) -> tuple[Sequence[Neutral], str]:
    try:
        made = planner(question, registry)
    except SimulRAGError as error:
        return [], f"{error.reason}: {error}"
    return neutral_calls(made.calls), "; ".join(p.message for p in made.problems)
