"""A local Dask cluster of several workers, one of which is killed. Loopback only."""

import os
import signal
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from simulrag.simulators import executors
from simulrag.simulators.errors import RunFailed
from simulrag.simulators.executors import pool
from simulrag.simulators.registry import installed
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.scenarios.asked import asked_in
from simulrag.verifier.scenarios.running import Progress, run_scenarios

pytest.importorskip("distributed")
pytestmark = pytest.mark.slow

COUNT, WORKERS = 240, 3
ROWS = [
    '{"simulator": "climate", "function": "temperature", "arguments": {"place": "Oslo", '
    f'"year": {2030 + n % 61}, "scenario": "ssp245", "co2": {n / 10}}}}}'
    for n in range(COUNT)
]


def made(
    path: Path, scheduler: str, told: Callable[[Progress], None] = lambda _p: None
) -> tuple[Progress, dict[str, str]]:
    with EvidenceStore(path) as store, pool(scheduler) as workers:
        asked = asked_in(ROWS, installed())
        found = run_scenarios(asked, store, workers, chunk=10, told=told)
        if workers.address:
            assert workers.address.startswith("tcp://127.0.0.1:")
    with sqlite3.connect(path) as connection:
        rows = connection.execute("SELECT id, body FROM runs").fetchall()
    connection.close()
    assert len(rows) == len(dict(rows))
    return found, dict(rows)


def test_with_a_worker_killed_all_runs_are_made_once_and_as_in_one_process(tmp_path: Path) -> None:
    killed: list[str] = []

    def kill(progress: Progress) -> None:
        if not killed and progress.made >= COUNT // 3:
            killed.append(next(iter(progress.workers)))
            os.kill(int(killed[0].rpartition(":")[2]), signal.SIGKILL)

    found, texts = made(tmp_path / "cluster.sqlite", f"local:{WORKERS}", kill)
    assert killed
    assert (found.made, found.failed, len(texts)) == (COUNT, 0, COUNT)
    assert len(found.workers) > 1
    _, alone = made(tmp_path / "alone.sqlite", "")
    assert texts == alone


def test_an_address_where_no_scheduler_answers_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "CONNECT_SECONDS", 1)
    with pytest.raises(RunFailed, match="no Dask scheduler answers"), pool("tcp://127.0.0.1:9"):
        pass
