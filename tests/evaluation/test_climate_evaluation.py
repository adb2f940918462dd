"""`simulrag evaluate climate` as its user sees it."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from data_at_hand import DATA, needs
from simulrag.evaluation.climate import PARTS, TARGETS
from simulrag.evaluation.commands import app
from simulrag.evaluation.measurement import flat, met
from simulrag.simulators.climate import measured_figures
from studies.climate_record.__main__ import PARTS as RECORD_PARTS
from studies.climate_record.__main__ import app as record

RUNNER = CliRunner()


def test_ar6_needs_no_folder_content_and_is_within_the_assessed_ranges(tmp_path: Path) -> None:
    """AR6 WG1 table SPM.1, 2081-2100: best estimates within 0.15, ends within 0.3 °C."""
    made = RUNNER.invoke(app, ["climate", str(tmp_path), "--only", "ar6", "--json"])
    assert made.exit_code == 0
    found = json.loads(made.stdout)["ar6"]
    assessed = {"ssp126": (1.8, 1.3, 2.4), "ssp245": (2.7, 2.1, 3.5), "ssp370": (3.6, 2.8, 4.6),
                "ssp585": (4.4, 3.3, 5.7)}  # fmt: skip
    for scenario, (best, low, high) in assessed.items():
        assert found[scenario]["median"] == pytest.approx(best, abs=0.15)
        assert found[scenario]["p5"] == pytest.approx(low, abs=0.3)
        assert found[scenario]["p95"] == pytest.approx(high, abs=0.3)


def test_a_table_says_which_targets_are_met(tmp_path: Path) -> None:
    made = RUNNER.invoke(app, ["climate", str(tmp_path), "--only", "ar6"])
    assert made.exit_code == 0
    assert "met" in made.stdout
    assert "missed" not in made.stdout


def test_a_missing_folder_and_an_unknown_part_are_refused(tmp_path: Path) -> None:
    absent = RUNNER.invoke(app, ["climate", str(tmp_path), "--only", "ipsl"])
    assert absent.exit_code == 2
    assert "historical r1i1p1f1" in absent.output
    unknown = RUNNER.invoke(app, ["climate", str(tmp_path), "--only", "weather"])
    assert unknown.exit_code == 2
    assert "choose one of ar6" in " ".join(unknown.output.split())


def test_targets_are_judged_by_their_own_numbers() -> None:
    assert met("spread.coverage", 0.895, TARGETS).endswith("met")
    assert met("spread.coverage", 0.86, TARGETS).endswith("missed")
    assert met("spread.coverage", float("nan"), TARGETS).endswith("missed")
    assert met("spread.nothing", 1.0, TARGETS) == ""
    assert dict(flat({"a": {"b": 1}, "c": 2})) == {"a.b": 1, "c": 2}
    assert all(low <= high for low, high in TARGETS.values())


@pytest.mark.slow
@needs(DATA / "climate")
def test_the_handbook_states_what_is_measured() -> None:
    """Each figure of the global mean that the handbook shows, measured again."""
    stored = measured_figures.global_figures()
    measured = dict[str, Any]()
    for command, parts in ((app, PARTS), (record, RECORD_PARTS)):
        words = ["climate"] if command is app else []
        only = [f"--only={part}" for part in stored if part in parts]
        made = RUNNER.invoke(command, [*words, str(DATA / "climate"), "--json", *only])
        assert made.exit_code == 0
        measured |= json.loads(made.stdout)
    found, kept = (dict(flat(one)) for one in (measured, stored))
    assert found.keys() == kept.keys()
    for name, value in kept.items():
        assert found[name] == (value if isinstance(value, str | list) else pytest.approx(value))
