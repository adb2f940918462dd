"""Runs 2,000 seasons of two states with 100 members each through an executor, and measures it.

    python benchmarks/epidemiology_scale.py FOLDER [--scenarios 2000] [--members 100] [--workers 2]

Prints one JSON object: seconds, chunks that were there already, the largest memory of any one
process and their sum, and a digest of all daily quantiles. Killed at any moment and started again
on the same folder, it goes on with what is missing, and the digest is that of an unbroken run.
"""

import argparse
import hashlib
import json
import multiprocessing
import os
import resource
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
from pydantic import JsonValue

from simulrag.simulators.epidemiology.many import run_many
from simulrag.simulators.epidemiology.states import STATES

#: One thread a process: the arrays are small, and processes share the cores.
THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


def main() -> None:
    """Run what is missing and print what was measured."""
    given = _arguments()
    os.environ.update(dict.fromkeys(THREADS, "1"))
    asked = scenarios(given.scenarios, given.members)
    told: list[int] = []
    begun = time.perf_counter()
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(given.workers, context, initializer=_end_with_parent) as executor:
        paths = run_many(
            asked,
            given.folder,
            executor,
            workers=given.workers,
            progress=lambda done, every: _progress(told, done, every),
        )
    seconds = time.perf_counter() - begun
    own, worker = (_gigabytes(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    report = {
        "scenarios": len(asked),
        "members": given.members,
        "workers": given.workers,
        "seconds": round(seconds, 1),
        "chunks": len(paths),
        "chunks_there_before": told[0],
        "gigabytes_main": own,
        "gigabytes_largest_worker": worker,
        "gigabytes_at_most": round(own + given.workers * worker, 2),
        "digest": digest(paths),
    }
    print(json.dumps(report, indent=1))


def scenarios(count: int, members: int) -> list[dict[str, JsonValue]]:
    """Return arguments of `season`, all different: neighbouring pairs of states, R0, immunity."""
    return [
        {
            "states": [STATES[number % len(STATES)], STATES[(number + 1) % len(STATES)]],
            "start_date": "2022-10-01",
            "r0": round(1.6 + 1.4 * number / count, 6),
            "seasonality": ("none", "moderate", "high")[number % 3],
            "immunity": 10.0 + 10.0 * (number % 5),
            "members": members,
        }
        for number in range(count)
    ]


def digest(paths: list[Path]) -> str:
    """Return the SHA-256 of all calls and daily quantiles in order."""
    made = hashlib.sha256()
    for path in paths:
        with np.load(path) as file:
            made.update("\n".join(map(str, file["calls"])).encode())
            made.update(file["quantiles"].tobytes())
    return made.hexdigest()


def _end_with_parent() -> None:
    """End this worker when the process that started it is gone, however it ended."""
    parent = multiprocessing.parent_process()

    def wait() -> None:
        if parent is not None:
            parent.join()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


def _progress(told: list[int], done: int, every: int) -> None:
    told.append(done)
    print(f"{done} of {every} chunks", file=sys.stderr)


def _gigabytes(who: int) -> float:
    """Return the largest resident memory of this process, or of any that it waited for."""
    kilobytes = resource.getrusage(who).ru_maxrss
    return round(kilobytes / 1024**2 / (1024 if sys.platform == "darwin" else 1), 2)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--scenarios", type=int, default=2000)
    parser.add_argument("--members", type=int, default=100)
    parser.add_argument("--workers", type=int, default=2)
    return parser.parse_args()


if __name__ == "__main__":
    main()
