"""Measures how often the plan made from a question alone is the published one."""

from collections.abc import Sequence
from itertools import islice

from simulrag.evaluation.measurement import Measurement, Miss, share, stated
from simulrag.evaluation.records import Folder, PlannedRecord
from simulrag.simulators.errors import SimulRAGError
from simulrag.simulators.registry import Registry
from simulrag.verifier.english.questions import plan
from studies.published_records.plans import Neutral, neutral_calls, same_plan


def measure_plans(folder: Folder, registry: Registry, limit: int | None = None) -> Measurement:
    """Return `plan_accuracy` and `n_plans` for each domain that has plans and a simulator."""
    figures: dict[str, dict[str, float | int]] = {}
    misses: list[Miss] = []
    for domain, rows in folder.plans.items():
        if not rows or domain not in registry.names():
            continue
        cases = list(islice(rows, limit))
        missed = [m for row in cases if (m := _miss(folder, registry, domain, row))]
        misses += missed
        accuracy = share(len(cases) - len(missed), len(cases))
        figures[domain] = stated({"plan_accuracy": accuracy, "n_plans": len(cases)})
    return Measurement(figures=figures, misses=tuple(misses))


def _miss(folder: Folder, registry: Registry, domain: str, row: PlannedRecord) -> Miss | None:
    question = folder.records[domain][row.index].question
    got, why = _planned(question, registry)
    if same_plan(row.calls, got):
        return None
    return Miss(
        part="plans",
        domain=domain,
        index=row.index,
        question=question,
        expected=[*row.calls],
        got=[*got],
        why=why,
    )


def _planned(question: str, registry: Registry) -> tuple[Sequence[Neutral], str]:
    try:
        made = plan(question, registry)
    except SimulRAGError as error:
        return [], f"{error.reason}: {error}"
    return neutral_calls(made.calls), "; ".join(p.message for p in made.problems)
