"""Long calls over real transports: who gives up stops the computation, short calls are quick."""

import os
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import anyio
import anyio.to_thread
import httpx
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from rope import Rope
from server.conversation import ERAS, said, talk
from server.hosted import in_thread
from server.raw_session import Session
from server.test_long_work import STOPPED_WITHIN
from simulrag.server.app import build_server
from simulrag.server.http.hosting import application
from simulrag.server.http.settings import HttpSettings
from simulrag.simulators.registry import Registry
from simulrag.verifier.evidence import EvidenceStore

TESTS = Path(__file__).parents[1]
#: Some hundred times what a short call takes on a machine that does nothing else, s.
ANSWERED_WITHIN = 5.0
#: More calls than are computed at a time, and than there are threads for other work.
CROWD = 60


@contextmanager
def over_http(rope: Rope) -> Generator[str]:
    """Serve a rope over HTTP in a thread of this process; give the address."""
    with EvidenceStore() as store:
        app = application(build_server(Registry([rope]), store), store, HttpSettings())
        with in_thread(app) as port:
            try:
                yield f"http://127.0.0.1:{port}/mcp"
            finally:
                rope.release.set()


def over_stdio() -> StdioServerParameters:
    """Return what starts a server with a rope that speaks of itself on standard error."""
    return StdioServerParameters(
        command=sys.executable,
        args=[str(TESTS / "loud_rope.py")],
        env={**os.environ, "PYTHONPATH": str(TESTS)},
    )


async def give_up(client: Client, begun: Any) -> None:
    """Call, wait until the computation has begun, and give the call up."""
    async with anyio.create_task_group() as group:
        group.start_soon(client.call_tool, "simulate_rope", {"length": 2})
        await begun()
        group.cancel_scope.cancel()


async def said_on_stderr(log: Path, word: str, within: float) -> None:
    """Wait until a server has said a word."""
    with anyio.fail_after(within):
        while word not in log.read_text():
            await anyio.sleep(0.02)


@pytest.mark.parametrize("mode", ERAS)
def test_over_http_a_call_that_its_client_gives_up_stops_computing(mode):
    rope = Rope()
    with over_http(rope) as url:

        async def begun() -> None:
            assert await anyio.to_thread.run_sync(rope.begun.wait, 30)

        talk(url, lambda client: give_up(client, begun), mode)
        assert rope.stopped.wait(STOPPED_WITHIN)


def test_over_http_a_caller_who_only_hangs_up_stops_the_computation_too():
    rope = Rope()
    body = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": "simulate_rope", "arguments": {"length": 2}},
    }
    headers = {
        "accept": "application/json, text/event-stream",
        "mcp-protocol-version": "2025-11-25",
    }
    with over_http(rope) as url:
        with pytest.raises(httpx.ReadTimeout):
            httpx.post(url, json=body, headers=headers, timeout=1)
        assert rope.begun.wait(30)
        assert rope.stopped.wait(STOPPED_WITHIN)


def test_over_stdio_a_call_that_its_client_gives_up_stops_computing(tmp_path):
    log = tmp_path / "errors"

    async def conversation() -> None:
        with log.open("w") as errors:
            server = stdio_client(over_stdio(), errlog=errors)
            async with Client(server, read_timeout_seconds=60) as client:
                await give_up(client, lambda: said_on_stderr(log, "begun", 30))
                await said_on_stderr(log, "stopped", STOPPED_WITHIN)

    anyio.run(conversation)


def test_a_host_over_stdio_that_dies_in_mid_call_leaves_no_process_and_no_traceback(tmp_path):
    session = Session(tmp_path / "errors")
    for number in range(1, 21):
        session.tell(id=number, method="tools/list", params={})
    process = session.process
    process.stdout.close()
    assert process.wait(30) == 0
    process.stdin.close()
    assert "Traceback" not in (tmp_path / "errors").read_text()


async def crowded(client: Client) -> list[float]:
    """Return how long short calls take while many long ones, some of them equal, are under way."""
    seconds: list[float] = []
    async with anyio.create_task_group() as group:
        for number in range(CROWD):
            group.start_soon(client.call_tool, "simulate_rope", {"length": number % 20})
        await anyio.sleep(1)
        for _ in range(5):
            began = time.monotonic()
            book = await client.call_tool("read_handbook", {})
            assert "rope" in said(book)
            await client.list_tools()
            seconds.append(time.monotonic() - began)
        group.cancel_scope.cancel()
    return seconds


@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_short_calls_are_answered_at_once_while_every_core_computes(transport):
    with over_http(Rope()) as url:
        seconds = talk(over_stdio() if transport == "stdio" else url, crowded)
    assert max(seconds) < ANSWERED_WITHIN
