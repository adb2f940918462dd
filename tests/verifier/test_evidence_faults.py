"""The evidence store while its disk is full, its file locked, damaged, moved away or replaced."""

import multiprocessing
import os
import random
import re
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from simulrag.simulators.errors import EvidenceError
from simulrag.simulators.interface import Run
from simulrag.simulators.registry import Registry
from simulrag.verifier import evidence_database
from simulrag.verifier.evidence import EvidenceStore
from stone import Stone, fall, verdict

STONES = Registry([Stone()])
#: How long a writer waits in these tests, s.
PATIENCE = 0.2


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait less long for another writer."""
    monkeypatch.setattr(evidence_database, "BUSY_TIMEOUT", PATIENCE)


@contextmanager
def locked(path: Path) -> Generator[None]:
    """Let somebody else keep on writing to a file."""
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()


def intact(path: Path) -> bool:
    """Tell whether SQLite finds nothing wrong with a file."""
    database = sqlite3.connect(path)
    try:
        found = database.execute("PRAGMA integrity_check").fetchall()
        return found == [("ok",)] and not database.execute("PRAGMA foreign_key_check").fetchall()
    except sqlite3.DatabaseError:
        return False
    finally:
        database.close()


@pytest.mark.usefixtures("impatient")
def test_a_locked_file_is_told_as_such_is_read_meanwhile_and_written_as_soon_as_it_is_free(
    tmp_path,
):
    path = tmp_path / "evidence.sqlite"
    with EvidenceStore(path) as store:
        kept = store.run(fall(5), STONES)
        with locked(path):
            with pytest.raises(EvidenceError, match=r"locked.*make the same call again"):
                store.run(fall(6), STONES)
            with pytest.raises(EvidenceError, match="locked"):
                store.save_verdicts([verdict(kept.id)], "How long?")
            assert store.get(kept.id) == kept
            assert store.run(fall(5), STONES) == kept
        assert store.run_ids() == [kept.id]
        made = store.run(fall(6), STONES)
        assert store.run_ids() == [made.id, kept.id]


@pytest.mark.usefixtures("impatient")
def test_no_reader_waits_for_threads_that_wait_to_write(tmp_path):
    path = tmp_path / "evidence.sqlite"
    with EvidenceStore(path) as store:
        kept = store.run(fall(5), STONES)
        evidence_database.BUSY_TIMEOUT = 20.0  # put back by the fixture
        with locked(path):
            writer = threading.Thread(target=store.run, args=(fall(6), STONES))
            writer.start()
            time.sleep(0.1)
            assert writer.is_alive()
            began = time.monotonic()
            assert store.get(kept.id) == kept
            assert time.monotonic() - began < 5
        writer.join(20)
        assert len(store.run_ids()) == 2


@pytest.mark.usefixtures("impatient")
def test_many_writers_of_a_locked_file_give_up_together_and_not_one_after_another(tmp_path):
    path = tmp_path / "evidence.sqlite"
    refused: list[str] = []

    def write(store: EvidenceStore, height: int) -> None:
        try:
            store.run(fall(height), STONES)
        except EvidenceError as error:
            refused.append(str(error))

    with EvidenceStore(path) as store, locked(path):
        writers = [threading.Thread(target=write, args=(store, height)) for height in range(40)]
        began = time.monotonic()
        for writer in writers:
            writer.start()
        for writer in writers:
            writer.join()
        assert time.monotonic() - began < 40 * PATIENCE / 2
    assert len(refused) == 40
    assert all("make the same call again" in text for text in refused)


@pytest.mark.usefixtures("impatient")
def test_a_store_that_opens_late_starts_while_its_file_cannot_be_used(tmp_path):
    path = tmp_path / "evidence.sqlite"
    path.write_text("These are no records of runs. " * 40)
    with pytest.raises(EvidenceError, match="cannot be used"):
        EvidenceStore(path)
    with EvidenceStore(path, late=True) as store:
        for _ in range(2):
            with pytest.raises(EvidenceError, match="move the damaged file"):
                store.run(fall(5), STONES)
        path.unlink()
        assert store.run_ids() == []
        made = store.run(fall(5), STONES)
        assert store.get(made.id) == made


@pytest.mark.skipif(sys.platform == "win32", reason="Windows moves no file that is open")
def test_runs_go_into_the_file_that_lies_there_and_not_into_one_that_was_moved_away(tmp_path):
    path = tmp_path / "evidence.sqlite"
    with EvidenceStore(path) as store:
        first = store.run(fall(5), STONES)
        for name in ("evidence.sqlite", "evidence.sqlite-wal"):
            (tmp_path / name).rename(tmp_path / f"aside-{name}")
        second = store.run(fall(6), STONES)
        assert store.run_ids() == [second.id]
    with EvidenceStore(path) as store:
        assert store.run_ids() == [second.id]
    (tmp_path / "aside-evidence.sqlite-wal").rename(tmp_path / "aside-wal")
    (tmp_path / "aside-evidence.sqlite").rename(tmp_path / "aside")
    with EvidenceStore(tmp_path / "aside") as store:
        assert store.run_ids() == [first.id]
    assert intact(path)


def test_a_relative_path_stays_where_it_was_when_the_process_changes_its_folder(
    tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    with EvidenceStore(Path("evidence.sqlite")) as store:
        kept = store.run(fall(5), STONES)
        (tmp_path / "elsewhere").mkdir()
        monkeypatch.chdir(tmp_path / "elsewhere")
        assert store.get(kept.id) == kept
    assert list((tmp_path / "elsewhere").iterdir()) == []


#: Runs in a file that is then damaged, and what each must be.
COUNT = 100


@pytest.fixture(scope="module")
def truths() -> dict[str, Run]:
    """The runs of that file, made without one."""
    with EvidenceStore() as store:
        runs = [store.run(fall(height), STONES) for height in range(COUNT)]
    return {run.id: run for run in runs}


@pytest.fixture
def filled(tmp_path: Path, truths: dict[str, Run]) -> Path:
    """A file of runs that nobody has open."""
    path = tmp_path / "evidence.sqlite"
    with EvidenceStore(path) as store:
        for run in truths.values():
            store.add(run)
    return path


@pytest.mark.parametrize("share", [0.001, 0.4])
def test_a_truncated_file_is_refused_as_damaged(filled, share):
    whole = filled.read_bytes()
    filled.write_bytes(whole[: int(len(whole) * share)])
    with pytest.raises(EvidenceError, match=r"evidence\.sqlite cannot be used.*damaged"):
        EvidenceStore(filled)
    assert filled.stat().st_size == int(len(whole) * share)


def _noise(content: bytes, seed: int) -> bytes:
    """Return a file with three pages of noise, none of them the first."""
    noise, changed = random.Random(seed), bytearray(content)
    for _ in range(3):
        page = 4096 * noise.randrange(1, len(content) // 4096)
        changed[page : page + 4096] = noise.randbytes(4096)
    return bytes(changed)


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    **{f"noise {seed}": partial(_noise, seed=seed) for seed in range(3)},
    "last page cut": lambda content: content[:-2000],
    "last page empty": lambda content: content[:-4096] + bytes(4096),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_leads_to_errors_and_never_to_a_wrong_run(filled, truths, damage):
    filled.write_bytes(DAMAGES[damage](filled.read_bytes()))
    assert not intact(filled)
    told: list[str] = []
    with EvidenceStore(filled, late=True) as store:
        for run_id, truth in truths.items():
            try:
                assert store.get(run_id) in (truth, None)
            except EvidenceError as error:
                told.append(str(error))
        assert all(re.search("damaged|cannot be read|altered", text) for text in told)
        filled.unlink()  # what the message tells to do
        made = store.run(fall(1), STONES)
        assert made == truths[made.id]
        assert store.run_ids() == [made.id]


#: What may befall a file while a store has it open: its content then, from that before.
BEFALLS: dict[str, Callable[[bytes], bytes]] = {
    "zeroed": lambda content: bytes(len(content)),
    "emptied": lambda _: b"",
    "halved": lambda content: content[: len(content) // 2],
    "cut within a page": lambda content: content[:5000],
}


@pytest.mark.parametrize("befalls", BEFALLS)
def test_a_file_damaged_while_it_is_open_is_refused_at_once_until_it_is_moved_away(
    filled, truths, befalls
):
    with EvidenceStore(filled, late=True) as store:
        assert store.check() is None
        assert all(store.get(run_id) == truth for run_id, truth in truths.items())
        _checkpoint(filled)
        filled.write_bytes(BEFALLS[befalls](filled.read_bytes()))  # the same file, as by `>`
        began = time.monotonic()
        for use in (store.check, store.run_ids, partial(store.run, fall(COUNT + 1), STONES)):
            with pytest.raises(EvidenceError, match=r"cannot be used.*move the damaged file"):
                use()
        for run_id, truth in truths.items():
            with suppress(EvidenceError):
                assert store.get(run_id) == truth
        assert time.monotonic() - began < evidence_database.BUSY_TIMEOUT
        for path in filled.parent.iterdir():
            path.unlink()  # what the message tells to do
        made = store.run(fall(1), STONES)
        assert made == truths[made.id]
        assert store.run_ids() == [made.id]


def test_a_file_emptied_under_another_process_is_refused_and_not_begun_anew(filled):
    with EvidenceStore(filled) as theirs:
        theirs.run_ids()
        filled.write_bytes(b"")
        with pytest.raises(EvidenceError, match="emptied while it was in use"):
            EvidenceStore(filled)
        assert filled.read_bytes() == b""


def test_a_file_that_somebody_made_shorter_by_vacuum_is_used_on(filled):
    with EvidenceStore(filled) as store:
        kept, *others = reversed(store.run_ids())
        other = sqlite3.connect(filled, isolation_level=None)
        other.execute(f"DELETE FROM runs WHERE id <> '{kept}'")
        other.execute("VACUUM")
        other.close()
        size = filled.stat().st_size
        _checkpoint(filled)
        assert filled.stat().st_size < size
        assert store.run_ids() == [kept]
        assert store.get(others[0]) is None
        store.check()


def test_an_error_of_a_disk_without_room_says_that_it_is_full(filled, monkeypatch):
    with EvidenceStore(filled) as store:
        made = store.run(fall(COUNT + 1), STONES)
        os.truncate(filled.with_name(f"{filled.name}-wal"), 0)
        monkeypatch.setattr(evidence_database, "LEAST_ROOM", 2**62)
        with pytest.raises(EvidenceError, match="disk is full; make room on its disk"):
            store.get(made.id)


def _checkpoint(path: Path) -> None:
    """Bring all into the file itself, and leave the log empty."""
    other = sqlite3.connect(path)
    other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    other.close()


def _write_to_a_full_disk(path: Path, results: Any) -> None:
    """Fill a disk whose room ends soon; then there is room again."""
    import resource

    with EvidenceStore(path) as store:
        kept = [store.run(fall(height), STONES).id for height in range(20)]
        most = max(file.stat().st_size for file in path.parent.iterdir())
        resource.setrlimit(resource.RLIMIT_FSIZE, (most + 4096, resource.RLIM_INFINITY))
        errors: list[str] = []
        for height in range(20, 60):
            try:
                kept.append(store.run(fall(height), STONES).id)
            except EvidenceError as error:
                errors.append(str(error))
        readable = [store.get(run_id) is not None for run_id in kept]
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
        after = [store.run(fall(height), STONES).id for height in range(20, 60)]
        found = set(store.run_ids(1000))
    results.put((kept, errors, readable, after, found))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit on the size of files")
def test_a_full_disk_refuses_what_is_new_loses_nothing_and_works_again_with_room(tmp_path):
    path = tmp_path / "evidence.sqlite"
    context = multiprocessing.get_context("spawn")
    results = context.Queue()
    writer = context.Process(target=_write_to_a_full_disk, args=(path, results))
    writer.start()
    kept, errors, readable, after, found = results.get(timeout=30)
    writer.join()
    assert errors
    assert all("cannot be used" in text for text in errors)
    assert all(readable)
    assert set(kept) <= found
    assert set(after) <= found
    assert intact(path)


#: Makes runs and prints the id of each that was kept.
ACCEPTING = """
import os
import sys
from pathlib import Path
from simulrag.simulators.registry import Registry
from simulrag.verifier.evidence import EvidenceStore
from stone import Stone, fall

store, stones = EvidenceStore(Path(sys.argv[1])), Registry([Stone()])
for height in range(int(sys.argv[2]), 10**6):
    os.write(1, f"{store.run(fall(height), stones).id}\\n".encode())  # whole or not at all
"""


def test_a_process_killed_in_the_middle_of_a_write_leaves_a_file_that_goes_on(tmp_path):
    path = tmp_path / "evidence.sqlite"
    accepted = tmp_path / "accepted"
    for round_ in range(2):
        with accepted.open("a") as told:
            writer = subprocess.Popen(
                [sys.executable, "-c", ACCEPTING, path, str(10_000 * round_)],
                stdout=told,
                env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])},
            )
            size = accepted.stat().st_size
            while accepted.stat().st_size < size + 2000:
                assert writer.poll() is None
                time.sleep(0.01)
            writer.kill()
            writer.wait()
    ids = accepted.read_text().split()
    assert len(ids) > 50
    with EvidenceStore(path) as store:
        assert [run_id for run_id in ids if store.get(run_id) is None] == []
    assert intact(path)
