"""Calls per question on records of our own, beside the official formula."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from simulrag.client.cli import app as client_app
from simulrag.client.paper.estimating import official_calls
from simulrag.evaluation.calls import chosen, official_rounds
from simulrag.evaluation.commands import app
from simulrag.evaluation.records import Folder
from simulrag.simulators.registry import Registry

#: What was counted in the official code with a live simulator, asked once: m, k, s, calls.
COUNTED = [(1, 6, 6, 17), (3, 10, 10, 33), (3, 20, 20, 53), (5, 14, 14, 49), (5, 32, 32, 85),
           (10, 62, 62, 165)]  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    questions = [
        *[f"What was the average temperature in {p} in 1990?" for p in ("Oslo", "Lima", "Perth")],
        "Will a carbon tax reduce inequality in Lisbon?",
    ]
    rows = [
        {
            "index": index,
            "question": question,
            "reference_answer": "",
            "evidence_question": "",
            "evidence_answer": "",
        }
        for index, question in enumerate(questions)
    ]
    (tmp_path / "climate.json").write_text(json.dumps(rows))
    return tmp_path


@pytest.mark.parametrize(("drafts", "claims", "selected", "calls"), COUNTED)
def test_the_official_formula_gives_the_calls_that_were_counted(
    drafts: int, claims: int, selected: int, calls: int
) -> None:
    assert official_calls(drafts, claims, selected) + 1 == calls


def test_the_official_code_waits_for_merges_one_after_another() -> None:
    assert official_rounds(5, 8, 0) - official_rounds(3, 8, 0) == 2
    assert official_rounds(5, 9, 0) - official_rounds(5, 8, 0) == 1


def test_calls_stay_at_three_above_the_drafts_and_refused_questions_cost_none(
    folder: Path,
) -> None:
    found = measured(folder)
    assert found["synthetic"]
    for method in ("computed", "paper"):
        assert found["figures"][method]["questions"] == {"answered": 3, "refused": 1}
    assert found["figures"]["computed"]["calls"] == {"median": 8, "maximum": 8}
    for one in (one for one in found["each"] if not one["refused"]):
        assert one["official"] == 20 + one["claims"] + one["selected"]
        assert one["official"] > one["calls"] or one["method"] == "paper"


@pytest.mark.parametrize("budget", ["0", "45", "100"])
def test_the_printed_method_asks_what_the_formula_says_and_once_for_its_runs(
    folder: Path, budget: str
) -> None:
    found = measured(folder, "--method", "paper", "--budget", budget)
    asked = [one for one in found["each"] if not one["refused"]]
    assert len(asked) == 3
    assert [one["calls"] for one in asked] == [one["official"] + 1 for one in asked]
    assert any(one["selected"] for one in asked) or budget == "0"


def measured(folder: Path, *options: str) -> Any:
    done = CliRunner().invoke(app, ["calls", str(folder), "--json", "--seconds", "0", *options])
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def test_the_table_says_that_the_answerer_is_synthetic(folder: Path) -> None:
    done = CliRunner().invoke(
        client_app, ["evaluate", "calls", str(folder), "--limit", "1", "--seconds", "0"]
    )
    assert done.exit_code == 0, done.output
    assert "synthetic answerer" in " ".join(done.stdout.split())


def test_questions_are_chosen_evenly(folder: Path, registry: Registry) -> None:
    assert [index for _, index, _ in chosen(Folder(folder), registry, 2)] == [0, 2]
    assert len(chosen(Folder(folder), registry, 99)) == 4


def test_a_folder_that_does_not_exist_is_named() -> None:
    done = CliRunner().invoke(app, ["calls", "nowhere"])
    assert done.exit_code == 2
    assert "nowhere" in done.output
