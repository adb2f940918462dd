"""Handbooks: their prose, and tables that cannot drift from the simulators."""

import re
from pathlib import Path

import pytest

from coffee import COOLING, HANDBOOK, Coffee
from simulrag.handbooks import reader
from simulrag.simulators.handbook import PLACE_OF_TABLES, render, tables
from simulrag.simulators.interface import Parameter

BUILT_IN = Path(reader.__file__).parent


def rows(markdown: str) -> dict[str, list[str]]:
    """Return the cells of every table row that begins with a name in backticks, by name."""
    found = re.findall(r"^\| `(\w+)` \| (.+) \|$", markdown, re.M)
    return {name: re.split(r" (?<!\\)\| ", rest) for name, rest in found}


def test_every_function_parameter_output_and_scale_of_every_simulator_is_in_its_tables(
    all_registry,
):
    for simulator in all_registry:
        text = render(simulator)
        assert PLACE_OF_TABLES not in text
        for function in simulator.functions:
            section = text.split(f"### `{function.name}`: ", 1)[1].split("\n### ", 1)[0]
            table = rows(section)
            assert set(table) == {
                *(parameter.name for parameter in function.parameters),
                *(f.name for parameter in function.parameters for f in parameter.selection.fields),
                *(output.name for output in function.outputs),
            }
            for parameter in function.parameters:
                check_parameter(parameter, table[parameter.name])
            for output in function.outputs:
                for scale in output.scales:
                    assert scale.name in text
                    assert scale.source in text


def check_parameter(parameter: Parameter, cells: list[str]) -> None:
    """The row of a parameter tells its range or choices, its default and its meaning."""
    allowed, default, meaning = cells
    assert (default == "required") == parameter.required
    assert " ".join(parameter.description.split()) == meaning.replace("\\|", "|")
    for bound in (parameter.low, parameter.high):
        if bound is not None:
            assert f"{bound:g}" in allowed
    few = list(parameter.choices)[:12] if len(parameter.choices) <= 12 else []
    assert all(choice in allowed for choice in few)


def test_a_changed_range_changes_the_table():
    class Hotter(Coffee):
        functions = (
            COOLING.model_copy(
                update={
                    "parameters": tuple(
                        p.model_copy(update={"high": 137.0}) if p.name == "minutes" else p
                        for p in COOLING.parameters
                    )
                }
            ),
        )

    assert rows(tables(Coffee()))["minutes"][0] == "0 to 240 minute"
    assert rows(tables(Hotter()))["minutes"][0] == "0 to 137 minute"


def test_tables_stand_where_the_prose_wants_them_or_at_the_end():
    assert render(Coffee()) == HANDBOOK.replace(PLACE_OF_TABLES, tables(Coffee()))

    class Wordless(Coffee):
        def handbook(self) -> str:
            return "# Coffee"

    assert render(Wordless()) == f"# Coffee\n\n{tables(Coffee())}\n"


def test_a_bar_in_a_description_does_not_break_the_table():
    class Barred(Coffee):
        functions = (
            COOLING.model_copy(
                update={
                    "parameters": (
                        Parameter(name="x", kind="number", description="a | b\nc", low=0, high=1),
                    )
                }
            ),
        )

    assert rows(tables(Barred()))["x"] == ["0 to 1", "required", "a \\| b c"]


def test_all_handbooks_in_the_package_are_read_by_name():
    assert set(reader.names()) == {path.stem for path in BUILT_IN.glob("*.md")}
    for name in reader.names():
        assert reader.text(name) == (BUILT_IN / f"{name}.md").read_text("utf-8")
        assert reader.text(name).count(PLACE_OF_TABLES) == 1


@pytest.mark.parametrize("name", ["", "tea", "../reader", "climate.md", "/etc/passwd"])
def test_an_unknown_handbook_is_refused_by_name(name):
    with pytest.raises(KeyError, match="no built-in handbook is called"):
        reader.text(name)
