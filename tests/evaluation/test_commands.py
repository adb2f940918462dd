"""The measuring command, on a folder of records written here."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from simulrag.evaluation.commands import app

QUESTION = (
    "For an influenza season in Iowa and Ohio starting on October 5, 2022, with an R0 of 2.4, "
    "no seasonality and 30% prior immunity, what is the forecast for hospital incidence?"
)
EVIDENCE = {
    "peak_magnitude": {"median_value": 488.5, "90_percent_ci": [342.0, 650.0]},
    "peak_timing": {"peak_date": "2022-11-21", "weeks_from_start": 6.7},
    "initial_trend": {
        "qualitative_trend": "rapid growth",
        "four_week_growth_percentage": 5800.0,
    },
    "total_burden": {"cumulative_median_value": 18024.5},
}
PLAN = {
    "function": "season",
    "states": ["Ohio", "Iowa"],
    "start_date": "2022-10-05",
    "r0": 2.4,
    "seasonality": "no",
    "immunity_percent": 30,
    "metric": "hospital incidence",
}
CLAIMS = [
    ("The median peak is 488.5 patients.", "supported"),
    ("The peak comes 6.7 weeks after the start.", "supported"),
    ("The median peak is 612.5 patients.", "refuted"),
    ("The peak comes 9.7 weeks after the start.", "refuted"),
    ("Treating these patients would cost 50 million dollars.", "outside"),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "records"
    path.mkdir()
    answer = "The peak reaches a median of 488.5 patients. It comes 7.9 weeks after the start."
    records = [
        {
            "index": index,
            "question": QUESTION,
            "reference_answer": answer,
            "evidence_question": QUESTION,
            "evidence_answer": json.dumps(EVIDENCE),
        }
        for index in (1, 2)
    ]
    plans = [
        {"domain": "epidemiology", "index": 1, "calls": [PLAN]},
        {"domain": "epidemiology", "index": 2, "calls": [{**PLAN, "r0": 2.5}]},
    ]
    claims = [
        {"domain": "epidemiology", "index": 1, "claim": claim, "label": label}
        for claim, label in CLAIMS
    ]
    (path / "epidemiology.json").write_text(json.dumps(records), "utf-8")
    (path / "plans.jsonl").write_text("\n".join(map(json.dumps, plans)), "utf-8")
    (path / "claims_own.jsonl").write_text("\n".join(map(json.dumps, claims)), "utf-8")
    return path


def measure(folder: Path, *options: str) -> dict[str, Any]:
    done = CliRunner().invoke(app, ["records", str(folder), "--json", *options])
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def test_a_plan_that_differs_is_counted_and_written_as_a_miss(folder: Path, tmp_path: Path) -> None:
    misses = tmp_path / "misses.jsonl"
    figures = measure(folder, "--only", "plans", "--misses", str(misses))
    assert figures == {"epidemiology": {"plan_accuracy": 0.5, "n_plans": 2}}
    (line,) = misses.read_text("utf-8").splitlines()
    miss = json.loads(line)
    assert (miss["index"], miss["question"]) == (2, QUESTION)
    assert miss["expected"][0]["r0"] == 2.5
    assert miss["got"][0]["r0"] == 2.4


def test_the_limit_takes_the_first_cases(folder: Path) -> None:
    figures = measure(folder, "--only", "plans", "--limit", "1")
    assert figures == {"epidemiology": {"plan_accuracy": 1.0, "n_plans": 1}}


def test_labelled_claims_are_decided_against_the_evidence_of_their_record(folder: Path) -> None:
    assert measure(folder, "--only", "claims") == {
        "epidemiology": {
            "true_supported": 1.0,
            "false_refuted": 1.0,
            "outside_right": 1.0,
            "wrongly_supported": 0,
            "wrongly_outside": 0,
            "claims_read": 1.0,
            "rewrites_supported": 1.0,
            "n_claims": 5,
        }
    }


def test_labels_that_the_evidence_contradicts_are_counted_as_misses(folder: Path) -> None:
    path = folder / "claims_own.jsonl"
    swap = {"supported": "refuted", "refuted": "supported", "outside": "outside"}
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    swapped = [json.dumps({**row, "label": swap[row["label"]]}) for row in rows]
    path.write_text("\n".join(swapped), "utf-8")
    figures = measure(folder, "--only", "claims")["epidemiology"]
    assert (figures["true_supported"], figures["false_refuted"]) == (0.0, 0.0)
    assert figures["wrongly_supported"] == 2
    assert figures["wrongly_outside"] == 0


def test_what_can_be_decided_and_is_called_outside_is_counted(folder: Path) -> None:
    path = folder / "claims_own.jsonl"
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    labelled = [{**row, "label": "refuted"} for row in rows if row["label"] == "outside"]
    path.write_text("\n".join(map(json.dumps, labelled)), "utf-8")
    figures = measure(folder, "--only", "claims")["epidemiology"]
    assert figures["wrongly_outside"] == len(labelled) == figures["n_claims"]


def test_a_fault_of_the_verifier_is_a_miss_and_ends_nothing(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_arguments: object, **_options: object) -> None:
        raise ZeroDivisionError("by nothing")

    monkeypatch.setattr("simulrag.evaluation.verdicts.check_claims", broken)
    misses = tmp_path / "misses.jsonl"
    figures = measure(folder, "--only", "claims", "--misses", str(misses))["epidemiology"]
    assert (figures["true_supported"], figures["claims_read"], figures["n_claims"]) == (0, 0, 5)
    found = [json.loads(line) for line in misses.read_text("utf-8").splitlines()]
    assert [m["got"] for m in found] == ["not_measured"] * 5
    assert all("ZeroDivisionError: by nothing" in m["why"] for m in found)


def test_reference_sentences_that_do_not_follow_are_left_out_and_counted(folder: Path) -> None:
    assert measure(folder, "--only", "references") == {
        "epidemiology": {
            "reference_read": 1.0,
            "reference_supported": 1.0,
            "inconsistent_references": 2,
            "n_references": 2,
            "n_reference_sentences": 2,
            "altered_refuted": 1.0,
            "altered_conditions_supported": 0,
            "n_altered": 2,
            "n_altered_conditions": 2,
        }
    }


def test_plain_text_is_judged_without_a_question(folder: Path) -> None:
    sentences = [
        {"text": "Hospitals should hold a tenth of their beds in reserve.", "label": "outside"},
        {"text": "In Kyoto the carbon tax is unpopular.", "label": "outside"},
    ]
    (folder / "sentences.jsonl").write_text("\n".join(map(json.dumps, sentences)), "utf-8")
    figures = measure(folder, "--only", "sentences")["sentences"]
    assert figures == {"wrong_way_round": 0, "outside_right": 1.0, "n": 2}


def test_what_is_absent_is_omitted(tmp_path: Path) -> None:
    assert measure(tmp_path) == {}


def test_a_table_is_printed_without_json(folder: Path) -> None:
    done = CliRunner().invoke(app, ["records", str(folder), "--only", "plans"])
    assert done.exit_code == 0
    assert "50.00 %" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["nowhere"], "nowhere"),
        ([".", "--only", "poetry"], "poetry"),
        ([".", "--limit", "0"], "greater"),
    ],
)
def test_bad_input_exits_with_2_and_is_named(arguments: list[str], named: str) -> None:
    done = CliRunner().invoke(app, ["records", *arguments])
    assert done.exit_code == 2
    assert named in done.output
