"""Odd input to the typed tool of the influenza simulator: a clear error, or a right answer."""

from typing import Any

import pytest

from server.conversation import call, data, refusal
from simulrag.server.app import build_server
from simulrag.simulators.registry import Registry

SEASON: dict[str, Any] = {
    "function": "season",
    "states": ["Vermont"],
    "start_date": "2022-10-01",
    "r0": 2.2,
    "seasonality": "none",
    "immunity": 10,
}


def ask(registry: Registry, **changes: Any) -> Any:
    return call(build_server(registry), "simulate_epidemiology", **{**SEASON, **changes})


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"states": ["Ohoi"]}, "did you mean Ohio"),
        ({"states": ["Atlantis"]}, "51 names from Alabama to Wyoming"),
        ({"states": []}, "states"),
        ({"start_date": "early October"}, "a date such as 2022-10-04"),
        ({"start_date": "2022-02-30"}, "a date such as"),
        ({"r0": 12}, "nearest valid value 6"),
        ({"r0": -1}, "nearest valid value 0.5"),
        ({"immunity": 130}, "nearest valid value 99"),
        ({"members": 0}, "nearest valid value 20"),
        ({"members": 10_000_000}, "nearest valid value 1000"),
        ({"threshold": "many"}, "threshold"),
        ({"function": "intervention", "measures": ["schools closed"]}, "a list of objects"),
        ({"function": "intervention", "measures": [{"kind": "school closed"}]}, "schools closed"),
        (
            {"function": "intervention", "measures": '[{"kind": "vaccinated", "share": "half"}]'},
            "measures[0].share must be a number",
        ),
        (
            {
                "function": "intervention",
                "measures": {"kind": "schools closed", "from": "2022-07-01"},
            },
            "2023-06-01",
        ),
        ({"function": "intervention"}, "measures"),
        (
            {
                "function": "intervention",
                "preset": "gleam",
                "measures": [{"kind": "treated with antivirals", "shorter_days": 9}],
            },
            "it lasts 1.028 days",
        ),
    ],
)
def test_input_that_cannot_be_run_is_refused_with_what_could(
    changes: dict[str, Any], words: str, registry: Registry
) -> None:
    assert words in refusal(ask(registry, **changes))


@pytest.mark.parametrize(
    ("changes", "states"),
    [
        ({"states": ["VT"]}, ["Vermont"]),
        (
            {"states": ["New England"]},
            ["Connecticut", "Maine", "Massachusetts", "New Hampshire", "Rhode Island", "Vermont"],
        ),
    ],
)
def test_codes_and_regions_are_states(
    changes: dict[str, Any], states: list[str], registry: Registry
) -> None:
    run = data(ask(registry, members=20, **changes))["run"]
    assert run["resolved"]["states"] == ", ".join(states)


def test_immunity_that_leaves_r_below_1_dies_out_with_a_warning(registry: Registry) -> None:
    run = data(ask(registry, r0=1.2, immunity=60))["run"]
    assert run["outputs"]["attack_rate"]["value"] < 1.0
    assert any("die out" in warning for warning in run["warnings"])


def test_a_start_in_july_is_run_with_a_warning(registry: Registry) -> None:
    run = data(ask(registry, start_date="2022-07-01"))["run"]
    assert any("first day" in warning or "2022-07-01" in warning for warning in run["warnings"])


def test_measures_are_listed_and_compared_by_a_formula(registry: Registry) -> None:
    averted = (
        'epidemiology.intervention(states=["Vermont"], start_date="2022-10-01", r0=1.8, '
        'seasonality="none", immunity=30, measures=[m]).averted for m in '
        '[{"kind": "less travel", "share": 20}, {"kind": "fewer contacts", "share": 30}]'
    )
    server = build_server(registry)
    found = data(call(server, "compute", formulas=[f"[{averted}]", f"argmax({averted})"]))["values"]
    items = found[0]["items"]
    assert [one["element"] for one in items] == [
        "kind less travel, share 20",
        "kind fewer contacts, share 30",
    ]
    assert items[0]["value"] < items[1]["value"]
    assert found[1]["value"] == items[1]["element"]
