"""The evidence store: one id, one run, whoever asks, however often and from how many hands.

Who of several callers sees which records.
"""

import math
import multiprocessing
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulrag.simulators.errors import (
    BadValue,
    EvidenceError,
    MissingCondition,
    OutOfRange,
    RunFailed,
    UnknownName,
)
from simulrag.simulators.interface import (
    Call,
    Day,
    Label,
    Quantity,
    Series,
)
from simulrag.simulators.registry import Registry
from simulrag.verifier.evidence import EvidenceStore, StoredRun, default_path
from simulrag.verifier.evidence_tables import Job
from stone import Stone, fall, made, verdict


@pytest.fixture(params=["memory", "file"])
def store(request, tmp_path):
    path = tmp_path / "deep" / "evidence.sqlite" if request.param == "file" else None
    with EvidenceStore(path) as opened:
        yield opened


def test_run_returns_what_the_simulator_computes_under_the_id_of_the_validated_call(store):
    run = store.run(fall("19.62"), Registry([Stone()]))
    complete = Call(simulator="stone", function="fall", arguments={"height": 19.62, "town": "Pisa"})
    assert run.outputs["time"].value == pytest.approx(2.0)
    assert run.id == complete.run_id("1")
    assert store.get(run.id) == run


def test_a_stored_run_is_not_simulated_again(store):
    stone = Stone()
    first = store.run(fall(5), Registry([stone]))
    again = store.run(fall("5.0"), Registry([stone]))
    assert again == first
    assert stone.falls == 1


def test_seed_argument_or_version_make_another_run(store):
    runs = [
        store.run(fall(5), Registry([Stone()])),
        store.run(fall(5, seed=1), Registry([Stone()])),
        store.run(fall(6), Registry([Stone()])),
        store.run(fall(5), Registry([Stone(version="2")])),
    ]
    assert len({run.id for run in runs}) == 4
    assert runs[3].version == "2"
    assert store.get(runs[0].id).version == "1"


def test_runs_outlive_the_store_that_made_them(tmp_path):
    path = tmp_path / "evidence.sqlite"
    with EvidenceStore(path) as store:
        run = store.run(fall(5), Registry([Stone()]))
        store.save_verdicts([verdict(run.id)], "How long?")
    stone = Stone()
    with EvidenceStore(path) as store:
        assert store.run(fall(5), Registry([stone])) == run
        assert [one.verdict for one in store.verdicts_by_id(run.id).values()] == [verdict(run.id)]
    assert stone.falls == 0


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (fall(-1), OutOfRange),
        (fall("high"), BadValue),
        (fall(None), MissingCondition),
        (Call(simulator="rock", function="fall", arguments={}), UnknownName),
        (Call(simulator="stone", function="rise", arguments={}), UnknownName),
        (
            Call(simulator="stone", function="fall", arguments={"height": 1, "town": "\ud800"}),
            BadValue,
        ),
    ],
)
def test_a_call_that_cannot_be_run_is_refused_and_leaves_nothing(store, call, error):
    stone = Stone()
    with pytest.raises(error):
        store.run(call, Registry([stone]))
    assert stone.falls == 0
    assert store.run_ids() == []


def test_a_simulator_that_breaks_down_is_reported_with_its_own_error(store):
    cause = ZeroDivisionError("no gravity")
    with pytest.raises(RunFailed, match=r"stone\.fall.*ZeroDivisionError: no gravity") as caught:
        store.run(fall(5), Registry([Stone(error=cause)]))
    assert caught.value.__cause__ is cause
    assert store.run_ids() == []


def test_a_refusal_by_the_simulator_keeps_its_kind_and_data(store):
    refusal = UnknownName("no such town", parameter="town", candidates=("Pisa",))
    with pytest.raises(UnknownName) as caught:
        store.run(fall(5), Registry([Stone(error=refusal)]))
    assert caught.value.candidates == ("Pisa",)


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_values_that_are_not_finite_are_refused_and_not_stored(store, value):
    with pytest.raises(RunFailed, match=r"outputs\.time\.value"):
        store.run(fall(5), Registry([Stone(value=value)]))
    series = {"height": Series(unit="m", times=("0", "1"), values=(1.0, value))}
    with pytest.raises(RunFailed, match=r"series\.height\.values\.1"):
        store.add(made(fall(5), "recorded", 1.0, series=series))
    assert store.run_ids() == []


def test_a_run_of_another_call_than_the_one_asked_for_is_refused(store):
    class Wrong(Stone):
        def run(self, call):  # noqa: ARG002
            return made(fall(99.0), self.version, 1.0)

    with pytest.raises(RunFailed, match="was asked for"):
        store.run(fall(5), Registry([Wrong()]))
    assert store.run_ids() == []


def test_a_recorded_run_never_passes_for_a_simulated_one(store):
    complete = Call(simulator="stone", function="fall", arguments={"height": 5.0, "town": "Pisa"})
    store.add(made(complete, "1", 7.0, source="recorded"))
    with pytest.raises(EvidenceError, match="recorded"):
        store.run(fall(5), Registry([Stone()]))


def test_adding_the_same_run_twice_is_harmless_and_other_content_is_refused(store):
    run = made(fall(5), "recorded", 1.0, source="recorded")
    store.add(run)
    store.add(run.model_copy(update={"build": "elsewhere"}))
    with pytest.raises(EvidenceError, match="other content"):
        store.add(made(fall(5), "recorded", 2.0, source="recorded"))
    assert store.get(run.id) == run


def test_unknown_ids_give_none_and_no_verdicts(store):
    assert store.get("stone-000000000000") is None
    assert store.get("'; DROP TABLE runs; --") is None
    assert not store.verdicts_by_id("stone-000000000000")


def test_run_ids_lists_the_newest_first_up_to_the_limit(store):
    ids = [store.run(fall(height), Registry([Stone()])).id for height in (1, 2, 3)]
    assert store.run_ids() == ids[::-1]
    assert store.run_ids(limit=2) == [ids[2], ids[1]]
    assert store.run_ids(limit=0) == []
    with pytest.raises(BadValue, match="-1"):
        store.run_ids(limit=-1)


def test_verdicts_are_found_by_every_run_they_used_once_each(store):
    one, two = (store.run(fall(height), Registry([Stone()])).id for height in (1, 2))
    difference = verdict(one, two, text="It takes 0.19 s longer.")
    store.save_verdicts([verdict(one)], "How long?")
    store.save_verdicts([difference], "How much longer?")
    store.save_verdicts([difference], "How much longer?")
    assert [one.verdict for one in store.verdicts_by_id(one).values()] == [verdict(one), difference]
    assert [one.verdict for one in store.verdicts_by_id(two).values()] == [difference]
    assert [one.question for one in store.verdicts_by_id(one).values()] == [
        "How long?",
        "How much longer?",
    ]


def test_a_verdict_on_a_run_that_is_not_stored_is_refused_whole(store):
    run = store.run(fall(1), Registry([Stone()]))
    with pytest.raises(EvidenceError, match="stone-unheard"):
        store.save_verdicts([verdict(run.id, "stone-unheard")], "How long?")
    assert not store.verdicts_by_id(run.id)


def test_a_verdict_that_cannot_be_kept_faithfully_is_refused(store):
    endless = verdict().model_copy(update={"high": math.inf})
    with pytest.raises(EvidenceError, match="high"):
        store.save_verdicts([endless], "How long?")
    with pytest.raises(EvidenceError, match="question"):
        store.save_verdicts([verdict()], "\ud800")
    with pytest.raises(EvidenceError, match="Verdict"):
        store.save_verdicts([verdict(text="\ud800")], "How long?")


def test_a_closed_store_says_so(store):
    store.close()
    store.close()
    with pytest.raises(EvidenceError, match="closed"):
        store.run_ids()


def test_default_path_follows_the_variable_then_the_data_folder(monkeypatch, tmp_path):
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("SIMULRAG_EVIDENCE", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", "relative/folder")
    home = tmp_path / ".local" / "share" / "simulrag" / "evidence.sqlite"
    assert default_path() == home
    monkeypatch.delenv("XDG_DATA_HOME")
    assert default_path() == home
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert default_path() == tmp_path / "data" / "simulrag" / "evidence.sqlite"
    monkeypatch.setenv("SIMULRAG_EVIDENCE", "~/own.sqlite")
    assert default_path() == tmp_path / "own.sqlite"


finite = st.floats(allow_nan=False, allow_infinity=False)
values = st.one_of(
    st.builds(Quantity, value=finite, unit=st.text(max_size=5), low=st.none() | finite),
    st.builds(Label, value=st.text(max_size=20)),
    st.builds(Day, value=st.dates().map(str)),
)


@given(
    st.dictionaries(st.text(max_size=10), values, max_size=4),
    st.text(max_size=50),
    st.lists(finite, max_size=5),
    st.integers(),
)
def test_a_run_comes_back_as_it_went_in(outputs, context, heights, seed):
    series = Series(unit="m", times=tuple("t" for _ in heights), values=tuple(heights))
    run = made(fall(1.5, seed=seed), "r", 0, outputs=outputs, context=context, series={"h": series})
    with EvidenceStore() as store:
        store.add(run)
        assert store.get(run.id) == run


# Many hands, and files that are not its own.


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


class Shared:
    """A store that is used for whoever is named; None is who has the file."""

    def __init__(self, path: Path) -> None:
        self.caller: str | None = None
        self.stone = Stone()
        self.store = EvidenceStore(path, owner=lambda: self.caller)

    def dropped(self, caller: str | None, question: str) -> str:
        """Let a caller make a run with a verdict; return the run's id."""
        self.caller = caller
        run = self.store.run(fall(5), Registry([self.stone]))
        self.store.save_verdicts([verdict(run.id)], question)
        return run.id

    def questions_of(self, caller: str | None) -> set[str]:
        """Return the questions that a caller sees, whichever way it asks."""
        self.caller = caller
        ways = [
            {found.question for i in self.store.verdict_ids() if (found := self.store.verdict(i))},
            {
                one.question
                for i in self.store.run_ids()
                for one in self.store.verdicts_by_id(i).values()
            },
            {one.question for one in self.store.records() if not isinstance(one, StoredRun)},
        ]
        assert all(way == ways[0] for way in ways)
        return ways[0]


@pytest.fixture
def shared(tmp_path: Path):
    made = Shared(tmp_path / "evidence.sqlite")
    with made.store:
        yield made


def test_each_caller_sees_its_own_verdicts_on_a_run_that_was_made_once(shared):
    run = shared.dropped("alice", "How long?")
    assert shared.dropped("bob", "How deep?") == run
    assert shared.stone.falls == 1
    assert shared.questions_of("alice") == {"How long?"}
    assert shared.questions_of("bob") == {"How deep?"}
    assert shared.questions_of("carol") == shared.questions_of("") == set()
    assert shared.questions_of(None) == {"How long?", "How deep?"}


def test_a_run_is_seen_by_whoever_asked_for_it_alone(shared):
    run = shared.dropped("alice", "How long?")
    shared.caller = "bob"
    assert shared.store.get(run) is None
    assert shared.store.run_ids() == []
    assert shared.store.run(fall(5), Registry([shared.stone])).id == run
    assert shared.store.get(run) is not None
    assert shared.store.run_ids() == [run]


def test_the_same_verdict_of_two_callers_is_seen_by_both(shared):
    shared.dropped("alice", "How long?")
    shared.dropped("bob", "How long?")
    assert shared.questions_of("alice") == shared.questions_of("bob") == {"How long?"}


def test_what_was_made_for_nobody_in_particular_is_seen_by_who_has_the_file(shared):
    shared.dropped(None, "How long?")
    shared.store.jobs.put(Job(id="job-1", tool="fall"))
    assert shared.questions_of("alice") == shared.questions_of("") == set()
    for caller in ("alice", ""):
        shared.caller = caller
        assert shared.store.jobs.get("job-1") is None
    assert shared.questions_of(None) == {"How long?"}
    assert shared.store.jobs.get("job-1") is not None
