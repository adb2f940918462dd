import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from simulrag.evaluation.records import Folder
from simulrag.simulators.interface import Call
from simulrag.simulators.registry import Registry
from studies.published_records.planning import measure_plans
from studies.published_records.plans import Neutral, neutral_calls, same_plan

UNCHANGED: Neutral = {"co2": 0.0, "ch4": 0.0, "so2": 0.0, "bc": 0.0, "points": []}


def climate(function: str = "temperature", **arguments: JsonValue) -> Call:
    return Call(simulator="climate", function=function, arguments={**UNCHANGED, **arguments})


def world(**arguments: JsonValue) -> Call:
    return climate("global_temperature", scenario="ssp370", **arguments)


def corridor(**arguments: JsonValue) -> Call:
    return Call(simulator="urban", function="corridor", arguments=arguments)


SEASON: Neutral = {"states": ["Iowa"], "start_date": "2022-10-05", "r0": 2.4}


def season(metric: str) -> Call:
    given: Neutral = {**SEASON, "seasonality": "none", "immunity": 30.0, "metric": metric}
    return Call(simulator="epidemiology", function="season", arguments=given)


STORRS: Neutral = {"place": "Storrs", "year": 2066, "scenario": "ssp245"}
POINTS: JsonValue = [[-72.25, 41.81]]
AEROSOL: Neutral = {"so2_percent": -16.4, "bc_percent": -6.91, "points_lon_lat": json.dumps(POINTS)}
DIFFERENCE: Neutral = {
    "function": "global_aerosol_difference", "year": 2034, "scenario": "ssp370",
    "so2_percent": -14.0, "bc_percent": -18.55,
}  # fmt: skip
WORLD = world(year=2034, so2=-14.0, bc=-18.55)
ROAD: Neutral = {
    "function": "corridor", "speed_reduction_percent": 0.0, "demand_change_percent": 0.0,
    "lanes": 2, "green_wave": False,
}  # fmt: skip


@pytest.mark.parametrize(
    ("calls", "expected"),
    [
        *(
            ([climate(place="Storrs", year=1986, scenario=scenario)],
             [{"function": "history", "place": "Storrs", "year": 1986}])
            for scenario in (None, "", "historical")
        ),
        ([climate(**STORRS)], [{"function": "future", **STORRS}]),
        ([climate(**STORRS, co2=23.07)],
         [{"function": "greenhouse", **STORRS, "co2_percent": 23.07, "ch4_percent": 0.0}]),
        ([climate(**STORRS, so2=-16.4, bc=-6.91, points=POINTS)],
         [{"function": "aerosol", **STORRS, **AEROSOL}]),
        # Both kinds of change in one call are neither published function.
        ([climate(**STORRS, co2=10.0, so2=-16.4, bc=-6.91, points=POINTS)],
         [{"function": "greenhouse_and_aerosol", **STORRS, "co2_percent": 10.0, "ch4_percent": 0.0,
           **AEROSOL}]),
        # A global aerosol run with its baseline, or without, is one difference.
        ([world(year=2034), WORLD], [DIFFERENCE]),
        ([WORLD], [DIFFERENCE]),
        ([WORLD, world(year=2050)],
         [DIFFERENCE, {"function": "global_future", "year": 2050, "scenario": "ssp370"}]),
        ([Call(simulator="climate", function="land_or_sea", arguments={"place": "Storrs"})],
         [{"function": "land_or_sea", "place": "Storrs"}]),
        *(
            ([season(metric)],
             [{"function": "season", **SEASON, "seasonality": "no", "immunity_percent": 30.0,
               "metric": "hospital incidence"}])
            for metric in ("hospital incidence", "incidence")
        ),
        # A corridor without changes serves only as a baseline beside another.
        ([corridor()], [ROAD]),
        ([corridor(speed_limit=-40.0, signal="green wave"), corridor()],
         [{**ROAD, "speed_reduction_percent": 40.0, "green_wave": True}]),
        ([corridor(demand=12.0)], [{**ROAD, "demand_change_percent": 12.0}]),
        ([corridor(lanes=1)], [{**ROAD, "lanes": 1}]),
        ([corridor(signal="unsignalled")], [{**ROAD, "green_wave": True}]),
        ([corridor(signal="actuated")], [ROAD]),
    ],
)  # fmt: skip
def test_calls_are_told_in_the_words_of_published_plans(
    calls: list[Call], expected: list[Neutral]
) -> None:
    assert neutral_calls(calls) == expected


BASE: Neutral = {"function": "future", "place": "Šmarje", "year": 2087, "co2_percent": 10.0}
STATES: Neutral = {"states": ["Iowa", "Ohio"], "points_lon_lat": "[[1, 2], [3, 4]]"}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (BASE, {**BASE, "place": "S\u030cmarje"}),
        (BASE, {**BASE, "place": "šmarje "}),
        (BASE, {**BASE, "co2_percent": 10}),
        (BASE, dict(reversed(BASE.items()))),
        (STATES, {"states": ["Ohio", "Iowa"], "points_lon_lat": "[[3.0, 4], [1, 2]]"}),
    ],
)
def test_plans_are_compared_by_value_and_name_and_lists_as_sets(
    one: Neutral, other: Neutral
) -> None:
    assert same_plan([one], [other])


@pytest.mark.parametrize(
    "other",
    [
        [{**BASE, "year": 2086}],
        [{**BASE, "co2_percent": 10.01}],
        [{**BASE, "function": "history"}],
        [{**BASE, "scenario": "ssp126"}],
        [{**BASE, "points_lon_lat": "[[2, 1]]"}],
        [{k: v for k, v in BASE.items() if k != "place"}],
        [BASE, {**BASE, "year": 1990}],
        [],
    ],
)
def test_plans_differ_in_any_one_condition_and_by_a_call_too_many_or_too_few(
    other: list[Neutral],
) -> None:
    assert not same_plan([BASE], other)
    assert not same_plan(other, [BASE])


@given(st.permutations([{**BASE, "year": year} for year in range(2020, 2026)]))
def test_the_order_of_calls_does_not_matter(shuffled: list[Neutral]) -> None:
    assert same_plan([{**BASE, "year": year} for year in range(2020, 2026)], shuffled)


def test_a_plan_that_differs_and_one_without_its_record_are_told_apart(
    tmp_path: Path, registry: Registry
) -> None:
    question = "What is the average temperature in Nairobi in 1990?"
    record = {"question": question, "reference_answer": "", "evidence_question": question,
              "evidence_answer": ""}  # fmt: skip
    plan = {"function": "history", "place": "Nairobi", "year": 1990}
    plans = [
        {"domain": "climate", "index": index, "calls": [{**plan, "year": year}]}
        for index, year in ((1, 1990), (2, 1991), (3, 1990))
    ]
    records = [{**record, "index": index} for index in (1, 2)]
    (tmp_path / "climate.json").write_text(json.dumps(records), "utf-8")
    (tmp_path / "plans.jsonl").write_text("\n".join(map(json.dumps, plans)), "utf-8")
    found = measure_plans(Folder(tmp_path), registry)
    assert found.figures == {"climate": {"plan_accuracy": 0.5, "n_plans": 2}}
    (miss,) = found.misses
    assert (miss.index, miss.question) == (2, question)
    assert measure_plans(Folder(tmp_path), registry, 1).figures["climate"]["plan_accuracy"] == 1.0
