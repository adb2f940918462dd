"""A new simulator works as it is written, passes its own tests, and its faults are found."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from python_process import python
from simulrag.simulators.external import command as new_simulator
from simulrag.verifier.conformance import command as validate_simulator


def made(folder: Path, kind: str = "functions", name: str = "my_tank") -> Path:
    arguments = [name, "--kind", kind, "--folder", str(folder)]
    done = CliRunner().invoke(new_simulator.app, arguments)
    assert done.exit_code == 0, done.output
    return folder / name


def validated(home: Path | str) -> tuple[int, dict[str, Any]]:
    done = CliRunner().invoke(validate_simulator.app, [str(home), "--json"])
    return done.exit_code, json.loads(done.stdout) if done.exit_code < 2 else {}


def failed(home: Path) -> dict[str, str]:
    code, found = validated(home)
    wrong = {f["check"]: f["said"] for f in found["findings"] if f["state"] == "failed"}
    assert code == (1 if wrong else 0)
    return wrong


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["functions", "program"])
def test_a_new_simulator_is_sound_and_its_own_tests_pass(kind, tmp_path):
    home = made(tmp_path, kind)
    code, found = validated(home)
    assert code == 0
    assert {finding["state"] for finding in found["findings"]} == {"ok"}
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    words = ("-m", "pytest", "-q", "-p", "no:cacheprovider", home)
    done = python(*words, check=False, cwd=home, env=environment)
    assert done.returncode == 0, done.stdout
    assert "7 passed" in done.stdout


def test_a_new_simulator_is_found_by_its_name_at_once(tmp_path):
    assert CliRunner().invoke(new_simulator.app, ["my_tank"]).exit_code == 0
    assert (tmp_path / "config" / "simulrag" / "simulators" / "my_tank").is_dir()
    assert validated("my_tank")[0] == 0


def test_nothing_is_written_over_and_bad_names_are_refused(tmp_path):
    made(tmp_path)
    for name in ("my_tank", "My Tank", "../tank", "", "x" * 60):
        done = CliRunner().invoke(new_simulator.app, [name, "--folder", str(tmp_path)])
        assert done.exit_code == 2, name


def test_a_name_that_is_in_use_is_refused_by_whoever_writes_and_whoever_tries(tmp_path):
    done = CliRunner().invoke(new_simulator.app, ["climate", "--folder", str(tmp_path)])
    assert done.exit_code == 2
    assert "there is a simulator 'climate' already" in done.output
    assert not (tmp_path / "climate").exists()
    home = made(tmp_path)
    declared = home / "simulator.toml"
    text = declared.read_text("utf-8")
    assert '"my_tank"' in text
    declared.write_text(text.replace('"my_tank"', '"climate"', 1), "utf-8")
    assert "there is a simulator 'climate' already" in failed(home)["name"]


def test_an_unknown_simulator_is_told_with_those_that_there_are():
    done = CliRunner().invoke(validate_simulator.app, ["no_such"])
    assert done.exit_code == 2
    assert "climate" in done.output


@pytest.mark.parametrize(
    ("file", "old", "new", "check", "said"),
    [
        ("my_tank_model.py", "* inflow *", "* inflow * (1 + random.random()) *",
         "water_level: determinism", ""),
        ("my_tank_model.py", '{"outputs": water_level(**asked["arguments"])}',
         '{"outputs": water_level(20, 1 / (600 - asked["arguments"]["minutes"]))}',
         "water_level: minutes", "ZeroDivisionError"),
        ("my_tank_model.py", 'if asked["function"] != "water_level":', "if False:", "errors", ""),
        ("my_tank_model.py", '"level": level', '"level": {"value": level, "unit": "cm"}',
         "run", "came in 'cm'"),
        ("simulator.toml", 'description = "height of the water"',
         'template = "It stands at {value} of 9 m."', "water_level: text on level", "own sentence"),
        ("handbook.md", "{{tables}}", "", "handbook", "{{tables}}"),
    ],
)  # fmt: skip
def test_the_kit_finds_what_is_wrong(file, old, new, check, said, tmp_path):
    path = made(tmp_path, "program") / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new).replace("import json\n", "import json\nimport random\n"))
    wrong = failed(path.parent)
    if check not in wrong and check == "water_level: determinism":
        check = "run"
    assert check in wrong, wrong
    assert said in wrong[check]
