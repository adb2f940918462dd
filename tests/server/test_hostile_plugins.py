"""Plug-ins and engines that raise, exit, return nonsense, hang, print or break are contained."""

import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client, StdioServerParameters

from coffee import Coffee
from hostile_plugin import NOISE, Hostile
from server.conversation import CUP, call, data, refusal, said, talk
from server.hosted import hosted
from server.raw_session import Session
from simulrag.server.app import build_server
from simulrag.simulators.registry import Registry
from simulrag.simulators.urban import replications
from simulrag.simulators.urban import simulator as urban
from simulrag.simulators.urban.engine import Measured
from simulrag.simulators.urban.engine_pool import Workers
from simulrag.simulators.urban.simulator import UrbanSimulator
from simulrag.verifier.evidence import EvidenceStore

TESTS = Path(__file__).parents[1]


@pytest.fixture
def server(store: EvidenceStore) -> Any:
    """A server with a hostile simulator and a harmless one."""
    return build_server(Registry([Hostile(), Coffee()]), store)


@pytest.mark.parametrize(
    ("deed", "told"),
    [
        ("raise", "FileNotFoundError"),
        ("exit", "had enough"),
        ("nan", "no finite number"),
        ("grow", "100 MB; allowed are 8 MB"),
    ],
)
def test_a_plugin_that_misbehaves_is_told_as_a_failed_run_and_others_go_on(
    server, store, deed, told
):
    text = refusal(call(server, "simulate_hostile", deed=deed))
    assert text.startswith("run_failed: ")
    assert told in text
    assert "secret" not in text
    assert "Traceback" not in text
    assert len(text) < 1_000
    assert store.run_ids() == []
    assert data(call(server, "simulate_coffee", **CUP))


#: A server whose calls get a handle soon. What hangs keeps its thread, so it is its own process.
HASTY = """
import os
from coffee import Coffee
from hostile_plugin import Hostile
from simulrag.server.app import build_server
from simulrag.simulators.registry import Registry
build_server(Registry([Hostile(), Coffee()]), time_limit=0.5).run("stdio")
os._exit(0)
"""


def test_plugins_that_hang_leave_room_for_others():
    server = StdioServerParameters(
        command=sys.executable, args=["-c", HASTY], env={**os.environ, "PYTHONPATH": str(TESTS)}
    )

    async def ask(client: Client) -> tuple[list[str], Any, Any]:
        told: list[str] = []

        async def hang(turn: int) -> None:
            reply = await client.call_tool("simulate_hostile", {"deed": "hang", "turn": turn})
            told.append(said(reply))

        async with anyio.create_task_group() as group:
            for turn in range(20):
                group.start_soon(hang, turn)
            book = await client.call_tool("read_handbook", {})
        return told, book, await client.call_tool("simulate_coffee", CUP)

    told, book, cup = talk(server, ask)
    assert {text.partition(":")[0] for text in told} <= {"still_running", "busy"}
    assert "coffee" in said(book)
    assert data(cup)


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """An environment in which the noisy plug-in is installed, as a distribution would be."""
    info = tmp_path / "site" / "hostile-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: hostile\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[simulrag.simulators]\nhostile = hostile_plugin:Noisy\n"
    )
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return {
        **buffered,
        "PYTHONPATH": os.pathsep.join([str(tmp_path / "site"), str(TESTS)]),
        "SIMULRAG_EVIDENCE": str(tmp_path / "evidence.sqlite"),
    }


def test_a_plugin_that_prints_does_not_reach_standard_output(environment, tmp_path):
    errors = tmp_path / "errors"
    session = Session(errors, environment)
    act = {"name": "simulate_hostile", "arguments": {"deed": "print"}}
    assert session.ask(1, "tools/call", **act)["isError"] is False
    assert session.ask(2, "tools/call", name="read_handbook", arguments={})["isError"] is False
    rest, _ = session.process.communicate(timeout=20)
    assert rest == ""
    for way in ("flushed", "buffered", "by descriptor", "of a child"):
        assert errors.read_text().count(f"{NOISE} {way}") == 2, way


@pytest.mark.skipif(sys.platform == "win32", reason="processes are ended otherwise there")
def test_one_ctrl_c_ends_a_server_that_waits_for_its_client(environment, tmp_path):
    session = Session(tmp_path / "errors", environment)
    session.process.send_signal(signal.SIGINT)
    assert session.process.wait(timeout=20) == 128 + signal.SIGINT
    assert "Traceback" not in (tmp_path / "errors").read_text()
    session.process.communicate()


@pytest.mark.slow
def test_a_process_ends_when_its_client_has_left_though_a_plugin_hangs(environment, tmp_path):
    session = Session(tmp_path / "errors", environment)
    act = {"name": "simulate_hostile", "arguments": {"deed": "hang"}}
    session.tell(id=1, method="tools/call", params=act)
    assert session.ask(2, "tools/call", name="read_handbook", arguments={})["isError"] is False
    rest, _ = session.process.communicate(timeout=30)  # closes standard input, then waits
    assert [json.loads(line)["id"] for line in rest.splitlines()] in ([], [1])
    assert session.process.returncode == 0


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="workers are ended by a signal")
def test_a_server_over_http_ends_when_it_is_told_to_though_a_plugin_hangs(
    environment, tmp_path, monkeypatch
):
    monkeypatch.setenv("PYTHONPATH", environment["PYTHONPATH"])
    with hosted(tmp_path / "evidence.sqlite", "--workers", "2") as (url, process):

        async def leave_it_hanging(client: Client) -> None:
            with anyio.move_on_after(2):
                await client.call_tool("simulate_hostile", {"deed": "hang"})

        talk(f"{url}/mcp", leave_it_hanging)
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=30)


#: One vehicle that took a minute; the process ends on the demand of a corridor with one lane.
PROGRAM = f"""
import json, os, sys
measured = json.loads('''{
    json.dumps(
        vars(Measured(entered=1, steps=60, travel_s=60.0, standing_s=1.0, distance_m=985.0,
                      co2_mg=3e5, nox_mg=100.0, fuel_mg=1e5, queue=1, left_s=[60.0]))
    )
}''')
for line in sys.stdin:
    if "in_1" not in line: os.abort()
    print(json.dumps({{"measured": measured}}), flush=True)
"""  # fmt: skip


@pytest.fixture
def breaking(monkeypatch: pytest.MonkeyPatch):
    workers = Workers(1, command=[sys.executable, "-c", PROGRAM])
    monkeypatch.setattr(replications, "shared", lambda: workers)
    monkeypatch.setattr(urban, "engine_version", lambda: "1.28.0")
    monkeypatch.setattr("simulrag.simulators.urban.replications.KEPT", {})
    yield Registry([UrbanSimulator()])
    workers.end()


@pytest.mark.skipif(sys.platform == "win32", reason="names of signals")
def test_a_killed_worker_is_an_error_and_the_next_call_is_answered(breaking):
    async def both(client):
        return [await client.call_tool("simulate_urban", {"lanes": lanes}) for lanes in (1, 2)]

    broken, answered = talk(build_server(breaking), both)
    assert broken.is_error
    assert "SIGABRT" in broken.content[0].text
    assert "Traceback" not in broken.content[0].text
    assert not answered.is_error
    outputs = answered.structured_content["run"]["outputs"]
    assert outputs["travel_time"]["value"] == 60.0
