"""The command line: what is printed, the exit code, and subcommands of others."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import threading
import time
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from client.coffee_loop import QUESTION, RIGHT, SAYS, TASTE, WRONG
from client.rule_model import CUP, drafting
from client.running import PROGRAM, content, process, simulrag, start
from simulrag.client import simulating
from simulrag.client.rendering import run_lines
from simulrag.simulators.registry import installed
from simulrag.verifier.evidence import EvidenceStore, default_path
from simulrag.verifier.evidence_database import LOCATION_VARIABLE

RUN_ID = re.compile(r"coffee-[0-9a-f]{12}")
HOT = f"{CUP}.temperature"


pytestmark = pytest.mark.usefixtures("only_coffee")


def test_an_answer_as_json_has_the_agreed_fields_and_the_same_digits_each_time():
    first, second = (content(simulrag("ask", QUESTION, "--json")) for _ in range(2))
    assert first == second
    assert first["model"] is None
    assert {"answer", "claims", "runs", "model", "problems"} <= first.keys()
    runs = {run["id"] for run in first["runs"]}
    for claim in first["claims"]:
        assert {"text", "verdict", "updated", "run_ids"} <= claim.keys()
        assert set(claim["run_ids"]) <= runs
        assert claim["confidence"] is None


def test_the_readable_answer_shows_claims_runs_and_cost(messages_api):
    messages_api(drafting([WRONG, TASTE]))
    done = simulrag("ask", QUESTION, "-m", "2", "--model", "claude:claude-haiku-5-5")
    assert done.exit_code == 0, done.output
    assert f"refuted       {WRONG}" in done.stdout
    assert f"-> {RIGHT}" in done.stdout
    assert "claude (claude-haiku-5-5): 2 drafts, 6 calls" in done.stdout
    assert "coffee cooling 'cup=ceramic mug'" in done.stdout


@pytest.mark.parametrize("command", ["ask", "plan"])
@pytest.mark.parametrize(
    "question", ["", "   ", "Will a carbon tax reduce inequality in Lisbon?", "tea " * 25_000]
)
def test_a_question_that_nothing_can_help_with_is_refused(command, question):
    done = simulrag(command, question, "--json")
    assert done.exit_code == 2
    problems = content(done)["problems"]
    assert problems
    assert all(problem["reason"] and problem["message"] for problem in problems)
    assert done.stderr.startswith("simulrag: ")
    assert "Traceback" not in done.output


def test_a_model_without_a_key_or_of_no_name_is_refused():
    done = simulrag("ask", QUESTION, "--model", "claude")
    assert (done.exit_code, "ANTHROPIC_API_KEY is not set" in done.stderr) == (2, True)
    done = simulrag("ask", QUESTION, "--model", "oracle", "--json")
    assert done.exit_code == 2
    assert "'oracle' is unknown" in content(done)["problems"][0]["message"]


def test_the_model_can_come_from_the_environment(messages_api, monkeypatch):
    api = messages_api(drafting([RIGHT]))
    monkeypatch.setenv("SIMULRAG_MODEL", "claude:claude-opus-5-5")
    assert simulrag("ask", QUESTION, "-m", "1").exit_code == 0
    assert api.accepted[0][1]["model"] == "claude-opus-5-5"


def test_a_refuted_claim_is_corrected_and_gives_exit_code_1():
    done = simulrag("check", "--answer", f"{WRONG} {TASTE}", "--question", QUESTION, "--json")
    assert done.exit_code == 1, done.output
    given = content(done)
    assert given["answer"] == f"{RIGHT} {TASTE}"
    wrong, opinion = given["claims"]
    assert (wrong["verdict"], wrong["updated"]) == ("refuted", RIGHT)
    assert RUN_ID.fullmatch(wrong["run_ids"][0])
    assert wrong["low"] - 0.01 < 71.857 < wrong["high"] + 0.01
    assert opinion["verdict"] in ("outside", "unread")
    assert given["model"] is None


def test_a_check_against_recorded_evidence_makes_no_simulation(tmp_path):
    """The record says 70.0, the simulator would say 71.9: the record decides."""
    record = tmp_path / "record.json"
    record.write_text(
        json.dumps(
            {
                "question": QUESTION,
                "reference_answer": SAYS.format("68.0 °C"),
                "evidence_question": QUESTION,
                "evidence_answer": SAYS.format("70.0 °C"),
            }
        ),
        "utf-8",
    )
    done = simulrag("check", "--evidence", str(record), "--json")
    given = content(done)
    assert done.exit_code == 1, done.output
    assert given["answer"] == SAYS.format("70.0 °C")
    assert {run["source"] for run in given["runs"]} == {"recorded"}


def test_a_plan_is_data_and_commands():
    (call,) = content(simulrag("plan", QUESTION, "--json"))["calls"]
    assert (call["simulator"], call["function"]) == ("coffee", "cooling")
    assert call["arguments"]["minutes"] == 10
    line = simulrag("plan", QUESTION).stdout
    assert line.startswith("simulrag run coffee cooling 'cup=ceramic mug'")


def test_a_run_is_kept_and_shown_too_where_it_cannot_be(tmp_path, monkeypatch):
    arguments = ["run", "coffee", "cooling", "cup=paper cup", "initial_temperature=90", "minutes=9"]
    first = simulrag(*arguments, "--json")
    with EvidenceStore(default_path()) as store:
        assert store.get(content(first)["id"]) is not None
    assert first.stderr == ""
    junk = tmp_path / "junk.sqlite"
    junk.write_text("no database")
    monkeypatch.setenv(LOCATION_VARIABLE, str(junk))
    again = simulrag(*arguments, "--json")
    assert again.exit_code == 0
    assert content(again)["outputs"] == content(first)["outputs"]
    assert "the run is not kept" in again.stderr
    assert junk.read_text() == "no database"


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (["cup=paper cup", "initial_temperature=900", "minutes=10"], "allowed is 0 to 100"),
        (["cup=paper cup", "initial_temperature=nan", "minutes=10"], "finite"),
        (["cup=paper cup"], "initial_temperature is missing"),
        (["cup"], "not NAME=VALUE"),
        (["minutes=1", "minutes=2"], "minutes was given twice"),
        (["minutes=[1, 2"], "is no JSON"),
        (["sugar=2"], "'sugar'"),
    ],
)
def test_a_bad_run_is_refused_with_what_is_allowed(settings, message):
    done = simulrag("run", "coffee", "cooling", *settings, "--json")
    assert done.exit_code == 2
    assert message in done.stderr
    assert message in content(done)["problems"][0]["message"]


def test_simulators_are_listed_with_an_example_that_runs():
    listed = simulrag("simulators")
    example = next(line for line in listed.stdout.splitlines() if "simulrag run" in line)
    assert simulrag(*shlex.split(example.strip())[1:]).exit_code == 0
    assert content(simulrag("simulators", "--json"))["simulators"][0]["name"] == "coffee"


def test_one_simulator_is_shown_with_its_inputs_and_outputs():
    shown = simulrag("simulators", "coffee").stdout
    assert "      initial_temperature: 0 to 100 degC\n" in shown
    assert "      -> temperature (degC): " in shown
    assert "->" not in simulrag("simulators").stdout
    assert content(simulrag("simulators", "coffee", "--json")) == content(
        simulrag("simulators", "--json")
    )
    unknown = simulrag("simulators", "tea")
    assert unknown.exit_code == 2
    assert "choose one of coffee" in unknown.stderr


def test_inputs_without_a_range_say_what_they_are(monkeypatch):
    monkeypatch.setattr(simulating, "installed", installed)
    lines = simulrag("simulators", "climate").stdout.splitlines()
    assert "      place: name of a place" in lines
    assert "      place: name of a place, optional" in lines
    assert "      points: [longitude, latitude] pairs in degrees, optional" in lines


def test_the_version_is_that_of_the_package():
    done = simulrag("--version")
    assert done.exit_code == 0
    assert done.stdout == f"simulrag {version('simulrag')}\n"


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["nothing"],
        ["ask"],
        ["ask", QUESTION, "--drafts", "0"],
        ["ask", QUESTION, "--budget", "101"],
        ["check"],
        ["check", "missing.txt"],
        ["check", "--answer", "x", "--evidence", "missing.json"],
        ["run", "tea", "cooling"],
        ["run", "coffee", "boiling"],
        ["ask", QUESTION, "--server", "no-such-program"],
        ["compute"],
        ["compute", HOT, "--let", "A"],
        ["compute", HOT, "--let", "=A"],
        ["compute", HOT, "--assume", "cup"],
        ["compute", f"{CUP}.temprature"],
        ["compute", HOT, "--server", "no-such-program"],
    ],
)
def test_bad_input_gives_exit_code_2_and_no_traceback(arguments):
    done = simulrag(*arguments)
    assert done.exit_code == 2, done.output
    assert "Traceback" not in done.output


def test_a_terminal_that_lacks_a_character_still_gets_the_answer():
    settings = ["place=Suresnes", "year=1990"]
    ascii_only = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = process("run", "climate", "temperature", *settings, env=ascii_only)
    assert (done.returncode, done.stderr) == (0, "")
    assert "degC" in done.stdout


def test_a_question_that_is_no_text_is_refused():
    done = process("plan", os.fsdecode(b"how warm is \xff?"))
    assert done.returncode == 2
    assert "valid Unicode" in done.stderr


def test_a_fault_of_ours_shows_no_traceback(tmp_path):
    (tmp_path / "sitecustomize.py").write_text(
        "import simulrag.client.simulating as s\n"
        "def broken(**_): raise ZeroDivisionError('oops')\n"
        "s.listing = broken\n"
    )
    done = process("simulators", env={**os.environ, "PYTHONPATH": str(tmp_path)})
    assert done.returncode == 70
    assert "a fault of this program: ZeroDivisionError: oops" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_reader_that_goes_away_is_no_fault_and_costs_no_report(tmp_path):
    file = tmp_path / "report.html"
    given = ["ask", "What was the average temperature in Nairobi in 1990?", "--report", str(file)]
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *given], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as child:
        child.stdout.close()
        assert b"Traceback" not in child.stderr.read()
        assert child.wait(30) == 0
    assert "</html>" in file.read_text("utf-8")


def test_an_interrupt_gives_exit_code_130(messages_api, tmp_path):
    """The question waits for a model that never answers in time."""
    let_go = threading.Event()

    def slow(_prompt: str, _data: dict[str, Any]) -> dict[str, Any]:
        let_go.wait(60)
        return {}

    api = messages_api(slow)
    child = start(api.url, tmp_path / "runs.sqlite", "ask", QUESTION, "-m", "1")
    while not api.accepted:
        assert child.poll() is None, child.communicate()
        time.sleep(0.02)
    child.send_signal(signal.SIGINT)
    _, said = child.communicate(timeout=30)
    let_go.set()
    assert child.returncode == 130, said
    assert "Traceback" not in said


def test_help_is_quick_and_loads_nothing_heavy():
    heavy = ("anthropic", "mcp", "torch", "networkx", "pydantic", "numpy")
    program = (
        "import sys; from simulrag.client.cli import app\n"
        "try: app(['--help'])\n"
        "except SystemExit: pass\n"
        f"print('heavy:', sorted(set({heavy!r}) & sys.modules.keys()))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "heavy: []"
    for command in ("ask", "check", "plan", "run", "simulators", "serve"):
        assert f"{command} " in done.stdout


@pytest.mark.parametrize(("count", "notes"), [(2, 2), (6, 1)])
def test_what_many_runs_warn_of_is_said_once(count: int, notes: int) -> None:
    call: dict[str, Any] = {"simulator": "coffee", "function": "cooling", "arguments": {}}
    runs: list[dict[str, Any]] = [
        {"id": f"coffee-{n}", "call": call, "warnings": ["lukewarm"]} for n in range(count)
    ]
    lines = list(run_lines(runs))
    assert sum("lukewarm" in line for line in lines) == notes
    assert all(any(run["id"] in line for line in lines) for run in runs)


ENTRIES = """[simulrag.commands]
brew = brew_plugin:app
broken = brew_broken:app
check = brew_plugin:app
"""


@pytest.fixture
def plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A distribution with a command that works, one that breaks, and one that takes our name."""
    info = tmp_path / "brew-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: brew\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRIES)
    (tmp_path / "brew_plugin.py").write_text(
        '"""Brew coffee by the cup."""\n'
        "import typer\n"
        "print('plugin loaded')\n"
        "app = typer.Typer()\n"
        "@app.command()\n"
        "def main(cups: int = 1) -> None:\n"
        "    print(f'{cups} cups')\n"
        "    raise typer.Exit(3)\n"
    )
    (tmp_path / "brew_broken.py").write_text("raise RuntimeError('no beans')\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    return tmp_path


@pytest.mark.usefixtures("plugin")
@pytest.mark.parametrize(
    ("arguments", "code", "told", "failed"),
    [
        (["brew", "--cups", "2"], 3, "2 cups", ""),
        (["broken"], 2, "", "'broken' (brew_broken:app) cannot be loaded: RuntimeError: no beans"),
    ],
)
def test_a_command_of_another_package_runs_or_is_reported_without_a_traceback(
    arguments, code, told, failed
):
    done = process(*arguments)
    assert done.returncode == code
    assert told in done.stdout
    assert failed in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.usefixtures("plugin")
def test_help_lists_the_commands_of_other_packages_and_loads_none():
    done = process("--help")
    assert done.returncode == 0
    assert "brew                Brew coffee by the cup." in done.stdout
    assert "broken              See: simulrag broken --help" in done.stdout
    assert "plugin loaded" not in done.stdout
    assert done.stderr == ""
