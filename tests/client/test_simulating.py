"""Running a simulator directly, with the cup of coffee."""

import csv
import json
import shlex
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulrag.client.errors import BadInput
from simulrag.client.simulating import (
    as_settings,
    parse_settings,
    simulate,
    write,
    write_csv,
)
from simulrag.simulators.interface import Label, Quantity

pytestmark = pytest.mark.usefixtures("only_coffee")
SETTINGS = ["cup=ceramic mug", "initial_temperature=90", "minutes=10"]


def test_a_run_is_written_in_long_form(tmp_path: Path) -> None:
    path = tmp_path / "run.csv"
    run = simulate("coffee", "cooling", SETTINGS, 0)
    write_csv(run, path)
    with path.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert rows[0]["name"] == "temperature"
    assert float(rows[0]["value"]) == run.outputs["temperature"].value
    assert [row["value"] for row in rows if row["name"] == "drinkable"] == ["too hot"]
    series = [float(row["value"]) for row in rows if row["kind"] == "series"]
    assert series == list(run.series["temperature"].values)


@pytest.mark.parametrize("label", ["=1+2", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "\t=1"])
def test_no_text_of_a_simulator_becomes_a_formula_of_a_spreadsheet(
    label: str, tmp_path: Path
) -> None:
    run = simulate("coffee", "cooling", SETTINGS, 0)
    outputs = {"temperature": Quantity(value=-3.5), "drinkable": Label(value=label)}
    path = tmp_path / "run.csv"
    write_csv(run.model_copy(update={"outputs": outputs}), path)
    with path.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [row["value"] for row in rows[:2]] == ["-3.5", f"'{label}"]


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    run = simulate("coffee", "cooling", SETTINGS, 0)
    with pytest.raises(BadInput, match="must end in"):
        write(run, tmp_path / "run.txt")
    with pytest.raises(BadInput, match="cannot be written: No such file"):
        write_csv(run, tmp_path / "missing" / "run.csv")


@given(
    st.dictionaries(
        st.sampled_from(["a", "b", "c"]),
        st.one_of(
            st.text(st.characters(categories=["L", "N", "Zs"]), min_size=1)
            .map(str.strip)
            .filter(lambda text: text and text[0] != "["),
            st.integers(-100, 100),
            st.lists(st.lists(st.integers(-90, 90), min_size=2, max_size=2), min_size=1),
        ),
    )
)
def test_settings_read_back_as_what_they_were_written_from(arguments: dict[str, Any]) -> None:
    words = shlex.split(as_settings(arguments))
    expected: dict[str, Any] = {
        k: v if isinstance(v, list) else str(v) for k, v in arguments.items()
    }
    assert parse_settings(words) == expected


def test_objects_are_given_as_json() -> None:
    closed = {"kind": "schools closed", "from": "2022-12-05", "weeks": 3}
    for words, held in ((json.dumps(closed), closed), (json.dumps([closed]), [closed])):
        assert parse_settings([f"measures={words}"]) == {"measures": held}
    with pytest.raises(BadInput, match="is no JSON"):
        parse_settings(['measures={kind: "schools closed"}'])
