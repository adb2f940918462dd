"""Spreads calls over an executor and keeps each run once, so that a killed command goes on.

The store is content-addressed: a call id is known before it is run, and an id that is stored is
never run again. Calls are read, run and stored as they come; however many there are, only
`AHEAD` chunks a worker are in memory.
"""

import os
import socket
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from dataclasses import dataclass, field

from pydantic import Field

from simulrag.simulators.errors import RunFailed, SimulatorError
from simulrag.simulators.executors import Pool
from simulrag.simulators.external.simulator import ExternalSimulator
from simulrag.simulators.interface import Frozen, Simulator
from simulrag.simulators.registry import installed
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.evidence_tables import stored_text
from simulrag.verifier.scenarios.asked import Asked, Refused


class Made(Frozen):
    """What became of a chunk, by whom, and how long its processor worked on it."""

    #: Run id -> text.
    texts: dict[str, str]
    #: Run id -> members of its outputs, of runs that would have to be made again for them.
    members: dict[str, dict[str, tuple[float, ...]]] = Field(default_factory=dict)
    failed: tuple[Refused, ...]
    #: Machine and process.
    worker: str
    processor_seconds: float


def run_chunk(chunk: Sequence[Asked]) -> Made:
    """Run the calls of a chunk. What a simulator refuses or breaks on is told, never raised."""
    begun = time.process_time()
    texts: dict[str, str] = {}
    members: dict[str, dict[str, tuple[float, ...]]] = {}
    failed: list[Refused] = []
    for asked in chunk:
        try:
            simulator = installed().simulator(asked.call.simulator)
            text = _run(asked, simulator)
            if isinstance(simulator, ExternalSimulator):
                drawn = simulator.samples(asked.call)
                members[asked.id] = {name: tuple(one) for name, one in drawn.items()}
            texts[asked.id] = text
        except SimulatorError as error:
            failed.append(_refused(asked, error.reason, str(error)))
        except Exception as error:  # noqa: BLE001 - a plug-in's fault must not lose the chunk
            told = f"{type(error).__name__}: {str(error).partition(chr(10))[0]}"
            failed.append(_refused(asked, RunFailed.reason, told))
    return Made(
        texts=texts,
        members=members,
        failed=tuple(failed),
        worker=f"{socket.gethostname()}:{os.getpid()}",
        processor_seconds=time.process_time() - begun,
    )


def _run(asked: Asked, simulator: Simulator) -> str:
    run = simulator.run(asked.call)
    if run.id != asked.id:
        raise RunFailed(
            f"{asked.call.simulator} on the worker {socket.gethostname()} is version "
            f"{simulator.version}, another than here, or returned another call's run; install the "
            "same simulrag on every worker"
        )
    return stored_text(run)


def _refused(asked: Asked, reason: str, message: str) -> Refused:
    return Refused(line=asked.line, reason=reason, message=message, call=asked.call)


#: Calls in a chunk, and chunks that wait or run for each worker at a time.
CHUNK, AHEAD = 50, 2


@dataclass
class Progress:
    """What became of the calls read so far; each is counted once, in one of the first four."""

    #: Simulated and stored now; stored before, or asked for by another line too.
    made: int = 0
    there: int = 0
    #: Refused before it was run, and refused by the simulator or broken down.
    refused: int = 0
    failed: int = 0
    #: Bytes of the runs made, as JSON, and seconds of the workers' processors.
    bytes: int = 0
    processor_seconds: float = 0.0
    #: Worker -> runs that it made.
    workers: dict[str, int] = field(default_factory=dict[str, int])
    #: Chunks that were given out again, because the worker that had them died.
    given_again: int = 0

    @property
    def read(self) -> int:
        """Calls, and lines that are none, looked at so far."""
        return self.made + self.there + self.refused + self.failed


Told = Callable[[Progress], None]


def run_scenarios(
    asked: Iterable[Asked | Refused],
    store: EvidenceStore,
    pool: Pool,
    *,
    chunk: int = CHUNK,
    refused: Callable[[Refused], None] = lambda _one: None,
    told: Told = lambda _progress: None,
) -> Progress:
    """Run what is not stored yet and return what became of all.

    chunk: calls that are handed to a worker at once, at least 1. refused is called for each call
    that was not run, told after each chunk. Raises RunFailed where the pool itself broke; what was
    made until then is stored.
    """
    return _Running(store, pool, refused, told).all(asked, chunk)


class _Running:
    """One spread of calls: what is out with workers, and what became of the rest."""

    def __init__(
        self, store: EvidenceStore, pool: Pool, refused: Callable[[Refused], None], told: Told
    ) -> None:
        self._store, self._pool, self._refused, self._told = store, pool, refused, told
        self._out: dict[Future[Made], tuple[Asked, ...]] = {}
        self._ids: set[str] = set()
        self.progress = Progress()

    def all(self, asked: Iterable[Asked | Refused], chunk: int) -> Progress:
        """Run all; see `run_scenarios`."""
        try:
            for some in self._chunks(asked, chunk):
                self._give(some)
                while len(self._out) >= AHEAD * self._pool.workers:
                    self._collect()
            while self._out:
                self._collect()
        except BrokenExecutor as error:
            self._keep_finished()
            raise _broken(error) from error
        self._told(self.progress)
        return self.progress

    def _chunks(self, asked: Iterable[Asked | Refused], size: int) -> Iterator[tuple[Asked, ...]]:
        """Yield the calls that are to be run, `size` at a time."""
        fresh: list[Asked] = []
        looked: dict[str, Asked] = {}
        for one in asked:
            if isinstance(one, Refused):
                self.progress.refused += 1
                self._refused(one)
            elif one.id in looked or one.id in self._ids:
                self.progress.there += 1
            else:
                looked[one.id] = one
            if len(looked) == size:
                fresh += self._missing(looked)
                looked = {}
            while len(fresh) >= size:
                yield tuple(fresh[:size])
                del fresh[:size]
        fresh += self._missing(looked)
        for start in range(0, len(fresh), size):
            yield tuple(fresh[start : start + size])

    def _missing(self, looked: dict[str, Asked]) -> list[Asked]:
        stored = self._store.stored_ids(list(looked))
        self.progress.there += len(stored)
        missing = [one for one in looked.values() if one.id not in stored]
        self._ids.update(one.id for one in missing)
        return missing

    def _give(self, some: tuple[Asked, ...]) -> None:
        self._out[self._pool.executor.submit(run_chunk, some)] = some

    def _collect(self) -> None:
        """Wait for a chunk and store what it made."""
        done, _ = wait(self._out, return_when=FIRST_COMPLETED)
        for future in done:
            try:
                made = future.result()
            except _died() as error:
                self._give_again(self._out.pop(future), error)
            else:
                self._keep(made, self._out.pop(future))
            self._told(self.progress)

    def _keep_finished(self) -> None:
        """Store what other workers had finished when the pool broke."""
        for future, some in self._out.items():
            if future.done() and not future.cancelled() and future.exception() is None:
                self._keep(future.result(), some)

    def _keep(self, made: Made, some: tuple[Asked, ...]) -> None:
        self._store.add_texts(made.texts)
        for run_id, members in made.members.items():
            self._store.members.put(run_id, members, whole=True)
        for one in made.failed:
            self._refused(one)
        self._ids.difference_update(one.id for one in some)
        progress = self.progress
        progress.made += len(made.texts)
        progress.failed += len(made.failed)
        progress.bytes += sum(len(text.encode()) for text in made.texts.values())
        progress.processor_seconds += made.processor_seconds
        progress.workers[made.worker] = progress.workers.get(made.worker, 0) + len(made.texts)

    def _give_again(self, some: tuple[Asked, ...], error: BaseException) -> None:
        """Give out one by one the calls of a chunk on which several workers died.

        Which of its calls kills them is then told, and loses none of the others.
        """
        if len(some) > 1:
            self.progress.given_again += 1
            for one in some:
                self._give((one,))
            return
        message = f"every worker that ran it died: {type(error).__name__}"
        for one in some:
            self.progress.failed += 1
            self._ids.discard(one.id)
            self._refused(
                Refused(line=one.line, reason=RunFailed.reason, message=message, call=one.call)
            )


def _died() -> tuple[type[BaseException], ...]:
    """Return what Dask raises for a task on which several workers died; () without Dask."""
    try:
        from distributed.scheduler import KilledWorker
    except ModuleNotFoundError:
        return ()
    return (KilledWorker,)


def _broken(error: BrokenExecutor) -> RunFailed:
    return RunFailed(
        f"the workers broke down: {str(error).partition(chr(10))[0]}; what was made is stored, and "
        "the same command goes on from there (local:N replaces a worker that dies)"
    )
