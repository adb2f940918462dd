"""Claims with formulas and values of formulas: from the command line, and from Python."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from client.coffee_loop import RIGHT, WRONG
from client.read_page import read
from client.running import content, simulrag
from coffee import Coffee, temperature
from simulrag.client import check, simulating
from simulrag.client.errors import BadInput
from simulrag.client.rendering import decided_by
from simulrag.client.reporting.notebook import short
from simulrag.server import app as server_app
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import FormulaClaim
from simulrag.verifier.evidence import EvidenceStore, default_path
from verifier.formulas.gauge import Gauge

MUG = 'coffee.cooling(cup="ceramic mug", initial_temperature=90, minutes=10)'
LEVEL = 'gauge.gauge(river="Ann", rain=10).level'
RUN_ID = re.compile(r"coffee-[0-9a-f]{12}")


def claim(text: str, value: str, **more: Any) -> dict[str, Any]:
    return {"text": text, "formula": f"M.temperature == {value}", "let": {"M": MUG}, **more}


SUPPORTED, REFUTED = claim(RIGHT, "71.9"), claim(WRONG, "65.0")
UNREAD = claim(WRONG, "71.9")
ABOVE = {
    "text": "With 10 mm of rain the level of the river Ann is above 1.0 m.",
    "formula": f"{LEVEL} > 1.0",
}


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the client know nothing but a cup of coffee and a river."""
    registry = Registry([Coffee(), Gauge()])
    monkeypatch.setattr(simulating, "installed", lambda: registry)
    monkeypatch.setattr(server_app, "installed", lambda: registry)


def lines(*claims: dict[str, Any]) -> str:
    return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in claims)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "claims.jsonl"
    path.write_text(lines(SUPPORTED, REFUTED, UNREAD), "utf-8")
    return path


def test_a_refuted_claim_of_a_file_is_corrected_and_gives_exit_code_1(file: Path) -> None:
    done = simulrag("check", "--claims", str(file), "--json")
    assert done.exit_code == 1, done.output
    given = content(done)
    assert [one["verdict"] for one in given["claims"]] == ["supported", "refuted", "unread"]
    assert given["claims"][1]["updated"] == RIGHT
    assert given["answer"] == "\n".join([RIGHT, RIGHT, WRONG])
    for one, handed in zip(given["claims"], (SUPPORTED, REFUTED, UNREAD), strict=True):
        assert (one["formula"], one["let"]) == (handed["formula"], handed["let"])
        assert one["read_by"] == "formula"
    (run,) = given["runs"]
    assert given["claims"][0]["run_ids"] == [run["id"]]


def test_a_person_reads_verdicts_values_runs_and_reasons(file: Path) -> None:
    done = simulrag("check", "--claims", str(file))
    assert done.exit_code == 1
    said = " ".join(done.stdout.split())
    assert f"supported {RIGHT}" in said
    assert "claimed 65.0" in said
    assert "simulated 71.9 °C" in said
    assert f"-> {RIGHT}" in said
    assert "neither text nor context prints" in said
    assert RUN_ID.search(said)


def test_claims_are_held_against_the_world_or_the_simulation_as_asked() -> None:
    words = {
        against: content(
            simulrag("check", "--claims", "-", "--against", against, "--json", stdin=lines(ABOVE))
        )["claims"][0]["verdict"]
        for against in ("world", "run")
    }
    assert words == {"world": "undecided", "run": "supported"}
    assert simulrag("check", "--claims", "-", "--against", "x", stdin=lines(ABOVE)).exit_code == 2


@pytest.mark.parametrize(
    ("second", "told"),
    [
        ("{", "line 2 is no JSON: "),
        ('["It is hot."]', "line 2 is no JSON object"),
        ('{"formula": "1 > 0"}', "line 2 has a fault at text: "),
        ('{"text": "It is hot.", "formula": "1 > 0", "let": []}', "line 2 has a fault at let: "),
    ],
)
def test_a_line_that_holds_no_claim_is_named_with_what_a_line_is(
    tmp_path: Path, second: str, told: str
) -> None:
    path = tmp_path / "claims.jsonl"
    path.write_text(f"{lines(SUPPORTED)}{second}\n", "utf-8")
    done = simulrag("check", "--claims", str(path), "--json")
    assert done.exit_code == 2
    assert told in done.stderr
    assert '"formula"' in done.stderr
    assert told in content(done)["problems"][0]["message"]
    assert "Traceback" not in done.output


def test_a_claim_without_a_formula_is_read_by_rules_and_costs_no_other() -> None:
    bare = {"text": RIGHT}
    done = simulrag("check", "--claims", "-", "--json", stdin=lines(SUPPORTED, bare))
    assert done.exit_code == 0, done.output
    formula, rules = content(done)["claims"]
    assert (formula["verdict"], formula["read_by"]) == ("supported", "formula")
    assert (rules["verdict"], rules["read_by"]) == ("supported", "rules")


def test_blank_lines_and_fields_of_others_are_passed_over_and_nothing_refuted_is_no_error() -> None:
    noted = claim(RIGHT, "71.9", label="true", confidence=0.9)
    done = simulrag("check", "--claims", "-", "--json", stdin=f"\n{lines(noted, UNREAD)}\n\n")
    assert [one["verdict"] for one in content(done)["claims"]] == ["supported", "unread"]
    assert done.exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["text.txt"], "file were both given"),
        (["--answer", RIGHT], "answer were both given"),
        (["--question", "How hot?"], "question were both given"),
        (["--evidence", "missing.json"], "missing.json"),
    ],
)
def test_what_goes_with_a_text_is_refused_beside_claims(
    file: Path, arguments: list[str], told: str
) -> None:
    done = simulrag("check", "--claims", str(file), *arguments)
    assert done.exit_code == 2
    assert told in done.stderr


def test_a_file_without_a_claim_is_refused() -> None:
    done = simulrag("check", "--claims", "-", stdin=" \n\n")
    assert done.exit_code == 2
    assert "no claim" in done.stderr
    assert simulrag("check", "--claims", "missing.jsonl").exit_code == 2


def test_a_report_shows_the_claims(tmp_path: Path, file: Path) -> None:
    done = simulrag("check", "--claims", str(file), "--report", str(tmp_path / "check.html"))
    assert done.exit_code == 1, done.output
    page = read((tmp_path / "check.html").read_text("utf-8"))
    assert "71.9 °C" in page.one("section", id="answer").text
    assert page.one("section", id="charts")


def test_formulas_are_computed_and_their_runs_kept() -> None:
    done = simulrag("compute", f"{MUG}.temperature", f"{MUG}.drinkable", "--json")
    assert done.exit_code == 0, done.output
    values = content(done)["values"]
    assert values[0]["value"] == pytest.approx(temperature("ceramic mug", 90, 20, 10), rel=1e-12)
    assert values[1]["value"] == "too hot"
    with EvidenceStore(default_path()) as store:
        assert store.get(values[0]["run_ids"][0]) is not None


def test_names_and_assumed_inputs_are_given_by_options() -> None:
    done = simulrag(
        "compute", "A.temperature - B.temperature", "--json",
        "--let", "A=coffee.cooling(initial_temperature=90, minutes=10)",
        "--let", "B=coffee.cooling(initial_temperature=90, minutes=20)",
        "--assume", "cup=vacuum flask",
    )  # fmt: skip
    (found,) = content(done)["values"]
    after_10, after_20 = (temperature("vacuum flask", 90, 20, minutes) for minutes in (10, 20))
    assert found["value"] == pytest.approx(after_10 - after_20)
    timed = 'coffee.cooling(cup="ceramic mug", initial_temperature=90).temperature'
    made = simulrag("compute", timed, "--assume", "minutes=10", "--json")
    assert content(made)["values"][0]["text"] == "71.9 °C"


def test_claims_from_python_may_be_objects_of_ours_mappings_and_bare_texts() -> None:
    made = check(claims=[FormulaClaim.model_validate(SUPPORTED), REFUTED, WRONG])
    assert [one.verdict for one in made.claims] == ["supported", "refuted", "refuted"]
    assert [one.read_by for one in made.claims] == ["formula", "formula", "rules"]
    (run,) = check(claims=[ABOVE], against="run").claims
    assert (run.verdict, run.against) == ("supported", "run")


def test_what_a_run_decides_by_its_centre_is_told_with_its_chance() -> None:
    made = check(claims=[ABOVE], against="run")
    (found,) = made.claims
    told = f"probability {found.chance}"
    assert any(line.endswith(told) for line in decided_by(found))
    assert told in short(made.question, made.answer, made.claims)
    (world,) = check(claims=[ABOVE]).claims
    assert (world.verdict, world.open_chance) == ("undecided", "")


def test_a_text_and_claims_exclude_each_other() -> None:
    with pytest.raises(BadInput, match="one of the two"):
        check(RIGHT, claims=[SUPPORTED])
    with pytest.raises(BadInput, match="one of the two"):
        check()
