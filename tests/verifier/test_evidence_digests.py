"""Checksums of stored records: what was altered is refused by name, and the rest goes on."""

import os
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from simulrag.simulators.errors import Altered, EvidenceError
from simulrag.simulators.interface import Run
from simulrag.simulators.registry import Registry
from simulrag.verifier.evidence import EvidenceStore, Refused, StoredRun, StoredVerdict
from simulrag.verifier.evidence_health import examine
from simulrag.verifier.evidence_tables import Job
from simulrag.verifier.export_command import app as export
from simulrag.verifier.recompute_command import app as recompute
from stone import Stone, fall, verdict

T = TypeVar("T")
STONES = Registry([Stone()])
CALLS = [fall(height) for height in (5, 6, 7)]
MEMBERS = {"time": (1.0, 2.5, 3.25)}


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store of three runs, each with members and a verdict, and of a job."""
    path = tmp_path_factory.mktemp("store") / "whole.sqlite"
    with EvidenceStore(path) as store:
        for call in CALLS:
            run = store.run(call, STONES)
            store.members.put(run.id, MEMBERS, whole=True)
            store.save_verdicts([verdict(run.id)], f"How long does {run.id} take?")
        store.jobs.put(Job(id="job-1", tool="ask", state="done", text="It takes 1 s."))
    return path


@pytest.fixture(scope="module")
def truth(file: Path) -> list[StoredRun | StoredVerdict | Refused]:
    with EvidenceStore(file) as store:
        return list(store.records())


@pytest.fixture
def copy(file: Path, tmp_path: Path) -> Path:
    path = tmp_path / "copy.sqlite"
    path.write_bytes(file.read_bytes())
    return path


def told(read: Callable[[], T], other: T) -> T:
    """Return what is read, or something else where that is refused and said."""
    try:
        return read()
    except EvidenceError as error:
        if "altered" not in str(error):
            raise
        return other


@given(st.floats(0, 1, exclude_max=True), st.integers(1, 255))
def test_an_altered_byte_leaves_each_record_as_it_was_or_is_named(file, truth, place, by):
    whole = bytearray(file.read_bytes())
    used = [index for index, byte in enumerate(whole) if byte]
    whole[used[int(place * len(used))]] ^= by
    path = file.with_name("altered.sqlite")
    for left in path.parent.glob("altered.sqlite*"):
        left.unlink()
    path.write_bytes(whole)
    runs = {one.run.id: one for one in truth if isinstance(one, StoredRun)}
    verdicts = [one for one in truth if isinstance(one, StoredVerdict)]
    sound = told(lambda: not examine(path).problem, other=False)
    with EvidenceStore(path, late=True) as store:
        records = told(lambda: list(store.records()), [])
        for one in records:
            if isinstance(one, StoredRun):
                held = runs[one.run.id]
                assert held.model_copy(update={"members": one.members}) == one
                assert not one.members or one.members == held.members
            assert not isinstance(one, StoredVerdict) or one in verdicts
        assert not sound or not any(isinstance(one, Refused) for one in records)
        for run_id, held in runs.items():
            assert told(lambda key=run_id: store.get(key), None) in (held.run, None)
        for call in CALLS:
            made = told(lambda one=call: store.run(one, STONES), None)
            assert made is None or made == runs[made.id].run


ALTERED = {
    "runs": "UPDATE runs SET body = replace(body, 'Pisa', 'Rome') WHERE number = 1",
    "time of a run": "UPDATE runs SET made = '1999-01-01T00:00:00Z' WHERE number = 1",
    "verdicts": "UPDATE verdicts SET body = replace(body, 'supported', 'refuted') WHERE number = 1",
    "question": "UPDATE verdicts SET question = 'Is it so?' WHERE number = 1",
    "members": "UPDATE members SET body = (SELECT body FROM members WHERE body = x'')",
    "job": "UPDATE jobs SET body = replace(body, '1 s', '2 s')",
    "link": "DELETE FROM verdict_runs WHERE verdict = 1",
}


@pytest.mark.parametrize("what", ALTERED)
def test_the_doctor_names_what_was_altered(copy, what):
    assert examine(copy).problem == ""
    with sqlite3.connect(copy) as database:
        database.execute(ALTERED[what])
    database.close()
    found = examine(copy)
    assert "altered" in found.problem or "not found by its run" in found.problem
    assert "all other records can be used" in found.remedy


def altered(path: Path, *what: str) -> None:
    with sqlite3.connect(path) as database:
        for one in what:
            database.execute(ALTERED[one])
    database.close()


def test_an_altered_run_is_refused_and_made_anew_and_all_others_are_read(copy):
    altered(copy, "runs")
    stone = Stone()
    with EvidenceStore(copy) as store:
        newest, middle, first = store.run_ids()
        with pytest.raises(Altered, match=f"{first}.*copy.sqlite was altered"):
            store.get(first)
        assert isinstance(store.get(newest), Run)
        assert [one.name for one in store.records() if isinstance(one, Refused)] == [first]
        made = store.run(CALLS[0], Registry([stone]))
        assert (made.id, made.call.arguments["town"], stone.falls) == (first, "Pisa", 1)
        assert store.get(first) == made
        assert isinstance(store.get(middle), Run)
    assert examine(copy).problem == ""


def test_an_altered_verdict_is_listed_as_such_and_never_shown(copy):
    altered(copy, "verdicts")
    with EvidenceStore(copy) as store:
        first = store.run_ids()[-1]
        ((key, listed),) = store.verdicts_by_id(first).items()
        assert listed.verdict.verdict == "unread"
        assert key in listed.verdict.text
        with pytest.raises(Altered, match=key):
            store.verdict(key)
        assert sum(isinstance(one, StoredVerdict) for one in store.records()) == len(CALLS) - 1
        store.save_verdicts([verdict(first)], f"How long does {first} take?")
        made = store.verdict(key)
        assert made.verdict.verdict == "supported"
    assert examine(copy).problem == ""


def test_a_measurement_of_a_store_says_what_it_left_out(copy):
    altered(copy, "runs")
    done = CliRunner().invoke(recompute, ["--evidence", str(copy)])
    assert "left out: 'stone-" in done.output


def test_a_whole_store_is_decided_again_and_exported(copy: Path, tmp_path: Path) -> None:
    done = CliRunner().invoke(recompute, ["--evidence", str(copy)])
    assert "verdicts are decided again as they were" in done.output
    out = tmp_path / "crate"
    done = CliRunner().invoke(export, ["--evidence", str(copy), "--out", str(out)])
    assert done.exit_code == 0, done.output
    assert len((out / "runs.jsonl").read_text("utf-8").splitlines()) == len(CALLS)


def without_checksums(path: Path) -> None:
    """Make a store one of the format that had none."""
    with sqlite3.connect(path) as database:
        for table in ("runs", "verdicts", "members", "jobs"):
            database.execute(f"ALTER TABLE {table} DROP COLUMN digest")
        for table in ("run_owners", "verdict_owners"):
            database.execute(f"DROP TABLE {table}")
        database.execute("ALTER TABLE jobs DROP COLUMN owner")
        database.execute("PRAGMA user_version = 4")
    database.close()


def test_records_from_before_checksums_are_read_and_said_to_be_unchecked(copy):
    without_checksums(copy)
    found = examine(copy)
    assert found.problem == ""
    assert "13 records are from before checksums and unchecked" in found.said
    with EvidenceStore(copy) as store:
        store.run(fall(8), STONES)
        assert sum(isinstance(one, StoredRun) for one in store.records()) == len(CALLS) + 1
    assert "13 records" in examine(copy).said


def read_by_commands(path: Path) -> None:
    """Measure, export and recompute by the commands, which must succeed."""
    with EvidenceStore(path, to_read=True) as store:
        run, key = store.run_ids()[0], store.verdict_ids()[0]
    place = ["--evidence", str(path)]
    for app, words in (
        (export, [run, *place, "--format", "json"]),
        (export, [key, *place, "--format", "json"]),
    ):
        done = CliRunner().invoke(app, words)
        assert done.exit_code == 0, done.output
    assert "cannot be used" not in CliRunner().invoke(recompute, [key, *place]).output


@contextmanager
def without_rights() -> Generator[None]:
    """Be nobody, whom file permissions bind."""
    if os.getuid() == 0:
        os.setresuid(65534, 65534, 0)
    try:
        yield
    finally:
        if os.getresuid()[2] == 0:
            os.setresuid(0, 0, 0)


@pytest.mark.skipif(sys.platform == "win32", reason="permissions there are lists")
@pytest.mark.parametrize("earlier", [False, True])
def test_a_store_that_cannot_be_written_is_read_measured_and_exported(file, earlier):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "copy.sqlite"
        path.write_bytes(file.read_bytes())
        if earlier:
            without_checksums(path)
        read_by_commands(path)  # loads all that it needs
        if earlier:
            without_checksums(path)
        path.chmod(0o444)
        path.parent.chmod(0o555)
        before = path.read_bytes()
        with without_rights():
            read_by_commands(path)
        path.parent.chmod(0o755)
        assert path.read_bytes() == before
        assert [one.name for one in path.parent.iterdir()] == ["copy.sqlite"]
