"""The server as its own process: over stdio and HTTP, in both protocol eras."""

import json
import os
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters

from server.conversation import ERAS, call, data, refusal, said, talk, tools
from server.hosted import hosted

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


def request(number: int, method: str, **params: object) -> str:
    """Return a JSON-RPC request as a line."""
    body = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
    return json.dumps(body) + "\n"


def raw_session(lines: list[str], replies: int, store: Path) -> tuple[list[str], str]:
    """Write raw lines to a server's standard input; return what it prints and its errors."""
    process = subprocess.Popen(
        [sys.executable, "-m", "simulrag.server"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env={**os.environ, "SIMULRAG_EVIDENCE": str(store)},
    )
    process.stdin.write("".join(lines))
    process.stdin.flush()
    printed = [process.stdout.readline() for _ in range(replies)]
    rest, errors = process.communicate(timeout=20)
    return [*printed, *rest.splitlines()], errors


def test_nothing_but_the_protocol_goes_to_standard_output(tmp_path):
    """Garbage and text that is no Unicode are dropped by the SDK; what follows is answered."""
    client = {"name": "t", "version": "1"}
    printed, errors = raw_session(
        [
            request(1, "initialize", protocolVersion="2025-11-25", capabilities={},
                    clientInfo=client),
            '{"jsonrpc": "2.0", "method": "notifications/initialized"}\n',
            "garbage\n",
            request(2, "tools/call", name="plan_runs", arguments={"question": "\ud800"}),
            request(3, "tools/call", name="simulate_climate", arguments=SEASIDE),
            request(4, "tools/list"),
        ],
        replies=3,
        store=tmp_path / "runs.sqlite",
    )  # fmt: skip
    replies = {reply["id"]: reply for reply in map(json.loads, printed)}
    assert {1, 3, 4} <= set(replies)
    assert replies[1]["result"]["serverInfo"]["name"] == "simulrag"
    assert replies[3]["result"]["isError"] is False
    assert len(replies[4]["result"]["tools"]) > 10
    assert "Traceback" not in errors


def test_a_server_that_cannot_open_its_store_says_so_without_a_traceback(tmp_path):
    store = tmp_path / "notes.txt"
    store.write_text("These are my notes, and no database. " * 50)
    done = subprocess.run(
        [sys.executable, "-m", "simulrag.server"],
        capture_output=True,
        text=True,
        env={**os.environ, "SIMULRAG_EVIDENCE": str(store)},
        timeout=30,
        check=False,
    )
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith("evidence_store: ")
    assert "notes.txt" in done.stderr
    assert "Traceback" not in done.stderr
    assert store.read_text().startswith("These are my notes")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Generator[str]:
    """A server over HTTP on a free port, as `serve` starts it."""
    with hosted(tmp_path_factory.mktemp("http") / "runs.sqlite") as (url, _):
        yield f"{url}/mcp"


@pytest.mark.parametrize("mode", ERAS)
def test_over_http_a_host_lists_tools_and_runs_one(address, mode):
    assert "simulate_climate" in tools(address, mode)
    made = data(call(address, "simulate_climate", mode, **SEASIDE))["run"]
    assert made["outputs"]["surface"]["value"] == "land"
    assert data(call(address, "get_run", mode, run_id=made["id"]))["run"] == made
    listed = talk(address, lambda client: client.list_prompts(), mode)
    assert "simulrag" in {one.name for one in listed.prompts}
