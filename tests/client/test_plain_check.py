"""What `simulrag check` prints of plain text: the verdicts, what was taken for granted."""

import json

from typer.testing import CliRunner, Result

from simulrag.client.cli import app

REPORT = (
    "Ohio's 2023-24 flu season peaked at 655 admissions a week. The following season peaked {}."
)


def check(text: str, *options: str) -> Result:
    return CliRunner().invoke(app, ["check", "--answer", text, *options])


def test_what_a_sentence_takes_from_before_is_printed_with_its_verdict() -> None:
    done = check(REPORT.format("higher"))
    assert done.exit_code == 0, done.output
    assert done.stdout.count("supported") == 2
    assert "taken for granted: states: Ohio, from what was said before" in done.stdout
    assert "Corrected" not in done.stdout


def test_a_refuted_sentence_of_a_report_is_corrected_and_the_rest_kept() -> None:
    done = check(REPORT.format("lower"))
    assert done.exit_code == 1, done.output
    assert f"Corrected\n{REPORT.format('higher')}" in done.stdout


def test_json_holds_what_was_assumed_for_a_change_without_a_number() -> None:
    done = check("More CO2 would make Nairobi warmer in 2090.", "--json")
    (found,) = json.loads(done.stdout)["claims"]
    assert found["verdict"] == "supported"
    assert {line.split(":")[0] for line in found["assumed"]} == {"co2", "scenario"}


def test_a_sentence_with_all_its_conditions_assumes_nothing() -> None:
    done = check("Under SSP5-8.5 Nairobi is warmer in 2090 than under SSP2-4.5.")
    assert done.exit_code == 0, done.output
    assert "taken for granted" not in done.stdout
