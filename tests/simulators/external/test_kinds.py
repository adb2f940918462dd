"""Every kind answers alike: a kept program, a service, the official contract, functions."""

import json
import sys
from pathlib import Path

import pytest

from external_tank import level, program, write
from formula_claims import decided
from simulrag.simulators.errors import BadValue, NotInstalled, RunFailed
from simulrag.simulators.external.simulator import ExternalSimulator, from_file
from simulrag.simulators.interface import Call
from simulrag.simulators.registry import Registry
from simulrag.verifier.answering import answer
from simulrag.verifier.evidence import EvidenceStore
from tank_faults import FAULTS, STRANGER
from tank_kinds import KINDS
from tank_service import serving

QUESTION = "What is the water level with an inflow of 10 litres per minute after 30 minutes?"
RIGHT = "With an inflow of 10 litres per minute the water level after 30 minutes is 0.197 m."
WRONG = "With an inflow of 10 litres per minute the water level after 30 minutes is 0.3 m."

#: Speaks the official contract: {"tool", "arguments"} in, an object of its own shape out.
OFFICIAL = """
import json, math, sys
asked = json.load(sys.stdin)
assert set(asked) == {"tool", "arguments"} and asked["tool"] == "level", asked
held = asked["arguments"]
level = held["inflow"] / 20 * (1 - math.exp(-held["minutes"] / 60))
print(json.dumps({"result": {"tank": [{"level_m": str(level)}], "state": "low"}, "status": "ok"}))
"""


def nested(folder: Path, paths: bool = True) -> ExternalSimulator:
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


def asked(minutes: float, inflow: float = 10) -> Call:
    arguments = {"inflow": float(inflow), "minutes": float(minutes)}
    return Call(simulator="tank", function="level", arguments=arguments)


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


@pytest.mark.parametrize("kind", KINDS)
def test_a_simulator_of_any_kind_is_asked_and_checked(kind, tmp_path, store):
    with serving() as tank:
        through_the_whole_path(from_file(KINDS[kind](tmp_path, "", tank.url)), store)


def test_outputs_of_a_contract_are_read_where_their_paths_point(tmp_path, store):
    through_the_whole_path(nested(tmp_path), store)


def test_a_kept_program_is_one_process_until_it_breaks(tmp_path):
    simulator = from_file(KINDS["program"](tmp_path, "", ""))

    def process(inflow: float) -> tuple[str, ...]:
        return simulator.run(asked(30, inflow)).warnings

    first = process(1)
    assert {process(inflow) for inflow in range(5)} == {first}
    with pytest.raises(RunFailed, match="failed: the pump is off"):
        process(FAULTS["error"])
    assert process(7) == first
    with pytest.raises(RunFailed, match=r"answered with id 0 to request \d"):
        process(STRANGER)
    with pytest.raises(RunFailed, match="ended by the signal SIGABRT"):
        process(FAULTS["crash"])
    assert process(8) != first


def test_a_service_that_is_away_is_told(tmp_path):
    with pytest.raises(RunFailed, match="cannot be reached by HTTP"):
        from_file(KINDS["service"](tmp_path, "", "http://127.0.0.1:9/run")).run(asked(30))


def test_a_service_that_never_answers_is_left_after_its_time(tmp_path):
    import socket

    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/"
        with pytest.raises(RunFailed, match=r"took longer than 0\.5 s"):
            from_file(KINDS["service"](tmp_path, "seconds = 0.5", url)).run(asked(30))


def test_a_contract_whose_reply_lacks_an_output_says_where_it_was_looked_for(tmp_path):
    with pytest.raises(RunFailed, match=r"without 'level'.*it holds result, status"):
        nested(tmp_path, paths=False).run(asked(30))


def test_annotations_become_the_declaration(tmp_path):
    (function,) = from_file(KINDS["functions"](tmp_path, "", "")).functions
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
def test_an_annotation_that_says_too_little_is_refused(code, said, tmp_path):
    path = write(tmp_path, 'kind = "functions"\nmodule = "model"')
    path.write_text(path.read_text().partition("[functions.level]")[0])
    head = "from simulrag.simulators.external.functions import simulator_function\n"
    (path.parent / "model.py").write_text(f"{head}@simulator_function()\n{code}\n")
    with pytest.raises(RunFailed, match=said):
        from_file(path)


def test_a_module_without_functions_and_one_that_is_not_there_are_refused(tmp_path):
    path = write(tmp_path, 'kind = "functions"\nmodule = "model"')
    path.write_text(path.read_text().partition("[functions.level]")[0])
    with pytest.raises(RunFailed, match="No module named 'model'"):
        from_file(path)
    (path.parent / "model.py").write_text("x = 1\n")
    with pytest.raises(BadValue, match="@simulator_function"):
        from_file(path)


def test_a_program_that_is_not_there_is_named(tmp_path):
    path = program(tmp_path)
    path.write_text(path.read_text().replace(json.dumps(sys.executable), '"no-such-solver"'))
    with pytest.raises(NotInstalled, match="'no-such-solver', which is not there"):
        from_file(path).run(asked(30))
