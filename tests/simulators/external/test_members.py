"""Members of own simulators: given by them or drawn by seeds, and tried for whether they pair."""

import json
import statistics
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from external_tank import write
from simulrag.simulators.arguments import validate
from simulrag.simulators.capabilities import PAIRING
from simulrag.simulators.diagnostics import Finding
from simulrag.simulators.errors import BadValue, RunFailed
from simulrag.simulators.external import fmu
from simulrag.simulators.external.ensemble_members import SEEDS
from simulrag.simulators.external.replies import Results, contract_results, parsed, results
from simulrag.simulators.external.seed_ensembles import mean_error, median_error
from simulrag.simulators.external.simulator import ExternalSimulator, from_file
from simulrag.simulators.interface import Call, Day, Function, Label, Output
from simulrag.simulators.registry import Registry
from simulrag.verifier.conformance.pairing import pairing
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.formulas.verification import Verifier

#: A tank whose leak nobody knows: what its function does is put in place of BODY.
MODEL = '''
import math, random
from typing import Annotated, Literal, NamedTuple
from pydantic import Field
from simulrag.simulators.external.functions import Unit, Words, simulator_function

class Water(NamedTuple):
    level: Annotated[float, Field(description="height of the water"), Unit("m"),
                     Words("water level")]
    state: Annotated[Literal["low", "high"], Words("state of the tank")]

def reached(inflow, minutes, leak):
    return inflow / 20 * (1 - math.exp(-minutes / 60 / leak))

def leaks(source):
    dice = random.Random(source)
    return [math.exp(dice.gauss(0, 0.2)) for _ in range(40)]

@simulator_function(title="Water level", example={{"inflow": 10, "minutes": 30}}{more})
def level(
    inflow: Annotated[float, Field(ge=0, le=100), Unit("l/min"), Words("inflow")],
    minutes: Annotated[float, Field(ge=0, le=600), Unit("minute"), Words("after")] = 30,
    {seed}
) -> Water:
    """How high the water stands."""
    {body}
'''
SEEDED = "return Water(reached(inflow, minutes, leaks(seed)[0]), 'low' if seed % 4 else 'high')"
GIVEN = "return Water([reached(inflow, minutes, leak) for leak in leaks(1)], 'low')"
DICE = "return Water([reached(inflow, minutes, x) for x in leaks(repr((inflow, minutes)))], 'low')"
CHANCE = "return Water([reached(inflow, minutes, x) for x in leaks(None)], 'low')"
BESIDE = (
    "return {'level': {'value': 9, 'members': [reached(inflow, minutes, x) for x in leaks(1)]},"
    " 'state': 'low'}"
)


def tank(folder: Path, body: str, seed: str = "", more: str = "") -> ExternalSimulator:
    path = write(folder, 'kind = "functions"\nmodule = "model"\n')
    path.write_text(path.read_text().partition("[functions.level]")[0])
    (path.parent / "model.py").write_text(MODEL.format(body=body, seed=seed, more=more))
    return from_file(path)


def seeded(folder: Path, more: str = "") -> ExternalSimulator:
    return tank(folder, SEEDED, "*, seed: int", more)


def call(simulator: ExternalSimulator, seed: int = 0, **arguments: float) -> Call:
    complete = validate(simulator.functions[0], {"inflow": 10, "minutes": 30, **arguments})
    return Call(simulator="tank", function="level", arguments=complete, seed=seed)


def found(simulator: ExternalSimulator) -> list[Finding]:
    return list(pairing(simulator, simulator.functions[0]))


def test_a_function_that_takes_a_seed_is_called_with_twenty_and_each_is_a_member(tmp_path):
    simulator = seeded(tmp_path)
    run, drawn = simulator.run(call(simulator)), simulator.samples(call(simulator))
    level = run.outputs["level"]
    assert len(drawn["level"]) == SEEDS
    assert level.value == pytest.approx(statistics.median(drawn["level"]))
    ends = np.quantile(drawn["level"], (0.05, 0.95)).tolist()
    assert (level.low, level.high) == (pytest.approx(ends[0]), pytest.approx(ends[1]))
    ordered = sorted(drawn["level"])
    assert (level.value_low, level.value_high) == (ordered[5], ordered[14])
    assert run.outputs["state"] == Label(value="low")
    assert not set(drawn["level"]) & set(simulator.samples(call(simulator, seed=1))["level"])


def test_how_many_seeds_are_taken_is_declared(tmp_path):
    few = seeded(tmp_path / "few", ", seeds=7")
    assert len(few.samples(call(few))["level"]) == 7
    one = seeded(tmp_path / "one", ", seeds=0")
    assert one.samples(call(one)) == {}
    assert getattr(one.run(call(one)).outputs["level"], "low", "") is None


@pytest.mark.parametrize("kind", ["seeded", "given"])
def test_a_claim_about_two_calls_is_decided_member_by_member(kind, tmp_path):
    simulator = seeded(tmp_path) if kind == "seeded" else tank(tmp_path, GIVEN)
    with EvidenceStore() as store:
        verifier = Verifier(Registry([simulator]), store)
        formula = (
            "tank.level(inflow=10.1, minutes=30).level - tank.level(inflow=10, minutes=30).level"
        )
        less, order = verifier.compute([formula, f"{formula} > 0"])
        kept = store.members.size()[0]
    drawn = [np.array(simulator.samples(call(simulator, inflow=x))["level"]) for x in (10.1, 10)]
    ends = np.quantile(drawn[0] - drawn[1], (0.05, 0.95))
    assert (less.low, less.high) == (
        pytest.approx(ends[0], rel=1e-3),
        pytest.approx(ends[1], rel=1e-3),
    )
    assert order.value is True
    share = (len(drawn[0]) + 0.5) / (len(drawn[0]) + 1)
    assert order.probability == pytest.approx(share, abs=0.005)  # told in two digits
    assert kept == 2


@pytest.mark.parametrize("kind", ["seeded", "given"])
def test_the_kit_finds_paired_members_sound(kind, tmp_path):
    simulator = seeded(tmp_path) if kind == "seeded" else tank(tmp_path, GIVEN)
    (only,) = found(simulator)
    assert (only.state, only.check) == ("ok", "level: members")


def test_the_kit_finds_dice_that_are_thrown_anew_and_says_what_to_do(tmp_path):
    wrong = {one.check: one for one in found(tank(tmp_path, DICE)) if one.state == "failed"}
    assert set(wrong) == {"level: members, inflow", "level: members, minutes"}
    assert all(one.do == PAIRING for one in wrong.values())
    assert "must share their draws" in wrong["level: members, inflow"].said


def test_members_that_differ_for_the_same_call_are_refused(tmp_path):
    simulator = tank(tmp_path, CHANCE)
    with pytest.raises(RunFailed, match=r"(other members|left to chance).*generator"):
        simulator.run(call(simulator))


def test_the_kit_finds_a_value_that_is_not_the_centre_of_its_members(tmp_path):
    (wrong,) = found(tank(tmp_path, BESIDE))
    assert (wrong.state, wrong.check) == ("failed", "level: members of level")
    assert "its value is 9.0, but the median of its members" in wrong.said


def test_a_default_that_is_given_and_changes_members_is_found():
    """A plug-in that draws from the words of the call and not from its meaning."""
    from verifier.formulas.gauge import GAUGE, Gauge

    rain = GAUGE.parameter("rain").model_copy(update={"required": False, "default": 20.0})
    loose = GAUGE.model_copy(
        update={"parameters": (GAUGE.parameters[0], rain), "example": {"river": "Ann"}}
    )

    class Counting(Gauge):
        functions = (loose,)
        calls = 0

        def samples(self, call: Call) -> Any:
            self.calls += 1
            return {"level": [one + (self.calls > 2) for one in super().samples(call)["level"]]}

    wrong = [one for one in pairing(Counting(), loose) if one.state == "failed"]
    assert any("rain given at the default gave other members of level" in one.said for one in wrong)


PROGRAM = """
import json, random, sys
asked = json.load(sys.stdin)
dice = random.Random(asked["seed"])
level = asked["arguments"]["inflow"] / 20 + dice.gauss(0, 0.1)
print(json.dumps({"outputs": {"level": level, "state": "low"},
                  "series": {"level": {"times": ["1", "2"], "values": [0.0, level]}}}))
"""


def test_a_program_is_started_for_each_of_its_declared_seeds(tmp_path):
    command = json.dumps([sys.executable, "model.py"])
    path = write(tmp_path, f'kind = "program"\ncommand = {command}\n')
    text = path.read_text().replace("[functions.level]\n", "[functions.level]\nseeds = 6\n")
    path.write_text(text)
    (path.parent / "model.py").write_text(PROGRAM)
    simulator = from_file(path)
    run, drawn = simulator.run(call(simulator)), simulator.samples(call(simulator))
    assert len(drawn["level"]) == 6
    assert len(set(drawn["level"])) == 6
    series, level = run.series["level"], run.outputs["level"]
    assert series.values == (0.0, pytest.approx(level.value))
    assert series.low[1] == pytest.approx(level.low)


def test_the_official_contract_has_no_seeds_but_may_give_members(tmp_path):
    path = write(tmp_path, 'kind = "contract"\ncommand = ["{python}", "model.py"]\n')
    text = path.read_text()
    path.write_text(text.replace("[functions.level]\n", "[functions.level]\nseeds = 6\n"))
    with pytest.raises(BadValue, match="hands over no seed"):
        from_file(path)
    path.write_text(text)
    (function,) = from_file(path).functions
    read = contract_results({"level": [1, 2, 3, 4, 9], "state": "low"}, function, {}, "tank.level")
    assert read.outputs["level"].value == 3
    assert read.members == {"level": (1, 2, 3, 4, 9)}


FUNCTION = Function(
    name="wave",
    title="Wave",
    description="Wave.",
    parameters=(),
    outputs=(
        Output(name="peak", kind="number", description="peak", statistic="mean"),
        Output(name="day", kind="date", description="day"),
    ),
    context="",
)
DAYS = ["2025-01-01", None, "2025-01-03", "2025-01-05", "2025-01-03"]


def read(**given: object) -> Results:
    reply = json.dumps({"outputs": {"peak": [1, 2, 3, 4, 10], "day": DAYS, **given}})
    return results(parsed(reply.encode(), "wave"), FUNCTION, "sea.wave")


def test_dates_and_what_is_not_defined_are_members_and_the_declared_statistic_is_taken():
    made = read()
    assert made.outputs["peak"].value == 4
    assert made.outputs["day"] == Day(value="2025-01-03", low="2025-01-01", high="2025-01-05")
    assert made.members["day"][:2] == (739252.0, None)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"peak": [1, 2, 3]}, "5 to 1,000 values"),
        ({"peak": {"members": 3}}, "5 to 1,000 values"),
        ({"peak": [1, 2, 3, 4, "5"]}, "the member '5'; each is a finite number"),
        ({"peak": [1, 2, 3, 4, True]}, "the member True"),
        ({"peak": [1, 2, 3, 4, 5, 6]}, "all outputs have as many members"),
        ({"day": ["2025-01-01", None, None, None, None]}, "less than half of its 5 members"),
        ({"day": ["2025-01-01", "soon", None, None, None]}, "'soon'; each is an ISO date"),
    ],
)
def test_members_that_are_none_are_refused(given, said):
    with pytest.raises(RunFailed, match=said):
        read(**given)


def test_seeds_and_members_at_once_are_refused(tmp_path):
    simulator = tank(tmp_path, GIVEN, "*, seed: int")
    with pytest.raises(RunFailed, match="declared with 20 seeds and gives members itself"):
        simulator.run(call(simulator))


def _variables() -> Iterator[SimpleNamespace]:
    for name, causality, kind in (
        ("pumpInflow", "parameter", "Real"),
        ("seed", "parameter", "Integer"),
        ("level", "output", "Real"),
    ):
        yield SimpleNamespace(
            name=name, causality=causality, type=kind, dimensions=(), variability="tunable",
            description="", unit="", min=None, max=None, start="1", declaredType=None,
        )  # fmt: skip


def test_a_unit_with_a_variable_for_its_seed_has_members_and_no_such_parameter():
    described = SimpleNamespace(
        modelName="tank", description="A tank.", modelVariables=list(_variables()),
        defaultExperiment=SimpleNamespace(stopTime=10.0),
    )  # fmt: skip
    table = fmu.tables(described)[fmu.FUNCTION]
    assert set(table["parameters"]) == {"pump_inflow", "stop_time"}
    assert table["seeds"] == SEEDS


def test_the_true_median_and_mean_lie_in_their_ranges_nine_times_of_ten():
    dice = np.random.default_rng(0)
    for count in (7, 20, 50):
        samples = dice.normal(3.0, 2.0, (4_000, count)).tolist()
        for error in (median_error, mean_error):
            inside = [low <= 3.0 <= high for low, high in map(error, samples)]
            assert np.mean(inside) >= 0.88, (count, error)


@given(st.lists(st.floats(-1e6, 1e6), min_size=5, max_size=100))
def test_the_range_of_a_median_holds_it(values):
    low, high = median_error(values)
    assert low <= statistics.median(values) <= high
