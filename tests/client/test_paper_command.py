"""`simulrag ask --method paper` with its limits, journal, events, report and estimate."""

import random
import time
from pathlib import Path
from typing import Any

import pytest

from client.coffee_loop import QUESTION, RIGHT, TRUTH, WRONG
from client.journaled_run import artefacts, finished, start
from client.messages_api import MessagesApi
from client.paper_model import TASTE, PaperModel
from client.running import told
from simulrag.client import ask as ask_from_python
from simulrag.client.errors import BadInput

pytestmark = pytest.mark.usefixtures("only_coffee")
DRAFTS = [[RIGHT, TASTE], [WRONG], [RIGHT]]
#: Three drafts of three claims, two of them verified.
CALLS = 1 + 4 * 3 + 3 + 2
PAPER = ("--method", "paper", "-m", "3", "--budget", "100")


def ask(*options: str, code: int = 0) -> dict[str, Any]:
    return told("ask", QUESTION, *PAPER, *options, code=code)


def test_a_dry_run_bounds_calls_tokens_and_cost(messages_api, prices):
    api = messages_api(PaperModel(DRAFTS))
    expected = ask("--dry-run", "--prices", prices)
    assert api.accepted == []
    use = ask("--prices", prices)["model"]
    assert use["usage"]["calls"] == CALLS <= expected["calls"]
    assert expected["input_tokens"] >= use["usage"]["input_tokens"]
    assert expected["output_tokens"] >= use["usage"]["output_tokens"]
    assert expected["cost"] >= use["cost"] > 0
    assert ask("--dry-run", "--max-calls", "9")["calls"] == 9


@pytest.mark.parametrize("limit", [0, 5, 17, 18])
def test_calls_never_exceed_their_limit_and_the_answer_is_partial(messages_api, limit):
    api = messages_api(PaperModel(DRAFTS))
    result = ask("--max-calls", str(limit))
    assert len(api.accepted) <= limit
    assert result["partial"] is (limit < CALLS)
    assert TRUTH in result["answer"]


def test_use_and_time_of_each_stage_add_up(messages_api, prices):
    messages_api(PaperModel(DRAFTS))
    result = ask("--prices", prices)
    stages, use = result["stages"], result["model"]
    assert [stage["name"] for stage in stages] == [
        "retrieving", "drafting", "splitting", "merging", "asking", "assessing", "verifying",
        "composing",
    ]  # fmt: skip
    for kind, whole in use["usage"].items():
        assert sum(stage["usage"][kind] for stage in stages) == whole
    assert sum(stage["cost"] for stage in stages) == pytest.approx(use["cost"])
    assert [stage["usage"]["calls"] for stage in stages] == [1, 3, 3, 2, 3, 3, 2, 1]
    assert all(stage["seconds"] >= 0 for stage in stages)


@pytest.mark.slow
@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in (1, 2))]
)
def test_a_killed_run_resumes_to_the_same_files(tmp_path, seed):
    def run(api: MessagesApi, folder: Path, *options: str) -> Any:
        evidence = folder.with_suffix(".sqlite")
        return start(api.url, evidence, "ask", QUESTION, *PAPER, "--journal", str(folder), *options)

    with MessagesApi(PaperModel(DRAFTS)) as api:
        finished(run(api, tmp_path / "whole"))
        assert len(api.accepted) == CALLS
    folder = tmp_path / "killed"
    with MessagesApi(PaperModel(DRAFTS), pause=0.02) as api:
        process = run(api, folder)
        until = random.Random(seed).randint(1, CALLS - 1)
        while len(api.accepted) < until:
            assert process.poll() is None, process.communicate()
            time.sleep(0.001)
        process.kill()
        process.communicate()
    with MessagesApi(PaperModel(DRAFTS)) as api:
        finished(run(api, folder, "--resume"))
        assert len(api.accepted) <= CALLS
    assert artefacts(folder) == artefacts(tmp_path / "whole")
    names = [Path(name).name for name in artefacts(folder)]
    assert names[0] == "0-question.json"
    assert names[-1] == "8-result.json"


def test_the_method_needs_a_model_and_a_known_name():
    assert "needs a language model" in ask(code=2)["problems"][0]["message"]
    problem = ask("--method", "other", code=2)["problems"][0]["message"]
    assert "choose one of computed, paper" in problem
    with pytest.raises(BadInput, match="needs a language model"):
        ask_from_python(QUESTION, method="paper")
