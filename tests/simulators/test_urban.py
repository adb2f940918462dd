"""The urban corridor as it is declared, and what happens without its engine."""

import json

import pytest

from corridor import call
from python_process import python
from simulrag.simulators.errors import BadValue, OutOfRange
from simulrag.simulators.registry import Registry
from simulrag.simulators.urban.functions import CORRIDOR
from simulrag.simulators.urban.simulator import UrbanSimulator
from simulrag.simulators.urban.streets import road_of
from simulrag.verifier.records import parse_records, recorded
from urban_record import EVIDENCE, QUESTION, record

EXTRA = "simulrag[urban]"


BLOCKED = """
import sys
for name in ("libsumo", "traci", "sumolib"):
    sys.modules[name] = None  # what imports it gets ImportError
"""


def test_without_the_engine_a_run_is_emulated_and_names_the_extra_in_one_line() -> None:
    program = f"""{BLOCKED}
from simulrag.simulators.interface import Call
from simulrag.simulators.arguments import validate
from simulrag.simulators.urban.simulator import UrbanSimulator
urban = UrbanSimulator()
arguments = validate(urban.functions[0], dict(speed_limit=-30, signal="green wave"))
made = urban.run(Call(simulator="urban", function="corridor", arguments=arguments))
assert made.version == urban.version and "emulator" in made.version
print(urban.emulated())
print(made.warnings[0])
assert all(sys.modules.get(name) is None for name in ("libsumo", "traci", "sumolib", "torch"))
"""
    done = python("-c", program)
    hint, warning = done.stdout.splitlines()
    assert EXTRA in hint
    assert EXTRA in warning


def test_nothing_given_is_the_corridor_as_it_stands() -> None:
    assert call().arguments == {
        "speed_limit": 0.0,
        "speed_limit_kmh": None,
        "demand": 0.0,
        "vehicles_per_hour": None,
        "lanes": 2,
        "signal": "fixed-time",
        "network": "single road",
    }
    assert not any(p.altered(call().arguments[p.name]) for p in CORRIDOR.parameters)


@pytest.mark.parametrize(
    ("name", "value"),
    [("speed_limit", -30), ("speed_limit_kmh", 50), ("demand", 5), ("vehicles_per_hour", 900),
     ("lanes", 1), ("signal", "actuated")],
)  # fmt: skip
def test_every_input_alters_the_corridor(name: str, value: object) -> None:
    given = call(**{name: value}).arguments[name]
    assert CORRIDOR.parameter(name).altered(given)


@pytest.mark.parametrize(
    ("name", "value"), [("speed_limit", 10), ("speed_limit", -76), ("demand", 61), ("lanes", 3)]
)
def test_what_lies_outside_of_its_ranges_is_refused(name: str, value: float) -> None:
    with pytest.raises(OutOfRange, match=name):
        call(**{name: value})


@pytest.mark.parametrize(
    ("change", "absolute"),
    [
        ({"speed_limit": -30}, {"speed_limit_kmh": 56}),
        ({"demand": 25}, {"vehicles_per_hour": 1000}),
    ],
)
def test_a_limit_in_km_an_hour_and_a_demand_in_vehicles_are_the_setting_of_their_change(
    change: dict[str, object], absolute: dict[str, object]
) -> None:
    assert road_of(call(**change).arguments) == road_of(call(**absolute).arguments)
    assert absolute.keys().isdisjoint(CORRIDOR.unaltered(call(**absolute)).arguments)


def test_a_network_refuses_what_lies_beyond_its_own_limit_or_demand() -> None:
    urban = UrbanSimulator(emulate=False)
    with pytest.raises(OutOfRange, match=r"60 is out of range on the grid; .* 12.5 to 50 km/h"):
        urban.refuse(call(network="grid", speed_limit_kmh=60))
    with pytest.raises(OutOfRange, match="320 to 1280"):
        urban.refuse(call(vehicles_per_hour=1500))
    with pytest.raises(BadValue, match="speed_limit -30 % and speed_limit_kmh 56 are both given"):
        urban.refuse(call(speed_limit=-30, speed_limit_kmh=56))


def test_records_hold_two_states_in_the_units_of_the_outputs(registry: Registry) -> None:
    found = recorded(parse_records(record())[0], QUESTION, registry)
    altered, plain = found.runs
    assert dict(plain.call.arguments) == {}
    assert dict(altered.call.arguments) == {"speed_limit": -30.0, "signal": "green wave"}
    # 1 kg is a million milligrams, 1 g a thousand, and a litre a thousand millilitres.
    for run, state in ((plain, "baseline_results"), (altered, "scenario_results")):
        held = {name: getattr(value, "value", None) for name, value in run.outputs.items()}
        figures = EVIDENCE[state]
        assert held["co2"] == pytest.approx(figures["total_co2_emission_mg"] / 1e6)
        assert held["nox"] == pytest.approx(figures["total_nox_emission_mg"] / 1e3)
        assert held["co2_per_vehicle"] == pytest.approx(figures["avg_co2_per_vehicle_mg"] / 1e3)
        assert held["fuel"] == pytest.approx(figures["total_fuel_consumption_ml"] / 1e3)
        assert held["travel_time"] == figures["average_travel_time_s"]
        assert held["vehicles"] == figures["total_vehicles"]


def test_evidence_with_one_state_only_has_no_baseline(registry: Registry) -> None:
    lone = {"scenario_results": EVIDENCE["scenario_results"]}
    text = json.dumps({"question": QUESTION, "evidence_answer": json.dumps(lone)})
    found = recorded(parse_records(text)[0], QUESTION, registry)
    assert [dict(run.call.arguments) for run in found.runs] == [
        {"speed_limit": -30.0, "signal": "green wave"}
    ]
