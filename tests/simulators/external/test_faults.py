"""Whatever a foreign program does is told in a sentence, and leaves the server serving."""

import time
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client

from coffee import Coffee
from external_tank import TOLD, level, tank
from server.conversation import data, refusal
from simulrag.server.app import build_server
from simulrag.simulators.errors import RunFailed
from simulrag.simulators.interface import Call
from simulrag.simulators.registry import Registry

ASKED = {"inflow": 10, "minutes": 30}
CUP = {"function": "cooling", "cup": "mug", "initial_temperature": 90, "minutes": 10}
QUICK = "seconds = 1\nmegabytes = 1024\noutput_megabytes = 1\n"


def limits(deed: str) -> str:
    return QUICK if deed.startswith("hang") else ""


@pytest.mark.parametrize("deed", TOLD)
def test_a_fault_is_told_by_the_tool_and_the_server_goes_on(deed, tmp_path, store):
    registry = Registry([tank(tmp_path, deed, limits=limits(deed)), Coffee()])

    async def ask() -> tuple[Any, Any, Any]:
        async with Client(build_server(registry, store)) as client:
            told = await client.call_tool("simulate_tank", ASKED)
            tools = await client.list_tools()
            return told, tools, await client.call_tool("simulate_coffee", CUP)

    started = time.monotonic()
    told, tools, cup = anyio.run(ask)
    text = refusal(told)
    assert text.startswith("run_failed: ")
    assert TOLD[deed] in text
    assert "secret" not in text
    assert "Traceback" not in text
    assert len(text) < 600
    assert {"simulate_tank", "simulate_coffee"} <= {tool.name for tool in tools.tools}
    assert data(cup)
    assert [one for one in store.run_ids() if one.startswith("tank")] == []
    assert time.monotonic() - started < 30.0


@pytest.mark.slow
def test_what_a_program_started_ends_with_it(tmp_path):
    marker = tmp_path / "marker"
    simulator = tank(tmp_path, "hang with children", limits=QUICK)
    model = tmp_path / "tank" / "model.py"
    child = f"import time; time.sleep(3); open({str(marker)!r}, 'w')"
    text = model.read_text().replace("'import time; time.sleep(600)'", repr(child))
    model.write_text(text)
    with pytest.raises(RunFailed, match="longer than 1 s"):
        simulator.run(Call(simulator="tank", function="level", arguments=ASKED))
    time.sleep(3.5)
    assert not marker.exists()


def test_a_program_sees_no_secret_and_only_what_its_declaration_names(tmp_path, monkeypatch):
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-of-the-user")
    monkeypatch.setenv("TANK_TABLES", "tables of the user")
    more = 'environment = ["TANK_TABLES"]\n'
    simulator = tank(tmp_path, limits=f"{QUICK}{more}")
    model = tmp_path / "tank" / "model.py"
    asked = ("ANTHROPIC_API_KEY", "TANK_TABLES")
    seen = f"print(json.dumps({{'error': str([os.environ.get(n) for n in {asked}])}}))"
    model.write_text(model.read_text().replace("print(json.dumps(right))", seen))
    with pytest.raises(RunFailed) as told:
        simulator.run(Call(simulator="tank", function="level", arguments=ASKED))
    assert "[None, 'tables of the user']" in str(told.value)


def test_a_program_that_is_mended_is_a_new_version_and_asked_again(tmp_path, store):
    call = Call(simulator="tank", function="level", arguments=ASKED)
    first = store.run(call, Registry([tank(tmp_path)]))
    model = tmp_path / "tank" / "model.py"
    model.write_text(model.read_text().replace("/ 20", "/ 10"))
    second = store.run(call, Registry([tank_again(tmp_path)]))
    assert first.version != second.version
    assert second.outputs["level"].value == pytest.approx(2 * level(10, 30))


def tank_again(folder: Path) -> Any:
    from simulrag.simulators.external.simulator import from_file

    return from_file(folder / "tank" / "simulator.toml")
