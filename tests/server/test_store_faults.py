"""What callers see while the evidence store cannot be used, and that nothing accepted is lost."""

import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest
from mcp import Client, MCPError

from coffee import Coffee
from rope import Rope
from server.conversation import CUP, call, data, refusal, said, talk
from server.hosted import got, hosted
from server.test_long_work import SWING, job_in, until
from simulrag.server import jobs
from simulrag.server.app import build_server, open_store
from simulrag.server.http import hosting
from simulrag.server.http.hosting import application
from simulrag.server.http.settings import HttpSettings
from simulrag.simulators.errors import EvidenceError
from simulrag.simulators.registry import Registry
from simulrag.verifier import evidence_database
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.evidence_tables import Job

LAND = {"function": "land_or_sea", "place": "Suresnes"}


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait less long for a lock, and say more often that a call goes on."""
    monkeypatch.setattr(evidence_database, "BUSY_TIMEOUT", 0.2)
    monkeypatch.setattr(jobs, "BEAT", 0.1)
    monkeypatch.setattr(hosting, "CHECKED_EVERY", 0)


@contextmanager
def locked(path: Path) -> Generator[None]:
    """Let somebody else keep on writing to the store."""
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()


def test_a_locked_store_is_told_without_its_path_and_what_is_stored_is_shown_meanwhile(tmp_path):
    path = tmp_path / "evidence.sqlite"
    with EvidenceStore(path) as store:
        server = build_server(Registry([Coffee()]), store)
        kept = data(call(server, "simulate_coffee", **CUP))
        with locked(path):
            text = refusal(call(server, "simulate_coffee", **{**CUP, "minutes": 20}))
            assert data(call(server, "simulate_coffee", **CUP)) == kept
            shown = call(server, "get_run", run_id=kept["run"]["id"])
            assert data(shown)["run"] == kept["run"]
        assert data(call(server, "simulate_coffee", **{**CUP, "minutes": 20}))
    assert text.startswith("evidence_store: the evidence store evidence.sqlite cannot be used: ")
    assert "make the same call again" in text
    assert str(tmp_path) not in text


def test_a_handle_is_followed_though_the_store_cannot_take_it_and_is_kept_as_soon_as_it_can(
    tmp_path,
):
    path, rope = tmp_path / "evidence.sqlite", Rope()
    with EvidenceStore(path) as store, EvidenceStore(path) as theirs:
        server = build_server(Registry([rope]), store, time_limit=0.2)
        other = build_server(Registry([Rope()]), theirs)

        async def follow(client: Client) -> tuple[str, Any, Any, Any]:
            with locked(path):
                job = job_in(said(await client.call_tool(*SWING)))
                running = await client.call_tool("get_run", {"run_id": job})
                rope.release.set()
                ended = await until(
                    lambda: client.call_tool("get_run", {"run_id": job}),
                    lambda r: "still_running" not in said(r),
                )
            async with Client(other) as second:
                later = await until(
                    lambda: second.call_tool("get_run", {"run_id": job}),
                    lambda r: "unknown_name" not in said(r) and "still_running" not in said(r),
                )
            return job, running, ended, later

        job, running, ended, later = talk(server, follow)
    assert said(running).startswith("still_running: ")
    # The run itself could not be stored, so that the call failed; and that is what is kept.
    assert refusal(ended).startswith("evidence_store: ")
    assert refusal(later) == refusal(ended)
    assert job.startswith("job-")


def test_the_event_loop_goes_on_while_a_handle_waits_for_the_store(tmp_path, monkeypatch):
    monkeypatch.setattr(evidence_database, "BUSY_TIMEOUT", 3.0)
    monkeypatch.setattr(jobs, "TAKEN_WITHIN", 3.0)
    path = tmp_path / "evidence.sqlite"
    with EvidenceStore(path) as store:
        rope = Rope()
        server = build_server(Registry([rope]), store, time_limit=0.2)

        async def beside(client: Client) -> float:
            worst = 0.0
            async with anyio.create_task_group() as group:
                group.start_soon(client.call_tool, *SWING)
                for _ in range(30):
                    began = time.monotonic()
                    await client.list_tools()
                    worst = max(worst, time.monotonic() - began)
                    await anyio.sleep(0.05)
                group.cancel_scope.cancel()
            rope.release.set()
            return worst

        with locked(path):
            assert talk(server, beside) < 2


def test_a_worker_that_starts_while_the_store_is_damaged_says_so_without_a_token_and_recovers(
    tmp_path,
):
    path = tmp_path / "evidence.sqlite"
    path.write_text("no database, but long enough to be taken for one " * 20)
    with open_store(path, late=True) as store:
        tokens = tmp_path / "tokens"
        tokens.write_text("a-token-of-the-laboratory lab\n")
        settings = HttpSettings(tokens=tokens)
        app = application(build_server(Registry([Coffee()]), store), store, settings)

        def health() -> httpx.Response:
            return got(app, "/healthz")

        failing = health()
        assert failing.status_code == 503
        assert "move the damaged file" in failing.json()["reason"]
        assert str(tmp_path) not in failing.text
        path.unlink()
        assert (health().status_code, health().json()["status"]) == (200, "ok")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="workers are found in /proc")
def test_a_worker_killed_in_mid_call_loses_no_accepted_run_and_is_replaced(tmp_path):
    long = {"function": "season", "states": ["Ohio"], "r0": 2}

    async def cut_off(client: Client) -> Any:
        async with anyio.create_task_group() as group:
            group.start_soon(quietly, client, long)
            await anyio.sleep(0.3)
            os.kill(before[0], signal.SIGKILL)
            group.cancel_scope.cancel()

    async def quietly(client: Client, arguments: dict[str, Any]) -> None:
        with contextlib.suppress(MCPError, httpx.HTTPError, OSError):
            await client.call_tool("simulate_epidemiology", arguments)

    with hosted(tmp_path / "evidence.sqlite", "--workers", "2") as (url, process):
        made = data(call(f"{url}/mcp", "simulate_climate", **LAND))["run"]
        before = workers(process)
        assert len(before) == 2
        talk(f"{url}/mcp", cut_off)
        shown = call(f"{url}/mcp", "get_run", run_id=made["id"])
        assert data(shown)["run"] == made
        deadline = time.monotonic() + 30
        while not (len(workers(process)) == 2 and before[0] not in workers(process)):
            assert time.monotonic() < deadline
            time.sleep(0.1)


def workers(server: "subprocess.Popen[str]") -> list[int]:
    """Return the processes that answer for a server."""
    found = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
    return [int(pid) for pid in found if b"spawn_main" in _command(pid)]


def _command(pid: str) -> bytes:
    """Return the command line of a process, nothing of one that has ended meanwhile."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except FileNotFoundError:
        return b""


def test_health_tells_of_a_store_that_cannot_be_written_and_of_a_full_disk(tmp_path, monkeypatch):
    monkeypatch.setattr(evidence_database, "CHECK_TIMEOUT", 0.1)
    path = tmp_path / "evidence.sqlite"
    with EvidenceStore(path) as store:
        store.check()
        with locked(path), pytest.raises(EvidenceError, match="another process is writing"):
            store.check()
        monkeypatch.setattr(evidence_database, "LEAST_ROOM", 2**62)
        with pytest.raises(EvidenceError, match="make room on its disk"):
            store.check()


def test_a_clock_that_is_set_neither_loses_nor_revives_a_job(tmp_path, monkeypatch):
    with EvidenceStore(tmp_path / "evidence.sqlite") as store:
        store.jobs.put(Job(id="job-000000000000", tool="simulate_rope"))
        for jump in (-86_400, 86_400):
            real = time.time
            monkeypatch.setattr(time, "time", lambda jump=jump, real=real: real() + jump)
            found = store.jobs.get("job-000000000000")
            assert not found[1]
        monkeypatch.setattr(time, "monotonic", lambda: 1.0)  # the machine was started again
        found = store.jobs.get("job-000000000000")
        assert found[1]
