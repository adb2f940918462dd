"""Declared simulators are found in folders, and a broken one is told and takes nothing down."""

import logging
import os
from importlib.metadata import EntryPoint
from pathlib import Path

import anyio
import pytest
from mcp import Client

from external_tank import program
from server.conversation import data
from simulrag.client.doctor import checks
from simulrag.server.app import build_server
from simulrag.simulators import registry as registry_module
from simulrag.simulators.declaration_checks import RESERVED
from simulrag.simulators.errors import BadValue
from simulrag.simulators.external.simulator import from_file
from simulrag.simulators.registry import Registry, installed
from simulrag.verifier.evidence import EvidenceStore


def found() -> Registry:
    installed.cache_clear()
    try:
        return installed()
    finally:
        installed.cache_clear()


def test_folders_of_the_variable_and_the_users_own_are_searched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(tmp_path / "a", name="river")
    one = program(tmp_path / "b", name="second").parent
    program(tmp_path / "config" / "simulrag" / "simulators", name="third")
    absent = tmp_path / "absent"
    folders = os.pathsep.join(map(str, (tmp_path / "a", one, absent)))
    monkeypatch.setenv("SIMULRAG_SIMULATORS", folders)
    names = found().names()
    assert {"climate", "river", "second", "third"} <= set(names)


def test_a_found_simulator_has_a_typed_tool_and_a_handbook(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, store: EvidenceStore
) -> None:
    program(tmp_path)
    monkeypatch.setenv("SIMULRAG_SIMULATORS", str(tmp_path))
    server = build_server(found(), store)

    async def ask():
        async with Client(server) as client:
            tools = {tool.name: tool for tool in (await client.list_tools()).tools}
            book = await client.call_tool("read_handbook", {"simulator": "tank"})
            low = await client.call_tool("simulate_tank", {"inflow": 500, "minutes": 1})
            return tools["simulate_tank"], book, low

    tool, book, low = anyio.run(ask)
    properties = tool.input_schema["properties"]
    assert properties["inflow"]["type"] == "number"
    assert "0 to 100 l/min" in properties["inflow"]["description"]
    assert set(tool.input_schema["required"]) == {"inflow", "minutes"}
    assert "A tank that leaks." in str(data(book))
    assert low.is_error
    assert "0 to 100 l/min" in str(low.content)


def test_a_broken_declaration_is_told_and_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    program(tmp_path, name="sound")
    path = program(tmp_path, name="broken")
    path.write_text(path.read_text().replace("range = [0, 600]", "range = [600, 0]"))
    monkeypatch.setenv("SIMULRAG_SIMULATORS", str(tmp_path))
    with caplog.at_level(logging.WARNING):
        names = found().names()
    assert "sound" in names
    assert "broken" not in names
    assert "functions.level.parameters.minutes: range is 600 to 0" in caplog.text


def test_a_declared_simulator_takes_no_name_that_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    program(tmp_path, name="climate")
    monkeypatch.setenv("SIMULRAG_SIMULATORS", str(tmp_path))
    assert found().simulator("climate").title != "Water tank"
    assert "'climate' was left out" in caplog.text


def test_an_entry_point_may_name_a_declaration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = program(tmp_path)
    (tmp_path / "tank_package.py").write_text(
        f"from pathlib import Path\nDECLARATION = Path({str(path)!r})\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    point = EntryPoint("tank", "tank_package:DECLARATION", "simulrag.simulators")
    monkeypatch.setattr(registry_module, "entry_points_of", lambda _: [point])
    assert found().names() == ("tank",)


def test_names_of_the_tools_own_arguments_are_those_that_are_reserved() -> None:
    from simulrag.server.tools.call_arguments import OWN_ARGUMENTS
    from simulrag.server.tools.simulate import SETTINGS

    assert set(RESERVED) == {*OWN_ARGUMENTS, SETTINGS}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('kind = "program"', 'kind = "service"', "run: kind 'service' needs url"),
        ('name = "tank"', 'name = "Tank 1"', "'Tank 1' was given"),
        ("range = [0, 600]", "range = [600, 0]", "range is 600 to 0; the first must be the lower"),
        (
            "range = [0, 600]",
            "range = [0]",
            "parameters.minutes.range is [0]; give [low, high]",
        ),
        (
            "range = [0, 600]",
            "ragne = [0, 600]",
            "parameters.minutes: there is no key 'ragne'; allowed are name",
        ),
        ('unit = "m"', "floor = { valu = 0 }", "floor.valu"),
        ('title = "Water level"', "seeds = 101", "level.seeds is 101; allowed are 0 to 100"),
        ('version = "1"', 'versoin = "1"', "there is no key 'versoin'; allowed are name, title"),
        ("minutes = 30", "minutes = 700", "functions.level.example: minutes 700 is out of range"),
        ("parameters.minutes]", "parameters.seed]", "'seed' is no name here"),
        ('unit = "m"', 'template = "It is {value.__class__}."', "{value.__class__} in a template"),
        ("seconds = 10", "seconds = -1", "run.seconds: Input should be greater than 0"),
        ('version = "1"', "", "version: Field required"),
        ("[functions.level]", "[functions.level", "cannot be read"),
    ],
)
def test_a_fault_of_a_declaration_is_told_with_its_place(
    old: str, new: str, said: str, tmp_path: Path
) -> None:
    path = program(tmp_path)
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    with pytest.raises(BadValue) as told:
        from_file(path)
    assert said in str(told.value)
    assert "simulator.toml" in str(told.value)


def test_the_doctor_tells_which_declaration_is_broken_and_how_to_mend_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(tmp_path, name="sound")
    path = program(tmp_path, name="broken")
    path.write_text(path.read_text().replace('version = "1"', ""))
    monkeypatch.setenv("SIMULRAG_SIMULATORS", str(tmp_path))
    found = {finding.check: finding for finding in checks.plugins()}
    assert found["declared simulator sound"].state == "ok"
    broken = found["declared simulator broken"]
    assert broken.state == "failed"
    assert "version: Field required" in broken.said
    assert "validate-simulator broken" in broken.do
