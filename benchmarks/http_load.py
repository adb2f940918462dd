"""Load on the HTTP server: many clients, mixed calls, several workers; every reply is compared.

    python benchmarks/http_load.py [--clients 100] [--calls 100] [--workers 4]

Prints the number of lost and wrong replies, the latency of calls whose runs are cached (p50, p99),
calls a second, and the memory of the workers after a tenth of the calls and after all of them.
"""

import argparse
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import anyio
from mcp import Client

WARM = {"function": "temperature", "place": "Lisbon", "year": 2050, "scenario": "ssp245"}
CLAIM = "Under ssp245, the annual mean temperature in Lisbon in 2050 will be above 15 °C."
CALLS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("simulate_climate", WARM),
    ("read_handbook", {}),
    ("plan_runs", {"question": "How warm will Lisbon be in 2050 under ssp245?"}),
    ("verify_claims", {"claims": [CLAIM]}),
    ("check_answer", {"text": CLAIM}),
    ("assess_boundary", {"claims": [CLAIM]}),
)


@dataclass
class Tally:
    """What came of the calls; seconds by call."""

    seconds: list[float] = field(default_factory=list)
    wrong: int = 0
    lost: int = 0
    errors: list[str] = field(default_factory=list)


@contextmanager
def server(workers: int, folder: Path) -> Generator[tuple[str, int]]:
    """Give the address of a server and its process."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    main = "from simulrag.client.cli import main; main()"
    process = subprocess.Popen(
        [
            sys.executable,
            "-c",
            main,
            "serve",
            "--http",
            "--port",
            str(port),
            "--workers",
            str(workers),
        ],
        env={**os.environ, "SIMULRAG_EVIDENCE": str(folder / "evidence.sqlite")},
        stderr=(folder / "log").open("w"),
    )
    try:
        while socket.socket().connect_ex(("127.0.0.1", port)):
            assert process.poll() is None, (folder / "log").read_text()
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port}/mcp", process.pid
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=60)


def memory(parent: int) -> float:
    """Return the resident memory of a process and its children, MB (Linux)."""
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    sizes = [
        int(line.split()[1])
        for pid in (str(parent), *children)
        for line in Path(f"/proc/{pid}/status").read_text().splitlines()
        if line.startswith("VmRSS")
    ]
    return sum(sizes) / 1024


def content(result: Any) -> str:
    """Return the structured content of a reply, in an order of its own."""
    assert not result.is_error, result.content[0].text
    return json.dumps(result.structured_content, sort_keys=True)


async def one_client(
    url: str, first: int, calls: int, expected: dict[str, str], tally: Tally
) -> None:
    """Make calls one after another, as one host does."""
    try:
        async with Client(url, read_timeout_seconds=60) as client:
            for number in range(first, first + calls):
                name, arguments = CALLS[number % len(CALLS)]
                began = time.perf_counter()
                result = await client.call_tool(name, arguments)
                tally.seconds.append(time.perf_counter() - began)
                tally.wrong += content(result) != expected[name]
    except Exception as error:  # noqa: BLE001 - counted, and printed at the end
        tally.lost += 1
        tally.errors.append(f"{type(error).__name__}: {error}"[:200])


async def crowd(url: str, clients: int, calls: int, expected: dict[str, str]) -> Tally:
    """Let all clients call at the same time."""
    tally = Tally()
    async with anyio.create_task_group() as group:
        for number in range(clients):
            group.start_soon(one_client, url, number, calls, expected, tally)
    return tally


async def answers(url: str) -> dict[str, str]:
    """Return the reply of each call, made once; the runs are stored then."""
    async with Client(url, read_timeout_seconds=120) as client:
        return {name: content(await client.call_tool(name, given)) for name, given in CALLS}


def main() -> None:
    """Run the load and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name, default in (("clients", 100), ("calls", 100), ("workers", 4)):
        parser.add_argument(f"--{name}", type=int, default=default)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, server(asked.workers, Path(folder)) as (url, pid):
        expected = anyio.run(answers, url)
        tenth = max(1, asked.calls // 10)
        anyio.run(crowd, url, asked.clients, tenth, expected)
        before, began = memory(pid), time.perf_counter()
        tally = anyio.run(crowd, url, asked.clients, asked.calls, expected)
        seconds, after = time.perf_counter() - began, memory(pid)
    ordered = sorted(tally.seconds)
    print(f"calls      {len(ordered)} of {asked.clients * asked.calls}, {asked.workers} workers")
    print(f"lost       {tally.lost} clients; wrong {tally.wrong} replies")
    p50, p99 = ordered[len(ordered) // 2], ordered[-1 - len(ordered) // 100]
    print(f"latency    p50 {p50:.3f} s, p99 {p99:.3f} s")
    print(f"rate       {len(ordered) / seconds:.0f} calls a second")
    print(
        f"memory     {before:.0f} MB after {asked.clients * tenth} calls, {after:.0f} MB after all"
    )
    for error in dict.fromkeys(tally.errors):
        print(f"error      {error}")


if __name__ == "__main__":
    main()
