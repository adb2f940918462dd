"""The commands: one runs all experiments, one makes a page; bad input is named."""

import csv
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from client.read_page import read
from evaluation.experiment.coffee_items import ITEMS, REGISTRY
from simulrag.client.cli import app
from simulrag.evaluation.benchmark.items import write
from simulrag.evaluation.experiment import running
from simulrag.evaluation.experiment.comparing import METHODS


def evaluate(*words: object) -> Result:
    return CliRunner().invoke(app, ["evaluate", *map(str, words)])


QUICK = ("--draws", 20, "--processes", 1, "--clients", 1, "--no-sweeps")


def run_experiment(folder: Path, *options: object) -> str:
    """Run an experiment on coffee in a folder; return what it prints."""
    write(folder / "items.jsonl", ITEMS[:4])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(running, "installed", lambda: REGISTRY)
        done = evaluate("experiment", folder / "items.jsonl", "--out", folder / "out", *options)
    assert done.exit_code == 0, done.output
    return done.output


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a small experiment without sweeps."""
    folder = tmp_path_factory.mktemp("made")
    (folder / "printed.txt").write_text(run_experiment(folder, *QUICK), "utf-8")
    return folder


def rows(folder: Path, name: str) -> list[dict[str, str]]:
    with (folder / "out" / "tables" / f"{name}.csv").open(encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


def test_one_command_writes_the_tables_and_figures_of_the_paper(made: Path) -> None:
    tables = {path.stem for path in (made / "out" / "tables").glob("*.md")}
    wanted = (
        "table_1 table_3 gain figure_4 figure_6 estimators conformal through_client claims leads "
        "further"
    )
    assert set(wanted.split()) == tables
    figures = {path.stem for path in (made / "out" / "figures").glob("*.svg")}
    assert figures == {"figure_4", "figure_5", "figure_6", "figure_7"}
    table = rows(made, "table_1")
    assert [row["method"] for row in table] == list(METHODS.values()) * 3
    assert {row["metric"] for row in table} == {"F1", "AUPR", "AUROC"}


@pytest.mark.slow
def test_sweeps_and_ablations_come_on_top(tmp_path: Path) -> None:
    printed = run_experiment(tmp_path, *QUICK[:-1])
    assert "of 18 places" in printed.replace("\n", " ")
    assert len(rows(tmp_path, "criterion")) == 3 * 2 * 3
    assert len(rows(tmp_path, "sweep_aupr")) == 7 * 5 * 3
    ways = {row["way"] for row in rows(tmp_path, "ablations")}
    assert {"whole", "no boundary assessment", "refuted claims not rewritten", "1 draft"} <= ways
    figures = {path.stem for path in (tmp_path / "out" / "figures").glob("*.svg")}
    assert {"sweep_aupr", "sweep_gain"} <= figures


def test_everything_says_that_no_model_took_part(made: Path) -> None:
    assert "no language model took part" in (made / "printed.txt").read_text("utf-8")
    assert "no language model took part" in (made / "out" / "README.md").read_text("utf-8")
    configuration = json.loads((made / "out" / "configuration.json").read_text("utf-8"))
    assert configuration["synthetic"] is True
    assert configuration["world"]["boundary_error"] == 0.1
    assert configuration["items"] == [one.id for one in ITEMS[:4]]
    assert configuration["versions"]["scikit-learn"]


def test_the_page_stands_alone_and_has_every_table_and_figure(made: Path) -> None:
    done = evaluate("report", made / "out")
    assert done.exit_code == 0, done.output
    page = (made / "out" / "report.html").read_text("utf-8")
    root = read(page.removeprefix("<!DOCTYPE html>\n"))
    assert all(img.attrs["src"].startswith("data:image/svg+xml") for img in root.all("img"))
    assert all(img.attrs["alt"] for img in root.all("img"))
    assert len(root.all("img")) == len(list((made / "out" / "figures").glob("*.svg")))
    assert len(root.all("table")) == len(list((made / "out" / "tables").glob("*.md")))
    assert "http" not in page.replace("http-equiv", "")
    assert "**" not in root.text


def test_a_second_run_prepares_nothing_and_finds_the_same(
    made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unused(*_: object) -> None:
        raise AssertionError("an item was prepared again")

    monkeypatch.setattr(running, "installed", lambda: REGISTRY)
    monkeypatch.setattr(running.Desk, "made", unused)
    before = (made / "out" / "results.json").read_bytes()
    done = evaluate("experiment", made / "items.jsonl", "--out", made / "out", *QUICK)
    assert done.exit_code == 0, done.output
    assert (made / "out" / "results.json").read_bytes() == before


def test_bad_items_are_refused_with_their_line(tmp_path: Path) -> None:
    (tmp_path / "items.jsonl").write_text('{"id": "x"}\n', "utf-8")
    done = evaluate("experiment", tmp_path / "items.jsonl", "--out", tmp_path / "out")
    assert done.exit_code == 2
    assert "line 1, is no benchmark item" in done.output


def test_no_items_and_a_folder_without_results_are_refused(tmp_path: Path) -> None:
    (tmp_path / "items.jsonl").write_text("", "utf-8")
    done = evaluate("experiment", tmp_path / "items.jsonl", "--out", tmp_path / "out")
    assert done.exit_code == 2
    assert "no item was given" in done.output
    done = evaluate("report", tmp_path)
    assert done.exit_code == 2
    assert "results.json cannot be read" in done.output
    (tmp_path / "results.json").write_text("[]", "utf-8")
    assert "holds no results" in evaluate("report", tmp_path).output


def test_a_page_without_one_of_its_figures_is_refused(made: Path, tmp_path: Path) -> None:
    (tmp_path / "results.json").write_bytes((made / "out" / "results.json").read_bytes())
    done = evaluate("report", tmp_path)
    assert done.exit_code == 2
    assert "figure_4.svg cannot be read" in done.output


@pytest.mark.parametrize("option", ["--systematic", "--boundary-error"])
def test_a_share_beyond_one_is_refused(option: str, tmp_path: Path) -> None:
    done = evaluate("experiment", "--out", tmp_path, option, "1.2")
    assert done.exit_code == 2
