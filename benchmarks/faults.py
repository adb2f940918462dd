"""Servers on a disk of their own, and what goes wrong with them. Linux only.

The disk is a tmpfs in a mount namespace of the server's (unshare of util-linux, no rights needed
where user namespaces are allowed); it is reached from outside by /proc/PID/root. It takes memory
only for what lies on it, and is full when its size is set to that, until it is set back.
"""

import contextlib
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import anyio
import anyio.to_thread
from mcp import StdioServerParameters

MAIN = "from simulrag.client.cli import main; main()"
#: Programs that run beside the server: one keeps writing until its input ends, one copies.
LOCK = """
import sqlite3, sys
other = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=30)
other.execute("BEGIN IMMEDIATE")
print("locked", flush=True)
sys.stdin.read()
other.execute("ROLLBACK")
"""
COPY = """
import sqlite3, sys
sqlite3.connect(sys.argv[1]).backup(sqlite3.connect(sys.argv[2]))
"""
#: Longer than the server waits for a lock, s.
LOCKED_FOR = 12.0
#: Longer than the room in the write-ahead log lasts, which is written over, s.
FULL_FOR = 12.0
#: The evidence is copied, and a server ends, within this time, s.
COPIED_WITHIN, ENDS_WITHIN = 60.0, 60.0


@dataclass
class Place:
    """A running server: its address, its process, the path of its evidence as it sees it, and the
    size of its disk, kB.

    SQLite follows links, so that only a process in the namespace opens this file by its path.
    """

    url: str
    pid: int
    evidence: str
    disk: int

    def enter(self) -> list[str]:
        """Return the command that runs another one beside the server."""
        return ["nsenter", "-U", "-m", "--preserve-credentials", "-t", str(self.pid), "--"]

    def used(self) -> int:
        """Return how much of the disk is taken, kB."""
        found = os.statvfs(Path(f"/proc/{self.pid}/root{self.evidence}").parent)
        return (found.f_blocks - found.f_bfree) * found.f_frsize // 1024

    def resize(self, kilobytes: int) -> bool:
        """Set the size of the disk; return False where it holds more already."""
        folder = Path(self.evidence).parent
        command = [*self.enter(), "mount", "-o", f"remount,size={kilobytes}k", folder]
        return not subprocess.run(command, capture_output=True, check=False).returncode

    def workers(self) -> list[int]:
        """Return the processes that answer."""
        return [pid for pid in children(self.pid) if "spawn_main" in command_of(pid)]

    def stdio(self) -> StdioServerParameters:
        """Return what starts a server over stdio beside this one, over the same evidence."""
        command, *arguments = self.enter()
        return StdioServerParameters(
            command=command,
            args=[*arguments, sys.executable, "-m", "simulrag.server"],
            env={**os.environ, "SIMULRAG_EVIDENCE": self.evidence},
        )

    def copy(self, to: Path) -> None:
        """Copy the evidence as it is now."""
        subprocess.run(
            [*self.enter(), sys.executable, "-c", COPY, self.evidence, to],
            check=True,
            timeout=COPIED_WITHIN,
        )


def children(parent: int) -> list[int]:
    """Return the child processes of a process."""
    found: list[int] = []
    for path in Path(f"/proc/{parent}/task").glob("*/children"):
        with contextlib.suppress(OSError):  # a thread that has ended meanwhile
            found += map(int, path.read_text().split())
    return found


def command_of(pid: int) -> str:
    """Return the command line of a process, empty once it has ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return ""


def memory(pid: int) -> float:
    """Return the resident memory of a process, MB."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def why_no_disk() -> str:
    """Return why a small disk cannot be made here, empty if it can."""
    if sys.platform != "linux":
        return "needs Linux"
    with tempfile.TemporaryDirectory() as folder:
        try:
            made = subprocess.run(
                [*_on_disk(folder, 1), "true"], capture_output=True, text=True, check=False
            )
        except OSError as error:
            return f"needs unshare of util-linux: {error}"
    return made.stderr.strip() if made.returncode else ""


def _on_disk(folder: str, megabytes: int) -> list[str]:
    mount = f'mount -t tmpfs -o size={megabytes}m none {folder} && exec "$@"'
    return ["unshare", "-r", "-m", "sh", "-c", mount, "sh"]


@contextmanager
def served(workers: int, megabytes: int) -> Generator[Place]:
    """Start a server over HTTP with its evidence on a disk of its own."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile("w+") as log:
        inside = f"{folder}/evidence.sqlite"
        options = ["serve", "--http", "--port", str(port), "--workers", str(workers)]
        process = subprocess.Popen(
            [*_on_disk(folder, megabytes), sys.executable, "-c", MAIN, *options],
            env={**os.environ, "SIMULRAG_EVIDENCE": inside},
            stderr=log,
        )
        try:
            while socket.socket().connect_ex(("127.0.0.1", port)):
                if process.poll() is not None:
                    log.seek(0)
                    raise SystemExit(log.read())
                time.sleep(0.1)
            yield Place(f"http://127.0.0.1:{port}/mcp", process.pid, inside, megabytes * 1024)
        finally:
            process.terminate()
            try:
                process.wait(timeout=ENDS_WITHIN)
            except subprocess.TimeoutExpired:
                process.kill()
                raise


@asynccontextmanager
async def full(place: Place) -> AsyncGenerator[None]:
    """Let the disk be no larger than what lies on it."""
    while not place.resize(place.used()):
        await anyio.sleep(0)  # more was written meanwhile
    try:
        await anyio.sleep(FULL_FOR)
        yield
    finally:
        assert place.resize(place.disk)


@asynccontextmanager
async def locked(place: Place) -> AsyncGenerator[None]:
    """Let another program keep on writing to the evidence."""
    other = subprocess.Popen(
        [*place.enter(), sys.executable, "-c", LOCK, place.evidence],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert other.stdout is not None
    assert await anyio.to_thread.run_sync(other.stdout.readline) == b"locked\n"
    try:
        await anyio.sleep(LOCKED_FOR)
        yield
    finally:
        other.communicate()


@asynccontextmanager
async def one_killed(place: Place) -> AsyncGenerator[None]:
    """Kill one worker, whatever it does."""
    os.kill(random.choice(place.workers()), signal.SIGKILL)
    yield


@asynccontextmanager
async def all_killed(place: Place) -> AsyncGenerator[None]:
    """Kill every worker at once."""
    for pid in place.workers():
        os.kill(pid, signal.SIGKILL)
    yield


@asynccontextmanager
async def stdio_killed(place: Place) -> AsyncGenerator[None]:  # noqa: ARG001 - as all others
    """Kill the servers over stdio that this process started."""
    for pid in children(os.getpid()):
        if "simulrag.server" in command_of(pid):
            os.kill(pid, signal.SIGKILL)
    yield


@asynccontextmanager
async def full_and_killed(place: Place) -> AsyncGenerator[None]:
    """Fill the disk and kill a worker, so that a new one starts on a full disk."""
    async with one_killed(place), full(place):
        yield


@asynccontextmanager
async def locked_and_killed(place: Place) -> AsyncGenerator[None]:
    """Lock the evidence and kill a worker, so that a new one starts on a locked file."""
    async with one_killed(place), locked(place):
        yield


FAULTS: dict[str, Callable[[Place], AbstractAsyncContextManager[None]]] = {
    "worker killed": one_killed,
    "disk full": full,
    "database locked": locked,
    "all workers killed": all_killed,
    "stdio server killed": stdio_killed,
    "disk full, worker killed": full_and_killed,
    "database locked, worker killed": locked_and_killed,
}


@dataclass
class Faults:
    """What goes wrong now, and how long the server took to be well again, s, by fault."""

    now: str = ""
    recovered: dict[str, list[float]] = field(default_factory=dict)
