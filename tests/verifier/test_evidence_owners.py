"""One store, several callers: who sees which records, and that runs are made once for all."""

from pathlib import Path

import pytest

from simulrag.simulators.registry import Registry
from simulrag.verifier.evidence import EvidenceStore, StoredRun
from simulrag.verifier.evidence_tables import Job
from stone import Stone, fall, verdict


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
