"""Keeps worker processes that run simulations, and outlives whatever happens to them.

A worker that crashes, hangs or asks for too much memory is replaced; the job it had fails with
RunFailed, and every other goes on.
"""

import atexit
import json
import os
import queue
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import cast

from simulrag.simulators import progress
from simulrag.simulators.errors import RunFailed
from simulrag.simulators.processes import Limits, Process, allowed_environment, limited

Job = Mapping[str, object]
Measured = Mapping[str, object]

_MODULE = "simulrag.simulators.urban.engine_worker"
_SUBJECT = "the worker process of the traffic simulator"


def _measured(line: bytes) -> Measured:
    try:
        answer = json.loads(line)
    except ValueError:
        raise _failed(f"answered {line[:80]!r}, which is no JSON") from None
    if not isinstance(answer, dict) or "measured" not in answer:
        error = cast(dict[str, object], answer).get("error") if isinstance(answer, dict) else None
        raise _failed(f"failed: {error or line[:80]!r}")
    return cast(Measured, answer["measured"])


def _failed(what: str) -> RunFailed:
    return RunFailed(f"{_SUBJECT} {what}; nothing can be concluded from this run")


class Workers:
    """A few processes that are started when first needed and then kept."""

    def __init__(
        self, count: int, limits: Limits | None = None, command: Sequence[str] = ()
    ) -> None:
        limits = limits or Limits()
        self._start = lambda: Process(
            command or limited([sys.executable, "-P", "-m", _MODULE], limits.megabytes),
            limits,
            _SUBJECT,
            environment=allowed_environment(["SUMO_HOME"]),
        )
        self._idle: queue.LifoQueue[Process | None] = queue.LifoQueue()
        for _ in range(count):
            self._idle.put(None)
        self._ended = False
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="sumo")

    def run(self, jobs: Sequence[Job]) -> list[Measured]:
        """Return what each job gave. Raises RunFailed where one of them failed.

        Stops between jobs when nobody waits for them any more (see `simulrag.simulators.progress`).
        """
        futures = [self._threads.submit(self._one, job) for job in jobs]
        made: list[Measured] = []
        try:
            for future in futures:
                progress.step(len(made), len(jobs))
                made.append(future.result())
        finally:
            for future in futures:
                future.cancel()
        return made

    def _one(self, job: Job) -> Measured:
        worker = self._idle.get()
        kept: Process | None = None
        try:
            if worker is not None and not worker.alive:
                worker.end()
                worker = None
            worker = worker or self._start()
            made = _measured(worker.ask(json.dumps(job).encode() + b"\n"))
            kept = worker
            return made
        finally:
            if kept is None and worker is not None:
                worker.end()
            self._idle.put(kept)
            if self._ended:
                self._end_idle()

    def end(self) -> None:
        """End all processes; those at work end after their jobs."""
        self._ended = True
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._end_idle()

    def _end_idle(self) -> None:
        while True:
            try:
                worker = self._idle.get_nowait()
            except queue.Empty:
                return
            if worker is not None:
                worker.end()


@cache
def shared() -> Workers:
    """Return the workers of this process, one for each core, four at most."""
    workers = Workers(min(os.cpu_count() or 1, 4))
    atexit.register(workers.end)
    return workers
