"""A Functional Mock-up Unit as a simulator: its own description declares it."""

import keyword
import math
import re
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

import tank_unit
from formula_claims import decided
from simulrag.simulators.arguments import validate
from simulrag.simulators.declaration_checks import NAME, check_simulator
from simulrag.simulators.errors import BadValue, NotInstalled, OutOfRange, RunFailed
from simulrag.simulators.external import connections, fmu
from simulrag.simulators.external.simulator import ExternalSimulator, from_file
from simulrag.simulators.interface import Call, Run
from simulrag.simulators.registry import Registry
from simulrag.verifier.answering import answer

HEAD = """
name = "tank"
title = "Water tank"
description = "How high the water stands in a leaking tank."
version = "1"
[run]
kind = "fmu"
fmu = "tank{version}.fmu"
"""


@pytest.fixture(scope="module")
def units(tmp_path_factory: pytest.TempPathFactory) -> Path:
    tank_unit.skip_unless_possible()
    folder = tmp_path_factory.mktemp("units")
    for version in (2, 3):
        tank_unit.build(folder, version)
    return folder


def declared(folder: Path, units: Path, more: str = "", version: int = 2) -> Path:
    name = f"tank{version}.fmu"
    (folder / name).write_bytes((units / name).read_bytes())
    (folder / "handbook.md").write_text("# Tank\n\nA tank that leaks.\n\n{{tables}}\n")
    path = folder / "simulator.toml"
    path.write_text(HEAD.format(version=version) + more)
    return path


def rewrite(
    file: Path, description: Callable[[str], str], name: Callable[[str], str] = str
) -> None:
    """Change the description of a unit, and the names of the files in it."""
    with zipfile.ZipFile(file) as archive:
        held = {one: archive.read(one) for one in archive.namelist()}
    with zipfile.ZipFile(file, "w") as archive:
        for one, data in held.items():
            text = description(data.decode()).encode() if one.endswith(".xml") else data
            archive.writestr(name(one), text)


def run(simulator: ExternalSimulator, **arguments: float) -> Run:
    given = validate(simulator.functions[0], dict(arguments))
    return simulator.run(Call(simulator="tank", function="simulate", arguments=given))


def level(inflow: float, seconds: float, leak: float = 60.0) -> float:
    return inflow / 20 * (1 - math.exp(-seconds / 60 / leak))


@pytest.mark.parametrize("version", [2, 3])
def test_parameters_and_results_come_from_the_description(version, tmp_path, units):
    simulator = from_file(declared(tmp_path, units, version=version))
    (function,) = simulator.functions
    inflow, leak, stop = function.parameters
    assert (inflow.name, inflow.unit, inflow.low, inflow.high) == ("pump_inflow", "l/min", 0, 100)
    assert (inflow.default, leak.default, stop.default) == (10.0, 60.0, 1800.0)
    (output,) = function.outputs
    assert (output.name, output.unit, output.words[0]) == ("water_level", "m", "water level")
    made = run(simulator, pump_inflow=20, stop_time=600)
    value = made.outputs["water_level"]
    assert value.value == pytest.approx(level(20, 600))
    course = made.series["water_level"]
    assert (course.axis, course.axis_unit, len(course.times)) == ("time", "s", 201)
    assert course.values[100] == pytest.approx(level(20, 300))
    assert made.check.verdict == "passed"
    with pytest.raises(OutOfRange, match="0 to 100 l/min"):
        run(simulator, pump_inflow=101)


def test_a_declaration_is_laid_over_the_description(tmp_path, units, store):
    more = """
[functions.simulate.parameters.pump_inflow]
range = [0, 50]
words = ["inflow"]
[functions.simulate.parameters.stop_time]
unit = "s"
[functions.simulate.outputs.water_level]
words = ["water level", "height of the water"]
"""
    simulator = from_file(declared(tmp_path, units, more))
    assert [p.name for p in simulator.functions[0].parameters] == ["pump_inflow", "stop_time"]
    assert simulator.functions[0].parameter("pump_inflow").high == 50
    registry = Registry([simulator])
    asked = "What is the water level with an inflow of 20 l/min after 600 s?"
    assert "0.15 m" in answer(asked, registry, store).text
    text = "With an inflow of 20 l/min the height of the water after 600 s is {} m."
    run = f"{simulator.name}.simulate(pump_inflow=20, stop_time=600)"
    for height, word in ((0.15, "supported"), (0.3, "refuted")):
        formula = f"{run}.water_level == {height}"
        assert decided(text.format(height), formula, registry, store).verdict == word


def test_what_is_laid_over_must_be_there(tmp_path, units):
    more = '[functions.simulate.parameters.pressure]\nunit = "bar"\n'
    with pytest.raises(BadValue, match=r"parameters\.pressure.*has pump_inflow, leak, stop_time"):
        from_file(declared(tmp_path, units, more))


def test_what_is_no_unit_is_refused(tmp_path, units):
    path = declared(tmp_path, units)
    file = tmp_path / "tank2.fmu"
    file.write_bytes(b"no archive")
    with pytest.raises(RunFailed, match=r"tank2\.fmu is no FMU"):
        from_file(path)
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("notes.txt", "nothing")
    with pytest.raises(RunFailed, match=r"holds no modelDescription\.xml"):
        from_file(path)
    file.unlink()
    with pytest.raises(NotInstalled, match=r"needs the file 'tank2\.fmu'"):
        from_file(path)


def test_without_fmpy_a_unit_says_what_brings_it(tmp_path, monkeypatch):
    (tmp_path / "tank2.fmu").write_bytes(b"")
    path = tmp_path / "simulator.toml"
    path.write_text(HEAD.format(version=2))
    monkeypatch.setattr(connections, "find_spec", lambda _: None)
    with pytest.raises(NotInstalled, match=r"simulrag\[fmu\]"):
        from_file(path)


@pytest.mark.parametrize(
    ("given", "made"),
    [("body.v[1]", "body_v_1"), ("waterLevel", "water_level"), ("1st", "v_1st"), ("seed", "seed")],
)
def test_names_of_variables_become_names_here(given, made):
    assert fmu.names_of([given]) == [made]


def test_variables_that_would_have_one_name_or_none_get_names_of_their_own():
    long = "plant.line1.reactor2.jacket.outlet.temperature."
    given = [f"{long}a", f"{long}b", "Mass", "mass", "水位", "流量", "class", "stop_time", "x.y"]
    made = fmu.names_of(given)
    assert len(set(made)) == len(given)
    assert all(re.fullmatch(NAME, name) and not keyword.iskeyword(name) for name in made)
    assert made[-1] == "x_y"
    assert fmu.names_of(given[::-1]) == made[::-1]


def test_a_unit_with_such_variables_is_declared_and_run(tmp_path, units):
    path = declared(tmp_path, units)
    rewrite(tmp_path / "tank2.fmu", lambda text: text.replace('name="leak"', 'name="漏"'))
    simulator = from_file(path)
    check_simulator(simulator)
    (_, leak, _) = simulator.functions[0].parameters
    assert "漏" in leak.words
    made = run(simulator, **{leak.name: 30.0, "stop_time": 600})
    assert made.outputs["water_level"].value == pytest.approx(level(10, 600, 30))


def test_a_unit_that_departs_from_the_standard_is_used_where_that_is_said(tmp_path, units):
    path = declared(tmp_path, units)
    rewrite(tmp_path / "tank2.fmu", lambda text: text.replace("<UnitDef", "<Strange/><UnitDef"))
    with pytest.raises(RunFailed, match=r"departs from the standard \(strict = false"):
        from_file(path)
    path.write_text(path.read_text() + "strict = false\n")
    assert run(from_file(path), stop_time=600).outputs["water_level"].value == pytest.approx(
        level(10, 600)
    )


def test_a_unit_for_another_system_says_which_it_is_for(tmp_path, units):
    path = declared(tmp_path, units)
    rewrite(
        tmp_path / "tank2.fmu", str, lambda name: name.replace("linux64/tank.so", "win64/t.dll")
    )
    with pytest.raises(RunFailed, match="has programs for win64, but none for linux64"):
        from_file(path)


@pytest.mark.parametrize(("given", "made"), [("m/s2", "m/s2"), ("N.m", "N*m"), ("1", "")])
def test_units_are_written_as_they_are_read(given, made):
    assert fmu.unit_of(given) == made
