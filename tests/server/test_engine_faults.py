"""An engine whose processes break: an error that says so, and a server that goes on."""

import json
import sys

import pytest

from server.conversation import talk
from simulrag.server.app import build_server
from simulrag.simulators.registry import Registry
from simulrag.simulators.urban import replications
from simulrag.simulators.urban import simulator as urban
from simulrag.simulators.urban.engine import Measured
from simulrag.simulators.urban.engine_pool import Workers
from simulrag.simulators.urban.simulator import UrbanSimulator

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
