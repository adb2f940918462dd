"""The comparison of the corridor with published records."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from corridor import engine
from simulrag.evaluation.commands import app
from simulrag.evaluation.records import BadRecords, Folder, Record
from simulrag.evaluation.urban import measure, unchanged
from simulrag.simulators.errors import NotInstalled
from simulrag.simulators.registry import Registry
from simulrag.simulators.urban import simulator as registered
from urban_record import EVIDENCE, QUESTION

RECORD = Record(
    index=0,
    question=QUESTION,
    reference_answer="",
    evidence_question=QUESTION,
    evidence_answer=json.dumps(EVIDENCE),
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "urban.json").write_text(json.dumps([RECORD.model_dump()]), "utf-8")
    return tmp_path


@pytest.mark.parametrize("evidence", ["", "{}", '{"baseline_results": 1}', "[]"])
def test_a_record_without_figures_is_refused_by_its_number(
    evidence: str, registry: Registry
) -> None:
    with pytest.raises(BadRecords, match="record 0"):
        unchanged([RECORD.model_copy(update={"evidence_answer": evidence})], registry)


def test_without_the_engine_the_command_says_what_to_install(
    folder: Path, registry: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registered, "engine_version", lambda: "")
    with pytest.raises(NotInstalled, match=r"simulrag\[urban\]"):
        measure(Folder(folder), registry)
    done = CliRunner().invoke(app, ["urban", str(folder)])
    assert done.exit_code == 2
    assert "simulrag[urban]" in done.output


@engine
def test_the_corridor_of_the_records_is_compared_with_the_engine(folder: Path) -> None:
    done = CliRunner().invoke(app, ["urban", str(folder), "--json"])
    assert done.exit_code == 0, done.output
    baseline = json.loads(done.output)["baseline"]
    assert baseline["nox_recorded"] == pytest.approx(16.0)
    for name in ("travel_time", "co2"):
        off = baseline[name] / baseline[f"{name}_recorded"] - 1
        assert baseline[f"{name}_error_percent"] == pytest.approx(100 * off, abs=0.1)
