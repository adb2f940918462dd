"""What no run can be made of is refused without running, for the reason that running gives."""

import pytest
from pydantic import JsonValue

from coffee import Coffee
from simulrag.simulators.errors import SimulatorError
from simulrag.simulators.interface import Call
from simulrag.simulators.registry import Registry, installed
from simulrag.verifier.evidence import EvidenceStore

SEASON: dict[str, JsonValue] = {
    "states": ["Ohio"], "start_date": "2022-10-01", "r0": 2.0, "seasonality": "none",
    "immunity": 20,
}  # fmt: skip


@pytest.mark.parametrize(
    ("simulator", "function", "arguments", "reason", "parameter"),
    [
        ("climate", "temperature", {"place": "Lisbon", "year": 2070}, "missing_condition",
         "scenario"),
        ("climate", "temperature", {"place": "Qqxyz", "year": 1990}, "unknown_name", "place"),
        ("climate", "temperature", {"place": "Lisbon", "year": 1990, "co2": 10.0},
         "value_out_of_range", "co2"),
        ("climate", "global_temperature", {"year": 2070}, "missing_condition", "scenario"),
        ("climate", "land_or_sea", {"place": "Qqxyz"}, "unknown_name", "place"),
        ("epidemiology", "season", SEASON | {"start_date": "1918-10-04"}, "value_out_of_range",
         "start_date"),
        ("epidemiology", "season", SEASON | {"r0": 14.0}, "value_out_of_range", "r0"),
    ],
)  # fmt: skip
def test_refusals_are_those_of_a_run(simulator, function, arguments, reason, parameter):
    call = Call(simulator=simulator, function=function, arguments=arguments)
    with pytest.raises(SimulatorError) as early:
        installed().refuse_impossible(call)
    with EvidenceStore() as store, pytest.raises(SimulatorError) as late:
        store.run(call, installed())
    assert (early.value.reason, early.value.parameter) == (reason, parameter)
    assert str(early.value) == str(late.value)


def test_what_can_be_run_is_not_refused():
    for simulator in (*installed(), Coffee()):
        registry = Registry([simulator])
        for function in simulator.functions:
            call = Call(
                simulator=simulator.name, function=function.name, arguments=function.example
            )
            registry.refuse_impossible(call)
