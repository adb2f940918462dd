"""How well the preset `gleam` reproduces published records. Nothing is fitted here."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

import numpy as np

from simulrag.evaluation.epidemiology_records import Scenario, scenario, unique
from simulrag.evaluation.measurement import Targets
from simulrag.evaluation.records import BadRecords, Folder
from simulrag.simulators.epidemiology import summary
from simulrag.simulators.epidemiology.ensemble import ensemble
from simulrag.simulators.epidemiology.request import Request
from simulrag.simulators.registry import Registry

MEMBERS = 100
#: Added to both peaks before the logarithm, persons: published medians come in halves.
HALF_PERSON = 0.5
#: What is aimed at; where an outbreak takes off, more.
TARGETS: Targets = {
    "abs_log10_peak": (0.0, 0.08),
    "weeks": (0.0, 0.3),
    "coverage": (0.88, 0.95),
    "trend": (0.82, 1.0),
    "takeoff.abs_log10_peak": (0.0, 0.05),
    "takeoff.trend": (0.95, 1.0),
}

Figures = dict[str, float | int]


@dataclass(frozen=True)
class Compared:
    """One scenario against our ensemble of it."""

    scenario: Scenario
    #: |log10| of the ratio of the two peaks, and days between them in weeks.
    abs_log10_peak: float
    weeks: float
    #: Whether the published median lies within our 90 % interval on our peak day.
    covered: bool
    same_trend: bool


def compare(one: Scenario, preset: str = "gleam") -> Compared:
    """Run a scenario with 100 members, pooled as the records are, and compare."""
    request = Request(
        states=one.states,
        start=date.fromisoformat(one.start),
        r0=one.r0,
        seasonality=one.seasonality,
        immune=one.immunity / 100.0,
        metric=one.metric,
        aggregation="pooled",
        preset=preset,
        members=MEMBERS,
    )
    daily = summary.curve(summary.asked_series(request, ensemble(request)))
    day = int(np.argmax(daily.median))
    ratio = (daily.median[day] + HALF_PERSON) / (one.peak + HALF_PERSON)
    return Compared(
        scenario=one,
        abs_log10_peak=abs(float(np.log10(ratio))),
        weeks=abs(round(day / summary.WEEK, 1) - one.weeks),
        covered=bool(daily.low[day] <= one.peak <= daily.high[day]),
        same_trend=summary.trend(summary.growth(daily.median)) == one.trend,
    )


def figures(compared: Sequence[Compared]) -> Figures:
    """Return medians and fractions over records; only `n` where there are none."""
    if not compared:
        return {"n": 0}
    return {
        "abs_log10_peak": round(float(np.median([c.abs_log10_peak for c in compared])), 4),
        "weeks": round(float(np.median([c.weeks for c in compared])), 3),
        "coverage": round(float(np.mean([c.covered for c in compared])), 4),
        "trend": round(float(np.mean([c.same_trend for c in compared])), 4),
        "n": len(compared),
    }


def measure(folder: Folder, registry: Registry) -> dict[str, float | int | Figures]:
    """Score every record; each scenario is run once, and counts as often as it was asked.

    Raises BadRecords where the folder holds no epidemiology records.
    """
    records = folder.records.get("epidemiology")
    if not records:
        raise BadRecords(f"{str(folder.path)!r} holds no epidemiology.json with records")
    asked = [scenario(record, registry) for record in records.values()]
    by_digest = {one.digest: compare(one) for one in unique(asked)}
    rows = [by_digest[one.digest] for one in asked]
    return {
        **figures(rows),
        "scenarios": len(by_digest),
        "takeoff": figures([row for row in rows if row.scenario.takes_off]),
        "heldout": _held_out(rows),
    }


def _held_out(rows: Sequence[Compared]) -> Figures:
    kept = [row for row in rows if row.scenario.held_out]
    taking_off = figures([row for row in kept if row.scenario.takes_off])
    return {**figures(kept), **{f"takeoff_{name}": value for name, value in taking_off.items()}}
