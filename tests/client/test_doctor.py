"""`simulrag doctor` finds what is wrong and says what to do."""

import json
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from typer.testing import CliRunner

from client.running import process
from coffee import Coffee
from simulrag.client.doctor import checks, command
from simulrag.client.doctor.checks import Check
from simulrag.client.hosts.table import Command
from simulrag.simulators import interface
from simulrag.simulators.diagnostics import Finding
from simulrag.simulators.errors import EvidenceError
from simulrag.simulators.interface import Call, Run
from simulrag.simulators.registry import Registry
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.evidence_health import examine

KEY = "sk-ant-not-to-be-shown"


def only(check: Check) -> Finding:
    (found,) = check()
    return found


def use(monkeypatch: pytest.MonkeyPatch, *simulators: Any) -> None:
    monkeypatch.setattr(checks, "installed", lambda: Registry(simulators))


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.delenv("CODEX_HOME", raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    return tmp_path


@pytest.mark.slow
def test_a_sound_installation_passes_as_a_command(tmp_path: Path) -> None:
    environment = {"HOME": str(tmp_path), "PATH": "", "ANTHROPIC_API_KEY": KEY}
    done = process("doctor", "--json", env=environment)
    assert done.returncode == 0, done.stdout + done.stderr
    found = json.loads(done.stdout)
    assert found["ok"] is True
    states = {finding["check"]: finding["state"] for finding in found["findings"]}
    assert {"python", "packages", "torch", "evidence", "disk", "server", "model"} <= set(states)
    assert states["simulator climate"] == states["simulator epidemiology"] == "ok"
    assert KEY not in done.stdout + done.stderr
    # Nothing was left behind in the user's folders.
    assert not list(tmp_path.rglob("evidence*"))


def made_of(*findings: Finding) -> tuple[Check, ...]:
    def check() -> Iterator[Finding]:
        yield from findings

    return (check,)


def test_one_failure_ends_with_1_and_tells_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    findings = (Finding("disk", "failed", "full", "make room"), Finding("torch", "ok", "2.13"))
    monkeypatch.setattr(checks, "ALL", made_of(*findings))
    told = CliRunner().invoke(command.app, [])
    assert told.exit_code == 1
    assert "FAILED  disk: full\n        -> make room\n" in told.output
    assert "1 of 2 failed" in told.output
    data = CliRunner().invoke(command.app, ["--json"])
    assert data.exit_code == 1
    assert json.loads(data.output)["findings"][0]["do"] == "make room"


def test_a_check_that_cannot_be_made_is_a_failure_and_the_others_go_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def locked() -> Iterator[Finding]:
        raise EvidenceError("the store is locked")
        yield

    rest = made_of(Finding("torch", "ok", "2.13"))
    monkeypatch.setattr(checks, "ALL", (locked, *rest))
    done = CliRunner().invoke(command.app, [])
    assert done.exit_code == 1
    assert "locked: cannot be checked: the store is locked" in done.output
    assert "torch" in done.output


def test_a_required_package_that_is_absent_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ["mcp<3,>=2.3", "no-such-package>=1", 'matplotlib>=3; extra == "plots"']
    monkeypatch.setattr(checks, "requires", lambda _: lines)
    found = only(checks.packages)
    assert (found.state, found.said.split("; ")[1]) == ("failed", "not installed: no-such-package")
    assert "pip install" in found.do


def test_an_extra_that_is_not_complete_is_a_note_with_the_command(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        checks, "requires", lambda _: ["mcp>=2", "no-such-package>=1; extra == 'plots'"]
    )
    found = only(checks.extras)
    assert found.state == "note"
    assert "plots (lacks no-such-package)" in found.said
    assert "pip install 'simulrag[plots]'" in found.do


def test_a_key_is_reported_and_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    for names in checks.KEYS.values():
        for name in names:
            monkeypatch.delenv(name, raising=False)
    assert only(checks.keys).state == "note"
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    found = only(checks.keys)
    assert "ANTHROPIC_API_KEY is set" in found.said
    assert KEY not in f"{found}"


def test_a_cuda_build_without_a_gpu_is_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    cuda = SimpleNamespace(is_available=lambda: False)
    fake = SimpleNamespace(__version__="2.13.0", version=SimpleNamespace(cuda="13.0"), cuda=cuda)
    monkeypatch.setitem(sys.modules, "torch", fake)
    found = only(checks.torch_build)
    assert (found.state, "CUDA 13.0" in found.said) == ("note", True)


def test_torch_that_does_not_load_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    assert only(checks.torch_build).state == "failed"


def test_a_plug_in_that_does_not_load_is_named_with_its_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    points = [
        EntryPoint("coffee", "coffee:Coffee", "simulrag.simulators"),
        EntryPoint("tea", "no_such_module:Tea", "simulrag.simulators"),
        EntryPoint("text", "builtins:str", "simulrag.simulators"),
    ]
    monkeypatch.setattr(checks, "entry_points", lambda group: points if group else [])
    tea, text = checks.plugins()
    assert (tea.state, "tea (no_such_module:Tea" in tea.said) == ("failed", True)
    assert "ModuleNotFoundError" in tea.said
    assert "makes a str, which is no Simulator" in text.said


class Broken(Coffee):
    """Coffee that cannot be run."""

    def run(self, call: Call) -> Run:
        raise ZeroDivisionError(call.function)


class Wrong(Coffee):
    """Coffee whose check fails."""

    def run(self, call: Call) -> Run:
        failed = interface.Check(tested="temperature", verdict="failed")
        return super().run(call).model_copy(update={"check": failed})


class Absent(Coffee):
    """Coffee whose engine is not installed."""

    def missing(self) -> str:
        return "no beans: pip install beans"


@pytest.mark.parametrize(
    ("simulator", "state", "said"),
    [
        (Coffee(), "ok", "check: temperature lies between room and start: passed"),
        (Broken(), "failed", "its example breaks down: ZeroDivisionError"),
        (Wrong(), "failed", "check: temperature: failed"),
        (Absent(), "note", "cannot run here: no beans: pip install beans"),
    ],
)
def test_each_simulator_runs_its_example(
    monkeypatch: pytest.MonkeyPatch, simulator: Coffee, state: str, said: str
) -> None:
    use(monkeypatch, simulator)
    found = only(checks.simulators)
    assert (found.check, found.state) == ("simulator coffee", state)
    assert said in found.said


def test_a_store_is_counted_and_a_damaged_one_is_a_failure(
    tmp_path: Path, coffee_registry: Registry
) -> None:
    file = tmp_path / "runs.sqlite"
    coffee = coffee_registry.simulator("coffee")
    with EvidenceStore(file) as store:
        example = dict(coffee.functions[0].example)
        call = Call(simulator="coffee", function=coffee.functions[0].name, arguments=example)
        store.run(call, coffee_registry)
    assert "holds 1 runs and 0 verdicts" in examine(file).said
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE runs SET body = replace(body, 'coffee', 'toffee')")
    connection.close()
    assert "was altered since it was stored" in examine(file).problem
    file.write_bytes(b"not a database" * 100)
    found = examine(file)
    assert "cannot be used" in found.problem
    assert "SIMULRAG_EVIDENCE" in found.remedy


def test_too_little_space_is_told_before_it_runs_out(monkeypatch: pytest.MonkeyPatch) -> None:
    for free, state in ((10**6, "failed"), (5 * 10**8, "note"), (10**12, "ok")):
        usage = SimpleNamespace(free=free)
        monkeypatch.setattr(shutil, "disk_usage", lambda _, usage=usage: usage)
        assert [f.state for f in checks.evidence() if f.check == "disk"] == [state]


def test_the_server_is_started_as_a_host_starts_it(monkeypatch: pytest.MonkeyPatch) -> None:
    command = Command(sys.executable, ("-m", "simulrag.server"), {})
    monkeypatch.setattr(checks, "own_command", lambda: command)
    found = only(checks.server)
    assert (found.state, "and answered a call" in found.said) == ("ok", True)


def test_a_server_that_does_not_start_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    gone = Command("/no/such/simulrag", ("serve",), {})
    monkeypatch.setattr(checks, "own_command", lambda: gone)
    found = only(checks.server)
    assert found.state == "failed"
    assert "/no/such/simulrag serve does not answer" in found.said


def test_hosts_that_start_a_program_that_is_gone_are_told_how_to_mend_it(home: Path) -> None:
    assert only(checks.hosts).said == "no host was found"
    texts = {
        ".cursor/mcp.json": '{"mcpServers": {"simulrag": {"command": "/gone/simulrag"}}}',
        ".gemini/settings.json": json.dumps(
            {
                "mcpServers": {
                    "simulrag": {"command": sys.executable, "args": ["-m", "simulrag.server"]}
                }
            }
        ),
        ".codex/config.toml": "",
        ".kiro/settings/mcp.json": '{"mcpServers": {"simulrag": {"command": "node"}}}',
        ".lmstudio/mcp.json": "{",
    }
    for name, text in texts.items():
        (home / name).parent.mkdir(parents=True)
        (home / name).write_text(text)
    found = {finding.check: finding for finding in checks.hosts()}
    assert {name: finding.state for name, finding in found.items()} == {
        "host cursor": "failed",
        "host gemini": "ok",
        "host codex": "note",
        "host lm-studio": "note",
        "host kiro": "note",
    }
    assert found["host cursor"].do == "simulrag install cursor"
