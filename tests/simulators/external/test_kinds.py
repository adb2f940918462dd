"""Every kind answers alike: a kept program, a service, the official contract, functions."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import tank_unit
from external_tank import level, program, write
from formula_claims import decided
from simulrag.simulators.errors import BadValue, NotInstalled, RunFailed
from simulrag.simulators.external.simulator import ExternalSimulator, from_file
from simulrag.simulators.interface import Call, Quantity
from simulrag.simulators.registry import Registry
from simulrag.verifier.answering import answer
from simulrag.verifier.evidence import EvidenceStore
from tank_service import serving

QUESTION = "What is the water level with an inflow of 10 litres per minute after 30 minutes?"
RIGHT = "With an inflow of 10 litres per minute the water level after 30 minutes is 0.197 m."
WRONG = "With an inflow of 10 litres per minute the water level after 30 minutes is 0.3 m."

#: Answers a line with a line, tells its process, and does what a fault asks for.
KEPT = """
import json, math, os, sys
for line in sys.stdin:
    asked = json.loads(line)
    held = asked["arguments"]
    level = held["inflow"] / 20 * (1 - math.exp(-held["minutes"] / 60))
    reply = {"id": asked["id"], "outputs": {"level": level, "state": "high"},
             "warnings": [f"process {os.getpid()}"]}
    if held["minutes"] == 599: os.abort()
    if held["minutes"] == 597: reply["id"] = 0
    if held["minutes"] == 598: reply = {"id": asked["id"], "error": "the pump is off"}
    print(json.dumps(reply), flush=True)
"""
#: Speaks the official contract: {"tool", "arguments"} in, an object of its own shape out.
OFFICIAL = """
import json, math, sys
asked = json.load(sys.stdin)
assert set(asked) == {"tool", "arguments"} and asked["tool"] == "level", asked
held = asked["arguments"]
level = held["inflow"] / 20 * (1 - math.exp(-held["minutes"] / 60))
print(json.dumps({"result": {"tank": [{"level_m": str(level)}], "state": "low"}, "status": "ok"}))
"""
FUNCTIONS = '''
import math
from typing import Annotated, Literal, NamedTuple
from pydantic import Field
from simulrag.simulators.external.functions import Unit, Words, simulator_function

class Water(NamedTuple):
    level: Annotated[float, Field(description="height of the water"), Unit("m"),
                     Words("water level")]
    state: Annotated[Literal["low", "high"], Words("state of the tank")]

@simulator_function(title="Water level", example={"inflow": 10, "minutes": 30})
def level(
    inflow: Annotated[float, Field(ge=0, le=100), Unit("l/min"), Words("inflow")],
    minutes: Annotated[float, Field(ge=0, le=600), Unit("minute"), Words("after", "minutes")],
) -> Water:
    """How high the water stands."""
    print("noise that is no reply")
    if minutes == 600:
        raise ValueError("the tank is full")
    reached = inflow / 20 * (1 - math.exp(-minutes / 60))
    return Water(reached, "high" if reached > 1 else "low")
'''
#: Laid over what the unit declares itself.
UNIT = """
[functions.simulate.parameters.pump_inflow]
words = ["inflow"]
[functions.simulate.parameters.stop_time]
words = ["after"]
"""


def kept(folder: Path) -> ExternalSimulator:
    command = json.dumps([sys.executable, "model.py"])
    path = write(folder, f'kind = "program"\npersistent = true\ncommand = {command}\n')
    (path.parent / "model.py").write_text(KEPT)
    return from_file(path)


def official(folder: Path, paths: bool = True) -> ExternalSimulator:
    path = write(folder, 'kind = "contract"\ncommand = ["{python}", "model.py"]')
    (path.parent / "model.py").write_text(OFFICIAL)
    if paths:
        where = {"level": "result.tank.0.level_m", "state": "result.state"}
        text = path.read_text()
        for name, place in where.items():
            head = f"[functions.level.outputs.{name}]\n"
            text = text.replace(head, f'{head}path = "{place}"\n')
        path.write_text(text)
    return from_file(path)


def decorated(folder: Path) -> ExternalSimulator:
    path = write(folder, 'kind = "functions"\nmodule = "model"')
    path.write_text(path.read_text().partition("[functions.level]")[0])
    (path.parent / "model.py").write_text(FUNCTIONS)
    return from_file(path)


def over_http(folder: Path, url: str, limits: str = "") -> ExternalSimulator:
    return from_file(write(folder, f'kind = "service"\nurl = "{url}"\n{limits}'))


def official_over_http(folder: Path, url: str) -> ExternalSimulator:
    return from_file(write(folder, f'kind = "contract"\nurl = "{url}"'))


def unit(folder: Path) -> ExternalSimulator:
    """Return the tank as an FMU, whose minutes are those of an emptying time of an hour."""
    tank_unit.skip_unless_possible()
    path = write(folder, 'kind = "fmu"\nfmu = "tank2.fmu"')
    tank_unit.build(path.parent)
    path.write_text(path.read_text().partition("[functions.level]")[0] + UNIT)
    return from_file(path)


def asked(minutes: float) -> Call:
    arguments = {"inflow": 10.0, "minutes": float(minutes)}
    return Call(simulator="tank", function="level", arguments=arguments)


def height(simulator: ExternalSimulator, minutes: float) -> float:
    value = simulator.run(asked(minutes)).outputs["level"]
    assert isinstance(value, Quantity)
    return value.value


def through_the_whole_path(simulator: ExternalSimulator, store: EvidenceStore) -> None:
    """Ask and check: the figures are those of the closed form."""
    registry = Registry([simulator])
    told = answer(QUESTION, registry, store)
    assert told.problems == ()
    assert f"{level(10, 30):.2f} m" in told.text
    formula = "tank.level(inflow=10, minutes=30).level == {}"
    assert decided(RIGHT, formula.format(0.197), registry, store).verdict == "supported"
    assert decided(WRONG, formula.format(0.3), registry, store).verdict == "refuted"
    assert simulator.run(asked(30)).outputs["level"].value == pytest.approx(level(10, 30))


@pytest.mark.parametrize("make", [kept, official, decorated])
def test_a_simulator_in_a_process_of_its_own_is_asked_and_checked(
    make: Callable[[Path], ExternalSimulator], tmp_path: Path, store: EvidenceStore
) -> None:
    through_the_whole_path(make(tmp_path), store)


@pytest.mark.parametrize("make", [over_http, official_over_http])
def test_a_service_is_asked_by_post_and_checked(
    make: Callable[[Path, str], ExternalSimulator], tmp_path: Path, store: EvidenceStore
) -> None:
    with serving() as tank:
        through_the_whole_path(make(tmp_path, tank.url), store)


def test_a_unit_is_asked_and_checked(tmp_path: Path, store: EvidenceStore) -> None:
    registry = Registry([unit(tmp_path)])
    told = answer(QUESTION.replace("30 minutes", "1800 seconds"), registry, store)
    assert told.problems == ()
    assert f"{level(10, 30):.2f} m" in told.text
    formula = "tank.simulate(pump_inflow=10, stop_time=1800).water_level == {}"
    right, wrong = (one.replace("30 minutes", "1800 seconds") for one in (RIGHT, WRONG))
    assert decided(right, formula.format(0.197), registry, store).verdict == "supported"
    assert decided(wrong, formula.format(0.3), registry, store).verdict == "refuted"


def test_a_kept_program_is_one_process_until_it_breaks(tmp_path: Path) -> None:
    simulator = kept(tmp_path)
    first = {simulator.run(asked(minutes)).warnings for minutes in range(5)}
    assert len(first) == 1
    with pytest.raises(RunFailed, match="failed: the pump is off"):
        simulator.run(asked(598))
    assert {simulator.run(asked(7)).warnings} == first
    with pytest.raises(RunFailed, match=r"answered with id 0 to request \d"):
        simulator.run(asked(597))
    with pytest.raises(RunFailed, match="ended by the signal SIGABRT"):
        simulator.run(asked(599))
    assert {simulator.run(asked(8)).warnings} != first


def test_a_service_that_is_away_is_told(tmp_path: Path) -> None:
    with pytest.raises(RunFailed, match="cannot be reached by HTTP"):
        over_http(tmp_path, "http://127.0.0.1:9/run").run(asked(30))


def test_a_service_that_never_answers_is_left_after_its_time(tmp_path: Path) -> None:
    import socket

    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/"
        with pytest.raises(RunFailed, match=r"took longer than 0\.5 s"):
            over_http(tmp_path, url, "seconds = 0.5").run(asked(30))


def test_a_contract_whose_reply_lacks_an_output_says_where_it_was_looked_for(
    tmp_path: Path,
) -> None:
    with pytest.raises(RunFailed, match=r"without 'level'.*it holds result, status"):
        official(tmp_path, paths=False).run(asked(30))


def test_a_function_that_raises_is_told_and_asked_again(tmp_path: Path) -> None:
    simulator = decorated(tmp_path)
    with pytest.raises(RunFailed, match="ValueError: the tank is full"):
        simulator.run(asked(600))
    assert height(simulator, 30) == pytest.approx(level(10, 30))


def test_annotations_become_the_declaration(tmp_path: Path) -> None:
    (function,) = decorated(tmp_path).functions
    inflow = function.parameter("inflow")
    assert (inflow.low, inflow.high, inflow.unit) == (0, 100, "l/min")
    assert function.description == "How high the water stands."
    assert list(function.output("state").choices) == ["low", "high"]


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("def level(x) -> float: return x", "parameter 'x' of level"),
        ("def level(x: complex) -> float: return x", "complex"),
        ("def level(x: float) -> list: return x", "result of level"),
    ],
)
def test_an_annotation_that_says_too_little_is_refused(
    code: str, said: str, tmp_path: Path
) -> None:
    path = write(tmp_path, 'kind = "functions"\nmodule = "model"')
    path.write_text(path.read_text().partition("[functions.level]")[0])
    head = "from simulrag.simulators.external.functions import simulator_function\n"
    (path.parent / "model.py").write_text(f"{head}@simulator_function()\n{code}\n")
    with pytest.raises(RunFailed, match=said):
        from_file(path)


def test_a_module_without_functions_and_one_that_is_not_there_are_refused(tmp_path: Path) -> None:
    path = write(tmp_path, 'kind = "functions"\nmodule = "model"')
    path.write_text(path.read_text().partition("[functions.level]")[0])
    with pytest.raises(RunFailed, match="No module named 'model'"):
        from_file(path)
    (path.parent / "model.py").write_text("x = 1\n")
    with pytest.raises(BadValue, match="@simulator_function"):
        from_file(path)


def test_a_program_that_is_not_there_is_named(tmp_path: Path) -> None:
    path = program(tmp_path)
    path.write_text(path.read_text().replace(json.dumps(sys.executable), '"no-such-solver"'))
    with pytest.raises(NotInstalled, match="'no-such-solver', which is not there"):
        from_file(path).run(asked(30))
