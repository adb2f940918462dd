"""Arguments are taken for what they mean; what no run can be made of is refused without one."""

import pytest
from pydantic import JsonValue

from coffee import Coffee
from simulrag.simulators.arguments import check_value
from simulrag.simulators.errors import BadValue, SimulatorError
from simulrag.simulators.interface import Call
from simulrag.simulators.registry import Registry, installed
from simulrag.verifier.evidence import EvidenceStore


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Washington, DC", ["District of Columbia"]),
        ("Ohio,Washington,DC , Texas", ["District of Columbia", "Ohio", "Texas"]),
        ("Washington, Ohio", ["Ohio", "Washington"]),
        ("DC, Washington", ["District of Columbia", "Washington"]),
    ],
)
def test_names_with_commas_are_taken_whole_from_a_list_in_one_text(text, meant, registry):
    season = Call(simulator="epidemiology", function="season", arguments={})
    assert check_value(registry.function(season).parameter("states"), text) == meant


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("2022-W40", "the ISO week begins on 2022-10-03"),
        ("2022-10", "a full date"),
        ("04.10.2022", "which may be 2022-04-10 or 2022-10-04"),
        ("yesterday", "a date such as"),
    ],
)
def test_a_date_that_may_mean_several_days_is_refused_with_them(given, said, registry):
    season = Call(simulator="epidemiology", function="season", arguments={})
    with pytest.raises(BadValue) as told:
        check_value(registry.function(season).parameter("start_date"), given)
    assert said in str(told.value)


@pytest.mark.parametrize("given", ["2022-10-04", "4 October 2022", "10/14/2022", "2022/10/04"])
def test_a_date_that_means_one_day_is_that_day(given, registry):
    season = Call(simulator="epidemiology", function="season", arguments={})
    day = check_value(registry.function(season).parameter("start_date"), given)
    assert day == ("2022-10-14" if "14" in given else "2022-10-04")


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
