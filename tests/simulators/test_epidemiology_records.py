"""Against published GLEAM-AI records and the source tables, where the folder of data is at hand.

The folder is named by SIMULRAG_DATA, or lies beside the checkout.
"""

import json
import os
import re
from pathlib import Path

import numpy as np
import pytest

import influenza
from simulrag.simulators.epidemiology import train
from simulrag.simulators.epidemiology.population import tables
from simulrag.simulators.interface import Run

FOLDER = Path(
    os.environ.get("SIMULRAG_DATA", Path(__file__).resolve().parents[3] / "shared" / "data")
)
SOURCES = FOLDER / "epidemiology"
RECORDS = FOLDER / "benchmark" / "epidemiology.json"
LABELS = SOURCES / "benchmark_state_labels.json"
QUESTION = re.compile(
    r"season in (?P<states>.+) starting (?P<start>[\d-]+), with an R0 of (?P<r0>[\d.]+), "
    r"(?P<seasonality>\w+) seasonality, and (?P<immunity>\d+)% prior immunity, .* for "
    r"(?P<metric>hospital \w+)\?"
)


def _scenarios(count: int) -> list[tuple[dict[str, str], dict[str, dict[str, float]]]]:
    """Return the first distinct scenarios with what the published simulator returned."""
    found: dict[str, tuple[dict[str, str], dict[str, dict[str, float]]]] = {}
    for record in json.loads(RECORDS.read_text("utf-8")):
        asked = QUESTION.search(record["evidence_question"])
        answer = json.loads(record["evidence_answer"].split("\n", 1)[1])
        found.setdefault(asked.group(), (asked.groupdict(), answer))
    return list(found.values())[:count]


def _run(asked: dict[str, str], labels: dict[str, str]) -> Run:
    return influenza.run(
        "season",
        states=[labels[name] for name in asked["states"].split(", ")],
        start_date=asked["start"],
        r0=float(asked["r0"]),
        seasonality={"no": "none"}.get(asked["seasonality"], asked["seasonality"]),
        immunity=float(asked["immunity"]),
        metric=asked["metric"],
        aggregation="pooled",
    )


def _error(asked: dict[str, str], answer: dict[str, dict[str, float]]) -> tuple[float, float, bool]:
    """Return |log10| of the peak's ratio, weeks between the peaks, and record inside interval."""
    run = _run(asked, json.loads(LABELS.read_text("utf-8")))
    peak, weeks = (run.outputs[f"median_curve_{name}"] for name in ("peak", "weeks_to_peak"))
    recorded = answer["peak_magnitude"]["median_value"]
    inside = peak.low is not None and peak.high is not None and peak.low <= recorded <= peak.high
    late = abs(weeks.value - answer["peak_timing"]["weeks_from_start"])
    return abs(np.log10(max(peak.value, 0.5) / max(recorded, 0.5))), late, inside


def _compare(count: int) -> tuple[float, float, float]:
    errors = [_error(*scenario) for scenario in _scenarios(count)]
    peaks, weeks, inside = zip(*errors, strict=True)
    return float(np.median(peaks)), float(np.median(weeks)), float(np.mean(inside))


@pytest.mark.slow
@pytest.mark.skipif(not RECORDS.exists(), reason="folder of published records not at hand")
def test_ten_published_records_are_reproduced_where_their_folder_is_at_hand():
    """State labels of the records are shifted; the map of true states is applied."""
    peak, weeks, inside = _compare(10)
    assert peak <= 0.12
    assert weeks <= 0.6
    assert inside >= 0.7


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.skipif(not RECORDS.exists(), reason="folder of published records not at hand")
def test_sixty_published_records_are_reproduced_where_their_folder_is_at_hand():
    peak, weeks, inside = _compare(60)
    print(f"median abs log10 peak {peak:.3f}, weeks {weeks:.2f}, inside interval {inside:.2f}")
    assert peak <= 0.09
    assert weeks <= 0.4
    assert inside >= 0.85


@pytest.mark.slow
@pytest.mark.skipif(not SOURCES.exists(), reason="folder of source tables not at hand")
def test_the_shipped_tables_are_those_the_script_makes_where_the_sources_are_at_hand(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(train, "TABLES", tmp_path)
    train.make_tables(SOURCES)
    with np.load(tmp_path / "states.npz") as made:
        assert set(made.files) == set(tables())
        for name, shipped in tables().items():
            if shipped.dtype.kind == "f":  # sums are rounded otherwise by other processors
                np.testing.assert_allclose(made[name], shipped, rtol=1e-12)
            else:
                assert np.array_equal(made[name], shipped)
    assert np.allclose(tables()["setting_shares"].sum(axis=0), 1.0)
