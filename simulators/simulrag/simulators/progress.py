"""How a long computation tells how far it is, and learns that nobody waits for it any more.

A simulator calls `step(done, total)` now and then, a few times a second at most costs nothing.
Whoever starts the computation makes a `Work`, enters `doing(work)` in the thread that computes,
and may look at `work.share` or call `work.stop()` from any other. Without a `Work`, `step` does
nothing.
"""

import threading
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar


class Stopped(BaseException):
    """Raised by `step` in a computation that was stopped.

    Like asyncio's CancelledError it is no Exception, so that nothing takes it for a simulator
    that broke down.
    """


class Work:
    """One computation: the share that is done (0 to 1), the runs made so far, and a stop."""

    def __init__(self) -> None:
        self.share: float = 0.0
        self.runs: list[str] = []
        self._stop = threading.Event()
        self._low: float = 0.0
        self._high: float = 1.0

    def stop(self) -> None:
        """Make the next `step` of the computation raise Stopped."""
        self._stop.set()

    @property
    def stopped(self) -> bool:
        """Whether `stop` was called."""
        return self._stop.is_set()

    def step(self, done: float, total: float) -> None:
        """Note that `done` of `total` is done; raises Stopped where it was stopped."""
        if self._stop.is_set():
            raise Stopped
        share = done / total if total > 0 else 1.0
        # What is told backwards, as by a second run of the same part, is no progress.
        self.share = max(self.share, self._low + (self._high - self._low) * min(share, 1.0))

    @contextmanager
    def part(self, number: int, count: int) -> Generator[None]:
        """Within it, `step` tells of part `number` (from 0) of `count` equal ones."""
        low, high = self._low, self._high
        width = (high - low) / max(count, 1)
        self.step(number, max(count, 1))
        self._low, self._high = low + number * width, low + (number + 1) * width
        try:
            yield
        finally:
            self._low, self._high = low, high


_CURRENT: ContextVar[Work | None] = ContextVar("simulrag_work", default=None)


@contextmanager
def doing(work: Work) -> Generator[Work]:
    """Make `work` what `step` and `part` tell of in this thread."""
    token = _CURRENT.set(work)
    try:
        yield work
    finally:
        _CURRENT.reset(token)


def step(done: float = 0, total: float = 1) -> None:
    """Tell how far the computation of this thread is. Raises Stopped where it was stopped."""
    if (work := _CURRENT.get()) is not None:
        work.step(done, total)


@contextmanager
def part(number: int, count: int) -> Generator[None]:
    """Within it, `step` tells of part `number` (from 0) of `count` equal ones."""
    work = _CURRENT.get()
    if work is None:
        yield
        return
    with work.part(number, count):
        yield


def made(run_id: str) -> None:
    """Note a run that was made, so that a call that is cut short can name it."""
    if (work := _CURRENT.get()) is not None and run_id not in work.runs:
        work.runs.append(run_id)
