"""The page on evaluation: each of its commands runs as it stands, at a small size."""

import json
import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from simulrag.client.cli import app

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "evaluation.md").read_text("utf-8")
#: Options that make a command quick; they come last, and so they count.
SMALL = {
    "experiment": ["--draws", "20", "--processes", "1"],
    "report": [],
    "generate": ["--items", "2"],
    "recompute": [],
    "records": [],
}
DRAFT = {
    "id": "climate-item-1", "draft": 1,
    "question": "What is the average temperature in Nairobi in 2050 under ssp585?",
    "claims": [{
        "text": "The average temperature in Nairobi in 2050 under ssp585 is above 10 °C.",
        "confidence": 0.9, "label": "true", "strict": "true", "formula": "A.temperature > 10",
        "let": {"A": 'climate.temperature(place="Nairobi", year=2050, scenario="ssp585")'},
    }],
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
    for file in re.findall(r"\]\((evaluation/\w+\.svg)\)", found):
        assert (Path(__file__).resolve().parents[3] / "docs" / file).is_file(), file


@pytest.mark.slow
def test_every_command_of_the_page_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "records").mkdir()
    (tmp_path / "drafts").mkdir()
    (tmp_path / "drafts" / "drafts.jsonl").write_text(json.dumps(DRAFT), "utf-8")
    for words in commands():
        done = CliRunner().invoke(app, [*words[1:], *SMALL[words[2]]])
        assert done.exit_code == 0, (words, done.output)
    page = (tmp_path / "results" / "report.html").read_text("utf-8")
    assert "which the method never sees" in page
