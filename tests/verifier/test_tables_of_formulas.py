"""A file of formulas in, a table out: each run made once, each formula by itself."""

import csv
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from simulrag.client.cli import app
from simulrag.simulators.errors import BadValue
from simulrag.simulators.registry import Registry
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.formulas.verification import Verifier
from simulrag.verifier.scenarios.tabulating import tabulate

LET = {
    "A": 'climate.temperature(place="Nairobi", year=1990)',
    "B": 'climate.temperature(place="Nairobi", year=2090, scenario="ssp585")',
}
ROWS = [
    {"formula": "B.temperature - A.temperature", "let": LET, "id": "left alone"},
    {"formula": "B.temperature > A.temperature", "let": LET},
    {"formula": "A.temperatur", "let": LET},
    {"formula": "A.temperature", "let": {"A": "climate.temperature(year=1990)"}},
    {"formula": "A.temperature", "let": {"A": "climate.temperature(year=1990)"},
     "assume": {"place": "Nairobi"}},
    {"text": "no formula"},
]  # fmt: skip


def written(path: Path, rows: list[dict[str, object]]) -> Path:
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    return path


def test_a_table_has_a_row_for_each_line_and_a_bad_one_costs_no_other(
    tmp_path: Path, registry: Registry
) -> None:
    file, table = written(tmp_path / "formulas.jsonl", ROWS), tmp_path / "values.csv"
    found = tabulate(file, table, registry)
    with table.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert [row["line"] for row in rows] == ["1", "2", "3", "4", "5", "6"]
    assert [bool(row["problem"]) for row in rows] == [False, False, True, True, False, True]
    assert (found.computed, found.refused) == (3, 3)
    assert rows[1]["value"] == "True"
    with EvidenceStore() as store:
        (one,) = Verifier(registry, store).compute([str(ROWS[0]["formula"])], LET)
    assert (float(rows[0]["value"]), rows[0]["text"]) == (one.value, one.text)
    assert rows[0]["run_ids"].split() == list(one.run_ids)


def test_a_run_that_many_formulas_name_is_made_once_and_never_again(
    tmp_path: Path, registry: Registry
) -> None:
    rows: list[dict[str, object]] = [
        {"formula": f"B.temperature - A.temperature > {n / 10}", "let": LET} for n in range(30)
    ]
    file, table = written(tmp_path / "formulas.jsonl", rows), tmp_path / "values.jsonl"
    assert tabulate(file, table, registry).runs.made == 2
    first = table.read_text("utf-8")
    assert tabulate(file, table, registry, scheduler="processes:2").runs.made == 0
    assert table.read_text("utf-8") == first
    assert len(first.splitlines()) == 30


def test_a_table_of_another_kind_is_refused_before_anything_runs(
    tmp_path: Path, registry: Registry
) -> None:
    file = written(tmp_path / "formulas.jsonl", ROWS)
    with pytest.raises(BadValue, match=r"neither \.csv nor \.jsonl"):
        tabulate(file, tmp_path / "values.xlsx", registry)
    assert list(tmp_path.iterdir()) == [file]


def test_the_command_says_what_it_made_and_what_has_no_value(tmp_path: Path) -> None:
    file, table = written(tmp_path / "formulas.jsonl", ROWS), tmp_path / "values.csv"
    done = CliRunner().invoke(app, ["compute", "--file", str(file), "--out", str(table)])
    assert done.exit_code == 2
    assert "3 formulas in" in done.output
    assert "3 without a value" in done.output
    done = CliRunner().invoke(app, ["compute", "--file", str(file)])
    assert (done.exit_code, "needs --out" in done.output) == (2, True)
    done = CliRunner().invoke(app, ["compute", "1 + 1", "--file", str(file)])
    assert (done.exit_code, "give one of them" in done.output) == (2, True)
