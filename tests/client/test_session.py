"""The same tools in process, over stdio and over HTTP, and what is said when they fail."""

import shlex
import sys
import time
from collections.abc import Generator
from pathlib import Path
from typing import Any

import anyio
import pytest

from client.coffee_loop import QUESTION
from coffee import Coffee
from rope import Rope
from server.hosted import in_thread
from simulrag.client import session
from simulrag.client.errors import BadInput, ServerFailed
from simulrag.client.session import McpTools, connect, run
from simulrag.server import app as server_app
from simulrag.simulators.registry import Registry

#: A server that knows the cup of coffee, over stdio.
PROGRAM = (
    "import sys; sys.path.insert(0, {!r}); from coffee import Coffee; "
    "from simulrag.server.app import build_server; "
    "from simulrag.simulators.registry import Registry; "
    "build_server(Registry([Coffee()])).run('stdio')"
)


@pytest.fixture
def in_process(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(server_app, "installed", lambda: Registry([Coffee()]))
    return ""


@pytest.fixture
def over_stdio() -> str:
    return shlex.join([sys.executable, "-c", PROGRAM.format(str(Path(__file__).parents[1]))])


@pytest.fixture
def over_http() -> Generator[str]:
    server = server_app.build_server(Registry([Coffee()]))
    with in_thread(server.streamable_http_app(stateless_http=True)) as port:
        yield f"http://127.0.0.1:{port}/mcp"


async def planned(server: str) -> dict[str, Any]:
    async with connect(server) as tools:
        return await tools.call("plan_runs", question=QUESTION)


@pytest.mark.parametrize("where", ["in_process", "over_stdio", "over_http"])
def test_every_transport_gives_the_same_plan(where, request):
    (call,) = run(planned, request.getfixturevalue(where))["calls"]
    assert call["simulator"] == "coffee"
    assert call["arguments"]["minutes"] == 10


async def called(tool: str, **arguments: Any) -> dict[str, Any]:
    async with connect() as tools:
        return await tools.call(tool, **arguments)


@pytest.mark.usefixtures("in_process")
def test_a_refusal_of_a_tool_keeps_its_words_and_its_reason():
    async def asked() -> None:
        await called("get_run", run_id="coffee-0")

    with pytest.raises(ServerFailed, match="run 'coffee-0' is unknown") as caught:
        run(asked)
    assert caught.value.reason == "unknown_name"


@pytest.mark.usefixtures("in_process")
def test_errors_inside_a_connection_are_not_taken_for_a_lost_server():
    async def asked() -> None:
        async with connect():
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        run(asked)


@pytest.mark.parametrize(
    ("server", "error", "message"),
    [
        ("no-such-program", ServerFailed, "no-such-program cannot be reached: FileNotFoundError"),
        ("http://127.0.0.1:1/mcp", ServerFailed, "cannot be reached"),
        (shlex.join([sys.executable, "-c", "pass"]), ServerFailed, "cannot be reached"),
        ("'", BadInput, "not a command line"),
        (" ", BadInput, "blank"),
    ],
)
def test_a_server_that_cannot_be_reached_is_named(server, error, message):
    with pytest.raises(error, match=message):
        run(planned, server)


class _Odd:
    """A client of a server that answers in prose."""

    async def call_tool(self, *_arguments: Any, **_options: Any) -> Any:
        from mcp.types import CallToolResult, TextContent

        return CallToolResult(content=[TextContent(type="text", text="well, hello")])


def test_a_reply_without_structured_content_is_an_error_of_the_server():
    async def asked() -> None:
        await McpTools(_Odd()).call("plan_runs")

    with pytest.raises(ServerFailed, match="no structured content: 'well, hello'"):
        run(asked)


def test_a_call_that_takes_too_long_is_an_error_of_the_server(monkeypatch):
    monkeypatch.setattr(session, "TOOL_TIMEOUT", 0.1)

    async def asked() -> None:
        from mcp import Client
        from mcp.server import MCPServer

        server = MCPServer("slow")

        @server.tool()
        async def sleep() -> dict[str, int]:
            await anyio.sleep(20)
            return {}

        async with Client(server) as client:
            await McpTools(client).call("sleep")

    start = time.monotonic()
    with pytest.raises(ServerFailed, match="sleep failed"):
        run(asked)
    assert time.monotonic() - start < 5


def test_a_call_that_goes_on_after_its_reply_was_due_is_followed_to_its_end(monkeypatch):
    monkeypatch.setattr(session, "BETWEEN_LOOKS", 0.05)
    rope = Rope()

    async def asked() -> dict[str, Any]:
        from mcp import Client

        server = server_app.build_server(Registry([rope]), time_limit=0.1)
        async with Client(server) as client, anyio.create_task_group() as group:
            group.start_soon(_release_later, rope)
            return await McpTools(client).call("simulate_rope", function="swing", length=2)

    assert run(asked)["run"]["outputs"]["swings"]["value"] > 0
    assert rope.runs == 1


async def _release_later(rope: Rope) -> None:
    await anyio.sleep(0.4)
    rope.release.set()
