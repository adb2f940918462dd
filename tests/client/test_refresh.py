"""`simulrag refresh`: what is brought is in use from the next process on, and says so."""

import json
from pathlib import Path
from typing import Any

import pytest

from client.running import process
from published_tables import NEXT_WEEK, admissions, years
from simulrag.client.doctor import checks
from simulrag.simulators.climate.record_source import RECORD
from simulrag.simulators.diagnostics import Finding
from simulrag.simulators.measurement_tables import folder
from simulrag.verifier.evidence import EvidenceStore, default_path

CLAIM = {
    "text": "In 2024 the world was 1.53 °C warmer than in 1850-1900, as recorded.",
    "formula": "climate.global_record(year=2024).recorded_warming == 1.53",
}


def simulrag(*arguments: str, code: int = 0) -> str:
    done = process(*arguments)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


def run(*arguments: str) -> Any:
    return json.loads(simulrag("run", *arguments, "--json"))


@pytest.mark.slow
def test_a_verdict_made_before_keeps_its_runs_and_one_made_after_has_others(
    tmp_path: Path,
) -> None:
    claims, table = tmp_path / "claims.jsonl", tmp_path / "annual.csv"
    claims.write_text(json.dumps(CLAIM), "utf-8")
    table.write_text(years(changed={2024: 1.16}), "utf-8")
    check = ("check", "--claims", str(claims), "--json")
    (before,) = json.loads(simulrag(*check))["claims"]
    assert before["verdict"] == "supported"
    with EvidenceStore(default_path()) as store:
        (verdict_id,) = store.verdict_ids(1)

    said = simulrag("refresh", "climate", "--from", str(table))
    assert "HadCRUT5 global annual means: to 2025, read on" in said
    assert "1 numbers more, 1 revised\n  global mean 2024: 1.1755 -> 1.16\n" in said
    (after,) = json.loads(simulrag(*check))["claims"]
    assert (before["simulated"], after["simulated"]) == ("1.53 °C", "1.52 °C")
    version = before["versions"]["climate"]
    assert after["versions"]["climate"].startswith(f"{version}+data.2025.")
    assert set(after["run_ids"]).isdisjoint(before["run_ids"])
    again = simulrag("recompute", verdict_id)
    assert "stored" in again
    assert "supported; now: supported" in again
    assert f"changed since: climate {version} -> {version}+data.2025." in again

    assert "no longer to 2025" in simulrag("refresh", "climate", "--undo")
    (undone,) = json.loads(simulrag(*check))["claims"]
    assert undone["run_ids"] == before["run_ids"]


@pytest.mark.slow
def test_new_weeks_and_years_can_be_asked_for_and_say_as_of_when(tmp_path: Path) -> None:
    week = ("epidemiology", "admissions", "states=Ohio", f"week={NEXT_WEEK}")
    assert "2026-06-27" in simulrag("run", *week, code=2)
    for name, text in (("epidemiology", admissions(3)), ("climate", years())):
        file = tmp_path / f"{name}.csv"
        file.write_text(text, "utf-8")
        simulrag("refresh", name, "--from", str(file))
    made = run(*week)
    assert made["resolved"]["reports"].startswith("revised, to 2026-07-18, read on ")
    assert made["version"].startswith("0.3.0+data.2026-07-18.")
    assert made["outputs"]["week_admissions"]["value"] > 0
    year = run("climate", "global_record", "year=2025")
    assert year["resolved"]["record"].startswith("to 2025, read on ")
    season = run("epidemiology", "season", "states=Ohio", "r0=2", "start_date=2022-10-01",
                 "seasonality=moderate", "immunity=40", "members=20")  # fmt: skip
    assert season["version"] == made["version"]


def test_an_unknown_simulator_is_refused_with_those_that_have_measurements() -> None:
    assert "choose one of climate, epidemiology" in simulrag("refresh", "urban", code=2)


def measured() -> dict[str, Finding]:
    return {one.check: one for one in checks.measurements()}


def test_the_doctor_names_the_measurements_in_use_and_those_that_were_altered() -> None:
    found = measured()["measurements climate"]
    assert found.state == "ok"
    assert found.said == "HadCRUT5 global annual means: to 2024, as shipped"
    folder(RECORD).mkdir(parents=True)
    (folder(RECORD) / "history.json").write_text("[")
    found = measured()["measurements climate"]
    assert found.state == "failed"
    assert "as shipped, as " in found.said
    assert found.do == "simulrag refresh climate --undo goes back to the table before it"
