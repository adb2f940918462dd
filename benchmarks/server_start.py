"""Times the start of the server against a bare SDK server with one tool, side by side.

Each sample spawns a server over stdio, connects with the SDK's client and waits for the first
tools/list. The two servers take turns, so that a busy machine slows both.

    python benchmarks/server_start.py [--rounds 10] [--mode auto|legacy] [--limit 1.2]

Exit code 1 if the ratio of medians exceeds the limit.
"""

import argparse
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

import anyio
from mcp import Client, StdioServerParameters

BARE = """
from mcp.server import MCPServer

server = MCPServer("bare")


@server.tool()
def double(number: float) -> float:
    "Doubles a number."
    return 2 * number


server.run("stdio")
"""


async def first_list(server: StdioServerParameters, mode: str) -> float:
    """Return the seconds from spawning a server to its first list of tools."""
    start = time.perf_counter()
    async with Client(server, mode=mode) as client:
        listed = await client.list_tools()
        seconds = time.perf_counter() - start
    assert listed.tools
    return seconds


async def measure(rounds: int, mode: str) -> dict[str, list[float]]:
    """Return the samples of both servers, in seconds; a first round warms the disk caches."""
    with tempfile.TemporaryDirectory() as folder:
        bare = Path(folder) / "bare.py"
        bare.write_text(BARE, encoding="utf-8")
        store = {**os.environ, "SIMULRAG_EVIDENCE": str(Path(folder) / "evidence.sqlite")}
        # An installation has its bytecode; a checkout must be let write it.
        store.pop("PYTHONDONTWRITEBYTECODE", None)
        servers = {
            "bare": StdioServerParameters(command=sys.executable, args=[str(bare)], env=store),
            "simulrag": StdioServerParameters(
                command=sys.executable, args=["-m", "simulrag.server"], env=store
            ),
        }
        samples: dict[str, list[float]] = {name: [] for name in servers}
        for number in range(rounds + 1):
            for name, server in servers.items():
                seconds = await first_list(server, mode)
                if number:
                    samples[name].append(seconds)
        return samples


def main() -> None:
    """Measure, print medians with quartiles, and compare the ratio with the limit."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--mode", choices=("auto", "legacy"), default="auto")
    parser.add_argument("--limit", type=float, default=1.2)
    given = parser.parse_args()
    samples = anyio.run(measure, given.rounds, given.mode)
    for name, seconds in samples.items():
        low, median, high = statistics.quantiles(seconds, n=4)
        print(f"{name}: {median * 1e3:.0f} ms ({low * 1e3:.0f} to {high * 1e3:.0f})")
    ratio = statistics.median(samples["simulrag"]) / statistics.median(samples["bare"])
    print(f"ratio: {ratio:.2f} (limit {given.limit:g})")
    sys.exit(ratio > given.limit)


if __name__ == "__main__":
    main()
