"""Scores of published records: reading them, the map of states, the figures."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from data_at_hand import DATA, needs
from influenza_record import EVIDENCE
from simulrag.evaluation import epidemiology, epidemiology_records
from simulrag.evaluation.commands import app
from simulrag.evaluation.epidemiology import Compared, compare, figures, measure
from simulrag.evaluation.epidemiology_records import (
    Scenario,
    benchmark_labels,
    held_out_digests,
    unique,
)
from simulrag.evaluation.records import BadRecords, Folder, Record
from simulrag.simulators.epidemiology.states import STATES
from simulrag.simulators.registry import installed
from studies.influenza_calibration.__main__ import GLEAM, _rows, mean_field, split


def record(index: int = 0, states: str = "Ohio, Florida", **changes: str) -> Record:
    asked = {"start": "2022-10-05", "r0": "2.4", "seasonality": "no", "immunity": "30"} | changes
    return Record(
        index=index,
        question="",
        reference_answer="",
        evidence_question=(
            f"Considering an influenza season in {states} starting {asked['start']}, with an R0 of "
            f"{asked['r0']}, {asked['seasonality']} seasonality, and {asked['immunity']}% prior "
            "immunity, what is the anticipated epidemiological progression for hospital prevalence?"
        ),
        evidence_answer="**Epidemiological Outlook:**\n" + json.dumps(EVIDENCE),
    )


def scenario(one: Record) -> Scenario:
    return epidemiology_records.scenario(one, installed())


def test_labels_are_shifted_from_florida_on() -> None:
    labels = benchmark_labels()
    assert sorted(labels) == sorted(labels.values()) == sorted(STATES)
    assert labels["Delaware"] == "Delaware"
    assert labels["Florida"] == "District of Columbia"
    assert labels["Georgia"] == "Florida"
    assert labels["Wyoming"] == "Wisconsin"
    assert labels["District of Columbia"] == "Wyoming"


def test_a_record_is_read_with_its_true_states() -> None:
    one = scenario(record())
    assert one.states == ("District of Columbia", "North Dakota")
    assert (one.r0, one.seasonality, one.immunity) == (2.4, "none", 30.0)
    assert (one.peak, one.weeks) == (488.5, 6.7)
    assert one.takes_off


def test_rewordings_and_orders_of_states_are_one_scenario() -> None:
    again, other = record(1, "Florida, Ohio"), record(2, r0="2.6")
    rows = [scenario(one) for one in (record(), again, other)]
    assert rows[0].digest == rows[1].digest != rows[2].digest
    assert unique(rows) == [rows[0], rows[2]]


@pytest.mark.parametrize(
    ("seasonality", "immunity", "takes_off"),
    [("no", "47", True), ("no", "48", False), ("moderate", "37", True), ("moderate", "38", False),
     ("high", "33", True), ("high", "34", False)],
)  # fmt: skip
def test_an_outbreak_takes_off_above_the_stated_numbers(
    seasonality: str, immunity: str, takes_off: bool
) -> None:
    assert scenario(record(seasonality=seasonality, immunity=immunity)).takes_off is takes_off


@pytest.mark.parametrize("answer", ["", "no outlook", 'Outlook\n{"peak_timing": {}}', "x\n[1]"])
def test_a_record_in_another_form_is_refused(answer: str) -> None:
    with pytest.raises(BadRecords, match="record 7"):
        scenario(record(7).model_copy(update={"evidence_answer": answer}))


def test_figures_are_medians_and_fractions() -> None:
    one = scenario(record())
    rows = [
        Compared(one, 0.1, 1.0, covered=True, same_trend=True),
        Compared(one, 0.3, 0.0, covered=True, same_trend=False),
        Compared(one, 0.2, 0.5, covered=False, same_trend=False),
    ]
    assert figures(rows) == {
        "abs_log10_peak": 0.2,
        "weeks": 0.5,
        "coverage": 0.6667,
        "trend": 0.3333,
        "n": 3,
    }
    assert figures([]) == {"n": 0}


def test_a_record_of_ten_times_the_peak_is_one_decade_further_off() -> None:
    one = scenario(record(states="New Hampshire, New Jersey"))
    near, far = compare(one), compare(replace(one, peak=10 * one.peak, trend="declining"))
    decade = np.log10((10 * one.peak + 0.5) / (one.peak + 0.5))
    ways = (far.abs_log10_peak - near.abs_log10_peak, far.abs_log10_peak + near.abs_log10_peak)
    assert min(abs(way - decade) for way in ways) < 1e-9
    assert near.abs_log10_peak < 0.3
    assert not far.covered
    assert near.same_trend
    assert not far.same_trend


@pytest.mark.slow
@needs(DATA / "benchmark" / "epidemiology.json")
@pytest.mark.parametrize(
    ("count", "peak", "weeks", "inside"),
    [(10, 0.12, 0.6, 0.7), pytest.param(60, 0.09, 0.4, 0.85, marks=pytest.mark.long)],
)
def test_published_records_are_reproduced_where_their_folder_is_at_hand(
    count: int, peak: float, weeks: float, inside: float
) -> None:
    records = Folder(DATA / "benchmark").records["epidemiology"].values()
    found = figures([compare(one) for one in unique(map(scenario, records))[:count]])
    assert found["abs_log10_peak"] <= peak
    assert found["weeks"] <= weeks
    assert found["coverage"] >= inside


def test_every_record_counts_and_every_scenario_is_run_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [record(0), record(1, "Florida, Ohio"), record(2, seasonality="high", immunity="60")]
    _write(tmp_path, rows)
    run: list[str] = []

    def counted(one: Scenario) -> Compared:
        run.append(one.digest)
        return Compared(one, 0.1, 0.2, True, True)

    monkeypatch.setattr(epidemiology, "compare", counted)
    found = measure(Folder(tmp_path), installed())
    assert found["n"] == 3
    assert len(run) == found["scenarios"] == 2
    assert found["takeoff"] == {
        "abs_log10_peak": 0.1,
        "weeks": 0.2,
        "coverage": 1.0,
        "trend": 1.0,
        "n": 2,
    }


def _write(folder: Path, rows: list[Record]) -> None:
    text = json.dumps([row.model_dump() for row in rows])
    (folder / "epidemiology.json").write_text(text, "utf-8")


def test_the_command_prints_json_and_refuses_a_folder_without_records(tmp_path: Path) -> None:
    runner = CliRunner()
    missing = runner.invoke(app, ["epidemiology", str(tmp_path / "nowhere")])
    assert missing.exit_code == 2
    empty = runner.invoke(app, ["epidemiology", str(tmp_path)])
    assert empty.exit_code == 2
    _write(tmp_path, [record()])
    shown = runner.invoke(app, ["epidemiology", str(tmp_path), "--json"])
    assert shown.exit_code == 0
    found = json.loads(shown.stdout)
    assert {"abs_log10_peak", "weeks", "coverage", "trend", "n", "takeoff", "heldout"} <= set(found)
    table = runner.invoke(app, ["epidemiology", str(tmp_path)])
    assert "abs_log10" in table.stdout


def test_held_out_scenarios_are_thirty_percent_and_never_fitted() -> None:
    scenarios = [scenario(record(i, r0=f"{1.5 + i / 100}")) for i in range(100)]
    fitted, held_out = split(scenarios)
    assert len(held_out) == 30
    assert not {one.digest for one in fitted} & {one.digest for one in held_out}
    assert len(held_out_digests()) == 106


def test_the_mean_field_of_the_calibration_is_that_of_the_simulator() -> None:
    from datetime import date

    from simulrag.simulators.epidemiology.metapopulation import simulate
    from simulrag.simulators.epidemiology.population import population
    from simulrag.simulators.epidemiology.transmission import transmission

    one = scenario(record(states="Alabama, Alaska"))
    expected = mean_field(GLEAM, _rows([one]))
    ensemble = simulate(
        population(one.states),
        GLEAM,
        r0=one.r0,
        immune=0.3,
        transmission=transmission(GLEAM, "none", date(2022, 10, 5), 244),
        members=200,
        seed=1,
        sampling="paired",
    )
    mean = ensemble.in_hospital.mean(axis=0)
    for state in range(2):
        day = int(expected[1, 0, state].argmax())
        assert mean[state].argmax() == pytest.approx(day, abs=3)
        assert np.isclose(mean[state].max(), expected[1, 0, state, day], rtol=0.04)
