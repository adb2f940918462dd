"""Runs the same scenarios in one process and on local clusters, kills a worker, and compares.

    python benchmarks/cluster.py FOLDER [--runs 10000] [--workers 1 2 4] [--scale-runs 2000]

First all runs in this process, then on a local Dask cluster of the largest number of workers, one
of which is killed (SIGKILL) when a third is done. The two stores must hold the same texts, each
once. Then a smaller number of runs by each number of workers, one after the other. Seconds are
those of the clock and of processors; the latter do not depend on what else the machine does.
Exit code 1 where the stores differ.
"""

import argparse
import hashlib
import json
import os
import resource
import signal
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from pydantic import JsonValue

from simulrag.simulators.executors import pool
from simulrag.simulators.registry import installed
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.scenarios.asked import Asked, Refused, asked_in
from simulrag.verifier.scenarios.running import Progress, run_scenarios

PLACES = ("Nairobi", "Oslo", "Lima", "Osaka", "Denver", "Perth", "Cairo", "Quito")
SCENARIOS = ("ssp126", "ssp245", "ssp370", "ssp585")


def asked(count: int) -> Iterator[Asked | Refused]:
    """Yield calls for local temperatures, all different, each with an emission path of its own."""
    return asked_in(
        (
            json.dumps(
                {
                    "simulator": "climate",
                    "function": "temperature",
                    "arguments": {
                        "place": PLACES[number % len(PLACES)],
                        "year": 2030 + number % 61,
                        "scenario": SCENARIOS[number % len(SCENARIOS)],
                        "co2": round(-50 + 100 * number / count, 6),
                    },
                }
            )
            for number in range(count)
        ),
        installed(),
    )


def main() -> int:
    """Measure, print one JSON object, and return the exit code."""
    given = _arguments()
    given.folder.mkdir(parents=True, exist_ok=True)
    alone = _measured(given.runs, given.folder / "one-process.sqlite", "")
    killer = Killer(given.runs // 3)
    killed = _measured(
        given.runs, given.folder / "killed.sqlite", f"local:{max(given.workers)}", killer
    )
    scale = [
        _measured(given.scale_runs, given.folder / f"workers-{count}.sqlite", f"local:{count}")
        for count in given.workers
    ]
    same = alone["digest"] == killed["digest"]
    once = alone["runs"] == killed["runs"] == killed["ids"] == given.runs
    report = {
        "one process": alone,
        "a worker killed": killed | {"killed": killer.killed},
        "the same texts": same,
        "each run once": once,
        "by workers": scale,
    }
    print(json.dumps(report, indent=1))
    return 0 if same and once and killer.killed else 1


class Killer:
    """Kills one of the workers, a process of this machine, when so many runs are made."""

    def __init__(self, after: int) -> None:
        self._after = after
        self.killed = ""

    def __call__(self, progress: Progress) -> None:
        """Look at the progress, and kill once."""
        if not self.killed and progress.made >= self._after:
            self.killed = next(iter(progress.workers))
            os.kill(int(self.killed.rpartition(":")[2]), signal.SIGKILL)


def _measured(
    count: int, path: Path, scheduler: str, told: Callable[[Progress], None] = lambda _p: None
) -> dict[str, JsonValue]:
    """Run `count` calls into a new store and return what was measured and what the store holds."""
    for old in path.parent.glob(f"{path.name}*"):
        old.unlink()
    print(f"{scheduler or 'one process'}: {count} runs", file=sys.stderr)
    begun, before = time.perf_counter(), _processor_seconds()
    with EvidenceStore(path) as store, pool(scheduler) as workers:
        ready = time.perf_counter()
        found = run_scenarios(asked(count), store, workers, told=told)
        ended = time.perf_counter()
    here, children = (b - a for a, b in zip(before, _processor_seconds(), strict=True))
    return {
        "scheduler": scheduler or "none",
        "made": found.made,
        "not run": found.refused + found.failed,
        "seconds to start": round(ready - begun, 2),
        "seconds": round(ended - ready, 2),
        "runs a second": round(found.made / (ended - ready), 1),
        "processor ms a run, simulating": round(1000 * found.processor_seconds / count, 3),
        "processor ms a run, this process": round(1000 * here / count, 3),
        "processor ms a run, workers in all": round(1000 * children / count, 3),
        "bytes a run": round(found.bytes / max(found.made, 1)),
        "runs by worker": list(found.workers.values()),
        **_held(path),
    }


def _held(path: Path) -> dict[str, JsonValue]:
    """Return how many runs and ids a store holds, its bytes, and a digest of all texts."""
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        rows = connection.execute("SELECT id, body FROM runs ORDER BY id").fetchall()
    connection.close()
    made = hashlib.sha256()
    for run_id, body in rows:
        made.update(f"{run_id}\n{body}\n".encode())
    return {
        "runs": len(rows),
        "ids": len({run_id for run_id, _ in rows}),
        "bytes a run in the store": round(path.stat().st_size / max(len(rows), 1)),
        "digest": made.hexdigest(),
    }


def _processor_seconds() -> tuple[float, float]:
    """Return those of this process, and of its children that have ended."""
    own, children = (
        resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    return own.ru_utime + own.ru_stime, children.ru_utime + children.ru_stime


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--runs", type=int, default=10_000)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--scale-runs", type=int, default=2_000)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
