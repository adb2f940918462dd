"""The evidence store under many hands, and with files that are not its own."""

import multiprocessing
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from simulrag.simulators.errors import (
    EvidenceError,
)
from simulrag.simulators.registry import Registry
from simulrag.verifier.evidence import EvidenceStore
from stone import Stone, fall, verdict


@pytest.fixture(params=["memory", "file"])
def store(request, tmp_path):
    path = tmp_path / "deep" / "evidence.sqlite" if request.param == "file" else None
    with EvidenceStore(path) as opened:
        yield opened


def test_threads_that_ask_for_the_same_run_share_one_simulation(store):
    stone = Stone(delay=0.05)
    with ThreadPoolExecutor(8) as pool:
        runs = list(pool.map(lambda _: store.run(fall(5), Registry([stone])), range(16)))
    assert stone.falls == 1
    assert all(run == runs[0] for run in runs)


def test_different_runs_are_simulated_side_by_side(store):
    stone = Stone(delay=0.1)
    with ThreadPoolExecutor(4) as pool:
        runs = list(pool.map(lambda h: store.run(fall(h), Registry([stone])), range(1, 5)))
    assert stone.most_together >= 2
    assert {run.id for run in runs} == set(store.run_ids())


def _work(path: Path, worker: int) -> list[str]:
    with EvidenceStore(path) as store:
        registry = Registry([Stone()])
        ids = [store.run(fall(height), registry).id for height in range(1, 21)]
        own = store.run(fall(1000 + worker), registry).id
        store.save_verdicts([verdict(own)], f"worker {worker}")
        store.save_verdicts([verdict(ids[0])], "shared")
        return [*ids, own]


def test_processes_write_the_same_file_at_once_and_nothing_is_lost_or_doubled(tmp_path):
    path = tmp_path / "evidence.sqlite"
    context = multiprocessing.get_context("spawn")
    with context.Pool(2) as pool:
        lists = pool.starmap(_work, [(path, worker) for worker in range(2)])
    expected = {run_id for ids in lists for run_id in ids}
    with EvidenceStore(path) as store:
        stored = store.run_ids(limit=1000)
        assert len(stored) == 22
        assert set(stored) == expected
        assert all(store.get(run_id).id == run_id for run_id in stored)
        assert [one.question for one in store.verdicts_by_id(lists[1][-1]).values()] == ["worker 1"]
        assert len(store.verdicts_by_id(lists[0][0])) == 1


def test_a_new_file_opened_by_many_threads_at_once_is_made_once(tmp_path):
    path = tmp_path / "evidence.sqlite"
    barrier = threading.Barrier(8)

    def work(height):
        barrier.wait()
        with EvidenceStore(path) as store:
            return store.run(fall(height), Registry([Stone()])).id

    with ThreadPoolExecutor(8) as pool:
        ids = set(pool.map(work, range(1, 9)))
    with EvidenceStore(path) as store:
        assert set(store.run_ids()) == ids


@pytest.mark.parametrize("content", [b"not a database at all, but long enough" * 40, b"SQLite f"])
def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path, content):
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    with pytest.raises(EvidenceError, match=r"notes\.txt"):
        EvidenceStore(path)
    assert path.read_bytes() == content


def test_a_database_of_another_program_is_refused_and_left_alone(tmp_path):
    path = tmp_path / "photos.sqlite"
    with sqlite3.connect(path) as photos:
        photos.execute("CREATE TABLE photos (name TEXT)")
    photos.close()
    before = path.read_bytes()
    with pytest.raises(EvidenceError, match="another program"):
        EvidenceStore(path)
    assert path.read_bytes() == before


def test_a_store_of_a_later_format_is_refused(tmp_path):
    path = tmp_path / "evidence.sqlite"
    EvidenceStore(path).close()
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA user_version = 99")
    database.close()
    with pytest.raises(EvidenceError, match="format 99"):
        EvidenceStore(path)


def test_a_folder_or_a_place_below_a_file_is_refused(tmp_path):
    (tmp_path / "file").write_text("x")
    for path in (tmp_path, tmp_path / "file" / "evidence.sqlite"):
        with pytest.raises(EvidenceError, match="cannot be used"):
            EvidenceStore(path)
