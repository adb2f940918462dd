"""Times a trivial tool call against the bare SDK's, side by side, over stdio and streamable HTTP.

The bare server has one plain function of the SDK's own kind, with the name, the arguments and
exactly the reply (text and structured content, so the same bytes on the wire) of ours:
`read_handbook` without a name, which lists the simulators and touches no store, and `get_run` of
a stored run, which reads the store; both run on worker threads, as the SDK runs plain functions.
Over HTTP both are stateless, on uvicorn, one worker, with a line of log for each request; the
bare one checks Host and Origin as the SDK does by default. Calls go to the two servers in turn,
so that a busy machine slows both; which comes first changes with each round.

    python benchmarks/call_overhead.py [--calls 2000] [--mode auto|legacy] [--limit 1.25]

Exit code 1 if a ratio of medians exceeds the limit.
"""

import argparse
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
from mcp import Client, StdioServerParameters
from mcp.types import CallToolResult

RUN = {"function": "temperature", "place": "Lisbon", "year": 2050, "scenario": "ssp245"}
WARM_UP = 50
BARE = """
import json
import sys
from pathlib import Path

from mcp.server import MCPServer
from mcp.types import CallToolResult

server = MCPServer("bare")
replies = {
    name: CallToolResult.model_validate(reply)
    for name, reply in json.loads(Path(sys.argv[1]).read_text("utf-8")).items()
}


@server.tool()
def read_handbook(simulator: str = "") -> CallToolResult:
    "What each simulator decides."
    return replies["read_handbook"].model_copy()


@server.tool()
def get_run(run_id: str, detail: str = "concise") -> CallToolResult:
    "Shows a run."
    return replies["get_run"].model_copy()


if len(sys.argv) > 2:
    server.run("streamable-http", port=int(sys.argv[2]), stateless_http=True)
else:
    server.run("stdio")
"""
OURS = "from simulrag.client.cli import main; main()"

Connect = Callable[[], Awaitable[Client]]


def free_port() -> int:
    """Return a port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Servers:
    """The commands of both servers, over one folder; what the bare one replies is ours."""

    def __init__(self, folder: Path, mode: str) -> None:
        self.folder = folder
        self.mode = mode
        self.environment = {**os.environ, "SIMULRAG_EVIDENCE": str(folder / "evidence.sqlite")}
        self.calls: dict[str, dict[str, Any]] = {"read_handbook": {}}
        (folder / "bare.py").write_text(BARE, encoding="utf-8")

    def command(self, name: str, port: int = 0) -> list[str]:
        """Return the command that starts a server, over HTTP if a port is given."""
        if name == "simulrag":
            http = ["--http", "--port", str(port)] if port else []
            return [sys.executable, "-c", OURS, "serve", *http]
        files = [str(self.folder / "bare.py"), str(self.folder / "replies.json")]
        return [sys.executable, *files, *([str(port)] if port else [])]

    @asynccontextmanager
    async def stdio(self, name: str) -> AsyncGenerator[Client]:
        """Connect to a server over stdio."""
        command, *arguments = self.command(name)
        server = StdioServerParameters(command=command, args=arguments, env=self.environment)
        async with Client(server, mode=self.mode, read_timeout_seconds=60) as client:
            yield client

    @asynccontextmanager
    async def http(self, name: str) -> AsyncGenerator[Client]:
        """Connect to a server over streamable HTTP."""
        port = free_port()
        with (self.folder / f"{name}.log").open("w") as log:
            process = subprocess.Popen(
                self.command(name, port), env=self.environment, stdout=log, stderr=log
            )
            try:
                while socket.socket().connect_ex(("127.0.0.1", port)):
                    assert process.poll() is None, (self.folder / f"{name}.log").read_text()
                    await anyio.sleep(0.05)
                url = f"http://127.0.0.1:{port}/mcp"
                async with Client(url, mode=self.mode, read_timeout_seconds=60) as client:
                    yield client
            finally:
                process.terminate()
                process.wait(timeout=30)

    async def record(self) -> None:
        """Ask ours once for the replies that the bare one gives as well."""
        async with self.stdio("simulrag") as client:
            made = await client.call_tool("simulate_climate", RUN)
            assert made.structured_content, made.content
            self.calls["get_run"] = {"run_id": made.structured_content["run"]["id"]}
            replies = {
                name: (await client.call_tool(name, given)).model_dump(mode="json", by_alias=True)
                for name, given in self.calls.items()
            }
        (self.folder / "replies.json").write_text(json.dumps(replies), encoding="utf-8")


def same(one: CallToolResult, other: CallToolResult) -> bool:
    """Tell whether two replies have the same text and structured content."""
    return (one.content, one.structured_content) == (other.content, other.structured_content)


async def take_turns(
    clients: dict[str, Client], tool: str, arguments: dict[str, Any], calls: int
) -> dict[str, list[float]]:
    """Return the seconds of each call to each server; the first ones warm up."""
    seconds: dict[str, list[float]] = {name: [] for name in clients}
    order = list(clients)
    for number in range(calls + WARM_UP):
        replies: list[CallToolResult] = []
        for name in order if number % 2 else reversed(order):
            began = time.perf_counter()
            replies.append(await clients[name].call_tool(tool, arguments))
            if number >= WARM_UP:
                seconds[name].append(time.perf_counter() - began)
        assert same(*replies), "the servers do not reply the same"
    return seconds


async def measure(calls: int, mode: str) -> dict[tuple[str, str], dict[str, list[float]]]:
    """Return by transport and tool the samples of both servers."""
    found: dict[tuple[str, str], dict[str, list[float]]] = {}
    with tempfile.TemporaryDirectory() as folder:
        servers = Servers(Path(folder), mode)
        await servers.record()
        for transport, connect in (("stdio", servers.stdio), ("http", servers.http)):
            async with AsyncExitStack() as stack:
                clients = {
                    name: await stack.enter_async_context(connect(name))
                    for name in ("bare", "simulrag")
                }
                for tool, arguments in servers.calls.items():
                    found[transport, tool] = await take_turns(clients, tool, arguments, calls)
    return found


def main() -> None:
    """Measure, print medians with quartiles, and compare the ratios with the limit."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--calls", type=int, default=2000)
    parser.add_argument("--mode", choices=("auto", "legacy"), default="auto")
    parser.add_argument("--limit", type=float, default=1.25)
    given = parser.parse_args()
    ratios: list[float] = []
    for (transport, tool), samples in anyio.run(measure, given.calls, given.mode).items():
        said: list[str] = []
        for name, seconds in samples.items():
            low, median, high = (1e3 * part for part in statistics.quantiles(seconds, n=4))
            said.append(f"{name} {median:.2f} ms ({low:.2f} to {high:.2f})")
        ratio = statistics.median(samples["simulrag"]) / statistics.median(samples["bare"])
        ratios.append(ratio)
        print(f"{transport:5} {tool:13} {', '.join(said)}; ratio {ratio:.2f}")
    print(f"limit {given.limit:g}, {given.calls} calls to each, {given.mode}")
    sys.exit(max(ratios) > given.limit)


if __name__ == "__main__":
    main()
