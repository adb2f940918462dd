"""Many seasons through an executor, with bounded memory, to be resumed after a kill.

Any `concurrent.futures.Executor` will do: processes on one machine, or those of Dask
(`distributed.Client.get_executor`). Scenarios are run in chunks; each finished chunk is one file,
written whole or not at all, so that what is on disk is never computed again.
"""

import hashlib
import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from pydantic import JsonValue

from simulrag.simulators.arguments import validate
from simulrag.simulators.epidemiology.ensemble import asked_series, ensemble
from simulrag.simulators.epidemiology.functions import SEASON
from simulrag.simulators.epidemiology.request import Request
from simulrag.simulators.interface import Call

#: Scenarios in a chunk, and chunks that wait or run for each worker at a time.
CHUNK, AHEAD = 20, 2
#: Levels of the daily quantiles that are kept, percent.
LEVELS = (5.0, 25.0, 50.0, 75.0, 95.0)


@dataclass(frozen=True)
class Chunk:
    """Scenarios that are run together, and the file that holds what they gave."""

    calls: tuple[Call, ...]
    path: Path


def run_many(
    scenarios: Sequence[Mapping[str, JsonValue]],
    folder: Path,
    executor: Executor,
    *,
    workers: int = 1,
    progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> list[Path]:
    """Run scenarios, arguments of `season`, and return the files with their daily quantiles.

    Each file holds `calls` (JSON texts) and `quantiles`, a (scenarios, levels, days) float32 array
    of the metric asked for, levels as in `LEVELS`. Files that exist already are kept. At most
    `AHEAD` chunks a worker are held in memory. `progress` is told chunks done and all chunks.
    Raises SimulatorError for a scenario that cannot be run, before any is started.
    """
    folder.mkdir(parents=True, exist_ok=True)
    chunks = _chunks(scenarios, folder)
    missing = (chunk for chunk in chunks if not chunk.path.exists())
    done = sum(chunk.path.exists() for chunk in chunks)
    progress(done, len(chunks))
    for _ in _completed(missing, executor, AHEAD * workers):
        done += 1
        progress(done, len(chunks))
    return [chunk.path for chunk in chunks]


def _chunks(scenarios: Sequence[Mapping[str, JsonValue]], folder: Path) -> list[Chunk]:
    calls = [
        Call(simulator="epidemiology", function=SEASON.name, arguments=validate(SEASON, one))
        for one in scenarios
    ]
    for call in calls:
        Request.of(call)
    parts = [tuple(calls[i : i + CHUNK]) for i in range(0, len(calls), CHUNK)]
    return [Chunk(part, folder / f"{_name(part)}.npz") for part in parts]


def _name(calls: Sequence[Call]) -> str:
    text = "\n".join(call.canonical() for call in calls)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _completed(chunks: Iterator[Chunk], executor: Executor, most: int) -> Iterator[None]:
    """Keep `most` chunks with the executor; yield for each that is done."""
    running: set[Future[None]] = set()
    for chunk in chunks:
        running.add(executor.submit(run_chunk, chunk))
        if len(running) >= most:
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                yield future.result()
    for future in running:
        yield future.result()


def run_chunk(chunk: Chunk) -> None:
    """Run the scenarios of a chunk and write its file."""
    quantiles = np.stack([daily_quantiles(Request.of(call)) for call in chunk.calls])
    calls = np.array([json.dumps(call.model_dump(mode="json")) for call in chunk.calls])
    draft = chunk.path.with_suffix(f".{os.getpid()}.tmp")
    with draft.open("wb") as file:
        np.savez_compressed(file, calls=calls, quantiles=quantiles)
    draft.replace(chunk.path)


def daily_quantiles(request: Request) -> NDArray[np.float32]:
    """Return (levels, days) of the metric asked for."""
    series = asked_series(request, ensemble(request))
    flat = series.reshape(-1, series.shape[-1])
    return np.percentile(flat, LEVELS, axis=0).astype(np.float32)
