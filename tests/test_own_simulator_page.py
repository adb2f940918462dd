"""The tutorial's commands run as they stand, one after the other, and say what it promises."""

import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from simulrag.simulators.external.declaration import Execution
from simulrag.simulators.external.replies import parsed, results
from simulrag.simulators.external.simulator import from_file

PAGE = (Path(__file__).resolve().parents[1] / "docs" / "own-simulator.md").read_text("utf-8")
PROGRAM = "import sys; from simulrag.client.cli import main; main()"


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def commands() -> list[list[str]]:
    lines = [line for block in blocks("bash") for line in block.splitlines()]
    assert all(line.startswith("simulrag ") for line in lines)
    return [shlex.split(line)[1:] for line in lines]


def environment(home: Path) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "PYTHONPATH") if name in os.environ}
    return {**kept, "HOME": str(home), "SIMULRAG_EVIDENCE": str(home / "evidence.sqlite")}


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[int, str]]:
    """What each command printed, for a user who has nothing yet."""
    home = tmp_path_factory.mktemp("home")
    found: dict[str, tuple[int, str]] = {}
    for words in commands():
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, *words],
            capture_output=True,
            text=True,
            check=False,
            env=environment(home),
        )
        found[words[0]] = done.returncode, done.stdout + done.stderr
    found["folder"] = 0, str(home / ".config" / "simulrag" / "simulators" / "my_tank")
    return found


@pytest.mark.slow
def test_the_commands_of_the_page_do_what_it_says(said: dict[str, tuple[int, str]]) -> None:
    assert said["new-simulator"][0] == said["validate-simulator"][0] == 0
    assert "all is well" in said["validate-simulator"][1]
    assert "level = 0.393" in said["run"][1]
    assert "0.39 m" in said["ask"][1]
    code, text = said["check"]
    assert code == 1
    assert text.startswith("refuted ")
    assert "after 30 minutes is 39 cm." in text


def test_the_files_of_the_page_are_those_that_are_written(
    said: dict[str, tuple[int, str]],
) -> None:
    listed = set(re.findall(r"^\| `([\w.]+\.(?:py|toml|md))` \|", PAGE, re.MULTILINE))
    written = {path.name for path in Path(said["folder"][1]).iterdir() if path.is_file()}
    assert listed == written


def test_the_messages_of_the_page_are_those_of_the_skeleton(
    said: dict[str, tuple[int, str]],
) -> None:
    asked, answered = (json.loads(block) for block in blocks("json"))
    simulator = from_file(Path(said["folder"][1]) / "simulator.toml")
    (function,) = simulator.functions
    assert asked["function"] == function.name
    assert set(asked["arguments"]) == {parameter.name for parameter in function.parameters}
    read = results(parsed(json.dumps(answered).encode(), "page"), function, "page")
    assert set(read.outputs) == {"level", "state"}


def test_the_page_names_every_key_of_run_with_its_default() -> None:
    row = PAGE.split("## All keys")[1].split("`[functions.NAME]`")[0]
    for name in Execution.model_fields:
        assert f"`{name}`" in row, name
    run = Execution(kind="program", command=("x",))
    assert f"{run.seconds:g} s, {run.megabytes:,} MB of address" in row
    assert f"{run.output_megabytes:g} MB of output" in row


def test_the_entry_point_of_the_page_is_in_the_group_that_is_searched() -> None:
    from simulrag.simulators.registry import GROUP

    (block,) = blocks("toml")
    assert list(tomllib.loads(block)["project"]["entry-points"]) == [GROUP]
