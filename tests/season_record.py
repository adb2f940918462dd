"""Recorded seasons of the epidemiological kind with figures of their own, and verdicts on them."""

import json

from simulrag.simulators.registry import Registry
from simulrag.verifier.check import check_claims
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.records import Record

QUESTION = (
    "For an influenza season commencing around {start} in Ohio and Maine, with an R0 of 2.2, high "
    "seasonality and 20% prior immunity, what is the forecast for hospital {metric}?"
)


def record(
    *,
    start: str = "2022-09-20",
    metric: str = "incidence",
    median: float,
    interval: tuple[float, float],
    peak: str,
    weeks: float,
    trend: str,
    growth: float,
    total: float,
) -> Record:
    question = QUESTION.format(start=start, metric=metric)
    data = {
        "peak_magnitude": {"median_value": median, "90_percent_ci": list(interval)},
        "peak_timing": {"peak_date": peak, "weeks_from_start": weeks},
        "initial_trend": {"qualitative_trend": trend, "four_week_growth_percentage": growth},
        "total_burden": {"cumulative_median_value": total},
    }
    return Record(question=question, evidence_question=question, evidence_answer=json.dumps(data))


#: A wave that quadruples at first and peaks on 1 December, 72 days in.
WAVE = record(
    median=1577.0,
    interval=(140.0, 1908.0),
    peak="2022-12-01",
    weeks=10.3,
    trend="rapid growth",
    growth=300.0,
    total=63080.0,
)
#: One that is highest on its first day, with an eighth left after four weeks.
DECLINE = record(
    median=8.0,
    interval=(0.0, 67.0),
    peak="2022-09-20",
    weeks=0.0,
    trend="declining",
    growth=-87.5,
    total=606.0,
)


def verdict(claim: str, run: Record, registry: Registry) -> str:
    with EvidenceStore() as store:
        made = check_claims([claim], run.question, registry, store, evidence=run.model_dump_json())
    words = {v.verdict for v in made.verdicts}
    return "refuted" if "refuted" in words else " ".join(sorted(words))
