"""Limits, costs, cache and stages: what a question takes, at the command and the server."""

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from client.coffee_loop import QUESTION, RIGHT, WRONG
from client.messages_api import Fault, MessagesApi
from client.paper_model import TASTE, PaperModel
from client.rule_model import RuleModel, drafting
from client.running import simulrag, told
from simulrag.client import ask as ask_from_python
from simulrag.client.errors import BadInput
from simulrag.client.language_models.usage import Price, Usage

pytestmark = pytest.mark.usefixtures("only_coffee")
Start = Callable[..., MessagesApi]


PAPER = ("--method", "paper", "-m", "3", "--budget", "100")


def mixed() -> RuleModel:
    return drafting([RIGHT], [WRONG])


def paper_model() -> PaperModel:
    return PaperModel([[RIGHT, TASTE], [WRONG], [RIGHT]])


#: By method: how to ask by it, its model, how often that is asked, and how often at most: with plan
#: and formulas sent back and the answer reviewed; by the paper with 45 claims of 3 drafts.
WAYS: dict[str, tuple[Sequence[str], Callable[[], Any], int, int]] = {
    "computed": ((), mixed, 9, 11),
    "paper": (PAPER, paper_model, 18, 104),
}


def ask(*options: str, code: int = 0) -> dict[str, Any]:
    return told("ask", QUESTION, *options, code=code)


def timeless(result: dict[str, Any]) -> dict[str, Any]:
    """A result without the time that each stage took."""
    return result | {"stages": [stage | {"seconds": 0} for stage in result["stages"]]}


@pytest.mark.parametrize(
    ("way", "limit"),
    [*(("computed", n) for n in (0, 1, 5, 8, 9)), *(("paper", n) for n in (0, 5, 17, 18))],
)
def test_calls_never_exceed_their_limit_and_the_answer_says_that_it_is_partial(
    messages_api: Start, way: str, limit: int
) -> None:
    options, answers, calls, _ = WAYS[way]
    api = messages_api(answers())
    result = ask(*options, "--max-calls", str(limit))
    assert len(api.accepted) <= limit
    assert "71.9" in result["answer"]
    assert "65.0" not in result["answer"]
    assert result["partial"] is (limit < calls)
    assert any("partial" in note and "--max-calls" in note for note in result["notes"]) is (
        limit < calls
    )


def test_cost_is_counted_by_kind_of_token(messages_api: Start, prices: str) -> None:
    api = messages_api(mixed(), cached_tokens=100)
    use = ask("--prices", prices, "-m", "2")["model"]
    usage = use["usage"]
    assert len(api.accepted) == usage["calls"] == 6
    assert usage["cache_read_tokens"] == 500
    expected = 4 * usage["input_tokens"] + 20 * usage["output_tokens"] + 0.5 * 500
    assert use["cost"] == pytest.approx(expected / 1e6)
    assert use["currency"] == "EUR"


def test_a_million_of_each_kind_of_token_costs_its_price() -> None:
    price = Price(input=3, output=15, cache_read=0.3, cache_write=3.75)
    usage = Usage(
        calls=1, input_tokens=10**6, output_tokens=10**6, cache_read_tokens=10**6,
        cache_write_tokens=10**6,
    )  # fmt: skip
    assert price.of(usage) == pytest.approx(3 + 15 + 0.3 + 3.75)


@pytest.mark.parametrize("limit", ["0", "0.1", "0.3", "0.5"])
def test_cost_never_exceeds_its_limit(messages_api: Start, prices: str, limit: str) -> None:
    api = messages_api(mixed())
    result = ask("--prices", prices, "--max-cost", limit)
    assert result["model"]["cost"] <= float(limit)
    assert "71.9" in result["answer"]
    assert result["partial"] is (len(api.accepted) < 9)
    assert api.accepted or float(limit) <= 0.1
    assert len(api.accepted) == 9 or float(limit) <= 0.3


def test_a_limit_on_cost_needs_a_price_and_no_price_is_invented(
    messages_api: Start, tmp_path: Path, prices: str
) -> None:
    api = messages_api(mixed())
    problem = ask("--max-cost", "1", code=2)["problems"][0]
    assert "none ship; give --prices" in problem["message"]
    problem = ask("--max-cost", "1", "--prices", prices, "--model", "claude:other", code=2)
    assert "price of 'other'" in problem["problems"][0]["message"]
    bad = tmp_path / "bad.json"
    bad.write_text('{"models": {"claude-sonnet-5-5": {"input": -1}}}')
    assert "not a table of prices" in ask("--prices", str(bad), code=2)["problems"][0]["message"]
    assert api.accepted == []
    assert ask("--prices", "", "-m", "1")["model"]["cost"] is None


@pytest.mark.parametrize("way", WAYS)
def test_a_dry_run_asks_nothing_and_bounds_what_the_answer_takes(
    messages_api: Start, prices: str, way: str
) -> None:
    options, answers, calls, most = WAYS[way]
    api = messages_api(answers())
    expected = ask(*options, "--dry-run", "--prices", prices)
    assert api.accepted == []
    use = ask(*options, "--prices", prices)["model"]
    assert use["usage"]["calls"] == calls
    assert expected["calls"] == most
    assert expected["input_tokens"] >= use["usage"]["input_tokens"]
    assert expected["output_tokens"] >= use["usage"]["output_tokens"]
    assert expected["cost"] >= use["cost"] > 0
    assert ask(*options, "--dry-run", "--max-calls", "9")["calls"] == 9


@pytest.mark.parametrize(("drafts", "limit"), [(1, 1), (5, 0), (5, 6)])
def test_a_dry_run_knows_the_limit_of_calls(messages_api: Start, drafts: int, limit: int) -> None:
    api = messages_api(mixed())
    options = ("-m", str(drafts), "--max-calls", str(limit))
    expected = ask("--dry-run", *options)
    ask(*options)
    assert len(api.accepted) <= expected["calls"] <= limit


def test_cached_replies_cost_nothing_and_give_the_same_answer(
    messages_api: Start, tmp_path: Path
) -> None:
    api = messages_api(mixed())
    cache = ("--cache", str(tmp_path / "folder" / "cache.sqlite"))
    first = ask(*cache)
    assert ask("--dry-run", *cache)["stored"] == 6
    second = ask(*cache, "--max-calls", "8")
    assert len(api.accepted) == 9
    assert second["answer"] == first["answer"]
    assert second["model"]["usage"]["calls"] == 0
    assert second["model"]["usage"]["stored"] == 9


def test_the_cache_tells_models_and_questions_apart(messages_api: Start, tmp_path: Path) -> None:
    api = messages_api(mixed())
    cache = ("--cache", str(tmp_path / "cache.sqlite"), "-m", "1")
    ask(*cache)
    ask(*cache, "--model", "claude:other")
    assert api.stages() == ["plan", "draft", "formulas", "compose", "review"] * 2


@pytest.mark.parametrize(
    "fault", [Fault(stop="refusal"), Fault(stop="max_tokens"), Fault(change=lambda _: {})]
)
def test_replies_that_cannot_be_used_do_not_enter_the_cache(
    messages_api: Start, tmp_path: Path, fault: Fault
) -> None:
    api = messages_api(mixed(), faults={"draft": [fault]})
    cache = ("--cache", str(tmp_path / "cache.sqlite"), "-m", "3")
    ask(*cache)
    before = len(api.accepted)
    ask(*cache)
    assert api.stages()[before:].count("draft") == 1


def test_a_run_that_a_limit_cut_short_goes_on_with_a_higher_one(
    messages_api: Start, tmp_path: Path
) -> None:
    api = messages_api(mixed())
    journal = ("--journal", str(tmp_path / "journal"))
    assert ask(*journal, "--max-calls", "5")["partial"]
    assert not ask(*journal, "--resume", "--max-calls", "10")["partial"]
    # The two drafts are not paid again; what more drafts say and compose is asked anew.
    assert api.stages().count("draft") == 5
    before = len(api.accepted)
    assert ask(*journal, "--resume")["model"]["usage"]["calls"] == 9
    assert len(api.accepted) == before


def test_a_journal_is_never_overwritten_by_accident(messages_api: Start, tmp_path: Path) -> None:
    messages_api(mixed())
    journal = ("--journal", str(tmp_path / "journal"))
    first = ask(*journal, "-m", "1")
    problem = ask(*journal, "-m", "1", code=2)["problems"][0]
    assert "a finished run of this question; go on with --resume" in problem["message"]
    assert timeless(ask(*journal, "-m", "1", "--resume")) == timeless(first)
    ask(*journal, "-m", "2")  # another run of the same question has a folder of its own


def test_a_limit_that_is_no_number_is_refused(messages_api: Start, prices: str) -> None:
    api = messages_api(mixed())
    problem = ask("--max-cost", "inf", "--prices", prices, code=2)["problems"][0]
    assert "--max-cost inf: Input should be a finite number" in problem["message"]
    for limit in ("nan", "-1", "much"):
        assert simulrag("ask", QUESTION, "--max-cost", limit, "--prices", prices).exit_code == 2
    assert api.accepted == []


@pytest.mark.parametrize("option", ["--journal", "--cache"])
def test_a_place_that_cannot_be_written_is_named(
    messages_api: Start, tmp_path: Path, option: str
) -> None:
    api = messages_api(mixed())
    file = tmp_path / "file"
    file.write_text("no database, and no folder either" * 100)
    problem = ask(option, str(file), code=2)["problems"][0]
    assert str(file) in problem["message"]
    assert api.accepted == []


def test_a_damaged_journal_is_named_and_nothing_is_paid(
    messages_api: Start, tmp_path: Path
) -> None:
    api = messages_api(mixed())
    journal = tmp_path / "journal"
    ask("--journal", str(journal), "-m", "1")
    before = len(api.accepted)
    (table,) = journal.rglob("journal.sqlite")
    table.write_bytes(b"x" * 5000)
    problem = ask("--journal", str(journal), "-m", "1", "--resume", code=2)["problems"][0]
    assert "journal.sqlite cannot be used" in problem["message"]
    assert len(api.accepted) == before


def test_a_journal_without_a_model_gives_the_same_files_again(tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    ask("--journal", str(journal))
    before = {path.name: path.read_bytes() for path in journal.rglob("*.json")}
    shutil.copytree(journal, tmp_path / "copy")
    ask("--journal", str(tmp_path / "copy"), "--resume")
    after = {path.name: path.read_bytes() for path in (tmp_path / "copy").rglob("*.json")}
    assert before == after
    assert "8-result.json" in before


def test_use_and_time_of_each_stage_add_up(messages_api: Start, prices: str) -> None:
    options, answers, _, _ = WAYS["paper"]
    messages_api(answers())
    result = ask(*options, "--prices", prices)
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


def test_the_method_needs_a_model_and_a_known_name() -> None:
    assert "needs a language model" in ask(*PAPER, code=2)["problems"][0]["message"]
    problem = ask("--method", "other", code=2)["problems"][0]["message"]
    assert "choose one of computed, paper" in problem
    with pytest.raises(BadInput, match="needs a language model"):
        ask_from_python(QUESTION, method="paper")
