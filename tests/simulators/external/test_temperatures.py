"""A declared simulator whose inputs and results are temperatures: which number is which."""

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from pydantic import JsonValue

from formula_claims import decided
from simulrag.simulators.external.declaration import declared
from simulrag.simulators.external.simulator import ExternalSimulator
from simulrag.simulators.registry import Registry
from simulrag.verifier.conformance.kit import findings
from simulrag.verifier.evidence import EvidenceStore


class Kettle:
    """Answers as a program would; 90 °C cool towards the room within 25 minutes."""

    def ask(self, request: Mapping[str, Any]) -> Mapping[str, JsonValue]:
        if request["function"] != "cooling":
            return {"error": f"there is no function {request['function']}"}
        minutes, room = request["arguments"]["minutes"], request["arguments"]["room"]
        return {"outputs": {"temperature": room + (90 - room) * math.exp(-minutes / 25)}}


def tea(tmp_path: Path, unit_of_room: str = "degC") -> ExternalSimulator:
    """Return a cup of tea; the room has a default, and the unit of the result."""
    (tmp_path / "handbook.md").write_text(
        f"# Tea\n\n{'No cup but this one. ' * 9}\n\n{{{{tables}}}}"
    )
    room = {"unit": unit_of_room, "range": [-20, 40], "default": 20, "words": ["room"]}
    minutes = {"unit": "minute", "range": [0, 240], "words": ["time", "after"]}
    result = {"unit": "degC", "range": [-20, 90], "words": ["temperature of the tea"]}
    function = {
        "parameters": {"minutes": minutes, "room": room},
        "outputs": {"temperature": result},
        "example": {"minutes": 10},
    }
    tables = {
        "name": "tea",
        "title": "Tea",
        "description": "How warm a cup of tea is.",
        "version": "1",
        "run": {"kind": "program", "command": ["unused"]},
        "functions": {"cooling": function},
    }
    return ExternalSimulator(declared(tables, tmp_path, "simulator.toml"), None, Kettle())


@pytest.mark.parametrize(
    ("text", "room", "said", "verdict"),
    [
        ("After 10 minutes the temperature of the tea is 66.9 °C.", "", "66.9", "supported"),
        ("After 10 minutes the temperature of the tea is 30 °C.", "", "30", "refuted"),
        ("In a room of 5 °C the temperature of the tea after 10 minutes is 62.0 °C.", "room=5, ",
         "62.0", "supported"),
        ("In a room of 5 °C the temperature of the tea after 10 minutes is 66.9 °C.", "room=5, ",
         "66.9", "refuted"),
    ],
)  # fmt: skip
def test_a_number_in_the_unit_of_the_result_is_an_input_only_where_it_is_named(
    text, room, said, verdict, tmp_path
):
    formula = f"tea.cooling({room}minutes=10).temperature == {said}"
    with EvidenceStore() as store:
        assert decided(text, formula, Registry([tea(tmp_path)]), store).verdict == verdict


def test_the_kit_is_content_with_an_input_in_the_unit_of_the_result(tmp_path):
    assert [one for one in findings(tea(tmp_path)) if one.state != "ok"] == []


def test_the_kit_refuses_an_input_in_a_unit_of_differences(tmp_path):
    wrong = [one for one in findings(tea(tmp_path, "delta_degC")) if one.check == "units"]
    assert [one.state for one in wrong] == ["failed"]
    assert "'delta_degC', a unit of outputs only" in wrong[0].said
    assert wrong[0].do == "write 'degC'"


def test_years_and_differences_of_temperature_are_written_as_people_do(tmp_path):
    tables: dict[str, JsonValue] = {
        "name": "globe",
        "title": "Globe",
        "description": "Warms.",
        "version": "1",
        "run": {"kind": "program", "command": ["unused"]},
        "functions": {
            "warm": {
                "parameters": {"years": {"unit": "year", "range": [1, 9], "words": ["after"]}},
                "outputs": {"warming": {"unit": "delta_degC"}},
                "example": {"years": 2},
            }
        },
    }
    (function,) = declared(tables, tmp_path, "simulator.toml").functions
    assert function.outputs[0].template == "The warming with after {years} years is {value}."
    assert function.outputs[0].unit_words[0] == "°C"
