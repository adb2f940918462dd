"""Runs that are killed and go on: nothing is paid twice, and the files come out the same."""

import random
import subprocess
import time
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from client.coffee_loop import QUESTION, RIGHT, TASTE, WRONG
from client.coffee_loop import ask as asked_here
from client.messages_api import MessagesApi
from client.paper_model import PaperModel
from client.rule_model import RuleModel, drafting
from client.running import artefacts, finished, start
from simulrag.client.errors import BadInput
from simulrag.client.journal import Journal, settings
from simulrag.client.table import Table

DRAFTS = [[RIGHT], [WRONG], [RIGHT, TASTE], [WRONG], [WRONG]]
PAPER = ("--method", "paper", "-m", "3", "--budget", "100")


def model() -> RuleModel:
    return drafting(*DRAFTS)


def paper_model() -> PaperModel:
    return PaperModel(DRAFTS[:3])


#: By method: its model, its options, and how often the model is asked. For the first that is the
#: plan, five drafts, the formulas, the composition, its review.
WAYS: dict[str, tuple[Callable[[], Any], Sequence[str], int]] = {
    "computed": (model, (), 9),
    "paper": (paper_model, PAPER, 18),
}
#: What a moment costs decides how many are tried, and how often.
MOMENTS = [("computed", seed, seed >= 8) for seed in range(20)]
MOMENTS += [("paper", seed, seed >= 1) for seed in range(3)]


def begun(api: MessagesApi, folder: Path, *options: str) -> "subprocess.Popen[str]":
    evidence = folder.with_suffix(".sqlite")
    return start(api.url, evidence, "ask", QUESTION, "--journal", str(folder), *options)


@pytest.fixture(scope="module")
def unbroken(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], dict[str, bytes]]:
    """The files of a run by a method that nothing cut short."""

    @cache
    def files(way: str) -> dict[str, bytes]:
        made, options, calls = WAYS[way]
        folder = tmp_path_factory.mktemp("unbroken") / "journal"
        with MessagesApi(made()) as api:
            finished(begun(api, folder, *options))
            assert len(api.accepted) == calls
        return artefacts(folder)

    return files


def killed(folder: Path, way: str, seed: int) -> None:
    """Kill a run once it has asked the model a random number of times, and a random time later."""
    made, options, calls = WAYS[way]
    drawn = random.Random(seed)
    asked, wait = drawn.randint(0, calls), drawn.uniform(0, 0.08)
    with MessagesApi(made(), pause=0.02) as api:
        process = begun(api, folder, *options)
        while not folder.exists() or len(api.accepted) < asked:
            assert process.poll() is None, process.communicate()
            time.sleep(0.001)
        time.sleep(wait)
        process.kill()
        process.communicate()


def replies_kept(folder: Path) -> int:
    tables = list(folder.rglob("journal.sqlite"))
    if not tables:
        return 0
    with Table(tables[0]) as table:
        return len([key for key in table.keys() if ":" not in key])  # noqa: SIM118


@pytest.mark.slow
@pytest.mark.parametrize(
    ("way", "seed"),
    [
        pytest.param(way, seed, marks=[pytest.mark.long] if long else [])
        for way, seed, long in MOMENTS
    ],
)
def test_a_run_killed_at_a_random_moment_resumes_to_the_same_files_and_pays_nothing_twice(
    tmp_path, unbroken, way, seed
):
    made, options, calls = WAYS[way]
    folder = tmp_path / "journal"
    killed(folder, way, seed)
    kept = replies_kept(folder)
    with MessagesApi(made()) as api:
        finished(begun(api, folder, *options, "--resume"))
        assert len(api.accepted) == calls - kept
    assert artefacts(folder) == unbroken(way)
    assert [path for path in folder.rglob("*") if path.name.endswith(".part")] == []


def test_the_files_hold_every_stage_and_no_secret(messages_api, tmp_path):
    messages_api(model())
    with Journal(tmp_path, settings(QUESTION, "claude", 5, 0)) as journal:
        asked_here(journal=journal)
    files = artefacts(tmp_path)
    names = [Path(name).name for name in files]
    assert [name.split("-")[1] for name in names] == [
        "question.json", "runs.json", "drafts.json", "claims.json", "bounds.json",
        "selection.json", "verdicts.json", "settled.json", "result.json",
    ]  # fmt: skip
    assert b"loopback-key" not in b"".join(files.values())


def test_a_journal_of_an_earlier_loop_is_refused_and_one_by_the_paper_goes_on(tmp_path):
    computed = settings(QUESTION, "claude", 5, 0)
    earlier = {name: value for name, value in computed.items() if name != "loop"}
    with Journal(tmp_path, earlier):
        pass
    with pytest.raises(BadInput, match=r"by an earlier loop.*start anew without --resume"):
        Journal(tmp_path, computed, resume=True)
    by_paper = settings(QUESTION, "claude", 5, 0, "paper")
    assert "loop" not in by_paper
    with Journal(tmp_path, by_paper):
        pass
    with Journal(tmp_path, by_paper, resume=True) as journal:
        assert journal.file("question").exists()
