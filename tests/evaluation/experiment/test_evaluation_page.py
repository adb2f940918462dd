"""The page on evaluation: each of its commands runs as it stands, at a small size."""

import json
import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from client.messages_api import MessagesApi
from client.synthetic_api import synthetic
from simulrag.client.cli import app
from simulrag.client.language_models.claude import DEFAULT_MODEL

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "evaluation.md").read_text("utf-8")
#: Options that make a command quick; they come last, and so they count.
SMALL = {
    "experiment": ["--limit", "2", "--no-sweeps", "--clients", "1", "--draws", "20",
                   "--processes", "1"],
    "report": [],
    "live": ["--limit", "1", "-m", "2", "--draws", "20"],
    "generate": ["--items", "2"],
    "statistics": [],
    "recompute": [],
}  # fmt: skip


def commands() -> list[list[str]]:
    blocks = re.findall(r"^```bash\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return [shlex.split(line) for block in blocks for line in block.splitlines()]


def test_the_page_names_only_commands_and_options_that_there_are() -> None:
    shown = {name: CliRunner().invoke(app, ["evaluate", name, "--help"]).output for name in SMALL}
    for words in commands():
        assert words[:2] == ["simulrag", "evaluate"]
        for option in (word for word in words if word.startswith("--")):
            assert option in re.sub(r"\x1b\[[0-9;]*m", "", shown[words[2]]), option


def test_the_page_holds_what_was_found() -> None:
    found = PAGE.split("<!-- results -->")[1].split("<!-- end of results -->")[0]
    assert "Gain in true claims per verification" in found
    assert "no language model took part" in found
    for file in re.findall(r"\]\((evaluation/\w+\.svg)\)", found):
        assert (Path(__file__).resolve().parents[3] / "docs" / file).is_file(), file


@pytest.mark.slow
def test_every_command_of_the_page_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, messages_api: Callable[..., MessagesApi]
) -> None:
    monkeypatch.chdir(tmp_path)
    price = {"input": 1, "output": 2, "cache_read": 0.1, "cache_write": 1.2}
    prices = {"currency": "USD", "date": "2026-11-01", "source": "test",
              "models": {DEFAULT_MODEL: price}}  # fmt: skip
    (tmp_path / "prices.json").write_text(json.dumps(prices), "utf-8")
    api = messages_api(synthetic(1))
    for words in commands():
        if "--replay" in words:
            asked = len(api.accepted)
            monkeypatch.delenv("ANTHROPIC_API_KEY")
        small = [*words[1:], *SMALL[words[2]]]
        done = CliRunner().invoke(app, small)
        assert done.exit_code == 0, (words, done.output)
    assert len(api.accepted) == asked > 0
    page = (tmp_path / "look" / "page.html").read_text("utf-8")
    assert "no language model took part" in page
    tables = [(tmp_path / name / "tables" / "gain.csv").read_text("utf-8")
              for name in ("live", "replayed")]  # fmt: skip
    assert tables[0] == tables[1]
