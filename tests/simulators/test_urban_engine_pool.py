"""Worker processes: what becomes of a job whose worker breaks, and of the next one."""

import os
import signal
import sys
import threading
import time

import pytest

from simulrag.simulators import progress
from simulrag.simulators.errors import RunFailed
from simulrag.simulators.processes import ENVIRONMENT, TEMPORARY, Limits
from simulrag.simulators.urban.engine_pool import Workers

#: Answers each job with the job itself, but for what the job tells it to do.
PROGRAM = """
import json, os, sys, time
for line in sys.stdin:
    job = json.loads(line)
    if "crash" in job: os.abort()
    if "leave" in job: sys.exit(job["leave"])
    if "hang" in job: time.sleep(600)
    if "flood" in job:
        while True: sys.stdout.write("x" * 2**20)
    if "say" in job: answer = job["say"]
    else: answer = json.dumps({"measured": {**job, "pid": os.getpid(), "seen": dict(os.environ)}})
    print(answer, flush=True)
"""
COMMAND = [sys.executable, "-c", PROGRAM]


@pytest.fixture
def workers():
    made = Workers(2, Limits(seconds=20.0), COMMAND)
    yield made
    made.end()


def pids(workers: Workers, count: int) -> set[object]:
    return {one["pid"] for one in workers.run([{"number": n} for n in range(count)])}


def test_results_come_in_the_order_of_the_jobs(workers: Workers) -> None:
    made = workers.run([{"number": number} for number in range(30)])
    assert [one["number"] for one in made] == list(range(30))


def test_a_few_processes_are_kept_for_many_jobs(workers: Workers) -> None:
    assert len(pids(workers, 40)) <= 2


@pytest.mark.parametrize(
    ("job", "said"),
    [
        ({"crash": True}, "SIGABRT"),
        ({"flood": True}, "printed more than 4,194,304 bytes"),
        ({"say": "Loading configuration ... done."}, "no JSON"),
        ({"say": '{"error": "no such lane"}'}, "no such lane"),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="names of signals")
def test_a_job_that_breaks_its_worker_says_how_and_the_next_one_is_answered(
    job: dict[str, object], said: str, workers: Workers
) -> None:
    with pytest.raises(RunFailed, match=said):
        workers.run([job])
    assert workers.run([{"number": 7}])[0]["number"] == 7


def test_a_job_that_hangs_is_ended_after_its_time() -> None:
    quick = Workers(1, Limits(seconds=0.5), COMMAND)
    started = time.monotonic()
    try:
        with pytest.raises(RunFailed, match=r"longer than 0\.5 s"):
            quick.run([{"hang": True}])
    finally:
        quick.end()
    assert time.monotonic() - started < 10.0


def test_one_broken_job_of_many_fails_the_call_and_loses_no_worker(workers: Workers) -> None:
    with pytest.raises(RunFailed):
        workers.run([{"number": 1}, {"crash": True}, {"number": 2}])
    assert len(workers.run([{"number": n} for n in range(8)])) == 8


@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal")
def test_a_worker_that_was_killed_while_idle_is_replaced(workers: Workers) -> None:
    for pid in pids(workers, 10):
        os.kill(int(str(pid)), signal.SIGKILL)
    time.sleep(0.2)
    assert len(workers.run([{"number": n} for n in range(4)])) == 4


def test_a_worker_sees_no_secret_of_the_environment(
    workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-of-the-user")
    seen = workers.run([{"number": 1}])[0]["seen"]
    assert "sk-of-the-user" not in seen.values()
    assert set(map(str, seen)) <= {*ENVIRONMENT, *TEMPORARY, "SUMO_HOME", "LC_CTYPE"}


def test_what_nobody_waits_for_is_not_started(workers: Workers) -> None:
    task = progress.Work()
    task.stop()
    with progress.doing(task), pytest.raises(progress.Stopped):
        workers.run([{"number": n} for n in range(1_000)])
    assert workers.run([{"number": 7}])[0]["number"] == 7


def test_threads_share_the_workers(workers: Workers) -> None:
    found: list[object] = []

    def ask(first: int) -> None:
        found.extend(
            one["number"] for one in workers.run([{"number": first + n} for n in range(9)])
        )

    threads = [threading.Thread(target=ask, args=(100 * n,)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(map(int, map(str, found))) == sorted(
        100 * t + n for t in range(6) for n in range(9)
    )
