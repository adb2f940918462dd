"""The server as its own process: over stdio and HTTP, in both protocol eras."""

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters

from python_process import python
from server.conversation import call, data, refusal, said, talk
from server.raw_session import Session

SEASIDE = {"function": "land_or_sea", "place": "Suresnes"}


@pytest.fixture
def command(tmp_path: Path) -> StdioServerParameters:
    """The command that a host starts, with an evidence store of its own."""
    return StdioServerParameters(
        command=sys.executable,
        args=["-m", "simulrag.server"],
        env={"SIMULRAG_EVIDENCE": str(tmp_path / "runs.sqlite")},
    )


def test_over_stdio_a_host_lists_tools_and_runs_one_which_another_process_reads_back(command):
    async def first(client: Client) -> tuple[set[str], Any, Any]:
        listed = {tool.name for tool in (await client.list_tools()).tools}
        refused = await client.call_tool("simulate_climate", {**SEASIDE, "town": "Paris"})
        return listed, refused, await client.call_tool("simulate_climate", SEASIDE)

    listed, refused, result = talk(command, first)
    assert {"simulate_climate", "check_answer"} <= listed
    assert refusal(refused).startswith("unknown_name: argument 'town' is unknown")
    made = data(result)["run"]
    assert made["outputs"]["surface"]["value"] == "land"
    again = call(command, "get_run", run_id=made["id"])
    assert data(again)["run"] == made
    assert made["id"] in said(again)


def test_nothing_but_the_protocol_goes_to_standard_output(tmp_path, monkeypatch):
    """Garbage and text that is no Unicode are dropped by the SDK; what follows is answered."""
    monkeypatch.setenv("SIMULRAG_EVIDENCE", str(tmp_path / "runs.sqlite"))
    session = Session(tmp_path / "errors")
    assert session.hello["serverInfo"]["name"] == "simulrag"
    session.send("garbage")
    odd = {"name": "plan_runs", "arguments": {"question": "\ud800"}}
    session.tell(id=1, method="tools/call", params=odd)
    run = session.ask(2, "tools/call", name="simulate_climate", arguments=SEASIDE)
    assert run["isError"] is False
    assert len(session.ask(3, "tools/list")["tools"]) > 10
    rest, _ = session.process.communicate(timeout=20)
    assert all(json.loads(line) for line in rest.splitlines())
    assert "Traceback" not in (tmp_path / "errors").read_text()


def test_a_server_that_cannot_open_its_store_says_so_without_a_traceback(tmp_path):
    store = tmp_path / "notes.txt"
    store.write_text("These are my notes, and no database. " * 50)
    environment = {**os.environ, "SIMULRAG_EVIDENCE": str(store)}
    done = python("-m", "simulrag.server", env=environment, timeout=30, check=False)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith("evidence_store: ")
    assert "notes.txt" in done.stderr
    assert "Traceback" not in done.stderr
    assert store.read_text().startswith("These are my notes")
