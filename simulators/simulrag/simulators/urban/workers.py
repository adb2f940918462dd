"""Keeps worker processes that run simulations, and outlives whatever happens to them.

A worker that crashes, hangs or asks for too much memory is replaced; the job it had fails with
RunFailed, and every other goes on.
"""

import atexit
import json
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import IO, cast

from simulrag.simulators import work
from simulrag.simulators.errors import RunFailed

Job = Mapping[str, object]
Measured = Mapping[str, object]

#: Seconds that one simulation may take, and address space of a worker, MB.
SECONDS, MEGABYTES = 60.0, 4_096
#: Longest result, bytes.
LONGEST = 4 * 2**20
#: Variables of the environment that a worker sees; no other, as they may hold secrets.
ENVIRONMENT = ("PATH", "PYTHONPATH", "SUMO_HOME", "LANG", "LC_ALL", "TMPDIR", "TEMP", "SYSTEMROOT")
_MODULE = "simulrag.simulators.urban.worker"


@dataclass(frozen=True)
class Limits:
    """What a job may use: seconds of time, megabytes of address space."""

    seconds: float = SECONDS
    megabytes: int = MEGABYTES


class Worker:
    """One process, used by one thread at a time."""

    def __init__(self, limits: Limits, command: Sequence[str] = ()) -> None:
        self._limits = limits
        self._process = subprocess.Popen(
            command or [sys.executable, "-P", "-m", _MODULE, str(limits.megabytes)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={name: os.environ[name] for name in ENVIRONMENT if name in os.environ},
        )

    @property
    def pid(self) -> int:
        """Return the id of the process."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Tell whether the process still runs."""
        return self._process.poll() is None

    def run(self, job: Job) -> Measured:
        """Return what a job gave. Raises RunFailed; the worker is of no use then."""
        late = threading.Event()
        watch = threading.Timer(self._limits.seconds, self._out_of_time, [late])
        watch.start()
        try:
            line = self._exchange(json.dumps(job).encode() + b"\n")
        finally:
            watch.cancel()
        return _measured(line) if line.endswith(b"\n") else self._broken(line, late)

    def _exchange(self, line: bytes) -> bytes:
        """Send a line and return the answer; without an end where the process went away."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(line)
            self._process.stdin.flush()
            return self._process.stdout.readline(LONGEST)
        except OSError:  # the pipe is gone with the process
            return b""

    def _out_of_time(self, late: threading.Event) -> None:
        late.set()
        self._process.kill()

    def _broken(self, line: bytes, late: threading.Event) -> Measured:
        """Raise RunFailed with what became of the process, and end what is left of it."""
        code = None if len(line) >= LONGEST else self._exit_code()
        self.end()
        if len(line) >= LONGEST:
            raise _failed(f"printed more than {LONGEST:,} bytes")
        if late.is_set():
            raise _failed(f"took longer than {self._limits.seconds:g} s and was ended")
        raise _failed("stopped answering" if code is None else f"ended {_how(code)}")

    def _exit_code(self) -> int | None:
        """Return how a process ended that closed its output; None where it goes on without."""
        try:
            return self._process.wait(timeout=5.0)
        except subprocess.TimeoutExpired:
            return None

    def end(self) -> None:
        """End the process, whatever it does."""
        self._process.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                _close(pipe)
        self._process.wait()


def _close(pipe: IO[bytes]) -> None:
    try:
        pipe.close()
    except OSError:  # unsent input of a process that is gone
        return


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
    return RunFailed(
        f"the worker process of the traffic simulator {what}; nothing can be concluded from this "
        "run, and the next one gets a new process"
    )


def _how(code: int) -> str:
    if code >= 0:
        return f"with exit code {code}"
    name = signal.Signals(-code).name if -code in set(signal.Signals) else str(-code)
    return f"by the signal {name}"


class Workers:
    """A few processes that are started when first needed and then kept."""

    def __init__(
        self, count: int, limits: Limits | None = None, command: Sequence[str] = ()
    ) -> None:
        self._limits = limits or Limits()
        self._command = command
        self._idle: queue.LifoQueue[Worker | None] = queue.LifoQueue()
        for _ in range(count):
            self._idle.put(None)
        self._ended = False
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="sumo")

    def run(self, jobs: Sequence[Job]) -> list[Measured]:
        """Return what each job gave. Raises RunFailed where one of them failed.

        Stops between jobs when nobody waits for them any more (see `simulrag.simulators.work`).
        """
        futures = [self._threads.submit(self._one, job) for job in jobs]
        made: list[Measured] = []
        try:
            for future in futures:
                work.step(len(made), len(jobs))
                made.append(future.result())
        finally:
            for future in futures:
                future.cancel()
        return made

    def _one(self, job: Job) -> Measured:
        worker = self._idle.get()
        kept: Worker | None = None
        try:
            if worker is not None and not worker.alive:
                worker.end()
                worker = None
            worker = worker or Worker(self._limits, self._command)
            made = worker.run(job)
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
