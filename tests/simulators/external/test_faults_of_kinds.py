"""Each kind of simulator with each fault: told in a sentence, not measured, and asked again."""

import time
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client

import tank_unit
from external_tank import level, write
from formula_claims import decided
from server.conversation import data, refusal
from simulrag.server.app import build_server
from simulrag.simulators.errors import RunFailed
from simulrag.simulators.external.connections import Connection, connection
from simulrag.simulators.external.declaration import Declaration
from simulrag.simulators.external.simulator import ExternalSimulator, from_file
from simulrag.simulators.interface import Call
from simulrag.simulators.registry import Registry
from simulrag.verifier.evidence import EvidenceStore
from tank_faults import DRIP, DRIP_HEADERS, FAULTS, REDIRECT, TWICE
from tank_kinds import KINDS
from tank_service import Tank, serving

LIMITS = "seconds = 20\noutput_megabytes = 1\n"
HASTY = "seconds = 1\noutput_megabytes = 1\n"
UNIT = """
[functions.simulate.parameters.pump_inflow]
words = ["inflow"]
[functions.simulate.parameters.leak]
unit = "minute"
"""


#: What is told of a fault: by programs, and by services where that is something else.
TOLD = {
    "crash": ("ended by the signal SIGABRT", "cannot be reached by HTTP"),
    "nan": ("no finite number", ""),
    "gigabyte": ("more than 1,048,576 bytes", ""),
    "error": ("the pump is off", ""),
    "chance": ("left to chance", ""),
    "wrong type": ("must be a number, but", ""),
    "missing field": ("no output 'level'", ""),
    "garbage": ("no JSON", ""),
    "wrong unit": ("came in 'cm'; declared is 'm'", ""),
}
#: What another kind tells, for good reason.
OTHERWISE = {
    ("contract", "missing field"): "without 'level'",
    ("contract by POST", "missing field"): "without 'level'",
    ("contract", "error"): "exit code 1; its last words: the pump is off",
    # What functions print is no reply, so that noise does no harm, and a flood comes as a result.
    ("functions", "garbage"): "",
    ("functions", "error"): "ValueError: the pump is off",
}


def told_of(kind: str, fault: str) -> str:
    program, by_service = TOLD[fault]
    usual = by_service if by_service and kind in ("service", "contract by POST") else program
    return OTHERWISE.get((kind, fault), usual)


@pytest.fixture(scope="module")
def tank() -> Generator[Tank]:
    with serving() as server:
        yield server


@dataclass(frozen=True)
class Made:
    """A simulator's declaration and the way to it, which one after the other may use."""

    declaration: Declaration
    link: Connection

    def simulator(self) -> ExternalSimulator:
        """Return it as if it had never been asked."""
        return ExternalSimulator(self.declaration, None, self.link)


@pytest.fixture(scope="module")
def tanks(tank: Tank, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Made]:
    """One of each kind."""
    paths = {k: make(tmp_path_factory.mktemp("k"), LIMITS, tank.url) for k, make in KINDS.items()}
    declared = {kind: from_file(path).declaration for kind, path in paths.items()}
    return {kind: Made(one, connection(one)) for kind, one in declared.items()}


def ask(simulator: ExternalSimulator, inflow: float) -> Any:
    arguments = {"inflow": float(inflow), "minutes": 30.0}
    return simulator.run(Call(simulator="tank", function="level", arguments=arguments))


async def by_tool(simulator: ExternalSimulator, inflow: float, store: EvidenceStore) -> Any:
    server = build_server(Registry([simulator]), store)
    async with Client(server) as client:
        return await client.call_tool("simulate_tank", {"inflow": inflow, "minutes": 30})


@pytest.mark.parametrize("kind", KINDS)
def test_each_fault_of_a_kind_is_told_and_the_next_call_is_answered(kind, tanks, store):
    made = tanks[kind]
    for fault in TOLD:
        if not told_of(kind, fault):
            assert ask(made.simulator(), FAULTS[fault]).outputs
            continue
        claim = f"With an inflow of {FAULTS[fault]} l/min the water level after 30 minutes is 2 m."
        formula = f"tank.level(inflow={FAULTS[fault]}, minutes=30).level == 2"
        verdict = decided(claim, formula, Registry([made.simulator()]), store)
        assert (fault, verdict.verdict) == (fault, "not_measured")
        assert told_of(kind, fault) in verdict.derivation
        assert len(verdict.derivation) < 700
        assert ask(made.simulator(), 10).outputs["level"].value == pytest.approx(level(10, 30))


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_that_breaks_down_leaves_the_server_serving(kind, tanks, store):
    simulator = tanks[kind].simulator()
    text = refusal(anyio.run(by_tool, simulator, FAULTS["crash"], store))
    assert text.startswith("run_failed: ")
    assert told_of(kind, "crash") in text
    assert "Traceback" not in text
    answered = data(anyio.run(by_tool, simulator, 10, store))
    found = answered["run"]["outputs"]["level"]["value"]
    assert found == pytest.approx(level(10, 30), rel=1e-5)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_a_simulator_of_any_kind_that_hangs_is_left_after_its_time(kind, tank, tmp_path):
    path = KINDS[kind](tmp_path, LIMITS, tank.url)
    from_file(path)  # so that its declaration is known, and the time is that of one answer
    path.write_text(path.read_text().replace(LIMITS, HASTY))
    with pytest.raises(RunFailed, match="longer than 1 s"):
        ask(from_file(path), FAULTS["hang"])


@pytest.mark.parametrize("kind", ["service", "contract by POST"])
def test_a_service_that_sends_elsewhere_is_not_followed(kind, tanks):
    with pytest.raises(RunFailed, match="HTTP status 307"):
        ask(tanks[kind].simulator(), REDIRECT)


@pytest.mark.parametrize("kind", ["service", "contract by POST"])
@pytest.mark.parametrize("drips", [DRIP, DRIP_HEADERS])
def test_an_answer_that_only_drips_is_left_after_its_time(kind, drips, tank, tmp_path):
    simulator = from_file(KINDS[kind](tmp_path, "seconds = 0.5\n", tank.url))
    began = time.monotonic()
    with pytest.raises(RunFailed, match=r"longer than 0\.5 s"):
        ask(simulator, drips)
    assert time.monotonic() - began < 5


def test_a_value_that_is_given_twice_is_refused(tanks):
    with pytest.raises(RunFailed, match="the key 'level' stands twice"):
        ask(tanks["service"].simulator(), TWICE)


#: What an FMU does, by its first parameter, and what is told of it.
UNIT_FAULTS = [
    (tank_unit.CRASH, "ended by the signal SIGABRT"),
    (tank_unit.NAN, "NaN is no finite number"),
    (tank_unit.FLOOD, ""),
    (tank_unit.FAIL, "failed"),
    (tank_unit.CHANCE, "left to chance"),
]


@pytest.fixture(scope="module")
def unit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    tank_unit.skip_unless_possible()
    home = tmp_path_factory.mktemp("unit")
    tank_unit.build(home)
    head = write(home, f'kind = "fmu"\nfmu = "../tank2.fmu"\n{LIMITS}')
    head.write_text(head.read_text().partition("[functions.level]")[0] + UNIT)
    return head


@pytest.mark.slow
def test_a_fault_of_a_unit_is_told_and_the_next_run_is_made(unit):
    declared = from_file(unit).declaration
    made = Made(declared, connection(declared))

    def run(inflow: float) -> Any:
        given = {"pump_inflow": inflow, "leak": 60.0}
        call = Call(simulator="tank", function="simulate", arguments=given)
        return made.simulator().run(call)

    for inflow, told in UNIT_FAULTS:
        if told:
            with pytest.raises(RunFailed, match=told):
                run(inflow)
        else:
            assert run(inflow)  # what a unit prints is no reply
        assert run(10.0).outputs["water_level"].value == pytest.approx(level(10, 30))


@pytest.mark.slow
def test_a_unit_that_hangs_is_left_after_its_time(unit):
    simulator = from_file(unit)
    unit.write_text(unit.read_text().replace(LIMITS, "seconds = 3\n"))
    given = {"pump_inflow": tank_unit.HANG, "leak": 60.0}
    call = Call(simulator=simulator.name, function="simulate", arguments=given)
    with pytest.raises(RunFailed, match="longer than 3 s"):
        from_file(unit).run(call)
