"""Many scenarios through an executor: bounded, resumable, the same as one at a time."""

import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from pydantic import JsonValue

from simulrag.simulators.epidemiology import many
from simulrag.simulators.epidemiology.many import AHEAD, CHUNK, LEVELS, run_many
from simulrag.simulators.errors import OutOfRange


def scenarios(count: int) -> list[dict[str, JsonValue]]:
    return [
        {
            "states": ["Vermont"],
            "start_date": "2022-10-01",
            "r0": 2.0 + 0.01 * number,
            "seasonality": "none",
            "immunity": 20.0,
            "members": 20,
        }
        for number in range(count)
    ]


class Counting(Executor):
    """Runs a chunk when its result is asked for; knows how many wait at a time."""

    def __init__(self) -> None:
        self.inside = ThreadPoolExecutor(1)
        self.most = 0
        self.open: list[Future[Any]] = []

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future = self.inside.submit(fn, *args, **kwargs)
        self.open = [one for one in self.open if not one.done()] + [future]
        self.most = max(self.most, len(self.open))
        return future


def test_results_are_kept_in_files_and_made_once(tmp_path, monkeypatch):
    told: list[tuple[int, int]] = []
    executor = Counting()
    asked = scenarios(2 * CHUNK + 3)
    monkeypatch.setattr(many, "daily_quantiles", _cheap)
    paths = run_many(asked, tmp_path, executor, progress=lambda *now: told.append(now))
    assert told[0] == (0, 3)
    assert told[-1] == (3, 3)
    assert executor.most <= AHEAD
    with np.load(paths[2]) as file:
        assert file["quantiles"].shape == (3, len(LEVELS), 244)
        assert json.loads(str(file["calls"][0]))["arguments"]["r0"] == pytest.approx(2.4)
    stamps = [path.stat().st_mtime_ns for path in paths]
    assert run_many(asked, tmp_path, executor) == paths
    assert [path.stat().st_mtime_ns for path in paths] == stamps


def _cheap(_request: object) -> Any:
    return np.zeros((len(LEVELS), 244), dtype=np.float32)


def test_a_scenario_that_cannot_be_run_stops_all_before_the_first(tmp_path):
    bad = [*scenarios(2), {**scenarios(1)[0], "r0": 99.0}]
    with pytest.raises(OutOfRange), ThreadPoolExecutor(1) as executor:
        run_many(bad, tmp_path, executor)
    assert not list(tmp_path.iterdir())


CODE = """
import sys; from concurrent.futures import ThreadPoolExecutor; from pathlib import Path
from simulrag.simulators.epidemiology import many
many.CHUNK = 2
one = {"states": ["Vermont"], "start_date": "2022-10-01", "seasonality": "none",
       "immunity": 20.0, "members": 20}
asked = [{**one, "r0": 2.0 + 0.01 * n} for n in range(16)]
with ThreadPoolExecutor(1) as executor:
    many.run_many(asked, Path(sys.argv[1]), executor)
"""


@pytest.mark.slow
def test_after_a_kill_only_what_is_missing_is_run(tmp_path):
    process = subprocess.Popen([sys.executable, "-c", CODE, str(tmp_path)])
    deadline = time.monotonic() + 60
    while len(list(tmp_path.glob("*.npz"))) < 2 and time.monotonic() < deadline:
        time.sleep(0.02)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    before = {path: path.stat().st_mtime_ns for path in tmp_path.glob("*.npz")}
    assert 2 <= len(before) < 8
    subprocess.run([sys.executable, "-c", CODE, str(tmp_path)], check=True, timeout=100)
    after = {path: path.stat().st_mtime_ns for path in tmp_path.glob("*.npz")}
    assert len(after) == 8
    assert all(after[path] == stamp for path, stamp in before.items())
    with np.load(min(before)) as file:
        assert file["quantiles"].shape == (2, len(LEVELS), 244)
