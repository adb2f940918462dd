"""A model's answers through the real SDK: paid for once, then replayed without key or server."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from client.messages_api import MessagesApi
from client.synthetic_api import synthetic
from evaluation.experiment.coffee_items import ITEMS, REGISTRY
from simulrag.client.cli import app
from simulrag.evaluation import synthetic_model
from simulrag.evaluation.benchmark.items import write
from simulrag.simulators import registry

PRICES = """{"currency": "USD", "date": "2026-11-01", "source": "test", "models":
{"claude-sonnet-5-5": {"input": 1, "output": 2, "cache_read": 0.1, "cache_write": 1.2}}}"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(registry, "installed", lambda: REGISTRY)
    monkeypatch.setattr(synthetic_model, "installed", lambda: REGISTRY)
    write(tmp_path / "items.jsonl", ITEMS[:2])
    (tmp_path / "prices.json").write_text(PRICES, "utf-8")
    return tmp_path


def live(folder: Path, out: str, *words: str) -> Result:
    return CliRunner().invoke(
        app,
        ["evaluate", "live", str(folder / "items.jsonl"), "--cassette", str(folder / "c.sqlite"),
         "--out", str(folder / out), "--draws", "20", "-m", "3", *words],
    )  # fmt: skip


def test_a_cassette_is_replayed_without_a_key_and_gives_the_same_figures(
    folder: Path,
    messages_api: Callable[..., MessagesApi],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    api = messages_api(synthetic(1))
    terms = ("--max-cost", "50", "--prices", str(folder / "prices.json"))
    first = live(folder, "first", *terms)
    assert first.exit_code == 0, first.output
    asked = len(api.accepted)
    assert asked >= 2 * (3 + 2)
    again = live(folder, "again", *terms)
    assert again.exit_code == 0, again.output
    assert len(api.accepted) == asked  # all was in the cassette
    monkeypatch.delenv("ANTHROPIC_API_KEY")
    monkeypatch.delenv("ANTHROPIC_BASE_URL")
    replayed = live(folder, "replayed", "--replay")
    assert replayed.exit_code == 0, replayed.output
    for name in ("gain", "table_1", "table_3", "claims"):
        tables = {(folder / out / "tables" / f"{name}.csv").read_text("utf-8")
                  for out in ("first", "again", "replayed")}  # fmt: skip
        assert len(tables) == 1, name
    cost = (folder / "first" / "tables" / "cost.csv").read_text("utf-8")
    assert f"calls,{asked}\n" in cost
    assert "USD" in cost
    assert b"loopback-key" not in (folder / "c.sqlite").read_bytes()


def test_what_a_cassette_does_not_hold_is_an_error_and_no_call(
    folder: Path,
    messages_api: Callable[..., MessagesApi],
) -> None:
    api = messages_api(synthetic(1))
    assert live(folder, "first", "--max-calls", "100", "--limit", "1").exit_code == 0
    asked = len(api.accepted)
    done = live(folder, "replayed", "--replay")
    assert done.exit_code == 2
    assert "the cassette holds no reply to the step 'draft'" in done.output
    assert len(api.accepted) == asked


def test_a_cap_leaves_out_the_questions_that_it_does_not_reach(
    folder: Path,
    messages_api: Callable[..., MessagesApi],
) -> None:
    api = messages_api(synthetic(1))
    done = live(folder, "first", "--max-calls", "7")
    assert done.exit_code == 0, done.output
    assert len(api.accepted) <= 7
    assert "left out" in done.output
    assert "1 questions answered" in done.output


@pytest.mark.parametrize(
    ("words", "said"),
    [((), "needs a cap"), (("--max-cost", "1"), "needs prices"),
     (("--replay",), "is no file"), (("--max-calls", "5", "--model", "nobody"), "nobody")],
)  # fmt: skip
def test_bad_terms_are_refused_before_anything_is_asked(
    folder: Path, words: tuple[str, ...], said: str
) -> None:
    done = live(folder, "first", *words)
    assert done.exit_code == 2
    assert said in done.output


def test_a_cassette_of_another_model_or_none_at_all_is_refused(
    folder: Path,
    messages_api: Callable[..., MessagesApi],
) -> None:
    messages_api(synthetic(1))
    assert live(folder, "first", "--max-calls", "50", "--limit", "1").exit_code == 0
    other = live(folder, "other", "--max-calls", "50", "--model", "claude:another")
    assert other.exit_code == 2
    assert "holds replies of claude:claude-sonnet-5-5, not of claude:another" in other.output
    (folder / "c.sqlite").write_bytes(b"")
    assert "it does not say whose replies" in live(folder, "x", "--replay").output


def test_no_reply_is_ever_given_that_was_not_recorded() -> None:
    from simulrag.client import prompts
    from simulrag.client.errors import ModelUnavailable
    from simulrag.client.session import run
    from simulrag.evaluation.experiment.live import About, Replayed

    model: Any = Replayed(About(name="claude", model="m"))
    with pytest.raises(ModelUnavailable, match="holds no reply"):
        run(model.complete, prompts.draft_request("How hot is it?", 0))
