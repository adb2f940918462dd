"""The comparison of the corridor with published records."""

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from simulrag.evaluation import urban as measured
from simulrag.evaluation.commands import app
from simulrag.evaluation.records import BadRecords, Folder, Record
from simulrag.evaluation.urban import cases, measure
from simulrag.simulators.errors import NotInstalled
from simulrag.simulators.registry import Registry
from simulrag.simulators.urban import simulator as registered
from simulrag.simulators.urban.corridor import SPEED_LIMIT, Corridor
from simulrag.simulators.urban.simulator import engine_version
from urban_record import EVIDENCE, QUESTION

DIET = (
    "If a road diet takes the avenue from two lanes to one lane and speed limits drop by 25%, "
    "what happens to CO2 emissions?"
)


def rows(*questions: str) -> list[Record]:
    return [
        Record(
            index=number,
            question=question,
            reference_answer="",
            evidence_question=question,
            evidence_answer=json.dumps(EVIDENCE),
        )
        for number, question in enumerate(questions)
    ]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    held = [row.model_dump() for row in rows(QUESTION, DIET)]
    (tmp_path / "urban.json").write_text(json.dumps(held), "utf-8")
    return tmp_path


def test_an_intervention_that_is_asked_for_twice_is_run_once(registry: Registry) -> None:
    found = cases(rows(QUESTION, DIET, QUESTION), registry)
    assert [(case.count, case.road_diet) for case in found] == [(2, False), (1, True)]
    assert found[0].corridor == Corridor(limit=0.7 * SPEED_LIMIT, signal="green wave")
    assert found[0].altered["co2"] == pytest.approx(24.0)
    assert found[0].plain["nox"] == pytest.approx(16.0)


def test_order_and_sign_count_only_what_is_apart() -> None:
    recorded = np.array([-10.0, 0.2, 5.0])
    assert measured._same_sign(recorded, np.array([-1.0, -3.0, 2.0])) == 1.0
    assert measured._same_sign(recorded, np.array([1.0, 1.0, 2.0])) == 0.5
    assert measured._same_order(recorded, np.array([-9.0, 1.0, 6.0])) == 1.0
    assert measured._same_order(recorded, -recorded) == 0.0
    assert measured._same_order(recorded / 100, recorded) == 1.0


@pytest.mark.parametrize("evidence", ["", "{}", '{"baseline_results": 1}', "[]"])
def test_a_record_without_figures_is_refused_by_its_number(
    evidence: str, registry: Registry
) -> None:
    (row,) = rows(QUESTION)
    with pytest.raises(BadRecords, match="record 0"):
        cases([row.model_copy(update={"evidence_answer": evidence})], registry)


def test_without_the_engine_the_command_says_what_to_install(
    folder: Path, registry: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registered, "engine_version", lambda: "")
    with pytest.raises(NotInstalled, match=r"simulrag\[urban\]"):
        measure(Folder(folder), registry)
    done = CliRunner().invoke(app, ["urban", str(folder)])
    assert done.exit_code == 2
    assert "simulrag[urban]" in done.output


@pytest.mark.skipif(
    not engine_version(), reason="needs Eclipse SUMO: pip install 'simulrag[urban]'"
)
def test_the_road_diet_of_the_records_is_found_to_have_lost_its_signal(
    folder: Path,
) -> None:
    done = CliRunner().invoke(app, ["urban", str(folder), "--json"])
    assert done.exit_code == 0, done.output
    figures = json.loads(done.output)
    kept, removed = (
        figures[f"road diet, signal {state}"] for state in ("kept as asked", "removed")
    )
    # These records have idling fall by nine tenths: only a road without its signal does that.
    assert kept["idling_time_same_sign"] == 0.0
    assert removed["idling_time_same_sign"] == 1.0
    assert removed["idling_time_change"] == pytest.approx(-92.7, abs=1.0)
