"""The Inspector's command line, as a developer uses it: both transports, both protocol eras."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from server.real_calls import CALLS

pytestmark = pytest.mark.conformance
ERAS = ("legacy", "modern")
#: Exit codes that the Inspector documents.
DONE, PROTOCOL_ERROR, TOOL_ERROR = 0, 1, 5
#: How long a server may take to start on a busy machine, ms; the Inspector waits 15 s by itself.
CONNECT_TIMEOUT = 90_000
#: Tools that are called on the runs of others.
NEED_RUNS = {"get_run"}
#: Tools that need a corpus of abstracts; without one they say how to get it.
NEED_CORPUS = ("search_literature", "weigh_evidence")
ANSWERED = [tool for tool in CALLS if tool not in NEED_CORPUS]


@pytest.fixture(params=["stdio", "http"])
def inspect(request: pytest.FixtureRequest, node_tools: Path, address: str) -> Any:
    """Runs the Inspector over one transport; returns its exit code and what it printed."""
    target = {
        "stdio": [sys.executable, "-m", "simulrag.server"],
        "http": [address, "--transport", "http"],
    }[request.param]

    def run(*arguments: str) -> tuple[int, str, str]:
        command = ["node", str(node_tools / "mcp-inspector"), "--cli", *target, *arguments]
        command += ["--connect-timeout", str(CONNECT_TIMEOUT)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
        return done.returncode, done.stdout, done.stderr

    return run


@pytest.mark.parametrize("era", ERAS)
def test_the_schemas_are_portable_in_strict_mode(inspect, era):
    code, printed, errors = inspect(
        "--method", "tools/list", "--strict", "--protocol-era", era, "--format", "json"
    )
    assert code == DONE, errors
    listed = {tool["name"] for tool in json.loads(printed)["result"]["tools"]}
    assert listed - NEED_RUNS == set(CALLS), "give each tool a call"


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("tool", ANSWERED)
def test_each_tool_answers(inspect, tool, era):
    code, printed, errors = inspect(*_call(tool, CALLS[tool]), "--protocol-era", era)
    assert code == DONE, errors
    assert "isError" not in printed or '"isError": false' in printed


def _call(tool: str, arguments: dict[str, Any]) -> list[str]:
    given = json.dumps(arguments)
    return ["--method", "tools/call", "--tool-name", tool, "--tool-args-json", given]


@pytest.mark.parametrize("era", ERAS)
def test_runs_are_shown_and_subtracted(inspect, era):
    warm = {"function": "global_temperature", "scenario": "ssp245", "year": 2050}
    arguments = _call("simulate_climate", warm)
    code, printed, errors = inspect(*arguments, "--protocol-era", era, "--format", "json")
    assert code == DONE, errors + printed
    first = json.loads(printed)["result"]["structuredContent"]["run"]["id"]
    run = "climate.global_temperature(year={}).global_warming"
    later = run.format('2050, scenario="ssp245"')
    shown = _call("get_run", {"run_id": first, "detail": "full"})
    subtracted = _call("compute", {"formulas": [f"{later} - {run.format(2000)}"]})
    for arguments in (shown, subtracted):
        code, printed, errors = inspect(*arguments, "--protocol-era", era)
        assert code == DONE, errors
        assert first in printed


@pytest.mark.parametrize("tool", NEED_CORPUS)
def test_a_tool_without_a_corpus_says_how_to_get_one(inspect, tool):
    code, printed, _ = inspect(*_call(tool, CALLS[tool]))
    assert code == TOOL_ERROR
    assert "SIMULRAG_CORPUS" in printed


@pytest.mark.parametrize("era", ERAS)
def test_a_refusal_is_a_tool_error_and_an_unknown_resource_a_protocol_error(inspect, era):
    code, printed, _ = inspect(*_call("get_run", {"run_id": "none"}), "--protocol-era", era)
    assert code == TOOL_ERROR
    assert "unknown_name" in printed
    code, _, errors = inspect(
        "--method", "resources/read", "--uri", "handbook://nowhere", "--protocol-era", era
    )
    assert code == PROTOCOL_ERROR
    assert "nowhere" in errors
