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

UNCHANGED = {"co2": 0.0, "ch4": 0.0, "so2": 0.0, "bc": 0.0, "points": []}


def climate(function: str = "temperature", **arguments: object) -> Call:
    return Call.model_validate(
        {"simulator": "climate", "function": function, "arguments": {**UNCHANGED, **arguments}}
    )


def test_one_changed_greenhouse_gas_states_both() -> None:
    (neutral,) = neutral_calls([climate(place="Storrs", year=2066, scenario="ssp245", co2=23.07)])
    assert neutral["function"] == "greenhouse"
    assert (neutral["co2_percent"], neutral["ch4_percent"]) == (23.07, 0.0)
    assert "so2_percent" not in neutral


def test_aerosols_carry_their_points() -> None:
    call = climate(
        place="Storrs", year=2066, scenario="ssp245", so2=-16.4, bc=-6.91, points=[[-72.25, 41.81]]
    )
    (neutral,) = neutral_calls([call])
    assert neutral["function"] == "aerosol"
    assert json.loads(str(neutral["points_lon_lat"])) == [[-72.25, 41.81]]


def test_both_kinds_of_change_in_one_call_are_neither_published_function() -> None:
    call = climate(place="Storrs", year=2066, scenario="ssp245", co2=10.0, so2=5.0)
    (neutral,) = neutral_calls([call])
    assert neutral["function"] not in {"greenhouse", "aerosol"}
    assert {"co2_percent", "so2_percent"} <= neutral.keys()


def test_a_global_aerosol_run_with_its_baseline_is_one_difference() -> None:
    changed = climate("global_temperature", year=2034, scenario="ssp370", so2=-14.0, bc=-18.55)
    baseline = climate("global_temperature", year=2034, scenario="ssp370")
    expected = [
        {
            "function": "global_aerosol_difference",
            "year": 2034,
            "scenario": "ssp370",
            "so2_percent": -14.0,
            "bc_percent": -18.55,
        }
    ]
    assert neutral_calls([baseline, changed]) == expected
    assert neutral_calls([changed]) == expected


def test_a_global_run_that_is_no_baseline_is_kept() -> None:
    changed = climate("global_temperature", year=2034, scenario="ssp370", so2=-14.0)
    other = climate("global_temperature", year=2050, scenario="ssp370")
    assert len(neutral_calls([changed, other])) == 2


SEASON = {"states": ["Iowa"], "start_date": "2022-10-05", "r0": 2.4}
PUBLISHED_SEASON = {
    "function": "season", **SEASON, "seasonality": "no", "immunity_percent": 30.0,
    "metric": "hospital incidence",
}  # fmt: skip


def season(metric: str) -> Call:
    given = {**SEASON, "seasonality": "none", "immunity": 30.0, "metric": metric}
    return Call.model_validate(
        {"simulator": "epidemiology", "function": "season", "arguments": given}
    )


HISTORY = {"function": "history", "place": "Storrs", "year": 1986}
FUTURE = {"function": "future", "place": "Storrs", "year": 2066, "scenario": "ssp245"}


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        *(
            (climate(place="Storrs", year=1986, scenario=s), HISTORY)
            for s in (None, "", "historical")
        ),
        (climate(place="Storrs", year=2066, scenario="ssp245"), FUTURE),
        (
            Call(simulator="climate", function="land_or_sea", arguments={"place": "Storrs"}),
            {"function": "land_or_sea", "place": "Storrs"},
        ),
        *((season(metric), PUBLISHED_SEASON) for metric in ("hospital incidence", "incidence")),
    ],
)
def test_a_call_is_told_in_the_words_of_published_plans(call: Call, expected: Neutral) -> None:
    assert neutral_calls([call]) == [expected]


BASE: Neutral = {"function": "future", "place": "Šmarje", "year": 2087, "co2_percent": 10.0}


@pytest.mark.parametrize(
    "other",
    [
        {**BASE, "place": "S\u030cmarje"},
        {**BASE, "place": "šmarje "},
        {**BASE, "co2_percent": 10},
        dict(reversed(BASE.items())),
    ],
)
def test_plans_are_compared_by_value_and_name(other: Neutral) -> None:
    assert same_plan([BASE], [other])


@pytest.mark.parametrize(
    "other",
    [
        {**BASE, "year": 2086},
        {**BASE, "co2_percent": 10.01},
        {**BASE, "function": "history"},
        {**BASE, "scenario": "ssp126"},
        {k: v for k, v in BASE.items() if k != "place"},
    ],
)
def test_plans_differ_in_any_one_condition(other: Neutral) -> None:
    assert not same_plan([BASE], [other])


def test_a_plan_with_a_call_too_many_or_too_few_differs() -> None:
    more = [BASE, {**BASE, "year": 1990}]
    assert not same_plan([BASE], more)
    assert not same_plan(more, [BASE])
    assert not same_plan([BASE], [])


def test_lists_of_states_and_points_are_sets() -> None:
    states = [{"states": ["Iowa", "Ohio"]}], [{"states": ["Ohio", "Iowa"]}]
    points = [{"points_lon_lat": "[[1, 2], [3, 4]]"}], [{"points_lon_lat": "[[3.0, 4], [1, 2]]"}]
    assert same_plan(*states)
    assert same_plan(*points)
    assert not same_plan([{"points_lon_lat": "[[1, 2]]"}], [{"points_lon_lat": "[[2, 1]]"}])


@given(st.permutations([{**BASE, "year": year} for year in range(2020, 2026)]))
def test_the_order_of_calls_does_not_matter(shuffled: list[Neutral]) -> None:
    assert same_plan([{**BASE, "year": year} for year in range(2020, 2026)], shuffled)


def corridor(**arguments: JsonValue) -> Call:
    return Call(simulator="urban", function="corridor", arguments=arguments)


def test_a_corridor_without_changes_serves_only_as_a_baseline_beside_another() -> None:
    changed = corridor(speed_limit=-40.0, signal="green wave")
    expected = {
        "function": "corridor",
        "speed_reduction_percent": 40.0,
        "demand_change_percent": 0.0,
        "lanes": 2,
        "green_wave": True,
    }
    assert same_plan([expected], neutral_calls([changed, corridor()]))
    assert len(neutral_calls([corridor()])) == 1


@pytest.mark.parametrize(
    ("arguments", "name", "value"),
    [
        ({"demand": 12.0}, "demand_change_percent", 12.0),
        ({"lanes": 1}, "lanes", 1),
        ({"signal": "unsignalled"}, "green_wave", True),
        ({"signal": "actuated"}, "green_wave", False),
    ],
)
def test_each_lever_of_the_corridor_has_its_neutral_name(
    arguments: dict[str, JsonValue], name: str, value: JsonValue
) -> None:
    assert neutral_calls([corridor(**arguments)])[0][name] == value


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
