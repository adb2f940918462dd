"""What emission changes do to global warming, beside FaIR 2.2.5 (`fair_2_2_5.csv`)."""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from pydantic import JsonValue

from simulrag.simulators.climate import idealised_runs, trajectories
from simulrag.simulators.climate.conditions import LAST_YEAR
from simulrag.simulators.climate.globe import Floats

FILE = "fair_2_2_5.csv"


@dataclass(frozen=True)
class Change:
    """What a change of one gas by some percent does in a year, K: median and 90 % range by FaIR."""

    scenario: str
    gas: str
    percent: float
    year: int
    low: float
    median: float
    high: float

    def here(self) -> Floats:
        """Return what it does by drawn member."""
        changed = trajectories.warming(self.year, self.scenario, {self.gas: self.percent})
        return (changed - trajectories.warming(self.year, self.scenario, {}))[1:]


def _rows() -> Iterator[dict[str, str]]:
    text = Path(__file__).with_name(FILE).read_text(encoding="utf-8")
    yield from csv.DictReader(line for line in text.splitlines() if not line.startswith("#"))


def changes() -> Iterator[Change]:
    """Yield the changes of the table."""
    for row in _rows():
        if row["gas"]:
            yield Change(
                row["scenario"], row["gas"], float(row["percent"]), int(row["when"]),
                float(row["low"]), float(row["median"]), float(row["high"]),
            )  # fmt: skip


def measure_fair(_: Path) -> dict[str, JsonValue]:
    """Return the ratio of our medians to FaIR's by gas and year, and whose ranges hold what."""
    ratios: dict[str, list[float]] = {}
    outside, crossing = list[str](), list[str]()
    for one in changes():
        made = one.here()
        low, middle, high = np.quantile(made, (0.05, 0.5, 0.95))
        name = f"{one.gas} {one.percent:+g} % in {one.year}"
        ratios.setdefault(name, []).append(float(middle) / one.median)
        if not low <= one.median <= high:
            outside.append(f"{one.scenario} {name}: {one.median} outside {low:.3f} to {high:.3f}")
        if one.low < 0.0 < one.high and not low < 0.0 < high:
            crossing.append(f"{one.scenario} {name}")
    return {
        "ratio": {name: round(float(np.median(found)), 3) for name, found in ratios.items()},
        "ratio by scenario": {
            name: " ".join(f"{one:.2f}" for one in found) for name, found in ratios.items()
        },
        "FaIR's median outside our 90 %": len(outside),
        "outside": "; ".join(outside),
        "FaIR's own warming in 2081-2100 over AR6's": round(_own_warming(), 3),
        "FaIR's own warming per 1000 Gt CO2": round(_per_1000_gt(), 3),
        "does not cross zero where FaIR's does": len(crossing),
        "same sign": "; ".join(crossing),
    }


def _own_warming() -> float:
    """Return FaIR's median over AR6's best estimate, the mean of its five scenarios."""
    best = {one.scenario: one.best for one in idealised_runs.WARMING if one.last == LAST_YEAR}
    found = [float(row["median"]) / best[row["scenario"]] for row in _rows()
             if row["when"] == "2081-2100" and row["scenario"] in best]  # fmt: skip
    return float(np.mean(found))


def _per_1000_gt() -> float:
    (found,) = (float(row["median"]) for row in _rows()
                if (row["scenario"], row["when"]) == ("flat10", "100"))  # fmt: skip
    return found * 1000.0 / (idealised_runs.GIVEN_OFF * idealised_runs.YEARS)
