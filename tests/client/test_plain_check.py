"""What `simulrag check` prints of plain text: the verdicts, what is read, what is true."""

import json

from typer.testing import CliRunner, Result

from simulrag.client.cli import app

REPORT = "The average temperature in Nairobi in 1990 was {} °C. Nairobi should plant more trees."


def check(text: str, *options: str) -> Result:
    return CliRunner().invoke(app, ["check", "--answer", text, *options])


def test_a_true_sentence_is_supported_and_a_recommendation_lies_outside() -> None:
    done = check(REPORT.format("19.4"))
    assert done.exit_code == 0, done.output
    assert done.stdout.startswith("supported ")
    assert "\noutside  " in done.stdout
    assert "Corrected" not in done.stdout


def test_a_refuted_sentence_of_a_report_is_corrected_and_the_rest_kept() -> None:
    done = check(REPORT.format("31.2"))
    assert done.exit_code == 1, done.output
    assert f"Corrected\n{REPORT.format('19.4')}" in done.stdout


def test_json_holds_the_formula_that_was_read_and_by_whom() -> None:
    done = check(REPORT.format("19.4"), "--json")
    read, _ = json.loads(done.stdout)["claims"]
    assert read["formula"] == (
        'climate.temperature(place="Nairobi", year=1990).temperature == 19.4'
    )
    assert read["read_by"] == "rules"


def test_a_sentence_that_takes_its_conditions_from_another_is_unread() -> None:
    done = check("The average temperature in Nairobi in 1990 was 19.4 °C. It rose by 2 °C.")
    assert "\nunread  " in done.stdout
